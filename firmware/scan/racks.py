"""What lies on the racks: which one is read next, what its readings amount to, and when it is told.

Pure but for its clock. Knows nothing of readers, loops or messages. A tag is told once two readings in a row have
heard it, and given up after SILENT_READINGS without it; a rack on which hands are busy is told every TELL_MS at most.
"""

RACK_MS = 1000           # from one reading of a rack at rest to the next: four racks of seven take a third of the air
AGAIN_MS = 50            # to the next one of a rack on which something has changed, or seems to have
TELL_MS = 1000           # from one telling of a rack to the next, but for one that is wanted
SILENT_READINGS = 6      # in a row before a tag that was known is given up: fewer are drop-outs
WANTED_READINGS = 8      # of a rack before it is told although a tag on it falls silent time and again
READINGS_LEAST = 2       # before anything is told


class _Rack:
    def __init__(self, now_ms):
        self.known = {}      # tag -> readings in a row that have not heard it
        self.fresh = ()      # heard by the last reading, for the first time
        self.told = None     # as told last, in order
        self.told_ms = None
        self.due_ms = now_ms
        self.readings = 0
        self.doubtful = 0    # since it is other than told
        self.wanted = 0      # readings left until it is told whatever is in doubt


class Racks:
    """`count` racks from 0 on. tell(rack, tags) -> whether all of it found room; `tags` is a tuple in order.

    `clock` has ticks_ms, ticks_add and ticks_diff.
    """

    def __init__(self, count, tell, clock):
        self._tell = tell
        self._clock = clock
        self._racks = [_Rack(clock.ticks_ms()) for _ in range(count)]

    def want(self, rack):
        """Read `rack` at once, and tell it changed or not. One that is not there is nobody's."""
        if rack < len(self._racks):
            self._racks[rack].wanted = WANTED_READINGS
            self._racks[rack].due_ms = self._clock.ticks_ms()

    def want_all(self):
        for rack in range(len(self._racks)):
            self.want(rack)

    def due(self):
        """The rack to be read now, or None: a wanted one first, else the one that has waited longest."""
        now_ms = self._clock.ticks_ms()
        found, most = None, 0
        for number, rack in enumerate(self._racks):
            late_ms = self._clock.ticks_diff(now_ms, rack.due_ms)
            if -RACK_MS <= late_ms < 0:
                continue
            if rack.wanted:
                return number
            if found is None or late_ms > most:
                found, most = number, late_ms
        return found

    def put_off(self, rack, soon):
        """Its reading has come to nothing: given up for a square (`soon`), or its loop carries no current."""
        self._due_in(self._racks[rack], AGAIN_MS if soon else RACK_MS)

    def take(self, number, heard):
        """The whole of one reading of rack `number`: the tags `heard`. Tells the rack if that is due."""
        rack = self._racks[number]
        rack.readings += 1
        self._compare(rack, heard)
        tags = tuple(sorted(rack.known))
        self._due_in(rack, AGAIN_MS if self._in_doubt(rack) or tags != rack.told else RACK_MS)
        if rack.wanted:
            rack.wanted -= rack.wanted > 1
            rack.due_ms = self._clock.ticks_ms()
        if self._is_to_be_told(rack, tags):
            self._told(number, rack, tags)

    def _compare(self, rack, heard):
        known = rack.known
        for tag in list(known):
            known[tag] = 0 if tag in heard else known[tag] + 1
            if known[tag] >= SILENT_READINGS:
                del known[tag]
        fresh = []
        for tag in heard:
            if tag in rack.fresh:
                known[tag] = 0
            elif tag not in known:
                fresh.append(tag)
        rack.fresh = fresh

    def _in_doubt(self, rack):
        return rack.readings < READINGS_LEAST or rack.fresh or any(rack.known.values())

    def _is_to_be_told(self, rack, tags):
        if rack.readings < READINGS_LEAST:
            return False
        if rack.wanted:
            return rack.wanted == 1 or not self._in_doubt(rack)
        if tags == rack.told:
            rack.doubtful = 0
            return False
        rack.doubtful += 1
        if self._in_doubt(rack) and rack.doubtful < WANTED_READINGS:
            return False
        return rack.told_ms is None or not 0 <= self._clock.ticks_diff(self._clock.ticks_ms(), rack.told_ms) < TELL_MS

    def _told(self, number, rack, tags):
        """It stays untold, or wanted, when it has found no room."""
        rack.told_ms = self._clock.ticks_ms()
        if self._tell(number, tags):
            rack.told = tags
            rack.wanted = 0
        self._due_in(rack, RACK_MS)

    def _due_in(self, rack, ms):
        rack.due_ms = self._clock.ticks_add(self._clock.ticks_ms(), ms)
