"""`taula flash PORT`: puts the firmware on a microcontroller, compares every file, and waits for its greeting.

A board that runs our firmware is asked to start without it; one at MicroPython's prompt is taken as it is; the boot
drive of a bare one gets MicroPython first. Whatever fails, the board still starts, and the command can be typed anew.
"""

import argparse
import hashlib
from collections.abc import Mapping
from pathlib import Path

from tablewire.messages import BAG, BOARD, RADIO, WHOLE, BoardHello

from host.board_files import BoardTrouble, copy, greeted, greeting, restart, stop_program
from host.firmware_image import FIRMWARE, FOLDERS, SUMS, as_text, names, sums
from host.printing import Wrong
from host.release_folder import UF2, checked, for_board, made_from_others

RELEASE = FIRMWARE.parent / "build" / "release"
DRIVE_MARK = "INFO_UF2.TXT"  # every boot drive that takes UF2 files has this file
DRIVE_ID = "RPI-RP2"         # its line Board-ID on an RP2040, whose ROM writes it; a Pico 2 says RP2350
ROLES = {BOARD: "board", RADIO: "radio", BAG: "bag", WHOLE: "whole"}


class CannotFlash(Wrong):
    """The firmware cannot be put on the board; the text says what to do."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula flash`."""
    command.add_argument("port", metavar="PORT", help="the board's serial port, or the folder of its boot drive")
    command.add_argument("--release", type=Path, metavar="FOLDER",
                         help="of `make image` (default: build/release; without it this checkout's files)")
    command.add_argument("--greets", metavar="PORT", help="where its program speaks, if not at PORT: the UART")
    command.add_argument("--role", choices=sorted(ROLES.values()),
                         help="what the board must greet as (default: as before, or any when it was bare)")
    command.add_argument("--dry-run", action="store_true", help="tell the steps, touch nothing")


def run(options: argparse.Namespace) -> int:
    """Put the release on the board at the port, or MicroPython on the boot drive. Raises CannotFlash, BadRelease."""
    drive = Path(options.port)
    if drive.is_dir():
        if options.role or options.greets:
            raise CannotFlash("taula flash: the boot drive gets MicroPython, which greets nobody; type --role and "
                              "--greets once it has it, with the board's port.")
        return _onto_drive(drive, options.release or RELEASE, options.dry_run)
    files = released(options.release)
    if options.dry_run:
        _tell_steps(options, files)
        return 0
    line = options.greets or options.port
    try:
        before = greeted(line)
        if before is not None:
            if before.role in ROLES:
                check_role(before, options.role)
            stop_program(line, before)
        for name, digest in copy(options.port, files, FOLDERS):
            print(f"{digest}  {name}")
        restart(options.port)
        hello = greeting(line)
    except BoardTrouble as why:
        raise CannotFlash(f"taula flash: {why}.") from None
    if hello.build != build_of(files):
        raise CannotFlash("taula flash: the board greets with other files than those that were copied; type the "
                          "command again.")
    check_role(hello, options.role or (ROLES.get(before.role) if before else None))
    print(f"The board greets: role {ROLES.get(hello.role, hello.role)}, {hello.uid.hex()}, start {hello.boot}, "
          f"build {hello.build:08x}")
    return 0


def check_role(hello: BoardHello, role: str | None) -> None:
    """Raises CannotFlash when the board greets as another than `role`; None: any is right."""
    greets = ROLES.get(hello.role, str(hello.role))
    if role is not None and greets != role:
        raise CannotFlash(f"taula flash: the board greets as {greets} and not as {role}; look at the divider at GP28 "
                          f"and at board.json, or type --role {greets}.")


def released(folder: Path | None) -> dict[str, bytes]:
    """The files for the board by name: of the release in `folder`, which is checked whole. Raises BadRelease.

    None: of the release that `make image` has made, or, where it has made none, of this checkout, with their sums.
    Raises CannotFlash where that release was made before a file of the firmware was changed.
    """
    if folder:
        return for_board(checked(folder))
    if RELEASE.exists():
        release = checked(RELEASE)
        if others := made_from_others(RELEASE, release, sums()):
            raise CannotFlash(f"taula flash: {RELEASE} was made from another firmware/{others[0]} than "
                              f"is here now; type: make image, or take it as it is with --release {RELEASE}.")
        return for_board(release)
    files = {name: (FIRMWARE / name).read_bytes() for name in names()}
    return {**files, SUMS: as_text(sums()).encode()}


def build_of(files: Mapping[str, bytes]) -> int:
    """What a board with just these files tells as its build: see build_sum in firmware/settings.py."""
    from zlib import crc32
    total = 0
    for folder in FOLDERS:
        for name in sorted(name for name in files if name.rpartition("/")[0] == folder):
            if name.endswith((".py", ".mpy")):
                total = crc32(files[name], total)
    return total


def check_drive(drive: Path) -> None:
    """Raises CannotFlash when the folder is no boot drive of an RP2040: another chip passes over its MicroPython."""
    try:
        told = (drive / DRIVE_MARK).read_text(encoding="utf-8", errors="replace")
    except OSError:
        raise CannotFlash(f"taula flash: {drive} is no boot drive of a Pico; hold BOOTSEL while you plug it in."
                          ) from None
    board = next((line.partition(":")[2].strip() for line in told.splitlines() if line.startswith("Board-ID:")), "")
    if board != DRIVE_ID:
        raise CannotFlash(f"taula flash: {drive} is the boot drive of {board or 'an unknown board'}, and the "
                          f"firmware is for the RP2040, whose drive says {DRIVE_ID}; take a Raspberry Pi Pico, "
                          f"not a Pico 2.")


def _onto_drive(drive: Path, release: Path, dry_run: bool) -> int:
    check_drive(drive)
    uf2 = checked(release).get(UF2)
    if uf2 is None:
        raise CannotFlash(f"taula flash: there is no {UF2} in {release}; type: make image.")
    digest = hashlib.sha256(uf2).hexdigest()
    if dry_run:
        print(f"would copy {UF2} ({digest}) to {drive}")
        return 0
    try:
        (drive / UF2).write_bytes(uf2)
    except OSError as why:
        raise CannotFlash(f"taula flash: {drive} does not take MicroPython: {why.strerror}; plug the board in again "
                          f"with BOOTSEL held.") from None
    print(f"{digest}  {UF2}\nThe board restarts with MicroPython; now type: taula flash PORT")
    return 0


def _tell_steps(options: argparse.Namespace, files: Mapping[str, bytes]) -> None:
    line = options.greets or options.port
    refused = f"; refuse it unless it is of role {options.role}" if options.role else ""
    print(f"1. ask the board at {line} to start without its program{refused}")
    size = sum(map(len, files.values()))
    print(f"2. copy {len(files)} files, {size} bytes, to {options.port} and compare the sum of each:")
    for name, data in files.items():
        print(f"   {hashlib.sha256(data).hexdigest()}  {name}")
    print("3. remove every other .py and .mpy file from the folders of the firmware; what else lies there stays")
    role = options.role or "as before, or any when it was bare"
    print(f"4. restart it, and wait at {line} until it greets with build {build_of(files):08x}; its role must be: "
          f"{role}")
