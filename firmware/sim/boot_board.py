"""Starts one virtual board: micropython boot_board.py LINE GRANTS REPORTS AT_US SEED UID (first three: file numbers).

Puts models, wires and virtual time in place, then does as MicroPython's port does at a start: boot.py, main.py, and
the prompt. Knows no firmware but these names.
"""

import sys
import time

import machine
import pinout
from sim import wiring
from sim.beside import tag_named
from sim.lockstep import NEVER, Lockstep
from sim.world import World

NAMES = {"__name__": "__main__"}  # of the files that the port starts


class Obey:
    """The simulator's commands: pose, away, rack, neck, bag, wire, pad_lay, pad_take, fault, heal and sync."""

    def __init__(self, world):
        self._world = world
        self.circuit = None
        self.role = ""

    def __call__(self, words):
        getattr(self, words[0])(*words[1:])

    def pose(self, tile, tag, flip, *motion):
        """Tile `tile` with `tag` (16 hex digits) moves as the eight numbers of `motion` say."""
        self._world.put(int(tile), tag_named(tag), [int(n) for n in motion], flip == "1", time.now_us)

    def away(self, tile):
        self._world.take_away(int(tile), time.now_us)

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


def boot(line, grants, reports, at_us, seed, uid):
    time.now_us = time.boot_us = int(at_us)
    world = World()
    obey = Obey(world)
    lockstep = Lockstep(open(int(grants), "rb", 0), open(int(reports), "wb", 0), open(int(line), "r+b", 0), obey)
    from settings import DEFAULTS, BadSettings, read_settings
    try:
        settings = read_settings()
    except BadSettings:
        settings = DEFAULTS                # the parts of a board do not go away with its file
    obey.role = settings["role"]
    obey.circuit = wiring.wired(settings["role"], world, lambda: time.now_us, int(seed), settings, lockstep.note)
    obey.circuit.on_fault("hang", lockstep.hang)
    obey.circuit.on_fault("slow", lockstep.slow, healed="0")
    obey.circuit.on_fault("watchdog_off", lockstep.watchdog_off)
    machine.circuit = obey.circuit
    machine.port = lockstep
    machine.uid = uid.encode()
    lockstep.note("faults " + " ".join(obey.circuit.fault_names()))
    lockstep.drive()
    lockstep.start()
    for name in ("boot.py", "main.py"):
        run_file(name)
    lockstep.note("prompt")
    lockstep.advance_to(NEVER)


def run_file(name):
    """Run a file of the firmware's root as the port does: all in one `__main__`."""
    from settings import firmware_folder
    with open(firmware_folder() + name) as file:
        exec(compile(file.read(), name, "exec"), NAMES)


if __name__ == "__main__":
    boot(*sys.argv[1:])
