"""Whole recorded games, turn by turn: squares, directions, words and points against an independent checker's.

117 games were recorded by people and programs, 67 were constructed for the tile sets with digraphs.
"""

import gzip
import json
from collections.abc import Iterator

from engine_lite.game import Game
from engine_lite.layout import SIDE
from engine_lite.notation import GcgStart
from engine_lite.placement import Placement, main_line
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tiles import Tile
from hardware_tests import needs

OF_LANGUAGE = {
    "english": RULEBOOKS["frs_english"],
    "catalan": RULEBOOKS["fisc_classic"],
    "catalan_q": RULEBOOKS["fisc_school"],
    "romanian": RULEBOOKS["frs_romanian"],
}
NOT_YET = {"french": 3, "german": 2, "polish": 1}  # games, of languages without a tile set here


def recorded(name: str) -> Iterator[dict]:
    with gzip.open(needs.shared(f"games/{name}"), "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def placement_of(move: dict) -> Placement:
    tiles = [(row * SIDE + column, Tile(face, blank)) for row, column, face, blank in move["tiles"]]
    return Placement(tuple(tiles))


def replayed(game: Game, record: dict) -> Game:
    """The game after all turns of the record; asserts each play's start, words and points."""
    for move in record["moves"]:
        where = f"{record['source']} line {move['line']}"
        if move["kind"] == "play":
            placement = placement_of(move)
            start, down = main_line(game.board, placement)
            game = game.play(placement)
            turn = game.turns[-1]
            text = game.rulebook.tile_set.text
            words = [[text(word.tiles, brackets=True), word.score] for word in turn.score.words]
            assert sorted(words) == sorted(move["words"]), where
            assert turn.points == move["score"], where
            assert (turn.score.bonus > 0) == move["bingo"], where
            if len(placement) > 1:  # one tile may be written in either direction
                assert (GcgStart.parse(move["pos"]), words) == (GcgStart(start, down), move["words"]), where
        elif move["kind"] == "withdraw":
            game = game.withdraw()
        elif move["kind"] in ("pass", "exchange"):
            game = game.passed()
    return game


def in_rows(game: Game) -> list[list[str]]:
    tiles = [("" if tile is None else tile.face.lower() if tile.blank else tile.face) for tile in game.board.contents]
    return [tiles[first : first + SIDE] for first in range(0, SIDE * SIDE, SIDE)]


def check_all(name: str) -> dict[str, int]:
    """Replays the games of a file; how many of each language there were."""
    counts: dict[str, int] = {}
    for record in recorded(name):
        language = record["language"]
        counts[language] = counts.get(language, 0) + 1
        if language in OF_LANGUAGE:
            game = replayed(Game.new(OF_LANGUAGE[language], record["players"], on_turn=record["start"]), record)
            assert in_rows(game) == record["board"], record["source"]
    return counts


def test_games_recorded_by_people() -> None:
    """Every play of every English game, and the board at its end."""
    assert check_all("expected.jsonl.gz") == {"english": 111} | NOT_YET


def test_games_constructed_for_digraphs() -> None:
    """L·L, NY, QU, Q with U, blanks for digraphs, and K Q W Y on Romanian blanks."""
    assert check_all("constructed-expected.jsonl.gz") == {"catalan": 40, "catalan_q": 7, "romanian": 20}
