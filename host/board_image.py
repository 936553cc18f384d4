"""What a board's flash holds: the firmware compiled to .mpy files with their sums, as a file system's image.

A release folder has MicroPython beside it, the sums of all, and a note of what it was built from. Knows no port.

    python -m host.board_image FOLDER          # `make image` calls it, after firmware/image/micropython.sh
"""

import functools
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from host.firmware_image import FIRMWARE, SUMS, as_text, names, sums, version_here
from host.release_folder import FILES, MADE_FROM, UF2, list_sums
from host.simulator.emulated_board import Image

RECIPE = FIRMWARE / "image" / "micropython.sh"
ARCHITECTURE = "armv6m"       # of the RP2040, for what is compiled to machine code
SOURCES = ("boot.py", "main.py")  # the port looks for these names and for no others
# The Pico's file system: RPI_PICO of MicroPython keeps it at the end of the 2 MiB of flash.
FLASH_AT, BLOCK, BLOCKS = 0xA0000, 4096, 352
_PAGE = 256
_DISK_VERSION = 0x0002_0000   # littlefs 2.0, which every MicroPython reads
LARGEST = 160 * 1024          # bytes of ours in flash


class NoImage(Exception):
    """The image cannot be built here; the text says what to type."""


def micropython_folder(build: bool = True) -> Path:
    """Where firmware/image/micropython.sh has put the builds; `build` them if need be. Raises NoImage."""
    environment = os.environ if build else {**os.environ, "BUILT": "1"}
    done = subprocess.run([str(RECIPE)], stdout=subprocess.PIPE, stderr=None if build else subprocess.PIPE, text=True,
                          check=False, env=environment)
    if done.returncode:
        raise NoImage((done.stderr or "MicroPython for the board could not be built").strip().splitlines()[-1])
    return Path(done.stdout.strip().splitlines()[-1])


def compiled(mpy_cross: Path, firmware: Path = FIRMWARE) -> dict[str, bytes]:
    """The files that go to a board, by name (`scan/settle.mpy`), and sums.json over them. Raises NoImage."""
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.mpy"
        for name in names(firmware):
            if name in SOURCES:
                files[name] = (firmware / name).read_bytes()
                continue
            done = subprocess.run([str(mpy_cross), f"-march={ARCHITECTURE}", "-s", name, "-o", str(out),
                                   str(firmware / name)], capture_output=True, text=True, check=False)
            if done.returncode:
                raise NoImage(f"mpy-cross refuses {name}: {done.stderr.strip().splitlines()[-1]}")
            files[name.removesuffix(".py") + ".mpy"] = out.read_bytes()
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    return {**files, SUMS: as_text(digests).encode()}


def file_system(files: Mapping[str, bytes]) -> bytes:
    """An image of the board's file system that holds `files`: to be written to flash at FLASH_AT."""
    from littlefs import LittleFS
    system = LittleFS(block_size=BLOCK, block_count=BLOCKS, prog_size=_PAGE, read_size=_PAGE, lookahead_size=32,
                      disk_version=_DISK_VERSION)
    for name, data in sorted(files.items()):
        if "/" in name:
            system.makedirs(name.rpartition("/")[0], exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(data)
    return bytes(system.context.buffer)


@functools.cache
def image_here() -> Image:
    """This checkout's image for the emulated boards, of the builds that are there. Raises NoImage."""
    builds = micropython_folder(build=False)
    return Image(builds / "firmware.uf2", compiled(builds / "mpy-cross"), file_system)


def release(folder: Path, builds: Path) -> None:
    """Lay a release into `folder`, which is emptied first: `builds` as micropython_folder() gives them."""
    files = compiled(builds / "mpy-cross")
    size = sum(map(len, files.values()))
    if size > LARGEST:
        raise NoImage(f"the firmware takes {size} bytes of the board's flash; it must not take more than {LARGEST}")
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in files.items():
        (folder / FILES / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / FILES / name).write_bytes(data)
    shutil.copyfile(builds / "firmware.uf2", folder / UF2)
    (folder / "files.littlefs").write_bytes(file_system(files))
    built_from = (builds / "built-from.txt").read_text(encoding="utf-8")
    (folder / "BUILT-FROM").write_text(f"taula {version_here()} {_commit()}\n{built_from}files {size} bytes\n",
                                       encoding="utf-8")
    (folder / MADE_FROM).write_text(as_text(sums()), encoding="utf-8")
    list_sums(folder)


def _commit() -> str:
    git = shutil.which("git")
    if not git:
        return "of an unknown commit"
    done = subprocess.run([git, "-C", str(FIRMWARE), "describe", "--always", "--dirty"], capture_output=True,
                          text=True, check=False)
    return f"commit {done.stdout.strip()}" if done.returncode == 0 else "of an unknown commit"


def main() -> int:
    """Build the release into the folder that the command line names."""
    folder = Path(sys.argv[1])
    try:
        release(folder, micropython_folder())
    except NoImage as why:
        print(why, file=sys.stderr)
        return 2
    print((folder / "BUILT-FROM").read_text(), end="")
    print(f"The image is in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
