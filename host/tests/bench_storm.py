"""The storm: recorded games through the sensors while hands err, readings drop and cables fail; printed by fault.

    python -m host.tests.bench_storm [--storms 300] [--games ../shared/games] [--json]

Part of `make bench`. The games of the folder are taken in turn, again with another seed when there are not enough.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table as Rows

from engine_lite.gcg import BadGcg, Record, read
from engine_lite.record import CannotReplay, replay
from hardware_tests import needs
from host.gcg_files import read_text
from host.rehearsal.recorded import NotAtATable
from host.rehearsal.storm import weather
from host.rehearsal.storm_outcome import Storms, Weathered
from host.replay import rulebook_for
from host.simulator.board_process import BoardDied, BoardHangs

GAMES = needs.CHECKOUT.parent / "shared" / "games"
STORMS = 300
PROCESSES = 2

Job = tuple[Path, int]  # a game and a seed


def games_in(folder: Path) -> list[Path]:
    """The recorded games of `folder` and the folders in it."""
    return sorted(folder.rglob("*.gcg"))


def stormed(jobs: Sequence[Job], processes: int = PROCESSES) -> Storms:
    """Every job played, as many at a time as there are processes."""
    if processes == 1:
        return Storms(tuple(map(_storm, jobs)))
    with get_context("spawn").Pool(processes) as pool:
        done = track(pool.imap(_storm, jobs), "storm", len(jobs), transient=True, console=Console(stderr=True))
        return Storms(tuple(done))


def jobs_of(paths: Sequence[Path], storms: int) -> list[Job]:
    """So many storms over those of `paths` that hands can play."""
    playable = [path for path in paths if _playable(path)]
    return list(islice(((path, seed) for seed in count(1) for path in playable), storms if playable else 0))


@cache
def _record(path: Path) -> Record:
    return read(read_text(path))


def _playable(path: Path) -> bool:
    """Whether the rules can replay it and every blank has a name: what no hands can play never reaches a table."""
    try:
        record = _record(path)
        replay(record, rulebook_for(record))
    except (BadGcg, CannotReplay):
        return False
    letters = (tile for entry in record.entries for tile in getattr(entry, "letters", ()))
    return all(tile.named for tile in letters if tile is not None and tile.blank)


def _storm(job: Job) -> Weathered:
    path, seed = job
    record = _record(path)
    try:
        return weather(path.stem, record, rulebook_for(record), seed)
    except (NotAtATable, BoardDied, BoardHangs) as why:
        return Weathered(path.stem, seed, stuck=str(why))


def printed(storms: Storms, console: Console) -> None:
    """The storms by fault, what the displays asked for, and every one that did not end as recorded."""
    rows = Rows("fault", "befell", "lines", "acted upon", "actions, mean", "most", box=None, pad_edge=False)
    for row in storms.rows():
        rows.add_row(row.fault.replace("_", " "), str(row.befell), str(row.lines), str(row.troubled),
                     f"{row.mean:.2f}", str(row.worst))
    console.print(rows)
    console.print("prompts: " + ", ".join(f"{name} {number}" for name, number in storms.prompts().most_common()))
    for line in _failures(storms):
        console.print(line, markup=False, soft_wrap=True)
    told = storms.as_json()
    console.print(f"{told['storms']} games in a storm (model): {told['turns']} turns, {told['actions']} actions of "
                  f"hands, {told['faults']} faults; {told['wrong_commits']} wrong commits, "
                  f"{told['not_ended_right']} not ended with the recorded totals")


def _failures(storms: Storms) -> Iterator[str]:
    for each in storms.not_ended_right:
        why = each.wrong or each.stuck or f"ended with {each.totals}, recorded {each.recorded}"
        yield f"{each.game}, seed {each.seed}: {'WRONG COMMIT, ' if each.wrong else ''}{why}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Storm and print; 1 when a commit was wrong or a game did not end as recorded."""
    parser = argparse.ArgumentParser(description="recorded games in a storm of faults")
    parser.add_argument("--storms", type=int, default=STORMS)
    parser.add_argument("--games", type=Path, default=GAMES)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    if not (jobs := jobs_of(games_in(options.games), options.storms)):
        print("not run: needs ../shared (recorded games in a storm)")
        return 0
    storms = stormed(jobs)
    if options.json:
        print(json.dumps(storms.as_json(), ensure_ascii=False))
    else:
        printed(storms, Console(highlight=False))
    return int(bool(storms.not_ended_right))


if __name__ == "__main__":
    sys.exit(main())
