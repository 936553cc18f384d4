"""Makes the chips of each role from the numbers in pinout.py: the one place where they become pins and buses.

What every board has is in ports.py. A chip's file is read only where the role has that chip: what is not imported
takes nothing from the heap. Knows nothing of what the parts are used for.
"""

import time

import pinout
from machine import ADC, I2C, SPI, Pin


def hall_chain():
    """The chain of the Hall sensors, its sensors fed."""
    from drivers.hall_chain import HallChain
    spi = _bus(pinout.HALL_SPI, pinout.CHAIN_HZ, pinout.CHAIN_MODE,
               pinout.HALL_SCK, pinout.HALL_MOSI, pinout.HALL_MISO)
    return HallChain(spi, Pin(pinout.HALL_LOAD, Pin.OUT, value=1), Pin(pinout.HALL_POWER, Pin.OUT, value=1))


def rails(hall=True):
    """What measures the supplies of the magnets' board; that of its sensors too, if `hall`."""
    from drivers.rails import Rails
    return Rails(ADC(Pin(pinout.LAMP_RAIL)), ADC(Pin(pinout.HALL_RAIL)) if hall else None)


def eeprom():
    """The EEPROM of the magnets' board; whether one is there shows when it is asked.

    A chip whose answer was cut short by a reset of this board holds SDA low until it has had the rest of its clocks,
    nine at most (I2C specification, bus clear).
    """
    from drivers.eeprom import ADDRESS, MOST_HZ, Eeprom
    clock = Pin(pinout.EEPROM_SCL, Pin.OPEN_DRAIN, value=1)
    for _ in range(9):
        clock(0)
        clock(1)
    bus = I2C(pinout.EEPROM_I2C, scl=Pin(pinout.EEPROM_SCL), sda=Pin(pinout.EEPROM_SDA), freq=MOST_HZ)
    return Eeprom(bus, ADDRESS)


def reader(whole):
    """The PN5180 of the radio board or of the bag's, or of a whole table."""
    from drivers.pn5180 import Pn5180
    pin, bus = _beside(whole)
    spi = _bus(bus(pinout.RADIO_SPI), pinout.RADIO_HZ, pinout.RADIO_MODE,
               *map(pin, (pinout.RADIO_SCK, pinout.RADIO_MOSI, pinout.RADIO_MISO)))
    return Pn5180(spi, Pin(pin(pinout.RADIO_NSS), Pin.OUT, value=1), Pin(pin(pinout.RADIO_BUSY), Pin.IN),
                  Pin(pin(pinout.RADIO_RST), Pin.OUT, value=1), time)


def antennas(whole):
    """The chain that selects one loop antenna."""
    from drivers.antenna_mux import AntennaMux
    pin, bus = _beside(whole)
    spi = _bus(bus(pinout.ANTENNA_SPI), pinout.ANTENNA_HZ, pinout.ANTENNA_MODE,
               *map(pin, (pinout.ANTENNA_SCK, pinout.ANTENNA_MOSI, pinout.ANTENNA_MISO)))
    return AntennaMux(spi, Pin(pin(pinout.ANTENNA_LATCH), Pin.OUT, value=0),
                      Pin(pin(pinout.ANTENNA_OFF), Pin.OUT, value=1),
                      Pin(pin(pinout.ANTENNA_CLEAR), Pin.OUT, value=1),
                      Pin(pin(pinout.ANTENNA_POWER), Pin.OUT, value=0), time,
                      ADC(Pin(pin(pinout.ANTENNA_RAIL))))


def field_permit(first):
    """The interlock of the two boards with a radio field; `first` on the one that keeps asking when both do."""
    from drivers.field_permit import FieldPermit
    return FieldPermit(Pin(pinout.FIELD_REQUEST, Pin.OPEN_DRAIN, value=1),
                       Pin(pinout.FIELD_GRANT, Pin.IN, Pin.PULL_UP), time, first)


def pad_reader():
    """The MFRC522 of the identify pad, on a low-cost table."""
    from drivers.mfrc522 import Mfrc522
    spi = _bus(pinout.PAD_SPI, pinout.PAD_HZ, pinout.PAD_MODE, pinout.PAD_SCK, pinout.PAD_MOSI, pinout.PAD_MISO)
    return Mfrc522(spi, Pin(pinout.PAD_NSS, Pin.OUT, value=1), Pin(pinout.PAD_RST, Pin.OUT, value=1), time)


def bag_pad_reader():
    """The MFRC522 of the identify pad on the bag's board: on the bus of its reader(), at the same pace."""
    from drivers.mfrc522 import Mfrc522
    spi = _bus(pinout.RADIO_SPI, pinout.RADIO_HZ, pinout.RADIO_MODE,
               pinout.RADIO_SCK, pinout.RADIO_MOSI, pinout.RADIO_MISO)
    return Mfrc522(spi, Pin(pinout.BAG_PAD_NSS, Pin.OUT, value=1), Pin(pinout.BAG_PAD_RST, Pin.OUT, value=1), time)


def bag_loops():
    """The pin that gives the bag's reader to the ring in the neck (0) or to the loop under the bag (1)."""
    from drivers.bag_loops import BagLoops
    return BagLoops(Pin(pinout.BAG_LOOP, Pin.OUT, value=0))


def _beside(whole):
    """Where the radio's pins and buses are: their own, or on a whole table after those of the magnets."""
    pins, buses = (pinout.ONE_BOARD_PINS, pinout.ONE_BOARD_BUSES) if whole else (0, 0)
    return (lambda pin: pins + pin), (lambda bus: buses + bus)


def _bus(number, hertz, mode, sck, mosi, miso):
    return SPI(number, hertz, polarity=mode // 2, phase=mode % 2, sck=Pin(sck), mosi=Pin(mosi), miso=Pin(miso))


def lamps(count):
    """The strip of so many lamps, without supply."""
    from drivers.lamp_strip import LampStrip
    return LampStrip(Pin(pinout.LAMP_DATA, Pin.OUT, value=0), Pin(pinout.LAMP_POWER, Pin.OUT, value=0), count,
                     ADC(Pin(pinout.LAMP_RAIL)))
