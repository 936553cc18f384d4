"""The draw for the first move at a real table: what loops and ring tell of it, and what it is not taken for."""

from dataclasses import replace

import pytest

from engine_lite.course_events import DrawnToStart, StarterNamed
from engine_lite.tiles import Tile
from host.core import events
from host.core.first_move import APART_NS, STANDS_NS
from host.core.phases import Phase, may_lead
from host.core.prompts import prompts
from host.core.table import deadline, open_table, step
from host.tests.hands_at_table import SECOND, opened
from host.view import public_view
from host.words import LANGUAGES

MS = 1_000_000


class Machine:
    """A table before its first clock, with these readers, and its game time."""

    def __init__(self, rulebook="manacor", readers=("bag", "racks"), sees=True):
        self.table = open_table(replace(opened(rulebook, readers, own=True), sees_opening=sees))
        self.at_ns = 0
        for part in ("board", *readers):
            self.take(events.BoardUp, False, part)

    def take(self, kind, *args):
        before = self.table.phase
        self.table, self.effects = step(self.table, kind(self.at_ns, *args))
        assert may_lead(before, self.table.phase)

    def say(self, kind, *args):
        self.table, self.effects = step(self.table, kind(*args, at_ns=self.at_ns))

    def read(self, seat, *tags):
        for tag in tags:
            self.take(events.RackTagRead, seat, tag)
        self.take(events.RackTold, seat, len(tags))

    def ring(self, *tags):
        for tag in tags:
            self.take(events.BagSighted, tag)

    def wait(self, seconds):
        """Time goes by, and the table hears of it only where it asked to."""
        until = self.at_ns + round(seconds * SECOND)
        while (due := deadline(self.table)) is not None and self.at_ns < due <= until:
            self.at_ns = due
            self.say(events.Due)
        self.at_ns = until

    def tags(self, face, count=1):
        found = [tag for tag, each in self.table.tiles.items() if each == face]
        return found[:count]

    def shown(self):
        return {prompt.name: dict(prompt.data) for prompt in prompts(self.table)}


def one_each(machine, first, second):
    machine.ring(*first, *second)
    machine.read(0, *first)
    machine.read(1, *second)


@pytest.mark.parametrize("readers", [("racks",), ("bag", "racks")])
def test_a_tile_on_each_rack_says_who_begins_by_which_rule(readers):
    """000 r2: nearest to A, a blank before it; nobody presses or says anything."""
    machine = Machine(readers=readers)
    one_each(machine, machine.tags("E"), machine.tags("?"))
    machine.wait(1)
    assert machine.table.phase is Phase.SETUP
    machine.wait(2)
    assert (machine.table.phase, machine.table.course.on_turn) == (Phase.RACKS, 1)
    assert machine.shown()["begins"] == {"player": "Biel", "drawn": "Anna E, Biel ?", "rule": "000 r2"}


def test_every_language_says_who_begins():
    machine = Machine()
    one_each(machine, machine.tags("E"), machine.tags("A"))
    machine.wait(3)
    for language in LANGUAGES:
        said = [each.sentence for each in public_view(machine.table, machine.at_ns, language).prompts]
        assert any("Biel" in each and "Anna E, Biel A" in each and "000 r2" in each for each in said)


def test_the_drawn_tile_is_no_first_tile_of_a_rack():
    """It stands there still when it is known who begins, and goes back: the second side has not drawn too early."""
    machine = Machine()
    first, second = machine.tags("E"), machine.tags("A")
    one_each(machine, first, second)
    machine.wait(3)
    assert machine.table.refusal is None
    assert machine.table.course.racks == ((), ())
    for seat, tags in enumerate((first, second)):
        machine.read(seat)
        machine.ring(*tags)
    assert machine.table.course.racks == ((), ())
    assert machine.table.ledger.out == frozenset()


def test_a_game_that_an_earlier_version_began_is_replayed_as_it_was_played():
    """There readers told nothing of a draw, and the press decided: the same events must come to the same game."""
    machine = Machine(sees=False)
    one_each(machine, machine.tags("E"), machine.tags("A"))
    machine.wait(5)
    assert machine.table.phase is Phase.SETUP
    machine.take(events.ClockPressed, 1)
    assert machine.table.course.on_turn == 0


def test_equal_tiles_are_drawn_again_once_they_have_left_the_racks():
    """001 B2: they are set aside; standing there on they are no second draw."""
    machine = Machine()
    one, other = machine.tags("E", 2)
    one_each(machine, [one], [other])
    machine.wait(10)
    assert machine.table.phase is Phase.DRAW
    assert machine.shown()["draw_again"] == {"aside": "E"}
    machine.read(0)
    machine.read(1)
    one_each(machine, machine.tags("I"), machine.tags("O"))
    machine.wait(3)
    assert (machine.table.phase, machine.table.course.on_turn, machine.table.course.aside) == (Phase.RACKS, 0, ())


def test_a_rack_filled_tile_by_tile_is_no_draw():
    """Two sides that have settled who begins draw their racks: a tile stands alone for a moment only."""
    machine = Machine("fisc_classic")
    tags = list(machine.table.tiles)
    for count in range(1, 8):
        machine.read(0, *tags[:count])
        machine.read(1, *tags[7 : 7 + count])
        machine.wait(1)
    assert machine.table.phase is Phase.SETUP
    machine.take(events.ClockPressed, 0)
    assert machine.table.course.on_turn == 1


def test_a_rack_filled_over_the_tile_that_was_taken_for_a_draw_takes_it_back():
    """A slow hand: whoever presses then starts the other side, as without a draw."""
    machine = Machine("fisc_classic")
    tags = list(machine.table.tiles)
    one_each(machine, tags[:1], tags[7:8])
    machine.wait(5)
    assert machine.table.phase is Phase.RACKS
    machine.read(0, *tags[:7])
    machine.read(1, *tags[7:14])
    assert (machine.table.phase, machine.table.course.on_turn) == (Phase.DRAW, None)
    machine.take(events.ClockPressed, 0)
    assert (machine.table.phase, machine.table.course.on_turn) == (Phase.PLAYING, 1)
    assert set(machine.table.ledger.held) == set(tags[:14])


def test_the_ring_alone_tells_a_tie():
    machine = Machine(readers=("bag",))
    machine.ring(*machine.tags("E", 2))
    machine.wait(3)
    assert machine.shown()["draw_again"] == {"aside": "E"}


def test_the_ring_alone_knows_the_tiles_and_asks_whose_they_are():
    """Whose tile it is people say; put back, it is in the bag and nobody's."""
    machine = Machine(readers=("bag",))
    drawn = (*machine.tags("E"), *machine.tags("A"))
    machine.ring(*drawn)
    machine.wait(3)
    assert machine.table.phase is Phase.SETUP
    assert machine.shown()["who_begins"] == {"drawn": "A, E", "nearest": "A"}
    machine.ring(*drawn)
    assert machine.table.ledger.out == frozenset()
    machine.say(StarterNamed, 1)
    assert (machine.table.phase, machine.table.course.on_turn) == (Phase.RACKS, 1)
    assert "who_begins" not in machine.shown()


def test_what_passes_the_ring_in_a_fist_or_far_apart_is_no_draw():
    machine = Machine(readers=("bag",))
    tags = list(machine.table.tiles)
    machine.ring(*tags[:7])
    machine.wait(5)
    assert "who_begins" not in machine.shown()
    machine.wait(APART_NS / SECOND)
    machine.ring(tags[20])
    machine.wait(APART_NS / SECOND + 1)
    machine.ring(tags[30])
    machine.wait(STANDS_NS / SECOND + 1)
    assert "who_begins" not in machine.shown()


@pytest.mark.parametrize("readers", [(), ("bag",), ("racks",), ("bag", "racks")])
def test_people_may_say_what_was_drawn_or_who_begins_or_just_press(readers):
    """Where no reader tells, and where one has told wrong."""
    said = Machine(readers=readers)
    said.say(DrawnToStart, (Tile("E"), Tile("A")))
    assert (said.table.phase, said.table.course.on_turn) == (Phase.RACKS, 1)
    said.say(StarterNamed, 0)
    assert (said.table.phase, said.table.course.on_turn) == (Phase.RACKS, 0)
    assert said.shown()["begins"] == {"player": "Anna"}
    pressed = Machine(readers=readers)
    pressed.take(events.ClockPressed, 0)
    assert (pressed.table.phase, pressed.table.course.on_turn) == (Phase.PLAYING, 1)
