"""Connects the bag's reader, its two loops and the tags there to the microcontroller's pins and buses.

Knows the pins and the models; decides nothing.
"""

import pinout
from sim.bag_model import BagModel
from sim.beside import tag_named
from sim.chance import Chance
from sim.pn5180_model import Pn5180Model
from sim.radio_parts import Faults

LOOPS = ("ring", "bag")      # as the pin that selects counts them


def wire_bag(circuit, world, seed):
    """Plug the second reader, ring and bag loop into `circuit`; name their faults."""
    clock = circuit.clock
    air = BagModel(world.beside, Chance(seed + 1))
    chip = Pn5180Model(air, clock, Chance(seed))
    circuit.bus(pinout.RADIO_SPI).attach(chip)
    circuit.net(pinout.RADIO_NSS).listen(chip.select)
    circuit.net(pinout.RADIO_RST).listen(chip.reset)
    circuit.net(pinout.RADIO_BUSY).source = chip.busy
    circuit.net(pinout.BAG_LOOP).listen(lambda level: air.select(level, clock()))
    faults = BagFaults(air, chip, clock)
    for name, places, healed in FAULTS:
        circuit.on_fault(name, getattr(faults, name), places, healed)


# name, how many words say where, the word that heals: see sim.wiring
FAULTS = (
    ("rf_dropout", 0, "0"), ("rf_no_field", 0, "off"), ("rf_ghost", 0, "0"), ("rf_garble", 0, "0"),
    ("reader_hang", 0, "off"), ("reader_dead", 0, "off"), ("tag_dead", 1, "off"), ("loop_open", 1, "off"),
    ("ring_misses", 0, "0"), ("bag_unread", 0, "0.2"),
)


class BagFaults(Faults):
    """What may go wrong at the bag, by the names that scripts use; with the reader it is as at the radio board."""

    def tag_dead(self, tag, how="on"):
        """`tag` (16 hexadecimal digits) never answers."""
        (self._air.dead.discard if how == "off" else self._air.dead.add)(tag_named(tag))

    def loop_open(self, loop, how="on"):
        """No current in `loop`: the word ring or bag."""
        change = self._air.open_loops.discard if how == "off" else self._air.open_loops.add
        change(LOOPS.index(loop))

    def ring_misses(self, probability="1"):
        """The ring hears nothing of a passage with this probability: its coil stands edge-on."""
        self._air.misses = float(probability)

    def bag_unread(self, probability="1"):
        """This share of the bag cannot be read as it lies, from the next hand in it on."""
        self._air.unread = float(probability)
