"""`taula bundle`: everything for a bug report, and nothing that may not leave the table."""

import shutil
import tarfile
from pathlib import Path

import pytest

from host.cli import main
from host.system import bundle
from host.system.machine import Machine
from host.tests.kept_games import KeptGame

CODES = ("314159", "anna-2718", "biel-2818")
SETTINGS = """\
[table]
journal = "games"
[link]
port = "/dev/none"
[web]
port = 9
referee_pin = "314159"
seat_pins = ["anna-2718", "biel-2818"]
"""


@pytest.fixture
def table(tmp_path):
    """A table's folder: settings, a game that is over, one that is not, one that is damaged."""
    (tmp_path / "table.toml").write_text(SETTINGS)
    games = tmp_path / "games"
    games.mkdir()
    shutil.copy(Path(__file__).parent / "journals/format1-referee.journal", games / "a-over.journal")
    with KeptGame(games / "b-running.journal") as game:
        game.play("h5 QUINA")
    data = bytearray((games / "b-running.journal").read_bytes())
    data[data.index(b"\n") + 60] ^= 0xFF  # in the record behind the one that opens the game
    (games / "c-damaged.journal").write_bytes(bytes(data))
    (games / "d-foreign.journal").write_bytes(b"no journal\n")
    (tmp_path / "tiles.json").write_text('{"e0040000000000ff": "A"}')
    return tmp_path


def bundled(table: Path, monkeypatch, log=""):
    """What is in the bundle, by name; the log is what journalctl would say."""
    monkeypatch.setattr(bundle, "Machine", lambda path: Machine(path, table, lambda words: log, lambda: (1,)))
    out = table / "out.tar.gz"
    assert main(["bundle", "--config", str(table / "table.toml"), "--out", str(out)]) == 0
    with tarfile.open(out) as tar:
        return {member.name: tar.extractfile(member).read().decode() for member in tar.getmembers()}


def test_the_bundle_holds_versions_settings_health_log_and_games(table, monkeypatch):
    found = bundled(table, monkeypatch, log="Ready 1.2 s after the start.\n")
    assert set(found) == {f"taula/{name}" for name in (
        "about.txt", "settings.toml", "doctor.txt", "service.log", "games/a-over.journal",
        "games/b-running.journal.txt", "games/c-damaged.journal.txt", "games/d-foreign.journal.txt")}
    assert "msgspec" in found["taula/about.txt"]
    assert "Python" in found["taula/about.txt"]
    assert "/dev/none is not there" in found["taula/doctor.txt"]
    assert found["taula/service.log"] == "Ready 1.2 s after the start.\n"
    assert found["taula/games/a-over.journal"] == (table / "games/a-over.journal").read_text()
    assert "DAMAGE" in found["taula/games/c-damaged.journal.txt"]
    assert "baud = 921600" in found["taula/settings.toml"]  # what was left out is told too


def test_no_code_of_a_page_leaves_the_table(table, monkeypatch):
    """Not in the settings, and not where something else may have said it."""
    found = bundled(table, monkeypatch, log=f"somebody typed {' and '.join(CODES)}\n")
    assert [name for name, text in found.items() for code in CODES if code in text] == []
    assert found["taula/service.log"] == "somebody typed hidden and hidden and hidden\n"


def test_a_code_that_is_refused_is_not_told_either(table, monkeypatch):
    """The sentence about a bad setting names its value, but not outside the table."""
    (table / "table.toml").write_text(SETTINGS.replace('"314159"', '"3141"'))
    found = bundled(table, monkeypatch)
    assert [name for name, text in found.items() if "3141" in text] == []
    assert "web.referee_pin is hidden; it must be" in found["taula/settings.toml"]
    assert "web.referee_pin is hidden; it must be" in found["taula/doctor.txt"]


def test_of_a_game_that_is_not_over_neither_racks_nor_the_tiles_behind_the_tags_leave(table, monkeypatch):
    """Whoever gets the bundle may sit at the table."""
    found = bundled(table, monkeypatch)
    for name in ("b-running", "c-damaged"):
        text = found[f"taula/games/{name}.journal.txt"]
        assert "hidden until the game is over" in text
        assert "e004000000000000" not in text  # the first tag of the register
    assert "tiles.json" not in "".join(found)


def test_only_the_newest_games_are_sent(table, monkeypatch):
    """A season would not go into a letter."""
    for number in range(30):
        shutil.copy(table / "games/d-foreign.journal", table / f"games/e-{number:02}.journal")
    assert sum("games/" in name for name in bundled(table, monkeypatch)) == bundle.GAMES


def test_what_is_there_is_never_written_over(table, monkeypatch, capsys):
    bundled(table, monkeypatch)
    assert main(["bundle", "--config", str(table / "table.toml"), "--out", str(table / "out.tar.gz")]) == 2
    assert "cannot be written: File exists" in capsys.readouterr().err
