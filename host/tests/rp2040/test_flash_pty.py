"""`taula flash` against MicroPython on an emulated board that has nothing: the whole release, over a pseudo-terminal.

The other emulator than that of test_flash_whole.py, ten times as slow: what one of the two does wrong on its USB the
other may do right.
"""

from hardware_tests import needs
from host import board_files
from host.board_image import micropython_folder
from host.board_image import release as lay_release
from host.cli import main
from host.tests.rp2040.test_flash import port  # noqa: F401  a fixture

LIMIT_S = 1800     # of real time; measured: 220 s of a processor
PATIENCE_S = 600   # of it until the greeting: from power to there it takes 40 s of a processor


def test_a_bare_board_gets_the_whole_release_and_greets(tmp_path, port, monkeypatch, capsys):  # noqa: F811
    needs.package("mpremote")
    monkeypatch.setattr(board_files, "ANSWER_S", 5.0)
    monkeypatch.setattr(board_files, "START_S", PATIENCE_S)
    lay_release(tmp_path / "release", micropython_folder(build=False))
    assert main(["flash", port, "--release", str(tmp_path / "release")]) == 0
    assert "The board greets: role " in capsys.readouterr().out
