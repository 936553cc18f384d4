"""One loop antenna after the other: gives it the field, reads its tags, and keeps them until something stirs there.

Knows nothing of squares that wait, nor of what a tag means. One loop has the field at a time.
"""

from scan.inventory import Inventory
from scan.matrix import column_loop, row_loop

FIELD_OFF_US = 1000        # a tag without power for so long starts afresh
ANTENNA_US = 1500          # PIN diodes settle (0.5 ms) and tags start (1 ms)
RACK_LOOPS = 30            # from here on they lie under the racks
GAIN_LOW, GAIN_HIGH = 0x0C0, 0x240   # of a sound loop: the median and 30 % to each side, from bench check T17


class Alone:
    """The permit of a board whose field disturbs no other: it may always be on. Others have the same five."""

    wanted = False           # somebody waits for us to release() it
    urgent = False           # and tags that pass just now are no reason to let him wait
    free = True              # the other board neither has it nor asks for it

    def ask(self):
        """A generator of ms to let pass, that ends within a bounded time: its value is whether we have the permit."""
        return True
        yield

    def release(self):
        """Our field is off. May be called without having the permit."""


class Loops:
    """`reader` and `mux` as drivers.pn5180 and drivers.antenna_mux have them; `clock` as MicroPython's `time`.

    listen(), ask(), read() and tune() are generators: each value is a number of whole ms that the caller may spend
    elsewhere. `faulty`: loops of squares (0..29) found without current; `silent`: others, that read() has found so;
    `unsound`: the loop that it has last found so, or None. `troubles`: see drivers.troubles. interlock: see Alone.
    modest: without its permit this board stays silent; others take the field all the same once they have waited for
    it. lap: of the task that uses them, see scan.lap; it ends with each request, and where the permit is denied.
    """

    def __init__(self, reader, mux, clock, interlock=None, modest=False, lap=None):
        self.troubles = {"loop_out": 0}
        self.faulty = set()
        self.silent = set()
        self.unsound = None
        self.inventory = Inventory(reader, lap)
        self._reader = reader
        self._mux = mux
        self._clock = clock
        self._interlock = interlock or Alone()
        self._modest = modest
        self._lap = lap
        self._permitted = False  # by the interlock
        self._field = None       # the loop that has it
        self._heard = {}         # loop -> its tags, read since anything stirred over it
        self._began_ms = {}      # loop -> when that reading began
        self._stirs = 0

    def start(self):
        """Start the reader, or start it again; every loop gets another chance. Raises ReaderSilent."""
        self.faulty.clear()
        self.silent.clear()
        self._field = None
        self._heard = {}
        self._reader.reset()
        self.release()

    def rest(self):
        """No field, nothing kept; the other board may have its own."""
        self.pause()
        if self._permitted:
            self.release()

    def pause(self):
        """No field, nothing kept, but the permit: more is to be read in a moment."""
        if self._field is not None:
            self._off()
        if self._heard:
            self._heard = {}

    def break_off(self):
        """The reading under way is left as it is: no field, and no wish for the permit that nobody waits for."""
        self._off()
        if not self._permitted:
            self._interlock.release()

    def release(self):
        """The other board may have its field: ours is off, or the reader does not obey any more."""
        self._permitted = False
        self._interlock.release()

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
        yield from self.tune(loop)
        yield from self.inventory.walk(tiles < 2)
        heard = tuple(self.inventory.found)
        if tiles or heard:
            if self.is_sound():
                self.faulty.discard(loop)
            else:
                self._astray(loop, heard)
        if stirs == self._stirs:
            self._heard[loop] = heard
            self._began_ms[loop] = began_ms
        return heard

    def ask(self, loop, tags):
        """Those of `tags` that answer over `loop` when they are called, as a sorted tuple."""
        yield from self.tune(loop)
        found = []
        for tag in tags:
            yield from self.inventory.confirm(tag)
            found.extend(self.inventory.found)
        return tuple(sorted(found))

    def read(self, loop, single, given_up=None):
        """All tags over any `loop` now, as a tuple; nothing is kept. `single`: see Inventory.walk.

        None: no permit, or the loop carries no current, or given_up() said so on the way.
        """
        tuned = yield from self.tune(loop)
        if not tuned:
            return None
        for pause_ms in self.inventory.walk(single):
            yield pause_ms
            if given_up and given_up():
                self._off()
                return None
        self.unsound = None if self.judge(loop, self.inventory.found) else loop
        return tuple(self.inventory.found) if self.unsound is None else None

    def judge(self, loop, heard):
        """Whether `loop`, which has the field and has `heard` these tags, carries current; kept in `silent`."""
        sound = bool(heard) or self.is_sound()
        if sound:
            self.silent.discard(loop)
        else:
            self._out(self.silent, loop)
        return sound

    def out(self):
        """All loops without current, in order."""
        return sorted(self.faulty | self.silent)

    def is_free(self):
        """Whether the field is ours, or to be had without anybody's waiting."""
        return self._permitted or self._interlock.free

    def is_urgent(self):
        """Whether the field is wanted by somebody who must not wait until tags have passed."""
        return self._interlock.urgent

    def is_wanted(self):
        """Whether the other board waits for the field."""
        return self._interlock.wanted

    def is_sound(self):
        """Whether the loop that has the field carries current, as the receiver's gain tells."""
        return GAIN_LOW <= self._reader.gain() <= GAIN_HIGH

    def tune(self, loop):
        """Give the field to `loop`: off, over, on, and the tags' start. False: no permit."""
        if loop == self._field:
            return True
        if self._permitted and self._interlock.wanted and not self._modest:
            self._off()              # between two loops the other board may have its turn
            self.release()
        if not self._permitted:
            permitted = yield from self._interlock.ask()
            if not permitted and self._modest:
                if self._lap is not None:
                    self._lap.ends()
                return False
            self._permitted = True
        self._off()
        self._mux.select(loop)
        yield from self._pause(FIELD_OFF_US)
        self._reader.field_on()
        yield from self._pause(ANTENNA_US)
        self._field = loop
        return True

    def borrow(self):
        """The permit, and no field: who asks may use reader and mux until start(). False: no permit."""
        if not self._permitted:
            permitted = yield from self._interlock.ask()
            if not permitted and self._modest:
                return False
            self._permitted = True
        self._field = None
        self._heard = {}
        return True

    def _astray(self, loop, heard):
        """The gain is no sound loop's. Sound with all loops off: one is on whatever the chain says, and two were.

        Raises the mux's TwoLoops then: no reading tells which loop a tag lies over.
        """
        self._field = None
        self._mux.none()
        if self.is_sound():
            self._reader.field_off()
            self._mux.second_loop()
        if not heard:
            self._out(self.faulty, loop)

    def _out(self, which, loop):
        if loop not in which:
            which.add(loop)
            self.troubles["loop_out"] += 1

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
