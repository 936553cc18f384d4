"""What a script expected, held against the host's own table: None when it is so, else what was found instead."""

from collections.abc import Callable, Iterable, Mapping

from engine_lite.notation import square_name
from engine_lite.tiles import Tile
from host.core.prompts import never_built, prompts
from host.rehearsal.expected import TIE
from host.rehearsal.script import SEATS, Action
from host.rehearsal.stage import Stage

NS_PER_S = 1_000_000_000
COUNT_SET = "count_set"  # a rulebook's wish, and nothing that is wrong
GOES_ON = "the game goes on"
CLOCK_TOLERANCE_S = 1.0  # a turn, beside the time that hands took (0.4 s a tile, 0.6 s to the press)


def found_instead(action: Action, stage: Stage) -> str | None:
    """None when the expectation of `action` holds at `stage`, else what was found."""
    return _FOUND[action.word](action, stage)


def _score(action: Action, stage: Stage) -> str | None:
    seat, points = action.values[0]
    turns = [turn for turn in stage.table.game.turns if turn.seat == seat]
    if turns and turns[-1].points == points:
        return None
    return f"{turns[-1].points}" if turns else "no turn yet"


def _total(action: Action, stage: Stage) -> str | None:
    totals = stage.table.game.totals
    good = all(seat < len(totals) and totals[seat] == points for seat, points in action.values)
    return None if good else " ".join(f"{SEATS[seat]} {points}" for seat, points in enumerate(totals))


def _turn(action: Action, stage: Stage) -> str | None:
    table = stage.table
    if table.ended or table.game.on_turn is None:
        return "the game is over" if table.ended else "nobody's turn"
    return None if table.game.on_turn == action.seat else f"turn {SEATS[table.game.on_turn]}"


def _phase(action: Action, stage: Stage) -> str | None:
    phase = str(stage.table.phase)
    return None if (phase,) == action.names else phase


def _ended(action: Action, stage: Stage) -> str | None:
    ended = stage.table.ended
    return None if (ended,) == action.names else ended or GOES_ON


def _refused(action: Action, stage: Stage) -> str | None:
    defects = (defect for refusal in stage.refusals for defect in refusal.defects)
    return _named(action, ((str(defect.reason), defect.squares) for defect in defects), "nothing was refused")


def _prompt(action: Action, stage: Stage) -> str | None:
    return _named(action, _all_said(stage), "no prompt")


def _quiet(action: Action, stage: Stage) -> str | None:
    """Nothing is asked and nothing said but what `action` names, what stands there all the game, since the table was
    built so, and that the set is to be counted.
    """
    always = {COUNT_SET, *action.names, *(prompt.name for prompt in never_built(stage.table))}
    shown = [(name, squares) for name, squares in _all_said(stage) if name not in always]
    return "; ".join(" ".join([name, *map(square_name, squares)]) for name, squares in shown) or None


def _all_said(stage: Stage) -> list[tuple[str, tuple[int, ...]]]:
    """The prompts and notices that show now, each with its squares."""
    full: list[tuple[str, tuple[int, ...]]] = [(stage.storage, ())] if stage.storage else []
    return [*full, *((prompt.name, prompt.squares) for prompt in prompts(stage.table)), *stage.notices]


def _words(action: Action, stage: Stage) -> str | None:
    game = stage.table.game
    scores = [turn.score for turn in game.turns if turn.score is not None]
    if not scores:
        return "no play yet"
    text = game.rulebook.tile_set.text
    words = [text(Tile(tile.face) for tile in word.tiles) for word in scores[-1].words]
    return None if sorted(words) == sorted(action.names) else " ".join(words)


def _final(action: Action, stage: Stage) -> str | None:
    return _total(action, stage) if stage.table.ended else GOES_ON


def _winner(action: Action, stage: Stage) -> str | None:
    course = stage.table.course
    if not course.ended:
        return GOES_ON
    winner = TIE if course.winner is None else SEATS[course.winner]
    return None if winner == (action.names[0] if action.names else SEATS[action.seat]) else winner


def _bag(action: Action, stage: Stage) -> str | None:
    count = len(stage.table.course.bag)
    return None if count == action.count else str(count)


def _clock(action: Action, stage: Stage) -> str | None:
    table = stage.table
    left_s = table.clock.at(stage.now_ns())[action.seat] / NS_PER_S
    tolerance_s = CLOCK_TOLERANCE_S * max(1, len(table.game.turns))
    if -tolerance_s - stage.hands_s() <= left_s - action.seconds <= tolerance_s:
        return None
    sign, whole = "-" if left_s < 0 else "", abs(int(left_s))
    return f"{sign}{whole // 60}:{whole % 60:02}"


def _named(action: Action, found: Iterable[tuple[str, tuple[int, ...]]], nothing: str) -> str | None:
    """None when one of `found` has the expected name and, where squares are given, just those squares."""
    found = list(found)
    name, squares = action.names[0], set(action.squares)
    if any(each == name and (not squares or squares == set(where)) for each, where in found):
        return None
    return "; ".join(" ".join([each, *map(square_name, where)]) for each, where in found) or nothing


_FOUND: Mapping[str, Callable[[Action, Stage], str | None]] = {
    "expect score": _score, "expect total": _total, "expect turn": _turn, "expect phase": _phase,
    "expect ended": _ended, "expect refused": _refused, "expect prompt": _prompt, "expect words": _words,
    "expect clock": _clock, "expect final": _final, "expect winner": _winner, "expect bag": _bag,
    "expect quiet": _quiet,
}
