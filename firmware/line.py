"""The board's conversation with the host: what every role does all the time, whatever hangs on its pins.

Knows session and port by what they do, not how they were made, and no part of the board but its light.
"""

import asyncio
from time import ticks_add, ticks_diff, ticks_ms

from drivers.troubles import counted
from pinout import HEARTBEAT_MS, LINK_MS, SCAN_MS
from tablewire.messages import Service, Supply

LEAVE_MS = 500  # a host whose acknowledgement was lost asks again after 200 ms, and must not find the next start
COUNTS_BEATS = 10  # every 5 s
TICKS = 0x3FFFFFFF  # a board's milliseconds count through 30 bits on the wire


def now_ms():
    """The board's milliseconds as the wire carries them."""
    return ticks_ms() & TICKS  # type: ignore[operator]  # the stubs keep ticks apart from numbers


class ServiceWanted(Exception):
    """The host wants this board to start without a program; it has been told that this was heard."""


class Line:
    """`session` as tablewire.session has it, `port` as drivers.serial_link; `rounds` hears of each round."""

    def __init__(self, session, port, rounds):
        self.rounds = rounds
        self._session = session
        self._port = port
        self._posted = False  # something waits that talk() has not looked at yet
        self._leaving = False
        self._leave_ms = ticks_ms()

    def post(self, message):
        """Send a numbered message; False when there is no room for it."""
        self._posted = True
        return self._session.post(message)

    def post_fields(self, kind, at_ms, square=None, on=None):
        """As post(kind(at_ms, square, on)), `kind` one that has these fields, for the scan: allocates nothing."""
        self._posted = True
        return self._session.post_fields(kind, at_ms, square, on)

    def tell(self, message):
        """Send an unnumbered message, once and at once: one that the next of its kind makes good."""
        self._session.tell(message)

    async def talk(self, obey):
        """Every LINK_MS hand `obey` each message that the host has sent, and send what is due.

        A piece at a time, and at once again while there is more: in between a scan that is due has its turn.
        Raises ServiceWanted, LEAVE_MS after the host has asked for it.
        """
        due_ms = ticks_ms()
        while True:
            wait_ms = LINK_MS
            data = self._port.read()
            if data:
                for message in self._session.feed(data, now_ms()):
                    self._take(message, obey)
                wait_ms = 0
                await asyncio.sleep_ms(0)
            if data or self._posted or ticks_diff(due_ms, ticks_ms()) <= 0:
                self._posted = False
                due_in_ms = self._session.pump(now_ms(), 1)
                due_ms = ticks_add(ticks_ms(), due_in_ms)
                wait_ms = min(wait_ms, due_in_ms)
            if self._leaving and ticks_diff(self._leave_ms, ticks_ms()) <= 0:
                raise ServiceWanted()
            self.rounds.linked()
            await asyncio.sleep_ms(wait_ms)

    def _take(self, message, obey):
        if isinstance(message, Service):
            self._leaving = True
            self._leave_ms = ticks_add(ticks_ms(), LEAVE_MS)
        else:
            obey(message)

    async def beat(self, led, role, cause):
        """Show that the board lives, HEARTBEAT_MS apart: to the host, and to whoever looks at the light.

        role.counts() -> (scans done, scans dropped); role.down() -> the messages that tell what does not work, as
        wrong.told makes them; role.volts() as drivers.rails.taken(); cause: of this start, as Supply has it.
        role.losses() -> (restarts of the reader, ghosts, foreign answers), and what `role.drivers` have counted: told
        at every tenth beat.
        """
        beats = 0
        next_ms = ticks_add(ticks_ms(), SCAN_MS // 2)   # between two scans, which began when this did
        await asyncio.sleep_ms(SCAN_MS // 2)
        while True:
            led.toggle()
            scans, dropped = role.counts()
            self._session.beat(now_ms(), scans, dropped)
            for message in role.down():
                self._session.tell(message)
            beats = (beats + 1) % COUNTS_BEATS
            await asyncio.sleep_ms(SCAN_MS)     # another gap between two scans: both in one would hold up the next
            self._session.tell(Supply(now_ms(), cause, *role.volts()))
            await asyncio.sleep_ms(0)
            if not beats:
                self._session.count(now_ms(), dropped, *role.losses(), counted(self._port, *role.drivers))
            next_ms = ticks_add(next_ms, HEARTBEAT_MS)  # whatever it takes to send: the beats keep their distance
            await asyncio.sleep_ms(max(0, ticks_diff(next_ms, ticks_ms())))
