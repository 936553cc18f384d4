"""The line to the host: what has come is given at once, and a host that does not read never makes the board wait."""

from drivers.serial_link import UartLink


class Uart:
    """A UART with these bytes in its buffer."""

    def __init__(self, come):
        self.come = come
        self.gone = b""

    def any(self):
        return len(self.come)

    def read(self, count):
        data, self.come = self.come[:count], self.come[count:]
        return data

    def write(self, view):
        self.gone += bytes(view)
        return len(view)


def test_a_uart_gives_all_that_has_come_and_then_none():
    link = UartLink(Uart(b"\x00\x03\xff"))
    assert link.read() == b"\x00\x03\xff"
    assert link.read() is None


def test_a_uart_sends_bytes_of_every_value():
    uart = Uart(b"")
    UartLink(uart).write(memoryview(bytes(range(256))))
    assert uart.gone == bytes(range(256))
