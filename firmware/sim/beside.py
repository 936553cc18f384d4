"""Where the tiles beside the board lie: on the racks, in the neck of the bag, in the bag.

Knows nothing of chips or coils: a rack has no places, a passage no way. Tags are 8 bytes, E0 first; times are us.
"""

TAG_DIGITS = 16              # hexadecimal: as commands and faults name a tag


class Passage:
    """One tile in the neck, from `from_us` up to `until_us`."""

    def __init__(self, tag, from_us, until_us):
        self.tag = tag
        self.from_us = from_us
        self.until_us = until_us
        self.misses = None       # whether the ring misses it: drawn by the ring's model, once

    def lasts(self, now_us):
        return self.from_us <= now_us < self.until_us


class Beside:
    """All that lies beside the board. `bag` and the values of `racks` are tuples of tags.

    >>> beside = Beside()
    >>> beside.pass_neck(b"T", 10, 20)
    >>> [[p.tag for p in beside.in_neck(now_us)] for now_us in (9, 10, 19, 20)]
    [[], [b'T'], [b'T'], []]
    """

    def __init__(self):
        self.racks = {}
        self.bag = ()
        self.hands = 0           # how often a hand has been in the bag: it shakes what lies there
        self._passages = []

    def lie_on_rack(self, rack, tags):
        """These tags and no others lie on `rack` (0..3)."""
        self.racks[rack] = tuple(tags)

    def on_rack(self, rack):
        return self.racks.get(rack, ())

    def pass_neck(self, tag, from_us, until_us):
        """A tile goes in or out, or only its hand comes near: a ring cannot tell."""
        self._passages.append(Passage(tag, from_us, until_us))

    def in_neck(self, now_us):
        """The passages of this moment. Moments only grow."""
        if self._passages:
            self._passages = [p for p in self._passages if now_us < p.until_us]
        return [p for p in self._passages if p.lasts(now_us)]

    def fill_bag(self, tags):
        """These tags and no others lie in the bag."""
        self.bag = tuple(tags)
        self.hands += 1


def tag_named(word):
    """The eight bytes of TAG_DIGITS hexadecimal digits."""
    return bytes([int(word[i:i + 2], 16) for i in range(0, len(word), 2)])
