"""A reader, its antennas and a board of tiles on the models, wired straight together, for the radio's tests."""

from drivers.antenna_mux import AntennaMux
from drivers.pn5180 import Pn5180
from radio import Radio
from sim.antenna_model import AntennaModel
from sim.chance import Chance
from sim.pn5180_model import Pn5180Model
from sim.world import World, middle
from tests.virtual import CPU_US, Clock, Line, Spi, Stepped

DRIVER_US = 66   # of a transaction as far as the driver alone goes: measured like CPU_US, in a round of 16 slots


def identity(number):
    """A tag's identity as chance would have it behind the maker's E0 04 01."""
    chance = Chance(number)
    return bytes((0xE0, 0x04, 0x01, chance.below(256))) + chance.word().to_bytes(4, "big")


class Meter:
    """The ADC behind the divider by 11, told the rail in mV."""

    def __init__(self, millivolts):
        self._millivolts = millivolts

    def read_u16(self):
        return self._millivolts() * 65535 // 36300


class Rig(Stepped):
    """One board. `reports`: what the radio said, as (ms, square, tags); `hall`: squares whose sensor is on.

    `occupied`: of a square, in the place of `hall`.
    """

    def __init__(self, start_us=5_000_000, cpu_us=CPU_US, occupied=None, clock=None):
        self.clock = clock = clock or Clock(start_us)
        self.world = World()
        self.air = AntennaModel(self.world)
        self.chip = Pn5180Model(self.air, clock.read, Chance(5))
        air, chip = self.air, self.chip
        self.reader = Pn5180(Spi(chip, clock, cpu_us), Line(chip.select), Line(source=chip.busy), Line(chip.reset),
                             clock)
        self.mux = AntennaMux(Spi(air, clock, cpu_us), Line(lambda level: air.latch(level, clock.now_us)),
                              Line(lambda level: air.off(level, clock.now_us)), Line(air.clear),
                              Line(lambda level: air.supply(level, clock.now_us)), clock,
                              Meter(lambda: air.rail_mv(clock.now_us)))
        self.hall = set()
        self.reports = []
        self.radio = Radio(self.reader, self.mux, occupied or self.hall.__contains__, clock)
        Stepped.__init__(self, self.radio.steps(self._report))

    def lay(self, tile, square, tag=None, z=0, dx=0, dy=0, flip=False):
        """Tile `tile` lies on `square` from now on, `z` um above it, aside by dx, dy; its Hall sensor follows."""
        x, y = middle(square)
        x, y = x + dx, y + dy
        self.world.put(tile, tag or identity(tile), (0, x, y, z, 0, x, y, z), flip, self.clock.now_us)
        if not flip:
            self.hall.add(square)

    def lift(self, tile, square):
        self.world.take_away(tile, self.clock.now_us)
        self.hall.discard(square)

    def tune(self, loop):
        """The reader on `loop` with its field on, for tests without the radio's task."""
        self.reader.reset()
        self.mux.select(loop)
        self.reader.field_on()
        self.clock.sleep_us(1500)

    def until_quiet(self):
        """Until nothing is open; returns the ms it took."""
        start_us = self.clock.now_us
        while self.radio.busy:
            assert self.clock.now_us - start_us < 20_000_000, "the radio goes round for ever"
            self.step()
        return (self.clock.now_us - start_us) / 1000

    def said(self):
        """Squares and tags reported so far, without the times."""
        return [(square, tags) for _, square, tags in self.reports]

    def _report(self, square, tags):
        self.reports.append((self.clock.now_us // 1000, square, tags))


def listen(steps, clock):
    """Run an inventory's walk() or confirm() to its end, in virtual time."""
    for pause_ms in steps:
        clock.now_us += 1000 * pause_ms


def settle(rig, *squares):
    """Hall edge (at stirred_ms), SETTLE_MS of rest, settled; then until everything has been read."""
    rig.stirred_ms = rig.clock.now_us // 1000
    for square in squares:
        rig.radio.stir(square)
    rig.run(120)
    for square in squares:
        rig.radio.stir(square, settled=True)
    rig.until_quiet()


def laid(*squares):
    """A rig with tile n on the n-th of `squares`, read and reported; the reports are cleared."""
    rig = Rig()
    for tile, square in enumerate(squares):
        rig.lay(tile, square)
        rig.radio.stir(square, settled=True)
    rig.until_quiet()
    assert sorted(rig.said()) == sorted((square, (identity(tile),)) for tile, square in enumerate(squares))
    rig.reports.clear()
    return rig
