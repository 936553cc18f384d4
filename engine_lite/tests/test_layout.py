"""The premium squares of the board, against the list of the rule documents' board in seed notation."""

from collections import Counter

from engine_lite.layout import SIDE, SQUARES, STANDARD
from engine_lite.notation import parse_square

PREMIUMS = {
    (1, 3): "a1 a8 a15 h1 h15 o1 o8 o15",
    (1, 2): "b2 b14 c3 c13 d4 d12 e5 e11 h8 k5 k11 l4 l12 m3 m13 n2 n14",
    (3, 1): "b6 b10 f2 f6 f10 f14 j2 j6 j10 j14 n6 n10",
    (2, 1): "a4 a12 c7 c9 d1 d8 d15 g3 g7 g9 g13 h4 h12 i3 i7 i9 i13 l1 l8 l15 m7 m9 o4 o12",
}


def multipliers(square: int) -> tuple[int, int]:
    return STANDARD.letter_multiplier(square), STANDARD.word_multiplier(square)


def test_every_premium_stands_where_the_documents_put_it() -> None:
    """8 triple words, 17 double words with the centre, 12 triple letters, 24 double letters, 164 plain."""
    listed = {parse_square(name): kind for kind, names in PREMIUMS.items() for name in names.split()}
    assert {square: multipliers(square) for square in range(SQUARES)} == {
        square: listed.get(square, (1, 1)) for square in range(SQUARES)
    }
    counts = Counter(multipliers(square) for square in range(SQUARES))
    assert counts == {(1, 3): 8, (1, 2): 17, (3, 1): 12, (2, 1): 24, (1, 1): 164}


def test_the_board_is_the_same_from_every_side() -> None:
    """Transposed and mirrored both ways; the centre is h8 and doubles."""
    for square in range(SQUARES):
        row, column = divmod(square, SIDE)
        mirrors = (column * SIDE + row, row * SIDE + SIDE - 1 - column, (SIDE - 1 - row) * SIDE + column)
        assert {multipliers(mirror) for mirror in mirrors} == {multipliers(square)}
    assert (STANDARD.centre, multipliers(STANDARD.centre)) == (parse_square("h8"), (1, 2))
