"""The timer of an MFRC522: how long it counts, and where it stands.

Pure: the moment is an argument. Source: MFRC522 data sheet rev. 3.8, section 8.5.
"""

from sim.mfrc522_registers import T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L
from sim.tag14443_model import microseconds


class Timer:
    """Set by the chip's `registers`. `ends_us`: when it runs out; None: it stands."""

    def __init__(self, registers):
        self.ends_us = None
        self._registers = registers

    def start(self, start_us, stopped_us=None):
        """Count from `start_us` on: when it will have run out, None if it is stopped at `stopped_us`, before that."""
        reload_, cycles = self._counts()
        self.ends_us = start_us + microseconds((reload_ + 1) * cycles)
        return self.ends_us if stopped_us is None or stopped_us >= self.ends_us else None

    def counter(self, now_us):
        """What TCounterVal tells at `now_us`."""
        if self.ends_us is None:
            return 0
        reload_, cycles = self._counts()
        return max(0, min(reload_, (self.ends_us - now_us) * 1356 // (100 * cycles)))

    def _counts(self):
        """What it counts down from, and cycles of the carrier a count."""
        registers = self._registers
        prescaler = (registers[T_MODE] & 15) << 8 | registers[T_PRESCALER]
        return registers[T_RELOAD_H] << 8 | registers[T_RELOAD_L], 2 * prescaler + 1
