"""Single positions that other engines test, with their scores or their refusal."""

import json
from dataclasses import replace

from engine_lite.board import Board
from engine_lite.notation import GcgStart
from engine_lite.placement import IllegalPlay, parse_play, wrong_with
from engine_lite.reasons import Reason
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.scoring import explain
from engine_lite.tiles import TILE_SETS
from hardware_tests import needs

ENGLISH = RULEBOOKS["frs_english"]
REFUSALS = {
    "E_CENTRE": Reason.OFF_CENTRE,
    "E_CLASH": Reason.TAKEN,
    "E_BOUNDS": Reason.OFF_BOARD,
    "E_GAP": Reason.GAPPED,
    "E_SHORT": Reason.TOO_FEW,
}


def positions() -> list[dict]:
    return json.loads(needs.shared("games/positions.json").read_text(encoding="utf-8"))


def reasons_or_words(position: dict) -> tuple[set[Reason], list[list], int]:
    """The refusal's reasons, or the words with their points and the total."""
    tile_set = TILE_SETS[position["lang"]]
    rulebook = replace(ENGLISH, tile_set=tile_set)
    board = Board.from_rows(position["board"], tile_set)
    rack = tile_set.tiles(position["rack"])
    try:
        _, placement = parse_play(f"{position['pos']} {position['play']}", board, tile_set, GcgStart)
    except IllegalPlay as refusal:
        return {defect.reason for defect in refusal.defects}, [], 0
    if defects := wrong_with(board, placement, rulebook, rack):
        return {defect.reason for defect in defects}, [], 0
    score = explain(board, placement, rulebook)
    return set(), [[tile_set.text(word.tiles), word.score] for word in score.words], score.total


def test_scores_and_words() -> None:
    """Every position, word by word, in every language."""
    scored = [position for position in positions() if "score" in position]
    assert {position["lang"] for position in scored} == {"english", "german", "french"}
    for position in scored:
        assert reasons_or_words(position) == (set(), position["words"], position["score"]), position["why"]


def test_refusals() -> None:
    """The reason that the position is about is among those given."""
    refused = [position for position in positions() if "refuse" in position]
    assert {position["refuse"] for position in refused} == set(REFUSALS)
    for position in refused:
        assert REFUSALS[position["refuse"]] in reasons_or_words(position)[0], position["why"]


def test_every_position_is_one_or_the_other() -> None:
    """So that none is left out unseen."""
    assert len(positions()) == sum(("score" in position) + ("refuse" in position) for position in positions()) == 26
