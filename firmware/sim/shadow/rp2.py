"""MicroPython's `rp2` for the virtual table, as far as the lamps need it: what DMA sends arrives at the pin's model.

The PIO program itself is not run: what it makes of a word is known to the model of the lamps.
"""

import machine

_TXF0 = 0x50200010  # FIFO of state machine 0 of PIO 0; its request line is number 0
_WORD = 2           # of DMA: transfers of 32 bits
_streams = {}
_requests = {}


class PIO:
    OUT_LOW, OUT_HIGH = 2, 3
    SHIFT_LEFT, SHIFT_RIGHT = 0, 1


def asm_pio(**how):
    """Keeps the program's name, leaves its body alone."""
    return lambda program: program


class StateMachine:
    def __init__(self, id, program, freq=-1, out_base=None, set_base=None):
        _streams[_TXF0 + 4 * id] = out_base
        _requests[_TXF0 + 4 * id] = id

    def active(self, on=None):
        return bool(on)


class DMA:
    """Only what feeds a state machine: words from ascending addresses, at its pace, into its FIFO."""

    def pack_ctrl(self, size=2, inc_read=True, inc_write=True, treq_sel=63):
        return size, inc_read, inc_write, treq_sel

    def config(self, read, write, count, ctrl, trigger):
        if ctrl != (_WORD, True, False, _requests[write]) or not trigger or 4 * count > len(read):
            raise ValueError("this transfer feeds no state machine: %s" % (ctrl,))
        machine.Pin.stream(_streams[write], memoryview(read)[:4 * count])
