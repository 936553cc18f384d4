"""Feeds the watchdog once both loops have gone round: one that hangs must not be hidden by the other.

Whether a host is there or reads makes no difference: the link's loop goes round without it.
"""


class Rounds:
    """`watchdog` has feed()."""

    def __init__(self, watchdog):
        self._watchdog = watchdog
        self._scanned = self._linked = False

    def scanned(self):
        self._scanned = True
        self._feed()

    def linked(self):
        self._linked = True
        self._feed()

    def _feed(self):
        if self._scanned and self._linked:
            self._watchdog.feed()
            self._scanned = self._linked = False
