"""Connects the Hall sensors and their chain of shift registers to the microcontroller's pins.

Knows the pins and the two models; decides nothing.
"""

import pinout
from pinout import SIDE, SQUARES, chain_bit
from sim.chain_model import Chain
from sim.chance import Chance
from sim.hall_field import HallField
from sim.world import nearest

HALL_RAIL_MV = 3_300
SENSOR_LEAST_MV = 1_650   # DRV5032: supply of 1.65 to 5.5 V
OPEN_MV = 800             # an open pin of the RP2040 floats somewhere
PULL_UP = 1               # as `machine.Pin` numbers it
# 74HC165 at 3.3 V: an input takes 0.3 of that surely for 0, a magnet, and 0.7 surely for 1; each has its own point.
INPUT_LOW_MV, INPUT_HIGH_MV = 990, 2_310


def wire_hall(circuit, world, seed):
    """Plug sensors and chain into `circuit` and name their faults."""
    field = HallField(world, seed)
    clock = circuit.clock

    supply = Supply(field, clock, seed)

    def outputs():
        field.advance(clock())
        return supply.levels(field.outputs)

    chain = Chain(outputs, seed)
    circuit.net(pinout.HALL_LOAD).listen(chain.load)
    circuit.bus(pinout.HALL_SPI).attach(chain)

    circuit.net(pinout.HALL_POWER).listen(supply.switch)
    circuit.net(pinout.HALL_RAIL).volts = supply.sensed_mv

    name_faults(circuit, field, chain, supply)
    name_order_faults(circuit, chain)
    name_field_faults(circuit, field, world)


def name_faults(circuit, field, chain, supply):
    """What may go wrong, by the names that scripts use."""
    def hall_stuck(square, how="on"):
        field.stick(square_named(square), how)

    def hall_power_stuck(how="on"):
        supply.stick(how == "on")

    def hall_supply_low(millivolts="1500"):
        supply.sag(None if millivolts == "off" else int(millivolts))

    def hall_rail_open(how="on"):
        """The wire from the sensors' supply to the converter is not there."""
        supply.cut_sense(how == "on")

    def sentinel_loose(row="0"):
        field.loosen_sentinel(int(row))

    def chain_break(chip="0"):
        chain.break_at(int(chip))

    def chain_bridge(square, how="on"):
        """Solder joins the input of this square to the next one of its row, or to the sentinel behind the last."""
        chain.bridge(*pinout.chain_bit(square_named(square)), on=how != "off")

    def chain_noise(probability="0.01"):
        chain.make_noise(float(probability))

    def chain_glitch(transfers="1"):
        chain.glitch(int(transfers))

    circuit.on_fault("hall_stuck", hall_stuck, places=1, healed="free")
    circuit.on_fault("hall_power_stuck", hall_power_stuck)
    circuit.on_fault("hall_supply_low", hall_supply_low)
    circuit.on_fault("hall_rail_open", hall_rail_open)
    circuit.on_fault("sentinel_loose", sentinel_loose, healed="-1")
    circuit.on_fault("chain_break", chain_break, healed="-1")
    circuit.on_fault("chain_bridge", chain_bridge, places=1)
    circuit.on_fault("chain_noise", chain_noise, healed="0")
    circuit.on_fault("chain_glitch", chain_glitch, healed="0")


def name_order_faults(circuit, chain):
    """How sensors may hang in another order than drawn, by the names that scripts use."""
    def mirrored(how="on"):
        chain.mirror(how == "on")

    def shuffled(seed="1"):
        """Every sensor is wired to another input, or its own, as chance has it."""
        chain.wire_as(None if seed == "off" else by_chance(int(seed)))

    def swapped(row="a", other="c"):
        """The sensors of two rows are changed over, each with the one of its column."""
        chain.wire_as(None if row == "off" else with_rows_swapped(row_named(row), row_named(other)))

    circuit.on_fault("mirrored", mirrored)
    circuit.on_fault("shuffled", shuffled)
    circuit.on_fault("swapped", swapped)


def name_field_faults(circuit, field, world):
    """What may be wrong with magnets and sensors, by the names that scripts use."""
    def hall_drift(square, millitesla="3"):
        field.drift(square_named(square), float(millitesla), circuit.clock())

    def hall_noise(millitesla="1"):
        field.make_noise(float(millitesla), circuit.clock())

    def magnet_weak(square, share="0.1"):
        at = square_named(square)
        for tile in sorted(world.tiles):
            standing = world.tiles[tile]
            row, column = nearest(standing.x1, standing.y1)
            if SIDE * row + column == at:
                field.weaken(tile, float(share), circuit.clock())

    def hall_slow(milliseconds="200"):
        field.sample_every(1000 * int(milliseconds), circuit.clock())

    circuit.on_fault("hall_slow", hall_slow, healed="50")
    circuit.on_fault("hall_drift", hall_drift, places=1, healed="0")
    circuit.on_fault("hall_noise", hall_noise, healed="0")
    circuit.on_fault("magnet_weak", magnet_weak, places=1, healed="1")


def square_named(word):
    """The square of `word`: its number, or the row's letter and the column's number as in scripts.

    >>> square_named("112"), square_named("h8")
    (112, 112)
    """
    square = int(word) if word[0] in "0123456789" else SIDE * "abcdefghijklmno".index(word[0]) + int(word[1:]) - 1
    if not 0 <= square < SQUARES:
        raise ValueError(word)
    return square


def row_named(letter):
    """The row of a letter, 0..14."""
    return square_named(letter + "1") // SIDE


def by_chance(seed):
    """An order of all squares."""
    order, chance = list(range(SQUARES)), Chance(seed)
    for place in range(SQUARES - 1, 0, -1):
        other = chance.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def with_rows_swapped(row, other):
    """The order in which the sensors of these two rows have changed places.

    >>> with_rows_swapped(0, 2)[:2], with_rows_swapped(0, 2)[30], with_rows_swapped(0, 2)[15]
    ([30, 31], 0, 15)
    """
    order = list(range(SQUARES))
    first, second = SIDE * row, SIDE * other
    order[first:first + SIDE], order[second:second + SIDE] = (
        order[second:second + SIDE], order[first:first + SIDE])
    return order


class Supply:
    """The P-FET that feeds the sensors, and what their outputs are worth at the chain's inputs.

    A sensor without supply lets its output go, and the input reads 1.
    """

    def __init__(self, field, clock, seed=0):
        self._field = field
        self._seed = seed
        self._points_mv = None   # of each square's input: at less than this a 1 is taken for a 0
        self._clock = clock
        self._wanted = 1
        self._stuck = False
        self._low_mv = None
        self._sensed = True
        self._fed = 1

    def switch(self, level):
        """HALL_PWR_EN has changed to `level`."""
        self._wanted = level
        self._feed()

    def stick(self, on):
        """Fault: the P-FET conducts whatever the pin says; `on` False ends it."""
        self._stuck = on
        self._feed()

    def sag(self, millivolts):
        """Fault: so much is left behind the P-FET; None ends it."""
        self._low_mv = millivolts
        self._feed()

    def levels(self, raw):
        """What the chain's inputs take `raw` for, 30 bytes: sensors pull no output higher than their own supply."""
        rail_mv = self.rail_mv()
        if not SENSOR_LEAST_MV <= rail_mv < INPUT_HIGH_MV:
            return raw
        if self._points_mv is None:
            chance = Chance(self._seed)
            self._points_mv = [INPUT_LOW_MV + chance.below(INPUT_HIGH_MV - INPUT_LOW_MV) for _ in range(SQUARES)]
        taken = bytearray(raw)
        for square in range(SQUARES):
            if rail_mv < self._points_mv[square]:
                byte, mask = chain_bit(square)
                taken[byte] &= ~mask & 0xFF
        return taken

    def rail_mv(self):
        """What the sensors get."""
        if not (self._stuck or self._wanted):
            return 0
        return HALL_RAIL_MV if self._low_mv is None else self._low_mv

    def cut_sense(self, off):
        """Fault: nothing is joined to the converter's pin."""
        self._sensed = not off

    def sensed_mv(self, pull):
        """What the converter sees: the supply, or at an open pin where that floats to, and the chip's own pulls."""
        if self._sensed:
            return self.rail_mv()
        return OPEN_MV if pull is None else HALL_RAIL_MV if pull == PULL_UP else 0

    def _feed(self):
        fed = 1 if self.rail_mv() >= SENSOR_LEAST_MV else 0
        if fed != self._fed:
            self._fed = fed
            self._field.power(fed, self._clock())
