"""Stands in for MicroPython's `rp2` where the lamps' own PIO program is to run: assembles it, and an emulator of the
RP2040's state machines makes the level on its pin, cycle by cycle.

Knows only the three instructions that the program is made of; opcodes from the RP2040 data sheet, 3.4.
"""

import types
from collections import deque
from dataclasses import replace

import pioemu

TXF0 = 0x50200010
FIFO_REQUEST = 0        # DREQ of PIO 0, TX FIFO 0
WORD_BYTES = 4


class Word(int):
    """One instruction; an index gives it its delay."""

    def __getitem__(self, delay):
        program[-1] = Word(self | delay << 8)
        return program[-1]


program = []


def _emit(opcode):
    program.append(Word(opcode))
    return program[-1]


PLACES = {"pins": 0, "x": 1}
WORDS = {
    "pins": "pins", "x": "x",
    "out": lambda to, count: _emit(3 << 13 | PLACES[to] << 5 | count),
    "set": lambda to, value: _emit(7 << 13 | PLACES[to] << 5 | value),
    "mov": lambda to, source: _emit(5 << 13 | PLACES[to] << 5 | PLACES[source]),
}


class PIO:
    OUT_LOW, SHIFT_LEFT = 2, 0


def asm_pio(**how):
    """Assembles the body of what it decorates: (opcodes, how)."""
    def assembled(body):
        program.clear()
        types.FunctionType(body.__code__, WORDS)()
        return list(program), how
    return assembled


class StateMachine:
    """`words`: what DMA has put into the FIFO."""

    last = None

    def __init__(self, number, program, freq, out_base, set_base):
        self.opcodes, self.how = program
        self.cycle_ns = 1e9 / freq
        self.words = deque()
        self.running = False
        assert (number, set_base) == (0, out_base)
        StateMachine.last = self

    def active(self, on):
        self.running = bool(on)

    def edges(self, rest_ns):
        """(ns, level) whenever the level changes while all words are sent and `rest_ns` pass after them."""
        assert self.running
        words, level, idle_from = deque(self.words), 0, None
        self.words.clear()
        steps = pioemu.emulate(
            self.opcodes, stop_when=lambda opcode, state: False,
            initial_state=replace(pioemu.State(), transmit_fifo=words),
            auto_pull=self.how["autopull"], pull_threshold=self.how["pull_thresh"],
            shift_osr_right=self.how["out_shiftdir"] != PIO.SHIFT_LEFT,
            set_count=1)     # on pin 0: the emulator's `mov` knows no other base
        for _, after in steps:
            now = after.pin_values & 1
            if now != level:
                level, idle_from = now, after.clock
                yield after.clock * self.cycle_ns, level
            elif idle_from is not None and (after.clock - idle_from) * self.cycle_ns > rest_ns:
                return


class DMA:
    """Puts words into the FIFO when it is told to do it right; the FIFO's own pace is left to the state machine."""

    def pack_ctrl(self, size=2, inc_read=True, inc_write=True, treq_sel=63):
        return {"size": size, "inc_read": inc_read, "inc_write": inc_write, "treq_sel": treq_sel}

    def config(self, read, write, count, ctrl, trigger):
        assert ctrl == {"size": 2, "inc_read": True, "inc_write": False, "treq_sel": FIFO_REQUEST}
        assert write == TXF0
        assert trigger
        for at in range(0, WORD_BYTES * count, WORD_BYTES):
            StateMachine.last.words.append(int.from_bytes(read[at:at + WORD_BYTES], "little"))
