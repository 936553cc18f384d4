"""Too many tiles, said where no loop tells: after a turn that was lost, and over tiles that are laid already."""


import pytest

from host.core import events
from host.possible import actions_of
from host.tests.hands_at_table import Machine

READERS = [(), ("bag",)]


class Playing(Machine):
    """Play goes on, and nothing that is said is refused."""

    def __init__(self, rulebook, readers, **rules):
        super().__init__(rulebook, readers, rules.items())
        self.hands.start(0)

    def says(self, kind, *args):
        self.say(kind, *args)
        assert self.table.refusal is None

    def too_many(self, seat, count):
        self.take(events.OverdrawTyped(self.table.at_ns, seat, count))


@pytest.mark.parametrize("readers", READERS)
def test_what_was_drawn_for_a_lost_play_can_be_said_on_the_pages(readers):
    """Anna of Manacor has drawn two for a play that falls, and nobody has told: both pages offer to say so."""
    machine = Playing("manacor", readers)
    machine.hands.lay(2)
    machine.says(events.Challenged, 1, ())
    machine.says(events.Ruled, False)
    machine.hands.clear()
    assert machine.sizes == (7, 7, 86)
    for seat in range(2):
        assert "overdraw" in actions_of(machine.table, seat)
    machine.too_many(0, 2)
    assert machine.sizes == (9, 7, 84)
    machine.says(events.Took, 1, 0, 2, machine.table.course.overdraw.new[:2])
    assert (machine.table.course.overdraw, machine.sizes) == (None, (7, 7, 86))


@pytest.mark.parametrize("readers", READERS)
def test_who_has_drawn_while_the_other_lost_its_turn_may_say_so_over_the_next_play(readers):
    """A challenge that costs the turn: Anna draws what she owes, lays two tiles, and finds one too many then."""
    machine = Playing("international", readers, challenge="double")
    machine.hands.lay(3)
    machine.hands.press()
    machine.says(events.Challenged, 1, ())
    machine.says(events.Ruled, True)
    assert machine.table.course.on_turn == 0
    machine.hands.ring(machine.hands.in_bag(4) if readers else ())
    machine.hands.lay(2)
    squares, before = machine.table.course.laid.squares, machine.sizes
    assert "overdraw" in actions_of(machine.table, 1)
    machine.too_many(0, 1)
    assert machine.table.course.overdraw.surplus == 1
    assert machine.sizes[0] == 8
    machine.says(events.Took, 1, 0, 2, machine.table.course.overdraw.new[:1])
    assert (machine.table.course.overdraw, machine.table.course.laid.squares) == (None, squares)
    assert sum(machine.sizes) == sum(before)
    machine.hands.press()
    assert (machine.table.refusal, machine.sizes[0]) == (None, 5)
