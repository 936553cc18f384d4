"""Which of two boards may have its radio field on: two open-drain wires, and never both fields.

Each board's RF_REQ is the other one's RF_GRANT. A board pulls its RF_REQ low before it looks at RF_GRANT, and has the
field only if that is high then: of two that ask at once the one that pulled later sees the other. A board without
supply, or in reset, pulls nothing.

             asks        has the field      lets go        may ask again
    RF_REQ   ``\\____________________________/`````````````````\\___
    RF_GRANT ``````````````````````\\_______________________________    the other asks, and waits
                                                 |<- REST_MS ->|

Of two that ask at the same moment `first` keeps its wire low; the other one lets go and asks again. Knows nothing of
readers and loops; scan.loops asks. Source: hardware design 3.1 and 3.6: they
name the wires and leave the protocol open.
"""

HOLD_MOST_MS = 1500        # the longest that a board may keep the field: a bag of 100 tags takes 1.2 s
PATIENCE_MS = 2000         # a wire that stays low longer than any hold is a board that hangs: it is overruled
REST_MS = 10               # after letting go, before asking again: the other one has looked by then and has its turn
POLL_MS = 2                # between two looks; with another task's longest step (7 ms) still within REST_MS


class FieldPermit:
    """`request` and `grant` are the pins, open drain and high when nobody pulls; `first` is True on one board alone.

    `clock` has ticks_ms, ticks_add and ticks_diff. `held`: whether the field may be on here. `troubles`: counts since
    the start, by name.
    """

    def __init__(self, request, grant, clock, first):
        self.held = False
        self.troubles = {"field_overruled": 0, "field_gave_up": 0, "field_held_long": 0}
        self._pull = request.value
        self._free = grant.value
        self._clock = clock
        self._first = first
        self._asking = False
        self._busy_ms = None       # since when free has found it low
        self._asked_ms = 0         # since when the other wire has been low, as far as it was looked at
        self._held_ms = 0
        self._rest_ms = clock.ticks_ms()
        self._pull(1)

    def want(self):
        """Want the field. Then look every POLL_MS whether it is granted()."""
        if not self._asking and not self.held:
            self._asking = True
            self._asked_ms = self._clock.ticks_ms()

    def granted(self):
        """Whether the field may be on here now. After PATIENCE_MS the other board is overruled, which is counted."""
        if self.held or not self._asking:
            return self.held
        now_ms = self._clock.ticks_ms()
        if 0 < self._clock.ticks_diff(self._rest_ms, now_ms) <= REST_MS:
            return False
        if self._first or self._free():
            self._pull(0)
            if self._free():
                return self._take(now_ms)
            if not self._first:
                self._pull(1)
                self._asked_ms = now_ms        # it was free a moment ago: who pulled it is alive
        if self._clock.ticks_diff(now_ms, self._asked_ms) >= PATIENCE_MS:
            self.troubles["field_overruled"] += 1
            self._pull(0)
            return self._take(now_ms)
        return False

    def ask(self, most_ms=PATIENCE_MS + REST_MS + POLL_MS):
        """A generator: each value is a number of whole ms to let pass. Returns whether the field is granted.

        After `most_ms` it gives up and wants no more; with the usual one it has overruled the other board before.
        """
        self.want()
        start_ms = self._clock.ticks_ms()
        while not self.granted():
            if self._since_ms(start_ms) > most_ms:
                self.troubles["field_gave_up"] += 1
                self.release()
                return False
            yield POLL_MS
        return True

    @property
    def free(self):
        """Whether the other board neither has the field nor asks for it, or has done so for PATIENCE_MS.

        One that hangs would else keep from reading whoever only reads while nobody else does.
        """
        if self._free():
            self._busy_ms = None
        elif self._busy_ms is None:
            self._busy_ms = self._clock.ticks_ms()
        return self._busy_ms is None or not 0 <= self._since_ms(self._busy_ms) < PATIENCE_MS

    @property
    def wanted(self):
        """Whether to let the field go as soon as may be: the other board asks for it, or may, after HOLD_MOST_MS.

        The wish of a board that lets go its wire while it waits cannot be seen.
        """
        return self.held and (not self._free() or self._since_ms(self._held_ms) >= HOLD_MOST_MS)

    @property
    def urgent(self):
        """As `wanted`: another board waits for nobody's tiles to pass."""
        return self.wanted

    def release(self):
        """The field is off here: let the other board have its own. Also takes a question back."""
        if self.held and self._since_ms(self._held_ms) > PATIENCE_MS:
            self.troubles["field_held_long"] += 1     # the other one may have overruled this board
        self._asking = self.held = False
        self._pull(1)
        self._rest_ms = self._clock.ticks_add(self._clock.ticks_ms(), REST_MS)

    def _since_ms(self, then_ms):
        return self._clock.ticks_diff(self._clock.ticks_ms(), then_ms)

    def _take(self, now_ms):
        self._asking = False
        self.held = True
        self._held_ms = now_ms
        return True
