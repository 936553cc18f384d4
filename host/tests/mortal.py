"""A virtual table whose host is killed again and again, and what that has cost: for the test and for the bench."""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from host.rehearsal.virtual import VirtualTable
from host.tests.host_process import HostDied, RemoteApp
from host.tests.players import Players

SECOND_NS = 1_000_000_000
# A whole game of CoursePlayers has some 2,700 steps and 1,300 calls to the file system. Lives are so long, by chance,
# that the wanted deaths fall into three quarters of it: none is left over at its end.
STEPS, CALLS = 2_000, 2_000  # of the calls, before and after each


@dataclass
class Toll:
    """What deaths have cost so far."""

    deaths: int = 0
    lost: int = 0
    doubled: int = 0
    clock_errors_ns: list[int] = field(default_factory=list)
    ready_s: list[float] = field(default_factory=list)


class MortalTable(VirtualTable):
    """The virtual table with a host that dies `deaths` times: half the times from outside between two steps, half
    around its own calls to the file system.
    """

    def __init__(self, journal: Path, players: Players, seed: int, deaths: int, toll: Toll) -> None:
        self.random = Random(seed)
        self.toll = toll
        self._last_death = toll.deaths + deaths
        self._from_outside = deaths / STEPS  # in every second life: the chance at each step
        self._longest_calls = 2 * CALLS // deaths
        self._journal = journal
        self._players = players
        super().__init__(lambda _: None, seed=players.script.seed, standing=players.standing)

    @property
    def _mortal(self) -> bool:
        return self.toll.deaths < self._last_death

    def start_host(self, open_game):
        """A new life; one life in two is to end at a call to the file system."""
        while True:
            by_itself = self._mortal and self.toll.deaths % 2 == 0
            kill_at = self.random.randrange(1, self._longest_calls) if by_itself else 0
            try:
                self.app = RemoteApp(self._journal, self._monotonic_ns, self._players.opened, self._lives, kill_at)
                self.toll.ready_s.append(self.app.ready_s)
                return self.app
            except HostDied:
                self.toll.deaths += 1
            finally:
                self._lives += 1

    def _grant(self, until_us: int) -> None:
        before, at_ns = self.app.told["table"], self._monotonic_ns()
        try:
            super()._grant(until_us)
        except HostDied:
            self._revive(before, at_ns)
            return
        if self._mortal and self.toll.deaths % 2 and self.random.random() < self._from_outside:
            before, at_ns = self.app.told["table"], self._monotonic_ns()
            self.app.kill()
            self._revive(before, at_ns)

    def _revive(self, before, at_ns: int) -> None:
        """What the host told before its death, held against what the one tells that comes back."""
        self.toll.deaths += 1
        self.start_host(None)
        after = self.app.told["table"]
        elapsed_ns = self._monotonic_ns() - at_ns
        if after["running"] == before["running"]:
            for seat, left_ns in enumerate(before["clock_ns"]):
                reckoned_ns = left_ns - (elapsed_ns if seat == before["running"] else 0)
                self.toll.clock_errors_ns.append(abs(after["clock_ns"][seat] - reckoned_ns))
        had, has = before["turns"], after["turns"]
        self.toll.lost += sum(one != other for one, other in zip(had, has, strict=False))
        self.toll.lost += max(0, len(had) - len(has))
        self.toll.doubled += max(0, len(has) - len(had) - 1)  # one press may have been decided while it died


def mortal_game(journal: Path, players: Players, seed: int, deaths: int, toll: Toll) -> None:
    """One whole game with so many deaths. What its sheet lacks or has too much of is added to `toll`."""
    with MortalTable(journal, players, seed, deaths, toll) as stage:
        players.play(stage)
        found = [points for _, _, points in stage.app.told["table"]["turns"]]
    if found != players.expected:
        toll.lost += max(1, len(players.expected) - len(found))
        toll.doubled += max(0, len(found) - len(players.expected))
