"""The line to the host: what has come is given at once, and a host that does not read never makes the board wait."""

from drivers.serial_link import CHUNK, UartLink


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


def test_a_burst_is_given_in_pieces_so_that_a_scan_has_its_turn_between_them():
    burst = bytes(range(3 * CHUNK - 1))
    link = UartLink(Uart(burst))
    pieces = [link.read(), link.read(), link.read()]
    assert [len(piece) for piece in pieces] == [CHUNK, CHUNK, CHUNK - 1]
    assert b"".join(pieces) == burst
    assert link.read() is None


def test_a_uart_sends_bytes_of_every_value():
    uart = Uart(b"")
    UartLink(uart).write(memoryview(bytes(range(256))))
    assert uart.gone == bytes(range(256))
