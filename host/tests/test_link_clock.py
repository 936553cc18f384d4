"""A board's ticks against the host's time: the line is right within what it says, across both wraps, for clocks that
differ and hosts that are late; what lies far off is dropped, and a board that starts again begins anew."""

import random
from types import SimpleNamespace

import pytest
from tablewire import messages as wire
from tablewire.frames import UNNUMBERED, frame

from host.adapters.link_clock import BoardClock
from host.core import events
from host.simulator.board_process import BoardProcess
from host.tests.board_line import lay, require_micropython
from host.tests.far_board import MS, met
from host.workbench import VirtualLine, Workbench

S = 1_000_000_000  # ns
ROUND_MS = 2**30


class Clocks:
    """A board that runs `ppm` slower than the host and whose ticks stood at `start_ms` when the host's stood at 0."""

    def __init__(self, ppm=0.0, start_ms=0, late_ns=0):
        self.clock = BoardClock()
        self.ppm, self.start_us, self.late_ns = ppm, 1000 * start_ms, late_ns
        self.chance = random.Random(1)
        self.nth = 0

    def board_us(self, at_ns):
        return self.start_us + round(at_ns / 1000 / (1 + self.ppm / 1e6))

    def pulse(self, at_ns, shift_us=0):
        """The host's stamp comes up to `late_ns` before the edge: it writes the pin a moment later."""
        self.clock.pulsed(at_ns - self.chance.randrange(self.late_ns + 1))
        us = self.board_us(at_ns) + shift_us
        told_us = us + self.chance.randrange(3_000)
        self.nth += 1
        self.clock.told(told_us // 1000 % ROUND_MS, us % 2**30, self.nth % 2**16, at_ns + 5_000_000)

    def pulses(self, count, from_s=0, apart_s=1):
        for n in range(count):
            self.pulse((from_s + n * apart_s) * S)

    def off_ns(self, at_ns):
        """How far the clock is off for the board's millisecond at `at_ns`, and what it says it may be."""
        us = self.board_us(at_ns)
        moment = self.clock.moment(us // 1000 % ROUND_MS, at_ns + 7 * S)
        truth_ns = at_ns - us % 1000 * 1000  # when this millisecond began
        return abs(moment.at_ns - 500_000 - truth_ns), moment.error_ns


def test_before_the_first_pulse_nothing_is_known():
    clock = BoardClock()
    assert clock.moment(5, 5 * S) is None
    assert clock.ppm is None
    assert not clock.drifts


@pytest.mark.parametrize("ppm", [-30, 0, 45.5])
@pytest.mark.parametrize("late_ns", [0, 900_000])
def test_the_line_is_right_within_what_it_says_and_finds_the_slope(ppm, late_ns):
    clocks = Clocks(ppm, start_ms=7, late_ns=late_ns)
    clocks.pulses(60)
    for at_s in (0, 30, 59, 120, 600):
        off_ns, error_ns = clocks.off_ns(at_s * S)
        assert off_ns <= error_ns <= 30_000_000
    assert clocks.clock.ppm == pytest.approx(ppm, abs=0.01 if not late_ns else 20)
    assert not clocks.clock.drifts
    off_ns, _ = clocks.off_ns(59 * S)
    assert off_ns <= late_ns + 10_000


def test_one_pulse_gives_a_moment_that_knows_how_little_it_knows():
    clocks = Clocks(150)
    clocks.pulses(1)
    for at_s in (0, 10, 100):
        off_ns, error_ns = clocks.off_ns(at_s * S)
        assert off_ns <= error_ns
    assert clocks.off_ns(100 * S)[1] >= 100 * 200_000


def test_it_goes_on_across_the_wrap_of_the_microseconds():
    """2**30 us are 1073.7 s: half of these pulses come before, half after it; another wrap follows."""
    clocks = Clocks(20, start_ms=0)
    clocks.pulses(40, from_s=1053)
    assert clocks.clock.ppm == pytest.approx(20, abs=0.01)
    clocks.pulses(40, from_s=2127)
    assert clocks.clock.ppm == pytest.approx(20, abs=0.01)
    assert clocks.clock.dropped == 0
    off_ns, error_ns = clocks.off_ns(1073 * S)
    assert off_ns <= error_ns


def test_it_goes_on_across_the_wrap_of_the_milliseconds():
    """2**30 ms are 12 days: a table that is left on must not break in the middle of a game."""
    clocks = Clocks(-40, start_ms=ROUND_MS - 20_000)
    clocks.pulses(40)
    assert clocks.clock.ppm == pytest.approx(-40, abs=0.01)
    assert clocks.clock.dropped == 0
    for at_s in (1, 19, 20, 21, 39):  # before and after it, looked at from after it
        off_ns, error_ns = clocks.off_ns(at_s * S)
        assert off_ns <= error_ns < 1_000_000


def test_pulses_twenty_minutes_apart_lie_on_the_line_too():
    clocks = Clocks(10)
    clocks.pulses(5, apart_s=1200)
    assert clocks.clock.ppm == pytest.approx(10, abs=0.01)


@pytest.mark.parametrize(("ppm", "drifts"), [(99, False), (-99, False), (101, True), (-101, True), (400, True)])
def test_more_than_a_hundred_millionths_are_too_much(ppm, drifts):
    clocks = Clocks(ppm)
    clocks.pulses(30)
    assert clocks.clock.drifts is drifts


def test_a_clock_is_not_blamed_for_a_host_that_is_late():
    """Four pulses in four seconds, each noted up to a millisecond late, can look like 300 ppm."""
    clocks = Clocks(0, late_ns=1_000_000)
    clocks.pulses(4)
    assert not clocks.clock.drifts


def test_what_lies_far_off_is_dropped_and_moves_nothing():
    clocks = Clocks(25)
    clocks.pulses(20)
    before = clocks.clock.ppm
    clocks.pulse(20 * S, shift_us=40_000)
    clocks.pulse(21 * S, shift_us=-40_000)
    assert (clocks.clock.dropped, clocks.clock.ppm) == (2, before)
    clocks.pulses(20, from_s=22)
    assert clocks.clock.dropped == 2
    assert clocks.off_ns(40 * S)[0] < 20_000


def test_ticks_that_have_jumped_begin_a_new_line():
    clocks = Clocks(25)
    clocks.pulses(20)
    clocks.start_us += 5_000_000
    clocks.pulses(10, from_s=20)
    assert clocks.clock.pulses == 8
    assert clocks.off_ns(29 * S)[0] < 20_000


def test_a_board_that_starts_again_begins_anew():
    clocks = Clocks(25, start_ms=1_000_000)
    clocks.pulses(20)
    clocks.clock.begin()
    assert clocks.clock.moment(1, 1) is None
    clocks.start_us, clocks.nth = -20_000_000, 0  # its ticks begin at 20 s of the host
    clocks.pulses(10, from_s=21)
    assert clocks.off_ns(30 * S)[0] < 20_000
    assert clocks.clock.dropped == 0


def test_noise_on_the_wire_and_words_told_twice_are_no_pulses():
    clocks = Clocks()
    clocks.pulses(5)
    clocks.clock.told(9_000, 9_000_000, 99, 9 * S)  # nobody has sent one
    clocks.clock.pulsed(10 * S)
    clocks.clock.told(10_001, 10_000_000, 100, 10 * S + 3_000_000)
    clocks.clock.pulsed(11 * S)
    clocks.clock.told(10_001, 10_000_000, 100, 11 * S + 1)  # a frame that came twice
    assert clocks.clock.pulses == 6
    clocks.clock.told(11_001, 11_000_000, 101, 11 * S + 2_000_000)
    assert clocks.clock.pulses == 7
    clocks.clock.pulsed(20 * S)
    clocks.clock.told(25_000, 24_900_000, 102, 25 * S)  # too late: it is not known which one it answers
    assert clocks.clock.pulses == 7


def synced(far, board_ms, pulses=6):
    """`far` has answered so many pulses, a second apart; its ticks stood at `board_ms` when the host's time was 0."""
    for nth in range(1, pulses + 1):
        far.wait_ms(1000)
        far.link.pulsed(far.now_ns)
        ms = far.now_ns // MS + board_ms
        far.says(wire.Synced((ms + 1) % ROUND_MS, 1000 * ms % 2**30, nth))


def heard(far, number, message):
    (received,) = far.says(message, number)
    return received.event.at_ns


@pytest.mark.parametrize("board_ms", [0, 123_456, ROUND_MS - 5_500, ROUND_MS - 6_200])
def test_an_event_counts_from_when_its_board_told_it_however_late_it_is_heard(board_ms):
    """Across the wrap of the board's milliseconds too."""
    far = met()
    synced(far, board_ms)
    told_ns = far.now_ns
    at_ms = (told_ns // MS + board_ms) % ROUND_MS
    far.wait_ms(700)  # a frame lost, and lost again
    number = far.hello.next
    assert heard(far, number, wire.Moving(at_ms)) == pytest.approx(told_ns, abs=MS)
    reading = (at_ms + 300 - 120) % ROUND_MS  # it has settled 300 ms later, and is told then
    assert heard(far, number + 1, wire.HallChanged(reading, 7, 1)) == pytest.approx(told_ns + 300 * MS, abs=MS)
    passed = wire.BagSighting((at_ms + 350) % ROUND_MS, 100, bytes(8))
    assert heard(far, number + 2, passed) == pytest.approx(told_ns + 450 * MS, abs=MS)
    assert heard(far, number + 3, wire.Quiet((at_ms + 800) % ROUND_MS)) == far.now_ns  # never of the future


def test_without_pulses_or_with_a_line_that_is_not_known_well_events_count_from_when_they_are_heard():
    far = met()
    far.wait_ms(5000)
    assert heard(far, 0, wire.Moving(10)) == far.now_ns
    synced(far, 0, pulses=1)
    far.wait_ms(600_000)  # one pulse, ten minutes ago: the crystals may be 120 ms apart
    assert heard(far, 1, wire.Quiet(far.now_ns // MS - 300)) == far.now_ns


def test_no_event_of_a_board_is_earlier_than_the_one_before_or_than_its_return():
    far = met()
    synced(far, 0)
    first_ns = heard(far, 0, wire.Moving(far.now_ns // MS))
    assert heard(far, 1, wire.Quiet(far.now_ns // MS - 2000)) == first_ns
    far.wait_ms(10_000)
    far.link.cut(far.now_ns)
    far.wait_ms(1000)
    kept_ms = far.now_ns // MS - 5000  # it was told to nobody: the cable was out
    far.says(far.hello._replace(next=3))
    assert heard(far, 2, wire.Moving(kept_ms)) == far.now_ns


def test_a_real_boards_readings_count_alike_over_a_sound_line_and_one_that_loses_frames():
    """The firmware's own ticks, through its own SYNC."""
    require_micropython()
    stamps = []
    for lost_us in (0, 500_000):
        told, board = [], BoardProcess({"radio": False})
        deaf_until_us = [0]

        def cable(data, to_host, board=board, deaf=deaf_until_us):
            return b"" if to_host and board.now_us < deaf[0] else data

        bench = Workbench(VirtualLine(board, cable), listen=told.append)
        try:
            bench.wait(0.5)
            for _ in range(6):
                board.sync()
                bench.link.pulsed(1000 * board.now_us)
                bench.wait(1)
            lay(SimpleNamespace(board=board), 112)
            deaf_until_us[0] = board.now_us + 250_000 + lost_us
            bench.wait(3)
        finally:
            bench.close()
        stamps.append([event.at_ns for event in told if isinstance(event, events.HallChanged)])
    assert len(stamps[0]) == len(stamps[1]) == 1
    assert stamps[1][0] == pytest.approx(stamps[0][0], abs=2 * MS)


def test_a_link_keeps_its_boards_clock_and_begins_anew_with_a_new_start():
    far = met()
    for nth in range(1, 6):
        far.wait_ms(1000)
        far.link.pulsed(far.now_ns)
        ms = far.now_ns // 1_000_000
        far.says(wire.Synced(ms + 1, 1000 * ms, nth))
    assert far.link.clock.pulses == 5
    assert far.link.clock.ppm == pytest.approx(0, abs=0.01)
    assert far.link.clock.moment(3000, far.now_ns).at_ns == 3_000_500_000
    far.link.feed(frame(UNNUMBERED, wire.pack(far.hello._replace(boot=8))), far.now_ns)
    assert far.link.clock.pulses == 0
