"""A wire between two boards that both may pull low and neither may drive high.

Knows nothing of what it means. A board that is not there, or in reset, pulls nothing.
"""


class OpenDrain:
    """The wire, pulled up. Each end is a net of its board's circuit."""

    def __init__(self, *nets):
        self._pulled = [False] * len(nets)
        self._stuck = False
        for end, net in enumerate(nets):
            net.source = self.level
            net.listen(self._puller(end))

    def level(self):
        """What every end reads."""
        return 0 if self._stuck or True in self._pulled else 1

    def let_go(self, end):
        """The board at `end` has lost its supply or is in reset."""
        self._pulled[end] = False

    def short(self, on):
        """Fault: the wire touches ground."""
        self._stuck = on

    def _puller(self, end):
        def changed(level):
            self._pulled[end] = not level
        return changed


def join_fields(one, other, request, grant):
    """The interlock between the circuits of two boards: each one's pin `request` to the other one's `grant`.

    Returns both wires, first the one that `one` asks by.
    """
    return (OpenDrain(one.net(request), other.net(grant)), OpenDrain(other.net(request), one.net(grant)))
