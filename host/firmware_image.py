"""Which files a board is given, with their sums and the list by which `mip` fetches them.

A checkout holds no sums: its files change, and a board compares nothing then. A release has them beside its files, so
that a board whose flash has lost a byte says so in place of playing. Knows no port and no board.

    python -m host.firmware_image              # brings firmware/package.json up to date
    python -m host.firmware_image FOLDER       # the files of a release
    mpremote mip install --target / FOLDER/package.json
"""

import hashlib
import json
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

FIRMWARE = Path(__file__).resolve().parents[1] / "firmware"
PACKAGE, SUMS = "package.json", "sums.json"
FOLDERS = ("", "roles", "scan", "drivers", "tablewire")  # where they lie on a board: see settings.py, build_sum
NOT_COPIED = {"sim", "tests", "image", "emulator", "conftest.py"}  # the virtual table's, this machine's, pytest's


def names(firmware: Path = FIRMWARE) -> list[str]:
    """Every file that goes to a board (`scan/settle.py`), in order."""
    found = (path.relative_to(firmware) for path in firmware.rglob("*.py"))
    return sorted(name.as_posix() for name in found if name.parts[0] not in NOT_COPIED)


def sums(firmware: Path = FIRMWARE) -> dict[str, str]:
    """SHA-256 of each of these files, in hexadecimal digits."""
    return {name: hashlib.sha256((firmware / name).read_bytes()).hexdigest() for name in names(firmware)}


def package(files: list[str], version: str) -> dict[str, Any]:
    """What `mip` reads: each file with where it lies, seen from the package's own folder."""
    return {"urls": [[name, name] for name in files], "version": version}


def release(folder: Path, version: str, firmware: Path = FIRMWARE) -> None:
    """Lay the files of a release into `folder`, which is made."""
    for name in names(firmware):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(firmware / name, folder / name)
    (folder / SUMS).write_text(as_text(sums(firmware)), encoding="utf-8")
    (folder / PACKAGE).write_text(as_text(package([*names(firmware), SUMS], version)), encoding="utf-8")


def as_text(data: object) -> str:
    """JSON as it is kept in a file."""
    return json.dumps(data, indent=1) + "\n"


def version_here() -> str:
    """The version of this checkout."""
    text = (FIRMWARE.parent / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["project"]["version"])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        release(Path(sys.argv[1]), version_here())
    else:
        (FIRMWARE / PACKAGE).write_text(as_text(package(names(), version_here())), encoding="utf-8")
