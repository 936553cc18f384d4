"""The posts: a square is shown by its four corners, neighbours share posts, and the supply is never overdrawn."""

from scan.posts import POSTS, Posts, corners
from scan.shown import COLOUR_MA, LIMIT_MA, REST_MA


def colours(posts):
    """Red, green, blue of every post that shows anything."""
    posts.render()
    found = {}
    for post in range(POSTS):
        _, blue, red, green = posts.frame[4 * post:4 * post + 4]
        if red or green or blue:
            found[post] = (red, green, blue)
    return found


def milliamperes(posts):
    posts.render()
    return POSTS * REST_MA + sum(posts.frame) * COLOUR_MA / 255


def test_a_square_is_shown_by_the_four_posts_at_its_corners():
    posts = Posts()
    posts.light(112, 10, 20, 30)
    assert colours(posts) == {post: (10, 20, 30) for post in corners(112)}
    assert corners(112) == (119, 120, 135, 136)


def test_a_post_between_two_squares_shows_the_brighter_of_each_colour_and_what_is_left_when_one_goes_dark():
    posts = Posts()
    posts.light(0, 9, 0, 0)
    posts.light(1, 5, 7, 0)
    assert colours(posts) == {0: (9, 0, 0), 16: (9, 0, 0), 1: (9, 7, 0), 17: (9, 7, 0), 2: (5, 7, 0), 18: (5, 7, 0)}
    posts.light(0, 0, 0, 0)
    assert colours(posts) == {post: (5, 7, 0) for post in corners(1)}
    posts.light(1, 0, 0, 0)
    assert not posts.lit


def test_all_squares_in_white_draw_no_more_than_the_supply_gives_and_a_few_are_not_dimmed():
    posts = Posts()
    posts.light(3, 255, 255, 255)
    assert colours(posts)[3] == (255, 255, 255)
    for square in range(225):
        posts.light(square, 255, 255, 255)
    assert LIMIT_MA * 0.9 < milliamperes(posts) <= LIMIT_MA
    posts.dark()
    assert milliamperes(posts) == POSTS * REST_MA


def test_a_square_that_is_none_shows_nothing():
    posts = Posts()
    posts.light(255, 1, 1, 1)
    assert not posts.changed
