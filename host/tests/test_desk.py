"""Pages that act, joined to a real table: from the browser's request to the journal, and the sentence back."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from aiohttp import ClientSession

from engine_lite.notation import parse_square
from engine_lite.tiles import CATALAN, Tile
from host import desk, games
from host.adapters.journal import read_story
from host.adapters.link import Link
from host.adapters.web.asks import result_of
from host.adapters.web.server import Web
from host.app import App
from host.core.events import (
    BagSighted,
    BlankDeclared,
    BoardUp,
    ClockPressed,
    Corrected,
    CorrectionUndone,
    Exchanged,
    ExchangeTyped,
    GameOpened,
    HallChanged,
    Noted,
    Passed,
    Resigned,
    Started,
    TagsRead,
)
from host.core.phases import Phase
from host.schemas import Action, Role
from host.view import public_view

PATIENCE_S = 10
TAGS = {f"e00401000000{number:04x}": kind.face for number, kind in enumerate(
    kind for kind in CATALAN.faces for _ in range(kind.count))}
SECOND = 1_000_000_000
ANNA, BIEL = Role(0, "en"), Role(1, "en")
REFEREE = Role(None, "en")


class Table:
    """A table without a board, and the time that a test lets go by."""

    def __init__(self, folder: Path, rulebook: str, readers: tuple[str, ...] = ()) -> None:
        self.path = folder / "one.journal"
        self.now_ns = 0
        opened = GameOpened(0, rulebook, ("Anna", "Biel"), (1_800 * SECOND,) * 2, tuple(TAGS.items()),
                            self_ending=True, readers=readers)
        game = games.begin(self.path, opened, lambda: self.now_ns)
        self.app = App(game, Link(game.resume, first=1), language="en")

    def act(self, role: Role, action: str, has_referee: bool = True, **fields: object) -> str:
        self.now_ns += 1_000_000_000
        return desk.act(self.app, Action(action, **fields), role, has_referee)

    def lay(self, faces: str, first: str) -> None:
        """Tiles on the squares from `first` (`h5`) on, settled and read."""
        used = {tag for tags in self.app.table.sensed.tags.values() for tag in tags}
        for square, face in enumerate(faces.split(), parse_square(first)):
            tag = next(tag for tag, other in TAGS.items() if other == face and tag not in used)
            used.add(tag)
            self.app.happened(HallChanged(self.now_ns, square, True))
            self.app.happened(TagsRead(self.now_ns, square, (tag,)))

    def press(self, seat: int) -> None:
        """The clock of `seat`, and the moment after it in which the board comes to rest."""
        self.now_ns += SECOND
        self.app.happened(ClockPressed(self.now_ns, seat))
        self.now_ns += SECOND
        self.app.tick()

    def prompts(self) -> set[str]:
        return {prompt.name for prompt in self.app.view().prompts}

    def kept(self) -> list[object]:
        """What the journal holds of what people did."""
        return [event for event, _ in read_story(self.path).events[1:]]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    found = Table(tmp_path, "fisc_classic")
    yield found
    found.app.close()


def test_a_game_by_pages_alone_is_in_the_journal(table):
    """Start, exchange, pass, resign: each is one event, of the side whose page it was."""
    assert table.act(BIEL, "start") == ""
    assert table.act(BIEL, "exchange", tiles="A L·L ?") == ""
    assert table.act(ANNA, "exchange", count=3) == ""
    assert table.act(BIEL, "pass") == ""
    assert table.act(BIEL, "resign") == ""
    assert table.app.table.ended == "resigned"
    tiles = (Tile("A"), Tile("L·L"), Tile("?", True))
    assert table.kept() == [
        Started(1, at_ns=SECOND), Exchanged(1, tiles, (), at_ns=2 * SECOND), ExchangeTyped(3 * SECOND, 0, 3),
        Passed(1, at_ns=4 * SECOND), Resigned(1, at_ns=5 * SECOND),
    ]  # fmt: skip
    assert table.app.view().winner == 0


def test_people_say_on_a_page_that_they_have_counted_what_was_drawn_and_who_begins(table):
    """Where no reader tells; the referee may say it too, and think better of it."""
    assert table.act(ANNA, "counted", tiles="E", keeps="Z") == ""
    assert table.app.table.phase is Phase.COUNT
    assert "count_wrong" in table.prompts()
    assert table.act(BIEL, "counted") == ""
    assert table.app.table.phase is Phase.DRAW
    assert table.act(ANNA, "drawn", tiles="E") == (
        "Write one tile for each side, in the order of the places: with 2 sides, 2 tiles.")
    assert table.act(BIEL, "drawn", tiles="E E") == ""
    assert "draw_again" in table.prompts()
    assert table.act(REFEREE, "drawn", tiles="E ?") == ""
    assert table.app.view().seats[1].on_turn
    assert table.act(REFEREE, "begins", other=0) == ""
    assert table.app.view().seats[0].on_turn
    assert table.act(ANNA, "start") == ""
    assert table.act(BIEL, "begins", other=1) == "That cannot be done now."


def test_a_page_presses_the_clock_where_no_button_does(table):
    """Failure 36: a button jams, or a table has none. The play counts from the press on the page."""
    table.act(ANNA, "start")
    assert table.act(ANNA, "press") == "That cannot be done now."
    table.lay("N O", "h8")
    assert table.act(BIEL, "press") == "It is the other side's turn."
    assert table.act(ANNA, "press") == ""
    table.now_ns += SECOND
    table.app.tick()
    assert (table.app.table.game.totals, table.app.table.clock.running) == ((4, 0), 1)
    assert ClockPressed(4 * SECOND, 0) in table.kept()


def test_what_a_page_does_not_offer_is_refused_and_not_written(table):
    """A stale or a forged request leaves no trace in the game."""
    assert table.act(ANNA, "pass") == "The first clock has not been started yet."
    table.act(ANNA, "start")
    assert table.act(BIEL, "pass") == "It is the other side's turn."
    assert table.act(ANNA, "verdict_yes") == "That is not for this page to do."
    assert table.act(ANNA, "set_clock", clock="9:00") == "That is not for this page to do."
    assert table.act(ANNA, "exchange", tiles="K") == (
        "K are not tiles of this set; write them with spaces between, A E S, and ? for a blank.")
    assert table.act(Role(2, "ca"), "pass") == "No hi ha aquest lloc: la taula en té 2."
    assert table.act(ANNA, "exchange") == "Write the tiles first."
    assert len(table.kept()) == 1


def test_what_the_rules_refuse_is_said_in_the_pages_language(table):
    """The core's reason, with its squares; nothing has changed."""
    table.act(ANNA, "start")
    table.lay("N", "h8")
    before = table.app.table.game
    assert table.act(Role(0, "ca"), "pass") == "Primer treu les fitxes de h8."
    assert table.act(REFEREE, "pass", seat=0) == "First take the tiles off h8."
    assert table.act(REFEREE, "resume") == "The game is not paused."
    assert table.app.table.game == before
    assert table.app.watchers == []


def test_a_blank_is_named_on_the_page(table):
    """And the public view shows it to the other side at once."""
    table.act(ANNA, "start")
    table.lay("?", "h8")
    assert "declare" in table.app.view().seats[0].actions
    assert table.act(ANNA, "declare", square="h8", face="NY") == ""
    assert [(tile.face, tile.blank) for tile in table.app.view().laid] == [("NY", True)]
    assert isinstance(table.kept()[-1], BlankDeclared)


def test_the_referee_acts_for_anybody_and_ends_the_game(table):
    """Pause, points, a note, disqualification; after it nothing is settled."""
    assert table.act(REFEREE, "start", seat=0) == ""
    assert table.act(REFEREE, "pause") == ""
    assert table.app.table.phase is Phase.PAUSED
    assert table.act(ANNA, "resume") == "That is not for this page to do."
    assert table.act(ANNA, "resume", has_referee=False) == ""
    assert table.act(REFEREE, "points", seat=1, points=-10, text="time") == ""
    assert table.act(REFEREE, "note", text="late") == ""
    assert table.act(REFEREE, "hold", seat=0) == "The rules of this game do not have that."  # Catalan clubs
    assert table.act(REFEREE, "disqualify", seat=1) == ""
    view = table.app.view()
    assert (view.ended, view.winner) == ("disqualified", 0)
    assert [(each.seat, each.kind, each.points, each.rack) for each in view.points] == [(1, "time", -10, "")]
    assert Noted in {type(event) for event in table.kept()}


def test_no_rack_is_published_while_the_game_goes_on(table):
    """A rack that the referee types too early is believed, and nowhere to be read."""
    table.act(REFEREE, "start", seat=0)
    assert table.act(REFEREE, "rack", seat=1, tiles="Z A E I O U S") == ""
    view = table.app.view()
    assert b"Z A E" not in msgspec.json.encode(view)
    assert b"Z A E" not in msgspec.json.encode(table.app.for_referee(view))
    assert table.app.view().points == ()


def ended(table: Table) -> None:
    """Anna has played QUINA, 22 points (seed 002); Biel and she agree that nothing more can be played."""
    table.act(ANNA, "start")
    table.lay("QU I N A", "h5")
    table.press(0)
    assert table.app.table.game.totals == (22, 0)
    assert table.act(REFEREE, "no_play") == ""


def test_each_side_says_what_is_left_on_its_rack_and_sees_how_it_counts(table):
    """002: the own rack is taken off; who has not typed it is asked, and may put a slip right until all accept."""
    ended(table)
    assert "racks_wanted" in {prompt.name for prompt in table.app.view().prompts}
    assert [(each.rack, each.unsure) for each in table.app.view().points] == [("", True)] * 2
    assert table.app.table.game.totals == (22, 0)  # and nothing is counted for a guess
    details = [line.detail for side in result_of(table.app.view(), "en") for line in side.lines]
    assert details == ["not certain yet"] * 2  # a guess is shown to nobody
    assert table.act(ANNA, "rack", tiles="Z X A L·L E E S") == ""
    assert table.act(BIEL, "rack", tiles="Z E E I I O") == "That rack holds another number of tiles: 7."
    assert table.act(BIEL, "rack", tiles="A E E I I O O") == ""
    assert table.act(BIEL, "rack", tiles="A E E I I O R") == ""
    view = table.app.view()
    assert "racks_wanted" not in {prompt.name for prompt in view.prompts}
    # Z 8, X 10, A 1, L·L 10, E 1, E 1, S 1: the values of the Catalan set
    shown = [(each.seat, each.points, sorted(each.rack.split()), each.owner, each.worth, each.times)
             for each in view.points]
    left = ["A", "E", "E", "L·L", "S", "X", "Z"]
    assert shown == [(0, -32, left, 0, 32, -1), (1, -7, list("AEEIIOR"), 1, 7, -1)]
    assert [side.total for side in view.seats] == [22 - 32, -7]
    assert view.winner == 1


def test_what_a_rack_has_too_much_is_taken_on_a_page_after_the_end(table):
    """002, "Final del joc": QUINA is withdrawn, for which Anna has drawn four; Biel takes them."""
    table.act(ANNA, "start")
    table.lay("QU I N A", "h5")
    table.press(0)
    assert table.act(BIEL, "accept_play") == ""
    assert table.act(ANNA, "draw", count=4) == ""
    assert table.act(REFEREE, "no_play") == ""
    assert table.act(REFEREE, "withdraw", turn=1, why="no word") == ""
    assert table.prompts() >= {"overdraw"}
    assert table.act(ANNA, "accept") == "Too many tiles were drawn. Put that right first."
    assert table.act(BIEL, "take", count=4, tiles="E E E E") == ""
    assert "overdraw" not in table.prompts()
    assert table.act(ANNA, "rack", tiles="QU I N A E S T") == ""
    assert table.act(BIEL, "rack", tiles="A E E I I O R") == ""
    assert [side.total for side in table.app.view().seats] == [-14, -7]  # QU 8, six of one point; seven of one point
    for who in (ANNA, BIEL):
        assert table.act(who, "accept") == ""
    assert table.app.table.phase is Phase.AGREED


def test_where_no_reader_tells_a_side_says_what_it_has_drawn_and_the_other_that_it_was_too_much(table):
    """Nobody says which tiles: 100, less 4 laid and 14 on racks; what is put back is taken as it is said (001 B8)."""
    table.act(ANNA, "start")
    table.lay("QU I N A", "h5")
    table.press(0)
    assert table.act(BIEL, "accept_play") == ""
    for who in (ANNA, REFEREE):  # said twice, drawn once
        assert table.act(who, "draw", seat=0, count=4) == ""
        assert len(table.app.table.course.bag) == 82
    assert table.act(ANNA, "draw") == "That cannot be done now."
    assert table.act(REFEREE, "draw", seat=0, count=7) == (
        "The rack is full. If too many tiles were drawn, say so.")
    assert table.act(BIEL, "overdraw", other=0, count=1) == ""
    assert (len(table.app.table.course.bag), "overdraw" in table.prompts()) == (81, True)
    assert table.act(ANNA, "return") == "Write the tiles first."
    assert table.act(ANNA, "return", tiles="Z") == ""
    assert (len(table.app.table.course.bag), "overdraw" in table.prompts()) == (82, False)


def test_where_the_ring_cannot_tell_who_has_drawn_the_side_says_so(tmp_path):
    """Both have room, no loop reads their racks: `owner_open` asks, and goes when somebody has said that he drew."""
    table = Table(tmp_path, "fisc_classic", ("bag",))
    table.app.happened(BoardUp(0, False, "bag"))
    table.act(ANNA, "start")
    table.lay("QU I N A", "h5")
    table.press(0)
    table.lay("S", "h9")
    table.press(1)
    tags = [tag for tag, face in TAGS.items() if face == "E"][:4]
    for tag in tags:
        table.app.happened(BagSighted(table.now_ns, tag))
    assert "owner_open" in table.prompts()
    assert table.act(ANNA, "draw") == ""
    assert "owner_open" not in table.prompts()
    assert len(table.app.table.course.bag) == 82
    assert table.app.table.ledger.of(0) == tuple(sorted(tags))
    table.app.close()


def test_a_rack_that_no_loop_reads_is_as_people_say_however_many_tiles_they_name(table):
    """Its size is a guess too while the game goes on; and what is exchanged is what is said."""
    table.act(ANNA, "start")
    assert table.act(REFEREE, "rack", seat=0, tiles="Z X A") == ""
    assert len(table.app.table.course.bag) == 90
    assert table.act(REFEREE, "rack", seat=0, tiles="Z X A L·L E E S") == ""
    assert table.act(ANNA, "exchange", tiles="Z X") == ""
    assert table.act(BIEL, "exchange", tiles="Z X") == ""


def test_when_all_have_accepted_the_result_is_sealed_and_only_the_referee_opens_it(table):
    """The code comes again from the journal; a correction opens the result, and undone the same code stands."""
    ended(table)
    assert table.app.view().seal is None
    assert table.act(ANNA, "accept") == "First say which tiles are left on the racks, then accept the result."
    assert table.act(ANNA, "rack", tiles="Z X A L·L E E S") == ""
    assert table.act(BIEL, "rack", tiles="A E E I I O R") == ""
    assert table.act(ANNA, "accept") == ""
    assert [side.accepted for side in table.app.view().seats] == [True, False]
    assert table.act(BIEL, "accept") == ""
    first = table.app.view().seal
    assert re.fullmatch(r"[A-Z2-7]{4}-[A-Z2-7]{4}", first.code)
    assert first.at_ms == table.now_ns // 1_000_000
    assert table.act(ANNA, "rack", tiles="A E E I I O R") == "That cannot be done now."
    again, _ = games.replayed(read_story(table.path))
    assert public_view(again, 0, "en").seal == first
    assert table.act(REFEREE, "points", seat=1, points=5) == ""
    assert (table.app.table.phase, table.app.view().seal) == (Phase.OVER, None)
    assert table.act(REFEREE, "points", seat=1, points=-5) == ""
    for role in (ANNA, BIEL):
        assert table.act(role, "accept") == ""
    assert table.app.view().seal.code != first.code  # two lines more stand on the sheet


def test_points_given_after_the_end_leave_the_racks_settled_once(table):
    """What the referee gives stands before the racks; a rack typed later settles only the racks anew."""
    ended(table)
    table.act(ANNA, "rack", tiles="Z X A L·L E E S")
    table.act(REFEREE, "points", seat=0, points=7)
    table.act(BIEL, "rack", tiles="A E E I I O R")
    points = [(each.kind, each.seat, each.points) for each in table.app.view().points]
    assert points == [("bonus", 0, 7), ("end_penalty", 0, -32), ("end_penalty", 1, -7)]
    assert table.app.table.game.totals == (22 + 7 - 32, -7)


def test_the_referee_corrects_a_turn_and_takes_that_back(table):
    """Who, when, why, before and after stay to be read; undone by its number, and the old score is back."""
    table.act(ANNA, "start")
    table.lay("QU I N A", "h5")
    table.press(0)
    assert table.act(ANNA, "correct", turn=1, points=20) == "That is not for this page to do."
    assert table.act(REFEREE, "correct", turn=1, points=20, why="misread") == ""
    (put,) = table.app.view().corrections
    assert (put.number, put.turn, put.what, put.value, put.by, put.why) == (1, 1, "score", "20", "referee", "misread")
    assert (put.before, put.after, put.undone) == ("22 play", "20 play", "")
    assert table.app.table.game.totals == (20, 0)
    none = "There is no such correction, or it has been undone."
    assert table.act(REFEREE, "undo_correction", turn=2) == none
    assert table.act(REFEREE, "undo_correction", turn=1) == ""
    assert table.app.table.game.totals == (22, 0)
    assert table.app.view().corrections[0].undone == "referee"
    assert [type(event) for event in table.kept()[-3:]] == [Corrected, CorrectionUndone, CorrectionUndone]


def test_senyors_are_exchanged_on_the_page_where_no_reader_tells(tmp_path):
    """000 r17: the rack named is put back whole and seven drawn, the turn is kept; a mixed rack is refused."""
    table = Table(tmp_path, "manacor")
    table.act(ANNA, "start")
    mixed = table.act(ANNA, "senyors", keeps="A E I O U A S", tiles="A E S T R N L")
    assert mixed == "That needs a rack all vowels or all consonants, and tiles in the bag that can change it."
    for said in ({}, {"keeps": "A E I O U A E"}, {"tiles": "A E S T R N L"}):
        assert table.act(ANNA, "senyors", **said) == "Write the tiles first."
        assert table.act(REFEREE, "senyors", seat=0, **said) == "Write the tiles first."
    assert table.act(ANNA, "senyors", keeps="A E I O U A E", tiles="A E S T R N L") == ""
    assert sorted(tile.face for tile in table.app.table.course.rack(0)) == sorted("AESTRNL")
    assert table.app.table.game.on_turn == 0
    table.app.close()


def test_from_a_browsers_request_to_the_table_and_back(table):
    """POST /act on a real server, the desk behind it."""

    async def story() -> None:
        web = Web()
        await web.start(port=0)
        web.on_action = lambda action, role: desk.act(table.app, action, role, False)
        async with ClientSession(web.address, headers={"Origin": web.address}) as browser:
            async with browser.post("/act?page=b", json={"action": "start"}) as answer:
                assert (answer.status, await answer.json()) == (200, {"said": ""})
            async with browser.post("/act?page=a&lang=es", json={"action": "pass"}) as answer:
                assert answer.status == 409
                assert (await answer.json())["said"] == "Es el turno del otro lado."
        await web.stop()

    run(story)
    assert table.app.table.clock.running == 1


def run(story: Callable[[], Awaitable[None]]) -> None:
    """Play a story to its end, or fail when it hangs."""
    asyncio.run(asyncio.wait_for(story(), PATIENCE_S))
