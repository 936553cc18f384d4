"""An I2C bus between microcontroller and chip models: a byte at a time, and by the calls of machine.I2C.

A chip: start(control) -> whether it acknowledges its address and direction (bit 0: 1 reads); take(byte) -> whether it
acknowledges; give() -> a byte; stop(). A start without a stop before it is a repeated one.
"""

_EIO = 5
_RELEASED = 0xFF


class I2cBus:
    """All chips on it hear everything. Without one that acknowledges, the calls of machine.I2C end in OSError."""

    def __init__(self):
        self._chips = []

    def attach(self, chip):
        """Put `chip` on the bus."""
        self._chips.append(chip)

    # ---- byte by byte -----------------------------------------------------------------------------------------

    def start(self, control):
        """A start, and an address with its direction: whether anybody acknowledges."""
        return bool([chip for chip in self._chips if chip.start(control)])

    def take(self, byte):
        """A byte to the chips: whether anybody acknowledges."""
        return bool([chip for chip in self._chips if chip.take(byte)])

    def give(self):
        """A byte from the chips: who does not speak lets the line go."""
        byte = _RELEASED
        for chip in self._chips:
            byte &= chip.give()
        return byte

    def stop(self):
        """The end."""
        for chip in self._chips:
            chip.stop()

    # ---- as MicroPython has it --------------------------------------------------------------------------------

    def writeto(self, address, data):
        """A start, the address, `data`, a stop."""
        self._send(address, data)
        self.stop()

    def writeto_mem(self, address, place, data, addrsize=8):
        """The same, after `addrsize` bits that say where."""
        self._send(address, place.to_bytes(addrsize // 8, "big") + bytes(data))
        self.stop()

    def readfrom_mem_into(self, address, place, buffer, addrsize=8):
        """Where in `addrsize` bits, then a repeated start, and so many bytes into `buffer`."""
        self._send(address, place.to_bytes(addrsize // 8, "big"))
        self._must(self.start(address << 1 | 1))
        for nth in range(len(buffer)):
            buffer[nth] = self.give()
        self.stop()

    def _send(self, address, data):
        self._must(self.start(address << 1))
        for byte in data:
            self._must(self.take(byte))

    def _must(self, acknowledged):
        if not acknowledged:
            self.stop()
            raise OSError(_EIO)
