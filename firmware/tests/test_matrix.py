"""Protects the step from loops to squares: which loops are read, and what stands where they cross."""

from scan import matrix


def occupied(*squares):
    return set(squares).__contains__


def test_the_loops_of_a_square():
    assert (matrix.row_loop(0), matrix.column_loop(0)) == (0, 15)
    assert (matrix.row_loop(112), matrix.column_loop(112)) == (7, 22)
    assert (matrix.row_loop(224), matrix.column_loop(224)) == (14, 29)


def test_every_square_lies_over_its_two_loops_and_no_other():
    for square in range(225):
        over = [loop for loop in range(matrix.LOOPS) if square in matrix.squares_of(loop)]
        assert over == [matrix.row_loop(square), matrix.column_loop(square)]


def test_the_crowd_of_a_loop():
    board = occupied(0, 1, 14, 15, 30)
    assert [matrix.crowd(loop, board) for loop in (0, 1, 2, 3, 15, 16)] == [3, 1, 1, 0, 3, 1]


def test_a_tag_counts_where_both_loops_read_it():
    assert matrix.crossing((b"A", b"B"), (b"C",)) == ()
    assert matrix.crossing((b"A", b"B"), (b"B", b"C")) == (b"B",)
    assert matrix.crossing((b"B", b"A"), (b"A", b"B", b"C")) == (b"A", b"B")


def test_tags_known_elsewhere_over_the_loop_are_left_out():
    known = {0: (b"A",), 3: (b"B", b"C"), 20: (b"D",)}
    heard = (b"A", b"B", b"C", b"D", b"E")
    assert matrix.candidates(heard, 0, 5, known, occupied()) == (b"D", b"E")
    assert matrix.candidates(heard, 0, 0, known, occupied()) == (b"A", b"D", b"E")
    assert matrix.candidates(heard, 0, 5, known, occupied(3)) == (b"B", b"C", b"D", b"E")


def test_reading_a_loop_costs_more_the_fuller_it_is():
    costs = [matrix.walk_us(tiles) for tiles in range(16)]
    assert costs == sorted(costs)


def test_a_full_loop_is_asked_and_not_read_for_one_tile():
    assert not matrix.worth_walking(15, 1, 1)
    assert matrix.worth_walking(4, 4, 4)
    assert matrix.worth_walking(1, 1, 1)
