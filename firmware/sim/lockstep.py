"""Lock-step: the firmware runs only as far as the simulator has granted, and tells where it stopped and what it sent.

Control pipes, little-endian. In, a grant: until_us, bytes written to the serial line since, bytes of commands, then
these commands, a line each. Out, a report: now_us, bytes to be read from the serial line, state, bytes of notes, then
the notes. A board stops at until_us, or when it has nothing to do after sending bytes; state 1: it has reset itself;
2: its supply has failed for a moment.
Knows no chip: what a command means is the `obey` that it is given.
"""

import asyncio.core
import json
import os
import select
import struct
import sys
import time

GRANT = "<QII"
REPORT = "<QIBI"
RUNNING, RESET, BROWN_OUT = 0, 1, 2
END = 0xFFFFFFFFFFFFFFFF  # as until_us: the simulation is over
NEVER = 1 << 60
_SCRATCH = "scratch.json"  # gone at the next start, as with the power


def _left():
    if _SCRATCH not in os.listdir():
        return {}
    with open(_SCRATCH) as file:
        words = dict(json.load(file))
    os.remove(_SCRATCH)
    return words


class Lockstep:
    """Also the far end of the UART: bytes arrive one by one at the line's speed.

    grants, reports: binary files of the control pipes. line: the serial line, which must not block.
    """

    def __init__(self, grants, reports, line, obey):
        self._grants = grants
        self._reports = reports
        self._line = line
        self._obey = obey
        self._until = 0
        self._wrote = 0
        self._notes = []
        self._come = b""
        self._come_from_us = 0   # when the first bit of the first byte in _come was sent
        self._readable = select.poll()
        self._readable.register(line, select.POLLIN)
        self._hung = False
        self._browned_out = False
        self._slow_us = 0
        self._faulty = False     # one of these three: asked at each turn of the loop
        self._no_watchdog = False
        self.byte_ns = 0
        self.reset_at_us = NEVER
        self.scratch = _left()   # the watchdog's registers that outlive its resets: word by address

    def drive(self):
        """Take over time: the clock of `time`, and asyncio's waiting."""
        time.advance_to = self.advance_to
        asyncio.core._io_queue.wait_io_event = self.wait

    def wait(self, ms):
        """In place of asyncio's wait for files: the next task is due in `ms` (0 now, -1 never)."""
        if self._faulty:
            self._suffer()
        if ms == 0:
            return
        if self._wrote:
            self._report(RUNNING)   # the loop will ask again: bytes may have come
            return
        now = time.now_us
        self.advance_to(NEVER if ms < 0 else now - (now - time.boot_us) % 1000 + 1000 * ms)

    def _suffer(self):
        if self._browned_out:
            self._report(BROWN_OUT)
        if self._hung:
            self.advance_to(NEVER)
        if self._slow_us:
            self.advance_to(time.now_us + self._slow_us)

    def advance_to(self, end_us):
        """Let time pass up to `end_us`, stopping wherever a grant ends, and for good where the watchdog bites."""
        bites_us = NEVER if self._no_watchdog else self.reset_at_us
        if end_us > self._until or end_us >= bites_us:
            end_us = min(end_us, bites_us)
            while end_us > self._until:
                time.now_us = self._until
                self._report(RUNNING)
            if end_us >= bites_us:
                time.now_us = end_us
                self.reset()
        time.now_us = end_us

    def reset(self):
        """The board resets itself; the simulator starts it anew."""
        with open(_SCRATCH, "w") as file:
            json.dump(list(self.scratch.items()), file)
        self._report(RESET)

    def brown_out(self):
        """Fault: the supply fails for a moment, and the board starts as when power comes."""
        self._browned_out = self._faulty = True

    def unwatch(self):
        """The firmware stops the watchdog."""
        self.reset_at_us = NEVER

    def hang(self):
        """Fault: the firmware runs into an endless loop."""
        self._hung = self._faulty = True

    def slow(self, us="5000"):
        """Fault: each turn of the firmware's loop takes so many us more, as when something else keeps it busy."""
        self._slow_us = int(us)
        self._faulty = self._faulty or self._slow_us > 0

    def watchdog_off(self, how="on"):
        """Fault: the watchdog never bites."""
        self._no_watchdog = how != "off"

    def note(self, line):
        """Tell the simulator `line` with the next report."""
        self._notes.append(line)

    # ---- the serial line --------------------------------------------------------------------------------------

    def arrived(self):
        """How many bytes have come in so far."""
        if not self._come:
            return 0
        return min(len(self._come), (time.now_us - self._come_from_us) * 1000 // self.byte_ns)

    def take(self, count=None):
        """Up to `count` of them, or None."""
        here = self.arrived()
        if not here:
            return None
        count = here if count is None else min(count, here)
        data, self._come = self._come[:count], self._come[count:]
        self._come_from_us += count * self.byte_ns // 1000
        return data

    def put(self, view):
        """Send bytes; those for which a deaf host leaves no room are lost, as on a wire."""
        sent = self._line.write(view) or 0
        self._wrote += sent
        return len(view)

    # ---- the control pipes ------------------------------------------------------------------------------------

    def start(self):
        """Say that the board is there, and wait for the first grant."""
        self._report(RUNNING)

    def _report(self, state):
        notes = "\n".join(self._notes).encode()
        self._reports.write(struct.pack(REPORT, time.now_us, self._wrote, state, len(notes)) + notes)
        self._wrote = 0
        self._notes = []
        if state != RUNNING:
            sys.exit(0)
        self._take_grant()

    def _take_grant(self):
        until, sent, length = struct.unpack(GRANT, _exactly(self._grants, struct.calcsize(GRANT)))
        if until == END:
            sys.exit(0)
        if length:
            for line in _exactly(self._grants, length).decode().split("\n"):
                self._do(line)
        if sent:
            if not self._come:
                self._come_from_us = time.now_us
            self._come += self._read_line(sent)
        self._until = max(until, time.now_us)

    def _do(self, line):
        try:
            self._obey(line.split(" "))
        except Exception as error:  # asyncio would swallow it: a command that cannot be obeyed ends the board
            sys.stderr.write("%s: %s\n" % (type(error).__name__, error))
            sys.exit(1)

    def _read_line(self, count):
        """`count` bytes that the simulator has written; the pseudo-terminal may still be handing them over."""
        data = b""
        while len(data) < count:
            self._readable.poll(1000)
            data += self._line.read(count - len(data)) or b""
        return data


def _exactly(pipe, count):
    data = b""
    while len(data) < count:
        more = pipe.read(count - len(data))
        if not more:
            sys.exit(0)  # the simulator is gone
        data += more
    return data
