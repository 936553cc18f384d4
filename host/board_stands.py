"""What of its boards makes a game stand until people have seen to it, by the names of notices.

Looks at what a line has heard of its board; knows nothing of the table, and pauses nothing itself.
"""

from collections.abc import Iterable, Mapping

from host.adapters.link import Link
from host.adapters.link_board import CHAIN, RADIO, SWITCH_FAILS
from host.adapters.link_health import STARTS_NS

STARTS_OFTEN = "starts_often"  # a board starts anew again and again: its line tells when that is once too often
STARTS_BEFORE = "starts_before"  # it did so before the first clock ran
CHAIN_BROKEN = "chain_broken"  # the squares cannot be read
TWO_LOOPS = "two_loops"  # more than one antenna might be on, so that none is
# A board tries its reader anew again and again, and calls it well until it has failed anew.
_WELL_NS = {TWO_LOOPS: 60 * 10**9}


class BoardStands:
    """Tells once of each thing that has come to be wrong, and again when it has been well, for as long as it must."""

    def __init__(self) -> None:
        self._wrong_ns: dict[str, int] = {}  # when each was wrong last
        self._asked_ns = 0
        self._starts_ns = -STARTS_NS  # when a board had started anew once too often, with no clock to stop yet

    def starts_often(self, now_ns: int) -> None:
        """Before the game a board has started anew once too often, at game time `now_ns`: news when it begins."""
        self._starts_ns = now_ns

    def before(self, now_ns: int) -> tuple[str, ...]:
        """What people must see to before they begin."""
        return (STARTS_BEFORE,) if now_ns - self._starts_ns < STARTS_NS else ()

    def news(self, links: Iterable[Link], now_ns: int) -> frozenset[str]:
        """What is wrong now, at game time `now_ns`, and was not before."""
        started = frozenset({STARTS_OFTEN} if self.before(now_ns) else ())
        self._starts_ns = -STARTS_NS
        wrong = frozenset(name for link in links for name in _of(link.readers_down))
        known = {name: at_ns for name, at_ns in self._wrong_ns.items()
                 if at_ns == self._asked_ns or now_ns - at_ns < _WELL_NS.get(name, 0)}
        self._asked_ns = now_ns
        self._wrong_ns = known | dict.fromkeys(wrong, now_ns)
        return wrong - known.keys() | started


def _of(readers_down: Mapping[str, int]) -> Iterable[str]:
    if CHAIN in readers_down:
        yield CHAIN_BROKEN
    if readers_down.get(RADIO) in SWITCH_FAILS:
        yield TWO_LOOPS
