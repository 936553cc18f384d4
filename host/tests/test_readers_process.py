"""The firmware of the boards beside the magnets', under MicroPython on modelled chips: what they tell of racks and of
the bag, in the same words as the readers that read as they should (host.simulator.ideal_readers)."""

import contextlib
from collections.abc import Iterable, Iterator

import pytest
from tablewire import messages as wire
from tablewire.frames import UNNUMBERED, Deframer, frame

from host.core.events import PadTouched
from host.simulator.board_process import BoardDied, BoardProcess
from host.simulator.ideal_readers import IdealReaders
from host.tests.board_line import Line, messages, require_micropython, tag
from host.workbench import VirtualLine, Workbench

SEVEN = [tag(n) for n in range(7)]
OTHERS = [tag(n) for n in range(20, 26)]
NTAG, OTHER_NTAG = bytes.fromhex("07045a319e701280"), bytes.fromhex("07049b02c4550081")
FIELD_GRANT = 3  # the pin of the other board: pinout.py
APART_US, PASSING_US = 20_000, 150_000  # of tiles in one fist
STORY = ((0, SEVEN), (2, OTHERS), (0, SEVEN[:4]), (2, []))  # what lies on which rack, one after the other


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


@contextlib.contextmanager
def board(role: str, seed: int = 1) -> Iterator[Line]:
    """A board of `role`, greeted, with what it tells of its start behind it."""
    with BoardProcess({"role": role, "radio": False}, seed=seed) as process:
        line = Line(process)
        line.run(0.5)
        try:
            yield line
        finally:
            assert process.words == ""
            line.port.close()


def racks_in(told: list) -> list[tuple[int, set[bytes]]]:
    """Each rack as it was told, one after the other. Every RackEnd must count the RackTag before it."""
    found, tags = [], []
    for message in told:
        if isinstance(message, wire.RackTag):
            tags.append(message)
        elif isinstance(message, wire.RackEnd):
            assert {m.rack for m in tags} <= {message.rack}
            assert len(tags) == message.tags
            found.append((message.rack, {m.tag for m in tags}))
            tags = []
    assert tags == []
    return found


def ideally(story: Iterable[tuple[int, list[bytes]]]) -> list:
    """What readers that read as they should tell of `story`."""
    readers, deframer, told = IdealReaders(wire.RADIO, b"VIRTUAL1"), Deframer(), []
    readers.feed(frame(UNNUMBERED, wire.pack(wire.HostHello(wire.PROTOCOL, 1, 0, 0))), 0)
    for at_ms, (rack, tags) in enumerate([(0, []), *story], 1):
        readers.lies_on_rack(rack, [each.hex() for each in tags])
        for number, body in deframer.feed(readers.outgoing(at_ms)):
            if number != UNNUMBERED:
                told.append(wire.unpack(body))
                readers.feed(frame(UNNUMBERED, wire.pack(wire.Ack(number + 1))), at_ms)
    return told


def fist(line: Line, tags: list[bytes]) -> None:
    for place, each in enumerate(tags):
        line.board.tile_passes(each, line.board.now_us + APART_US * place, PASSING_US)


def sighted(told: list) -> list[bytes]:
    return [m.tag for m in messages(told) if isinstance(m, wire.BagSighting)]


def test_seven_tiles_on_a_rack_are_told_with_their_number() -> None:
    with board("radio") as line:
        line.board.lies_on_rack(0, SEVEN)
        assert racks_in(messages(line.run(2))) == [(0, set(SEVEN))]
        assert line.run(5) == []


def test_two_racks_filled_at_once_are_both_told() -> None:
    with board("radio") as line:
        line.board.lies_on_rack(0, SEVEN)
        line.board.lies_on_rack(3, OTHERS)
        assert sorted(racks_in(messages(line.run(2)))) == [(0, set(SEVEN)), (3, set(OTHERS))]


def test_a_rack_is_told_at_once_when_wanted_changed_or_not() -> None:
    with board("radio") as line:
        line.board.lies_on_rack(1, SEVEN)
        for _ in range(2):
            line.say(wire.RackWanted(1))
            assert racks_in(messages(line.run(0.3))) == [(1, set(SEVEN))]  # T21


def test_the_boards_tell_what_readers_that_read_as_they_should_would_tell() -> None:
    with BoardProcess({"role": "radio", "radio": False}) as process:
        line = Line(process)
        line.run(0.5)
        for rack, tags in STORY:
            process.lies_on_rack(rack, tags)
            line.run(3)
        line.port.close()
        assert racks_in(messages(line.told)) == racks_in(ideally(STORY))


def test_a_rack_emptied_tile_by_tile_floods_no_line() -> None:
    with board("radio") as line:
        line.board.lies_on_rack(0, SEVEN)
        line.run(2)
        told = len(line.told)
        for left in range(6, -1, -1):
            line.board.lies_on_rack(0, SEVEN[:left])
            line.run(0.4)
        line.run(2)
        assert racks_in(messages(line.told[told:]))[-1] == (0, set())
        assert len(line.told) - told < 28 // 2  # told at each tile it would take 28 messages


def test_what_lies_on_racks_and_in_the_bag_outlasts_the_boards_power() -> None:
    with board("radio") as line:
        line.board.lies_on_rack(0, SEVEN)
        line.run(2)
        line.board.restart()
        assert (0, set(SEVEN)) in racks_in(messages(line.run(1)))
    with board("bag") as line:
        line.board.in_bag(SEVEN)
        line.board.fault("bag_unread", 0)
        line.run(7)
        line.board.restart()
        assert {m.tag for m in messages(line.run(7)) if isinstance(m, wire.BagTag)} == set(SEVEN)


def test_a_tile_is_read_on_its_square_while_four_racks_are_full() -> None:
    with board("radio") as line:
        for rack in range(4):
            line.board.lies_on_rack(rack, [tag(10 * rack + n) for n in range(7)])
        line.run(2)
        where = (9_500 + 19_000 * 7, 9_500 + 19_000 * 7, 0)
        line.board.pose(90, tag(90), 0, where, 0, where)
        line.say(wire.Stirs(1, 112, 1))
        told = messages(line.run(0.2))
        assert [m[1:] for m in told if isinstance(m, wire.TagRead)] == [(112, tag(90))]


def test_a_single_tile_is_seen_in_the_neck_with_its_times() -> None:
    with board("bag") as line:
        start_ms = line.board.now_us // 1000
        line.board.tile_passes(tag(1), line.board.now_us, PASSING_US)
        (seen,) = messages(line.run(1))
        assert seen.tag == tag(1)
        assert 0 <= seen.at_ms - start_ms <= 40
        assert 100 <= seen.for_ms <= 160


def test_of_a_fist_of_seven_five_at_least_are_seen_and_none_invented() -> None:
    for seed in range(1, 6):
        with board("bag", seed) as line:
            line.run(0.013 * seed)
            fist(line, SEVEN)
            seen = sighted(line.run(1.5))
            assert len(set(seen)) == len(seen) >= 5
            assert set(seen) <= set(SEVEN)


def test_a_ring_that_misses_says_nothing_and_is_healed() -> None:
    with board("bag") as line:
        line.board.fault("ring_misses", 1)
        fist(line, SEVEN[:1])
        assert line.run(1) == []
        line.board.heal("ring_misses")
        fist(line, SEVEN[1:2])
        assert sighted(line.run(1)) == SEVEN[1:2]


def test_a_reader_that_hangs_is_started_again() -> None:
    for role in ("radio", "bag"):
        with board(role) as line:
            line.board.fault("reader_hang")
            line.run(1)
            if role == "radio":
                line.board.lies_on_rack(0, SEVEN)
                assert racks_in(messages(line.run(2))) == [(0, set(SEVEN))]
            else:
                fist(line, SEVEN[:1])
                assert sighted(line.run(1)) == SEVEN[:1]
            assert line.board.boots == 1


def test_a_dead_reader_neither_stops_nor_resets_the_bags_board() -> None:
    with board("bag") as line:
        line.board.fault("reader_dead")
        fist(line, SEVEN)
        assert line.run(20) == []
        assert line.board.boots == 1
        line.board.heal("reader_dead")
        line.run(6)
        fist(line, SEVEN[:1])
        assert sighted(line.run(1)) == SEVEN[:1]


@contextlib.contextmanager
def board_with_pad(role: str) -> Iterator[Line]:
    with BoardProcess({"role": role, "radio": False, "pad": True}) as process:
        line = Line(process)
        line.run(0.5)
        try:
            yield line
        finally:
            assert process.words == ""
            line.port.close()


def touched(line: Line) -> list[bytes]:
    """What the pad tells of two touches."""
    told = []
    for each in (NTAG, OTHER_NTAG):
        line.board.lay_on_pad(each)
        told += messages(line.run(0.6))
        line.board.lay_on_pad(each, on=False)
        told += messages(line.run(0.6))
    return [m.tag for m in told if isinstance(m, wire.PadTag)]


def test_a_pad_on_the_bags_board_tells_its_touches_as_the_low_cost_tables_does() -> None:
    for role in ("whole", "bag"):
        with board_with_pad(role) as line:
            assert touched(line) == [NTAG, OTHER_NTAG]


def test_ring_and_pad_of_one_board_are_read_beside_each_other() -> None:
    with board_with_pad("bag") as line:
        line.board.lay_on_pad(NTAG)
        for each in SEVEN:
            fist(line, [each])
            line.run(0.5)
        line.run(1)
        assert sighted(line.told) == SEVEN
        assert [m.tag for m in messages(line.told) if isinstance(m, wire.PadTag)] == [NTAG]
        assert {pin for pin, _ in line.board.wires} == {FIELD_GRANT}  # as without a pad: no wire more


def test_a_pads_reader_that_is_gone_neither_stops_the_ring_nor_resets_the_board() -> None:
    with board_with_pad("bag") as line:
        line.board.fault("pad_dead")
        line.run(10)
        fist(line, SEVEN[:1])
        assert sighted(line.run(1)) == SEVEN[:1]
        line.board.heal("pad_dead")
        line.run(6)
        assert touched(line) == [NTAG, OTHER_NTAG]
        assert line.board.boots == 1


def test_a_bench_check_borrows_either_reader_of_the_bags_board() -> None:
    with board_with_pad("bag") as line:
        for check in (14, 15, 14):
            line.say(wire.TestWanted(check, 5))
        done = [m for m in messages(line.run(3)) if isinstance(m, wire.TestDone)]
        assert done == [wire.TestDone(check, 5, 0, wire.NOWHERE) for check in (14, 15, 14)]
        assert touched(line) == [NTAG, OTHER_NTAG]


def test_a_touch_at_the_bags_board_is_a_claim_as_at_the_low_cost_table() -> None:
    """Through the host's own end of the line: the events of the game are the same, whichever board has the pad."""
    events = {}
    for role in ("whole", "bag"):
        told: list = []
        board = BoardProcess({"role": role, "radio": False, "pad": True})
        bench = Workbench(VirtualLine(board), listen=told.append)
        try:
            bench.wait(0.5)
            board.lay_on_pad(NTAG)
            bench.wait(0.5)
        finally:
            bench.close()
        events[role] = [event.tag for event in told if isinstance(event, PadTouched)]
    assert events == {"whole": [NTAG.hex()], "bag": [NTAG.hex()]}


def test_every_fault_of_the_bag_can_be_injected_and_healed() -> None:
    words = {"tag_dead": (SEVEN[1].hex(),), "loop_open": ("ring",), "rf_dropout": (1,), "rf_ghost": (16,),
             "rf_garble": (9,)}
    with board("bag") as line:
        for name in line.board.faults:
            if name not in ("hang", "brown_out"):  # these start the board anew, and nothing heals them
                line.board.fault(name, *words.get(name, ()))
                line.board.heal(name, *words.get(name, ()))
        line.run(6)
        fist(line, SEVEN[1:2])
        assert sighted(line.run(1)) == SEVEN[1:2]


def test_a_loop_that_the_bag_has_not_ends_the_board_with_a_sentence() -> None:
    with BoardProcess({"role": "bag", "radio": False}) as process:
        process.fault("loop_open", 7)
        with pytest.raises(BoardDied, match="the fault loop_open does not go with '7'"):
            process.grant(100_000)


def test_the_same_run_gives_the_same_bytes_on_the_wire() -> None:
    def story(role: str) -> bytes:
        with board(role, 5) as line:
            line.board.in_bag([tag(n) for n in range(40, 80)])
            line.board.lies_on_rack(2, OTHERS)
            fist(line, SEVEN)
            line.run(8)
            return line.bytes

    for role in ("radio", "bag"):
        assert story(role) == story(role)
