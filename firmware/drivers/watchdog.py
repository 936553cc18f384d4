"""The watchdog, which can be stopped, and one number that outlives its resets: how many starts it has ended.

Source: RP2040 data sheet 4.7. CTRL's bit 30 lets it run; the registers' alias at 0x3000 clears bits. SCRATCH0 to 7
keep their words through a reset and lose them with the power; the SDK uses the last four. MicroPython has no call for
either. Knows nothing of what a start is.
"""

import machine

_CTRL_CLEAR = 0x4005B000
_ENABLE = 1 << 30
_SCRATCH3 = 0x40058018
_MARK, _MARKED = 0x7A550000, 0xFFFF0000   # a word that is not ours counts nothing


class Watchdog:
    def start(self, ms):
        """Run from now on, or anew: what has feed(), and bites `ms` after it, at most 8388."""
        return machine.WDT(timeout=ms)

    def stop(self):
        """Bite no more until the next start()."""
        machine.mem32[_CTRL_CLEAR] = _ENABLE

    def noted(self):
        """What note() has kept; 0 after the power has been off."""
        word = machine.mem32[_SCRATCH3]
        return word & ~_MARKED if word & _MARKED == _MARK else 0

    def note(self, number):
        """Keep `number`, 0 to 65535, through resets."""
        machine.mem32[_SCRATCH3] = _MARK | number
