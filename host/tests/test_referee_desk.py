"""What the referee's page is given of a real table: counts that add up, never a rack's letter, readings, the log."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tablewire import messages as wire
from tablewire.frames import frame

from engine_lite.notation import parse_square
from engine_lite.tiles import CATALAN
from host import desk, games
from host.app import App
from host.core.events import (
    BoardUp,
    Calmed,
    ClockPressed,
    GameOpened,
    HallChanged,
    RackTagRead,
    RackTold,
    Stirred,
    TagsRead,
)
from host.core.prompts import PROMPTS
from host.referee_log import RefereeLog
from host.rehearsal import outcome
from host.schemas import Action, PromptView, RefereeView, Role
from host.tests.far_board import Far
from host.tests.test_desk import ANNA, BIEL, REFEREE, SECOND, TAGS, Table
from host.words import log_sentence
from host.words.log import ACTS

ALL = sum(kind.count for kind in CATALAN.faces)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    found = Table(tmp_path, "fisc_classic")
    yield found
    found.app.close()


def seen(table: Table) -> RefereeView:
    """What the referee's page shows besides the public view, as of now."""
    return table.app.for_referee(table.app.view())


def log(table: Table) -> list[tuple[str, dict[str, str]]]:
    return [(line.name, line.data) for line in seen(table).log]


def place(view: RefereeView, name: str, seat: int | None = None) -> int:
    return next((each.count for each in view.places if (each.place, each.seat) == (name, seat)), 0)


def rest(table: Table) -> None:
    """The board speaks, and all on it is at rest."""
    table.app.happened(BoardUp(table.now_ns, False))
    table.app.happened(Calmed(table.now_ns))


def played(table: Table) -> None:
    """NO on h8, pressed."""
    rest(table)
    table.act(ANNA, "start")
    table.lay("N O", "h8")
    table.app.happened(Calmed(table.now_ns))
    table.press(0)


# --- where the tiles are -----------------------------------------------------------------------------


def test_a_tile_that_is_gone_from_the_board_is_looked_for_with_its_square(table):
    """It is counted once: neither on the board nor anywhere else."""
    played(table)
    assert (place(seen(table), "board"), place(seen(table), "lost")) == (2, 0)
    table.app.happened(HallChanged(table.now_ns, parse_square("h8"), False))
    table.app.happened(TagsRead(table.now_ns, parse_square("h8"), ()))
    view = seen(table)
    assert (place(view, "board"), place(view, "lost")) == (1, 1)
    assert [each.squares for each in view.places if each.place == "lost"] == [("h8",)]
    assert sum(each.count for each in view.places) == ALL


def test_a_tile_that_stands_elsewhere_on_the_board_is_not_looked_for(table):
    played(table)
    tag, = table.app.table.sensed.tags[parse_square("h8")]
    table.app.happened(HallChanged(table.now_ns, parse_square("h8"), False))
    table.app.happened(TagsRead(table.now_ns, parse_square("h8"), ()))
    table.app.happened(HallChanged(table.now_ns, parse_square("j9"), True))
    table.app.happened(TagsRead(table.now_ns, parse_square("j9"), (tag,)))
    view = seen(table)
    assert (place(view, "board"), place(view, "lost")) == (2, 0)
    found = {each.square: each for each in view.sensed}
    assert found[parse_square("j9")].stands.face == "N"
    assert found[parse_square("h8")].belongs.face == "N"


@pytest.mark.parametrize("script", ["h16-sensor-stuck-on", "f41-blank-moved-or-renamed"])
def test_the_places_hold_all_tiles_after_every_event(monkeypatch, script):
    """Through hands, models, firmware and wire: no tile is counted twice, none forgotten."""
    applied, told = App._keep_and_apply, []

    def watched(app, event, source):
        applied(app, event, source)
        view = app.for_referee(app.view())
        told.append(sum(each.count for each in view.places))

    monkeypatch.setattr(App, "_keep_and_apply", watched)
    found = outcome.rehearse(Path(__file__).parent / "faults" / f"{script}.txt", "sensors")
    assert not found.failures
    assert len(told) > 20
    assert set(told) == {ALL}


def racked(folder: Path, faces: str, by_loop: bool) -> Table:
    """A game in which `faces` are known to be on Anna's rack: a loop reads them, or the referee has typed them."""
    folder.mkdir()
    table = Table(folder, "fisc_classic", ("racks",) if by_loop else ())
    rest(table)
    if not by_loop:
        table.act(REFEREE, "start", seat=0)
        assert table.act(REFEREE, "rack", seat=0, tiles=faces) == ""
        return table
    table.app.happened(BoardUp(table.now_ns, False, "racks"))
    table.act(REFEREE, "start", seat=0)
    tags = [next(tag for tag, face in TAGS.items() if face == each) for each in faces.split()]
    for tag in tags:
        table.app.happened(RackTagRead(table.now_ns, 0, tag))
    table.app.happened(RackTold(table.now_ns, 0, len(tags)))
    assert table.app.table.ledger.of(0) == tuple(sorted(tags))
    return table


@pytest.mark.parametrize("by_loop", [False, True], ids=["typed", "read"])
def test_no_letter_of_a_rack_reaches_the_referees_page(tmp_path, by_loop):
    """Two tables that differ in nothing but the tiles on a rack give the same bytes."""
    tables = [racked(tmp_path / faces[0], faces, by_loop) for faces in ("E A I L M N S", "O U A R T Z X")]
    assert tables[0].app.table.course.rack(0) != tables[1].app.table.course.rack(0)
    one, other = (msgspec.json.encode(seen(each)) for each in tables)
    assert one == other
    assert place(seen(tables[0]), "rack", 0) == 7
    for each in tables:
        each.app.close()


def test_what_no_reader_tells_is_said_to_be_reckoned(tmp_path):
    """A table without any reader beside the board; one whose loops have gone silent."""
    for readers, told in (((), "never"), (("racks", "bag"), "silent")):
        folder = tmp_path / told
        folder.mkdir()
        table = Table(folder, "fisc_classic", readers)
        rest(table)
        view = seen(table)
        assert {each.told for each in view.places if each.place in ("bag", "rack")} == {told}
        table.app.close()


# --- the log -----------------------------------------------------------------------------------------


def test_what_people_did_stands_in_the_log_newest_first(table):
    rest(table)
    table.act(ANNA, "start")
    table.act(REFEREE, "pause")
    table.act(REFEREE, "resume")
    table.act(REFEREE, "set_clock", seat=1, clock="12:05")
    table.act(REFEREE, "points", seat=0, points=-10, text="time")
    table.act(REFEREE, "note", text="late")
    table.act(BIEL, "resign")
    acts = ["ended", "resigned", "noted", "points", "clock_set", "went_on", "paused", "started", "board_there",
            "opened"]
    assert [name for name, _ in log(table) if name not in PROMPTS] == acts
    assert dict(log(table))["clock_set"] == {"player": "Biel", "left_ms": "725000"}


def test_what_was_refused_is_not_logged_as_done(table):
    rest(table)
    table.act(ANNA, "start")
    assert table.act(REFEREE, "resume") == "The game is not paused."
    assert "went_on" not in dict(log(table))


def test_what_is_said_while_a_press_is_being_decided_is_logged_once_it_is_done(table):
    """The press waits for the board to come to rest; then the note is kept, and the clocks that run go on."""
    rest(table)
    table.act(ANNA, "start")
    table.lay("N O", "h8")
    table.app.happened(Stirred(table.now_ns))
    table.app.happened(ClockPressed(table.now_ns, 0))
    assert table.app.table.press is not None
    table.act(REFEREE, "note", text="late")
    assert "noted" not in dict(log(table))
    table.app.happened(Calmed(table.now_ns))
    table.now_ns += SECOND
    table.app.tick()
    assert table.app.table.press is None
    assert [name for name, _ in log(table)].count("noted") == 1


def test_what_waits_and_is_refused_then_is_not_logged(table):
    rest(table)
    table.act(ANNA, "start")
    table.lay("N O", "h8")
    table.app.happened(Stirred(table.now_ns))
    table.app.happened(ClockPressed(table.now_ns, 0))
    table.act(REFEREE, "resume")
    table.app.happened(Calmed(table.now_ns))
    table.now_ns += SECOND
    table.app.tick()
    assert "went_on" not in dict(log(table))


def test_corrections_verdicts_and_squares_left_out_are_logged(table):
    """Whatever event they came of: what the table holds after it counts."""
    played(table)
    assert table.act(BIEL, "challenge", words=("NO",)) == ""
    assert table.act(REFEREE, "verdict_yes") == ""
    assert table.act(REFEREE, "correct", turn=1, points=9, why="agreed") == ""
    assert table.act(REFEREE, "undo_correction", turn=1) == ""
    table.app.happened(HallChanged(table.now_ns, parse_square("m3"), True))
    table.app.happened(TagsRead(table.now_ns, parse_square("m3"), ()))
    assert table.act(REFEREE, "name_tile", square="m3", face="") == ""
    names = [name for name, _ in log(table)]
    for act in ("corrected", "correction_undone", "masked", "named_empty", "ruled_valid", "challenged"):
        assert act in names, act
    assert dict(log(table))["corrected"] == {"turn": "1", "before": "4 play", "after": "9 play", "why": "agreed"}


def test_a_clock_that_is_set_and_undone_is_logged_with_its_reason(table):
    rest(table)
    table.act(ANNA, "start")
    assert table.act(REFEREE, "set_clock", seat=1, clock="12:05", why="forgotten") == ""
    assert table.act(REFEREE, "undo_correction", turn=1) == ""
    lines = [line for line in log(table) if line[0] in ACTS]
    assert lines[:2] == [("correction_undone", {"number": "1"}),
                         ("clock_set", {"player": "Biel", "left_ms": "725000", "why": "forgotten"})]
    assert log_sentence("clock_set", (), lines[1][1], "en") == "Clock of Biel set to 12:05 · forgotten"


def test_a_prompt_is_logged_when_it_comes_and_keeps_its_age_while_its_square_is_read_again():
    """A whole board that is told anew clears its faults for a moment: they are no new ones."""
    kept, prompt = RefereeLog(), PromptView("missing", ("h7",), "", {"face": "N"})
    kept.saw((prompt,), 1_000)
    kept.saw((), 5_000)
    kept.saw((prompt,), 6_500)
    assert [(each.name, each.at_ms) for each in kept.since] == [("missing", 1_000)]
    assert len(kept.lines) == 1
    kept.saw((), 7_000)
    kept.saw((prompt,), 60_000)
    assert [each.at_ms for each in kept.since] == [60_000]
    assert [each.at_ms for each in kept.lines] == [60_000, 1_000]


def test_a_prompt_that_hands_put_right_square_by_square_is_one_line():
    """A withdrawn play that leaves the board tile by tile; a tile that goes on to a third square is told again."""
    kept = RefereeLog()
    for at_ms, squares in ((1_000, ("h5", "h6", "h7")), (3_000, ("h6", "h7")), (5_000, ("h7",))):
        kept.saw((PromptView("remove", squares, ""),), at_ms)
    assert [(each.squares, each.at_ms) for each in kept.since] == [(("h7",), 1_000)]
    assert [each.squares for each in kept.lines] == [("h5", "h6", "h7")]
    for at_ms, squares in ((20_000, ("h7", "j9")), (22_000, ("h7", "k9"))):
        kept.saw((PromptView("moved", squares, "", {"face": "N"}),), at_ms)
    assert [(each.squares, each.at_ms) for each in kept.since] == [(("h7", "k9"), 20_000)]
    assert [each.squares for each in kept.lines][:2] == [("h7", "k9"), ("h7", "j9")]


def test_a_play_that_is_still_being_laid_fills_no_log():
    """Tile by tile it touches nothing, or has a gap: that is shown, and passes."""
    kept = RefereeLog()
    kept.saw((PromptView("detached", ("h1",), ""), PromptView("gapped", ("h2",), "")), 1_000)
    assert [each.name for each in kept.since] == ["detached", "gapped"]
    assert kept.lines == ()


def test_the_log_outlives_a_power_cut(tmp_path):
    """What the journal holds is in the log again."""
    table = Table(tmp_path, "fisc_classic")
    table.act(ANNA, "start")
    table.act(REFEREE, "set_clock", seat=1, clock="12:05")
    table.app.abandon()
    again = games.resume(table.path, lambda: table.now_ns)
    assert [line.name for line in again.log.lines] == ["clock_set", "started", "opened"]
    again.time_file.close()
    again.journal.close()


# --- read again --------------------------------------------------------------------------------------


def linked(tmp_path: Path, radio: bool = True) -> tuple[App, Far]:
    """A table whose board speaks, and that board."""
    far = Far(role=wire.WHOLE)
    opened = GameOpened(0, "fisc_classic", ("Anna", "Biel"), (1_800 * SECOND,) * 2, tuple(TAGS.items()), radio=radio)
    app = App(games.begin(tmp_path / "one.journal", opened, lambda: far.now_ns), far.link, language="en")
    app.receive(frame(0xFFFFFFFF, wire.pack(far.hello)))
    far.hears()
    far.takes(0)
    far.hears()
    return app, far


def test_the_referee_has_squares_read_again(tmp_path):
    """Each square named is asked of the board; nothing of it is an event of the game."""
    app, far = linked(tmp_path)
    assert app.for_referee(app.view()).reads_again
    assert desk.act(app, Action("read_again", text="h7 j9"), REFEREE, True) == ""
    far.wait_ms(1)
    asked = [message.square for _, message in far.hears(wire.ReadAgain)]
    assert asked == [parse_square("h7"), parse_square("j9")]
    app.close()


@pytest.mark.parametrize(("role", "text", "radio", "says"), [
    (REFEREE, "z9", True, "z9 is no square; write the row's letter and the column's number, h8."),
    (REFEREE, "", True, "That cannot be done now."),
    (REFEREE, " ".join(["h7"] * 21), True, "That cannot be done now."),
    (REFEREE, "h7", False, "That cannot be done now."),
    (Role(0, "en"), "h7", True, "That is not for this page to do."),
])
def test_what_cannot_be_read_again_is_said(tmp_path, role, text, radio, says):
    """No square, too many, a table without radio on its squares, a seat's page."""
    app, far = linked(tmp_path, radio)
    assert desk.act(app, Action("read_again", text=text), role, True) == says
    assert far.hears(wire.ReadAgain) == []
    app.close()


def test_a_board_that_is_not_there_reads_nothing(table):
    assert not seen(table).reads_again
    assert table.act(REFEREE, "read_again", text="h7") == "That cannot be done now."
    assert table.kept() == []
