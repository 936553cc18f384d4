"""`taula export`: what each format says of a journal and of an annotated game, what it keeps back and refuses."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from engine_lite.gcg import read
from engine_lite.record import replay
from hardware_tests import needs
from host import cli, schemas
from host.adapters.journal import Journal, read_story
from host.core.events import (
    Accepted,
    ClockCorrected,
    Corrected,
    CorrectionUndone,
    EndRack,
    EndTyped,
    ExchangeTyped,
    GameOpened,
    Passed,
    PointsGiven,
    Resigned,
)
from host.export import FORMATS
from host.export_shape import OF_CORRECTIONS
from host.games import replayed
from host.rehearsal.deal import opening, stock_of
from host.rehearsal.reading import parse
from host.seal import seal_of
from host.tests.kept_games import KeptGame
from host.view import public_view

NAME = "0001-20261129-140500.journal"
SAYS_NOTHING = re.compile(r"\A[^\n]{20,400}\.\n\Z")  # one sentence


def exported(path: Path, format: str, capfdbinary: pytest.CaptureFixture[bytes]) -> str:
    """What the command writes, having ended well; its line ends as they are."""
    assert cli.main(["export", str(path), "--format", format]) == 0
    out, err = capfdbinary.readouterr()
    assert err == b""
    return out.decode()


def refused(words: list[str], capfdbinary: pytest.CaptureFixture[bytes]) -> str:
    """The one sentence with which the command ends, having written nothing."""
    assert cli.main(["export", *words]) == 2
    out, err = capfdbinary.readouterr()
    assert out == b""
    assert SAYS_NOTHING.match(err.decode()), err.decode()
    return err.decode()


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """QUINA, SÈSAM (002), FEInES taken back, a pass, an exchange: nobody has gone out."""
    with KeptGame(tmp_path / NAME, lexicon="Leximots") as game:
        game.play("h5 QUINA")
        game.play("i4 SESAM")
        game.play("4d FEInES")
        game.withdraw()
        game.tell(Passed(game.seat, at_ns=game.now()))
        game.tell(ExchangeTyped(game.now(), game.seat, 3))
    return tmp_path / NAME


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """Manacor: QUINA, a blank NY, three passes; own racks off (000 r21), and Biel was ten minutes over."""
    with KeptGame(tmp_path / NAME, "manacor", ("Anna Roig", "Biel")) as game:
        game.play("h5 QUINA")
        game.play("8h Any")
        for _ in range(3):
            game.tell(Passed(game.seat, at_ns=game.now()))
        at = game.now()
        game.tell(EndTyped(at, "lost_turns"))
        game.tell(EndRack(at, 0, "TRS?ENA", -1))
        game.tell(EndRack(at, 1, "ZL·LAAEEI", -1))
        game.tell(PointsGiven(at, 1, "time", -100))
    return tmp_path / NAME


PUT_RIGHT = (
    "turn 1: score 30, 22 play before and 30 play after; by referee at 1:00; both agree",
    "turn 2: withdrawn, 24 play before and 0 withdrawn after; by referee at 1:20; undone: referee a slip",
    "clock of Biel: 29:40 before and 12:00 after; by referee at 2:00; it was never pressed",
    "penalty -5 for Biel: total 24 before and 19 after; by referee at 2:20; late",
)


@pytest.fixture
def corrected(tmp_path: Path) -> Path:
    """QUINA agreed at 30, SESAM withdrawn by a slip, a clock and a penalty; then Biel resigns."""
    with KeptGame(tmp_path / NAME) as game:
        game.play("h5 QUINA")
        game.play("i4 SESAM")
        game.tell(Corrected(game.now(), 1, "score", "30", "referee", "both agree"))
        game.tell(Corrected(game.now(), 2, "withdrawn", "", "referee", ""))
        game.tell(CorrectionUndone(game.now(), 2, "referee", "a slip"))
        game.tell(ClockCorrected(1, 720_000_000_000, None, "referee", "it was never pressed", at_ns=game.now()))
        game.tell(PointsGiven(game.now(), 1, "penalty", -5, "referee", "late"))
        game.tell(Resigned(1, at_ns=game.now()))
    return tmp_path / NAME


# --- the sheet -----------------------------------------------------------------------------------------------


def test_the_sheet_of_a_running_game(running: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """002: 22 and 24; FEInES (4 + 1 + 1 + 0 + 2 + 1) x 2 + EQUINA 13, taken back; twenty seconds a turn."""
    assert exported(running, "txt", capfdbinary) == """\
table     4
rulebook  fisc_classic (Classic game)
lexicon   Leximots
tiles     catalan, 100 tiles
date      2026-11-29 14:05, by the name of the file
racks     not shown: the game is not over
squares   of the word's first letter; h5: in row h from column 5 across, 5h: in column 5 from row h down
blanks    C₀ is a blank that stands for C, ? a blank without a name
dash      - and 0: a pass, an exchange or a withdrawn play; which of them stands below the rounds

round  Anna      points  total  Biel      points  total
    1  h5 QUINA      22     22  i4 SESAM      24     24
    2  -              0     22  -              0     24
    3  -              0     22

round 2, Anna: 4d FEIN₀ES withdrawn, which would have been 31
round 2, Biel: pass
round 3, Anna: exchange of 3 tiles

total      Anna 22, Biel 24
time left  Anna 29:00, Biel 29:00
ended      not over
"""


def test_the_sheet_of_a_finished_game(finished: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Manacor prints Q (000 r14). By hand: A 1 and a blank NY 0; TRSENA? is 6, ZL·LAAEEI 23; ten minutes are 100."""
    text = exported(finished, "txt", capfdbinary)
    assert "racks     in alphabetical order, ? last\n" in text
    assert text.partition("\n\n")[2] == """\
round  rack     Anna Roig  points  total  rack       Biel     points  total
    1           h5 QINA        22     22             8h ANY₀       1      1
    2  AENRST?  -               0     22  AAEEIL·LZ  -             0      1
    3  AENRST?  -               0     22

round 2, Anna Roig: pass
round 2, Biel: pass
round 3, Anna Roig: pass
end, Anna Roig: own rack AENRST? -6, total 16
end, Biel: own rack AAEEIL·LZ -23, total -22
end, Biel: overtime -100, total -122

total        Anna Roig 16, Biel -122
time left    Anna Roig 29:00, Biel 29:00
ended        lost_turns: too many lost turns in a row
winner       Anna Roig
put right 1  time -100 for Biel: total -22 before and -122 after; at 2:00
"""


def test_the_sheet_tells_what_was_put_right(
    corrected: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Who, when, why, before and after, what was undone too; and beside the points that they were agreed on."""
    text = exported(corrected, "txt", capfdbinary)
    assert "    1  h5 QUINA      30     30  i4 SESAM      24     24\n" in text
    assert "\nround 1, Anna: 30 points agreed on for h5 QUINA, by the rules 22\n" in text
    assert [line for line in text.splitlines() if line.startswith(("winner", "put right", "seal"))] == [
        "winner       Anna",
        *(f"put right {number}  {told}" for number, told in enumerate(PUT_RIGHT, 1)),
    ]


def test_a_game_taken_up_in_the_middle_says_from_what(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Its totals are no turn's; as an annotated game it cannot be said at all."""
    with KeptGame(tmp_path / NAME, totals=(296, 280)) as game:
        game.play("h5 QUINA")
    text = exported(tmp_path / NAME, "txt", capfdbinary)
    assert "began     in the middle: totals 296 280, board empty\n" in text
    assert "h5 QUINA      22    318" in text
    sentence = refused([str(tmp_path / NAME), "--format", "gcg"], capfdbinary)
    assert sentence.startswith(f"{NAME} cannot be an annotated game: it was taken up in the middle")


# --- the annotated game --------------------------------------------------------------------------------------


def test_the_annotated_game_is_the_game_of_the_journal(
    finished: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Read back and replayed by the same rulebook: the same turns, board, totals and settlements."""
    record = read(exported(finished, "gcg", capfdbinary))
    table, _ = replayed(read_story(finished))
    told = replay(record, table.game.rulebook)
    assert told.game == table.game
    assert told.agrees
    assert told.doubts == ()


def test_an_exported_game_exports_again_the_same(
    finished: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Through the file: the same bytes; and the sheet knows its rulebook again, for it prints the Q."""
    text = exported(finished, "gcg", capfdbinary)
    (tmp_path / "game.gcg").write_text(text, encoding="utf-8")
    assert exported(tmp_path / "game.gcg", "gcg", capfdbinary) == text
    assert "h5 QINA" in exported(tmp_path / "game.gcg", "txt", capfdbinary)


def test_a_games_own_faults_are_told(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Human files hold human errors; what is exported is what the rules compute."""
    path = tmp_path / "wrong.gcg"
    path.write_text("#player1 a Ann\n#player2 b Bo\n>a: AEIRTWS 8D WAITE +25 25\n>b: - +0 0\n")
    text = exported(path, "txt", capfdbinary)
    assert "h4 WAITE      24     24" in text
    assert "file   line 3 states the score 25; by the rules it is 24\n" in text


def test_an_agreed_score_is_in_the_annotated_game(
    corrected: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Whoever replays the file comes to the table's totals; its notes tell all that was put right."""
    text = exported(corrected, "gcg", capfdbinary)
    record = read(text)
    told = replay(record)
    assert (told.game.totals, told.agrees) == ((30, 19), True)
    assert [note.text for note in record.notes][-4:] == [
        f"put right {number}: {each}" for number, each in enumerate(PUT_RIGHT, 1)]
    (tmp_path / "game.gcg").write_text(text, encoding="utf-8")
    assert "30 points agreed on for h5 QUINA" in exported(tmp_path / "game.gcg", "txt", capfdbinary)


def test_a_play_that_no_longer_fits_is_told_and_replayed(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """QUINA withdrawn once SESAM hangs on it: by the list, in a note, and with the points that the table has."""
    with KeptGame(tmp_path / NAME) as game:
        game.play("h5 QUINA")
        game.play("i4 SESAM")
        game.tell(Corrected(game.now(), 1, "withdrawn", "", "referee", "not a word"))
        totals = game.table.game.totals
    assert "no longer fits  turn 2, after what was put right before it\n" in exported(
        tmp_path / NAME, "txt", capfdbinary)
    assert json.loads(exported(tmp_path / NAME, "json", capfdbinary))["misfits"] == [2]
    assert "\r\n2,B,Biel,misfit," in exported(tmp_path / NAME, "csv", capfdbinary)
    record = read(exported(tmp_path / NAME, "gcg", capfdbinary))
    told = replay(record)
    assert (record.misfits, told.game.totals, told.agrees) == ((2,), totals, True)


# --- racks of a running game ---------------------------------------------------------------------------------

RUNNING = """\
#player1 a Ann
#player2 b Bo
#lexicon CSW21
>a: AEIRTWX 8D WAITE +24 24
#note kept RX, holds a secret
>b: BFJKQVZ -JQV +0 0
>a: RX - +0 24
"""


SECRETS = ("AEIRTWX", "BFJKQVZ", "JQV", "GH", "BFKZ", "RX", "secret")


@pytest.mark.parametrize("more", ["#incomplete RXGH\n", "#rack1 RXGH\n#rack2 BFKZ\n"])
@pytest.mark.parametrize("format", FORMATS)
def test_no_format_tells_a_rack_of_a_running_game(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], format: str, more: str
) -> None:
    """Fair play: not the racks, not what was exchanged, not what is left, not what somebody noted beside."""
    path = tmp_path / "running.gcg"
    path.write_text(RUNNING + more)
    text = exported(path, format, capfdbinary)
    assert "WAITE" in text
    told = [secret for secret in SECRETS if secret in text]
    assert told == []
    if format == "json":
        found = json.loads(text)
        assert (found["over"], found["racks"], found["exchanges"][0]) == (
            False, [], {"turn": 2, "count": 3, "tiles": []})


@pytest.mark.parametrize(
    ("format", "rack"), [("gcg", "(ZXÇ)"), ("csv", "ZXÇ"), ("json", '"Z","X","Ç"'), ("txt", "own rack ÇXZ")]
)
def test_a_rack_typed_too_early_is_kept_back(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], format: str, rack: str
) -> None:
    """The referee may settle a rack before the game is ended: only the end lets it out."""
    with KeptGame(tmp_path / NAME) as game:
        game.play("h5 QUINA")
        game.tell(EndRack(game.now(), 1, "ZXÇ", -1))
        before = exported(tmp_path / NAME, format, capfdbinary)
        game.tell(EndTyped(game.now(), "resigned"))
    assert "Ç" not in before
    assert "-28" in before  # the points are no secret: 8 + 10 + 10
    assert rack in exported(tmp_path / NAME, format, capfdbinary)


# --- JSON and CSV --------------------------------------------------------------------------------------------

KEYS = [
    "table", "rulebook", "language", "phase", "at_ms", "linked", "live", "seats", "board", "laid", "turns", "prompts",
    "ended", "faces", "questioned", "chosen_words", "points", "winner", "corrections", "misfits",
    "seal", "menu", "verdict", "look_ms", "version", "over", "variant",
    "tile_set", "lexicon", "description", "date", "board_began",
    "totals_began", "adjustments", "exchanges", "racks", "doubts",
]  # fmt: skip


def test_the_json_is_the_published_view_and_more(finished: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Whoever reads what the page shows reads this too; the keys are a contract."""
    text = exported(finished, "json", capfdbinary)
    found = json.loads(text)
    assert list(found) == KEYS
    view = msgspec.json.decode(text, type=schemas.GameView)
    assert [seat.total for seat in view.seats] == [16, -122]
    assert (view.phase, view.linked, view.live, view.laid, view.prompts) == ("over", False, False, (), ())
    assert found["racks"][0] == {"turn": 3, "tiles": ["A", "E", "N", "R", "S", "T", "?"]}
    assert found["adjustments"][1] == {
        "kind": "end_penalty", "seat": 1, "points": -23, "total": -22, "after_turn": 5,
        "tiles": ["Z", "L·L", "A", "A", "E", "E", "I"],
    }  # fmt: skip


def test_the_json_has_corrections_and_winner_as_the_page_had_them(
    corrected: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Nothing vanishes between the referee's page and the archive."""
    view = msgspec.json.decode(exported(corrected, "json", capfdbinary), type=schemas.GameView)
    table, _ = replayed(read_story(corrected))
    shown = public_view(table, table.at_ns, "ca")
    assert (view.corrections, view.winner, view.seal) == (shown.corrections, 0, None)
    assert [(each.what, each.by, each.why, each.before, each.after, each.undone) for each in view.corrections] == [
        ("score", "referee", "both agree", "22 play", "30 play", ""),
        ("withdrawn", "referee", "", "24 play", "0 withdrawn", "referee a slip"),
        ("clock", "referee", "it was never pressed", "1780", "720", ""),
        ("penalty", "referee", "late", "24", "19", ""),
    ]


@pytest.mark.parametrize("format", ["json", "txt"])
def test_the_seal_of_an_accepted_result_is_exported(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], format: str
) -> None:
    """The code that both sides saw: the same from the journal, years later."""
    with KeptGame(tmp_path / NAME) as game:
        game.play("h5 QUINA")
        game.tell(Resigned(1, at_ns=game.now()))
        for seat in (0, 1):
            game.tell(Accepted(seat, at_ns=game.now()))
        code = seal_of(game.table)
    assert re.fullmatch("[A-Z2-7]{4}-[A-Z2-7]{4}", code)
    text = exported(tmp_path / NAME, format, capfdbinary)
    assert code in text
    if format == "json":
        assert [seat.accepted for seat in msgspec.json.decode(text, type=schemas.GameView).seats] == [True, True]


def test_the_rows_are_those_of_rfc_4180(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Lines end with CR LF; a name with a comma and a quotation mark is one field."""
    name = 'Roig, "Nina"'
    with KeptGame(tmp_path / NAME, "manacor", (name, "Biel")) as game:
        game.play("h5 QUINA")
        game.tell(ExchangeTyped(game.now(), game.seat, 2))
    text = exported(tmp_path / NAME, "csv", capfdbinary)
    assert text.count("\r\n") == text.count("\n") == 3
    assert list(csv.reader(io.StringIO(text, newline=""))) == [
        ["turn", "seat", "name", "kind", "rack", "start", "word", "tiles", "count", "points", "total",
         "number", "what", "value", "before", "after", "by", "at_s", "why", "undone"],
        ["1", "A", name, "play", "", "h5", "[QU]INA", "[QU]INA", "4", "22", "22", *[""] * 9],
        ["2", "B", "Biel", "exchange", "", "", "", "", "2", "0", "0", *[""] * 9],
    ]


def test_what_was_put_right_has_rows_of_its_own_that_add_no_points(
    corrected: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A spreadsheet sorts and filters them by turn, side and kind; the sums of the points stay the totals."""
    rows = list(csv.DictReader(io.StringIO(exported(corrected, "csv", capfdbinary), newline="")))
    put_right = [row for row in rows if row["kind"] == "correction"]
    assert [[row[name] for name in ("turn", "seat", "points", "total", *OF_CORRECTIONS)] for row in put_right] == [
        ["1", "A", "", "", "1", "score", "30", "22 play", "30 play", "referee", "60", "both agree", ""],
        ["2", "B", "", "", "2", "withdrawn", "", "24 play", "0 withdrawn", "referee", "80", "", "referee a slip"],
        ["", "B", "", "", "3", "clock", "", "29:40", "12:00", "referee", "120", "it was never pressed", ""],
        ["2", "B", "", "", "4", "penalty", "-5", "24", "19", "referee", "140", "late", ""],
    ]
    points = [(row["seat"], int(row["points"] or 0)) for row in rows]
    assert [sum(each for seat, each in points if seat == side) for side in "AB"] == [30, 19]
    assert {row["kind"] for row in rows[:-4]} == {"play", "penalty"}


def test_every_format_is_utf_8_whatever_the_terminal(running: Path) -> None:
    """A file redirected from a terminal without the letters must not be full of escapes."""
    for format, sign in (("txt", "N₀"), ("json", '"date"')):
        told = subprocess.run(
            [sys.executable, "-m", "host.cli", "export", str(running), "--format", format], capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": "ascii"}, cwd=needs.CHECKOUT, timeout=60, check=True,
        )  # fmt: skip
        assert sign in told.stdout.decode("utf-8")


@pytest.mark.parametrize("variant", ["12min", "15min"])
def test_a_rehearsals_journal_names_its_class_of_players(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], variant: str
) -> None:
    """A game of 15 turns must not be archived as one of the other class, whose games have 10."""
    script = parse(f"rulebook fisc_school\nvariant {variant}\nstart A\n")
    Journal.create(tmp_path / NAME, opening(script, stock_of(script))).close()
    assert f"rulebook  fisc_school {variant} (" in exported(tmp_path / NAME, "txt", capfdbinary)
    assert json.loads(exported(tmp_path / NAME, "json", capfdbinary))["variant"] == variant


# --- what is wrong -------------------------------------------------------------------------------------------


def test_a_damaged_journal_is_refused_and_the_record_named(
    running: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """One flipped bit: which record, and that a person decides."""
    lines = running.read_bytes().splitlines(keepends=True)
    lines[4] = lines[4][:30] + bytes([lines[4][30] ^ 1]) + lines[4][31:]
    running.write_bytes(b"".join(lines))
    sentence = refused([str(running), "--format", "txt"], capfdbinary)
    assert sentence.startswith(f"{NAME}: record 5 (line 5, turn 1) is damaged; 4 sound records stand before it")


def test_a_torn_tail_is_told_and_the_rest_exported(running: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """The power went while the last line was written: the game stands, and is not touched."""
    data = running.read_bytes()
    running.write_bytes(data + b"000120 12345678 {")
    text = exported(running, "txt", capfdbinary)
    assert "file       torn tail: 17 bytes from record " in text
    assert "h5 QUINA" in text
    assert running.read_bytes() == data + b"000120 12345678 {"


@pytest.mark.parametrize(
    ("name", "content", "begins"),
    [
        ("notes.txt", b"hello\n", "{path} is no game: name a table's journal"),
        ("empty.journal", b"", "empty.journal holds no sound record of a game"),
        ("game.gcg", b"hello\n", "game.gcg: line 1"),
        ("game.gcg", b"#player1 a A\n#player2 b B\n>a: ABC 1A ABC +1 1\n", "game.gcg: line 3"),
        ("game.gcg", b"\xff\xfe#", "game.gcg is UTF-16"),
    ],
)
def test_what_is_no_game_is_refused(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], name: str, content: bytes, begins: str
) -> None:
    """By one sentence that names the file, and the line where there is one."""
    path = tmp_path / name
    path.write_bytes(content)
    assert refused([str(path), "--format", "csv"], capfdbinary).startswith(begins.format(path=path))


def test_what_cannot_be_read_is_refused(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """A file that is not there, a folder."""
    assert "No such file" in refused([str(tmp_path / "none.gcg"), "--format", "txt"], capfdbinary)
    assert "Is a directory" in refused([str(tmp_path), "--format", "txt"], capfdbinary)


@pytest.mark.parametrize("words", [["g.gcg"], ["g.gcg", "--format", "pdf"], ["--format", "txt"]])
def test_an_unknown_format_is_refused(words: list[str], capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """And a format or a game that is not named at all."""
    refused(words, capfdbinary)


@pytest.mark.parametrize(
    ("first", "says"),
    [
        ({"rulebook": "ours"}, "no rulebook is called “ours”"),
        ({"tile_set": "klingon"}, "names the tile set 'klingon'"),
        ({"board": "15/15"}, "cannot be replayed by this version of the rules"),
        ({"totals": (1, 2, 3)}, "cannot be replayed by this version of the rules"),
    ],
)
def test_what_this_version_lacks_is_named(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], first: dict[str, object], says: str
) -> None:
    """A club's own rulebook, tiles that come with a later version."""
    opened = {"at_ns": 0, "rulebook": "manacor", "seats": ("A", "B"), "clock_ns": (1, 1), "tiles": (), **first}
    Journal.create(tmp_path / NAME, GameOpened(**opened)).close()
    assert says in refused([str(tmp_path / NAME), "--format", "txt"], capfdbinary)


def test_totals_of_another_version_are_no_game(running: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """A journal whose stored totals are not what its events come to must not leave as if nothing were wrong."""
    with KeptGame(running.with_name("0002.journal")) as game:
        game.play("h5 QUINA")
        game._journal.record_totals(2, (99, 99))
        game.tell(Passed(game.seat, at_ns=game.now()))
    sentence = refused([str(running.with_name("0002.journal")), "--format", "json"], capfdbinary)
    assert "cannot be replayed by this version of the rules: turn 2" in sentence
