"""What storms came to: one game's, and the sum of many, by fault. Knows nothing of how a storm is played."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from typing import Any

SEVERAL = "several in one turn"
NONE = "no fault of hands"


@dataclass(slots=True)
class Weathered:
    """What one storm came to.

    `faults` counts them by name. Lines of the record with one fault stand under its name, those with more under
    SEVERAL, those where hands had something to put right all the same under NONE: `lines` counts them, `troubled`
    those of them where hands had to act, `acted` their actions, `worst` has the most of one line. `prompts` counts
    what the displays asked for. `wrong` and `stuck` say what went wrong, if it did.
    """

    game: str
    seed: int
    turns: int = 0
    actions: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)
    troubled: Counter[str] = field(default_factory=Counter)
    acted: Counter[str] = field(default_factory=Counter)
    worst: dict[str, int] = field(default_factory=dict)
    prompts: Counter[str] = field(default_factory=Counter)
    totals: tuple[int, ...] = ()
    recorded: tuple[int, ...] = ()
    wrong: str = ""
    stuck: str = ""

    @property
    def ended_right(self) -> bool:
        """Whether the game came to its end with the recorded totals."""
        return not self.wrong and not self.stuck and self.totals == self.recorded

    def line_done(self, faults: list[str], acted: int) -> None:
        """A line of the record is played: the faults that befell it, and how often hands then had to act."""
        self.faults.update(faults)
        name = NONE if not faults else faults[0] if len(faults) == 1 else SEVERAL
        if not faults and not acted:
            return
        self.lines[name] += 1
        self.troubled[name] += bool(acted)
        self.acted[name] += acted
        self.worst[name] = max(acted, self.worst.get(name, 0))

    def as_json(self) -> dict[str, Any]:
        """The same as plain values."""
        values = ((each.name, getattr(self, each.name)) for each in fields(self))
        return {name: dict(value) if isinstance(value, dict) else value for name, value in values}


@dataclass(frozen=True, slots=True)
class Row:
    """One fault over all storms; the actions are those of hands that put the table right."""

    fault: str
    befell: int
    lines: int
    troubled: int
    mean: float
    worst: int


@dataclass(frozen=True, slots=True)
class Storms:
    """Many storms, taken together."""

    storms: tuple[Weathered, ...]

    @property
    def wrong(self) -> tuple[Weathered, ...]:
        """Those that committed a turn that was not played."""
        return tuple(each for each in self.storms if each.wrong)

    @property
    def not_ended_right(self) -> tuple[Weathered, ...]:
        """Those that did not end with the recorded totals."""
        return tuple(each for each in self.storms if not each.ended_right)

    @property
    def faults(self) -> int:
        """How many faults there were."""
        return sum(each.faults.total() for each in self.storms)

    def prompts(self) -> Counter[str]:
        """What the displays asked for, by name."""
        return _summed(each.prompts for each in self.storms)

    def rows(self) -> list[Row]:
        """Every fault that befell, in the order of names; then SEVERAL and NONE.

        >>> storm = Weathered("a", 1)
        >>> storm.line_done(["face_down"], 2)
        >>> Storms((storm, storm)).rows()
        [Row(fault='face_down', befell=2, lines=2, troubled=2, mean=2.0, worst=2)]
        """
        faults, lines = (_summed(getattr(each, name) for each in self.storms) for name in ("faults", "lines"))
        troubled, acted = (_summed(getattr(each, name) for each in self.storms) for name in ("troubled", "acted"))
        names = [*sorted({*faults, *lines} - {SEVERAL, NONE}), *(name for name in (SEVERAL, NONE) if lines[name])]
        return [Row(name, faults[name], lines[name], troubled[name], acted[name] / (lines[name] or 1),
                    max((each.worst.get(name, 0) for each in self.storms), default=0)) for name in names]

    def as_json(self) -> dict[str, Any]:
        """The sums and every storm that did not end as recorded."""
        return {
            "storms": len(self.storms), "turns": sum(each.turns for each in self.storms),
            "actions": sum(each.actions for each in self.storms), "faults": self.faults,
            "wrong_commits": len(self.wrong), "not_ended_right": len(self.not_ended_right),
            "by_fault": [asdict(row) for row in self.rows()], "prompts": dict(self.prompts().most_common()),
            "failed": [each.as_json() for each in self.not_ended_right],
        }


def _summed(counts: Iterable[Counter[str]]) -> Counter[str]:
    return sum(counts, Counter())
