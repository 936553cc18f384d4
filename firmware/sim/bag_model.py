"""The two loops of the bag as its reader feels them: the ring in the neck, and the loop under the bag.

Knows nothing of radio protocols. The moment is an argument; what is where comes from the world. A tag in the bag is
read or not as it happens to lie, until a hand shakes it (hardware design 4.3); one in the neck while it passes.
"""

from sim.tag_model import Tag

RING, LOOP = 0, 1           # the level of the pin that selects
UNREAD = 0.2                # of the tags in the bag: edge-on to the loop, or face to face with another
AGC_TUNED, AGC_ASTRAY = 0x160, 0x3A0


class BagModel:
    """In the place of sim.antenna_model behind the second reader. Pin: select(level)."""

    def __init__(self, beside, chance):
        self.selected = RING
        self.open_loops = set()   # fault: these carry no current
        self.dead = set()         # fault: tags that never answer
        self.misses = 0.0         # fault: probability that the ring misses a passage
        self.unread = UNREAD
        self._beside = beside
        self._chance = chance
        self._tags = {}           # identity -> Tag
        self._readable = ()       # of the bag, as it lies now
        self._hands = 0
        self._field = False
        self._period = 0          # counts the times that a loop's field came on
        self._since_us = self._ended_us = 0

    def select(self, level, now_us):
        """The pin: low is the ring, high the loop under the bag."""
        field = self._field
        self.field(False, now_us)
        self.selected = level
        self.field(field, now_us)

    # ---- from the reader's chip ---------------------------------------------------------------------------------

    def field(self, on, now_us):
        """The reader's field comes on or goes off."""
        if on and not self._field:
            self._period += 1
            self._since_us = now_us
        elif self._field and not on:
            self._ended_us = now_us
        self._field = on

    def drive(self, per_cent):
        """Bag and ring have nothing to spare and are never driven less."""

    def agc(self, now_us):
        """The receiver's gain, 0..1023."""
        return AGC_ASTRAY if self.selected in self.open_loops else AGC_TUNED

    def listeners(self, now_us):
        """The tags within reach of what is selected, each with its power brought up to date."""
        if not self._field or self.selected in self.open_loops:
            return []
        return [self._powered(tag) for tag in (self._in_bag() if self.selected == LOOP else self._in_neck(now_us))]

    def hears(self, tag, now_us):
        """Whether `tag` is still within reach."""
        return tag.identity in (self._in_bag() if self.selected == LOOP else self._in_neck(now_us))

    def _in_neck(self, now_us):
        found = []
        for passage in self._beside.in_neck(now_us):
            if passage.misses is None:
                passage.misses = self._chance.happens(self.misses)
            if not passage.misses:
                found.append(passage.tag)
        return found

    def _in_bag(self):
        if self._hands != self._beside.hands:
            self._hands = self._beside.hands
            self._readable = tuple([tag for tag in self._beside.bag if not self._chance.happens(self.unread)])
        return self._readable

    def _powered(self, identity):
        if identity not in self._tags:
            self._tags[identity] = Tag(identity)
        tag = self._tags[identity]
        tag.dead = identity in self.dead
        tag.power(self._period, self._since_us, self._since_us - self._ended_us)
        return tag
