"""Prototype P0: shows which squares of a single sensor strip feel a tile.

Wire J1 as the board's Hall chain and run `mpremote connect PORT run docs/hardware/p0.py`; Ctrl-C ends it. The board's
own checks need all fifteen strips, this needs one. Runs on MicroPython; `felt` runs anywhere.
"""

SCK, MOSI, MISO, LOAD, POWER = 2, 3, 4, 5, 6  # as firmware/pinout.py has them: a test compares
COLUMNS = 15


def felt(raw):
    """The columns (1 to 15) that feel a tile, and the sentinel bit, from the two bytes of a strip.

    >>> felt(b"\\xff\\xff"), felt(b"\\x7e\\xfd")
    (([], 1), ([1, 8, 15], 1))
    """
    bits = raw[0] << 8 | raw[1]
    return [column + 1 for column in range(COLUMNS) if not bits >> (15 - column) & 1], bits & 1


def main():
    import time

    from machine import SPI, Pin
    Pin(POWER, Pin.OUT, value=1)
    load = Pin(LOAD, Pin.OUT, value=1)
    spi = SPI(0, baudrate=1000000, polarity=1, phase=0, sck=Pin(SCK), mosi=Pin(MOSI), miso=Pin(MISO))
    raw, last = bytearray(2), None
    while True:
        load(0)
        load(1)
        spi.readinto(raw)
        now = felt(raw)
        if now != last:
            print("tiles on", now[0], "sentinel", now[1])
            last = now
        time.sleep_ms(20)


if __name__ == "__main__":
    main()
