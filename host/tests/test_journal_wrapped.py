"""What stands around a journal's records costs none of them: an editor's mark, empty lines, lines ended by Windows.

And what can be read of no repair is not sent to one: a first record that is lost.
"""

import json
from pathlib import Path

import pytest

from host import cli
from host.adapters.journal import Journal, read_story
from host.adapters.journal_story import Damaged, Wrapped
from host.tests.kept_games import KeptGame
from host.tests.test_journal_command import refused, sound, spoiled, told

MARK = b"\xef\xbb\xbf"  # the byte order mark that an editor writes before UTF-8
LEADS = [MARK, b"\n", b"\r\n", bytes(3), bytes(4096), b"\n\n\n", b"> a line of a mail\n\n"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "g.journal"
    with KeptGame(path) as game:
        game.play("h5 QUINA")
        game.play("i4 SESAM")
    return path.read_bytes()


def repaired(path: Path, was: bytes, left_out: str, capfd: pytest.CaptureFixture[str]) -> bytes:
    """The file after a repair without any choice; what it was is kept whole beside it."""
    code, out = told(capfd, "repair", path)
    assert (code, left_out in out) == (0, True), out
    assert path.with_name("g.journal.torn").read_bytes() == was
    sound(capfd, path)
    return path.read_bytes()


@pytest.mark.parametrize("lead", LEADS)
def test_bytes_before_the_first_record_are_named_and_set_aside(
    lead: bytes, whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Every record behind them is read; a start and an export name the remedy, and it helps."""
    path = tmp_path / "g.journal"
    path.write_bytes(lead + whole)
    says = f"before record 1 (line 1): {len(lead)} bytes that are not the game's"
    code, out = told(capfd, "check", path)
    assert (code, says in out, "totals Anna 22, Biel 24" in out) == (1, True, True)
    found = json.loads(told(capfd, "check", "--json", path)[1])
    assert (found["before_first"], found["damage"], found["sound"]) == ({"bytes": len(lead)}, [], False)
    code, out = told(capfd, "dump", path)
    assert (code, says in out, len(out.splitlines())) == (1, True, 1 + whole.count(b"\n"))
    with pytest.raises(Wrapped, match=r"stand before record 1 .*`taula journal repair`"):
        Journal.open(path)
    assert path.read_bytes() == lead + whole
    assert repaired(path, lead + whole, says, capfd) == whole


def test_damage_behind_such_bytes_is_still_the_referees_to_choose(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.journal"
    path.write_bytes(MARK + spoiled(whole, 20))
    code, out = told(capfd, "repair", path)
    assert (code, "record 20 (line 20, turn 2) is damaged" in out, "--until 20" in out) == (1, True, True)
    code, out = told(capfd, "repair", path, "--until", 20)
    assert (code, "3 bytes that are not the game's" in out) == (0, True)
    assert whole.startswith(path.read_bytes())
    assert sound(capfd, path)["records"] == 19


def test_bytes_before_a_later_record_are_a_lost_beginning(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.journal"
    path.write_bytes(MARK + whole[whole.index(b"\n") + 1 :])
    found = json.loads(told(capfd, "check", "--json", path)[1])
    assert (found["before_first"], [each["record"] for each in found["damage"]]) == (None, [1])
    with pytest.raises(Damaged):
        read_story(path)


def test_lines_ended_by_windows_are_named_read_and_ended_as_they_were(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A journal mailed through Windows is a journal, and never one to be removed."""
    path = tmp_path / "g.journal"
    for lead in (b"", MARK):
        mailed = lead + whole.replace(b"\n", b"\r\n")
        path.write_bytes(mailed)
        code, out = told(capfd, "check", path)
        assert (code, "CR LF at the ends of its lines" in out, "totals Anna 22, Biel 24" in out) == (1, True, True)
        with pytest.raises(Wrapped, match=r"CR LF .*`taula journal repair`"):
            read_story(path)
        assert repaired(path, mailed, "CR LF at the ends of its lines", capfd) == whole
        path.with_name("g.journal.torn").unlink()


def test_a_lost_first_record_is_not_sent_to_a_repair_that_cannot_help(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What remains to do is said instead, and the command that it names answers."""
    path = tmp_path / "g.journal"
    path.write_bytes(spoiled(whole, 1))
    assert cli.main(["export", str(path), "--format", "txt"]) == 2
    sentence = capfd.readouterr().err
    assert "record 1 (line 1, turn 1), which opens the game, is damaged" in sentence
    assert "go on from the players' sheets" in sentence
    assert "journal repair" not in sentence
    assert told(capfd, "dump", path)[1].count("ClockPressed") == 2
    assert "go on from the players' sheets" in told(capfd, "repair", path)[1]


def test_an_export_names_the_repair_that_helps(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.journal"
    path.write_bytes(MARK + whole)
    assert cli.main(["export", str(path), "--format", "txt"]) == 2
    assert "`taula journal repair` sets them aside" in capfd.readouterr().err


def test_a_dump_tells_what_the_board_was_built_with(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nothing but what tells of a rack is hidden: which part of the table speaks is no secret."""
    path = tmp_path / "g.journal"
    path.write_bytes(whole)
    out = told(capfd, "dump", path)[1]
    assert "part=board" in out
    assert "readers=[]" in out
    assert "radio=true" in out
    hidden = {name for line in told(capfd, "dump", "--json", path)[1].splitlines()
              for name, value in json.loads(line).items() if isinstance(value, str) and value.startswith("hidden")}
    assert hidden == {"tiles", "board_tags", "aside"}


def test_bad_names_are_no_journals(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Bytes that only look wrapped hold no record at all."""
    path = tmp_path / "g.journal"
    for content in (MARK, b"\r\n" * 9, MARK + b"000012 00000000 {}\r\n"):
        path.write_bytes(content)
        assert "holds no sound record" in refused(capfd, "check", path)
