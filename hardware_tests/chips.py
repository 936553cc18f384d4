"""What the checks of chips (T14 to T16) have in common: the board asks the chip COUNT times; this advises."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from hardware_tests.bench import Bench, Counted, Finding, absent

COUNT = 20
PATIENCE_S = 20.0  # a chip that does not start is given up after 50 ms, and a test of its own takes it some ms


@dataclass(frozen=True, slots=True)
class ChipCheck:
    """Check T`number` of `what`, which boards of the roles in `without` may not have.

    advice: what to look at, by Counted.where of a check that failed; `otherwise`: for a chip that does not answer.
    remarks: what is said beside the figure, by Counted.where of a check that did not fail.
    """

    number: int
    what: str
    without: Collection[int]
    limit: str
    advice: Mapping[int, str]
    otherwise: str
    remarks: Mapping[int, str]

    def measure(self, bench: Bench) -> Finding:
        """Have the board ask the chip; a board that may be without it has not failed."""
        counted = bench.run_test(self.number, COUNT, PATIENCE_S)
        if not counted.tried and (finding := absent(bench, self.without, self.what, self.limit)):
            return finding
        advice = self._advice(counted)
        remark = "" if counted.failed else self.remarks.get(counted.where, "")
        return Finding(not advice, f"{counted.tried - counted.failed} of {counted.tried} sound{remark}", self.limit,
                       advice)

    def _advice(self, counted: Counted) -> str:
        if counted.tried < COUNT:
            return "this board's firmware has no such check: copy the folder firmware of this version to it"
        return self.advice.get(counted.where, self.otherwise) if counted.failed else ""
