"""The chip models beside an emulated microcontroller: its pins and its buses, a byte at a time, reach them here.

What runs the emulator calls this; it runs under MicroPython inside that process, under CPython in tests. The moment
comes with each call. Knows neither the emulator nor the firmware.
"""

import json

import pinout
from sim import wiring
from sim.obey import Obey
from sim.pn5180_model import Pn5180Model
from sim.world import World

_LONGEST = 64              # bytes of a PN5180's answer that any command of ours asks for
_SECOND_US = 1000000
_INPUTS = (pinout.RADIO_BUSY, pinout.FIELD_GRANT, pinout.PAD_IRQ)   # pins whose level a model decides


class FrameWise:
    """A PN5180 on a bus that moves single bytes. Its model takes frames: one ends where NSS or BUSY is looked at."""

    def __init__(self, chip):
        self._chip = chip
        self._sent = bytearray()
        self._got = None         # the answer that is being read
        self._at = 0

    def byte(self, sent, mode):
        """What comes back while `sent` goes out."""
        if self._got is None and not self._sent and self._chip.answers():
            self._got = bytearray(_LONGEST)
            self._at = 0
            self._chip.exchange(None, self._got, 0xFF, mode)
        if self._got is None:
            self._sent.append(sent)
            return 0xFF
        self._at += 1
        return self._got[self._at - 1] if self._at <= _LONGEST else 0xFF

    def end(self):
        """The transfer is over."""
        sent, self._sent, self._got = self._sent, bytearray(), None
        if sent:
            self._chip.exchange(sent, None, 0xFF, 0)


class ByteWise:
    """Any other chip: its model takes a transfer in pieces."""

    def __init__(self, chip):
        self._chip = chip
        self._got = bytearray(1)
        self._sent = bytearray(1)

    def byte(self, sent, mode):
        self._sent[0] = sent
        self._got[0] = 0xFF
        self._chip.exchange(self._sent, self._got, 0xFF, mode)
        return self._got[0]


class Beside:
    """All models of one board. settings: JSON text of its board.json. `tell(line)` takes what is seen from outside.

    `rise(pin)` is called when a model's end of a wire rises.
    """

    def __init__(self, role, settings, seed, tell, rise):
        self._now_us = 0
        self._world = World()
        self._obey = Obey(self._world, self._clock)
        self._tell = tell
        words = {"radio": False, "pad": False}
        words.update(json.loads(settings))
        self._circuit = wiring.wired(role, self._world, self._clock, seed, words, tell)
        self._obey.circuit = self._circuit
        self._obey.role = role
        self._buses = {}
        self._frames = []
        for number in range(2):
            chips = []
            for chip in self._circuit.bus(number).chips():
                chips.append(FrameWise(chip) if isinstance(chip, Pn5180Model) else ByteWise(chip))
            self._buses[number] = chips
            self._frames += [chip for chip in chips if isinstance(chip, FrameWise)]
        sync = pinout.RADIO_SYNC if role in ("radio", "bag") else pinout.SYNC
        self._circuit.net(sync).on_rise = lambda: rise(sync)
        tell("faults " + " ".join(self._circuit.fault_names()))

    def _clock(self):
        return self._now_us

    def at(self, seconds, us):
        """The moment of what follows: in two parts, as the emulator's numbers have 32 bits."""
        self._now_us = seconds * _SECOND_US + us

    def obey(self, line):
        """One command of the simulator."""
        self._obey(line.split(" "))

    def inputs(self):
        """The pins whose level is to be asked, in words."""
        return " ".join([str(pin) for pin in _INPUTS if self._circuit.net(pin).source or (pin == pinout.FIELD_GRANT
                         and self._obey.role in ("radio", "bag"))])

    def level(self, pin):
        """What the microcontroller reads at `pin`."""
        self._end_frames()
        return self._circuit.net(pin).read()

    def pin(self, pin, level):
        """The microcontroller has changed `pin`."""
        self._end_frames()
        self._circuit.net(pin).write(level)

    def byte(self, bus, sent, mode):
        """A byte on `bus`: what comes back."""
        back = 0xFF
        for chip in self._buses[bus]:
            back &= chip.byte(sent, mode)
        return back

    def i2c(self, bus, what, byte):
        """One step on the I2C bus: `what` of start, take, give and stop, as sim.i2c_bus has them."""
        bus = self._circuit.i2c(bus)
        if what == "start":
            return bus.start(byte)
        if what == "take":
            return bus.take(byte)
        return bus.give() if what == "give" else bus.stop()

    def millivolts(self, pin, pull):
        """What the converter measures at `pin`; pull as machine.Pin numbers it, 0 for none."""
        volts = self._circuit.net(pin).volts
        return volts(pull or None) if volts else 0

    def stream(self, pin, words):
        """A state machine has sent `words` (bytes, four a word) out at `pin`."""
        if self._circuit.net(pin).stream:
            self._circuit.net(pin).stream(words)

    def _end_frames(self):
        for chip in self._frames:
            chip.end()
