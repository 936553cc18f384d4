"""`taula flash` against our own firmware on an emulated microcontroller: files, sums, restart, role and version; and
what is broken off leaves a board that starts, says so, and can be flashed again."""

import hashlib
import json

import pytest
from tablewire.messages import BOARD

from hardware_tests import needs
from host import board_files
from host.board_files import BoardTrouble, copy, greeted, greeting, restart, stop_program
from host.board_image import image_here, micropython_folder
from host.board_image import release as lay_release
from host.cli import main
from host.firmware_image import FOLDERS, SUMS, as_text
from host.flash_command import build_of
from host.tests.usb_board import plugged_in

CHANGED = "roles/bag.mpy"  # a file that this board does not run: the older release plays as well
DROPPED = "scan/oldname.mpy"  # one that the release has no more
STRAP_MV = 0               # at GP28: a board
PATIENCE_S = 200           # of real time: the emulated board is slower than a real one, and the machine may be busy
LIMIT_S = 600


def older(files):
    """A release that differs from `files` in one file and has one more, its sums with it."""
    found = {name: data for name, data in files.items() if name != SUMS} | {CHANGED: b"older", DROPPED: b"old"}
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(found.items())}
    return {**found, SUMS: as_text(sums).encode()}


MOST_HUNG = 3          # as firmware/rounds.py has it


@pytest.fixture
def release(tmp_path):
    """The folder of a release, and its files by name."""
    lay_release(tmp_path / "release", micropython_folder(build=False))
    return str(tmp_path / "release"), image_here().files


def test_a_board_is_flashed_and_whatever_fails_leaves_one_that_starts(release, tmp_path, monkeypatch, capsys):
    needs.package("mpremote")
    monkeypatch.setattr(board_files, "ANSWER_S", PATIENCE_S)
    monkeypatch.setattr(board_files, "LEAVING_S", PATIENCE_S)
    monkeypatch.setattr(board_files, "START_S", PATIENCE_S)
    folder, files = release
    settings = json.dumps({"role": "bag"}).encode()  # the strap is stronger
    with plugged_in(tmp_path, {**older(files), "board.json": settings}, STRAP_MV) as board:
        assert main(["flash", board.port, "--release", folder, "--role", "radio"]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert "the board greets as board and not as radio" in told.err

        hello = greeted(board.port)
        assert (hello.role, hello.build) == (BOARD, build_of(older(files)))
        stop_program(board.port, hello)
        assert next(copy(board.port, files, FOLDERS))[0] == SUMS  # and broken off
        restart(board.port)
        with pytest.raises(BoardTrouble, match="1 files of the board are not as released"):
            greeting(board.port)

        assert main(["flash", board.port, "--release", folder]) == 0
        told = capsys.readouterr().out
        for name, data in files.items():
            assert f"{hashlib.sha256(data).hexdigest()}  {name}\n" in told
        assert f"removed  {DROPPED}\n" in told
        assert f"The board greets: role board, {b'USBBOARD'.hex()}, start 3, build {build_of(files):08x}" in told
        assert board.starts.read_text().count("start") == 5  # the first, and twice for service and with new files


def test_a_board_that_is_started_no_more_because_it_hung_is_mended_at_its_prompt(
        release, tmp_path, monkeypatch, capsys):
    """How it comes to that: test_boards.py. There its file system is in reach, and the start after that is made."""
    needs.package("mpremote")
    monkeypatch.setattr(board_files, "START_S", PATIENCE_S)
    folder, files = release
    with plugged_in(tmp_path, {**files, "main.py": files["main.py"] + b"#"}, STRAP_MV, hung=MOST_HUNG) as board:
        assert main(["flash", board.port, "--release", folder]) == 0
        told = capsys.readouterr().out
        assert f"The board greets: role board, {b'USBBOARD'.hex()}, start 1, " in told
        assert board.starts.read_text().count("start") == 2
