"""What every board has whatever its role: the strap that names it, the line to the host, its light.

The chips of the roles are in parts.py; a board that runs none of them needs this file, serial_link and watchdog.
Knows nothing of what the parts are used for.
"""

import sys
import time

import machine
import pinout
from drivers.serial_link import UartLink, UsbLink
from machine import ADC, UART, Pin

BY_POWER, BY_WATCHDOG = machine.PWRON_RESET, machine.WDT_RESET   # of started_by()

_STRAP_MS = 2  # a pull of 80 kohm charges the pin's 100 pF in a hundredth of it


def strap():
    """Two readings of the role strap; see pulled()."""
    return pulled(pinout.ROLE_STRAP)


def pulled(pin):
    """Two readings of a converter's pin, 0..65535: pulled to 3.3 V, and to ground; see strap.py."""
    converter = ADC(Pin(pin))  # takes the pulls away: they are set after it
    readings = []
    for pull in (Pin.PULL_UP, Pin.PULL_DOWN):
        Pin(pin, Pin.IN, pull)
        time.sleep_ms(_STRAP_MS)
        readings.append(converter.read_u16())
    ADC(Pin(pin))
    return tuple(readings)


def link(kind):
    """The line to the host: kind "uart" or "usb"."""
    if kind == "usb":
        import micropython
        micropython.kbd_intr(-1)  # the line carries bytes of every value, Ctrl-C's too
        return UsbLink(sys.stdin.buffer, sys.stdout.buffer)
    return UartLink(UART(pinout.UART, pinout.UART_BAUD, tx=Pin(pinout.UART_TX), rx=Pin(pinout.UART_RX),
                         txbuf=1024, rxbuf=1024))


def heartbeat_led():
    return Pin(pinout.HEARTBEAT_LED, Pin.OUT, value=0)


def on_sync(role, edge):
    """Call `edge` in an interrupt at each rising edge of SYNC, wherever a board of `role` has that pin.

    role: as board.json writes it.
    """
    pin = Pin(pinout.RADIO_SYNC if role in ("radio", "bag") else pinout.SYNC, Pin.IN, Pin.PULL_UP)
    pin.irq(edge, Pin.IRQ_RISING, hard=True)


def identity():
    """Eight bytes, this microcontroller's for ever."""
    return bytes(machine.unique_id())


def started_by():
    """What caused this start: BY_POWER, as which RUN counts too, BY_WATCHDOG, as which restart() does, or another."""
    return machine.reset_cause()


def restart():
    """Start anew, at once."""
    machine.reset()
