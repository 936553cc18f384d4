"""The Hall chain: the fast model of the shift registers is equal, bit for bit, to one that follows every clock edge,
in all four SPI modes; and the driver reads what lies at the inputs, in the one mode that is right by design."""

import pinout
from drivers.hall_chain import HallChain
from scan.settle import wrong_sentinel
from sim.chain_model import CHIPS, Chain, exchanged
from sim.chance import Chance
from sim.hall_field import HallField
from sim.hall_parts import Supply
from sim.world import World, middle
from tests.edge_exact import Hc165, Master

STAGES = 8 * CHIPS


def random_bytes(chance, count):
    return bytes([chance.below(256) for _ in range(count)])


def same_story(mode, seed, broken_at=-1, glitches=0):
    """Loads and transfers of all lengths, on both models."""
    chance = Chance(seed)
    raw = bytearray(CHIPS)
    fast, exact = Chain(lambda: raw), Hc165(CHIPS, lambda: raw)
    master = Master(exact, mode)
    fast.break_at(broken_at)
    exact.broken_at = broken_at
    for _ in range(12):
        raw[:] = random_bytes(chance, CHIPS)
        if chance.below(2):
            for level in (0, 1):
                fast.load(level)
                exact.load(level)
                if chance.below(4) == 0:
                    compare(fast, master, random_bytes(chance, 1 + chance.below(3)), mode)
        if glitches:
            fast.glitch(1)
            for level in (1 - mode // 2, mode // 2):
                exact.clock(level)
        compare(fast, master, random_bytes(chance, (30, 30, 1 + chance.below(40))[chance.below(3)]), mode)
        got = bytearray(CHIPS)
        fast.exchange(None, got, 0xA5, mode)
        assert bytes(got) == master.exchange(b"\xa5" * CHIPS)


def compare(fast, master, sent, mode):
    got = bytearray(len(sent))
    fast.exchange(sent, got, 0, mode)
    assert bytes(got) == master.exchange(sent), (mode, sent)


def test_the_fast_model_is_the_edge_exact_one_in_all_four_modes():
    for mode in range(4):
        for seed in range(3):
            same_story(mode, seed)


def test_so_it_is_with_a_broken_wire_and_with_a_clock_glitch():
    for mode in range(4):
        for broken_at in (0, 14, 28, 29):
            same_story(mode, 5, broken_at)
        same_story(mode, 6, -1, 1)


class Bench:
    """The driver on a chain with these inputs, through a bus of this mode."""

    def __init__(self, raw, mode=pinout.CHAIN_MODE):
        self.chain = Chain(lambda: raw)
        self._mode = mode
        self.powered = None
        self.driver = HallChain(self, self.chain.load, self.power)

    def power(self, level):
        self.powered = level

    def readinto(self, buffer):
        self.chain.exchange(None, buffer, 0, self._mode)

    def write(self, data):
        self.sent = bytes(data)
        self.chain.exchange(data, None, 0, self._mode)

    def write_readinto(self, data, buffer):
        self.chain.exchange(data, buffer, 0, self._mode)


def test_the_driver_reads_the_inputs_nearest_chip_first():
    raw = random_bytes(Chance(1), CHIPS)
    bench = Bench(raw)
    assert bytes(bench.driver.read()) == raw
    assert bytes(bench.driver.read()) == raw
    assert bench.powered == 1


def test_mode_1_loses_the_first_bit():
    raw = b"\x80" + bytes(CHIPS - 1)
    assert bytes(Bench(raw, 1).driver.read()) == bytes(CHIPS)
    assert bytes(Bench(raw).driver.read()) == raw


def test_the_loop_back_passes_a_sound_chain_and_no_broken_one():
    bench = Bench(bytes(CHIPS))
    assert bench.driver.loop_back() == 0
    for chip in (0, 7, 29):
        bench.chain.break_at(chip)
        assert bench.driver.loop_back()
    bench.chain.break_at(-1)
    bench.chain.glitch(2)  # an edge too many before the pattern goes in, and one before it comes out
    assert bench.driver.loop_back()
    assert [bench.driver.loop_back() for _ in range(5)] == [0] * 5


def test_the_loop_back_sends_ones_and_zeros_in_equal_parts_and_never_the_same_bits_twice():
    bench = Bench(bytes(CHIPS))
    passes = []
    for _ in range(20):
        bench.driver.loop_back()
        passes.append(bench.sent)
    assert len(set(passes)) == 20
    ones = sum(bin(byte).count("1") for sent in passes for byte in sent)
    assert 0.45 < ones / (20 * STAGES) < 0.55


def test_a_mirrored_cable_exchanges_rows_and_columns_and_spares_the_sentinels():
    raw = bytearray([0xFF, 0xFF, 0xFF, 0xFE] * 7 + [0xFF, 0xFF])
    byte, mask = pinout.chain_bit(3 * 15 + 9)
    raw[byte] &= ~mask & 0xFF
    other, other_mask = pinout.chain_bit(9 * 15 + 3)
    mirrored = exchanged(raw)
    assert not mirrored[other] & other_mask
    assert mirrored[byte] & mask
    assert [mirrored[2 * row + 1] & 1 for row in range(15)] == [pinout.sentinel(row) for row in range(15)]
    assert bytes(exchanged(mirrored)) == bytes(raw)


class Field:
    """The driver on chain and sensors, as they are wired, with a tile on 112."""

    def __init__(self):
        self.now_us = 0
        world = World()
        self.field = HallField(world, 1)
        x, y = middle(112)
        world.put(1, b"\xe0\x04\x01\0\0\0\0\1", (0, x, y, 0, 0, x, y, 0), False, 0)
        self.chain = Chain(self._outputs)
        self.supply = Supply(self.field, lambda: self.now_us)
        self.driver = HallChain(self, self.chain.load, self.supply.switch)

    def _outputs(self):
        self.field.advance(self.now_us)
        return self.field.outputs

    def readinto(self, buffer):
        self.chain.exchange(None, buffer, 0, pinout.CHAIN_MODE)

    def pulled_down(self):
        """The squares whose input reads 0, and the first wrong sentinel."""
        self.now_us += 1000 * pinout.HALL_POWER_DOWN_MS
        raw, low = self.driver.read(), []
        for square in range(pinout.SQUARES):
            byte, mask = pinout.chain_bit(square)
            if not raw[byte] & mask:
                low.append(square)
        return low, wrong_sentinel(raw)


def test_without_power_every_input_reads_1_and_the_sentinels_stay():
    """T05; a transistor that conducts all the same, and an input that is shorted, show."""
    bench = Field()
    assert bench.pulled_down() == ([112], -1)
    bench.driver.power(False)
    assert bench.pulled_down() == ([], -1)
    bench.field.stick(30, "on")
    assert bench.pulled_down() == ([30], -1)
    bench.field.stick(30, "free")
    bench.driver.power(True)
    bench.supply.stick(True)
    bench.driver.power(False)
    assert bench.pulled_down() == ([112], -1)


def test_a_sentinel_that_is_loose_and_a_chain_that_breaks_name_their_row():
    """T04: the first row that is wrong is the one beyond the break."""
    bench = Field()
    for row in (0, 7, 14):
        bench.field.loosen_sentinel(row)
        assert bench.pulled_down()[1] == row
    bench.field.loosen_sentinel(-1)
    for chip, row in ((0, 1), (13, 7), (28, -1)):
        bench.chain.break_at(chip)
        assert bench.pulled_down()[1] == row
    bench.chain.break_at(-1)
    assert bench.pulled_down() == ([112], -1)


def test_inputs_that_solder_joins_go_low_together_and_at_a_sentinel_drop_the_reading():
    """The sentinel of an even row reads 1, and a tile on the square before it pulls it down; that of an odd row 0."""
    bench = Field()
    bench.chain.bridge(*pinout.chain_bit(112))      # the last input of its chip, and the first of the next
    assert bench.pulled_down() == ([112, 113], -1)
    bench.chain.bridge(*pinout.chain_bit(112), on=False)
    bench.chain.bridge(*pinout.chain_bit(111))
    assert bench.pulled_down() == ([111, 112], -1)
    bench.chain.bridge(*pinout.chain_bit(111), on=False)
    bench.chain.bridge(*pinout.chain_bit(4 * 15 + 14))
    assert bench.pulled_down() == ([112], -1)
    bench.field.stick(4 * 15 + 14, "on")
    assert bench.pulled_down() == ([74, 112], 4)
    bench.field.stick(4 * 15 + 14, "free")
    bench.chain.bridge(*pinout.chain_bit(5 * 15 + 14))
    assert bench.pulled_down() == ([89, 112], -1)


def test_wrong_bits_of_the_loop_back_are_counted():
    bench = Bench(bytes(CHIPS))
    bench.chain.break_at(7)
    wrong = bench.driver.loop_back() + bench.driver.loop_back()
    assert bench.driver.troubles == {"chain_wrong_bits": wrong}
    assert wrong > 100
