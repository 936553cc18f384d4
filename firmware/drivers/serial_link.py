"""The line to the host: a UART or the USB port behind one small interface, neither of which ever blocks.

`read()` gives the bytes that have come, or None; `write(view)` sends what there is room for. Knows nothing of frames:
a frame cut short is damage like any other, and its message is sent again. `troubles` counts them since the start.
"""

import select

CHUNK = 16  # bytes at one reading, a frame of most messages: a scan that is due waits no longer than for its taking


class UartLink:
    """The line by a `machine.UART`, or whatever has its any, read and write."""

    def __init__(self, uart):
        self.troubles = {"link_cut_short": 0}
        self._uart = uart

    def read(self):
        count = self._uart.any()
        return self._uart.read(min(count, CHUNK)) if count else None

    def write(self, view):
        sent = self._uart.write(view)
        if sent != len(view):
            self.troubles["link_cut_short"] += 1
        return sent


class UsbLink:
    """The line by USB: the binary sides of stdin and stdout. Ctrl-C must have been switched off before.

    What MicroPython's rp2 port does, and this class lives with: read(n) waits until there are n bytes; poll says that
    stdout takes bytes when there is room for one, and a write of more waits up to half a second for a host that keeps
    the port open and does not read. So both go byte by byte, and a frame that finds no room is cut short.
    """

    def __init__(self, incoming, outgoing):
        self.troubles = {"link_cut_short": 0}
        self._incoming = incoming
        self._outgoing = outgoing
        self._byte = bytearray(1)  # made once: a piece of the frame at each byte would be one more for the heap
        self._ready = select.poll()
        self._ready.register(incoming, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(outgoing, select.POLLOUT)

    def read(self):
        data = bytearray()
        while len(data) < CHUNK and self._ready.poll(0):
            data += self._incoming.read(1)
        return bytes(data) if data else None

    def write(self, view):
        for sent in range(len(view)):
            if not self._writable.poll(0):
                self.troubles["link_cut_short"] += 1
                return sent  # the host has stopped reading: better a lost frame than a scan that waits
            self._byte[0] = view[sent]
            self._outgoing.write(self._byte)
        return len(view)
