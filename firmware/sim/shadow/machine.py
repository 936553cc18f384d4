"""MicroPython's `machine` for the virtual table: pins, buses and ports that end at the chip models.

`circuit` (see sim.wiring), `port` (see sim.lockstep), `uid` and `started_by` are set before the firmware is imported.
What costs virtual time: bytes of SPI and I2C, CPU_US for each transaction there, UART bytes.
"""

import time

from sim.costs import CPU_US

circuit = None
port = None
uid = b"VIRTUAL0"
PWRON_RESET, WDT_RESET = 1, 3
started_by = PWRON_RESET


class Pin:
    IN, OUT, OPEN_DRAIN = 0, 1, 2
    PULL_UP, PULL_DOWN = 1, 2
    IRQ_RISING, IRQ_FALLING = 8, 4

    def __init__(self, id, mode=-1, pull=None, value=None):
        self._net = circuit.net(id)
        self._net.pull = pull
        if value is not None:
            self._net.write(1 if value else 0)

    def value(self, level=None):
        if level is None:
            return self._net.read()
        self._net.write(1 if level else 0)
        return None

    __call__ = value

    def irq(self, handler, trigger, hard=False):
        """Call `handler(pin)` when the model's end of the wire rises, or falls, as `trigger` says."""
        if trigger & Pin.IRQ_RISING:
            self._net.on_rise = lambda: handler(self)
        if trigger & Pin.IRQ_FALLING:
            self._net.on_fall = lambda: handler(self)

    def stream(self, data):
        """What a state machine sends out here (see rp2)."""
        self._net.stream(data)

    def toggle(self):
        self._net.write(1 - self._net.level)

    def volts(self):
        """What the converter measures here (see ADC), in mV: 0 where nothing is connected."""
        return self._net.volts(self._net.pull) if self._net.volts else 0


class ADC:
    """As on the RP2040, making one takes the pin's pulls away; they may be set again after it."""

    def __init__(self, pin):
        self._pin = pin

    def read_u16(self):
        return max(0, min(65535, self._pin.volts() * 65535 // 3300))


class SPI:
    def __init__(self, id, baudrate=1000000, polarity=0, phase=0, sck=None, mosi=None, miso=None):
        self._bus = circuit.bus(id)
        self._bus.clocked_at(baudrate)
        self._mode = 2 * polarity + phase
        self._baud = baudrate

    def _charge(self, count):
        time.spend(CPU_US + 8000000 * count // self._baud)

    def write(self, buf):
        self._bus.exchange(buf, None, 0, self._mode)
        self._charge(len(buf))

    def readinto(self, buf, write=0):
        self._bus.exchange(None, buf, write, self._mode)
        self._charge(len(buf))

    def write_readinto(self, write_buf, read_buf):
        self._bus.exchange(write_buf, read_buf, 0, self._mode)
        self._charge(len(read_buf))


class I2C:
    """As on the RP2040: who is not acknowledged gets an OSError."""

    def __init__(self, id, scl=None, sda=None, freq=400000):
        self._bus = circuit.i2c(id)
        self._freq = freq

    def _charge(self, count):
        time.spend(CPU_US + 9000000 * count // self._freq)   # eight bits and the acknowledgement

    def writeto(self, addr, buf):
        self._charge(1 + len(buf))
        self._bus.writeto(addr, buf)

    def readfrom_mem_into(self, addr, memaddr, buf, addrsize=8):
        self._charge(2 + addrsize // 8 + len(buf))
        self._bus.readfrom_mem_into(addr, memaddr, buf, addrsize)

    def writeto_mem(self, addr, memaddr, buf, addrsize=8):
        self._charge(1 + addrsize // 8 + len(buf))
        self._bus.writeto_mem(addr, memaddr, buf, addrsize)


class UART:
    """The line to the host. A writer waits until its bytes are out: what a full transmit buffer costs at worst."""

    def __init__(self, id, baudrate=115200, tx=None, rx=None, txbuf=256, rxbuf=256):
        self._byte_ns = 10 * 1000000000 // baudrate
        port.byte_ns = self._byte_ns

    def any(self):
        return port.arrived()

    def read(self, count=None):
        return port.take(count)

    def write(self, buf):
        time.spend(len(buf) * self._byte_ns // 1000)
        return port.put(buf)


class _Registers:
    """Those of the watchdog that drivers.watchdog uses: one that stops it, and the words that its resets leave."""

    def __getitem__(self, address):
        return port.scratch.get(address, 0)

    def __setitem__(self, address, word):
        if address == 0x4005B000 and word & 1 << 30:
            port.unwatch()
        else:
            port.scratch[address] = word


mem32 = _Registers()


class WDT:
    def __init__(self, id=0, timeout=5000):
        self._timeout_us = 1000 * timeout
        self.feed()

    def feed(self):
        port.reset_at_us = time.now_us + self._timeout_us


def unique_id():
    return uid


def reset_cause():
    return started_by


def reset():
    port.reset()
