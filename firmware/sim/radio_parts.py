"""Connects the reader, the antenna chain and the tags to the microcontroller's pins and buses.

Knows the pins and the models; decides nothing.
"""

import pinout
from sim.antenna_model import AntennaModel
from sim.beside import TAG_DIGITS, tag_named
from sim.chance import Chance
from sim.pn5180_model import Pn5180Model


def wire_radio(circuit, world, seed, whole):
    """Plug reader and antennas into `circuit`, of a whole table or of the radio board; name their faults."""
    clock = circuit.clock
    pins, buses = (pinout.ONE_BOARD_PINS, pinout.ONE_BOARD_BUSES) if whole else (0, 0)
    air = AntennaModel(world, seed)
    chip = Pn5180Model(air, clock, Chance(seed))

    def net(pin):
        return circuit.net(pins + pin)

    circuit.bus(buses + pinout.RADIO_SPI).attach(chip)
    net(pinout.RADIO_NSS).listen(chip.select)
    net(pinout.RADIO_RST).listen(chip.reset)
    net(pinout.RADIO_BUSY).source = chip.busy

    circuit.bus(buses + pinout.ANTENNA_SPI).attach(air)
    net(pinout.ANTENNA_LATCH).listen(lambda level: air.latch(level, clock()))
    net(pinout.ANTENNA_OFF).listen(lambda level: air.off(level, clock()))
    net(pinout.ANTENNA_CLEAR).listen(air.clear)
    net(pinout.ANTENNA_POWER).level = 0     # pulled down
    net(pinout.ANTENNA_POWER).listen(lambda level: air.supply(level, clock()))
    net(pinout.ANTENNA_RAIL).volts = lambda pull: air.rail_mv(clock()) // 11

    net(pinout.ANTENNA_PEAK).volts = lambda pull: air.peak_mv(clock())

    faults = Faults(air, chip, clock)
    for name, places, healed in FAULTS:
        circuit.on_fault(name, getattr(faults, name), places, healed)


# name, how many words say where, the word that heals: see sim.wiring
FAULTS = (
    ("rf_dropout", 0, "0"), ("rf_no_field", 0, "off"), ("rf_ghost", 0, "0"), ("rf_garble", 0, "0"),
    ("rf_refused", 0, "0"), ("rf_stale", 0, "0"), ("reader_hot", 0, "off"), ("reader_hang", 0, "off"),
    ("reader_dead", 0, "off"), ("tag_dead", 1, "off"), ("loop_open", 1, "off"),
    ("mux_stuck", 1, "off"), ("mux_short", 1, "off"), ("antenna_supply", 0, "off"),
    ("peak_dead", 0, "off"), ("loop_detuned", 1, "off"), ("loop_height", 1, "off"), ("loop_bridged", 1, "off"),
)


class Faults:
    """What may go wrong, by the names that scripts use. `how` "off", or 0, heals."""

    def __init__(self, air, chip, clock):
        self._air = air
        self._chip = chip
        self._clock = clock

    def rf_dropout(self, probability="0"):
        """Each answer goes unheard with this probability."""
        self._chip.dropout = float(probability)

    def rf_no_field(self, how="on"):
        """RF_ON brings no field."""
        self._chip.no_rf_on = how != "off"

    def rf_ghost(self, slots="1"):
        """So many silent slots to come look like a clash of nothing."""
        self._chip.ghosts = int(slots)

    def rf_garble(self, bits="0"):
        """These bits are OR-ed into the third byte of every identity, with a good CRC."""
        self._chip.garble = int(bits)

    def rf_refused(self, requests="1"):
        """So many requests to come are refused by the reader: GENERAL_ERROR."""
        self._chip.refusals = int(requests)

    def rf_stale(self, slots="1"):
        """After so many silent slots to come the reader shows the answer before, as if it had come again."""
        self._chip.stale = int(slots)

    def reader_hot(self, how="on"):
        """The reader is too hot for a field."""
        self._chip.hot = how != "off"

    def reader_hang(self, how="on"):
        """BUSY stays high until the chip is reset."""
        self._chip.busy_stuck = how != "off"

    def reader_dead(self, how="on"):
        """BUSY stays high for ever."""
        self._chip.dead = how != "off"

    def tag_dead(self, tile, how="on"):
        """The tile's tag never answers; a tile on a rack is named by its tag, 16 hexadecimal digits."""
        named = tag_named(tile) if len(tile) == TAG_DIGITS else int(tile)
        (self._air.dead.discard if how == "off" else self._air.dead.add)(named)

    def loop_open(self, loop, how="on"):
        """No current in `loop` (0..33)."""
        (self._air.open_loops.discard if how == "off" else self._air.open_loops.add)(int(loop))

    def loop_detuned(self, loop, gain="450"):
        """The receiver's gain (0..1023) with this loop; a sound one has 352."""
        _set(self._air.gains, int(loop), gain)

    def loop_height(self, loop, um="1000"):
        """The field of this loop reaches so high above the board; a sound one 5000 um."""
        _set(self._air.heights, int(loop), um)

    def loop_bridged(self, loop, other="0"):
        """Solder joins this loop to another one: both have the field when this one is selected."""
        _set(self._air.bridged, int(loop), other)

    def mux_stuck(self, output, how="on"):
        """This output (0..39) of the antenna chain's shift stage stays 1."""
        self._air.chain.stuck_bits = 0 if how == "off" else 1 << int(output)

    def mux_short(self, output, how="on"):
        """The transistor of this output (0..39) conducts whatever the chain says: two loops at once."""
        self._air.chain.shorted = 0 if how == "off" else 1 << int(output)
        self._air.select(self._clock())

    def peak_dead(self, how="on"):
        """The antenna's peak detector tells nothing."""
        self._air.no_peak = how != "off"

    def antenna_supply(self, how="on"):
        """The converter behind the antennas' diodes does not run: no 24 V."""
        self._air.no_supply = how != "off"


def _set(faults, loop, value):
    """Note a fault of `loop`, or forget it when `value` is "off"."""
    if value == "off":
        faults.pop(loop, None)
    else:
        faults[loop] = int(value)
