"""MicroPython's `rp2` for the virtual table, as far as the lamps need it: what DMA sends arrives at the pin's model.

The PIO program itself is not run: what it makes of a word is known to the model of the lamps.
"""

import machine

_TXF0 = 0x50200010  # FIFO of state machine 0 of PIO 0
_streams = {}


class PIO:
    OUT_LOW, OUT_HIGH = 2, 3
    SHIFT_LEFT, SHIFT_RIGHT = 0, 1


def asm_pio(**how):
    """Keeps the program's name, leaves its body alone."""
    return lambda program: program


class StateMachine:
    def __init__(self, id, program, freq=-1, out_base=None, set_base=None):
        _streams[_TXF0 + 4 * id] = out_base

    def active(self, on=None):
        return bool(on)


class DMA:
    def pack_ctrl(self, size=2, inc_write=True, treq_sel=0):
        return treq_sel

    def config(self, read, write, count, ctrl, trigger):
        machine.Pin.stream(_streams[write], read)
