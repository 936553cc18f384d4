"""Single positions that other engines test, with their scores or their refusal."""

import json

from engine_lite.board import Board
from engine_lite.notation import GcgStart
from engine_lite.placement import IllegalPlay, parse_play, wrong_with
from engine_lite.reasons import Reason
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.scoring import explain
from hardware_tests import needs

ENGLISH = RULEBOOKS["frs_english"]
LATER = {"german", "french"}  # their tile sets come with the rulebooks of other clubs
LEFT_TO_LATER = {30, 32, 34, 36, 38, 40, 42}
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
    board = Board.from_rows(position["board"], ENGLISH.tile_set)
    rack = ENGLISH.tile_set.tiles(position["rack"])
    try:
        _, placement = parse_play(f"{position['pos']} {position['play']}", board, ENGLISH.tile_set, GcgStart)
    except IllegalPlay as refusal:
        return {defect.reason for defect in refusal.defects}, [], 0
    if defects := wrong_with(board, placement, ENGLISH, rack):
        return {defect.reason for defect in defects}, [], 0
    score = explain(board, placement, ENGLISH)
    return set(), [[ENGLISH.tile_set.text(word.tiles), word.score] for word in score.words], score.total


def test_scores_and_words() -> None:
    """Every position of a language that the table has, word by word."""
    for position in positions():
        if position["lang"] == "english" and "score" in position:
            expected = (set(), position["words"], position["score"])
            assert reasons_or_words(position) == expected, position["why"]


def test_refusals() -> None:
    """The reason that the position is about is among those given."""
    refused = [position for position in positions() if "refuse" in position]
    assert {position["refuse"] for position in refused} == set(REFUSALS)
    for position in refused:
        assert REFUSALS[position["refuse"]] in reasons_or_words(position)[0], position["why"]


def test_which_positions_are_left_to_a_later_tile_set() -> None:
    """By number, so that none is left out unseen; this test changes when a tile set comes."""
    left = [position for position in positions() if position["lang"] != "english"]
    assert {position["id"] for position in left} == LEFT_TO_LATER
    assert {position["lang"] for position in left} == LATER
    assert len(positions()) == 26
