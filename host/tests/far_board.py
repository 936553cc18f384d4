"""A board written by hand, frame by frame, at the other end of a Link."""

from tablewire import messages as wire
from tablewire.frames import UNNUMBERED, Deframer, frame

from host.adapters.link import Link

UID = bytes.fromhex("e66118604b2f8c21")
MS = 1_000_000  # ns
FIRST = 1000  # of the host's own numbers


class Far:
    """A board of our own making at the other end of `link`."""

    def __init__(self, resume=(), boot=7, oldest=0, next=0, protocol=wire.PROTOCOL, part="board",
                 role=wire.BOARD, uid=UID):
        self.link = Link(dict(resume), FIRST, part)
        self.now_ns = 5 * MS
        self.taken = FIRST  # the number that this board waits for
        self._deframer = Deframer()
        self.hello = wire.BoardHello(protocol, role, uid, boot, oldest, next, 0xCAFE)

    def says(self, message, number=UNNUMBERED):
        return self.link.feed(frame(number, wire.pack(message)), self.now_ns)

    def hears(self, *kinds):
        """The (number, message) of these kinds that the link sends now; of every kind when none is named."""
        said = [(n, wire.unpack(body)) for n, body in self._deframer.feed(self.link.outgoing(self.now_ns))]
        return [(n, m) for n, m in said if not kinds or isinstance(m, kinds)]

    def takes(self, count):
        """Take so many numbered messages, and say so."""
        self.taken += count
        self.says(wire.Ack(self.taken))

    def wait_ms(self, ms):
        self.now_ns += ms * MS

    def meet(self):
        """Greet and be greeted; what the link made of it."""
        received = self.says(self.hello)
        (_, self.host_hello), = self.hears(wire.HostHello)
        self.takes(0)
        return received


def met():
    """A board that is greeted and dark, with nothing on its way."""
    far = Far()
    far.meet()
    assert [message for _, message in far.hears()] == [wire.LampsOff()]
    far.takes(1)
    return far
