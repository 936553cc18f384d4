"""An I2C bus between the microcontroller and the chip models on it, a byte at a time, with the calls of machine.I2C.

A chip: start(control) -> whether it acknowledges its address and direction (bit 0: 1 reads); take(byte) -> whether it
acknowledges; give() -> a byte; stop(). A start without a stop before it is a repeated one.
"""

_EIO = 5


class I2cBus:
    """Without a chip that acknowledges, every call ends in OSError, as MicroPython has it."""

    def __init__(self):
        self._chips = []

    def attach(self, chip):
        """Put `chip` on the bus."""
        self._chips.append(chip)

    def writeto(self, address, data):
        """A start, the address, `data`, a stop."""
        self._send(address, data)
        self._stop()

    def writeto_mem(self, address, place, data, addrsize=8):
        """The same, after `addrsize` bits that say where."""
        self._send(address, place.to_bytes(addrsize // 8, "big") + bytes(data))
        self._stop()

    def readfrom_mem_into(self, address, place, buffer, addrsize=8):
        """Where in `addrsize` bits, then a repeated start, and so many bytes into `buffer`."""
        self._send(address, place.to_bytes(addrsize // 8, "big"))
        chip = self._started(address, 1)
        for nth in range(len(buffer)):
            buffer[nth] = chip.give()
        self._stop()

    def _send(self, address, data):
        chip = self._started(address, 0)
        for byte in data:
            if not chip.take(byte):
                self._fail()

    def _started(self, address, reads):
        """The one that acknowledges; the start itself reaches all."""
        answers = [chip for chip in self._chips if chip.start(address << 1 | reads)]
        if not answers:
            self._fail()
        return answers[0]

    def _stop(self):
        for chip in self._chips:
            chip.stop()

    def _fail(self):
        self._stop()
        raise OSError(_EIO)
