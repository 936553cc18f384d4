"""Feeds the watchdog once both loops have gone round, while every reader's task goes round too: what hangs must not
be hidden by the others.

Whether a host is there or reads makes no difference: the link's loop goes round without it. The watchdog is started
when both have gone round a few times. It cannot be stopped: a program that ends before would be started again every
few seconds, and its board be out of reach of whoever wants to write its files anew.
"""

FIRST_ROUNDS = 10  # 0.1 s of scans, 5 s of a board that is unwell: every task has had its turn, and has beaten once


class Rounds:
    """`start`() gives the watchdog, which runs from then on and has feed(); it is called after so many `rounds`.

    A task that may lawfully need longer for a round than the watchdog waits has a lap: see needs().
    """

    def __init__(self, start, rounds=FIRST_ROUNDS):
        self._start = start
        self._to_go = rounds
        self._watchdog = None
        self._scanned = self._linked = False
        self._laps: tuple = ()

    def needs(self, lap):
        """Feed no more once `lap` (scan.lap) does not go on. None: of a part that is not there."""
        if lap is not None:
            self._laps += (lap,)

    def scanned(self):
        self._scanned = True
        self._feed()

    def linked(self):
        self._linked = True
        self._feed()

    def _feed(self):
        if not (self._scanned and self._linked):
            return
        self._scanned = self._linked = False
        for lap in self._laps:
            if not lap.goes_on():
                return
        if self._watchdog is None:
            self._to_go -= 1
            if self._to_go > 0:
                return
            self._watchdog = self._start()
        self._watchdog.feed()
