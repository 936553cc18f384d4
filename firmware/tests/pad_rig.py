"""A pad's reader and tags on the models, wired straight together: what the pad's tests share."""

from drivers.mfrc522 import Mfrc522
from scan.cascade import WUPA, Cascade
from scan.pad import Pad
from sim.chance import Chance
from sim.mfrc522_model import Mfrc522Model
from sim.pad_field import PadField
from sim.tag14443_model import Tag14443
from tests.virtual import CPU_US, Clock, Line, Spi, Stepped

NTAG = bytes((0x04, 0x5A, 0x31, 0x9E, 0x70, 0x12, 0x80))
ALIKE = bytes((0x04, 0x5A, 0x31, 0x9A, 0x70, 0x12, 0x80))     # the same first three bytes
OTHER = bytes((0x04, 0x9B, 0x02, 0xC4, 0x55, 0x00, 0x81))
THIRD = bytes((0x04, 0x11, 0xE7, 0x3C, 0x90, 0x42, 0x80))
SHORT = bytes((0x7A, 0x3B, 0x11, 0x08))


def raises(error, call, *arguments):
    """The text of the `error` that the call raises."""
    try:
        call(*arguments)
    except error as raised:
        return str(raised)
    raise AssertionError("nothing was raised")


class PadRig(Stepped):
    """One pad. `told`: what it said, as (ms, tag)."""

    def __init__(self, *identities, cpu_us=CPU_US, version=0x92, start_us=5_000_000):
        self.clock = Clock(start_us)
        clock = self.clock
        chance = Chance(3)
        self.field = PadField(chance)
        self.chip = chip = Mfrc522Model(self.field, clock.read, chance, version)
        self.reader = Mfrc522(Spi(chip, clock, cpu_us), Line(chip.select), Line(heard=chip.reset), clock)
        self.cascade = Cascade(self.reader)
        self.tags = {}
        self.told = []
        self.pad = Pad(self.reader, None, clock)
        Stepped.__init__(self, self.pad.steps(self._report))
        for identity in identities:
            self.lay(identity)

    def lay(self, identity, height_um=0):
        if identity not in self.tags:
            self.tags[identity] = Tag14443(identity)
        self.field.lay(self.tags[identity], self.clock.now_us, height_um)

    def take(self, identity):
        self.field.take(self.tags[identity])

    # ---- the chip, register by register --------------------------------------------------------------------------

    def write(self, address, *values):
        self._frame(bytes((address << 1,) + values))

    def read(self, address, count=1):
        """One register, or `count` readings of it in one frame."""
        got = self._frame(bytes((address << 1 | 0x80,)) * count + b"\0")[1:]
        return got[0] if count == 1 else bytes(got)

    def _frame(self, sent):
        got = bytearray(len(sent))
        self.chip.select(0)
        self.chip.exchange(sent, got, 0, 0)
        self.chip.select(1)
        return got

    # ---- the reader without the task -----------------------------------------------------------------------------

    def start(self):
        """The reader set up, with its field on for as long as a tag wants it."""
        self.reader.reset()
        self.reader.field_on()
        self.clock.now_us += 5100
        return self

    def finish(self, generator):
        """Run one of Cascade's generators to its end, as a task would: its outcome."""
        while True:
            try:
                pause_ms = next(generator)
            except StopIteration as end:
                return end.value
            self.clock.now_us += 1000 * pause_ms

    def ask(self, command=WUPA):
        """What the reader hears after REQA or WUPA."""
        self.cascade.ask(command)
        return self.hear()

    def hear(self):
        heard = self.reader.outcome()
        while heard is None:
            self.clock.now_us += 1000 * self.reader.wait_ms()
            heard = self.reader.outcome()
        return heard

    def found(self, command=WUPA):
        """Request and walk: outcome and identities."""
        self.ask(command)
        return self.finish(self.cascade.walk()), self.cascade.found

    # ---- the task ------------------------------------------------------------------------------------------------

    def tags_told(self):
        return [tag for _, tag in self.told]

    def _report(self, tag):
        self.told.append((self.clock.now_us / 1000, tag))
