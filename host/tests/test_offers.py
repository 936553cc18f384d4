"""What a side is offered on the pages, which everybody sees, hangs on how many tiles lie where and never on which."""

from host.core import events
from host.core.state import open_table
from host.core.table import step
from host.tests import events as strategies
from host.tests.hands_at_table import opened
from host.tests.sound import with_other_racks
from host.view import public_view

MORE = ("e004000000000100", "e004000000000101")  # of the set, beside those of the strategies
FIRST, SECOND = strategies.TAGS[:7], (*strategies.TAGS[7:], *MORE)
SEEN = tuple(strategies.TAGS[number] for number in (9, 10, 2, 4, 6, 1, 11))  # three of them lay on the other rack


def test_an_exchange_is_offered_whichever_tiles_a_loop_has_seen_go():
    """A loop reads three tiles that the other rack holds, as two racks pushed together make it: they were no tiles
    of the bag, but whether that is so must not show.
    """
    table = open_table(opened("manacor", ("racks",)))
    told = [events.BoardUp(0, False, "racks")]
    for rack, tags in ((0, FIRST), (1, SECOND), (0, SEEN)):
        if tags is SEEN:
            told.append(events.Started(0, at_ns=0))
        told += [*(events.RackTagRead(0, rack, tag) for tag in tags), events.RackTold(0, rack, len(tags))]
    for event in told:
        table, _ = step(table, event)
    shown = public_view(table, 0, "ca")
    assert shown == public_view(with_other_racks(table), 0, "ca")
    assert "exchange" in shown.seats[0].actions
