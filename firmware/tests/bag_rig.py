"""The bag's reader, ring and loop on the models, and the radio board's reader with its racks: what tests share."""

from bag import BagReader
from drivers.bag_loops import BagLoops
from drivers.pn5180 import Pn5180
from radio import Radio
from scan.racks import Racks
from sim.bag_model import BagModel
from sim.chance import Chance
from sim.pn5180_model import Pn5180Model
from sim.world import World
from tests.radio_rig import CPU_US, Clock, Line, Rig, Spi, Stepped


class RackRig(Rig):
    """A rig with racks. `told`: what was told of them, as (ms, rack, tags); `room`: whether the line takes it."""

    def __init__(self, count=4, interlock=None, start_us=5_000_000, clock=None):
        Rig.__init__(self, start_us, clock=clock)
        self.told = []
        self.room = True
        self.racks = Racks(count, self._tell, self.clock)
        self.radio = Radio(self.reader, self.mux, self.hall.__contains__, self.clock, self.racks, interlock)
        self._steps = self.radio.steps(self._report)

    def rack(self, rack, tags):
        """These tags and no others lie on `rack`."""
        self.world.beside.lie_on_rack(rack, tags)

    def _tell(self, rack, tags):
        self.told.append((self.clock.now_us // 1000, rack, tags))
        return self.room

    def last(self, rack):
        """What was told of `rack` last, or None."""
        for _, told, tags in reversed(self.told):
            if told == rack:
                return tags
        return None


class BagRig(Stepped):
    """`passed`: (at_ms, for_ms, tag) as told; `lying`: tags told to lie in the bag."""

    def __init__(self, interlock=None, seed=5, clock=None):
        self.clock = clock = clock or Clock(5_000_000)
        self.world = World()
        self.air = air = BagModel(self.world.beside, Chance(seed))
        self.chip = chip = Pn5180Model(air, clock.read, Chance(seed + 1))
        reader = Pn5180(Spi(chip, clock, CPU_US), Line(chip.select), Line(source=chip.busy), Line(chip.reset), clock)
        switch = BagLoops(Line(lambda level: air.select(level, clock.now_us)))
        self.bag = BagReader(reader, switch, clock, interlock)
        self.passed = []
        self.lying = []
        Stepped.__init__(self, self.bag.steps(lambda *sighting: self.passed.append(sighting), self.lying.append))

    def fist(self, tags, apart_ms=20, for_ms=150):
        """They pass the ring one after the other, beginning now."""
        for place, tag in enumerate(tags):
            start_us = self.clock.now_us + 1000 * apart_ms * place
            self.world.beside.pass_neck(tag, start_us, start_us + 1000 * for_ms)
