"""What the referee's page remembers of a game: the last acts with their time, and since when each prompt is there.

Pure: events with the table before and after them in, lines out. A line names what happened and its fields, never a
sentence (host/words/log.py) and never a tile of a rack.
"""

from collections import deque
from collections.abc import Iterable

from engine_lite.notation import square_name
from engine_lite.tiles import BLANK
from host.core import events
from host.core.effects import Effect, Refuse
from host.core.fusion import SQUARES
from host.core.state import BOARD, Correction, Table
from host.schemas import LogView, PromptView, SinceView

NS_PER_MS = 1_000_000
KEPT = 200  # lines: some hours of a troubled game
AGAIN_MS = 2_000  # a prompt that comes back within this has never been away: its square was only read again
WHILE_LAYING = ("gapped", "detached")  # as every play is, from its first tile to its last

Lines = Iterable[tuple[str, tuple[str, ...], dict[str, str]]]
_Key = tuple[str, tuple[str, ...]]
_SAID = {
    events.Started: "started", events.Reopened: "reopened", events.Carried: "carried", events.Paused: "paused",
    events.Resumed: "went_on", events.Disputed: "disputed", events.Unchallenged: "unchallenged",
    events.Appealed: "appealed", events.RackTyped: "rack_typed", events.Resigned: "resigned",
    events.Disqualified: "disqualified", events.NoPlay: "no_play", events.TileReplaced: "tile_replaced",
}  # fmt: skip


class RefereeLog:
    """The log of one game, from the moment when the table was opened or taken up again."""

    def __init__(self) -> None:
        self._lines: deque[LogView] = deque(maxlen=KEPT)
        self._since: dict[_Key, int] = {}
        self._gone: dict[_Key, tuple[int, int]] = {}  # prompts that have gone: since when they were there, and when
        self._before: Table | None = None

    @property
    def lines(self) -> tuple[LogView, ...]:
        """The last acts, the newest first."""
        return tuple(reversed(self._lines))

    @property
    def since(self) -> tuple[SinceView, ...]:
        """Since when each prompt has been there."""
        return tuple(SinceView(*key, at_ms) for key, at_ms in self._since.items())

    def begin(self, opened: events.GameOpened, table: Table) -> None:
        """The first record of the game, and the table before the first event that is told."""
        self._before = table
        self._lines.append(LogView(opened.at_ns // NS_PER_MS, "opened"))

    def happened(self, event: events.Event, table: Table, effects: tuple[Effect, ...]) -> None:
        """An event, and the table and the effects after it; what was refused has not happened.

        Nor has what people say while a press is being decided: that waits, and is carried out after it.
        """
        before, self._before = self._before, table
        if before is None:
            return
        refused = any(isinstance(effect, Refuse) for effect in effects)
        done = [] if refused else _carried_out((*before.waiting, event), table)
        lines = [(each.at_ns, line) for each in done for line in _of_event(each, before)]
        lines += [(event.at_ns, line) for line in _of_change(before, table)]
        for at_ns, (name, squares, data) in lines:
            self._lines.append(LogView(at_ns // NS_PER_MS, name, squares, data))

    def saw(self, prompts: Iterable[PromptView], at_ms: int) -> None:
        """What is to be put right at game time `at_ms`: new prompts are logged, the others keep their age.

        One whose squares become fewer, as hands put it right, or others, as a tile goes on, is as old as it was.
        """
        now = {(prompt.name, prompt.squares): prompt for prompt in prompts}
        self._gone = {key: (since, left) for key, (since, left) in self._gone.items() if at_ms - left <= AGAIN_MS}
        for key in self._since.keys() - now.keys():
            self._gone[key] = self._since.pop(key), at_ms
        for key, prompt in now.items():
            if key in self._since:
                continue
            before = self._gone.get(key) or self._like(prompt)
            self._since[key] = at_ms if before is None else before[0]
            if prompt.name not in WHILE_LAYING and (before is None or not self._told(prompt)):
                self._lines.append(LogView(at_ms, prompt.name, prompt.squares, dict(prompt.data)))

    def _like(self, prompt: PromptView) -> tuple[int, int] | None:
        """A prompt of that name that has just gone, on a square of this one: since when it was there, and when."""
        found = [since for (name, squares), since in self._gone.items()
                 if name == prompt.name and not set(squares).isdisjoint(prompt.squares)]
        return min(found, default=None)

    def _told(self, prompt: PromptView) -> bool:
        """Whether one that has just gone has named all squares of this one."""
        return any(name == prompt.name and set(prompt.squares) <= set(squares) for name, squares in self._gone)


def _carried_out(told: Iterable[events.Event], table: Table) -> list[events.Event]:
    """Those of the events `told` that do not wait any more."""
    return [each for each in told if not any(each is waits for waits in table.waiting)]


def _of_event(event: events.Event, before: Table) -> Lines:
    """What `event` itself says that somebody did."""
    seats = before.seats
    match event:
        case events.ClockCorrected(seat=seat, left_ns=left_ns, why=why):
            yield "clock_set", (), {**_who(seat, seats), "left_ms": str(left_ns // NS_PER_MS), **_why(why)}
        case events.PointsGiven(seat=seat, points=points, why=why):
            yield "points", (), {**_who(seat, seats), "points": str(points), **_why(why)}
        case events.Noted(text=text):
            yield "noted", (), {"text": text}
        case events.TileNamed(square=square, face=face) if 0 <= square < SQUARES:
            data = {"face": face} if face and face != BLANK.face else {}
            yield ("tile_named" if face else "named_empty"), (square_name(square),), data
        case _ if type(event) in _SAID:
            yield _SAID[type(event)], (), _who(getattr(event, "seat", getattr(event, "by", None)), seats)


def _of_change(before: Table, after: Table) -> Lines:
    """What has come of an event, whatever it was: challenges, verdicts, corrections, squares left out, the end."""
    challenge = after.course.challenge
    if challenge is not None and before.course.challenge is None and not challenge.appeals:
        yield "challenged", (), {**_who(challenge.by, after.seats), "words": ", ".join(challenge.words)}
    verdict = after.course.verdict
    if verdict is not None and verdict is not before.course.verdict and verdict.before.challenge is not None:
        name = "ruled_valid" if verdict.valid else "ruled_invalid"
        by = {"list": verdict.by_list} if verdict.by_list else {}
        yield name, (), {"words": ", ".join(verdict.before.challenge.words), **by}
    yield from _of_corrections(before.corrections, after.corrections)
    for name, found in (("masked", after.sensed.masked - before.sensed.masked),
                        ("unmasked", before.sensed.masked - after.sensed.masked)):
        if found:
            yield name, tuple(square_name(square) for square in sorted(found)), {}
    if BOARD in before.parts and BOARD not in after.parts:
        yield "board_gone", (), {}
    if BOARD in after.parts and BOARD not in before.parts:
        yield "board_there", (), {}
    if after.ended and not before.ended:
        yield "ended", (), {"ended": after.ended}


def _of_corrections(before: tuple[Correction, ...], after: tuple[Correction, ...]) -> Lines:
    """Turns put right, and whatever was put right and is no longer; clocks and points are logged as they are set."""
    for number, each in enumerate(after, start=1):
        was = before[number - 1] if number <= len(before) else None
        event = each.event
        if was is None and isinstance(event, events.Corrected):
            yield "corrected", (), {"turn": str(event.turn), "before": each.before, "after": each.after,
                                    **_why(event.why)}
        elif was is not None and each.undone and not was.undone:
            yield "correction_undone", (), {"number": str(number)}


def _why(reason: str) -> dict[str, str]:
    return {"why": reason} if reason else {}


def _who(seat: int | None, seats: tuple[str, ...]) -> dict[str, str]:
    """The player's name, as far as it is somebody's deed."""
    return {"player": seats[seat]} if seat is not None and 0 <= seat < len(seats) else {}
