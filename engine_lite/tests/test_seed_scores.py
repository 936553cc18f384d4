"""The scoring examples of rule document 002, word by word and square by square; its figures, never ours."""

import pytest

from engine_lite.board import Board
from engine_lite.notation import GcgStart, SeedStart, square_name
from engine_lite.placement import main_line, parse_play, wrong_with
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.scoring import explain, formula

FISC_CLASSIC = RULEBOOKS["fisc_classic"]
CATALAN = FISC_CLASSIC.tile_set
EMPTY = "/".join(["15"] * 15)
QUINA = "15/15/15/15/15/15/15/4[QU]INA7/15/15/15/15/15/15/15"  # the first play, on which the others are alternatives

# rows, play, its words as (text, start, formula, score), total
EXAMPLES = {
    "SENYAL": (EMPTY, "H8 SENYAL", [("SENYAL", "h8", "(1 + 1 + 10 + 1 + 1×2) ×2", 30)], 30),
    "QUINA": (EMPTY, "H5 QUINA", [("QUINA", "h5", "(8 + 1 + 1 + 1) ×2", 22)], 22),
    "ANTIC": (QUINA, "7G ANTIC", [("ANTIC", "7g", "1×2 + 1 + 1×2 + 1 + 2", 8)], 8),
    "MAQUINARI": (QUINA, "H3 MAQUINARI", [("MAQUINARI", "h3", "2 + 1×2 + 8 + 1 + 1 + 1 + 1 + 1", 17)], 17),
    "SÈSAM": (
        QUINA,
        "I4 SÈSAM",
        [
            ("SESAM", "i4", "1 + 1 + 1 + 1×2 + 2", 7),
            ("QUE", "5h", "8 + 1", 9),
            ("IS", "6h", "1 + 1", 2),
            ("NA", "7h", "1 + 1×2", 3),
            ("AM", "8h", "1 + 2", 3),
        ],
        24,
    ),
    # The document's remark names the A; both of its sums double the E, which lies on h4.
    "FEINES": (
        QUINA,
        "4D FEINES",
        [
            ("FEINES", "4d", "(4 + 1 + 1 + 1 + 1×2 + 1) ×2", 20),
            ("EQUINA", "h4", "1×2 + 8 + 1 + 1 + 1", 13),
        ],
        33,
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_of_document_002_scores_word_by_word(name: str) -> None:
    """A wrong premium, a missed cross word or a mirrored board shows in the words, their starts or their sums."""
    rows, play, words, total = EXAMPLES[name]
    board = Board.from_rows(rows, CATALAN)
    start, placement = parse_play(play, board, CATALAN, SeedStart)
    assert wrong_with(board, placement, FISC_CLASSIC) == ()
    score = explain(board, placement, FISC_CLASSIC)
    explained = [
        (CATALAN.text(word.tiles), str(SeedStart(word.start, word.down)), formula(word), word.score)
        for word in score.words
    ]
    assert explained == words
    assert (score.total, score.bonus) == (total, 0)
    assert (start.square, start.down) == main_line(board, placement)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_same_example_in_the_other_notation_is_the_same_play(name: str) -> None:
    """Both notations lead to the same squares, not only to the same score."""
    rows, play, _, _ = EXAMPLES[name]
    board = Board.from_rows(rows, CATALAN)
    start, word = play.split()
    in_gcg = f"{SeedStart.parse(start).to_gcg()} {word}"
    seed, gcg = parse_play(play, board, CATALAN, SeedStart), parse_play(in_gcg, board, CATALAN, GcgStart)
    assert (gcg[1], gcg[0].to_seed()) == (seed[1], seed[0])


def test_a_premium_counts_in_both_words_of_a_tile_and_only_in_its_own_turn() -> None:
    """Documents 001 B10 and 000 r12: h4 counts in FEINES and in EQUINA, h8 no longer in MAQUINARI."""
    board = Board.from_rows(QUINA, CATALAN)
    feines = explain(board, parse_play("4D FEINES", board, CATALAN)[1], FISC_CLASSIC)
    doubled = [each.square for word in feines.words for each in word.squares if each.letter_multiplier == 2]
    assert [square_name(square) for square in doubled] == ["h4", "h4"]
    maquinari = explain(board, parse_play("H3 MAQUINARI", board, CATALAN)[1], FISC_CLASSIC)
    centre = next(each for each in maquinari.words[0].squares if each.square == 112)
    assert (centre.fresh, centre.word_multiplier) == (False, 1)


@pytest.mark.parametrize(
    ("rows", "play", "total"),
    [
        # Seven tiles: 50 are added after the doubling (000 r13, 001 B14, 002).
        (EMPTY, "h5 MARTINS", (2 + 1 + 1 + 1 + 1 + 1 + 1) * 2 + 50),
        # A blank on the centre is worth 0 and the word is doubled all the same.
        (EMPTY, "h8 sENYAL", (0 + 1 + 10 + 1 + 2) * 2),
        # A blank for NY takes one square and counts 0.
        (EMPTY, "h8 SEnyAL", (1 + 1 + 0 + 1 + 2) * 2),
        # Two triple words under one play, a1 and a8: nine times (002, 004 L31-33). The old tiles count once each.
        (
            "4AAA8/4A10/4A10/4A10/4A10/4A10/4A10/4AAAA7/15/15/15/15/15/15/15",
            "a1 SENS...S",
            (1 + 1 + 1 + 2 + 3 + 1) * 9,
        ),
        # Two double words, e5 and e11: four times.
        ("15/15/15/15/5ANALE5/7A7/7A7/7A7/15/15/15/15/15/15/15", "e5 C.....S", (2 + 5 + 1) * 4),
    ],
)
def test_bonus_blanks_and_several_word_premiums(rows: str, play: str, total: int) -> None:
    """Order of the arithmetic: letters first, then every word factor, then the bonus."""
    board = Board.from_rows(rows, CATALAN)
    _, placement = parse_play(play, board, CATALAN)
    assert wrong_with(board, placement, FISC_CLASSIC) == ()
    assert explain(board, placement, FISC_CLASSIC).total == total


def test_fewer_than_a_full_rack_earns_no_bonus() -> None:
    """The seven tiles of a full rack, not the last tiles of a short one."""
    _, placement = parse_play("h5 MARTIN", Board(), CATALAN)
    assert explain(Board(), placement, FISC_CLASSIC).bonus == 0


def test_quina_where_q_and_u_are_two_tiles() -> None:
    """In the school's set the Q falls on the double letter of h4: (16 + 1 + 1 + 1 + 1) x 2, five tiles."""
    school = RULEBOOKS["fisc_school"]
    scores = {}
    for start in ("h4", "h5", "h6"):
        _, placement = parse_play(f"{start} QUINA", Board(), school.tile_set)
        assert wrong_with(Board(), placement, school) == ()
        scores[start] = (len(placement), explain(Board(), placement, school).total)
    assert scores == {"h4": (5, 40), "h5": (5, 24), "h6": (5, 24)}
