"""`make bench`: what the budgets ask for, measured in one run and printed as a ratio to its bound.

    python -m host.tests.bench

Figures of virtual time are those of models, and say so, with what they charge for each transfer on a bus. A ratio
above 1 misses its budget; the exit code is then 1.
"""

import gc
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table as Rows

from engine_lite.placement import wrong_with
from engine_lite.scoring import explain
from hardware_tests import needs
from host import games, replay
from host.adapters.journal import read_story
from host.adapters.web.page import Wish, render_page
from host.core.events import ClockPressed, GameOpened, Passed, Started
from host.core.table import open_table, step
from host.rehearsal.builds import R1, WHOLE
from host.rehearsal.virtual import VirtualTable
from host.replay_shape import as_json
from host.simulator.stock import rack
from host.tests import bench_storm
from host.tests.board_figures import SCANS_LEAST, model_figures, scans_a_second
from host.tests.host_process import RemoteApp
from host.tests.lexica_figures import lookup_figures
from host.tests.players import Players
from host.tests.readers_figures import reader_figures
from host.tests.storms import cuts, kills
from host.tests.test_replay_sensors import comparable, expected
from host.view import public_view

PASSES = 6  # with the 24 plays of our game: thirty turns
GAMES = needs.CHECKOUT.parent / "shared" / "games"
REPEATS = 5  # of what takes seconds
OUR_GAMES = needs.CHECKOUT / "engine_lite" / "tests" / "games"
LONG_GAMES = ("english-challenges-double-overtime", "catalan-out-deducted", "romanian-double-latin-1")
CHARGED = r"\(model, ([^)]+)\)"


@dataclass(frozen=True)
class Figure:
    """One measured figure beside its budget, both in `unit`.

    budget: the most that is allowed, or the least where `least`; None: nothing is asked. floor: what physics takes by
    itself, where that is known.
    """

    what: str
    value: float
    budget: float | None
    unit: str
    floor: float | None = None
    least: bool = False

    @property
    def missed(self) -> bool:
        """Whether the budget is not kept."""
        if self.budget is None:
            return False
        return self.value < self.budget if self.least else self.value > self.budget

    @property
    def over_floor(self) -> str:
        """How many times what physics takes by itself."""
        return f"{self.value / self.floor:.2f}" if self.floor else "-"

    @property
    def ratio(self) -> str:
        """Above 1 the budget is missed."""
        if not self.budget or not self.value:
            return "-"
        return f"{self.budget / self.value if self.least else self.value / self.budget:.2f}"


def percentile(values: list[float], share: float) -> float:
    """The value that `share` (0..1) of `values` do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def thirty_turns(journal: Path) -> Figure:
    """A game of 30 turns at the pace of hands, through models, firmware, wire and host."""
    players = Players()
    opened = replace(players.opened, self_ending=False)  # it goes on with passes after its last play
    with VirtualTable(lambda clock: games.begin(journal, opened, clock), seed=players.script.seed) as stage:
        began_s = time.perf_counter()
        players.play(stage)
        for _ in range(PASSES):
            seat = stage.table.game.on_turn or 0
            stage.reach()
            stage.happened(lambda at, seat=seat: Passed(seat, at_ns=at))
        took_s = time.perf_counter() - began_s
        assert len(stage.table.game.turns) == 30
    return Figure("a game of 30 turns in lock-step (model)", took_s, 5, "s")


def hand_to_score(folder: Path, boards: str = WHOLE) -> Iterator[Figure]:
    """From the last tile set down, the clock pressed at once, to the committed score; virtual time with CPU cost."""
    waits_ms: list[float] = []
    for repeat in range(REPEATS):
        players = Players()
        journal = folder / f"hands-{boards}-{repeat}.journal"
        with VirtualTable(lambda clock, at=journal, who=players: games.begin(at, who.opened, clock),
                          seed=repeat + 1, boards=boards) as stage:
            stage.rest()
            stage.happened(lambda at: Started(0, at_ns=at))
            for action in players.script.actions:
                if action.word == "lay":
                    waits_ms += _press_at_once(players, stage, action)
                elif action.word == "draw":
                    players.stock.draw(action.count, rack(action.seat))
    what = "hand to score" if boards == WHOLE else f"hand to score at {boards}"
    yield Figure(f"{what}, p95 (model)", percentile(waits_ms, 0.95), 420, "ms")
    yield Figure(f"{what}, median (model)", statistics.median(waits_ms), 320, "ms")


def _press_at_once(players: Players, stage: VirtualTable, action) -> list[float]:
    seat, turns = stage.table.game.on_turn or 0, len(stage.table.game.turns)
    blanks = players.lay(stage, action, seat)
    if blanks:  # a blank is named before the press: not the hurry that is measured here
        stage.rest()
        players.declare(stage, blanks)
    pressed_us = stage.now_us
    stage.happened(lambda at: ClockPressed(at, seat))
    while len(stage.table.game.turns) == turns:
        stage.advance(stage.now_us + 1_000)
    return [] if blanks else [(stage.now_us - pressed_us) / 1_000]


def core_and_page(journal: Path) -> Iterator[Figure]:
    """The events of a whole game stepped through again; then the view and the page that each leads to."""
    story = read_story(journal)
    opened = story.events[0][0]
    assert isinstance(opened, GameOpened)
    table, steps_ms, pages_ms = open_table(opened), [], []
    for event, _ in story.events[1:]:
        before = table
        took_ms, (table, _effects) = _timed(step, before, event)
        steps_ms.append(took_ms)
        if len(table.game.turns) > len(before.game.turns):
            view_ms, view = _timed(public_view, table, table.at_ns, "ca")
            page_ms, _page = _timed(render_page, view, Wish(language="ca"), "00:00:00")
            pages_ms.append(took_ms + view_ms + page_ms)
    yield Figure("core.step, p99", percentile(steps_ms, 0.99), 2, "ms")
    yield Figure("our work, event to page, p95", percentile(pages_ms, 0.95), 20, "ms")
    yield Figure("score and validate a play, median", statistics.median(_plays_us(table)), 60, "us")


def _plays_us(table) -> Iterator[float]:
    """Each play of the game on the board that it met, many times."""
    board = table.game.board.without(table.game.board.squares)
    for turn in table.game.turns:
        if turn.placement is None:
            continue
        for _ in range(200):
            began_ns = time.perf_counter_ns()
            wrong_with(board, turn.placement, table.game.rulebook)
            explain(board, turn.placement, table.game.rulebook)
            yield (time.perf_counter_ns() - began_ns) / 1_000
        board = board.with_tiles(turn.placement.tiles)


def restart(journal: Path) -> Iterator[Figure]:
    """A host that comes back to the game: from the start of its process until it answers, and what it holds."""
    times_s, life = [], 1
    for _ in range(REPEATS):
        began_s = time.perf_counter()
        app = RemoteApp(journal, lambda: 0, None, life, 0)
        times_s.append(time.perf_counter() - began_s)
        app.close()
        life += 1
    yield Figure("ready after a restart, worst of 5", max(times_s), 2, "s")
    script = "import resource, host.service; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    resident = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    yield Figure("host process, all its parts loaded", float(resident), 90, "MB resident")


def games_of_both_designs() -> Iterator[Figure]:
    """Whole recorded games of our own at both designs, every board in its own process: in real time."""
    for table in replay.TABLES:
        times_s = []
        for name in LONG_GAMES:
            began_s = time.perf_counter()
            outcome = replay.outcome_of(OUR_GAMES / f"{name}.gcg", None, "sensors", table)
            times_s.append(time.perf_counter() - began_s)
            assert not outcome.replayed.differences, name
        yield Figure(f"a recorded game in lock-step at {table}, worst of 3 (model)", max(times_s), 8, "s")


def all_recorded_games() -> Iterator[Figure]:
    """Every recorded game beside the project, through the sensors; those that no hands can play are told."""
    paths = sorted(path for folder in ("real", "constructed") for path in (GAMES / folder).glob("*.gcg"))
    if not paths:
        Console().print("not run: needs ../shared (recorded games through the sensors)")
        return
    differing, unplayable = [], []
    for path in track(paths, description="recorded games", transient=True):
        try:
            outcome = replay.outcome_of(path, None, "sensors")
        except replay.NoGame as why:
            unplayable.append(str(why))
            continue
        if not _as_expected(path, outcome):
            differing.append(path.name)
    for line in unplayable:
        Console().print(line, markup=False)
    yield Figure(f"of {len(paths) - len(unplayable)} recorded games, other than expected", len(differing), 0, "games")


def storm() -> Iterator[Figure]:
    """Recorded games while hands err and readings drop, printed by fault; what must never happen is a figure."""
    jobs = bench_storm.jobs_of(bench_storm.games_in(GAMES), bench_storm.STORMS)
    if not jobs:
        Console().print("not run: needs ../shared (recorded games in a storm)")
        return
    storms = bench_storm.stormed(jobs)
    bench_storm.printed(storms, Console(highlight=False))
    yield Figure(f"of {len(jobs)} games in a storm, wrong commits (model)", len(storms.wrong), 0, "games")
    yield Figure("games in a storm that do not end as recorded (model)", len(storms.not_ended_right), 0, "games")


def _as_expected(path: Path, outcome: replay.Outcome) -> bool:
    told = json.loads(json.dumps(as_json(path.stem, outcome.record, outcome.replayed)))
    return comparable(told) == comparable(expected(f"{path.parent.name}/{path.stem}"))


def _timed(work: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """How long `work` took, in ms, and what it gave."""
    began_ns = time.perf_counter_ns()
    answer = work(*arguments)
    return (time.perf_counter_ns() - began_ns) / 1_000_000, answer


def measured(folder: Path) -> Iterator[Figure]:
    """Everything, one figure after the other."""
    journal = folder / "game.journal"
    yield thirty_turns(journal)
    yield from hand_to_score(folder)
    yield from hand_to_score(folder, R1)
    yield from games_of_both_designs()
    yield from core_and_page(journal)
    yield from restart(journal)
    yield from (Figure(*row) for row in (*lookup_figures(), *model_figures(), *reader_figures()))
    yield Figure("Hall scans a second beside the radio (model)", scans_a_second(), SCANS_LEAST, "scans", least=True)
    yield from (Figure(*row) for row in (*cuts(), *kills()))
    yield from all_recorded_games()
    yield from storm()


def main() -> int:
    """Measure everything and print it; 1 when a budget is missed."""
    gc.disable()  # one collection in the middle of a 30 us figure would be all that is measured
    figures: list[Figure] = []
    so_far = Console(stderr=True)  # half an hour's figures are not lost with the one that cannot be had
    with tempfile.TemporaryDirectory(prefix="taula-bench-") as folder:
        for figure in measured(Path(folder)):
            so_far.print(f"{figure.what}: {figure.value:.4g} {figure.unit}", highlight=False)
            figures.append(figure)
    Console().print(printed(figures))
    return int(any(figure.missed for figure in figures))


def printed(figures: list[Figure]) -> Rows:
    """One row a figure; below them what the models charge for a transfer, as the board's own figures tell it."""
    charges = {found[1] for figure in figures if (found := re.search(CHARGED, figure.what))}
    caption = f"(model): virtual time, with CPU_US: {', '.join(sorted(charges))} on a bus" if charges else None
    rows = Rows("what", "measured", "floor", "times it", "budget", "ratio", caption=caption)
    for figure in figures:
        floor, budget = ("-" if limit is None else f"{limit:.4g}" for limit in (figure.floor, figure.budget))
        rows.add_row(re.sub(CHARGED, "(model)", figure.what), f"{figure.value:.4g} {figure.unit}", floor,
                     figure.over_floor, f"{'>= ' if figure.least else ''}{budget}", figure.ratio)
    return rows


if __name__ == "__main__":
    sys.exit(main())
