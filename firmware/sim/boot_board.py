"""Starts one virtual board: micropython boot_board.py LINE GRANTS REPORTS AT_US SEED UID CAUSE. The first three are
file numbers, CAUSE is what machine.reset_cause() tells.

Puts models, wires and virtual time in place, then does as MicroPython's port does at a start: boot.py, main.py, and
the prompt. Knows no firmware but these names.
"""

import sys
import time

import machine
from sim import wiring
from sim.lockstep import NEVER, Lockstep
from sim.obey import Obey
from sim.world import World

NAMES = {"__name__": "__main__"}  # of the files that the port starts


def boot(line, grants, reports, at_us, seed, uid, cause):
    time.now_us = time.boot_us = int(at_us)
    world = World()
    obey = Obey(world, lambda: time.now_us)
    lockstep = Lockstep(open(int(grants), "rb", 0), open(int(reports), "wb", 0), open(int(line), "r+b", 0), obey)
    from settings import DEFAULTS, BadSettings, read_settings
    try:
        settings = read_settings()
    except BadSettings:
        settings = DEFAULTS                # the parts of a board do not go away with its file
    obey.role = settings["role"]
    obey.circuit = wiring.wired(settings["role"], world, lambda: time.now_us, int(seed), settings, lockstep.note)
    obey.circuit.on_fault("hang", lockstep.hang)
    obey.circuit.on_fault("brown_out", lockstep.brown_out)
    obey.circuit.on_fault("slow", lockstep.slow, healed="0")
    obey.circuit.on_fault("watchdog_off", lockstep.watchdog_off)
    machine.circuit = obey.circuit
    machine.port = lockstep
    machine.uid = uid.encode()
    machine.started_by = int(cause)
    lockstep.note("faults " + " ".join(obey.circuit.fault_names()))
    lockstep.drive()
    lockstep.start()
    for name in ("boot.py", "main.py"):
        run_file(name)
    lockstep.note("prompt")
    lockstep.advance_to(NEVER)


def run_file(name):
    """Run a file of the firmware's root as the port does: all in one `__main__`."""
    from settings import firmware_folder
    with open(firmware_folder() + name) as file:
        exec(compile(file.read(), name, "exec"), NAMES)


if __name__ == "__main__":
    boot(*sys.argv[1:])
