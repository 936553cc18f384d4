"""Protects the anti-collision walk: every tag in the field is found, none that is not there, and the walk ends."""

from scan.inventory import ROUNDS_MOST, Inventory
from sim.chance import Chance
from tests.paper_reader import PaperReader
from tests.radio_rig import DRIVER_US, Rig, identity, listen

BASE = 0xE0040150 << 32


def tag(number):
    """The identity with `number` in its lower 32 bits."""
    return (BASE + number).to_bytes(8, "big")


def walked(reader, single=False):
    inventory = Inventory(reader)
    for _ in inventory.walk(single):
        pass
    return inventory


def confirmed(reader, identity):
    inventory = Inventory(reader)
    for _ in inventory.confirm(identity):
        pass
    return inventory.found


def test_an_empty_field_takes_one_round():
    reader = PaperReader(())
    assert walked(reader).found == []
    assert reader.rounds == 1


def test_any_number_of_tags_is_found():
    chance = Chance(1)
    for count in (1, 2, 4, 7, 15, 40, 100):
        tags = [tag(chance.word()) for _ in range(count)]
        assert sorted(walked(PaperReader(tags)).found) == sorted(tags)


def test_the_rounds_are_as_many_as_reckoned():
    """hardware design 4.3: 15 random tags take about 130 ms on the air, 5 rounds; 100 tags under 60 rounds."""
    chance = Chance(2)
    rounds = []
    for count in (15, 100):
        reader = PaperReader([tag(chance.word()) for _ in range(count)])
        walked(reader)
        rounds.append(reader.rounds)
    assert rounds[0] <= 8
    assert rounds[1] <= 60


def test_tags_that_differ_in_their_highest_bits_only():
    """The mask grows to 60 bits, 15 rounds below the first."""
    tags = [b"\xe0\x04\x01\0\0\0\0\1", b"\xe0\x14\x01\0\0\0\0\1", b"\xe0\x04\x02\0\0\0\0\1"]
    assert sorted(walked(PaperReader(tags)).found) == sorted(tags)


def test_serial_numbers_of_one_reel():
    tags = [tag(number) for number in range(70, 130)]
    assert sorted(walked(PaperReader(tags)).found) == sorted(tags)


def test_one_expected_one_there():
    reader = PaperReader([tag(5)])
    assert walked(reader, single=True).found == [tag(5)]
    assert reader.rounds == 1


def test_one_expected_two_there():
    """Two stacked tiles under one magnet: hardware design 7 row 24."""
    tags = [tag(5), tag(9)]
    assert sorted(walked(PaperReader(tags), single=True).found) == tags


def test_a_ghost_in_the_first_round_is_looked_into_and_dropped():
    reader = PaperReader([tag(0x2F)], ghosts=1)
    assert walked(reader).found == [tag(0x2F)]
    assert reader.rounds == 3        # the first one, and the ghost's branch twice


def test_noise_without_end_does_not_hold_up_the_board():
    reader = PaperReader([tag(0x12), tag(0x22), tag(0x37)], ghosts=1_000_000)
    assert sorted(walked(reader).found) == [tag(0x12), tag(0x22), tag(0x37)]
    assert reader.rounds <= ROUNDS_MOST


def test_an_identity_of_another_kind_is_refused_and_counted():
    """Row 28: E0 begins every identity; a garbled one never becomes a tile."""
    inventory = walked(PaperReader([b"\x60\x04\x01\0\0\0\0\1", tag(2)]))
    assert inventory.found == [tag(2)]
    assert inventory.damaged == 1


def test_confirm_asks_for_one_tag_among_many():
    tags = [tag(number) for number in range(15)]
    assert confirmed(PaperReader(tags), tag(7)) == [tag(7)]
    assert confirmed(PaperReader(tags), tag(99)) == []


def test_confirm_asks_twice():
    assert confirmed(PaperReader([tag(7)], deaf=1), tag(7)) == [tag(7)]
    assert confirmed(PaperReader([tag(7)], deaf=2), tag(7)) == []


def test_the_walk_over_the_chips_model():
    """The same through driver, chip, antennas and tags; time: hardware design 4.3, p95 and MCU."""
    for count, bound_ms in ((1, 22), (4, 54), (7, 105), (15, 210)):
        rig = Rig(cpu_us=DRIVER_US)
        for tile in range(count):
            rig.lay(tile, 15 * 7 + tile)
        rig.tune(7)
        inventory = rig.radio.loops.inventory
        start_us = rig.clock.now_us
        listen(inventory.walk(False), rig.clock)
        assert sorted(inventory.found) == sorted(identity(tile) for tile in range(count))
        assert rig.clock.now_us - start_us <= 1000 * bound_ms


def test_a_bag_of_a_hundred_tags():
    """hardware design 4.5: 1.2 s on MicroPython, and 1.3 times that at most."""
    rig = Rig()
    for tile in range(100):
        rig.lay(tile, 15 * 7 + tile % 15)
    rig.tune(7)
    inventory = rig.radio.loops.inventory
    start_us = rig.clock.now_us
    listen(inventory.walk(False), rig.clock)
    assert len(inventory.found) == 100
    assert rig.clock.now_us - start_us <= 1_300_000 * 1.2
