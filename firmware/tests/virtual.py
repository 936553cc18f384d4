"""Virtual time, and the wires of a board on the models: what all rigs share.

Bytes at 4 MHz and CPU_US for each transfer, as the virtual table charges them.
"""

from sim.costs import CPU_US


class Clock:
    """Virtual time with the calls of MicroPython's `time`; ticks wrap where a board's do."""

    LAST = 0x3FFFFFFF          # the largest whole number that a board keeps outside the heap

    def __init__(self, now_us=0):
        self.now_us = now_us

    def ticks_us(self):
        return self.now_us & self.LAST

    def ticks_ms(self):
        return self.now_us // 1000 & self.LAST

    def ticks_add(self, ticks, delta):
        return ticks + delta & self.LAST

    def ticks_diff(self, later, earlier):
        half = self.LAST // 2 + 1
        return (later - earlier + half & self.LAST) - half

    def sleep_us(self, us):
        self.now_us += us

    def read(self):
        return self.now_us


class Line:
    """A pin: `heard(level)` at each change, `source()` asked at each reading."""

    def __init__(self, heard=None, source=None):
        self._heard = heard
        self._source = source
        self.level = None

    def value(self, level=None):
        if level is None:
            return self._source()
        if level != self.level:
            self.level = level
            self._heard(level)
        return None


class Spi:
    """A bus with one model on it."""

    def __init__(self, model, clock, cpu_us=CPU_US):
        self._model = model
        self._clock = clock
        self._cpu_us = cpu_us

    def write(self, sent):
        self._exchange(sent, None, 0, len(sent))

    def readinto(self, got, fill=0):
        self._exchange(None, got, fill, len(got))

    def write_readinto(self, sent, got):
        self._exchange(sent, got, 0, len(sent))

    def _exchange(self, sent, got, fill, count):
        self._model.exchange(sent, got, fill, 0)
        self._clock.now_us += self._cpu_us + 2 * count


class Stepped:
    """One task, alone in the time of its `clock`.

    `longest_us`: without giving way to other tasks; `longest_pause_ms`: that it gave way at once.
    """

    def __init__(self, steps):
        self.longest_us = self.longest_pause_ms = 0
        self._steps = steps

    def step(self):
        start_us = self.clock.now_us
        pause_ms = next(self._steps)
        self.longest_us = max(self.longest_us, self.clock.now_us - start_us)
        self.longest_pause_ms = max(self.longest_pause_ms, pause_ms)
        self.clock.now_us += 1000 * pause_ms

    def run(self, ms):
        """Let `ms` pass at the least."""
        end_us = self.clock.now_us + 1000 * ms
        while self.clock.now_us < end_us:
            self.step()
        return self
