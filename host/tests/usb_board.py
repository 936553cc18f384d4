"""An emulated microcontroller on a USB cable: a serial port as a person sees one, and nothing beside the chip."""

import contextlib
import json
import os
import subprocess
import tty
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from host.board_image import file_system, image_here
from host.simulator.emulated_board import EMULATOR, bootrom, node


class Plugged(NamedTuple):
    """The board's serial port, the file with a line for each of its starts, and the process that it runs in."""

    port: str
    starts: Path
    pid: int


@contextlib.contextmanager
def plugged_in(home: Path, files: Mapping[str, bytes], strap_mv: int | None = None,
               hung: int = 0) -> Iterator[Plugged]:
    """A board with `files` in its flash and so many millivolts at its role strap (None: open); `home` is its own.

    hung: how many starts in a row its watchdog has ended already, as firmware/drivers/watchdog.py notes it.
    """
    (home / "files.img").write_bytes(file_system(files))
    (home / "bootrom.json").write_text(json.dumps(bootrom()))
    (home / "setup.json").write_text(json.dumps({
        "uf2": str(image_here().uf2), "flash": str(home / "files.img"), "bootrom": str(home / "bootrom.json"),
        "strap": strap_mv, "scratch": [0, 0, 0, 0x7A550000 | hung]}))
    ends = os.openpty()
    for end in ends:
        tty.setraw(end)
    os.set_blocking(ends[0], False)
    starts = home / "starts.txt"
    with starts.open("wb") as told:
        board = subprocess.Popen([node(), str(EMULATOR / "usb.mjs"), str(home / "setup.json"), str(ends[0])],
                                 stdin=subprocess.DEVNULL, stdout=told, pass_fds=(ends[0],))
    os.close(ends[0])   # the board alone has it: a board that has ended is a port that is gone, and not a silent one
    try:
        yield Plugged(os.ttyname(ends[1]), starts, board.pid)
    finally:
        board.kill()
        board.wait()
        os.close(ends[1])
