"""How a board learns the order of its sensors, and gets it back: `taula doctor T07 --learn` and `--restore`.

The board's EEPROM is written first, then the file beside the settings. Knows no line and no chip.
"""

from dataclasses import dataclass
from pathlib import Path

from tablewire.record import PLAIN, pack_record

from hardware_tests.bench import Bench, Finding, Unanswered, square_name
from hardware_tests.keeping import CannotKeep, in_use, keep, start_anew
from hardware_tests.wiring_order import SHOWN, NoOrder, learned, moved
from host.calibration import BadCalibration, Calibration, read_calibration, write_calibration
from host.printing import Wrong

REPLUG = " Unplug the board and plug it in again."  # where it has not been seen to start anew
NOTHING = "Every square answers as itself: there is nothing to learn."


class CannotLearn(Wrong):
    """Nothing was learned or given back, or not all of it; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Learning:
    """table: its name in table.toml. file: the computer's copy; None at a virtual table, which keeps none.

    mask: also mask the squares that feel nothing.
    """

    table: str
    file: Path | None
    mask: bool = False

    def learn(self, bench: Bench, found: Finding) -> str:
        """Have the board learn what T07 has `found`; what came of it, a sentence. Raises CannotLearn."""
        try:
            return self._learn(bench, found)
        except (CannotKeep, NoOrder, Unanswered, BadCalibration) as why:
            raise CannotLearn(f"Not learned: {why}.") from None

    def restore(self, bench: Bench) -> str:
        """Give the board back what the file says; a sentence. Raises CannotLearn."""
        if self.file is None:
            raise CannotLearn("A virtual table keeps no file to restore from: name a port with --table.")
        try:
            kept = read_calibration(self.file, self.table)
            keep(bench, pack_record(kept.order, kept.masked))
        except (CannotKeep, Unanswered, BadCalibration) as why:
            raise CannotLearn(f"Not restored: {why}.") from None
        told = f"Restored from {self.file}: {_told(kept.order, kept.masked)}, kept in the board's EEPROM."
        return told if start_anew(bench) else told + REPLUG

    def _learn(self, bench: Bench, found: Finding) -> str:
        if found.passed:
            return NOTHING
        before = in_use(bench)
        used, masked = before or (PLAIN, ())
        silent = set(found.silent)
        if (fresh := sorted(silent - set(masked))) and not self.mask:
            raise NoOrder(f"no tile is felt on {_names(fresh)}: mend that first, or type --mask too to leave out what"
                          " feels none")
        order = learned(used, found.answers, silent)
        masked = tuple(sorted(silent))
        if news := (order, masked) != before:
            keep(bench, pack_record(order, masked))
        if self.file:
            write_calibration(self.file, Calibration(self.table, order, masked))
        where = f" and in {self.file}" if self.file else ""
        told = f"Learned: {_told(order, masked)}, kept in the board's EEPROM{where}."
        return told + (REPLUG if news and not start_anew(bench) else "") + " Now type T07 again."


def _told(order: bytes, masked: tuple[int, ...]) -> str:
    told = f"{moved(order)} sensors hang elsewhere than drawn"
    return told + (f", and {_names(list(masked))} masked" if masked else "")


def _names(squares: list[int]) -> str:
    """At most SHOWN of them by name.

    >>> _names([0, 1]), _names([0, 1, 2, 3, 4])
    ('a1, a2', 'a1, a2, a3 and 2 more')
    """
    more = len(squares) - SHOWN
    return ", ".join(map(square_name, squares[:SHOWN])) + (f" and {more} more" if more > 0 else "")
