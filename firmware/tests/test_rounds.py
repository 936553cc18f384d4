"""The watchdog is fed when scan and link have both gone round, and watches from the first step on; not for ever."""

from pinout import WATCHDOG_MS, WATCHDOG_START_MS
from rounds import MOST_HUNG, Rounds


class Watchdog:
    """`log`: what it was told. `number` outlives its resets."""

    def __init__(self, number=0):
        self.number = number
        self.log = []

    def start(self, ms):
        self.log.append(ms)
        return self

    def stop(self):
        self.log.append("stop")

    def feed(self):
        self.log.append("fed")

    def noted(self):
        return self.number

    def note(self, number):
        self.number = number


def both(rounds):
    rounds.linked()
    rounds.scanned()


def test_it_takes_both_loops_to_feed_it():
    watchdog = Watchdog()
    rounds = Rounds(watchdog, 1)
    for _ in range(3):
        rounds.scanned()
    assert watchdog.log == []
    rounds.linked()
    assert watchdog.log == [WATCHDOG_MS, "fed"]
    for _ in range(3):
        rounds.linked()
    assert watchdog.log == [WATCHDOG_MS, "fed"]
    rounds.scanned()
    assert watchdog.log == [WATCHDOG_MS, "fed", "fed"]


def test_it_runs_from_the_first_step_on_and_bites_sooner_when_both_have_gone_round_a_few_times():
    watchdog = Watchdog()
    rounds = Rounds(watchdog, 3)
    assert rounds.begin()
    assert (watchdog.log, watchdog.number) == ([WATCHDOG_START_MS], 1)
    both(rounds)
    both(rounds)
    assert (watchdog.log, watchdog.number) == ([WATCHDOG_START_MS, "fed", "fed"], 1)
    both(rounds)
    both(rounds)
    assert (watchdog.log[3:], watchdog.number) == ([WATCHDOG_MS, "fed", "fed"], 0)


def test_the_start_after_so_many_that_have_hung_is_not_made_and_the_one_after_that_is():
    number = 0
    for hung in range(MOST_HUNG):
        watchdog = Watchdog(number)
        assert Rounds(watchdog).begin()
        number = watchdog.number
        assert number == hung + 1
    watchdog = Watchdog(number)
    assert not Rounds(watchdog).begin()
    assert (watchdog.log, watchdog.number) == ([], 0)
    assert Rounds(watchdog).begin()


def test_a_program_that_ends_at_its_first_steps_is_watched_no_more_and_one_that_ends_later_is():
    watchdog = Watchdog()
    rounds = Rounds(watchdog, 2)
    rounds.begin()
    both(rounds)
    rounds.ended()
    assert (watchdog.log[-1], watchdog.number) == ("stop", 0)
    watchdog = Watchdog()
    rounds = Rounds(watchdog, 1)
    rounds.begin()
    both(rounds)
    rounds.ended()
    assert watchdog.log[-1] == "fed"
