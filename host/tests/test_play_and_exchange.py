"""A play and an exchange in one turn, told by ring and loops: refused at the press, and put right (000 r16)."""

import pytest

from host.core import events
from host.core.prompts import prompts
from host.core.table import open_table, step
from host.tests.hands_at_table import Hands, opened


class Mover:
    """Anna of Manacor has laid two tiles of her rack; the readers tell what she draws, and what she puts back."""

    def __init__(self):
        self.table = open_table(opened("manacor", ("bag", "racks"), own=True))
        self.hands = Hands(self)
        for part in ("board", "bag", "racks"):
            self.take(events.BoardUp(0, False, part))
        self.hands.start(0)
        assert self.hands.lay(2)
        self.old = sorted(self.hands.rack_tags(0))
        self.hands.read(0, self.old)

    def take(self, event):
        self.table, _ = step(self.table, event)

    def hears(self, first, passed, rack):
        """`passed` go through the bag's neck, then `rack` is what the loop reads: one of them tells first."""
        if first == "loop":
            self.hands.read(0, rack)
        self.hands.ring(passed)
        if first == "ring":
            self.hands.read(0, rack)

    def refusal(self):
        """The reason for which a press is refused, None when the turn is over."""
        self.hands.press()
        return None if self.table.refusal is None else str(self.table.refusal.defects[0].reason)

    @property
    def shown(self):
        return {prompt.name for prompt in prompts(self.table)}


FIRST = ("ring", "loop")


@pytest.fixture(params=FIRST)
def exchanged(request):
    """Two tiles drawn, two of the rack put into the bag, the press refused: the mover, who tells first, and which."""
    mover = Mover()
    drawn = mover.hands.in_bag(2)
    mover.hears(request.param, drawn, [*mover.old[2:], *drawn])
    mover.hears(request.param, mover.old[:2], [*mover.old[2:], *drawn])
    assert mover.refusal() == "not_removed"
    return mover, request.param, drawn


def test_what_was_put_in_comes_back_and_what_was_drawn_stays(exchanged):
    """The two tiles that were drawn are owed for the play: with the old ones back the rack is full."""
    mover, first, drawn = exchanged
    mover.hears(first, mover.old[:2], [*mover.old, *drawn])
    assert mover.refusal() is None
    assert "count_wrong" not in mover.shown
    assert (len(mover.table.course.rack(0)), len(mover.table.game.turns)) == (7, 1)


def test_what_was_drawn_goes_back_too_and_the_rack_must_be_filled_anew(exchanged):
    """A second press with five tiles on the rack was accepted, and then two of them were missed."""
    mover, first, drawn = exchanged
    mover.hears(first, [*mover.old[:2], *drawn], mover.old)
    assert len(mover.table.course.rack(0)) == 5
    assert mover.refusal() == "wrong_count"
    others = [tag for tag in mover.hands.in_bag(6) if tag not in drawn][:2]
    mover.hears(first, others, [*mover.old, *others])
    assert not {"overdraw", "count_wrong"} & mover.shown
    assert mover.refusal() is None
    assert "count_wrong" not in mover.shown


@pytest.mark.parametrize("first", FIRST)
def test_who_puts_back_what_was_drawn_and_draws_others_unasked_is_told_of(first):
    """Whoever does not like what came may not change it beside a play: the press is refused, for all to hear."""
    mover = Mover()
    drawn = mover.hands.in_bag(2)
    mover.hears(first, drawn, [*mover.old, *drawn])
    mover.hears(first, drawn, mover.old)
    others = [tag for tag in mover.hands.in_bag(6) if tag not in drawn][:2]
    mover.hears(first, others, [*mover.old, *others])
    assert mover.refusal() == "not_removed"


def test_more_than_is_owed_is_no_overdraw_while_as_many_are_off_the_rack():
    """Four drawn, four in the hand on their way into the bag: once they come back to the rack it is one."""
    mover = Mover()
    drawn = mover.hands.in_bag(4)
    mover.hears("ring", drawn, [*mover.old[4:], *drawn])
    assert mover.table.course.overdraw is None
    mover.hands.read(0, [*mover.old, *drawn])
    assert mover.table.course.overdraw is not None
    assert "overdraw" in mover.shown
