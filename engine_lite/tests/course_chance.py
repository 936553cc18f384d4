"""Random hands for the tests of a game's course: what they may well do next, and what they should not.

Chance is a random.Random that the test hands in; every choice comes from it.
"""

from random import Random
from typing import Any

from engine_lite import course_events as events
from engine_lite.clock import NS_PER_S
from engine_lite.course import STEPS, Course, Phase
from engine_lite.course_events import Event, Form
from engine_lite.course_exchange import senyors_draws
from engine_lite.layout import SIDE
from engine_lite.tiles import Tile

# Events after which little else can happen; rare, so that games grow long.
RARE = (events.Resigned, events.Disqualified, events.NoPlay)


def next_events(course: Course, chance: Random) -> list[Event]:
    """Some events that hands bring about now; most of them are allowed."""
    if chance.random() < 0.1:
        return foolish(course, chance)
    if course.phase is Phase.PAUSED:
        return [events.Resumed()]
    if course.challenge:
        return [chance.choice([events.Ruled(True), events.Ruled(False), events.Unchallenged(course.challenge.by)])]
    if course.removing:
        seat = course.game.turns[-1].seat
        return [chance.choice([events.Removed(), events.Removed(), events.Appealed(seat)])]
    if course.overdraw:
        return _back_into_the_bag(course, chance)
    if course.on_turn is None or course.ended:
        return [events.Accepted(chance.randrange(2))]
    return _turn(course, course.on_turn, chance)


def _back_into_the_bag(course: Course, chance: Random) -> list[Event]:
    over = course.overdraw
    assert over is not None, "something is to go back"
    pool = course.rack(over.seat) if over.form is Form.MIXED else over.new
    surplus = pool[-over.surplus :]
    return [
        events.Returned(over.seat, surplus),
        *(events.Took(1 - over.seat, over.seat, taken, surplus) for taken in range(1, 12)),
        *([events.Mixed(over.seat)] if chance.random() < 0.2 else []),
        *([events.Looked(over.seat)] if chance.random() < 0.2 else []),
    ]


def _turn(course: Course, seat: int, chance: Random) -> list[Event]:
    other, bag = 1 - seat, course.bag
    refill = [events.Drew(who, bag[: max(0, course.room(who))]) for who in (other, seat)]
    some = tuple(chance.sample(course.rack(seat), chance.randint(0, len(course.rack(seat)))))
    said: list[Event] = [
        events.Challenged(seat), events.Challenged(other), events.Held(seat), events.Released(seat),
        events.PlayAccepted(seat), events.Paused(), events.Disputed(other),
        events.Halted(True), events.Halted(False),
    ]  # fmt: skip
    turns: list[list[Event]] = [
        [events.Passed(seat)],
        [events.Exchanged(seat, some, bag[: len(some)])],
        [events.ShortExchanged(seat, some, bag[: len(some)])],
        [events.Senyors(seat, bag[: senyors_draws(course)])],
        [events.Overdrew(other, bag[: course.room(other) + chance.randint(1, 3)], chance.choice(list(Form)))],
        [chance.choice(said)],
        [refill[0]],
    ]
    if chance.random() < 0.4:
        return chance.choice(turns)
    doubts: list[list[Event]] = [[], [], [], [events.Challenged(other)], [events.Held(other)]]
    return [*(events.TakenUp(square) for square in course.laid.squares), refill[0], *_play(course, chance),
            *chance.choice(doubts), refill[1], events.Pressed(seat), *chance.choice(doubts)]  # fmt: skip


def _play(course: Course, chance: Random) -> list[Event]:
    """Tiles of the rack on the free squares of one line, outwards from a played tile or from the centre."""
    board, rack = course.game.board, course.rack(course.on_turn or 0)
    anchor = chance.choice(sorted(board.squares)) if len(board) else course.rulebook.layout.centre
    down = chance.random() < 0.5
    first = anchor % SIDE if down else anchor - anchor % SIDE
    line = list(range(first, first + SIDE * (SIDE if down else 1), SIDE if down else 1))
    before = [square for square in line if square < anchor and board.at(square) is None][::-1]
    behind = [square for square in line if square >= anchor and board.at(square) is None]
    count = chance.randint(1, 7)
    cut = chance.randint(0, count) if len(board) else 0
    made: list[Event] = []
    for square, tile in zip(before[:cut] + behind[: count - cut], rack, strict=False):
        made.append(events.Laid(square, tile))
        if tile.blank:
            made.append(events.Declared(square, chance.choice(["A", "E", "E", "K", "?"])))
    return made


def foolish(course: Course, chance: Random) -> list[Event]:
    """An event of any kind with anything in it."""
    kind = chance.choice(sorted(STEPS, key=lambda each: each.__name__))
    if kind in RARE and chance.random() < 0.8:
        return []
    pool = (*course.bag[:4], *course.racks[0], Tile("Ω"))
    some = tuple(chance.choice(pool) for _ in range(chance.randint(0, 8)))
    squares = [*range(94, 132), 0, 224, 225, -1]
    values: dict[str, Any] = {
        **{name: chance.choice([0, 1, 0, 1, 2, -1]) for name in ("seat", "by", "from_seat")},
        **{name: chance.choice(squares) for name in ("square", "source", "target")},
        **dict.fromkeys(("tiles", "out", "drawn", "keeps"), some),
        "tile": chance.choice([Tile("A"), Tile("?", True)]), "face": chance.choice(["A", "K", "", "NY"]),
        "returns": some[:2], "taken": chance.randint(-1, 9), "form": Form.SEEN, "valid": chance.random() < 0.5,
        "on": chance.random() < 0.5,
        "left_ns": chance.randint(-5, 5) * 300 * NS_PER_S, "words": chance.choice([(), ("A",)]), "text": "verb",
        "who": "referee", "why": "forgotten",
        "by_list": chance.choice(["", "DISC, 2026-05"]),
    }  # fmt: skip
    return [kind(**{name: values[name] for name in kind.__dataclass_fields__ if name != "at_ns"})]
