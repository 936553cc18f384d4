"""The low-cost table's strip: a square is shown at the ends of its row and its column, by no other lamp."""

from pinout import LAMPS_FEW, SQUARES
from scan.edges import Edges
from scan.posts import Posts
from scan.shown import COLOUR_MA, LIMIT_MA


def colours(edges):
    """Red, green, blue of every lamp that shows anything."""
    edges.render()
    found = {}
    for lamp in range(LAMPS_FEW):
        _, blue, red, green = edges.frame[4 * lamp:4 * lamp + 4]
        if red or green or blue:
            found[lamp] = (red, green, blue)
    return found


def test_every_square_is_shown_by_a_pair_of_lamps_that_is_its_own():
    pairs = set()
    for square in range(SQUARES):
        edges = Edges()
        edges.light(square, 1, 2, 3)
        assert colours(edges) == {square // 15: (1, 2, 3), 15 + square % 15: (1, 2, 3)}
        pairs.add(tuple(sorted(colours(edges))))
    assert len(pairs) == SQUARES


def test_two_squares_of_a_row_share_its_lamp_which_shows_what_is_left_when_one_goes_dark():
    edges = Edges()
    edges.light(0, 9, 0, 0)
    edges.light(1, 5, 7, 0)
    assert colours(edges) == {0: (9, 7, 0), 15: (9, 0, 0), 16: (5, 7, 0)}
    edges.light(0, 0, 0, 0)
    assert colours(edges) == {0: (5, 7, 0), 16: (5, 7, 0)}
    edges.light(1, 0, 0, 0)
    assert not edges.lit


def test_all_in_white_draw_no_more_than_the_supply_gives_and_the_clocks_lamps_stay_dark():
    edges = Edges()
    for square in range(SQUARES):
        edges.light(square, 255, 255, 255)
    assert sorted(colours(edges)) == list(range(30))
    assert LIMIT_MA * 0.9 < LAMPS_FEW + sum(edges.frame) * COLOUR_MA / 255 <= LIMIT_MA


def test_the_lamps_at_the_clock_that_runs_are_lit_and_squares_beside_them():
    edges = Edges()
    edges.light(0, 9, 0, 0)
    for seat, first in ((0, 30), (1, 38)):
        edges.clock(seat)
        assert edges.changed
        lit = colours(edges)
        assert sorted(lit) == [0, 15] + list(range(first, first + 8))
        assert len(set(lit[lamp] for lamp in range(first, first + 8))) == 1
    edges.clock(255)
    assert sorted(colours(edges)) == [0, 15]
    edges.clock(1)
    edges.dark()
    assert not edges.lit
    assert colours(edges) == {}


def test_the_reference_table_has_no_lamps_at_its_clocks():
    posts = Posts()
    posts.clock(0)
    assert not posts.lit
