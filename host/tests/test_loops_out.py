"""A loop antenna that carries no current (failure 32): the firmware counts it and names it, `taula doctor` and the
screens tell which one it is, and a rack that cannot be read any more is asked for."""

import contextlib
from collections.abc import Iterator

import pytest
from tablewire import messages as wire

from hardware_tests import t16_antennas
from hardware_tests.bench import Finding
from host.adapters.link_words import Received
from host.board_notices import notices
from host.core import events
from host.simulator.board_process import BoardProcess
from host.tests.board_line import CENTRE, Line, lay, messages, require_micropython, tag
from host.tests.far_board import Far
from host.workbench import VirtualLine, Workbench

ROW_H, COLUMN_6, RACK_2 = 7, 20, 31


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


def bits(*loops: int) -> bytes:
    found = bytearray(5)
    for loop in loops:
        found[loop >> 3] |= 0x80 >> (loop & 7)
    return bytes(found)


def named(line: Line) -> set[bytes]:
    """What the board has said of loops since it was asked last."""
    said, line.loops = {message.loops for message in line.loops}, []
    return said


# --- the firmware -----------------------------------------------------------------------------------


def test_a_row_that_opens_is_said_after_every_heartbeat_and_counted_and_its_tile_is_read() -> None:
    with BoardProcess() as board:
        line = Line(board)
        line.run(1)
        board.fault("loop_open", ROW_H)
        lay(line, CENTRE, 1)
        line.run(6)
        assert [m.tag for m in messages(line.told) if isinstance(m, wire.TagRead)] == [tag(1)]
        beats = len(line.beats)
        named(line)
        line.run(5)
        assert abs(len(line.beats) - beats - len(line.loops)) <= 1
        assert named(line) == {bits(ROW_H)}
        counted = dict(zip(wire.COUNTED, line.counts[-1][1:], strict=True))
        assert {name: count for name, count in counted.items() if count} == {"loop_out": 1}
        board.heal("loop_open", ROW_H)
        line.run(4)
        named(line)
        line.run(5)
        assert named(line) == set()
        line.port.close()


def test_a_rack_that_opens_is_said_and_its_tiles_are_not_taken_for_gone() -> None:
    with BoardProcess({"role": "radio", "radio": False}) as board:
        line = Line(board)
        line.run(0.5)
        board.lies_on_rack(1, [tag(n) for n in range(7)])
        line.run(3)
        told = len(line.told)
        board.fault("loop_open", RACK_2)
        line.run(4)
        assert named(line) == {bits(RACK_2)}
        board.heal("loop_open", RACK_2)
        line.run(3)
        named(line)
        line.run(2)
        assert named(line) == set()
        assert not [m for m in messages(line.told[told:]) if isinstance(m, (wire.RackTag, wire.RackEnd))]
        line.port.close()


def test_the_loop_under_the_bag_is_said() -> None:
    with BoardProcess({"role": "bag"}) as board:
        line = Line(board)
        board.fault("loop_open", "bag")
        line.run(8)
        assert named(line) == {bits(1)}
        line.port.close()


# --- taula doctor -----------------------------------------------------------------------------------


@contextlib.contextmanager
def bench_of(settings: dict[str, object]) -> Iterator[tuple[Workbench, BoardProcess]]:
    board = BoardProcess(settings)
    bench = Workbench(VirtualLine(board))
    try:
        bench.wait(1)
        yield bench, board
    finally:
        bench.close()


def looked(bench: Workbench) -> Finding:
    return t16_antennas.CHECK.run(bench)


def test_doctor_names_the_loops_that_were_open_when_they_were_read() -> None:
    with bench_of({}) as (bench, board):
        board.fault("loop_open", ROW_H)
        board.fault("loop_open", COLUMN_6)
        for tile, square in enumerate((112, 5)):
            at = 9_500 + 19_000 * (square % 15), 9_500 + 19_000 * (square // 15), 0
            board.pose(tile + 1, tag(tile + 1), board.now_us, at, board.now_us, at)
        bench.wait(2)
        finding = looked(bench)
    assert not finding.passed
    assert finding.measured == "20 of 20 sound; without current when read: row h, column 6"
    assert finding.advice.startswith("the loop of row h, column 6 is open")


def test_doctor_names_the_loop_under_the_bag() -> None:
    with bench_of({"role": "bag"}) as (bench, board):
        board.fault("loop_open", "bag")
        bench.wait(8)
        assert "the loop of the bag is open" in looked(bench).advice


def test_sound_loops_are_none_of_doctors_business() -> None:
    with bench_of({}) as (bench, board):
        at = 9_500, 9_500, 0
        board.pose(1, tag(1), board.now_us, at, board.now_us, at)
        bench.wait(2)
        assert looked(bench) == Finding(True, "20 of 20 sound", t16_antennas.LIMIT, "")


# --- the screens, and the game ----------------------------------------------------------------------


def beats(far: Far, *loops: int) -> list[Received]:
    """Three heartbeats, the board naming these loops after each; what the game hears."""
    told = []
    for _ in range(3):
        far.wait_ms(500)
        told += far.says(wire.Heartbeat(9, 0, 0, 0, 0))
        if loops:
            told += far.says(wire.LoopsOut(9, bits(*loops)))
    return told


def sentences(far: Far) -> list[str]:
    return [each.sentence for each in notices([far.link], "en")]


def test_rows_columns_and_racks_are_named_on_the_screens_until_they_carry_current() -> None:
    far = Far(role=wire.RADIO, part="racks")
    far.meet()
    assert beats(far, 0, ROW_H, COLUMN_6) == []  # the other axis is read in their place
    assert sentences(far) == [
        "The antennas of a, h, 6 have failed. Others do their work; have the board mended after the game."]
    beats(far, RACK_2)
    assert sentences(far) == ["The antenna of rack 2 has failed. Look at its cable."]
    beats(far)
    assert sentences(far) == []


def test_a_rack_that_was_read_and_is_open_now_is_as_without_loops_and_one_that_has_none_never_was() -> None:
    """A table for two has no loops under two of its four racks: the board finds those open from its start."""
    far = Far(role=wire.RADIO, part="racks")
    far.meet()
    assert beats(far, 32, 33) == []
    far.says(wire.RackEnd(9, 1, 0), 0)
    assert [(type(each.event), each.event.part) for each in beats(far, RACK_2, 32, 33)] == [
        (events.BoardDown, "racks")]
    assert [(type(each.event), each.event.part) for each in beats(far, 32, 33)] == [(events.BoardUp, "racks")]
