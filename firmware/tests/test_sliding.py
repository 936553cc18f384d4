"""Protects what settles when a tile slides over the board, whatever the moments at which the sensors look: the square
where it stops, and no other; and what faults of magnets and sensors look like after settling."""

from math import cos, pi, sin

from pinout import SCAN_MS, SETTLE_MS
from scan.settle import CHATTER_SETTLES, Settle
from sim.chance import Chance
from sim.hall_field import OPERATE_LEAST_MT, OPERATE_MT, RELEASE_MT, SAMPLE_US, HallField
from sim.world import HALF, PITCH, SIDE, World, middle

TAG = b"\xe0\x04\x01\x00\x00\x00\x00\x01"
SPEEDS = (200, 300, 500)       # um a ms: 0.2, 0.3 and 0.5 m/s
EDGE = SIDE * PITCH
OFF_BOARD = 3 * EDGE // 2      # from any square in any direction
HARDEST = OPERATE_MT, RELEASE_MT                 # to switch, either way
MOST_SENSITIVE = OPERATE_LEAST_MT, RELEASE_MT    # on for the longest way of a tile


class Table:
    """A board with its sensors, scanned every SCAN_MS. `settled`: (square, on) in order.

    points: at which all sensors switch; as drawn, where there are none.
    """

    def __init__(self, seed, points=None):
        self.world = World()
        self.field = HallField(self.world, seed)
        for square in range(SIDE * SIDE) if points else ():
            self.field.switch_at(square, points[0], points[1], 0)
        self.settle = Settle()
        self.settled = []
        self.now_us = 0

    def move(self, tile, start, end, takes_us):
        """From `start` to `end`, places in um."""
        self.world.put(tile, TAG, (self.now_us, start[0], start[1], 0, self.now_us + takes_us, end[0], end[1], 0),
                       False, self.now_us)

    def lay(self, tile, square):
        self.move(tile, middle(square), middle(square), 0)

    def go(self, ms):
        for _ in range(ms // SCAN_MS):
            self.now_us += 1000 * SCAN_MS
            self.field.advance(self.now_us)
            self.settle.take(self.field.outputs, self.now_us // 1000)
            self.settled += [(square, on) for square, on, _ in self.settle.settled]

    def rest(self):
        """Long enough for whatever is to settle."""
        self.go(SAMPLE_US // 1000 + SETTLE_MS + 2 * SCAN_MS)


def slide(table, start, end, speed):
    """Tile 1 slides from `start` to `end` at `speed`."""
    way = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    takes_us = int(1000 * way / speed)
    table.move(1, start, end, takes_us)
    table.go(takes_us // 1000)
    table.rest()


def test_a_tile_that_slides_across_the_board_settles_only_where_it_stops():
    """Along rows and columns, over their middles, where the way through each sensor's zone is the longest."""
    for points in (None, HARDEST, MOST_SENSITIVE):
        slide_along_lines(Chance(4), points)


def slide_along_lines(chance, points):
    for speed in SPEEDS:
        for seed in range(20):
            table = Table(seed, points)
            row, ahead, down = chance.below(SIDE), chance.below(2), chance.below(2)
            far = 4 + chance.below(SIDE - 4)
            squares = [SIDE * n + row if down else SIDE * row + n for n in range(far)]
            if not ahead:
                squares.reverse()
            table.lay(1, squares[0])
            table.rest()
            assert table.settled == [(squares[0], True)]
            table.now_us += chance.below(SAMPLE_US) // 1000 * 1000
            slide(table, middle(squares[0]), middle(squares[-1]), speed)
            assert sorted(table.settled[1:]) == sorted([(squares[0], False), (squares[-1], True)]), (speed, seed)


def test_so_it_does_in_any_direction_and_off_the_edge_nothing_settles():
    chance = Chance(5)
    for speed in SPEEDS:
        for seed in range(15):
            table = Table(seed, (None, HARDEST, MOST_SENSITIVE)[seed % 3])
            angle = 2 * pi * chance.below(3600) / 3600
            through = middle(chance.below(225))
            right, down = int(OFF_BOARD * cos(angle)), int(OFF_BOARD * sin(angle))
            start, end = (through[0] - right, through[1] - down), (through[0] + right, through[1] + down)
            slide(table, start, end, speed)
            assert table.settled == [], (speed, seed, angle)
            slide(table, start, through, speed)
            assert table.settled == [((through[1] - HALF) // PITCH * SIDE + (through[0] - HALF) // PITCH, True)]


def test_a_tile_that_rests_on_its_way_does_settle_there():
    """The tests above can fail: what stands long enough is told."""
    table = Table(1)
    slide(table, middle(0), middle(5), 300)
    slide(table, middle(5), middle(9), 300)
    assert sorted(table.settled) == [(5, False), (5, True), (9, True)]


def told_on_the_way(settle_ms, speed, points=None):
    """How many squares settle beneath a tile that slides across the board without a stop, in 20 slides."""
    told = 0
    for seed in range(20):
        table = Table(seed, points)
        table.settle = Settle(settle_ms)
        slide(table, (-PITCH, HALF), (EDGE + PITCH, HALF), speed)
        told += len(table.settled)
    return told


def test_a_third_of_the_settling_time_would_not_be_enough_for_any_of_these_speeds():
    """The tests above can fail: a sensor that has looked while the tile passed stays on until it looks again."""
    for speed in SPEEDS:
        assert told_on_the_way(SETTLE_MS // 3, speed) > 0, speed
        assert told_on_the_way(SETTLE_MS, speed) == 0, speed
        assert told_on_the_way(SETTLE_MS, speed, MOST_SENSITIVE) == 0, speed


def test_one_period_of_the_sensor_and_a_scan_is_not_enough_for_a_tile_that_is_pushed_slowly():
    """0.1 row 6: at 0.1 m/s and less a sensor is on for two of its samples; two periods are in the settling time."""
    assert told_on_the_way(SAMPLE_US // 1000 + SCAN_MS, 100) > 0
    assert told_on_the_way(SETTLE_MS, 100) == 0


# ---- faults of magnets and sensors -------------------------------------------------------------------------------

def test_a_weak_magnet_is_not_seen_and_a_tile_beside_it_is():
    table = Table(1, HARDEST)
    table.field.weaken(1, 0.15, 0)            # 2.8 mT of 18.8
    table.lay(1, 112)
    table.lay(2, 113)
    table.rest()
    assert table.settled == [(113, True)]
    table.field.weaken(1, 1.0, table.now_us)
    table.rest()
    assert table.settled == [(113, True), (112, True)]


def test_a_magnet_that_weakens_where_it_lies_lets_its_square_go():
    table = Table(1)
    table.lay(1, 112)
    table.rest()
    table.field.weaken(1, 0.02, table.now_us)
    table.rest()
    assert table.settled == [(112, True), (112, False)]


def test_a_sensor_that_drifts_up_loses_its_tile_and_one_that_drifts_down_sees_one_that_is_not_there():
    table = Table(1)
    table.lay(1, 112)
    table.rest()
    table.field.drift(112, 18.5, table.now_us)
    table.field.drift(50, -OPERATE_MT, table.now_us)
    table.rest()
    assert sorted(table.settled[1:]) == [(50, True), (112, False)]
    table.field.drift(112, 0, table.now_us)
    table.field.drift(50, 0, table.now_us)
    table.rest()
    assert sorted(table.settled[3:]) == [(50, False), (112, True)]


def test_noise_below_the_margin_changes_nothing_and_above_it_a_board_is_never_at_rest():
    table = Table(1)
    table.lay(1, 112)
    table.field.make_noise(0.8, 0)            # an empty square has 1.8 to go
    table.go(3000)
    assert table.settled == [(112, True)]
    table.field.make_noise(6.0, table.now_us)
    table.go(1000)
    assert not table.settle.at_rest(table.now_us // 1000)
    table.field.make_noise(0.0, table.now_us)
    table.go(CHATTER_SETTLES * SETTLE_MS)     # what has chattered has to stand so long
    table.rest()
    assert [square for square in range(225) if table.settle.is_on(square)] == [112]
    table.field.advance(table.now_us + 200_000)
    assert not table.field._due


def test_a_stuck_sensor_settles_once_and_stays():
    table = Table(1)
    table.field.stick(7, "on")
    table.go(1000)
    assert table.settled == [(7, True)]
    slide(table, middle(0), middle(14), 300)
    assert table.settled == [(7, True), (14, True)]
