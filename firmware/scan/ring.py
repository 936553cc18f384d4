"""What passes the ring in the bag's neck: the readings of a tag made into one sighting, told once it has gone.

Pure: time is an argument, and so are the readings. Knows nothing of readers, loops or messages. A ring cannot tell in
from out.
"""

from tablewire.delivery import elapsed_ms

SILENT_MS = 250          # a tag silent for so long has left: two of one fist pass within a tenth of that
SILENT_POLLS = 4         # and for so many readings: none are made while the other board has the field
HEARD_LEAST = 2          # readings that make a sighting: one alone may be noise
LONGEST_MS = 0xFFFF      # what a sighting can say: one that lasts so long is told while it lasts


class _Seen:
    def __init__(self, now_ms):
        self.first_ms = self.last_ms = now_ms
        self.heard = 0
        self.silent = 0          # readings since it was heard
        self.told = False


class Ring:
    """The tags that are in the neck now. `lone`: how many were heard once and never again."""

    def __init__(self):
        self.lone = 0
        self._seen = {}

    def __len__(self):
        return len(self._seen)

    def take(self, tags, now_ms):
        """One reading has heard `tags`: the sightings that are over, each (at_ms, for_ms, tag), the oldest first."""
        for tag in tags:
            seen = self._seen.get(tag)
            if seen is None:
                seen = self._seen[tag] = _Seen(now_ms)
            seen.last_ms = now_ms
            seen.heard += 1
            seen.silent = -1
        over: list = []
        for tag in list(self._seen):
            seen = self._seen[tag]
            seen.silent += 1
            self._judge(tag, seen, now_ms, over)
        return sorted(over)

    def _judge(self, tag, seen, now_ms, over):
        gone = seen.silent >= SILENT_POLLS and not 0 <= elapsed_ms(now_ms, seen.last_ms) < SILENT_MS
        for_ms = elapsed_ms(seen.last_ms, seen.first_ms)
        if gone:
            del self._seen[tag]
        if (gone or for_ms >= LONGEST_MS) and not seen.told:
            seen.told = True
            if seen.heard >= HEARD_LEAST:
                over.append((seen.first_ms, min(for_ms, LONGEST_MS), tag))
            else:
                self.lone += 1
