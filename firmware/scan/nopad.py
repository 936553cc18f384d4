"""In place of scan.pad on a board without an identify pad: so its files need not be read."""


class NoPad:
    """A board without an identify pad."""

    troubles: dict = {}
    lap = None
    loan = None
    wrong = None

    async def run(self, report):
        """There is nothing to do."""
