"""Protects the two rests between two loops, with a host that loses no time itself: a tag forgets all in the one, and
has started at the end of the other (hardware design 4.4: no field for 1 ms, then 1.5 ms from field to request)."""

from sim.antenna_model import SETTLE_US
from sim.tag_model import FORGET_US, READY_US
from tests.radio_rig import Rig, identity, listen

STAY_QUIET = b"\x09\x00\x22\x02"   # SEND_DATA, all bits; flags and command of the standard, then the identity
ROW, COLUMN = 7, 15 + 7        # both lie under square 112


def tuned(loop):
    """A tile on 112, and the field on `loop`, by the board's own way of giving it."""
    rig = Rig(cpu_us=0)
    rig.lay(1, 112)
    rig.radio.loops.start()
    listen(rig.radio.loops.tune(loop), rig.clock)
    return rig


def read(rig):
    listen(rig.radio.loops.inventory.walk(True), rig.clock)
    return rig.radio.loops.inventory.found


def test_a_tag_has_started_when_the_first_request_comes():
    for loop in (ROW, COLUMN):
        assert read(tuned(loop)) == [identity(1)]


def test_from_the_field_to_the_request_diodes_settle_and_tags_start():
    for loop in (ROW, COLUMN):
        rig = tuned(loop)
        assert rig.clock.now_us - rig.air._since_us >= SETTLE_US + READY_US


def test_a_tag_that_was_told_to_be_quiet_answers_again_over_the_next_loop():
    rig = tuned(ROW)
    rig.reader._command(rig.reader._prepare)
    rig.reader._command(STAY_QUIET + bytes(reversed(identity(1))))
    rig.clock.now_us += 5000                     # twelve bytes of 302 us on the air
    assert read(rig) == []                       # the order has arrived
    listen(rig.radio.loops.tune(COLUMN), rig.clock)
    assert rig.air._since_us - rig.air._ended_us >= FORGET_US
    assert read(rig) == [identity(1)]
