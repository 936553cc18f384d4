"""The field of the identify pad and the tags that lie in it: who hears, and who is heard.

Knows nothing of the reader's registers. The moment is an argument.
"""

REACH_UM = 20000           # of height above the pad: a small coil of the usual module, and tags of 13 to 18 mm
EDGE_UM = 30000            # from here on nothing at all; between the two a frame comes through by chance


class PadField:
    """`lay` and `take` are the hand; the rest is the reader's chip. `frames_lost`: fault, share of frames lost."""

    def __init__(self, chance):
        self.frames_lost = 0.0
        self.on = False
        self._chance = chance
        self._lying = []          # (tag, height in um, laid at us)
        self._since_us = self._ended_us = 0

    # ---- the hand -----------------------------------------------------------------------------------------------

    def lay(self, tag, now_us, height_um=0):
        """Put `tag` (a Tag14443) on the pad, or `height_um` above it; one that lies there already is moved."""
        laid_us = now_us
        for other, _, since_us in self._lying:
            if other is tag:
                laid_us = since_us
        if not self._drop(tag):
            tag.leave()
        self._lying.append((tag, height_um, laid_us))

    def take(self, tag):
        """Take `tag` away. It need not lie there."""
        self._drop(tag)
        tag.leave()

    def tags(self):
        """What lies there, in the order of laying."""
        return [tag for tag, _, _ in self._lying]

    def _drop(self, tag):
        count = len(self._lying)
        self._lying = [lying for lying in self._lying if lying[0] is not tag]
        return len(self._lying) < count

    # ---- the reader's chip --------------------------------------------------------------------------------------

    def switch(self, on, now_us):
        """The antenna is driven from now on, or no more."""
        if on and not self.on:
            self._since_us = now_us
        elif self.on and not on:
            self._ended_us = now_us
        self.on = on

    def answers(self, frame, bits, now_us):
        """What comes back to `frame`: a list of (bytes, first bits left out), one for each tag that is heard."""
        heard = []
        if not self.on:
            return heard
        for tag, height_um, laid_us in self._lying:
            if not self._through(height_um):
                continue
            tag.power(max(self._since_us, laid_us), self._since_us - self._ended_us)
            answer = tag.hear(frame, bits, now_us)
            if answer and self._through(height_um):
                heard.append(answer)
        return heard

    def _through(self, height_um):
        lost = self.frames_lost
        if height_um > REACH_UM:
            lost = max(lost, (height_um - REACH_UM) / (EDGE_UM - REACH_UM))
        return lost <= 0 or not (lost >= 1 or self._chance.happens(lost))
