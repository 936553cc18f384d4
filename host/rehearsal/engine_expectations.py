"""What a script expected, held against the course of the game: None when it is so, else what was found instead."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from engine_lite.course import Course, Phase
from engine_lite.notation import square_name
from engine_lite.placement import wrong_with
from engine_lite.reasons import Defect, Reason
from engine_lite.tiles import Tile
from host.core.counting import to_be_counted
from host.core.state import Table
from host.core.wanted import wanting
from host.rehearsal.expected import TIE
from host.rehearsal.script import SEATS, Action

Shown = list[tuple[str, tuple[int, ...]]]  # prompts, each with its squares

NS_PER_S = 1_000_000_000
GOES_ON = "the game goes on"
COUNT_SET: tuple[str, tuple[int, ...]] = ("count_set", ())
LAID_BADLY = (Reason.GAPPED, Reason.DETACHED)  # what a table shows before the press (a prompt of the same name)


def found_instead(
    action: Action, table: Table, refused: tuple[Defect, ...], standing: Collection[int]
) -> str | None:
    """None when the expectation of `action` holds in the course of `table`, else what was found.

    `refused` are the defects of the line just before, `standing` the squares on which hands have left a tile.
    """
    if action.word == "expect refused":
        return _named(action, ((str(each.reason), each.squares) for each in refused), "nothing was refused")
    if action.word in _OF_PROMPTS:
        return _OF_PROMPTS[action.word](action, list(_prompts(table, standing)))
    return _FOUND[action.word](action, table.course)


def _score(action: Action, course: Course) -> str | None:
    seat, points = action.values[0]
    turns = [turn for turn in course.game.turns if turn.seat == seat]
    if turns and turns[-1].points == points:
        return None
    return f"{turns[-1].points}" if turns else "no turn yet"


def _total(action: Action, course: Course) -> str | None:
    return _numbers(action, course.game.totals)


def _final(action: Action, course: Course) -> str | None:
    return GOES_ON if course.final is None else _numbers(action, course.final)


def _numbers(action: Action, totals: tuple[int, ...]) -> str | None:
    good = all(seat < len(totals) and totals[seat] == points for seat, points in action.values)
    return None if good else " ".join(f"{SEATS[seat]} {points}" for seat, points in enumerate(totals))


def _turn(action: Action, course: Course) -> str | None:
    if course.ended or course.on_turn is None:
        return "the game is over" if course.ended else "nobody's turn"
    return None if course.on_turn == action.seat else f"turn {SEATS[course.on_turn]}"


def _phase(action: Action, course: Course) -> str | None:
    return None if course.phase == action.names[0] else str(course.phase)


def _ended(action: Action, course: Course) -> str | None:
    return None if course.ended == action.names[0] else str(course.ended) or GOES_ON


def _winner(action: Action, course: Course) -> str | None:
    if not course.ended:
        return GOES_ON
    winner = TIE if course.winner is None else SEATS[course.winner]
    return None if winner == (action.names[0] if action.names else SEATS[action.seat]) else winner


def _bag(action: Action, course: Course) -> str | None:
    return None if len(course.bag) == action.count else str(len(course.bag))


def _prompt(action: Action, shown: Shown) -> str | None:
    return _named(action, shown, "no prompt")


def _prompts(table: Table, standing: Collection[int]) -> Iterator[tuple[str, tuple[int, ...]]]:
    course = table.course
    for misfit in table.misfits:
        yield "no_longer_fits", tuple(sorted({square for each in misfit.defects for square in each.squares}))
    if course.undecided and course.phase is Phase.PAUSED:
        yield "no_longer_fits", ()
    for square in () if course.ended else sorted(wanting(table).keys() - standing):
        yield "missing", (square,)
    yield from _beside_the_turns(course)
    for prompt in course.prompts:
        squares = course.squares_of(prompt)
        left = tuple(square for square in squares if square in standing)
        if left or not squares:  # what hands have taken off in a pause is not asked for
            yield prompt, left
    if course.laid:
        for defect in wrong_with(course.game.board, course.laid, course.rulebook):
            if defect.reason in LAID_BADLY:
                yield str(defect.reason), defect.squares


def _beside_the_turns(course: Course) -> Shown:
    """What is asked before the first turn and after the last: that a side begins, that the set is to be counted."""
    begins = course.phase is Phase.RACKS and course.on_turn is not None
    return [*([("begins", ())] if begins else ()), *([COUNT_SET] if to_be_counted(course) else ())]


def _quiet(_action: Action, shown: Shown) -> str | None:
    """Nothing is asked but that the set is to be counted."""
    asked = [each for each in shown if each != COUNT_SET]
    return "; ".join(" ".join([name, *map(square_name, squares)]) for name, squares in asked) or None


def _words(action: Action, course: Course) -> str | None:
    scores = [turn.score for turn in course.game.turns if turn.score is not None]
    if not scores:
        return "no play yet"
    text = course.rulebook.tile_set.text
    words = [text(Tile(tile.face) for tile in word.tiles) for word in scores[-1].words]
    return None if sorted(words) == sorted(action.names) else " ".join(words)


def _clock(action: Action, course: Course) -> str | None:
    """None when the clock shows that minute and second, whether it rounds a begun second up or down."""
    left_s = course.clock.at(course.at_ns)[action.seat] / NS_PER_S
    if abs(left_s - action.seconds) < 1:
        return None
    return f"{'-' if left_s < 0 else ''}{abs(int(left_s)) // 60}:{abs(int(left_s)) % 60:02}"


def _named(action: Action, found: Iterable[tuple[str, tuple[int, ...]]], nothing: str) -> str | None:
    """None when one of `found` has the expected name and, where squares are given, just those squares."""
    found = list(found)
    name, squares = action.names[0], set(action.squares)
    if any(each == name and (not squares or squares == set(where)) for each, where in found):
        return None
    return "; ".join(" ".join([each, *map(square_name, where)]) for each, where in found) or nothing


_FOUND: Mapping[str, Callable[[Action, Course], str | None]] = {
    "expect score": _score, "expect total": _total, "expect turn": _turn, "expect phase": _phase,
    "expect ended": _ended, "expect final": _final, "expect winner": _winner, "expect bag": _bag,
    "expect words": _words, "expect clock": _clock,
}
_OF_PROMPTS: Mapping[str, Callable[[Action, Shown], str | None]] = {"expect prompt": _prompt, "expect quiet": _quiet}
