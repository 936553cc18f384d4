"""Hands for the tests of a game's course: a game in a few words, and the events of a whole action at once."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine_lite import course_events as events
from engine_lite.board import Board
from engine_lite.clock import NS_PER_S
from engine_lite.course import Course, Refused, step
from engine_lite.course_events import Event
from engine_lite.course_tiles import plain
from engine_lite.notation import SeedStart
from engine_lite.placement import parse_play
from engine_lite.reasons import Reason
from engine_lite.rulebook import Rulebook
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tiles import Tile

A, B = 0, 1

# A word on row h, for games that are past their opening: QUINA at h5, or FARM at h8 (18 points as an opening).
QUINA = "15/15/15/15/15/15/15/4[QU]INA7/15/15/15/15/15/15/15"
FARM = "15/15/15/15/15/15/15/7FARM4/15/15/15/15/15/15/15"

# Worth 7 everywhere; and S 1 N 1 D 2 M 2 C 2 P 3 B 3 = 14 in Catalan, S 1 N 1 D 2 M 3 C 3 P 3 B 3 = 16 in English,
# S 1 N 1 D 2 M 4 C 1 P 2 B 9 = 20 in Romanian.
RACK_A, RACK_B = "A E S T R I O", "S N D M C P B"
BAG = "S S S S S S S S S S"
MARE = FARM.replace("FARM", "MARE")
BOARDS = {"manacor": QUINA, "fisc_school": MARE, "fisc_classic": QUINA, "frs_english": FARM, "frs_romanian": MARE}


def rules(name: str | Rulebook) -> Rulebook:
    return RULEBOOKS[name] if isinstance(name, str) else name


def tiles(text: str, name: str | Rulebook = "manacor") -> tuple[Tile, ...]:
    """Tiles by their faces, apart or together: `S E ? NY`."""
    return rules(name).tile_set.tiles(text.replace(" ", ""))


def game(
    name: str | Rulebook, a: str = "", b: str = "", *, board: str = "", bag: str | None = None, seat: int = A,
    left_s: tuple[float, float] | None = None, **more: object,
) -> Course:  # fmt: skip
    """A game between A and B whose first clock has just been started, that of `seat`."""
    book = rules(name)
    course = Course.new(
        book,
        racks=(tiles(a, book), tiles(b, book)),
        bag=None if bag is None else tiles(bag, book),
        board=Board.from_rows(board, book.tile_set) if board else Board.EMPTY,
        clocks_left_ns=tuple(round(left * NS_PER_S) for left in left_s) if left_s else (),
        **more,
    )
    return step(course, events.Started(seat))


def after(course: Course, *happened: Event) -> Course:
    """The course after events, each at the course's own time unless it names a later one."""
    for event in happened:
        course = step(course, event)
    return course


def lay(course: Course, text: str) -> Course:
    """The tiles of `h5 QUINA` laid one by one from the rack on turn; lower case lays a blank as that letter."""
    placement = parse_play(text, course.game.board, course.rulebook.tile_set)[1]
    return after(course, *(events.Laid(square, tile) for square, tile in placement.tiles))


def play(course: Course, text: str) -> Course:
    """A whole play and its press; where the rack is filled first, what the bag gives first."""
    return press(fill(lay(course, text), early=True))


def press(course: Course) -> Course:
    return after(course, events.Pressed(course.on_turn))


def fill(course: Course, seat: int | None = None, early: bool = False) -> Course:
    """`seat` draws all it may, the first tiles of the bag; `early` only where that comes before the press."""
    if early and course.rulebook.order != "draw_then_press":
        return course
    who = course.on_turn if seat is None else seat
    drawn = course.bag[: max(0, course.room(who))]
    return after(course, events.Drew(who, drawn)) if drawn else course


def waits(course: Course, seconds: float) -> Course:
    return after(course, events.Due(at_ns=course.at_ns + round(seconds * NS_PER_S)))


def later(course: Course, seconds: float, event: Event) -> Event:
    """`event`, so many seconds from now."""
    return replace(event, at_ns=course.at_ns + round(seconds * NS_PER_S))


def refused(course: Course, event: Event) -> list[str]:
    """Why `event` is refused, which leaves the course as it was."""
    before = repr(course)
    with pytest.raises(Refused) as caught:
        step(course, event)
    assert repr(course) == before
    return [defect.reason.value for defect in caught.value.defects]


def rule_of(course: Course, event: Event, reason: Reason) -> str:
    """The paragraph that the refusal of `event` names for `reason`."""
    with pytest.raises(Refused) as caught:
        step(course, event)
    return next(defect.rule for defect in caught.value.defects if defect.reason is reason)


def told_of(course: Course, event: Event) -> dict[str, str]:
    """What the refusal of `event` tells besides its reason."""
    with pytest.raises(Refused) as caught:
        step(course, event)
    return {name: text for defect in caught.value.defects for name, text in defect.data}


def square(name: str) -> int:
    return SeedStart.parse(name).square


def fails(course: Course) -> Course:
    """The side on turn lays a tile above the word on row h; the other challenges, the play falls and is removed."""
    seat, word = course.on_turn, min(course.game.board.squares)
    laid = after(course, events.Laid(word - 15, course.rack(seat)[0]))
    if course.rulebook.challenge_window != "until_refilled":
        laid = press(laid)
    return after(laid, events.Challenged(1 - seat), events.Ruled(False), events.Removed())


def scores(course: Course) -> Course:
    """The side on turn lays one tile under the word on row h, on the next free square."""
    top = next(s for s in sorted(course.game.board.squares) if course.game.board.at(s + 15) is None)
    laid = after(course, events.Laid(top + 15, course.rack(course.on_turn)[0]))
    return press(fill(laid, early=True))


def exchanges(course: Course) -> Course:
    """The side on turn exchanges one tile for the first of the bag."""
    seat = course.on_turn
    return after(course, events.Exchanged(seat, course.rack(seat)[:1], course.bag[:1]))


def sequence(course: Course, turns: str) -> Course:
    """Turns in letters: P pass, E exchange, I a failed play, + a play that scores; stops at the end of the game."""
    does = {"E": exchanges, "I": fails, "+": scores}
    for turn in turns.replace(" ", ""):
        if course.ended:
            break
        course = does[turn](course) if turn in does else after(course, events.Passed(course.on_turn))
    return course


def everywhere(course: Course) -> Counter[Tile]:
    """Every tile of the game, wherever it is, blanks without their names."""
    held: Iterable[Tile] = (tile for rack in course.racks for tile in rack)
    on_board = (tile for _, tile in (*course.game.board, *course.laid.tiles))
    return Counter(plain((*held, *on_board, *course.bag, *course.aside)))


def opened(name: str, **more: object) -> Course:
    """A has opened with MAR and pressed, or, where the rack is filled first, has laid it."""
    course = lay(game(name, "M A R E S T I", "T O R S E N C", **more), "h8 MAR")
    return course if course.rulebook.order == "draw_then_press" else press(course)


def falls(course: Course, *words: str) -> Course:
    """B challenges, and the play falls; its tiles still lie on the board."""
    return after(course, events.Challenged(B, words), events.Ruled(False))


def midgame(name: str, **more: object) -> Course:
    """A game past its opening, A on turn."""
    return game(name, RACK_A, RACK_B, **{"board": BOARDS[name], "bag": BAG, **more})
