"""The watchdog is fed when scan and link have both gone round, and by neither of them alone."""

from rounds import Rounds


class Watchdog:
    def __init__(self):
        self.fed = 0

    def feed(self):
        self.fed += 1


def test_it_takes_both_loops_to_feed_it():
    watchdog = Watchdog()
    rounds = Rounds(lambda: watchdog, 1)
    for _ in range(3):
        rounds.scanned()
    assert watchdog.fed == 0
    rounds.linked()
    assert watchdog.fed == 1
    for _ in range(3):
        rounds.linked()
    assert watchdog.fed == 1
    rounds.scanned()
    assert watchdog.fed == 2


def test_the_watchdog_is_started_when_both_have_gone_round_a_few_times_and_once():
    """A program that cannot even do that leaves a board at its prompt, which no watchdog starts again."""
    started = []

    def start():
        started.append(Watchdog())
        return started[0]

    rounds = Rounds(start, 3)
    for _ in range(2):
        for _ in range(3):
            rounds.linked()
        rounds.scanned()
    assert started == []
    rounds.linked()
    rounds.scanned()
    assert [watchdog.fed for watchdog in started] == [1]
    rounds.linked()
    rounds.scanned()
    assert [watchdog.fed for watchdog in started] == [2]
