"""Protects the radio's wires on the virtual table: driver and models meet at the pins of pinout.py, and every fault
that a script can name does something and can be healed."""

import pinout
from drivers.antenna_mux import AntennaMux
from drivers.pn5180 import Pn5180
from radio import Radio
from sim.radio_parts import FAULTS, wire_radio
from sim.wiring import Circuit
from sim.world import World, middle
from tests.radio_rig import Clock, identity

WORDS = {"rf_dropout": ("1",), "rf_ghost": ("500",), "rf_garble": ("255",), "rf_refused": ("500",),
         "rf_stale": ("500",), "tag_dead": ("1",), "loop_open": ("7",),
         "mux_stuck": ("20",), "mux_short": ("20",), "loop_height": ("7", "-1")}
IN_BENCH_CHECKS_ONLY = {"loop_detuned", "loop_bridged", "peak_dead"}  # a tile is read all the same: T17 to T19


class Pin:
    def __init__(self, circuit, number):
        self._net = circuit.net(pinout.ONE_BOARD_PINS + number)

    def value(self, level=None):
        return self._net.read() if level is None else self._net.write(level)


class Adc:
    def __init__(self, circuit, number):
        self._net = circuit.net(pinout.ONE_BOARD_PINS + number)

    def read_u16(self):
        return self._net.volts(None) * 65535 // 3300


class Spi:
    def __init__(self, circuit, number, clock):
        self._bus = circuit.bus(pinout.ONE_BOARD_BUSES + number)
        self._clock = clock

    def write(self, sent):
        self._exchange(sent, None, 0)

    def readinto(self, got, fill=0):
        self._exchange(None, got, fill)

    def write_readinto(self, sent, got):
        self._exchange(sent, got, 0)

    def _exchange(self, sent, got, fill):
        self._bus.exchange(sent, got, fill, 0)
        self._clock.now_us += 60


class Table:
    """A wired circuit with one tile on 112, and two magnets beside it so that 16 slots are tried."""

    def __init__(self):
        self.clock = clock = Clock(1_000_000)
        self.circuit = circuit = Circuit(clock.read)
        world = World()
        wire_radio(circuit, world, 1, True)
        reader = Pn5180(Spi(circuit, pinout.RADIO_SPI, clock), Pin(circuit, pinout.RADIO_NSS),
                        Pin(circuit, pinout.RADIO_BUSY), Pin(circuit, pinout.RADIO_RST), clock)
        mux = AntennaMux(Spi(circuit, pinout.ANTENNA_SPI, clock), Pin(circuit, pinout.ANTENNA_LATCH),
                         Pin(circuit, pinout.ANTENNA_OFF), Pin(circuit, pinout.ANTENNA_CLEAR),
                         Pin(circuit, pinout.ANTENNA_POWER), clock, Adc(circuit, pinout.ANTENNA_RAIL))
        x, y = middle(112)
        world.put(1, identity(1), (0, x, y, 0, 0, x, y, 0), False, 0)
        self.radio = Radio(reader, mux, lambda square: square in (112, 113, 127), clock)
        self.told = []
        self._steps = self.radio.steps(lambda square, tags: self.told.append(tags))

    def read(self):
        """What is told of 112, and the ms it took."""
        start_us = self.clock.now_us
        self.radio.stir(112, settled=True)
        while self.radio.busy:
            pause_ms = next(self._steps)
            self.clock.now_us += 1000 * pause_ms
        return self.told[-1], (self.clock.now_us - start_us) / 1000


def test_a_tile_is_read_through_the_wires():
    assert Table().read()[0] == (identity(1),)


def test_every_fault_tells_and_every_healing_heals():
    for name in [row[0] for row in FAULTS if row[0] not in IN_BENCH_CHECKS_ONLY]:
        table = Table()
        table.read()               # waits for the antennas' supply
        _, usual_ms = table.read()
        words = WORDS.get(name, ())
        table.circuit.fault(name, words)
        tags, took_ms = table.read()
        assert tags != (identity(1),) or took_ms > usual_ms + 5 or table.radio.loops.faulty, name
        table.circuit.fault(name, words, heal=True)
        table.clock.now_us += 6_000_000
        table.read()
        assert table.read()[0] == (identity(1),), name
