"""A reader, its antennas and a board of tiles on the models, wired straight together: what the radio's tests share.

Virtual time: bytes at 4 MHz and CPU_US for each transfer, as the virtual table charges them.
"""

from drivers.antenna_mux import AntennaMux
from drivers.pn5180 import Pn5180
from radio import Radio
from sim.antenna_model import AntennaModel
from sim.chance import Chance
from sim.pn5180_model import Pn5180Model
from sim.shadow.machine import CPU_US
from sim.world import World, middle

DRIVER_US = 80   # of a transaction as far as the driver alone goes: measured like CPU_US, in a round of 16 slots


def identity(number):
    """A tag's identity as chance would have it behind the maker's E0 04 01."""
    chance = Chance(number)
    return bytes((0xE0, 0x04, 0x01, chance.below(256))) + chance.word().to_bytes(4, "big")


class Clock:
    """Virtual time with the calls of MicroPython's `time`; ticks wrap where a board's do."""

    LAST = 0x3FFFFFFF          # the largest whole number that a board keeps outside the heap

    def __init__(self, now_us=0):
        self.now_us = now_us

    def ticks_us(self):
        return self.now_us & self.LAST

    def ticks_ms(self):
        return self.now_us // 1000 & self.LAST

    def ticks_add(self, ticks, delta):
        return ticks + delta & self.LAST

    def ticks_diff(self, later, earlier):
        half = self.LAST // 2 + 1
        return (later - earlier + half & self.LAST) - half

    def sleep_us(self, us):
        self.now_us += us

    def read(self):
        return self.now_us


class Line:
    """A pin: `heard(level)` at each change, `source()` asked at each reading."""

    def __init__(self, heard=None, source=None):
        self._heard = heard
        self._source = source
        self.level = None

    def value(self, level=None):
        if level is None:
            return self._source()
        if level != self.level:
            self.level = level
            self._heard(level)
        return None


class Meter:
    """The ADC behind the divider by 11, told the rail in mV."""

    def __init__(self, millivolts):
        self._millivolts = millivolts

    def read_u16(self):
        return self._millivolts() * 65535 // 36300


class Spi:
    """A bus with one model on it."""

    def __init__(self, model, clock, cpu_us=CPU_US):
        self._model = model
        self._clock = clock
        self._cpu_us = cpu_us

    def write(self, sent):
        self._exchange(sent, None, 0, len(sent))

    def readinto(self, got, fill=0):
        self._exchange(None, got, fill, len(got))

    def write_readinto(self, sent, got):
        self._exchange(sent, got, 0, len(sent))

    def _exchange(self, sent, got, fill, count):
        self._model.exchange(sent, got, fill, 0)
        self._clock.now_us += self._cpu_us + 2 * count


class Rig:
    """One board. `reports`: what the radio said, as (ms, square, tags); `hall`: squares whose sensor is on."""

    def __init__(self, start_us=5_000_000, cpu_us=CPU_US):
        self.clock = Clock(start_us)
        clock = self.clock
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
        self.radio = Radio(self.reader, self.mux, self.hall.__contains__, clock)
        self._steps = self.radio.steps(self._report)
        self.longest_us = 0      # without giving way to other tasks

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

    def step(self):
        start_us = self.clock.now_us
        pause_ms = next(self._steps)
        self.longest_us = max(self.longest_us, self.clock.now_us - start_us)
        self.clock.now_us += 1000 * pause_ms

    def run(self, ms):
        """Let `ms` pass at the least."""
        end_us = self.clock.now_us + 1000 * ms
        while self.clock.now_us < end_us:
            self.step()

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
    """Hall edge, SETTLE_MS of rest, settled; then until everything has been read."""
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
