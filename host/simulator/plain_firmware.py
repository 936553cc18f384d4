"""The firmware for a MicroPython that compiles nothing to machine code, or is to be watched: the same, in bytecode.

`@micropython.native` and `.viper` are words of MicroPython's compiler. Where it has no emitter for the processor (a
64-bit Raspberry Pi) they are syntax errors; where it has one, no trace function sees into what they have compiled.
"""

import functools
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

_DECORATOR = re.compile(r"^( *)@micropython\.(?:native|viper)$", re.MULTILINE)
_ASKS = "@micropython.viper\ndef f(): pass\n"


@functools.cache
def has_emitter(micropython: str) -> bool:
    """Whether this MicroPython compiles to the machine code of this processor."""
    return subprocess.run([micropython, "-c", _ASKS], capture_output=True, check=False).returncode == 0


def plain(source: str) -> str:
    """`source` without those words, line for line.

    >>> plain("@micropython.native\\ndef f():\\n    pass\\n")
    '# in bytecode\\ndef f():\\n    pass\\n'
    """
    return _DECORATOR.sub(r"\1# in bytecode", source)


def plain_copy(firmware: Path, folder: Path) -> Path:
    """A copy of `firmware` in bytecode, laid into `folder`; its path."""
    copy = folder / firmware.name
    shutil.copytree(firmware, copy, ignore=shutil.ignore_patterns("emulator", "__pycache__"))
    for path in copy.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if (bytecode := plain(source)) != source:
            path.write_text(bytecode, encoding="utf-8")
    return copy


@functools.cache
def plain_once(firmware: Path) -> Path:
    """As plain_copy, once in the life of this process, whose end it does not outlive."""
    folder = tempfile.TemporaryDirectory(prefix="taula-firmware-")
    _KEPT.append(folder)
    return plain_copy(firmware, Path(folder.name))


def runnable(micropython: str, firmware: Path) -> Path:
    """The folder from which this MicroPython can run `firmware`: itself, or else its plain copy."""
    return firmware if has_emitter(micropython) else plain_once(firmware)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []
