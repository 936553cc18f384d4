"""Under which square each sensor of the chain hangs, from what the magnet walk T07 has found.

Pure. A sensor's place is its number in the chain, as tablewire.record has it.
"""

from collections.abc import Collection, Mapping

from tablewire.record import SQUARES

from hardware_tests.bench import square_name

SHOWN = 3


class NoOrder(Exception):
    """What T07 has found is no order of sensors; the text says why."""


def learned(used: bytes, answers: Mapping[int, int], silent: Collection[int]) -> bytes:
    """The square of each place, on a board that has told its squares by the order `used`.

    answers: of each square on which a tile was laid, the square that was told. silent: squares where none was; the
    places that are left over are given to them. Raises NoOrder.

    >>> from tablewire.record import PLAIN
    >>> turned = {square: 224 - square for square in range(225)}
    >>> order = learned(PLAIN, turned, ())
    >>> order == bytes(range(224, -1, -1)), learned(order, {square: square for square in range(225)}, ()) == order
    (True, True)
    """
    laid = {told: square for square, told in answers.items()}
    if len(laid) < len(answers):
        pairs = sorted((told, square) for square, told in answers.items() if laid[told] != square)
        told, square = pairs[0]
        raise NoOrder(f"{square_name(square)} and {square_name(laid[told])} both answer as {square_name(told)}:"
                      " mend that first")
    unclear = sorted(set(range(SQUARES)) - set(answers) - set(silent))
    if unclear:
        names = ", ".join(map(square_name, unclear[:SHOWN])) + (" and others" if len(unclear) > SHOWN else "")
        raise NoOrder(f"more than one square answers, or none clearly, at {names}: mend that first")
    left = iter(sorted(silent))
    return bytes(laid[used[place]] if used[place] in laid else next(left) for place in range(SQUARES))


def moved(order: bytes) -> int:
    """How many sensors hang elsewhere than drawn.

    >>> moved(bytes([1, 0, 2]))
    2
    """
    return sum(square != place for place, square in enumerate(order))
