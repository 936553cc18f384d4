"""Tasks in virtual time under MicroPython, and a board's line on paper: what the files beside this one share."""

import asyncio
import asyncio.core
import time

import micropython
from rounds import Rounds


class Over(Exception):
    """The virtual time of a run is over."""


OVER = Over()  # made beforehand: the heap may be locked

def run(seconds, *tasks):
    """Run coroutines side by side for so many seconds of virtual time; an error in one of them ends the run."""
    end_us = time.now_us + int(1000000 * seconds)
    asyncio.new_event_loop()

    def wait(ms):
        if ms:
            time.now_us += 1000 * ms if ms > 0 else end_us
            if time.now_us >= end_us:
                raise OVER

    async def all_of_them():
        await asyncio.gather(*tasks)

    asyncio.core._io_queue.wait_io_event = wait
    try:
        asyncio.run(all_of_them())
    except Over:
        pass
    finally:
        micropython.heap_lock()
        while micropython.heap_unlock():  # whatever a task has left locked
            pass


class Watchdog:
    """Notes the longest time that it was not fed, in ms."""

    def __init__(self):
        self.fed_us = time.now_us
        self.longest_ms = 0

    def start(self, ms):
        self.fed_us = time.now_us
        return self

    def note(self, number):
        pass

    def feed(self):
        self.look()
        self.fed_us = time.now_us

    def look(self):
        self.longest_ms = max(self.longest_ms, (time.now_us - self.fed_us) // 1000)
        return self.longest_ms


class PaperLine:
    """In place of line.Line: keeps what is posted."""

    def __init__(self):
        self.posted = []
        self.watchdog = Watchdog()
        self.rounds = Rounds(self.watchdog, 1)

    def post(self, message):
        self.posted.append(message)
        return True

    def post_fields(self, kind, *fields):
        return self.post(kind(*fields))
