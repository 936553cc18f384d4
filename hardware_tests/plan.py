"""The numbered checks that there are, in the order in which they are run: each relies on those before it."""

from collections.abc import Sequence

from hardware_tests import (
    t01_hello,
    t02_echo,
    t03_loop_back,
    t04_sentinels,
    t05_power_off,
    t06_empty_board,
    t07_magnet_walk,
    t08_on_the_line,
    t09_block,
    t10_latency,
    t11_scan_rate,
    t12_lamps,
    t13_lamp_limit,
    t14_pad_reader,
    t15_radio_reader,
    t16_antennas,
    t17_tuning,
    t18_margin,
    t19_cross_talk,
    t20_stack,
    t21_rack,
    t22_bag,
    t23_tile_set,
    t24_buttons,
    t25_clocks,
    t26_power,
    t27_watchdog,
    t28_outlets,
    t29_draws,
)
from hardware_tests.bench import Check

CHECKS: tuple[Check, ...] = tuple(
    part.CHECK for part in (t01_hello, t02_echo, t03_loop_back, t04_sentinels, t05_power_off, t06_empty_board,
                            t07_magnet_walk, t08_on_the_line, t09_block, t10_latency, t11_scan_rate, t12_lamps,
                            t13_lamp_limit, t14_pad_reader, t15_radio_reader, t16_antennas, t17_tuning, t18_margin,
                            t19_cross_talk, t20_stack, t21_rack, t22_bag, t23_tile_set, t24_buttons, t25_clocks,
                            t26_power, t27_watchdog, t28_outlets, t29_draws)
)
ALONE: tuple[Check, ...] = tuple(check for check in CHECKS if check.daily and not check.needs_person)


class UnknownCheck(Exception):
    """There is no check of that number; the text lists those that there are."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no check '{name}'; there are {', '.join(check.id for check in CHECKS)}")


def chosen(names: Sequence[str]) -> tuple[Check, ...]:
    """The checks of these numbers, each once and in the plan's order; ALONE when none is named. Raises UnknownCheck.

    Those that need a person, or long, must be named: a table is checked every day without. `all` names every check.

    >>> [check.id for check in chosen(["t03", "T01", "T03"])]
    ['T01', 'T03']
    >>> len(chosen(["all"]))
    29
    """
    wanted = {name.upper(): name for name in names}
    if wanted.pop("ALL", None):
        return CHECKS
    known = {check.id for check in CHECKS}
    for name in wanted:
        if name not in known:
            raise UnknownCheck(wanted[name])
    return tuple(check for check in CHECKS if check.id in wanted) if wanted else ALONE
