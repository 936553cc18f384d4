"""The count of the set at a real table: laid out before and after the game, and what is lost while it is played."""

import pytest

from engine_lite.course_events import Accepted, Counted, Passed, Resigned, Started
from engine_lite.tiles import Tile
from host.core import events
from host.core.counting import Stray, strays
from host.core.phases import Phase
from host.core.prompts import prompts
from host.referee_view import referee_view
from host.schemas import StrayView
from host.tests.test_first_move import Machine
from host.view import public_view
from host.words import LANGUAGES


def put(machine, square, tag):
    machine.take(events.HallChanged, square, True)
    machine.take(events.TagsRead, square, (tag,))


def lay_out(machine, tags, first=0):
    for square, tag in enumerate(tags, first):
        put(machine, square, tag)
    machine.take(events.Calmed)


def begun(rulebook="fisc_classic", readers=("bag", "racks")):
    """A game under way: seven tiles on each rack, Anna to play."""
    machine = Machine(rulebook, readers)
    tags = list(machine.table.tiles)
    machine.say(Started, 0)
    for seat in range(2):
        machine.ring(*tags[7 * seat : 7 * seat + 7])
        machine.read(seat, *tags[7 * seat : 7 * seat + 7])
    return machine, tags


# --- before the game ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("rulebook", "asks"), [("manacor", True), ("frs_english", True), ("fisc_classic", False)])
def test_the_count_is_asked_for_where_the_rules_ask_and_holds_nobody_up(rulebook, asks):
    machine = Machine(rulebook)
    assert ("count_set" in machine.shown()) == asks
    machine.take(events.ClockPressed, 0)
    assert machine.table.phase is Phase.PLAYING


def test_a_set_laid_out_counts_itself():
    """000 r1: on the template; nobody says anything."""
    machine = Machine("manacor")
    lay_out(machine, list(machine.table.tiles)[:99])
    last = list(machine.table.tiles)[99]
    assert machine.shown()["counting"] == {"there": "99", "size": "100", "missing": machine.table.tiles[last]}
    put(machine, 99, last)
    machine.take(events.Calmed)
    assert (machine.table.phase, machine.table.course.counted) == (Phase.DRAW, True)
    assert "count_set" not in machine.shown()


def test_a_set_that_lacks_a_tile_is_named_and_does_not_begin_where_the_rules_want_it_whole():
    machine = Machine("manacor")
    tags = list(machine.table.tiles)
    lay_out(machine, tags[1:])
    machine.say(Counted, ())
    assert machine.table.phase is Phase.COUNT
    assert machine.shown()["count_wrong"] == {"missing": machine.table.tiles[tags[0]]}
    machine.take(events.ClockPressed, 0)
    assert machine.table.phase is Phase.COUNT
    for language in LANGUAGES:
        said = {each.name: each.sentence for each in public_view(machine.table, 0, language).prompts}
        assert machine.table.tiles[tags[0]] in said["count_wrong"]


def test_a_copied_and_a_foreign_tile_are_named():
    """A tag that answers on two squares, and one of another set: the set is not counted as whole."""
    machine = Machine("manacor")
    tags = list(machine.table.tiles)
    lay_out(machine, tags)
    machine = Machine("manacor")
    put(machine, 150, tags[5])
    put(machine, 152, "e0050000000000ff")
    lay_out(machine, tags)
    assert machine.table.phase is Phase.SETUP
    assert machine.shown()["counting"]["doubled"] == machine.table.tiles[tags[5]]
    assert "foreign" in machine.shown()


def test_people_may_say_that_they_have_counted():
    """Nothing lies there: their word counts, and what they name as missing or too many is named to all."""
    machine = Machine("frs_english", ())
    whole = [machine.table.tile_of(tag) for tag in machine.table.tiles]
    machine.say(Counted, (*(tile for tile in whole if tile != Tile("Q")), Tile("E")))
    assert machine.shown()["count_wrong"] == {"wanted": "Q", "instead": "E"}
    machine.say(Counted, ())
    assert machine.table.phase is Phase.DRAW


def test_tiles_that_were_counted_go_into_the_bag_before_they_are_drawn():
    """The ring has no direction: a set that is swept into the bag has not been drawn."""
    machine = Machine("fisc_classic", ("bag",))
    tags = list(machine.table.tiles)
    lay_out(machine, tags)
    for square in range(100):
        machine.take(events.HallChanged, square, False)
        machine.take(events.TagsRead, square, ())
    machine.take(events.Calmed)
    machine.ring(*tags)
    assert machine.table.ledger.out == frozenset()
    machine.ring(tags[3])
    assert machine.table.ledger.out == {tags[3]}


def test_a_tile_left_on_the_board_is_shown():
    machine = Machine("fisc_classic")
    put(machine, 112, next(iter(machine.table.tiles)))
    machine.take(events.Calmed)
    assert [(each.name, each.squares) for each in prompts(machine.table)] == [("left_lying", (112,))]


# --- after the game ----------------------------------------------------------------------------------


def test_after_a_manacor_game_the_set_is_counted_again():
    machine, tags = begun("manacor")
    machine.say(Resigned, 0)
    assert "count_set" not in machine.shown()
    for seat in range(2):
        machine.say(Accepted, seat)
    assert "count_set" in machine.shown()
    lay_out(machine, tags[14:99])
    assert machine.shown()["counting"]["missing"] == machine.table.tiles[tags[99]]
    machine.say(Counted, ())
    assert machine.shown()["count_wrong"] == {"missing": machine.table.tiles[tags[99]]}
    put(machine, 200, tags[99])
    machine.take(events.Calmed)
    assert machine.table.course.counted_after
    assert not {"count_set", "counting", "count_wrong"} & machine.shown().keys()


def test_no_other_rulebook_counts_after_the_game():
    machine, _ = begun("frs_english")
    for event, seat in ((Resigned, 0), (Accepted, 0), (Accepted, 1)):
        machine.say(event, seat)
    assert machine.table.phase is Phase.AGREED
    assert "count_set" not in machine.shown()


# --- while it is played ------------------------------------------------------------------------------


def test_a_tile_that_is_nowhere_is_told_by_side_and_number_to_the_referee_too():
    """It may be in a hand: no page shows a rack while a game is on."""
    machine, tags = begun()
    machine.read(0, *tags[1:7])
    assert "count_wrong" not in machine.shown()  # on turn: it may be in the hand
    machine.say(Passed, 0)
    assert machine.shown()["count_wrong"] == {"player": "Anna", "count": "1"}
    assert strays(machine.table) == (Stray(tags[0], 0, "rack"),)
    assert referee_view(machine.table).strays == (StrayView("", 0, "rack"),)
    machine.read(0, *tags[2:7])
    assert referee_view(machine.table).strays == (StrayView("", 0, "rack", 2),)
    machine.read(0, *tags[:7])
    assert "count_wrong" not in machine.shown()


def test_no_public_page_names_a_lost_tile_of_a_rack():
    machine, tags = begun()
    machine.read(0, *tags[1:7])
    machine.say(Passed, 0)
    for language in LANGUAGES:
        shown = [each for each in public_view(machine.table, 0, language).prompts if each.name == "count_wrong"]
        assert [each.data for each in shown] == [{"player": "Anna", "count": "1"}]
        assert "Anna" in shown[0].sentence
        assert "1" in shown[0].sentence


def test_a_tile_that_was_seen_going_into_the_bag_is_told_so():
    """Played and exchanged in one turn: what went into the bag is no longer the side's (002)."""
    machine, tags = begun()
    machine.read(0, *tags[1:7])
    machine.ring(tags[0])
    machine.say(Passed, 0)
    assert machine.shown()["count_wrong"] == {"player": "Anna", "count": "1", "into": "bag"}
    assert strays(machine.table) == (Stray(tags[0], 0, "bag_in"),)
    assert referee_view(machine.table).strays == (StrayView("", 0, "bag_in"),)


def test_a_tile_that_left_the_bag_for_no_rack_is_a_doubt_for_the_referee_alone():
    """It has fallen to the floor, or the ring has missed how it went back."""
    machine, tags = begun()
    row = [112, 113]
    for square, tag in zip(row, tags[1:3], strict=True):
        put(machine, square, tag)
    machine.take(events.Calmed)
    machine.read(0, tags[0], *tags[3:7])
    machine.take(events.ClockPressed, 0)
    machine.wait(1)
    assert len(machine.table.game.turns) == 1
    machine.ring(tags[50], tags[51])
    machine.read(0, tags[0], *tags[3:7], tags[50])
    machine.say(Passed, 1)
    machine.wait(1)
    assert "count_wrong" not in machine.shown()
    assert strays(machine.table) == (Stray(tags[51], None, "bag_out"),)
    # Anna's rack has room for it: she may hold it in her hand.
    assert referee_view(machine.table).strays == (StrayView("", None, "bag_out"),)
    machine.ring(tags[51])
    machine.say(Passed, 0)
    assert strays(machine.table) == ()


def test_a_tile_that_left_the_bag_is_named_once_every_rack_is_full_without_it():
    machine, tags = begun()
    for square, tag in zip([112, 113], tags[1:3], strict=True):
        put(machine, square, tag)
    machine.take(events.Calmed)
    machine.read(0, tags[0], *tags[3:7])
    machine.take(events.ClockPressed, 0)
    machine.wait(1)
    machine.ring(tags[50], tags[51])
    machine.read(0, tags[0], *tags[3:7], tags[50])
    machine.say(Passed, 1)
    machine.ring(tags[52])
    machine.read(0, tags[0], *tags[3:7], tags[50], tags[52])
    assert referee_view(machine.table).strays == (StrayView(machine.table.tiles[tags[51]], None, "bag_out"),)
    machine.ring(tags[51])  # found on the floor, and put into the bag
    assert strays(machine.table) == ()
    assert not machine.table.ledger.out


def test_what_is_no_tile_of_this_set_is_told_while_it_stands_on_a_rack():
    """A tile of the next table that came into the bag: else it is a draw that the table never sees."""
    machine, tags = begun()
    machine.read(1, *tags[7:13], "e0050000000000ff")
    assert machine.shown()["count_wrong"] == {"player": "Biel", "foreign": "1"}
    machine.read(1, *tags[7:14])
    assert "count_wrong" not in machine.shown()


def test_without_loops_the_referee_is_told_what_left_the_bag_while_nobody_had_room():
    machine, tags = begun(readers=("bag",))
    machine.say(Passed, 0)
    machine.ring(tags[60])
    assert strays(machine.table) == (Stray(tags[60], None, "bag_out"),)
    assert referee_view(machine.table).strays == (StrayView(machine.table.tiles[tags[60]], None, "bag_out"),)
    assert "count_wrong" not in machine.shown()
    machine.ring(tags[60])
    assert strays(machine.table) == ()


@pytest.mark.parametrize("readers", [(), ("bag",)])
def test_without_loops_nothing_on_a_rack_is_missed(readers):
    machine, _ = begun(readers=readers)
    machine.say(Passed, 0)
    assert strays(machine.table) == ()
