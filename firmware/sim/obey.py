"""The simulator's commands to one virtual board: what changes in its world, on its wires, in its chips.

Knows no interpreter and no clock but the one that it is given.
"""

import pinout
from sim.beside import tag_named


class Obey:
    """Commands: pose, away, rack, neck, bag, wire, pad_lay, pad_take, fault, heal and sync.

    `clock()`: microseconds of the world. `circuit` and `role` are set once the board is wired.
    """

    def __init__(self, world, clock):
        self._world = world
        self._clock = clock
        self.circuit = None
        self.role = ""

    def __call__(self, words):
        getattr(self, words[0])(*words[1:])

    def pose(self, tile, tag, flip, *motion):
        """Tile `tile` with `tag` (16 hex digits) moves as the eight numbers of `motion` say."""
        self._world.put(int(tile), tag_named(tag), [int(n) for n in motion], flip == "1", self._clock())

    def away(self, tile):
        self._world.take_away(int(tile), self._clock())

    def rack(self, rack, *tags):
        """All that lies on `rack` (0..3) now."""
        self._world.beside.lie_on_rack(int(rack), map(tag_named, tags))

    def neck(self, tag, from_us, until_us):
        """`tag` goes through the bag's neck."""
        self._world.beside.pass_neck(tag_named(tag), int(from_us), int(until_us))

    def bag(self, *tags):
        """All that lies in the bag now."""
        self._world.beside.fill_bag(map(tag_named, tags))

    def wire(self, pin, level):
        """Another board has changed the level of the wire at `pin`."""
        self.circuit.net(int(pin)).drive(int(level))

    def pad_lay(self, tag, height_um="0"):
        """A tag (hex digits: see sim.pad_parts.Hand) lies on the pad, or so many um above it."""
        self.circuit.hand.pad_lay(tag, height_um)

    def pad_take(self, tag):
        self.circuit.hand.pad_take(tag)

    def sync(self):
        """A pulse on SYNC, here and now."""
        net = self.circuit.net(pinout.RADIO_SYNC if self.role in ("radio", "bag") else pinout.SYNC)
        net.drive(0)
        net.drive(1)

    def fault(self, name, *words):
        self.circuit.fault(name, words)

    def heal(self, name, *words):
        self.circuit.fault(name, words, heal=True)
