"""A release as `make image` lays it out: its sums, by which it is checked whole before any of it is used.

Knows no port and no board.
"""

import hashlib
import json
import re
from pathlib import Path

from host.firmware_image import SUMS
from host.printing import Wrong

LISTED = "SHA256SUMS"      # of the whole release, as sha256sum writes and reads it
FILES = "files/"           # what goes onto a board
UF2 = "micropython.uf2"    # MicroPython for a bare one
MADE_FROM = "sources.json"  # the sums of the firmware's files that it was made from
_NEEDED = ("main.py", SUMS)
_LINE = re.compile(r"([0-9a-f]{64}) [ *](.+)")


class BadRelease(Wrong):
    """The release is none, or not whole; the text names the file and says what to do."""


def checked(folder: Path) -> dict[str, bytes]:
    """Every file of the release in `folder` by name, `files/scan/settle.mpy`, none but as its sums say.

    Raises BadRelease.
    """
    try:
        lacks = [name for name, is_there in ((FILES, Path.is_dir), (LISTED, Path.is_file))
                 if not is_there(folder / name)]
    except OSError as why:
        raise _bad(folder, "", f"cannot be read ({why.strerror})") from None
    if lacks:
        raise BadRelease(f"taula flash: {folder} is no release, it has no {lacks[0]}; type: make image, or name "
                         f"another folder with --release.")
    listed = _listed(folder)
    below = {path.relative_to(folder).as_posix() for path in (folder / FILES).rglob("*") if not path.is_dir()}
    if more := sorted(below - set(listed)):
        raise _bad(folder, more[0], f"is not in {LISTED}")
    found = {}
    for name, digest in listed.items():
        found[name] = _read(folder, name)
        if hashlib.sha256(found[name]).hexdigest() != digest:
            raise _bad(folder, name, f"is not as {LISTED} says")
    _check_sums(folder, for_board(found))
    return found


def list_sums(folder: Path) -> None:
    """Write the sums of all that lies in `folder` into it, in place of those that it had."""
    (folder / LISTED).unlink(missing_ok=True)
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    (folder / LISTED).write_text("".join(
        f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names), encoding="utf-8")


def for_board(release: dict[str, bytes]) -> dict[str, bytes]:
    """What of a release goes onto a board, by the name that it has there."""
    return {name.removeprefix(FILES): data for name, data in release.items() if name.startswith(FILES)}


def made_from_others(folder: Path, release: dict[str, bytes], sources: dict[str, str]) -> list[str]:
    """The firmware's files of which the release in `folder` was made from others than `sources`, the sums by name.

    All of them where it does not say what it was made from, as those before it said so. Raises BadRelease.
    """
    try:
        told = json.loads(release.get(MADE_FROM, b"{}"))
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise _bad(folder, MADE_FROM, "does not tell what the release was made from")
    return sorted(name for name in {*told, *sources} if told.get(name) != sources.get(name))


def _check_sums(folder: Path, files: dict[str, bytes]) -> None:
    """Raises BadRelease unless the board, with these files, will find them right."""
    for name in _NEEDED:
        if name not in files:
            raise _bad(folder, FILES + name, f"is not in {LISTED}")
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != SUMS}
    try:
        told = json.loads(files[SUMS])
    except (ValueError, RecursionError):
        told = None
    if told != sums:
        raise _bad(folder, FILES + SUMS, "does not tell the sums of the files beside it")


def _listed(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file by name, as the release lists them. Raises BadRelease."""
    lines = _read(folder, LISTED).decode("utf-8", "replace").splitlines()
    found = {}
    for number, line in enumerate(lines, 1):
        parts = _LINE.fullmatch(line)
        if parts is None or ".." in Path(parts[2]).parts or Path(parts[2]).is_absolute():
            raise _bad(folder, LISTED, f"has no sum and name in line {number}")
        found[parts[2]] = parts[1]
    return found


def _read(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except OSError as why:
        raise _bad(folder, name, f"cannot be read ({why.strerror})") from None


def _bad(folder: Path, name: str, what: str) -> BadRelease:
    return BadRelease(f"taula flash: {folder / name} {what}; nothing has been touched; type make image, or get the "
                      f"release anew.")
