"""A chip that its task lends to a bench check and takes back: neither may use it while the other does.

Pure. Knows no chip. The check sets `wanted`; the task, at its next pause, sets `lent`, and clears it when it goes on.
"""


class Loan:
    """At first the chip is its task's."""

    def __init__(self):
        self.wanted = False
        self.lent = False

    def until_back(self, pause_ms, lap):
        """A generator for the task: each value is a number of ms to let pass while the check has the chip.

        lap: of the task, see scan.lap. It goes on meanwhile: a check lasts as long as its count wants.
        """
        self.lent = True
        while self.wanted:
            lap.ends()
            yield pause_ms
        self.lent = False
