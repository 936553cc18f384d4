"""The bag's board with an identify pad, on the models: two readers, the permit, and the board of the loops beside it.

Virtual time, shared by the tasks of both readers as their pauses let them.
"""

from drivers.field_permit import FieldPermit
from drivers.mfrc522 import Mfrc522
from pinout import FIELD_GRANT, FIELD_REQUEST
from scan.pad import Pad
from scan.turns import turns
from sim.chance import Chance
from sim.mfrc522_model import Mfrc522Model
from sim.open_drain import join_fields
from sim.pad_field import PadField
from sim.tag14443_model import Tag14443
from sim.wiring import Circuit
from tests.bag_rig import BagRig
from tests.radio_rig import CPU_US, Clock, Line, Spi


class NetPin:
    """A pin of one board at its end of a wire."""

    def __init__(self, net):
        self._net = net

    def value(self, level=None):
        if level is not None:
            self._net.write(level)
        return self._net.read()


class Neighbour:
    """The board of the loops: wants the field `apart_ms` after it had it, and has it for `hold_ms`."""

    def __init__(self, permit, clock, hold_ms, apart_ms):
        self.permit = permit
        self.had = 0
        self._clock = clock
        self._hold_us = 1000 * hold_ms
        self._apart_us = 1000 * apart_ms
        self._change_us = clock.now_us + self._apart_us

    def steps(self):
        while True:
            now_us = self._clock.now_us
            if self.permit.held:
                if now_us >= self._change_us:
                    self.permit.release()
                    self._change_us = now_us + self._apart_us
            elif now_us >= self._change_us:
                self.permit.want()
                if self.permit.granted():
                    self.had += 1
                    self._change_us = now_us + self._hold_us
            yield 2


class BagPadRig(BagRig):
    """`told`: of the pad, as (ms, tag). `both`: how often two of the three fields were on at once.

    hold_ms, apart_ms: of the neighbour's field; 0: it never wants one.
    """

    def __init__(self, seed=5, hold_ms=0, apart_ms=100):
        clock = Clock(5_000_000)
        circuits = Circuit(clock.read), Circuit(clock.read)
        join_fields(circuits[0], circuits[1], FIELD_REQUEST, FIELD_GRANT)
        permits = [FieldPermit(NetPin(circuit.net(FIELD_REQUEST)), NetPin(circuit.net(FIELD_GRANT)), clock, first)
                   for circuit, first in zip(circuits, (False, True))]
        self.permit = permits[0]
        self.ring, self.beside = turns(permits[0], clock)
        BagRig.__init__(self, self.ring, seed, clock)
        self.neighbour = Neighbour(permits[1], clock, hold_ms, apart_ms) if hold_ms else None
        self.both = 0
        self.told = []
        self._pad_field = field = PadField(Chance(seed + 2))
        self.pad_chip = chip = Mfrc522Model(field, clock.read, Chance(seed + 3))
        reader = Mfrc522(Spi(chip, clock, CPU_US), Line(chip.select), Line(heard=chip.reset), clock)
        self.pad = Pad(reader, None, clock, self.beside)
        self._watch(field, "switch")
        self._watch(self.air, "field")
        self._tags = {}
        self._tasks = [self._steps, self.pad.steps(self._tell)]
        if self.neighbour:
            self._tasks.append(self.neighbour.steps())
        self._due_us = [clock.now_us] * len(self._tasks)

    def lay(self, identity):
        if identity not in self._tags:
            self._tags[identity] = Tag14443(identity)
        self._pad_field.lay(self._tags[identity], self.clock.now_us)

    def take(self, identity):
        self._pad_field.take(self._tags[identity])

    def run(self, ms):
        end_us = self.clock.now_us + 1000 * ms
        while True:
            nth = self._due_us.index(min(self._due_us))
            if self._due_us[nth] >= end_us:
                break
            self.clock.now_us = max(self.clock.now_us, self._due_us[nth])
            pause_ms = next(self._tasks[nth])
            self._due_us[nth] = self.clock.now_us + 1000 * pause_ms
        self.clock.now_us = max(self.clock.now_us, end_us)

    def _watch(self, model, name):
        switch = getattr(model, name)

        def watched(on, now_us):
            switch(on, now_us)
            beside = self.neighbour is not None and self.neighbour.permit.held
            self.both += (self.air._field + self._pad_field.on + beside) > 1
        setattr(model, name, watched)

    def _tell(self, tag):
        self.told.append((self.clock.now_us // 1000, tag))
