"""Lets pytest read the firmware as the board does, from this folder, and leaves out what only MicroPython imports."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
if str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))

# These import `machine`, or stand in for MicroPython's own modules.
collect_ignore = [
    "boot.py", "main.py", "program.py", "line.py", "sync.py", "checks.py",
    "roles/bag.py", "roles/board.py", "roles/building.py", "roles/checking.py", "roles/more.py", "roles/radio.py",
    "roles/told.py", "roles/unwell.py",
    "drivers/bench_parts.py", "drivers/parts.py", "drivers/ports.py", "drivers/lamp_strip.py",
    "drivers/watchdog.py",
    "sim/shadow/time.py", "sim/shadow/machine.py", "sim/shadow/rp2.py", "sim/lockstep.py", "sim/boot_board.py",
    "tests/run.py", "tests/lines_run.py", "tests/timed", "typings", "image", "emulator",
]
