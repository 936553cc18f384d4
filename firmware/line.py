"""The board's conversation with the host: what every role does all the time, whatever hangs on its pins.

Knows session and port by what they do, not how they were made, and no part of the board but its light.
"""

import asyncio
from time import ticks_add, ticks_diff, ticks_ms

from pinout import HEARTBEAT_MS, LINK_MS

TICKS = 0x3FFFFFFF  # a board's milliseconds count through 30 bits on the wire


def now_ms():
    """The board's milliseconds as the wire carries them."""
    return ticks_ms() & TICKS  # type: ignore[operator]  # the stubs keep ticks apart from numbers


class Rounds:
    """Feeds the watchdog once both loops have gone round: one that hangs must not be hidden by the other."""

    def __init__(self, watchdog):
        self._watchdog = watchdog
        self._scanned = self._linked = False

    def scanned(self):
        self._scanned = True
        self._feed()

    def linked(self):
        self._linked = True
        self._feed()

    def _feed(self):
        if self._scanned and self._linked:
            self._watchdog.feed()
            self._scanned = self._linked = False


class Line:
    """`session` as tablewire.session has it, `port` as drivers.serial_link; `rounds` hears of each round."""

    def __init__(self, session, port, rounds):
        self.rounds = rounds
        self._session = session
        self._port = port
        self._posted = False  # something waits that talk() has not looked at yet

    def post(self, message):
        """Send a numbered message; False when there is no room for it."""
        self._posted = True
        return self._session.post(message)

    async def talk(self, obey):
        """Every LINK_MS hand `obey` each message that the host has sent, and send what is due."""
        due_ms = ticks_ms()
        while True:
            data = self._port.read()
            if data:
                for message in self._session.feed(data, now_ms()):
                    obey(message)
            if data or self._posted or ticks_diff(due_ms, ticks_ms()) <= 0:
                self._posted = False
                due_ms = ticks_add(ticks_ms(), self._session.pump(now_ms()))
            self.rounds.linked()
            await asyncio.sleep_ms(LINK_MS)

    async def beat(self, led, counts):
        """Show that the board lives, HEARTBEAT_MS apart: to the host, and to whoever looks at the light.

        counts() -> (scans done, scans dropped).
        """
        while True:
            led.toggle()
            self._session.beat(now_ms(), *counts())
            await asyncio.sleep_ms(HEARTBEAT_MS)
