"""Whole recorded games, line by line: what the rules make of them against what an independent checker found.

117 games were recorded by people and programs, 67 were constructed for the tile sets with digraphs.
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from engine_lite.gcg import Record, read
from engine_lite.layout import SIDE, SQUARES
from engine_lite.record import Move, Replayed, face_shown, replay
from hardware_tests import needs

EXPECTED = {"real": "expected.jsonl.gz", "constructed": "constructed-expected.jsonl.gz"}
LANGUAGES = {
    "real": {"english": 111, "french": 3, "german": 2, "polish": 1},
    "constructed": {"catalan": 40, "catalan_q": 7, "romanian": 20},
}
END_RULES = {
    "real": {"double": 91, "deduct_and_give": 1, "sum": 1, "own_rack": 5, "none": 19},
    "constructed": {"double": 15, "deduct_and_give": 33, "own_rack": 13, "none": 6},
}


def recorded(name: str) -> Iterator[dict]:
    """What the checker found, one object a game."""
    with gzip.open(needs.shared(f"games/{name}"), "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@cache
def games(folder: str) -> tuple[tuple[dict, Record, Replayed], ...]:
    """What the checker found in each game of a folder, the record, and its replay."""
    found_in = []
    for found in recorded(EXPECTED[folder]):
        path = needs.shared(f"games/{folder}/{found['source']}.gcg")
        record = read(path.read_text(encoding=found.get("encoding", "utf-8")))
        found_in.append((found, record, replay(record)))
    return tuple(found_in)


def play_of(move: Move) -> dict:
    """A play's squares, words and bonus in the checker's shape."""
    return {
        "pos": move.pos,
        "dir": move.direction,
        "tiles": [list(tile) for tile in move.tiles],
        "words": [list(word) for word in move.words],
        "bingo": move.bingo,
    }


def in_rows(replayed: Replayed) -> list[list[str]]:
    shown = [
        "" if tile is None else face_shown(tile).lower() if tile.blank else tile.face
        for tile in replayed.game.board.contents
    ]
    return [shown[first : first + SIDE] for first in range(0, SQUARES, SIDE)]


@pytest.mark.parametrize("folder", EXPECTED)
def test_every_line_comes_to_what_the_checker_found(folder: str) -> None:
    """Squares, direction, words with their points, bonus, score, totals, board and final totals; nothing differs.

    Squares and direction are compared beside the scores: a board read with rows and columns swapped scores the same.
    """
    for found, _, replayed in games(folder):
        where = found["source"]
        assert replayed.agrees, where
        assert [(move.line, move.kind, move.player, move.score, list(move.total)) for move in replayed.moves] == [
            (move["line"], move["kind"], move["player"], move["score"], move["total"]) for move in found["moves"]
        ], where
        for move, expected in zip(replayed.moves, found["moves"], strict=True):
            if move.kind == "play":
                assert play_of(move) == {key: expected[key] for key in play_of(move)}, f"{where} line {move.line}"
        assert in_rows(replayed) == found["board"], where
        assert list(replayed.game.totals) == found["final"], where


@pytest.mark.parametrize("folder", EXPECTED)
def test_which_tiles_and_which_end(folder: str) -> None:
    """The tile set of every game, named or not, and how it settled the racks, from its own lines."""
    languages, rules = Counter[str](), Counter[str]()
    for _, record, replayed in games(folder):
        languages[record.tile_set.name] += 1
        rules[replayed.end_rule.value] += 1
    assert languages == LANGUAGES[folder]
    assert rules == END_RULES[folder]


def test_racks_that_do_not_follow_are_doubted_not_refused() -> None:
    """People write racks wrong, or leave one out at the end: 24 of the recorded games, no constructed one."""
    doubtful = {folder: sum(bool(replayed.doubts) for _, _, replayed in games(folder)) for folder in EXPECTED}
    assert doubtful == {"real": 24, "constructed": 0}
