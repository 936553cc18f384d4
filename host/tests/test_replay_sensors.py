"""Recorded games through hands, models, firmware, wire and host come out as an independent checker found them.

Twenty-five games here; `make bench` plays all of them.
"""

import gzip
import json
import re
from pathlib import Path

import pytest

from engine_lite.gcg import read
from hardware_tests import needs
from host import replay, replay_sensors
from host.cli import main
from host.core import events
from host.gcg_files import read_text

# Digraphs and blank digraphs, exchanges by number and by letters, plays withdrawn, bonuses and penalties, overtime,
# one to three seats, German, French, Polish, every rule of settling racks.
GAMES = (
    "real/crosstables-001", "real/crosstables-042", "real/crosstables-119", "real/eliot-011", "real/facts-012",
    "real/histories-003", "real/issues-002", "real/liwords-024", "real/liwords-059", "real/macondo-005",
    "real/magpie-002", "real/quackle-012", "real/watchgcg-001", "real/xanado-001", "real/xanado-003",
    "constructed/fisc_classic-004", "constructed/fisc_classic-067", "constructed/fisc_classic-110",
    "constructed/fisc_school-003", "constructed/fisc_school-020", "constructed/frs_romanian-008",
    "constructed/frs_romanian-011", "constructed/frs_romanian-031", "constructed/frs_romanian-045",
    "constructed/frs_romanian-060",
)

SENSED = {
    events.BoardUp, events.BoardDown, events.BoardTold, events.StateTold, events.HallChanged, events.TagsRead,
    events.Stirred, events.Calmed, events.Due,
}
PRESSED = {events.Started, events.ClockPressed, events.Challenged, events.Passed}
TYPED = {events.BlankDeclared, events.Ruled, events.ExchangeTyped, events.EndRack, events.PointsGiven}


def expected(name: str) -> dict[str, object]:
    """What the independent checker found in a game, as `replay --json` says it."""
    folder, game = name.split("/")
    path = needs.shared("games/expected.jsonl.gz" if folder == "real" else "games/constructed-expected.jsonl.gz")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return next(row for row in map(json.loads, lines) if row["source"] == game)


def comparable(game: dict[str, object]) -> dict[str, object]:
    """Squares, directions, words, scores, totals and board; a play of one tile may be read either way."""
    moves = []
    for move in game["moves"]:
        told = {key: move.get(key) for key in ("line", "player", "kind", "score", "total", "tiles", "bingo")}
        if move["kind"] == "play":
            single = len(move["tiles"]) == 1
            told["words"] = sorted(map(tuple, move["words"])) if single else [tuple(word) for word in move["words"]]
            told["where"] = None if single else (move["pos"], move["dir"])
        moves.append(told)
    return {"board": game["board"], "final": game["final"], "moves": moves}


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_comes_out_of_the_sensors_as_it_was_recorded(name):
    path = needs.shared(f"games/{name}.gcg")
    outcome = replay.outcome_of(path, None, "sensors", "whole")
    told = json.loads(json.dumps(replay.as_json(path.stem, outcome.record, outcome.replayed)))
    assert comparable(told) == comparable(expected(name))
    assert outcome.interpreter.startswith("MicroPython")


FOLDER = Path(__file__).parents[2] / "engine_lite" / "tests" / "games"
UNNAMED = FOLDER / "english-habits-penalties.gcg"  # has a blank that nobody named
OURS = sorted(path for path in FOLDER.glob("*.gcg") if path != UNNAMED)


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_the_host_hears_sensors_and_buttons_and_only_what_a_referee_must_type(path):
    """No score, total, square or word of the record reaches the host but through its sensors."""
    record = read(read_text(path))
    hands, received = replay_sensors.played(record, replay.rulebook_for(record))
    kinds = {type(event) for event in received}
    assert kinds <= SENSED | PRESSED | TYPED, kinds - SENSED - PRESSED - TYPED
    assert len(hands.games) == len(record.entries)


def test_the_same_game_twice_is_the_same_to_the_last_event():
    record = read(read_text(OURS[0]))
    once = replay_sensors.played(record, replay.rulebook_for(record))[1]
    again = replay_sensors.played(record, replay.rulebook_for(record))[1]
    assert once == again


@pytest.mark.parametrize("table", ["r1", "l1"])
@pytest.mark.parametrize("path", [OURS[0], OURS[-1]], ids=lambda path: path.stem)
def test_both_designs_come_to_what_the_rules_come_to(table, path):
    """Three boards with a radio of their own, and one board with magnets and a pad."""
    alone = replay.outcome_of(path, None, "engine")
    built = replay.outcome_of(path, None, "sensors", table)
    assert replay.as_json(path.stem, built.record, built.replayed) == replay.as_json(
        path.stem, alone.record, alone.replayed)


@pytest.mark.parametrize("table", ["r1", "l1"])
@pytest.mark.parametrize("name", ["real/histories-003", "constructed/frs_romanian-045"])
def test_a_recorded_game_comes_out_of_both_designs_as_it_was_recorded(table, name):
    path = needs.shared(f"games/{name}.gcg")
    outcome = replay.outcome_of(path, None, "sensors", table)
    told = json.loads(json.dumps(replay.as_json(path.stem, outcome.record, outcome.replayed)))
    assert comparable(told) == comparable(expected(name))


def test_a_blank_that_nobody_named_cannot_be_laid_on_a_table(capsys):
    """The table asks what every blank stands for; a record that does not say is refused with its line."""
    assert main(["replay", "--through", "sensors", str(UNNAMED)]) == 2
    assert re.search(r"line \d+: a table asks what every blank stands for", capsys.readouterr().err)
