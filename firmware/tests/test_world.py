"""Tiles move in straight lines at even speed, rest before and after, and whoever watches hears of each change."""

from sim.world import World, middle, nearest

TAG = b"\xe0\x04\x01\x00\x00\x00\x00\x01"


def test_a_tile_rests_moves_and_rests_again():
    world = World()
    world.put(1, TAG, (1000, 0, 0, 30_000, 3000, 20_000, -10_000, 0), True, 0)
    tile = world.tiles[1]
    assert world.pose(tile, 0) == world.pose(tile, 1000) == (0, 0, 30_000, True)
    assert world.pose(tile, 2000) == (10_000, -5_000, 15_000, True)
    assert world.pose(tile, 3000) == world.pose(tile, 10**12) == (20_000, -10_000, 0, True)


def test_a_tile_that_is_put_in_no_time_is_there():
    world = World()
    world.put(1, TAG, (5, 0, 0, 0, 5, 7, 8, 9), False, 5)
    assert world.pose(world.tiles[1], 5) == (7, 8, 9, False)


def test_watchers_hear_of_every_change_with_what_was_and_what_is():
    heard = []
    world = World()
    world.watch(lambda tile, before, after, now_us: heard.append((tile, before, after, now_us)))
    rest = (0, 0, 0, 0, 0, 0, 0, 0)
    world.put(1, TAG, rest, False, 10)
    first = world.tiles[1]
    world.put(1, TAG, rest, False, 20)
    second = world.tiles[1]
    world.take_away(1, 30)
    world.take_away(1, 40)  # nothing is there any more: nothing changes
    assert heard == [(1, None, first, 10), (1, first, second, 20), (1, second, None, 30)]


def test_the_middle_of_each_square_is_nearest_to_itself():
    for square in range(225):
        x, y = middle(square)
        for aside in (-9_400, 0, 9_400):
            assert nearest(x + aside, y - aside) == (square // 15, square % 15)
    assert (middle(0), middle(16)) == ((9_500, 9_500), (28_500, 28_500))
