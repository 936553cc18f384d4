"""An EEPROM of the 24LC32A or 24LC64 class on I2C: bytes read at any address, whole pages written.

Takes a bus, knows none of its pins. Knows nothing of what the bytes mean. That none answers is normal, and no error.
Data sheets: Microchip DS21713 (24LC32A) and DS21189 (24LC64): address 1010 A2 A1 A0, two address bytes; a page of
32 bytes, and what is written past its end comes round to its beginning; after the stop the chip answers nobody for
5 ms at most, which is asked for by addressing it again (acknowledge polling); a reading goes on over pages.
"""

ADDRESS = 0x50             # A0, A1 and A2 at ground
MOST_HZ = 400_000          # at 2.5 V and more
PAGE = 32
WRITE_MS = 5               # at most, from the stop to the first answer
_ADDRESS_BITS = 16


class Eeprom:
    """i2c: as machine.I2C, MOST_HZ at most."""

    def __init__(self, i2c, address=ADDRESS):
        self._i2c = i2c
        self._address = address

    def read(self, at, buffer):
        """Fill `buffer` from byte `at` on; False when the chip does not answer."""
        try:
            self._i2c.readfrom_mem_into(self._address, at, buffer, addrsize=_ADDRESS_BITS)
        except OSError:
            return False
        return True

    def write(self, page, data):
        """Have the PAGE bytes of `data` written on page `page`; False when the chip does not answer.

        The chip is busy then: see ready().
        """
        try:
            self._i2c.writeto_mem(self._address, PAGE * page, data, addrsize=_ADDRESS_BITS)
        except OSError:
            return False
        return True

    def ready(self):
        """Whether the chip answers: not while it writes, nor when there is none.

        Two bytes of an address go with the question, which write nothing: some buses cannot send none at all.
        """
        try:
            self._i2c.writeto(self._address, b"\x00\x00")
        except OSError:
            return False
        return True
