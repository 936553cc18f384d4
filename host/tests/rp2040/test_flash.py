"""mpremote against MicroPython on an emulated board, over a pseudo-terminal: files arrive, and are compared."""

import hashlib
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hardware_tests import needs
from host.board_files import REMOVED, BoardTrouble, copy, greeted
from host.board_image import file_system, micropython_folder
from host.firmware_image import FOLDERS

START_S = 60   # of real time, until the pseudo-terminal is there
LIFE_S = 1800  # of real time, whatever becomes of the test
OLD = {"scan/settle.py": b"old = 1\n", "boot.py": b"", "renamed.mpy": b"old", "scan/dropped.py": b"",
       "board.json": b"{}", "scan/notes.txt": b"", "mine/own.py": b""}
STAY = ("board.json", "scan/notes.txt", "mine/own.py")
NEW = {"boot.py": b"new = 1\n", "main.py": b"", "scan/settle.mpy": bytes(range(256)) * 3, "sums.json": b"{}"}


def terminal_of(lines) -> str:
    """The pseudo-terminal that the emulator names among its lines."""
    told = []
    for line in lines:
        told.append(line)
        if found := re.search(r"/dev/pts/\d+", line):
            return found.group()
    raise AssertionError("the emulator names no pseudo-terminal: " + "".join(told))


@pytest.fixture
def port(tmp_path):
    """The path of a board at MicroPython's prompt, with the files of OLD."""
    needs.package("mpremote")
    image = tmp_path / "files.img"
    image.write_bytes(file_system(OLD))
    program = Path(sys.executable).parent / "rp2040py"
    # The firmware's own names (line, settings) must not stand before those of other programs.
    path = os.environ.get("PYTHONPATH", "").split(":")
    elsewhere = [entry for entry in path if not (Path(entry) / "boot.py").exists()]
    command = [program] if program.exists() else [sys.executable, "-m", "rp2040py"]
    # It knows nothing of us and would run on for ever after a test that was killed: `timeout` ends it then.
    with subprocess.Popen(["timeout", str(LIFE_S), *command, "micropython", "--image",
                           str(micropython_folder(build=False) / "firmware.uf2"), "--littlefs", str(image), "--pty"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path,
                          env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": ":".join(elsewhere)}) as board:
        watch = threading.Timer(START_S, board.terminate)
        watch.start()
        try:
            found = terminal_of(board.stdout)
            watch.cancel()
            yield found
        finally:
            watch.cancel()
            board.terminate()


def test_files_arrive_after_their_sums_and_those_of_earlier_releases_go(port, monkeypatch):
    monkeypatch.setattr("host.board_files.ANSWER_S", 1.0)
    assert greeted(port) is None
    copied = [(name, hashlib.sha256(NEW[name]).hexdigest())
              for name in ("sums.json", "main.py", "boot.py", "scan/settle.mpy")]
    removed = [(name, REMOVED) for name in ("renamed.mpy", "scan/dropped.py", "scan/settle.py")]
    assert list(copy(port, NEW, FOLDERS)) == [*copied[:2], *removed, *copied[2:]]
    from mpremote.transport_serial import SerialTransport
    board = SerialTransport(port)
    board.enter_raw_repl(soft_reset=False)
    assert [name for name in (*OLD, *NEW) if board.fs_exists(name)] == ["boot.py", *STAY, *NEW]
    board.close()
    written = []
    monkeypatch.setattr(SerialTransport, "fs_writefile", lambda *what: written.append(what))
    assert list(copy(port, NEW, FOLDERS)) == copied
    assert written == []


def test_a_full_board_is_named_in_one_sentence(port):
    with pytest.raises(BoardTrouble, match="does not take its files"):
        list(copy(port, {"a/b/too/deep.py": b""}))
