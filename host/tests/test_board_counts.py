"""Every loss is counted by the board under its own name and told every five seconds; a deaf host costs messages that
are counted, and neither a scan nor a reset."""

import pytest
from tablewire import messages as wire
from tablewire.frames import frame

from host.simulator.board_process import BoardProcess
from host.tests.board_line import CENTRE, Line, hall_board, lay, messages, place, require_micropython, tag
from host.tests.far_board import met

FIELD_GRANT = 3  # the pin of the radio's board: pinout.py


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


def told(line: Line) -> dict[str, int]:
    """What the board has counted so far, less what is 0."""
    last = dict(zip(wire.COUNTED, line.counts[-1][1:], strict=True))
    return {name: count for name, count in last.items() if count}


def test_a_board_to_which_nothing_happens_has_lost_nothing_and_says_so_every_five_seconds() -> None:
    with hall_board() as line:
        line.run(21)
        assert [b.at_ms - a.at_ms for a, b in zip(line.counts, line.counts[1:], strict=False)] == [5000] * 3
        assert told(line) == {}


def test_damaged_frames_unknown_words_and_dropped_scans_are_counted_apart() -> None:
    with hall_board() as line:
        for piece in (b"\0noise\0", frame(0, b"\xee\x01"), b"\0\x05more\0"):
            line.say_bytes(piece)
        line.run(1)
        line.board.fault("chain_glitch", 7)
        line.run(5)
        counted = told(line)
        assert counted.pop("bad_scans") == line.beats[-1].bad_scans > 0
        assert counted == {"damaged": 2, "not_understood": 1}


@pytest.mark.parametrize(("fault", "names"), [
    (("rf_ghost", 16), {"ghosts", "reader_ghost"}),
    (("rf_refused", 1), {"reader_restarts", "reader_refused"}),
    (("rf_no_field",), {"reader_restarts", "reader_no_field"}),
    (("reader_hang",), {"reader_restarts", "reader_silent"}),
    (("reader_hot",), {"reader_restarts", "reader_hot"}),
    (("mux_stuck", 3), {"reader_restarts", "mux_echo"}),
    (("mux_short", 3), {"reader_restarts", "mux_two_loops"}),
    (("antenna_supply",), {"reader_restarts", "mux_rail"}),
])
def test_what_goes_wrong_with_the_reader_and_its_antennas_is_counted(fault: tuple, names: set[str]) -> None:
    with BoardProcess() as board:
        line = Line(board)
        line.run(0.1)
        lay(line, CENTRE, 1)
        lay(line, CENTRE + 1, 2)
        line.run(1)
        board.fault(*fault)
        lay(line, CENTRE + 2, 3)
        line.run(10)
        assert set(told(line)) - {"reader_clash"} == names
        line.port.close()


def test_polls_of_the_pad_that_fail_are_counted() -> None:
    with BoardProcess({"radio": False, "pad": True}) as board:
        line = Line(board)
        line.run(1)
        board.fault("pad_hang")
        line.run(10)
        counted = told(line)
        assert set(counted) == {"pad_failed"}
        assert counted["pad_failed"] >= 3  # then it is restarted
        line.port.close()


def test_a_permit_wire_that_touches_ground_costs_time_and_is_counted() -> None:
    """The board of the loops overrules a permit that never comes, and reads all the same."""
    with BoardProcess({"role": "radio"}, uid="VIRTUAL1") as board:
        line = Line(board)
        line.run(1)
        board.drive(FIELD_GRANT, 0)
        board.lies_on_rack(0, [tag(7)])
        line.say(wire.RackWanted(0))
        line.run(15)
        assert [t.message.tags for t in line.told if isinstance(t.message, wire.RackEnd)][-1:] == [1]
        assert told(line)["field_overruled"] > 0
        line.port.close()


def test_a_burst_on_line_chain_and_reader_at_once_costs_no_tile_and_no_reset() -> None:
    """As of a spark: every part is set up again by its own trouble, and the table is as it was."""
    with BoardProcess() as board:
        line = Line(board)
        line.run(0.1)
        for tile in range(3):
            lay(line, CENTRE + tile, tile)
        line.run(1.5)
        before = len(line.told)
        board.fault("chain_glitch", 20)
        board.fault("chain_noise", 0.5)
        board.fault("reader_hang")
        line.say_bytes(b"\0\xff\x00spark\0" * 20)
        lay(line, CENTRE + 3, 3)
        line.run(0.15)
        board.heal("chain_noise")
        line.run(8)
        tags = {m.square: m.tag for m in messages(line.told) if isinstance(m, wire.TagRead)}
        assert tags == {CENTRE + tile: tag(tile) for tile in range(4)}
        assert isinstance(line.told[-1].message, wire.Quiet)
        assert not any(isinstance(t.message, wire.TagNone) for t in line.told[before:])
        counted = told(line)
        assert counted["bad_scans"] > 0
        assert counted["damaged"] > 0
        assert counted["reader_silent"] > 0
        assert board.boots == 1
        line.port.close()


def test_an_answer_that_no_tile_gives_is_counted_as_foreign() -> None:
    with BoardProcess() as board:
        line = Line(board)
        line.run(0.1)
        at_us = board.now_us
        board.pose(1, b"\xd0" + bytes(7), at_us, place(CENTRE), at_us, place(CENTRE))
        line.run(6)
        assert set(told(line)) == {"foreign"}
        line.port.close()


def test_a_host_that_stops_reading_costs_messages_and_never_a_scan_or_a_reset() -> None:
    """The port stays open and greeted; for a minute nobody takes a byte from it while tiles come and go."""
    with hall_board() as line:
        line.run(1)
        board, before = line.board, line.beats[-1]
        for nth in range(120):
            (lay if nth % 2 == 0 else lift_of)(line, CENTRE)
            until_us = board.now_us + 500_000
            while board.now_us < until_us:
                board.grant(until_us)
        line.port.reset_input_buffer()
        line.run(11)
        after = line.beats[-1]
        assert board.boots == 1
        assert abs((after.scans - before.scans) - (after.at_ms - before.at_ms) / 10) <= 2
        assert after.lost > 0
        assert told(line)["lost"] == after.lost


def lift_of(line: Line, square: int) -> None:
    line.board.away(1)


def test_a_link_keeps_the_last_counts_by_name_and_forgets_them_with_a_new_start() -> None:
    far = met()
    assert far.link.counts == {}
    counts = range(1, len(wire.COUNTED) + 1)
    far.says(wire.Counts(9, *counts))
    far.says(wire.Counts(9, *counts)._replace(foreign=99))
    assert far.link.counts == dict(zip(wire.COUNTED, counts, strict=True)) | {"foreign": 99}
    far.says(far.hello._replace(boot=8))
    assert far.link.counts == {}
