"""What the board tells while a person lays and lifts tiles, as several checks want it.

Knows messages of the wire, no check and no limit.
"""

from collections.abc import Collection

from tablewire.messages import (
    NOWHERE,
    HallChanged,
    HallState,
    Lamp,
    LampsOff,
    Measured,
    ReadAgain,
    StateEnd,
    StateWanted,
    TagNone,
    TagRead,
    TagsSeveral,
)

from hardware_tests.bench import SIDE, Bench, Counted, Told, square_name
from hardware_tests.person import LIFTED_MM, MM, Request, What

SETTLES_S = 0.5  # a change is told 120 ms after its first reading, which is 60 ms after the hand
STATE_S = 5.0    # until the whole state is told, also by a board that has just started
READS_S = 10.0   # a square that one of its loops hears and the other does not is read again and again
LEAD = (0, 24, 64)  # the lamp that leads the hand
READINGS: tuple[type, ...] = (TagRead, TagNone, TagsSeveral)


def lay(square: int, tile: int = 1, aside_um: tuple[int, int] = (0, 0), height_um: int = 0, how: str = "") -> Request:
    """Have tile `tile` laid on `square`; `how` says where on it, or on what.

    >>> lay(112, how="upside down").sentence
    'Lay tile 1 on h8, upside down.'
    """
    sentence = f"Lay tile {tile} on {square_name(square)}{', ' + how if how else ''}."
    return Request(What.LAY, sentence, square, tile, aside_um, height_um)


def lift(square: int, tile: int = 1) -> Request:
    """Have tile `tile` lifted from `square`."""
    return Request(What.LIFT, f"Lift tile {tile} from {square_name(square)}.", square, tile,
                   height_um=LIFTED_MM * MM)


def lead(bench: Bench, square: int) -> None:
    """Light this square and no other, so that the hand finds it."""
    bench.say(LampsOff())
    bench.say(Lamp(square, *LEAD))


def fresh(bench: Bench) -> None:
    """Forget what the board has told so far."""
    bench.told(0)


def changes(told: Collection[Told]) -> list[tuple[int, bool]]:
    """The squares whose magnet came (True) or went, in order."""
    return [(each.message.square, bool(each.message.on)) for each in told if isinstance(each.message, HallChanged)]


def bad_squares(told: Collection[Told], counted: Counted) -> list[int]:
    """The squares that the board's own check has told to be bad; firmware of before tells the first alone."""
    squares = {each.message.where for each in told if isinstance(each.message, Measured)}
    return sorted((squares | ({counted.where} if counted.failed else set())) - {NOWHERE})


def on_now(bench: Bench) -> frozenset[int]:
    """The squares that hold a magnet once all has settled; none where the board does not tell."""
    bench.wait(SETTLES_S)
    fresh(bench)
    bench.say(StateWanted())
    told = bench.told(STATE_S, lambda message: isinstance(message, StateEnd))
    bits = next((each.message.bits for each in told if isinstance(each.message, HallState)), b"")
    return frozenset(8 * byte + bit for byte, eight in enumerate(bits) for bit in range(8) if eight & 0x80 >> bit)


def tags_on(bench: Bench, square: int) -> tuple[bytes, ...]:
    """The tags that answer on `square` when it is read now."""
    fresh(bench)
    bench.say(ReadAgain(square))

    def answers(message: object) -> bool:
        return isinstance(message, READINGS) and message.square == square  # type: ignore[attr-defined]

    told = [each.message for each in bench.told(READS_S, answers) if answers(each.message)]
    if not told or isinstance(told[-1], TagNone):
        return ()
    return (told[-1].tag, told[-1].other) if isinstance(told[-1], TagsSeveral) else (told[-1].tag,)


def loops_of(square: int) -> tuple[int, int]:
    """The row loop and the column loop that cross at `square`.

    >>> loops_of(0), loops_of(112)
    ((0, 15), (7, 22))
    """
    return square // SIDE, SIDE + square % SIDE
