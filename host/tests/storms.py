"""A thousand kills and two hundred power cuts, over many games: the figures of the bench, and nothing else.

    python -m host.tests.storms
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from host.tests import dark, mortal
from host.tests.course_players import CoursePlayers

KILLS, KILLS_A_GAME = 1_000, 50
CUTS, CUTS_A_GAME = 200, 25
Row = tuple[str, float, float, str]  # what, measured, budget, unit
NS_PER_S = 1_000_000_000


def kills(count: int = KILLS) -> Iterator[Row]:
    """SIGKILLs at random instants, each game with all readers and the full course."""
    toll = mortal.Toll()
    with tempfile.TemporaryDirectory(prefix="taula-kills-") as folder, Progress(transient=True) as shown:
        bar = shown.add_task("kills", total=count)
        game = 0
        while toll.deaths < count:
            game += 1
            left = min(KILLS_A_GAME, count - toll.deaths)
            mortal.mortal_game(Path(folder) / f"{game}.journal", CoursePlayers(), game, left, toll)
            shown.update(bar, completed=toll.deaths)
    worst_s = max(toll.clock_errors_ns) / NS_PER_S
    yield f"{toll.deaths} kills in {game} games: turns lost", toll.lost, 0, "turns"
    yield f"{toll.deaths} kills: turns doubled", toll.doubled, 0, "turns"
    yield f"{toll.deaths} kills: worst clock error", worst_s, 1, "s"
    yield f"{toll.deaths} kills: ready again, worst of {len(toll.ready_s)}", max(toll.ready_s), 2, "s"


def cuts(count: int = CUTS) -> Iterator[Row]:
    """Power cuts on a disk that forgets and tears, every second one of the boards too."""
    toll = dark.Toll()
    game = 0
    with Progress(transient=True) as shown:
        bar = shown.add_task("power cuts", total=count)
        while toll.cuts < count:
            game += 1
            dark.dark_game(CoursePlayers(), game, min(CUTS_A_GAME, count - toll.cuts), toll)
            shown.update(bar, completed=toll.cuts)
    worst_s = max(toll.clock_errors_ns) / NS_PER_S
    yield f"{toll.cuts} power cuts in {game} games: synced turns lost", toll.lost, 0, "turns"
    yield f"{toll.cuts} power cuts: turns doubled", toll.doubled, 0, "turns"
    yield f"{toll.cuts} power cuts: worst clock error", worst_s, 1, "s"
    yield f"{toll.cuts} power cuts: left to the referee", toll.decided, toll.cuts / 20, "cuts"


if __name__ == "__main__":
    for row in (*cuts(), *kills()):
        Console().print(*row)
    sys.exit(0)
