"""What a radio has read, as messages. Apart from the boards, so that none imports another for it."""

from line import now_ms
from tablewire.messages import TagNone, TagRead, TagsSeveral

NO_VOLTS = (0xFFFF,) * 4   # of a board that measures no supplies: see drivers.rails, taken()


def tags_told(square, tags):
    """What the radio has read on `square`, as a message: `tags` is a sequence of tags, 8 bytes each."""
    if not tags:
        return TagNone(now_ms(), square)
    if len(tags) == 1:
        return TagRead(now_ms(), square, tags[0])
    return TagsSeveral(now_ms(), square, tags[0], tags[1])
