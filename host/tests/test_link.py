"""The host's end of the wire: what each message becomes, what is acknowledged when, and how a session begins.

The far end here is frames written by hand; both real ends meet in test_hostile_links.py.
"""

import pytest
from tablewire import messages as wire
from tablewire.frames import UNNUMBERED, frame
from tablewire.session import HEARTBEAT_MS, HELLO_MS

from host.adapters.link import SILENCE_NS
from host.adapters.link_words import AllRead, Received, SquareStirs
from host.core import events
from host.core.events import Source
from host.tests.far_board import FIRST, MS, UID, Far, met

BOARD = UID.hex()
TAG, OTHER = bytes.fromhex("e004015012345678"), bytes.fromhex("e00401500000007f")


@pytest.fixture
def far():
    return met()


BITS = bytes([0b10000001]) + bytes(27) + bytes([0b10000000])


@pytest.mark.parametrize(("message", "event"), [
    (wire.HallChanged(9, 112, 1), events.HallChanged(5 * MS, 112, True)),
    (wire.HallChanged(9, 112, 0), events.HallChanged(5 * MS, 112, False)),
    (wire.Moving(9), events.Stirred(5 * MS)),
    (wire.Quiet(9), events.Calmed(5 * MS)),
    (wire.HallState(9, BITS), events.BoardTold(5 * MS, (0, 7, 224))),
    (wire.StateEnd(9, 3), events.StateTold(5 * MS)),
    (wire.TagRead(9, 112, TAG), events.TagsRead(5 * MS, 112, ("e004015012345678",))),
    (wire.TagNone(9, 112), events.TagsRead(5 * MS, 112, ())),
    (wire.TagsSeveral(9, 112, TAG, OTHER),
     events.TagsRead(5 * MS, 112, ("e004015012345678", "e00401500000007f"))),
    (wire.RackTag(9, 3, TAG), events.RackTagRead(5 * MS, 3, "e004015012345678")),
    (wire.RackEnd(9, 3, 7), events.RackTold(5 * MS, 3, 7)),
    (wire.BagSighting(9, 250, TAG), events.BagSighted(5 * MS, "e004015012345678", 250 * MS)),
    (wire.PadTag(9, TAG), events.PadTouched(5 * MS, "e004015012345678")),
    (wire.MagnetStirs(9, 112), SquareStirs(112)),
    (wire.AllRead(9, 7), AllRead(5 * MS, 7)),
])
def test_what_each_message_tells_the_game(far, message, event):
    assert far.says(message, 0) == [Received(event, Source(BOARD, 7, 0))]


def test_every_numbered_message_of_a_board_is_told_or_queued():
    """A new row must not be dropped in silence."""
    told = {"HallChanged", "Moving", "Quiet", "HallState", "StateEnd", "TagRead", "TagNone", "TagsSeveral",
            "RackTag", "RackEnd", "BagSighting", "PadTag", "MagnetStirs", "AllRead"}
    rows = {name for _, name, way, numbered, *_ in wire.ROWS if numbered and way == wire.TABLE_TO_HOST}
    unheard = {"BagTag"}  # the bag is what is left of the set: what its loop reads decides nothing
    assert rows == told | unheard | {"TestDone", "Measured"}


# --- acknowledging ---------------------------------------------------------------------------------


def test_nothing_is_acknowledged_before_the_journal_has_it(far):
    (first,) = far.says(wire.Moving(1), 0)
    (second,) = far.says(wire.Quiet(2), 1)
    assert far.hears(wire.Ack) == []
    far.link.kept(first.source)
    assert far.hears(wire.Ack) == [(UNNUMBERED, wire.Ack(1))]
    far.link.kept(second.source)
    assert far.hears(wire.Ack) == [(UNNUMBERED, wire.Ack(2))]
    assert far.hears(wire.Ack) == []


def test_a_message_seen_before_is_acknowledged_again_but_not_told_again(far):
    (received,) = far.says(wire.Moving(1), 0)
    assert far.says(wire.Moving(1), 0) == []
    assert far.hears(wire.Ack) == [(UNNUMBERED, wire.Ack(0))]  # still not in the journal
    far.link.kept(received.source)
    far.hears()
    assert far.says(wire.Moving(1), 0) == []
    assert far.hears(wire.Ack) == [(UNNUMBERED, wire.Ack(1))]


def test_a_message_that_overtook_a_lost_one_is_left_for_the_board_to_send_again(far):
    assert far.says(wire.Quiet(2), 1) == []
    assert len(far.says(wire.Moving(1), 0)) == len(far.says(wire.Quiet(2), 1)) == 1


def test_what_no_row_fits_is_counted_and_acknowledged_but_never_before_what_is_not_kept(far):
    (received,) = far.says(wire.Moving(1), 0)
    assert far.link.feed(frame(1, b"\xee\x01"), far.now_ns) == []
    assert far.link.not_understood == 1
    assert far.hears(wire.Ack) == [(UNNUMBERED, wire.Ack(0))]
    far.link.kept(received.source)
    assert far.hears(wire.Ack) == [(UNNUMBERED, wire.Ack(2))]


def test_an_event_of_an_earlier_start_acknowledges_nothing_in_this_one():
    far = Far({BOARD: (7, 5)}, oldest=5, next=6)
    far.meet()
    (old,) = far.says(wire.Moving(1), 5)
    far.says(far.hello._replace(boot=8, oldest=0, next=1))
    (new,) = far.says(wire.Moving(3), 0)
    far.hears()
    far.link.kept(old.source)
    assert far.hears(wire.Ack) == []
    far.link.kept(new.source)
    assert far.hears(wire.Ack) == [(UNNUMBERED, wire.Ack(1))]


# --- how a session begins --------------------------------------------------------------------------


def test_a_new_host_asks_who_is_there_until_somebody_answers():
    far = Far()
    who = wire.HostHello(wire.PROTOCOL, 0, 0, FIRST)
    assert far.hears() == [(UNNUMBERED, who)]
    assert far.hears() == []
    far.wait_ms(HELLO_MS)
    assert far.hears() == [(UNNUMBERED, who)]


def test_an_acknowledgement_meant_for_an_earlier_host_is_no_answer():
    far = Far()
    far.hears()
    far.says(wire.Ack(FIRST))
    far.wait_ms(HELLO_MS)
    assert len(far.hears(wire.HostHello)) == 1


def test_a_board_that_speaks_is_up_and_is_told_from_where_to_go_on():
    far = Far(next=4)
    assert far.meet() == [Received(events.BoardUp(5 * MS, again=False), None)]
    assert far.host_hello == wire.HostHello(wire.PROTOCOL, 7, 0, FIRST)
    assert (far.link.board.uid, far.link.board.boot, far.link.board.build) == (BOARD, 7, 0xCAFE)


def test_nothing_numbered_is_taken_from_a_board_that_has_not_introduced_itself():
    far = Far()
    assert far.says(wire.Moving(1), 0) == []
    far.meet()
    assert len(far.says(wire.Moving(1), 0)) == 1


@pytest.mark.parametrize(("resume", "oldest", "next", "want", "asks_state"), [
    ({}, 0, 9, 0, False),                    # the first time: from its first message
    ({}, 3, 9, 3, True),                     # somebody else has had the first three
    ({BOARD: (7, 5)}, 5, 9, 5, False),       # the journal has all before 5, and so it was acknowledged
    ({BOARD: (7, 5)}, 3, 9, 5, False),       # in the journal, but killed before it could be acknowledged
    ({BOARD: (7, 5)}, 6, 9, 6, True),        # acknowledged, then lost with the journal's end
    ({BOARD: (7, 50)}, 3, 9, 3, True),       # a journal from the future: a board whose count of starts was lost
    ({BOARD: (6, 5)}, 0, 9, 0, False),       # another start of the board: all of it
    ({BOARD: (6, 5)}, 2, 9, 2, True),
    ({"00" * 8: (7, 5)}, 0, 9, 0, False),    # another board's number says nothing here
])
def test_the_journal_says_from_which_message_on(resume, oldest, next, want, asks_state):
    far = Far(resume, oldest=oldest, next=next)
    far.meet()
    assert far.host_hello.want == want
    assert bool(far.hears(wire.StateWanted)) == asks_state
    assert len(far.says(wire.Moving(1), want)) == 1


def test_a_board_that_has_started_anew_is_up_again():
    assert Far({BOARD: (6, 5)}).meet() == [Received(events.BoardUp(5 * MS, again=True), None)]
    far = Far()
    far.meet()
    far.hello = far.hello._replace(boot=8)
    assert far.says(far.hello) == [Received(events.BoardUp(5 * MS, again=True), None)]


def test_another_board_on_the_same_port_must_tell_its_state_too(far):
    assert far.says(far.hello._replace(uid=bytes(8))) == [Received(events.BoardUp(5 * MS, again=True), None)]


@pytest.mark.parametrize(("role", "part"), [
    (wire.BOARD, "board"),
    (wire.RADIO, "racks"),
    (wire.BAG, "bag"),
    (9, "racks"),  # of no role known here: what the line is meant for
])
def test_up_and_down_name_the_part_that_the_hello_says_whatever_the_line_is_meant_for(role, part):
    far = Far(part="racks")
    assert far.link.part == "racks"
    far.hello = far.hello._replace(role=role)
    assert far.meet() == [Received(events.BoardUp(5 * MS, again=False, part=part), None)]
    assert far.link.part == part
    assert far.link.cut(far.now_ns) == [Received(events.BoardDown(5 * MS, part), None)]


def test_a_line_that_is_given_a_board_of_another_part_takes_leave_of_the_part_before(far):
    """Else the part that is gone would count as there for ever."""
    assert far.says(far.hello._replace(uid=bytes(8), role=wire.BAG)) == [
        Received(events.BoardDown(5 * MS, "board"), None),
        Received(events.BoardUp(5 * MS, again=True, part="bag"), None),
    ]


def test_a_second_board_of_a_part_is_left_alone_until_the_first_has_gone():
    """Hardware page 7, row 2: two equal roles. It is asked again who it is, so that it can stand in for the first."""
    far, first_is_there = Far(part="bag"), True
    far.link.taken = lambda part: first_is_there and part == "board"
    assert far.says(far.hello) == []
    assert (far.link.doubled, far.link.connected) == ("board", False)
    assert far.says(wire.Moving(1), 0) == []
    far.hears()
    far.wait_ms(HELLO_MS)
    assert len(far.hears(wire.HostHello)) == 1
    first_is_there = False
    assert far.says(far.hello) == [Received(events.BoardUp(far.now_ns, again=False, part="board"), None)]
    assert far.link.doubled == ""


def test_a_board_that_turns_out_to_be_a_second_one_takes_leave(far):
    far.link.taken = lambda part: part == "bag"
    assert far.says(far.hello._replace(uid=bytes(8), role=wire.BAG)) == [
        Received(events.BoardDown(5 * MS, "board"), None)]
    assert far.link.doubled == "bag"


def test_a_repeated_hello_is_answered_but_is_no_news(far):
    far.says(wire.Moving(1), 0)
    assert far.says(far.hello) == []
    (_, hello), = far.hears(wire.HostHello)
    assert hello.want == 0  # taken, but not yet in the journal: it must not be forgotten


def test_a_greeting_that_is_not_answered_is_repeated():
    far = Far()
    far.says(far.hello)
    assert len(far.hears(wire.HostHello)) == 1
    far.says(wire.Ack(5))  # an answer to somebody else
    far.wait_ms(HELLO_MS)
    assert len(far.hears(wire.HostHello)) == 1
    far.says(wire.Ack(FIRST))
    far.wait_ms(HELLO_MS)
    assert far.hears(wire.HostHello) == []


@pytest.mark.parametrize(("protocol", "remedy"), [
    (0, "copy the folder firmware of this version to the board"),
    (wire.PROTOCOL + 1, "update this program"),
])
def test_a_board_of_another_protocol_is_named_in_one_sentence_and_left_alone(protocol, remedy):
    far = Far(protocol=protocol)
    assert far.says(far.hello) == []
    sentence = f"the board speaks protocol {protocol}, this program {wire.PROTOCOL}: {remedy}"
    assert str(far.link.wrong_firmware) == sentence
    assert far.hears() == []
    far.hello = far.hello._replace(protocol=wire.PROTOCOL, boot=8)
    assert far.meet()
    assert far.link.wrong_firmware is None


# --- silence and cuts ------------------------------------------------------------------------------


def test_three_missed_heartbeats_are_a_board_that_is_down_said_once(far):
    far.wait_ms(3 * HEARTBEAT_MS - 1)
    assert far.link.tick(far.now_ns) == []
    far.wait_ms(1)
    assert far.link.tick(far.now_ns) == [Received(events.BoardDown(far.now_ns), None)]
    assert far.link.tick(far.now_ns) == []
    assert not far.link.connected
    assert far.meet() == [Received(events.BoardUp(far.now_ns, again=False), None)]


def test_any_sound_frame_is_a_sign_of_life_and_noise_is_none(far):
    far.wait_ms(1400)
    far.says(wire.Heartbeat(9, 1, 0, 0, 0))
    far.wait_ms(1400)
    far.link.feed(b"\x00\x55\x55\x00", far.now_ns)
    assert far.link.tick(far.now_ns) == []
    far.wait_ms(100)
    assert len(far.link.tick(far.now_ns)) == 1


def test_after_a_cut_half_a_frame_is_forgotten_and_what_waits_is_sent_again(far):
    assert far.link.test(3, 1)
    assert len(far.hears(wire.TestWanted)) == 1
    far.link.feed(frame(0, wire.pack(wire.Moving(1)))[:7], far.now_ns)
    assert far.link.cut(far.now_ns) == [Received(events.BoardDown(far.now_ns), None)]
    assert far.link.cut(far.now_ns) == []
    (_, who), = far.hears()
    assert who.boot == 0
    assert far.meet() == [Received(events.BoardUp(far.now_ns, again=False), None)]
    assert far.hears(wire.TestWanted) == [(FIRST + 1, wire.TestWanted(3, 1))]
    assert len(far.says(wire.Moving(1), 0)) == 1
    assert far.link.damaged == 0


def test_the_next_call_is_due_when_something_will_happen(far):
    assert far.link.next_due_ns(far.now_ns) == 5 * MS + SILENCE_NS
    far.link.ask_state()
    assert far.link.next_due_ns(far.now_ns) == far.now_ns
    far.hears()
    assert far.link.next_due_ns(far.now_ns) == far.now_ns + 200 * MS  # to send it again
    (received,) = far.says(wire.Moving(1), 0)
    far.link.kept(received.source)
    assert far.link.next_due_ns(far.now_ns) == far.now_ns
