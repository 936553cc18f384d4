"""What a check concludes from figures, on a table of paper: limits at their edges, and the advice with each.
The checks against a whole table, real or virtual, are tested with `taula doctor`."""

import pytest
from tablewire.messages import BOARD, Measured

from engine_lite.notation import SeedStart
from hardware_tests import (
    t01_hello,
    t02_echo,
    t03_loop_back,
    t04_sentinels,
    t05_power_off,
    t06_empty_board,
    t25_clocks,
)
from hardware_tests.bench import Beat, Counted, Damaged, Hello, Notes, Told, Unanswered, square_name
from hardware_tests.plan import CHECKS, UnknownCheck, chosen

NO_DAMAGE = Damaged(0, 0)


class PaperBench:
    """A table that answers what it was told to."""

    notes = Notes()

    def __init__(self, hellos=(), echo_s=lambda number: 0.001, counted=None, damaged=(NO_DAMAGE,)):
        self._hellos, self._echo_s, self._counted, self._damaged = hellos, echo_s, counted, list(damaged)
        self.sent = []

    def hellos(self, within_s):
        return self._hellos

    def damaged(self):
        return self._damaged.pop(0) if len(self._damaged) > 1 else self._damaged[0]

    def echo(self, data, within_s):
        self.sent.append(data)
        return self._echo_s(len(self.sent))

    def run_test(self, number, count, within_s):
        if self._counted is None:
            raise Unanswered("nobody is there")
        return self._counted(number, count)

    def beat(self):
        """None: the board that it stands for measures no supply."""

    def wait(self, seconds):
        pass

    def told(self, within_s):
        """What the sensors get without supply, for T05: nothing."""
        return [Told(0, Measured(5, 255, 0))]


def test_a_hello_must_come_in_less_than_two_seconds():
    assert t01_hello.measure(PaperBench([Hello(BOARD, 0xCAFE, 1.999, "")])).passed
    late = t01_hello.measure(PaperBench([Hello(BOARD, 0xCAFE, 2.0, "")]))
    assert not late.passed
    assert late.measured == "board of protocol 1 after 2.000 s, firmware 0000cafe"


def test_a_thousand_echoes_of_63_bytes_are_sent_the_same_at_every_run():
    one, other = PaperBench(), PaperBench()
    assert t02_echo.measure(one) == t02_echo.measure(other)
    assert one.sent == other.sent
    assert [len(data) for data in one.sent] == [63] * 1000
    assert len(set(one.sent)) == 1000


@pytest.mark.parametrize(("slow", "passed"), [(50, True), (51, False)])
def test_one_echo_in_twenty_may_take_longer_than_the_limit(slow, passed):
    found = t02_echo.measure(PaperBench(echo_s=lambda number: 0.010 if number <= slow else 0.004))
    assert found.passed is passed
    assert found.advice.startswith("" if passed else "the line is slow")


def test_a_dead_echo_is_given_up_after_fifty():
    bench = PaperBench(echo_s=lambda number: None)
    assert t02_echo.measure(bench).measured == "50 of 50 lost, 0 damaged, no time"
    assert len(bench.sent) == 50


def test_damage_from_before_the_check_does_not_count_even_where_the_boards_count_begins_again():
    assert t02_echo.measure(PaperBench(damaged=(Damaged(9, 0xFFFF), Damaged(9, 0xFFFF)))).passed
    found = t02_echo.measure(PaperBench(damaged=(Damaged(9, 0xFFFF), Damaged(9, 2))))
    assert found.measured == "0 of 1000 lost, 3 damaged, p95 1.0 ms"
    assert "to the board" in found.advice


@pytest.mark.parametrize("part", [t03_loop_back, t04_sentinels, t05_power_off, t06_empty_board])
def test_a_board_without_the_check_and_a_single_failure_both_fail(part):
    """0 of 0 failed is no success."""
    sound = PaperBench(counted=lambda number, count: Counted(count, 0, 255))
    none = PaperBench(counted=lambda number, count: Counted(0, 0, 255))
    one = PaperBench(counted=lambda number, count: Counted(count, 1, 7))
    assert part.measure(sound).passed
    assert not part.measure(none).passed
    assert not part.measure(one).passed
    assert part.measure(one).advice


@pytest.mark.parametrize(("left_mv", "passed"), [(1649, True), (1650, False)])
def test_without_their_supply_sensors_get_less_than_they_work_with(left_mv, passed):
    bench = PaperBench(counted=lambda number, count: Counted(count, 0, 255))
    bench.told = lambda within_s: [Told(0, Measured(5, 255, left_mv))]
    found = t05_power_off.measure(bench)
    assert found.passed is passed
    assert ("P-FET at GP6" in found.advice) is not passed


def test_firmware_that_tells_the_first_bad_square_alone_has_it_on_the_map():
    """That of before, whose other squares nobody tells."""
    found = t06_empty_board.measure(PaperBench(counted=lambda number, count: Counted(count, 3, 7)))
    assert found.measured.startswith("3 squares on")
    assert list(found.squares) == [7]


@pytest.mark.parametrize(("ahead_ppm", "told"), [(0, "0.0 ppm"), (0.04, "0.0 ppm"), (-0.04, "0.0 ppm"),
                                                 (12.34, "-12.3 ppm"), (-12.34, "+12.3 ppm")])
def test_clocks_that_go_alike_differ_by_nothing_and_nothing_has_no_sign(ahead_ppm, told):
    """The board's clock goes `ahead_ppm` faster than the host's."""
    class Clocked(PaperBench):
        displays = None
        now = 0

        def wait(self, seconds):
            self.now += seconds

        def now_s(self):
            return self.now

        def beat(self):
            return Beat(self.now, 1000 * self.now * (1 + ahead_ppm / 1e6), 0)

    assert t25_clocks.measure(Clocked()).measured == told


def test_a_table_that_does_not_answer_has_not_passed():
    found = CHECKS[2].run(PaperBench())
    assert (found.passed, found.measured, found.advice) == (False, "nothing", "nobody is there")
    assert found.limit == CHECKS[2].limit


def test_squares_are_named_as_in_the_rule_documents():
    for square in range(225):
        assert square_name(square) == str(SeedStart(square, down=False))


def test_checks_are_numbered_in_order_and_an_unknown_one_is_refused_with_the_list():
    assert [check.id for check in chosen([])] == [
        "T01", "T02", "T03", "T04", "T05", "T06", "T11", "T14", "T15", "T16", "T17"]
    assert [check.id for check in chosen(["all"])] == [f"T{number:02}" for number in range(1, 30)]
    with pytest.raises(UnknownCheck, match=r"no check 'X1'; there are T01, T02, .*, T28, T29"):
        chosen(["T01", "X1"])
