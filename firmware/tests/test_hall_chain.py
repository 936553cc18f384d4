"""The Hall chain: the fast model of the shift registers is equal, bit for bit, to one that follows every clock edge,
in all four SPI modes; and the driver reads what lies at the inputs, in the one mode that is right by design."""

import pinout
from drivers.hall_chain import HallChain
from sim.chain_model import CHIPS, Chain, exchanged
from sim.chance import Chance

STAGES = 8 * CHIPS


class EdgeByEdge:
    """Thirty 74HC165 and an SPI master, edge by edge.

    Outputs change after the edge that changes them, so whoever samples at that very edge still sees the old level:
    propagation delay of the chips, output delay of the master.
    """

    def __init__(self, inputs):
        self.inputs = inputs
        self.stages = [0] * STAGES
        self.loading = False
        self.mosi = 0
        self.broken_at = -1

    def load(self, level):
        self.loading = not level
        self.see_inputs()

    def see_inputs(self):
        if self.loading:
            raw = self.inputs()
            self.stages = [raw[i // 8] >> (7 - i % 8) & 1 for i in range(STAGES)]

    def rise(self):
        """A rising edge of CP."""
        if self.loading:
            return
        old = self.stages
        self.stages = old[1:] + [self.mosi]
        if self.broken_at >= 0 and 8 * (self.broken_at + 1) <= STAGES - 1:
            self.stages[8 * self.broken_at + 7] = 1
        elif self.broken_at == CHIPS - 1:
            self.stages[STAGES - 1] = 1

    def exchange(self, sent, mode):
        polarity, phase = divmod(mode, 2)
        bits = [byte >> (7 - i) & 1 for byte in sent for i in range(8)]
        got = []
        self.see_inputs()
        if not phase:
            self.mosi = bits[0]
        for index, bit in enumerate(bits):
            before = self.stages[0]
            if not polarity:
                self.rise()                      # the leading edge rises
            if phase:
                self.mosi = bit                  # it also brings out the next bit
            else:
                got.append(before)               # it samples
            before = self.stages[0]
            if polarity:
                self.rise()                      # the trailing edge rises
            if phase:
                got.append(before)
            elif index + 1 < len(bits):
                self.mosi = bits[index + 1]
        return bytes([int("".join([str(b) for b in got[i:i + 8]]), 2) for i in range(0, len(got), 8)])


def random_bytes(chance, count):
    return bytes([chance.below(256) for _ in range(count)])


def same_story(mode, seed, broken_at=-1, glitches=0):
    """Loads and transfers of all lengths, on both models."""
    chance = Chance(seed)
    raw = bytearray(CHIPS)
    fast, exact = Chain(lambda: raw), EdgeByEdge(lambda: raw)
    fast.break_at(broken_at)
    exact.broken_at = broken_at
    for _ in range(12):
        raw[:] = random_bytes(chance, CHIPS)
        if chance.below(2):
            for level in (0, 1):
                fast.load(level)
                exact.load(level)
                if chance.below(4) == 0:
                    compare(fast, exact, random_bytes(chance, 1 + chance.below(3)), mode)
        if glitches:
            fast.glitch(1)
            exact.rise()
        compare(fast, exact, random_bytes(chance, (30, 30, 1 + chance.below(40))[chance.below(3)]), mode)
        got = bytearray(CHIPS)
        fast.exchange(None, got, 0xA5, mode)
        assert bytes(got) == exact.exchange(b"\xa5" * CHIPS, mode)


def compare(fast, exact, sent, mode):
    got = bytearray(len(sent))
    fast.exchange(sent, got, 0, mode)
    assert bytes(got) == exact.exchange(sent, mode), (mode, sent)


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
    ones = sum([byte >> i & 1 for sent in passes for byte in sent for i in range(8)])
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
