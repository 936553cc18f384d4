"""The numbered checks that there are, in the order in which they are run: each relies on those before it."""

from collections.abc import Sequence

from hardware_tests import (
    t01_hello,
    t02_echo,
    t03_loop_back,
    t04_sentinels,
    t05_power_off,
    t06_empty_board,
    t14_pad_reader,
    t15_radio_reader,
    t16_antennas,
)
from hardware_tests.bench import Check

CHECKS: tuple[Check, ...] = tuple(
    part.CHECK for part in (t01_hello, t02_echo, t03_loop_back, t04_sentinels, t05_power_off, t06_empty_board,
                            t14_pad_reader, t15_radio_reader, t16_antennas)
)


class UnknownCheck(Exception):
    """There is no check of that number; the text lists those that there are."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no check '{name}'; there are {', '.join(check.id for check in CHECKS)}")


def chosen(names: Sequence[str]) -> tuple[Check, ...]:
    """The checks of these numbers, each once and in the plan's order; all when none is named. Raises UnknownCheck.

    >>> [check.id for check in chosen(["t03", "T01", "T03"])]
    ['T01', 'T03']
    """
    wanted = {name.upper(): name for name in names}
    known = {check.id for check in CHECKS}
    for name in wanted:
        if name not in known:
            raise UnknownCheck(wanted[name])
    return tuple(check for check in CHECKS if not wanted or check.id in wanted)
