"""A strip of WS2812 lamps on one pin of an RP2040, fed by DMA through a PIO state machine: showing costs no waiting.

Knows nothing of posts or squares. Data sheets: WS2812B (a 0 is high for 0.4 us, a 1 for 0.8 us, a bit lasts 1.25 us,
each +-0.15; 280 us low show what came), RP2040 2.5 (DMA) and 3 (PIO).
"""
# ruff: noqa: F403, F405  the words of the PIO program are the assembler's

import rp2
from drivers.lamp_limit import LampLimit

try:
    from typing import TYPE_CHECKING
except ImportError:
    TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import *

UNMEASURED_V = 3.0         # below it nobody measures: no board runs from such a rail, so the divider is not there

_HZ = 8_000_000            # ten cycles a bit
_TXF0 = 0x50200010         # FIFO of state machine 0 of PIO 0
_PIO0_TX0 = 0              # its request line
_WORD = 2                  # DMA transfers of 32 bits
_FULL_SCALE_V = 6.6        # at the rail: 3.3 V at the ADC behind the divider by 2
_FULL_SCALE = 65_535


@rp2.asm_pio(out_init=rp2.PIO.OUT_LOW, set_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True,
             pull_thresh=24)
def _bits():
    out(x, 1)              # low for one cycle more, or as long as nothing comes: so the strip shows what it has
    set(pins, 1)    [2]    # high for three
    mov(pins, x)    [2]    # the bit itself for three
    set(pins, 0)    [2]    # low for three


class LampStrip:
    """pin: DIN of the first lamp. power: the pin that feeds the strip. lamps: how many there are. rail: measures
    the 5 V through a divider by 2, by read_u16().

    `troubles`: counts since the start, by name.
    """

    def __init__(self, pin, power, lamps, rail):
        self._power = power
        self._rail = rail
        self._limit = LampLimit(lamps)
        self.troubles = self._limit.troubles
        self._shown = None
        self._machine = rp2.StateMachine(0, _bits, freq=_HZ, out_base=pin, set_base=pin)
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._how = self._dma.pack_ctrl(size=_WORD, inc_write=False, treq_sel=_PIO0_TX0)

    def show(self, frame):
        """Send `frame`, four bytes a lamp, its colours in the upper three of each little-endian word, the lowest 0.

        It is dimmed where it stands when it would draw too much (drivers.lamp_limit), and must then stay as it is for
        30 us a lamp; the next call must come 0.3 ms later still. After an overload nothing is shown.
        """
        self._shown = frame
        if self._limit.off:
            return
        self._limit.dim(frame)
        self._dma.config(read=frame, write=_TXF0, count=len(frame) // 4, ctrl=self._how, trigger=True)

    def power(self, on):
        """Switch the strip's supply. After an overload it stays off until it has been switched off here."""
        if not on:
            self._limit.relax()
            self._shown = None
        self._power(1 if on and not self._limit.off else 0)

    def give_way(self):
        """Measure the 5 V while the strip is on: a sag dims the lamps, one that lasts switches them off.

        True when the strip has changed: then nothing may be shown for 30 us a lamp and 0.3 ms.
        """
        volts = self._rail.read_u16() * _FULL_SCALE_V / _FULL_SCALE
        if volts < UNMEASURED_V or not self._limit.rail(volts):
            return False
        if self._limit.off:
            self._power(0)
        elif self._shown is not None:
            self.show(self._shown)
        return True
