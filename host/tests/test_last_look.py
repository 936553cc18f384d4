"""The board is asked for the squares beyond a play as soon as it is known where they are."""

from engine_lite.notation import parse_square
from host.core.effects import ReadAgain
from host.core.events import BoardUp, Calmed, ClockPressed, GameOpened, HallChanged, Started, Stirred, TagsRead
from host.core.table import open_table, step
from host.simulator.stock import Stock

MS = 1_000_000
H8, H9 = parse_square("h8"), parse_square("h9")


def asked(table, *all_events):
    """The table after them, and all squares that the board was asked for on the way."""
    squares = set()
    for event in all_events:
        table, effects = step(table, event)
        for effect in effects:
            if isinstance(effect, ReadAgain):
                squares |= set(effect.squares)
    return table, squares


def lies(tag, square, at_ns):
    return HallChanged(at_ns, square, True), TagsRead(at_ns, square, (tag,))


def test_a_tile_that_comes_to_lie_beside_another_that_is_still_being_read_lengthens_the_look_at_once():
    """At the press only I h8 lies there; once O h9 is known, h10 is asked for, though the board is not at rest."""
    stock = Stock("AEIOU", 1)
    tags = {face: tag for tag, face in stock.register}
    opened = GameOpened(at_ns=0, rulebook="fisc_classic", seats=("A", "B"), clock_ns=(10**12, 10**12),
                        tiles=stock.register, last_look=True)
    table, _ = asked(open_table(opened), BoardUp(0, again=True), Started(0, at_ns=MS), Stirred(500 * MS))
    table, _ = asked(table, *lies(tags["I"], H8, 620 * MS), Calmed(621 * MS))
    table, before = asked(table, Stirred(900 * MS), ClockPressed(901 * MS, 0))
    assert {H8 - 1, H9} <= before
    table, after = asked(table, *lies(tags["O"], H9, 1_030 * MS))
    assert table.sensed.moving
    assert H9 + 1 in after
