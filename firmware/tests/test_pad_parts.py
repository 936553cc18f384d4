"""Protects the pad's wires on the virtual table: driver and model meet at the pins of pinout.py, the hand lays tags
by their digits, and every fault that a script can name does something and can be healed."""

import pinout
from drivers.mfrc522 import Mfrc522
from scan.pad import Pad
from sim.pad_parts import FAULTS
from sim.wiring import UnknownFault, wired
from sim.world import World
from tests.pad_rig import raises
from tests.radio_rig import Clock

TAG = "07045a319e701280"
WORDS = {"pad_bit_errors": ("0.5",), "pad_version": ("12",), "pad_lost": ("1",), "pad_tag_dead": (TAG,),
         "pad_parity": ("1000",), "pad_cut_short": ("1000",)}


class Pin:
    def __init__(self, circuit, number):
        self._net = circuit.net(number)

    def value(self, level=None):
        return self._net.read() if level is None else self._net.write(level)


class Spi:
    def __init__(self, circuit, clock):
        self._bus = circuit.bus(pinout.PAD_SPI)
        self._clock = clock

    def write(self, sent):
        self._bus.exchange(sent, None, 0, pinout.PAD_MODE)
        self._clock.now_us += 50

    def write_readinto(self, sent, got):
        self._bus.exchange(sent, got, 0, pinout.PAD_MODE)
        self._clock.now_us += 50


class Table:
    def __init__(self):
        self.clock = clock = Clock(1_000_000)
        self.circuit = circuit = wired("whole", World(), clock.read, 1, {"radio": False, "pad": True}, print)
        self.hand = circuit.hand
        self.reader = Mfrc522(Spi(circuit, clock), Pin(circuit, pinout.PAD_NSS), Pin(circuit, pinout.PAD_RST), clock)
        self.pad = Pad(self.reader, None, clock)
        self.told = []
        self._steps = self.pad.steps(lambda tag: self.told.append("".join(["%02x" % byte for byte in tag])))

    def run(self, ms):
        end_us = self.clock.now_us + 1000 * ms
        while self.clock.now_us < end_us:
            self.clock.now_us += 1000 * next(self._steps)
        return self

    def touch(self, digits):
        """Lay a tag on the pad for half a second: what was told."""
        self.told.clear()
        self.hand.pad_lay(digits)
        self.run(500)
        self.hand.pad_take(digits)
        self.run(500)
        return self.told


def test_a_tag_is_read_through_the_wires():
    table = Table().run(100)
    assert table.touch(TAG) == [TAG]
    assert table.touch(TAG[2:]) == [TAG]
    assert table.touch("7a3b1108") == ["040000007a3b1108"]
    assert table.touch("040000007a3b1108") == ["040000007a3b1108"]


def test_the_hand_refuses_what_is_no_identity_of_the_pad():
    table = Table()
    for digits in ("e004015012345678", "0405", "zz3b1108"):
        raises(ValueError, table.hand.pad_lay, digits)


def test_a_tag_held_too_high_is_not_read():
    table = Table().run(100)
    table.hand.pad_lay(TAG, "35000")
    assert table.run(500).told == []
    table.hand.pad_lay(TAG, "3000")
    assert table.run(500).told == [TAG]


def test_every_fault_tells_and_every_healing_heals():
    for name, _, _ in FAULTS:
        table = Table().run(100)
        assert table.touch(TAG) == [TAG]
        starts = table.pad.starts
        table.circuit.fault(name, WORDS.get(name, ()))
        if name == "pad_self_test":
            raises(table.reader.trouble, table.reader.self_test)
        else:
            assert table.touch(TAG) != [TAG] or table.pad.starts > starts, name
        table.circuit.fault(name, WORDS.get(name, ()), heal=True)
        table.run(6000)
        assert table.touch(TAG) == [TAG], name
        assert table.pad.wrong is None


def test_a_fault_with_words_that_make_no_sense_is_refused():
    table = Table()
    for version in ("what", "136", "-1"):
        raises(UnknownFault, table.circuit.fault, "pad_version", (version,))
    raises(UnknownFault, table.circuit.fault, "pad_tag_dead", ("e004015012345678",))
