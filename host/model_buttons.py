"""Buttons beside the virtual table: contacts that bounce, and the copies of the clock buttons at the bag's board.

Knows no check. The bounces are drawn by a seed, see host.simulator.bounces.
"""

from collections.abc import Callable, Collection
from random import Random

from hardware_tests.bench import Edge
from host.simulator.board_process import BoardProcess
from host.simulator.bounces import PRESSED, UP, Bounce, bounce

HELD_US, APART_US = 150_000, 350_000  # how long a finger stays down, and up
NS_IN_US = 1_000
US_IN_S = 1_000_000
COPIES = {"clock_a": 4, "clock_b": 5}  # pins of the bag's board


class ModelButtons:
    """Five buttons of a bench at `board`; `wait(seconds)` lets time pass there.

    weak: miss every tenth press. stuck: never come up again. slow: bounce for 14 ms. Of the copies, which only the
    bag's board has: `cut` are those without a wire, and all are `copies_late_us` late (less than none: the computer
    is). deaf: SYNC reaches no board.
    """

    names: tuple[str, ...] = ("clock_a", "clock_b", "challenge_a", "challenge_b", "referee")

    def __init__(self, board: BoardProcess, wait: Callable[[float], None], *, weak: Collection[str] = (),
                 stuck: Collection[str] = (), slow: Collection[str] = (), cut: Collection[str] = (),
                 copies_late_us: int = 0, deaf: bool = False, seed: int = 24) -> None:
        self._board, self._wait = board, wait
        self._weak, self._stuck, self._slow, self._cut = weak, stuck, slow, cut
        self._copies_late_us = copies_late_us
        self._deaf = deaf
        self._chance = Random(seed)
        self._now_us = 0  # of the finger: ahead of a board that has no part in what it does
        self._edges: dict[str, list[Edge]] = {name: [] for name in self.names}

    def edges(self, name: str) -> list[Edge]:
        edges, self._edges[name] = self._edges[name], []
        return edges

    def pulse(self) -> int | None:
        if not self._deaf:
            self._board.sync()
        return self._board.now_us * NS_IN_US

    def press(self, name: str, count: int) -> None:
        """Press `name` so many times."""
        self._now_us = max(self._now_us, self._board.now_us)
        for nth in range(count):
            if name in self._weak and nth % 10 == 0:
                continue
            self._moves(name, bounce(self._chance, PRESSED), HELD_US)
            if name not in self._stuck:
                self._moves(name, self._longer(name, bounce(self._chance, UP)), APART_US)

    def _longer(self, name: str, trace: Bounce) -> Bounce:
        return [*trace, (7_000, PRESSED), (7_000, UP)] if name in self._slow else trace

    def _moves(self, name: str, trace: Bounce, then_us: int) -> None:
        """The contact goes through `trace`, and rests for `then_us`; a board that listens has its time meanwhile."""
        at_us = self._now_us
        copies: list[tuple[int, int]] = []
        for after_us, level in trace:
            at_us += after_us
            self._edges[name].append(Edge((at_us + max(0, -self._copies_late_us)) * NS_IN_US, level == PRESSED))
            copies.append((at_us + max(0, self._copies_late_us), level))
        for moment_us, level in copies if name in COPIES and name not in self._cut else ():
            self._until(moment_us)
            self._board.drive(COPIES[name], level)
        self._now_us += then_us

    def _until(self, moment_us: int) -> None:
        if moment_us > self._board.now_us:
            self._wait((moment_us - self._board.now_us) / US_IN_S)
