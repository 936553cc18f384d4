"""The bench checks of readers and antennas: sound chips pass, each check fails with the faults it is for and names
them, a board without such a chip says so; and the chips work for the game again once they have been checked."""

import contextlib
from collections.abc import Iterator

import pytest
from tablewire import messages as wire

from hardware_tests import t14_pad_reader, t15_radio_reader, t16_antennas
from hardware_tests.bench import Finding
from host.simulator.board_process import BoardProcess
from host.tests.board_line import CENTRE, Line, lay, messages, require_micropython, tag
from host.workbench import VirtualLine, Workbench

PARTS = {14: t14_pad_reader, 15: t15_radio_reader, 16: t16_antennas}
TABLE: dict[str, object] = {"pad": True}  # with radio, as every virtual table


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


@contextlib.contextmanager
def bench_of(settings: dict[str, object], *fault: object) -> Iterator[Workbench]:
    board = BoardProcess(settings)
    bench = Workbench(VirtualLine(board))
    try:
        bench.wait(1)
        if fault:
            board.fault(str(fault[0]), *fault[1:])
        yield bench
    finally:
        bench.close()


def found(test: int, settings: dict[str, object], *fault: object) -> Finding:
    with bench_of(settings, *fault) as bench:
        return PARTS[test].CHECK.run(bench)


@pytest.mark.parametrize(("test", "settings"), [
    (14, TABLE), (15, TABLE), (16, TABLE), (15, {"role": "radio"}), (16, {"role": "radio"}), (15, {"role": "bag"})])
def test_sound_chips_pass(test: int, settings: dict[str, object]) -> None:
    finding = found(test, settings)
    assert (finding.passed, finding.measured, finding.advice) == (True, "20 of 20 sound", "")


@pytest.mark.parametrize(("test", "fault", "advice"), [
    (14, ("pad_dead",), "no chip answers under the pad"),
    (14, ("pad_hang",), None),  # each set-up begins with RST, which heals it
    (14, ("pad_version", "12"), "no proven kind"),
    (14, ("pad_self_test",), "fails its own test"),
    (14, ("pad_bit_errors", 0.02), ""),
    (15, ("reader_dead",), "no radio reader answers"),
    (15, ("rf_no_field",), "the field does not come up"),
    (15, ("reader_hot",), "too hot"),
    (15, ("antenna_supply",), "no sound 24 V"),
    (16, ("antenna_supply",), "outside 22 to 26 V"),
    (16, ("mux_stuck", 3), "chain"),
    (16, ("mux_short", 3), "a loop is on whatever is selected"),
    (16, ("reader_dead",), "mend what T15 finds first"),
])
def test_each_check_fails_with_its_fault_and_names_it(test: int, fault: tuple, advice: str | None) -> None:
    finding = found(test, TABLE, *fault)
    assert finding.passed is (advice is None)
    assert (advice or "") in finding.advice
    assert bool(finding.advice) is not finding.passed


@pytest.mark.parametrize("role", ["radio", "bag"])
def test_a_dead_reader_of_a_board_of_its_own_is_found(role: str) -> None:
    assert "no radio reader answers" in found(15, {"role": role}, "reader_dead").advice


@pytest.mark.parametrize("settings", [TABLE, {"radio": False, "pad": True}, {"role": "bag", "pad": True}],
                         ids=["whole", "low-cost", "bag"])
def test_a_clone_under_the_pad_passes_and_is_named(settings: dict[str, object]) -> None:
    finding = found(14, settings, "pad_version", "88")
    assert finding.passed
    assert "a clone" in finding.measured


@pytest.mark.parametrize(("test", "settings", "what"), [
    (14, {}, "identify pad"), (14, {"role": "radio"}, "identify pad"), (15, {"role": "board"}, "radio reader"),
    (16, {"role": "bag"}, "antenna chain"),
])
def test_a_board_that_has_no_such_chip_says_so(test: int, settings: dict[str, object], what: str) -> None:
    finding = found(test, settings)
    assert (finding.passed, finding.measured) == (True, f"no {what} on this board")


def test_tiles_and_tags_are_read_again_after_the_checks() -> None:
    with BoardProcess(TABLE) as board:
        line = Line(board)
        line.run(1)
        for test in (14, 15, 16):
            line.say(wire.TestWanted(test, 3))
        done = [m for m in messages(line.run(3)) if isinstance(m, wire.TestDone)]
        assert [m[:3] for m in done] == [(14, 3, 0), (15, 3, 0), (16, 3, 0)]
        lay(line, CENTRE)
        board.lay_on_pad(bytes.fromhex("07045a319e701280"))
        told = messages(line.run(1))
        assert wire.TagRead in map(type, told)
        assert [m.tag for m in told if isinstance(m, wire.TagRead)] == [tag(1)]
        assert [m.tag.hex() for m in told if isinstance(m, wire.PadTag)] == ["07045a319e701280"]
        line.run(5)
        counted = dict(zip(wire.COUNTED, line.counts[-1][1:], strict=True))
        assert counted["reader_restarts"] == 0  # a check's start of the reader is no trouble of the game's
        line.port.close()
