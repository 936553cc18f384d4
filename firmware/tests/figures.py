"""How long the board takes to read tiles, on the models, each figure beside what the design asks of it.

    micropython firmware/tests/figures.py

A line a figure: value, bound, floor, unit, and what it is, separated by tabs; `-` where nothing is asked. Virtual
time: bytes on the bus, the air, and CPU_US for each transfer; no other work of the processor is in it. Sources of
bounds and floors: the timing tables and budgets of the design, which ask for 1.3 times a realistic figure at most. A
floor is what sensors and radio take by themselves.
"""

import sys

if __name__ == "__main__":
    here = __file__.rsplit("/", 1)[0] if "/" in __file__ else "."
    sys.path[0:1] = [here + "/.."]

from drivers.hall_chain import HallChain
from pinout import CHAIN_HZ, SCAN_MS, SIDE
from scan.matrix import squares_of
from scan.settle import Settle
from sim.chain_model import Chain
from sim.chance import Chance
from sim.hall_field import HallField
from tests.pad_rig import NTAG, PadRig
from tests.radio_rig import CPU_US, Rig, identity

ALLOWED = 1.3              # times the realistic figure
MIDDLE = 112               # h8
ROW, COLUMN = 7, 22        # the loops that cross there
REPEATS = 20               # with as many phases of the sensors, or places of the tiles
TILES = 60                 # of a board late in a game


class ChainBus:
    """The bus of the Hall chain: eight bits of each byte at CHAIN_HZ, and the cost of a transfer."""

    def __init__(self, chain, clock, cpu_us):
        self._chain = chain
        self._clock = clock
        self._cpu_us = cpu_us

    def readinto(self, got):
        self._chain.exchange(None, got, 0, 2)
        self._clock.now_us += self._cpu_us + 8_000_000 * len(got) // CHAIN_HZ


class FeltRig(Rig):
    """A rig whose radio hears of tiles from the modelled sensors, looked at every SCAN_MS.

    Every change counts as settled at its first reading: what SETTLE_MS adds beside the reading is not measured here.
    """

    def __init__(self, seed=1, cpu_us=CPU_US):
        self.settle = Settle(settle_ms=0)
        Rig.__init__(self, cpu_us=cpu_us, occupied=self.settle.occupied)
        self._field = HallField(self.world, seed)
        chain = Chain(self._inputs)
        self.chain = HallChain(ChainBus(chain, self.clock, cpu_us), chain.load, lambda level: None)
        self._scan_us = self.clock.now_us
        self.felt = 0            # squares that have stirred

    def step(self):
        pause_ms = next(self._steps)
        end_us = self.clock.now_us + 1000 * pause_ms
        while self._scan_us <= end_us:
            self.clock.now_us = max(self.clock.now_us, self._scan_us)
            self._scan_us += 1000 * SCAN_MS
            self.scan()
        self.clock.now_us = max(self.clock.now_us, end_us)

    def scan(self):
        """One reading of the chain; the radio hears what has changed."""
        self.settle.take(self.chain.read(), self.clock.ticks_ms())
        for square in self.settle.stirring:
            self.felt += 1
            self.radio.stir(square)
        for square, _, _ in self.settle.settled:
            self.radio.stir(square, settled=True)

    def until_felt_and_read(self, squares):
        """Ms until so many squares have been felt, read and reported."""
        start_us, felt = self.clock.now_us, self.felt
        while self.felt < felt + squares or self.radio.busy:
            assert self.clock.now_us - start_us < 20_000_000, "the tiles are never read"
            self.step()
        return (self.clock.now_us - start_us) / 1000

    def end_sweep(self):
        """Until no sweep is under way: one begins with the board's start, and after each second of rest."""
        while self.radio.sweeping:
            self.step()

    def _inputs(self):
        self._field.advance(self.clock.now_us)
        return self._field.outputs


def standing(squares, seed):
    """A board at rest with a tile on each of `squares`, all read."""
    rig = FeltRig(seed)
    for tile, square in enumerate(squares):
        rig.lay(tile, square)
    rig.until_felt_and_read(len(squares))
    rig.end_sweep()
    rig.reports.clear()
    return rig


def laid_ms(others, squares):
    """Ms from the moment at which tiles lie on `squares`, all at once, until they are reported: mean of REPEATS."""
    total = 0.0
    for seed in range(1, REPEATS + 1):
        rig = standing(others, seed)
        rig.run(83 * seed)       # another moment of scans, sensors and sweeps for each
        for tile, square in enumerate(squares):
            rig.lay(len(others) + tile, square)
        total += rig.until_felt_and_read(len(squares))
        expected = [(square, (identity(len(others) + tile),)) for tile, square in enumerate(squares)]
        assert sorted(rig.said()) == sorted(expected)
    return total / REPEATS


def cross(tiles):
    """The squares of row and column through the middle, the nearest `tiles` of each, without the middle itself."""
    reach = tiles // 2
    return [square for loop in (ROW, COLUMN) for square in squares_of(loop)
            if square != MIDDLE and abs(square // SIDE - 7) <= reach and abs(square % SIDE - 7) <= reach]


def scattered(tiles, seed):
    """So many squares by chance."""
    chance, squares = Chance(seed), []
    while len(squares) < tiles:
        square = chance.below(SIDE * SIDE)
        if square not in squares:
            squares.append(square)
    return squares


def known_ms(seed):
    """A board of TILES known tiles compared with its rows alone, every tag read anew."""
    rig = standing(scattered(TILES, seed), seed)
    answers = [0]
    take = rig.radio.loops.inventory._take

    def counted(answer):
        answers[0] += 1
        take(answer)
    rig.radio.loops.inventory._take = counted
    rig.radio.loops.rest()
    rig.radio.sweep()
    start_us = rig.clock.now_us
    rig.end_sweep()
    assert answers[0] >= TILES
    assert not rig.reports
    return (rig.clock.now_us - start_us) / 1000


def pad_ms():
    """Ms from the beginning of the poll that finds a tag on the pad until it is told."""
    rig = PadRig()
    rig.run(500)
    rig.lay(NTAG)
    while not rig.told:
        start_us = rig.clock.now_us
        rig.step()
        while not rig.told and rig.field.on:
            rig.step()
    return rig.told[0][0] - start_us / 1000


def wire_us():
    """Us that the bytes of one scan take on the wire."""
    rig = FeltRig(cpu_us=0)
    start_us = rig.clock.now_us
    rig.chain.read()
    return rig.clock.now_us - start_us


def worst(figure):
    """The longest of a figure over REPEATS seeds."""
    return max([figure(seed) for seed in range(1, REPEATS + 1)])


def figures():
    """(value, bound or None, floor or None, unit, what) of each."""
    seven = list(range(ROW * SIDE + 4, ROW * SIDE + 11))
    rest_of_row = [square for square in squares_of(ROW) if square not in seven]
    columns = [SIDE * row + square % SIDE for square in seven for row in (5, 6, 8)]
    return (
        (laid_ms((), (MIDDLE,)), ALLOWED * 70, 13, "ms", "one tile, alone in its row and column, mean of 20"),
        (laid_ms(cross(7), (MIDDLE,)), ALLOWED * 210, 113, "ms", "one tile in a row and a column of 7, mean of 20"),
        (laid_ms(cross(15), (MIDDLE,)), ALLOWED * 600, None, "ms", "one tile in a full row and column, mean of 20"),
        (laid_ms((), seven), ALLOWED * 250, 150, "ms", "seven tiles at once, alone, mean of 20"),
        (laid_ms(rest_of_row + columns, seven), ALLOWED * 600, 350, "ms",
         "seven tiles at once in a full row, each column of 4, mean of 20"),
        (worst(_from_nothing), ALLOWED * 1557, 1018, "ms",
         "60 tiles from nothing, rows and columns by their sensors, worst of 20"),
        (worst(known_ms), 1000, 540, "ms", "a known board of 60 by its 15 rows alone, every tag read, worst of 20"),
        (_one_more(), None, None, "ms", "one more tile on a known board of 60: what no sensor has felt is skipped"),
        (pad_ms(), ALLOWED * 18, 9.6, "ms", "a tag on the pad, from the beginning of its poll"),
        (wire_us(), 60, 60, "us", "one scan of the Hall chain on the wire"),
    )


def _from_nothing(seed):
    rig = FeltRig(seed)
    rig.run(137 + 7 * seed)
    rig.end_sweep()
    squares = scattered(TILES, seed)
    for tile, square in enumerate(squares):
        rig.lay(tile, square)
    took_ms = rig.until_felt_and_read(TILES)
    assert sorted(rig.said()) == sorted([(square, (identity(tile),)) for tile, square in enumerate(squares)])
    return took_ms


def _one_more():
    squares = scattered(TILES + 1, 1)
    return laid_ms(squares[:-1], squares[-1:])


if __name__ == "__main__":
    print("%d us a transfer" % CPU_US)
    for value, bound, floor, unit, what in figures():
        asked = ["-" if limit is None else "%g" % limit for limit in (bound, floor)]
        print("\t".join(["%.3f" % value] + asked + [unit, what]))
