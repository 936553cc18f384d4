"""Decides what the voice says next: what is new from view to view, what goes first, what comes too late.

Pure: views and moments of game time in, sentences out. Knows nothing of what speaks them, nor how long that takes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

import msgspec

from host.schemas import GameView, PromptView, SeatView, TurnView
from host.words.speech import WARNINGS, end_spoken, prompt_spoken, turn_spoken, warning_spoken


class Rank(IntEnum):
    """What goes before what: hands must first put the board right, and a clock does not wait for a score."""

    PROMPT = 0
    CLOCK = 1
    TURN = 2
    END = 3


# Of each rank so many wait; of more, the newest stay. A score that is overtaken by the next stands on the sheet.
WAIT_MOST = {Rank.PROMPT: 8, Rank.CLOCK: 1, Rank.TURN: 1, Rank.END: 1}
# For so long a sentence may wait, in ms: later, `thirty seconds left` would be untrue. A prompt holds while it shows.
KEEPS_MS = {Rank.CLOCK: 5_000, Rank.TURN: 15_000, Rank.END: 60_000}
PROMPT_STANDS_MS = 1_500  # a prompt that hands are putting right already is not spoken
PROMPT_AGAIN_MS = 10_000  # a prompt that comes and goes is not spoken each time


@dataclass(frozen=True, slots=True)
class Utterance:
    """One sentence in `language` (ca, ro, en, es), new at `at_ms` of game time."""

    rank: Rank
    sentence: str
    language: str
    at_ms: int


def news(before: GameView | None, after: GameView, *, calling_names: bool = False) -> tuple[Utterance, ...]:
    """What has come about between two views of one game, in the order of Rank, of one rank what matters most first.

    Before the first view there is nothing: of it only the prompts are new, for the game may just have been resumed.
    """
    found = [(Rank.PROMPT, sentence) for sentence in _new_prompts(before, after)]
    if before is not None:
        found += [(Rank.CLOCK, sentence) for sentence in _new_warnings(before, after)]
        found += [
            (Rank.TURN, turn_spoken(turn, after.seats, after.language, calling_names=calling_names))
            for turn in _new_turns(before, after)
        ]
        if after.ended and (not before.ended or _totals(before) != _totals(after)):  # racks are settled after the end
            found.append((Rank.END, end_spoken(after)))
    return tuple(Utterance(rank, sentence, after.language, after.at_ms) for rank, sentence in found)


def _totals(view: GameView) -> tuple[int, ...]:
    return tuple(seat.total for seat in view.seats)


def _new_prompts(before: GameView | None, after: GameView) -> Iterator[str]:
    known = {prompt.sentence for prompt in before.prompts} if before else set()
    return (_spoken(prompt, after) for prompt in after.prompts if prompt.sentence not in known)


def _spoken(prompt: PromptView, view: GameView) -> str:
    """A prompt, with the name of whom it is said to if that is one side alone."""
    return prompt_spoken(prompt) if prompt.to is None else f"{view.seats[prompt.to].name}: {prompt_spoken(prompt)}"


def _new_warnings(before: GameView, after: GameView) -> Iterator[str]:
    """The lowest mark that each running clock has passed; a game that begins below a mark does not pass it."""
    for old, new in zip(before.seats, after.seats, strict=False):
        passed = [mark for mark in WARNINGS if old.clock_ms > mark >= new.clock_ms] if old.running else []
        if passed:
            yield warning_spoken(new.name, min(passed), after.language)


def _new_turns(before: GameView, after: GameView) -> Iterator[TurnView]:
    """Turns that were made, withdrawn or corrected, the last one first."""
    for place, turn in reversed(tuple(enumerate(after.turns))):
        if place >= len(before.turns) or _gist(turn) != _gist(before.turns[place]):
            yield turn


def _gist(turn: TurnView) -> tuple[object, ...]:
    """What a turn is, without the total: that changes too when an earlier turn does."""
    return turn.seat, turn.kind, turn.start, turn.text, turn.score


def aged(view: GameView, at_ms: int) -> GameView:
    """`view` as it is at `at_ms` when nothing else has happened: the running clocks have run on."""
    passed_ms = max(0, at_ms - view.at_ms)

    def later(seat: SeatView) -> SeatView:
        return msgspec.structs.replace(seat, clock_ms=seat.clock_ms - passed_ms) if seat.running else seat

    return msgspec.structs.replace(view, at_ms=view.at_ms + passed_ms, seats=tuple(map(later, view.seats)))


def still_waiting(waiting: tuple[Utterance, ...], view: GameView) -> tuple[Utterance, ...]:
    """Those of `waiting` that are worth saying at `view.at_ms`, what goes first first: never more than WAIT_MOST.

    What came at one moment keeps its order.
    """
    shown = {_spoken(prompt, view) for prompt in view.prompts}
    kept: list[Utterance] = []
    for rank in Rank:
        of_rank = [one for one in waiting if one.rank is rank and _holds(one, shown, view.at_ms)]
        of_rank.sort(key=lambda one: -one.at_ms)
        kept += of_rank[: WAIT_MOST[rank]]
    return tuple(kept)


def _holds(one: Utterance, shown: set[str], at_ms: int) -> bool:
    if one.rank is Rank.PROMPT:
        return one.sentence in shown
    return at_ms - one.at_ms <= KEEPS_MS[one.rank]


class VoiceQueue:
    """Follows one game and gives out what is to be said, one at a time; moments are game time in milliseconds."""

    def __init__(self, *, calling_names: bool = False) -> None:
        self._calling_names = calling_names
        self._view: GameView | None = None
        self._waiting: tuple[Utterance, ...] = ()
        self._prompted: dict[str, int] = {}

    def saw(self, view: GameView) -> None:
        """Take `view` as what now stands."""
        new = news(self._view, view, calling_names=self._calling_names)
        self._view = view
        self._waiting = still_waiting(new + self._waiting, view)

    def next(self, at_ms: int) -> Utterance | None:
        """What is to be said at `at_ms`, given out once; None when there is nothing."""
        if self._view is None:
            return None
        self.saw(aged(self._view, at_ms))
        self._prompted = {said: when for said, when in self._prompted.items() if at_ms - when < PROMPT_AGAIN_MS}
        for one in self._waiting:
            if self._is_due(one, at_ms):
                self._waiting = tuple(other for other in self._waiting if other is not one)
                if one.rank is Rank.PROMPT:
                    self._prompted[one.sentence] = at_ms
                return one
        return None

    def _is_due(self, one: Utterance, at_ms: int) -> bool:
        if one.rank is not Rank.PROMPT:
            return True
        return at_ms - one.at_ms >= PROMPT_STANDS_MS and one.sentence not in self._prompted
