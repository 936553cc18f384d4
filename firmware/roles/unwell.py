"""A board that must not play: its files are not those of the release, its strap says no role, or board.json no sense.

It keeps the line and its light, says every half second what is wrong, and obeys nothing but Service, which is the
line's own. It imports no driver of a chip: a spoilt file may be any of them.
"""

import asyncio

from line import now_ms
from pinout import HEARTBEAT_MS
from tablewire.messages import NO_ROLE, Unwell


def unwell(code, detail):
    """As roles.building.built: the role's number, and what builds it."""
    return NO_ROLE, lambda line: UnwellBoard(line, code, detail)


class UnwellBoard:
    """`code` and `detail` as in tablewire.messages."""

    def __init__(self, line, code, detail):
        self.drivers = ()          # none is trusted
        self._line = line
        self._code = code
        self._detail = detail

    def tasks(self):
        return (self.say(),)

    def counts(self):
        """Nothing is scanned."""
        return 0, 0

    def losses(self):
        """Nothing is read."""
        return 0, 0, 0

    def volts(self):
        """Nothing is measured."""
        return (0xFFFF,) * 4   # as in roles.told, which may be one of the files that are damaged

    def down(self):
        """Nothing is looked for."""
        return ()

    def obey(self, message):
        """Nothing is obeyed: what the host wants needs parts that are not trusted."""

    async def say(self):
        while True:
            self._line.tell(Unwell(now_ms(), self._code, self._detail))
            self._line.rounds.scanned()
            await asyncio.sleep_ms(HEARTBEAT_MS)
