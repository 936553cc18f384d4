"""Parts that only bench checks use: read in when a check asks for one, so that they take no heap in play."""

import time

import pinout
from machine import ADC, Pin


def antenna_peak(whole):
    """The converter behind the antenna's peak detector: its voltage goes with the field. whole: as in parts.py."""
    return ADC(Pin(pinout.ANTENNA_PEAK + (pinout.ONE_BOARD_PINS if whole else 0)))


def button_copies():
    """The copies of the two clock buttons at the bag's board, stamped from now on."""
    from copies import ButtonCopies
    pins = [Pin(number, Pin.IN, Pin.PULL_UP) for number in (pinout.BAG_CLOCK_A, pinout.BAG_CLOCK_B)]
    copies = ButtonCopies(pins, time)
    for pin, edge in zip(pins, copies.edges):
        pin.irq(edge, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)
    return copies
