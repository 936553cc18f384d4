"""The watchdog is fed when scan and link have both gone round, and by neither of them alone."""

from rounds import Rounds


class Watchdog:
    def __init__(self):
        self.fed = 0

    def feed(self):
        self.fed += 1


def test_it_takes_both_loops_to_feed_it():
    watchdog = Watchdog()
    rounds = Rounds(watchdog)
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
