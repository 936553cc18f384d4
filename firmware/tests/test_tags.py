"""Protects the world under the radio's tests: tags, loops and their selection behave as the standard and the board's
drawing say; if these models lie, every test above them is worth nothing."""

from drivers.antenna_mux import AntennaMux, MuxBroken
from sim.antenna_model import AntennaModel
from sim.tag_model import NO_SLOT, Tag, answer_cycles, crc16, microseconds, request_cycles, superpose
from sim.world import World, middle
from tests.radio_rig import Clock, Line, Rig, Spi, identity

ID = b"\xe0\x04\x01\x50\x11\x22\x33\xa7"
ALL, ONE = b"\x06\x01\x00", b"\x26\x01\x00"
QUIET = b"\x22\x02" + bytes(reversed(ID))


def ready(tag, period=1, since_us=0, gap_us=5000):
    tag.power(period, since_us, gap_us)
    return since_us + 1000


def test_crc_as_in_the_standard():
    assert crc16(b"\x26\x01\x00") == b"\xf6\x0a"
    assert crc16(b"\x06\x01\x00") == b"\xcd\x09"


def test_times_on_the_air():
    """hardware design 4.3: a request of five bytes 1624 us, an inventory's answer 3927 us."""
    assert microseconds(request_cycles(5)) == 1624
    assert microseconds(answer_cycles(12)) == 3927


def test_a_tag_answers_in_the_slot_of_its_lowest_bits():
    tag = Tag(ID)
    at_us = ready(tag)
    assert tag.hear(ALL, at_us) == 7
    assert tag.hear(ONE, at_us) == 0
    assert tag.answer == b"\0\0" + bytes(reversed(ID)) + crc16(b"\0\0" + bytes(reversed(ID)))


def test_a_mask_is_compared_from_the_low_end():
    tag = Tag(ID)
    at_us = ready(tag)
    assert tag.hear(b"\x06\x01\x04\x07", at_us) == 10
    assert tag.hear(b"\x06\x01\x0c\xa7\x03", at_us) == 3
    assert tag.hear(b"\x06\x01\x04\x08", at_us) == NO_SLOT
    assert tag.hear(b"\x26\x01\x40" + bytes(reversed(ID)), at_us) == 0


def test_a_tag_starts_a_millisecond_after_its_power():
    tag = Tag(ID)
    ready(tag, since_us=7000)
    assert tag.hear(ONE, 7999) == NO_SLOT
    assert tag.hear(ONE, 8000) == 0


def test_quiet_lasts_until_the_field_was_away_for_a_millisecond():
    tag = Tag(ID)
    at_us = ready(tag)
    tag.hear(QUIET, at_us)
    assert tag.hear(ALL, at_us) == NO_SLOT
    tag.power(2, 10_000, 900)
    assert tag.hear(ALL, 20_000) == NO_SLOT
    tag.power(3, 30_000, 1000)
    assert tag.hear(ALL, 40_000) == 7


def test_quiet_speaks_to_one_tag_only():
    tag = Tag(identity(1))
    at_us = ready(tag)
    tag.hear(QUIET, at_us)
    assert tag.hear(ONE, at_us) == 0


def test_noise_is_not_answered():
    tag = Tag(ID)
    at_us = ready(tag)
    for noise in (b"", b"\x26", b"\xff\xff\xff", b"\x36\x01\x00\x00", b"\x02\x20\x00"):
        assert tag.hear(noise, at_us) == NO_SLOT
    tag.dead = True
    assert tag.hear(ONE, at_us) == NO_SLOT


def test_two_answers_at_once_are_the_or_of_both():
    """The ghost of hardware design 1.2: 5D5F and 5830 were read as 5D7F."""
    whole, differs_at = superpose((b"\x5f\x5d\x01", b"\x30\x58\x01"))
    assert whole == b"\x7f\x5d\x01"
    assert differs_at == 0
    assert superpose((b"\x01\x08", b"\x01\x08"))[1] is None


def board(*standing):
    """An antenna model with its chain fed directly: tiles as (square, z, dx, dy)."""
    world = World()
    for tile, (square, z, dx, dy) in enumerate(standing):
        x, y = middle(square)
        world.put(tile, identity(tile), (0, x + dx, y + dy, z, 0, x + dx, y + dy, z), False, 0)
    return fed(AntennaModel(world))


def fed(air):
    """`air` with its diodes' supply long on."""
    air.supply(1, -100_000)
    return air


def shown(air, loop, at_us):
    air.exchange((1 << loop).to_bytes(5, "big"), None, 0, 0)
    air.latch(0, at_us)
    air.latch(1, at_us)


def heard(air, loop):
    """The tiles within reach of `loop`."""
    shown(air, loop, 0)
    air.off(0, 0)
    air.field(True, 0)
    return [tag.tile for tag in air.listeners(5000)]


def test_a_tile_is_heard_by_its_row_and_its_column_only():
    air = board((112, 0, 0, 0))
    assert [loop for loop in range(30) if heard(air, loop)] == [7, 22]


def test_height_of_the_reach():
    """T18: read lying and at 3 mm, not at 10 mm."""
    for z, count in ((0, 1), (3000, 1), (10_000, 0)):
        assert len(heard(board((112, z, 0, 0)), 7)) == count


def test_a_tile_on_the_line_is_heard_by_both_neighbours():
    air = board((112, 0, 9500, 0))
    assert [loop for loop in range(30) if heard(air, loop)] == [7, 22, 23]


def test_a_tile_a_third_aside_is_heard_by_its_own_loops():
    air = board((112, 0, 6000, -6000))
    assert [loop for loop in range(30) if heard(air, loop)] == [7, 22]


def test_two_tiles_on_one_square():
    assert heard(board((5, 0, 0, 0), (5, 2000, 0, 0)), 0) == [0, 1]


def test_a_sliding_tile_is_heard_where_it_is():
    world = World()
    (x, y), (end, _) = middle(0), middle(2)
    world.put(1, identity(1), (0, x, y, 0, 100_000, end, y, 0), False, 0)
    air = fed(AntennaModel(world))
    air.exchange(b"\x00\x00\x01\x00\x00", None, 0, 0)   # output 16: the second column
    air.off(0, 0)
    air.latch(1, 0)
    air.field(True, 0)
    assert [len(air.listeners(at_us)) for at_us in (10_000, 50_000, 99_000)] == [0, 1, 0]


def test_a_loop_without_the_field_lets_its_tags_forget():
    """Another loop selected for a millisecond, the field on all the time: a quiet tag is back."""
    air = board((112, 0, 0, 0))
    heard(air, 7)
    tag = air.listeners(5000)[0]
    tag.hear(b"\x22\x02" + bytes(reversed(tag.identity)), 5000)
    assert tag.hear(ALL, 5000) == NO_SLOT
    for loop, at_us in ((8, 6000), (7, 7500)):
        shown(air, loop, at_us)
    assert air.listeners(9000) == [tag]
    assert tag.hear(ALL, 9000) != NO_SLOT


def test_a_loop_that_is_open_hears_nothing_and_shows_in_the_gain():
    air = board((112, 0, 0, 0))
    sound = (heard(air, 7), air.agc(0))
    air.open_loops.add(7)
    assert sound[0] == [0]
    assert heard(air, 7) == []
    assert air.agc(0) > 1.3 * sound[1]


def mux_on(air):
    clock = Clock()
    return AntennaMux(Spi(air, clock), Line(lambda level: air.latch(level, 0)), Line(lambda level: air.off(level, 0)),
                      Line(air.clear), Line(lambda level: air.supply(level, 0)), clock)


def test_the_mux_selects_each_loop_alone():
    air = board()
    mux = mux_on(air)
    for loop in range(34):
        mux.select(loop)
        assert air.selected == [loop]
    mux.none()
    assert air.selected == []


def test_a_stuck_output_stops_the_mux_before_two_loops_have_the_field():
    air = board()
    mux = mux_on(air)
    mux.select(3)
    air.chain.stuck_bits = 1 << 20
    try:
        mux.select(4)
        raise AssertionError("selected two loops")
    except MuxBroken:
        assert air.selected == []
    air.chain.stuck_bits = 0
    mux.select(4)
    assert air.selected == [4]


def test_the_field_is_never_on_over_two_loops():
    """The interlock of hardware design 1.2, through a board of reading."""
    rig = Rig()
    for tile in range(12):
        rig.lay(tile, 17 * tile)
        rig.radio.stir(17 * tile, True)
    rig.until_quiet()
    assert rig.air.two_loops == 0
    assert len(rig.reports) == 12
