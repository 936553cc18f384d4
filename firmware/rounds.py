"""Feeds the watchdog once both loops have gone round, while every reader's task goes round too: what hangs must not
be hidden by the others.

Whether a host is there or reads makes no difference: the link's loop goes round without it. The watchdog runs from
the first step on, with the longest time that it has, and bites sooner once both have gone round a few times. Starts
that it has ended before that are counted: after MOST_HUNG in a row the board stays at its prompt, where its files can
be written anew, for one that is reset every few seconds is out of reach.
"""

from pinout import WATCHDOG_MS, WATCHDOG_START_MS

FIRST_ROUNDS = 10  # 0.1 s of scans, 5 s of a board that is unwell: every task has had its turn, and has beaten once
MOST_HUNG = 3      # half a minute: whatever passes by itself at a start has passed


class Rounds:
    """`watchdog` as drivers.watchdog has it.

    A task that may lawfully need longer for a round than the watchdog waits has a lap: see needs().
    """

    def __init__(self, watchdog, rounds=FIRST_ROUNDS):
        self._watchdog = watchdog
        self._dog = None   # while it runs
        self._to_go = rounds
        self._scanned = self._linked = False
        self._laps: tuple = ()

    def needs(self, lap):
        """Feed no more once `lap` (scan.lap) does not go on. None: of a part that is not there."""
        if lap is not None:
            self._laps += (lap,)

    def begin(self):
        """Watch from now on; False: the last starts have all hung, and this one is not to be made.

        The one after that is: whoever has written the files anew or cut the power starts the board so.
        """
        hung = self._watchdog.noted()
        if hung >= MOST_HUNG:
            self._watchdog.note(0)
            return False
        self._watchdog.note(hung + 1)
        self._dog = self._watchdog.start(WATCHDOG_START_MS)
        return True

    def ended(self):
        """The program has ended by an error: at its first steps it would only end again, and stays at the prompt."""
        if self._to_go > 0:
            self._watchdog.note(0)
            self._watchdog.stop()

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
        if self._to_go > 0:
            self._to_go -= 1
            if self._to_go == 0:
                self._watchdog.note(0)
                self._dog = self._watchdog.start(WATCHDOG_MS)
        if self._dog:
            self._dog.feed()
