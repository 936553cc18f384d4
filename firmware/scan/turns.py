"""Two readers of one board share its permit for a radio field: never both fields, and each has its turn.

    permit     ______|``````````````````````|________     drivers.field_permit: against the other board
    the ring   ______|```````````|___________________
    the pad    __________asks____|``````````|________     handed over, if the other board does not wait

Pure but for its clock. Knows no reader. Of two that ask at once the one goes first that has not had the field last.
"""

PASSING_MS = 400           # a fist of seven is in the bag's neck for 7 x 20 + 150 ms: the other reader waits so long
POLL_MS = 2                # between two looks, as between two boards
ASK_MOST_MS = 4000         # twice the patience with the other board: then it is a bench check that has the field


class Turn:
    """One reader's share of `permit`, in the place of it and of scan.loops.Alone. `other`: the other one's.

    `clock` has ticks_ms and ticks_diff. `held`: whether this reader's field may be on.
    """

    def __init__(self, permit, clock):
        self.held = False
        self.asking = False
        self.other = self        # see turns()
        self.since_ms = 0        # when it began to ask
        self._last = False       # had the field last, of the two
        self._permit = permit
        self._clock = clock

    def want(self):
        """Want the field. Then look every POLL_MS whether it is granted()."""
        if not self.held and not self.asking:
            self.asking = True
            self.since_ms = self._clock.ticks_ms()

    def granted(self):
        """Whether this reader's field may be on now."""
        other = self.other
        if self.held or not self.asking:
            return self.held
        if other.held or (other.asking and self._last):
            return False
        self._permit.want()
        if not self._permit.granted():
            return False
        self.asking, self.held = False, True
        self._last, other._last = True, False
        return True

    def ask(self):
        """A generator: each value is a number of whole ms to let pass. Returns whether the field is granted.

        After ASK_MOST_MS it gives up and wants no more: a bench check has the other reader.
        """
        self.want()
        start_ms = self._clock.ticks_ms()
        while not self.granted():
            if self._clock.ticks_diff(self._clock.ticks_ms(), start_ms) > ASK_MOST_MS:
                self.release()
                return False
            yield POLL_MS
        return True

    @property
    def free(self):
        """Whether nobody else has the field or asks for it."""
        return not (self.other.held or self.other.asking) and self._permit.free

    @property
    def wanted(self):
        """Whether to let the field go as soon as may be."""
        return self.held and (self.other.asking or self._permit.wanted)

    @property
    def urgent(self):
        """Whether to let it go even while tags pass: the other board waits, or the other reader has waited long."""
        if not self.wanted or self._permit.wanted:
            return self.wanted
        return self._clock.ticks_diff(self._clock.ticks_ms(), self.other.since_ms) > PASSING_MS

    def release(self):
        """This reader's field is off: let the others have their own. Also takes a question back."""
        hands_over = self.held and self.other.asking and not self._permit.wanted
        self.held = self.asking = False
        if not (hands_over or self.other.held):
            self._permit.release()


def turns(permit, clock):
    """The two shares of `permit`."""
    one, other = Turn(permit, clock), Turn(permit, clock)
    one.other, other.other = other, one
    return one, other
