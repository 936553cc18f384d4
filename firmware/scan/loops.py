"""One loop antenna after the other: gives it the field, reads its tags, and keeps them until something stirs there.

Knows nothing of squares that wait, nor of what a tag means. One loop has the field at a time.
"""

from scan.inventory import Inventory
from scan.matrix import column_loop, row_loop

FIELD_OFF_US = 1000        # a tag without power for so long starts afresh
ANTENNA_US = 1500          # PIN diodes settle (0.5 ms) and tags start (1 ms)
GAIN_LOW, GAIN_HIGH = 0x0C0, 0x240   # of a sound loop: the median and 30 % to each side, from bench check T17


class Loops:
    """`reader` and `mux` as drivers.pn5180 and drivers.antenna_mux have them; `clock` as MicroPython's `time`.

    listen() and ask() are generators: each value is a number of whole ms that the caller may spend elsewhere.
    `faulty`: loops (0..29) found without current.
    """

    def __init__(self, reader, mux, clock):
        self.faulty = set()
        self.inventory = Inventory(reader)
        self._reader = reader
        self._mux = mux
        self._clock = clock
        self._field = None       # the loop that has it
        self._heard = {}         # loop -> its tags, read since anything stirred over it
        self._began_ms = {}      # loop -> when that reading began
        self._stirs = 0

    def start(self):
        """Start the reader, or start it again; every loop gets another chance. Raises ReaderSilent."""
        self.faulty.clear()
        self._field = None
        self._heard = {}
        self._reader.reset()

    def rest(self):
        """No field, nothing kept."""
        if self._field is not None:
            self._off()
        if self._heard:
            self._heard = {}

    def forget(self, square):
        """Something stirs on `square`: what was heard over its two loops does not hold any more."""
        self._stirs += 1
        self._heard.pop(row_loop(square), None)
        self._heard.pop(column_loop(square), None)

    def read_anew(self, loop, since_ms):
        """What was heard over `loop` before `since_ms` is not kept: one reading may have missed a tag."""
        if loop in self._heard and self._clock.ticks_diff(self._began_ms[loop], since_ms) < 0:
            del self._heard[loop]

    def is_heard(self, loop):
        """Whether listen() knows the answer already."""
        return loop in self._heard

    def listen(self, loop, tiles):
        """All tags over `loop`, as a tuple; `tiles`: how many stand there by the Hall sensors."""
        if loop in self._heard:
            return self._heard[loop]
        stirs, began_ms = self._stirs, self._clock.ticks_ms()
        yield from self._tune(loop)
        yield from self.inventory.walk(tiles < 2)
        heard = tuple(self.inventory.found)
        if (tiles or heard) and not self._in_tune():
            self._astray(loop, heard)
        if stirs == self._stirs:
            self._heard[loop] = heard
            self._began_ms[loop] = began_ms
        return heard

    def ask(self, loop, tags):
        """Those of `tags` that answer over `loop` when they are called, as a sorted tuple."""
        yield from self._tune(loop)
        found = []
        for tag in tags:
            yield from self.inventory.confirm(tag)
            found.extend(self.inventory.found)
        return tuple(sorted(found))

    def _tune(self, loop):
        """Give the field to `loop`: off, over, on, and the tags' start."""
        if loop == self._field:
            return
        self._off()
        self._mux.select(loop)
        yield from self._pause(FIELD_OFF_US)
        self._reader.field_on()
        yield from self._pause(ANTENNA_US)
        self._field = loop

    def _in_tune(self):
        return GAIN_LOW <= self._reader.gain() <= GAIN_HIGH

    def _astray(self, loop, heard):
        """The gain is no sound loop's. Sound with all loops off: one is on whatever the chain says, and two were.

        Raises the mux's TwoLoops then: no reading tells which loop a tag lies over.
        """
        self._field = None
        self._mux.none()
        if self._in_tune():
            self._reader.field_off()
            self._mux.second_loop()
        if not heard:
            self.faulty.add(loop)

    def _off(self):
        self._field = None
        self._reader.field_off()

    def _pause(self, us):
        """Let at least `us` pass: whole milliseconds elsewhere, the rest here."""
        clock = self._clock
        end_us = clock.ticks_add(clock.ticks_us(), us)
        yield us // 1000
        left_us = clock.ticks_diff(end_us, clock.ticks_us())
        if left_us > 0:
            clock.sleep_us(left_us)
