"""What the bag's ring sees against what the racks' loops read: a loop is the better witness."""

import pytest

from engine_lite.course_events import Form
from host.core import events
from host.core.table import open_table, step
from host.tests.hands_at_table import Hands, opened

OWED = 1  # tiles that the first side has still to draw


class Machine:
    """A table that is told events, and the hands at it."""

    def __init__(self):
        self.table = open_table(opened("frs_english", ("bag", "racks"), own=True))
        self.hands = Hands(self)

    def take(self, event):
        self.table, _ = step(self.table, event)

    @property
    def sizes(self):
        """How many tiles are on each rack and in the bag."""
        return (*map(len, self.table.course.racks), len(self.table.course.bag))

    def passes(self):
        self.take(events.Passed(self.table.game.on_turn, at_ns=self.table.at_ns))


@pytest.fixture
def owing():
    """The first side has played three tiles and drawn two; 100 - 3 - 6 - 7 = 84 are in the bag."""
    machine = Machine()
    hands = machine.hands
    for part in ("board", "bag", "racks"):
        machine.take(events.BoardUp(0, False, part))
    hands.start(0)
    assert hands.play(3, drawing=False)
    drawn = hands.in_bag(3 - OWED)
    hands.ring(drawn)
    hands.read(0, [*hands.rack_tags(0), *drawn])
    assert machine.sizes == (6, 7, 84)
    return machine


@pytest.mark.parametrize("first", ["ring", "loop"])
def test_a_tile_that_goes_back_by_statement_is_drawn_by_nobody(owing, first):
    """003 L31: the second side has played, drawn one too many, and one goes back, seen in either order."""
    hands = owing.hands
    assert hands.play(2, drawing=False)
    hands.draw(1, 1)
    owing.take(events.Mixed(1, at_ns=owing.table.at_ns))
    over = owing.table.course.overdraw
    assert (over.seat, over.surplus, over.form) == (1, 1, Form.MIXED)
    back = next(tag for tag in hands.rack_tags(1) if owing.table.tile_of(tag) == over.new[0])
    owing.take(events.Took(0, 1, 2, over.new[:1], at_ns=owing.table.at_ns))
    back = next(iter(owing.table.ledger.owed), back)
    kept = [tag for tag in owing.table.ledger.racks[1] if tag != back]
    for reader in (("ring", "loop") if first == "ring" else ("loop", "ring")):
        if reader == "ring":
            hands.ring([back])
        else:
            hands.read(1, kept)
        assert owing.sizes == (6, 7, 82)
    hands.draw(0, 0)  # what is owed is drawn and booked as ever
    assert owing.sizes == (7, 7, 81)


def test_another_tile_of_that_face_goes_back_and_is_drawn_by_nobody(owing):
    """The ring told late what was drawn: that was no witness of what went in, and what it sees next is that."""
    hands = owing.hands
    assert hands.play(2, drawing=False)
    face_of, held = owing.table.tiles, hands.rack_tags(1)
    inside = hands.in_bag(60)
    alike = next(tag for tag in inside if face_of[tag] in [face_of[other] for other in inside if other != tag])
    drawn = sorted(inside, key=lambda tag: face_of[tag] != face_of[alike])[:3]
    hands.read(1, [*held, *drawn])
    hands.ring(drawn)
    owing.take(events.Mixed(1, at_ns=owing.table.at_ns))
    owing.take(events.Took(0, 1, 2, (owing.table.tile_of(alike),), at_ns=owing.table.at_ns))
    owed, = owing.table.ledger.owed
    back = next(tag for tag in drawn if tag != owed and face_of[tag] == face_of[owed])
    hands.read(1, [tag for tag in (*held, *drawn) if tag != back])
    hands.ring([back])
    assert owing.sizes == (6, 7, 82)
    assert owing.table.ledger.held[owed] == 1


def test_a_tile_that_a_loop_has_ceased_to_read_goes_into_the_bag(owing):
    """Taken out of turn, and put back as no rule allowed it: neither way is it drawn by the side that owes."""
    hands = owing.hands
    taken, = hands.in_bag(1)
    rack = sorted(owing.table.ledger.racks[1])
    for seen in ([*rack[1:], taken], rack):
        hands.read(1, seen)
        hands.ring([taken])
        assert owing.sizes == (6, 7, 84)


def test_what_the_ring_alone_has_given_is_in_the_bag_when_the_turn_ends(owing):
    """A tile held over the bag and let go, seen once: until then it may be on its way to the rack."""
    seen, = owing.hands.in_bag(1)
    owing.hands.ring([seen])
    assert owing.sizes == (7, 7, 83)
    owing.passes()
    assert owing.sizes == (6, 7, 84)


def test_what_comes_to_the_rack_after_the_turn_has_ended_is_drawn(owing):
    """A slow hand: the ring has seen it, the other side ends its turn, then the loop reads it."""
    seen, = owing.hands.in_bag(1)
    owing.hands.ring([seen])
    owing.passes()
    owing.hands.read(0, [*owing.table.ledger.racks[0], seen])
    assert owing.sizes == (7, 7, 83)


def test_at_the_end_the_racks_are_worth_what_the_loops_read(owing):
    """003: two passes end the game; the side that ends it has not drawn what only the ring gave it."""
    owing.passes()
    seen, = owing.hands.in_bag(1)
    owing.hands.ring([seen])
    owing.passes()
    assert owing.sizes == (6, 7, 84)
