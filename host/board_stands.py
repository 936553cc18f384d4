"""What of its boards makes a game stand until people have seen to it, by the names of notices.

Looks at what a line has heard of its board; knows nothing of the table, and pauses nothing itself.
"""

from collections.abc import Iterable, Mapping

from host.adapters.link import Link
from host.adapters.link_board import CHAIN, RADIO, SWITCH_FAILS

STARTS_OFTEN = "starts_often"  # a board starts anew again and again: its line tells when that is once too often
CHAIN_BROKEN = "chain_broken"  # the squares cannot be read
TWO_LOOPS = "two_loops"  # more than one antenna might be on, so that none is


class BoardStands:
    """Tells once of each thing that has come to be wrong; of the same again once it has been well."""

    def __init__(self) -> None:
        self._wrong: frozenset[str] = frozenset()

    def news(self, links: Iterable[Link]) -> frozenset[str]:
        """What is wrong now and was not when this was asked before."""
        wrong = frozenset(name for link in links for name in _of(link.readers_down))
        news, self._wrong = wrong - self._wrong, wrong
        return news


def _of(readers_down: Mapping[str, int]) -> Iterable[str]:
    if CHAIN in readers_down:
        yield CHAIN_BROKEN
    if readers_down.get(RADIO) in SWITCH_FAILS:
        yield TWO_LOOPS
