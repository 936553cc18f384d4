"""The field of the tiles' magnets agrees with its formula on the axis, with the Biot-Savart law off it and with the
table of the hardware study; the sensors switch as their data sheet says, each at moments of its own."""

from math import cos, pi, sqrt

from pinout import chain_bit
from sim.hall_field import SAMPLE_US, HallField
from sim.magnet import RADIUS, REMANENCE, THICKNESS, field
from sim.world import World, middle

TAG = b"\xe0\x04\x01\x00\x00\x00\x00\x01"
CENTRE = 112
UP = 40_000  # um: far out of every sensor's reach


def on_axis(gap):
    """The study's formula: Br/2 of the difference of both faces' cosines."""
    far, near = gap + THICKNESS, gap
    return REMANENCE / 2 * (far / sqrt(far * far + RADIUS * RADIUS) - near / sqrt(near * near + RADIUS * RADIUS))


def by_biot_savart(aside, gap, layers=40, steps=180):
    """The disc as `layers` current loops of `steps` straight pieces each."""
    total = 0.0
    for layer in range(layers):
        z = gap + THICKNESS * (layer + 0.5) / layers
        for step in range(steps):
            angle = 2 * pi * (step + 0.5) / steps
            squared = aside * aside + RADIUS * RADIUS - 2 * aside * RADIUS * cos(angle) + z * z
            total += RADIUS * (RADIUS - aside * cos(angle)) / (squared * sqrt(squared))
    return REMANENCE * THICKNESS / layers / (4 * pi) * total * 2 * pi / steps


def near(value, expected, tolerance):
    return abs(value - expected) <= tolerance


def test_on_the_axis_the_field_is_that_of_the_formula_and_of_the_table():
    for gap, millitesla in ((2, 56.2), (3, 24.9), (4, 12.8), (5, 7.3)):
        assert near(field(0, gap), on_axis(gap), 1e-4)
        assert near(field(0, gap), millitesla, 0.05)
    assert near(field(0, 3.4), 19, 0.3)


def test_off_the_axis_the_field_is_that_of_the_biot_savart_law():
    for aside in (0.5, 1.5, 3.4, 6.0, 9.5, 19.0):
        for gap in (2.0, 3.4, 6.4):
            assert near(field(aside, gap), by_biot_savart(aside, gap), 0.01), (aside, gap)


def test_the_field_has_the_signs_and_reaches_that_the_design_builds_on():
    assert near(field(9.5, 3), -0.41, 0.005)                                # a tile on the line
    assert near(4 * field(19, 3) + 4 * field(19 * sqrt(2), 3), -0.46, 0.006)  # eight neighbours
    assert field(5, 3.4) > 0 > field(7, 3.4)                                # changes sign 5 to 7 mm off centre
    assert field(3.3, 3) > 3.9 > field(3.5, 3)                              # capture radius 3.4 mm
    assert near(field(0, 6.4), 3.9, 0.1)                                    # trips about 3 mm above the surface
    assert near(field(0, 10.9), 0.9, 0.02)                                  # releases


class Table:
    """A board with its sensors; time goes on as told."""

    def __init__(self, seed=1):
        self.world = World()
        self.field = HallField(self.world, seed)
        self.now_us = 0

    def lay(self, tile, square, shift=(0, 0), height=0, flip=False, takes_us=0):
        x, y = middle(square)
        end = (x + shift[0], y + shift[1], height)
        motion = (self.now_us, end[0], end[1], UP if takes_us else height, self.now_us + takes_us) + end
        self.world.put(tile, TAG, motion, flip, self.now_us)

    def go(self, us):
        """Let time pass in scans of 10 ms; the squares that are on at its end."""
        end_us = self.now_us + us
        while self.now_us < end_us:
            self.now_us = min(end_us, self.now_us + 10_000)
            self.field.advance(self.now_us)
        return self.on()

    def on(self):
        found = []
        for square in range(225):
            byte, mask = chain_bit(square)
            if not self.field.outputs[byte] & mask:
                found.append(square)
        return found


def test_a_tile_is_seen_on_its_square_alone_within_one_sample_and_gone_within_one():
    table = Table()
    for square in (0, 14, CENTRE, 210, 224):
        table.lay(1, square)
        assert table.go(SAMPLE_US) == [square]
        table.world.take_away(1, table.now_us)
        assert table.go(SAMPLE_US) == []


def test_sensors_look_at_moments_of_their_own_and_the_same_seed_gives_the_same_moments():
    def first_seen(seed, square):
        table = Table(seed)
        table.lay(1, square)
        while not table.on():
            table.now_us += 1000
            table.field.advance(table.now_us)
        return table.now_us
    moments = [first_seen(1, square) for square in range(0, 225, 15)]
    assert moments == [first_seen(1, square) for square in range(0, 225, 15)]
    assert len(set(moments)) > 8
    assert max(moments) <= SAMPLE_US + 1000
    assert moments != [first_seen(2, square) for square in range(0, 225, 15)]


def test_a_tile_on_the_line_or_face_down_is_seen_nowhere():
    table = Table()
    table.lay(1, CENTRE, shift=(9500, 0))
    assert table.go(200_000) == []
    table.lay(1, CENTRE, flip=True)
    assert table.go(200_000) == []


def test_a_tile_lifted_out_of_a_full_block_lets_its_square_go():
    table = Table()
    block = [CENTRE + row + column for row in (-15, 0, 15) for column in (-1, 0, 1)]
    for square in block:
        table.lay(square, square)
    assert table.go(SAMPLE_US) == block
    table.lay(CENTRE, CENTRE, height=UP)
    block.remove(CENTRE)
    assert table.go(SAMPLE_US) == block


def test_every_sensor_switches_at_points_of_its_own_within_the_data_sheets_limits():
    """hardware design 10: DRV5032DU, on at 1.8 to 3.9 mT, off at 0.9 or more, and below that."""
    field = Table().field
    points = [field.points(square) for square in range(225)]
    assert len(set(points)) > 200
    for operate, release in points:
        assert 1.8 <= operate <= 3.9
        assert 0.9 <= release < operate
    assert min(points)[0] < 2.0
    assert max(points)[0] > 3.7
    assert points == [Table().field.points(square) for square in range(225)]
    assert points != [Table(2).field.points(square) for square in range(225)]


def test_a_sensor_switches_at_its_own_points_and_none_is_outside_the_limits():
    table = Table()
    for square, operate, release in ((0, 1.8, 0.9), (8, 3.9, 0.9), (16, 3.9, 3.8)):
        table.field.switch_at(15 * (square // 8), operate, release, table.now_us)
        table.lay(square, 15 * (square // 8), height=4000)      # 7.4 mm to the sensor: 2.6 mT
    assert table.go(200_000) == [0]
    for square in (0, 8, 16):
        table.lay(square, 15 * (square // 8))
    assert table.go(200_000) == [0, 15, 30]
    for square in (0, 8, 16):
        table.lay(square, 15 * (square // 8), height=4000)
    assert table.go(200_000) == [0, 15]
    for operate, release in ((1.7, 0.9), (4.0, 0.9), (3.9, 0.8), (2.0, 2.0)):
        try:
            table.field.switch_at(0, operate, release, table.now_us)
            raise AssertionError((operate, release))
        except ValueError:
            pass


def test_a_drift_moves_both_points():
    field = Table().field
    operate, release = field.points(7)
    field.drift(7, 1.5, 0)
    assert field.points(7) == (operate + 1.5, release + 1.5)


def test_between_operate_and_release_a_sensor_keeps_what_it_has():
    table = Table()
    table.field.switch_at(CENTRE, 3.9, 0.9, 0)
    table.lay(1, CENTRE, height=4000)   # 7.4 mm to the sensor: 2.6 mT
    assert table.go(200_000) == []
    table.lay(1, CENTRE)
    assert table.go(200_000) == [CENTRE]
    table.lay(1, CENTRE, height=4000)
    assert table.go(200_000) == [CENTRE]
    table.lay(1, CENTRE, height=8000)
    assert table.go(200_000) == []


def test_a_second_tile_on_top_changes_nothing():
    table = Table()
    table.lay(1, CENTRE)
    table.lay(2, CENTRE, height=4500)
    assert table.go(200_000) == [CENTRE]
    table.world.take_away(2, table.now_us)
    assert table.go(200_000) == [CENTRE]


def test_hands_that_never_rest_leave_no_trace_and_tiles_at_rest_are_looked_at_no_more():
    table = Table()
    for tile in range(100):
        table.lay(tile, 2 * tile, takes_us=30_000)
        table.go(20_000)
    assert table.go(100_000) == list(range(0, 200, 2))
    assert not table.field._due
    assert not table.field._moving
    for tile in range(100):
        table.world.take_away(tile, table.now_us)
    assert table.go(SAMPLE_US) == []
    assert max([abs(strength) for strength in table.field._still]) < 1e-9


def test_without_power_no_sensor_pulls_down_and_with_it_all_look_afresh():
    table = Table()
    table.lay(1, CENTRE)
    table.go(SAMPLE_US)
    table.field.power(0, table.now_us)
    assert table.go(200_000) == []
    table.field.power(1, table.now_us)
    assert table.go(SAMPLE_US) == [CENTRE]


def test_a_stuck_sensor_says_what_it_always_says_until_it_is_healed():
    table = Table()
    table.field.stick(3, "on")
    table.lay(1, CENTRE)
    assert table.go(SAMPLE_US) == [3, CENTRE]
    table.field.stick(CENTRE, "off")
    assert table.go(SAMPLE_US) == [3]
    table.field.stick(CENTRE, "free")
    table.field.stick(3, "free")
    assert table.go(SAMPLE_US) == [CENTRE]
