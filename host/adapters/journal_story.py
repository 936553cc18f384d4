"""Decides what a journal's bytes still tell after a power cut or damage, and names what they do not.

Pure: bytes in, Story out. Knows nothing of files or of the game's rules.

Two things are told apart. A *torn tail* is the end of a file that never was a complete line: the power went while it
was written, nothing of it had been synced, and it may be cut off. *Damage* is all else that does not read: it was a
complete line once, so a person must decide what holds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from host.adapters.journal_lines import (
    FIRST_AFTER,
    Body,
    JournalError,
    OtherVersion,
    Totals,
    body_at,
    claimed_end,
    meaning_of,
    next_body,
)
from host.core.events import Event, GameOpened, Source

_NEARLY_NEWLINE = [bytes([ord("\n") ^ 1 << bit]) for bit in range(8)]

TORN_TAIL = "torn tail"
SET_ASIDE = "set aside"
NOT_OF_THIS_GAME = "does not belong with the record beside it"
OTHER_RECORD = "record "  # what is wrong begins so where it is another record than that which is expected
CRLF = b"\r\n"
CRLF_ENDS = "CR LF at the ends of its lines, as after a way through Windows or a mail"


@dataclass(frozen=True, slots=True)
class Damage:
    """What was taken off the end: `kind` is TORN_TAIL or SET_ASIDE (a person chose to go on from before it).

    `record` and `turn` are those it began with; `size` is in bytes; `kept` is the file that now holds it, "" if none.
    """

    kind: str
    record: int
    turn: int
    size: int
    kept: str = ""

    def __str__(self) -> str:
        where = f"; they are kept in {self.kept}" if self.kept else ""
        return f"{self.kind}: {self.size} bytes from record {self.record} (turn {self.turn}) on{where}"


class Damaged(JournalError):
    """Record `record`, on line `line` of the file, in turn `turn`, does not hold; nothing has been changed.

    `sound_before` counts the records before it, all sound; `sound_after` lists the sound ones after it by number.
    """

    def __init__(self, name: str, what: str, record: int, line: int, turn: int, sound_after: tuple[int, ...]) -> None:
        self.record = record
        self.line = line
        self.turn = turn
        self.sound_before = record - 1
        self.sound_after = sound_after
        where = f"record {record} (line {line}, turn {turn})"
        if record == 1 and not sound_after:
            super().__init__(nothing_sound(name))
            return
        if record == 1:  # no choice of a referee helps: every other record is read against it
            told = (
                f"{where}, which opens the game, {what}, and without it nothing can be read or repaired: move the "
                f"file away and go on from the players' sheets; `taula journal dump` shows what the "
                f"{len(sound_after)} sound records behind it still tell."
            )
        else:
            told = (
                f"{told_at(where, what)}; {self.sound_before} sound records stand before it and {len(sound_after)} "
                "after it: `taula journal repair` lets the referee choose what holds."
            )
        super().__init__(f"{name}: {told}")


class Wrapped(JournalError):
    """All records may hold, but something that no journal wrote stands around them; a repair takes it away."""


class NeverBegun(JournalError):
    """The file holds no whole record: the power went while the game was being opened."""


@dataclass(frozen=True, slots=True)
class Story:
    """All that a journal tells.

    `events` in the order written, each with the message it came from; `totals` a turn; `last_ns` the latest game time
    (ns) of any event; `sources` for each board the boot last heard and the number of the message wanted next;
    `code` the version that opened the game.
    """

    events: tuple[tuple[Event, Source | None], ...]
    totals: tuple[Totals, ...]
    last_ns: int
    sources: dict[str, tuple[int, int]]
    damage: Damage | None
    code: str


class Reading(NamedTuple):
    """A Story and where to write on: after byte `size`, behind record `number` whose CRC is `crc`."""

    story: Story
    size: int
    number: int
    crc: int


class Line(NamedTuple):
    """A line as found, from byte `start` on."""

    start: int
    body: Body | None  # None: nothing sound until the next line


class _Fault(NamedTuple):
    start: int
    what: str


def read(data: bytes, name: str, until: int | None = None) -> Reading:
    """What `data`, the journal called `name`, tells; with `until`, only what stands before that record number.

    Raises NeverBegun; Wrapped; Damaged when a record (before `until`) does not hold; OtherVersion; JournalError for
    an `until` that leaves nothing.
    """
    if until is not None and until < 2:
        raise JournalError(f"{name}: nothing stands before record 1: begin the game anew.")
    _refuse_wrapped(data, name)
    lines, fault = _sound_lines(data)
    if until is not None:
        lines, fault = _before(until, lines, fault)
    bodies = [line.body for line in lines if line.body is not None]
    code = str(bodies[0].fields.get("code", "")) if bodies else ""
    meanings = meanings_of(bodies, name, code)
    turn = 1 + max((what.turn for what, _ in meanings if isinstance(what, Totals)), default=0)
    damage = None if fault is None else _damage(data, name, fault, len(bodies) + 1, turn)
    if not meanings or not isinstance(meanings[0][0], GameOpened):
        raise NeverBegun(nothing_sound(name))
    size = len(data) if fault is None else fault.start
    return Reading(story_of(meanings, damage, code), size, len(bodies), bodies[-1].crc)


def _before(until: int, lines: list[Line], fault: _Fault | None) -> tuple[list[Line], _Fault | None]:
    """What a person chose to keep; a choice past the fault does not mend it."""
    if until <= len(lines):
        return lines[: until - 1], _Fault(lines[until - 1].start, SET_ASIDE)
    if until == len(lines) + 1 and fault is not None and fault.what != TORN_TAIL:
        return lines, _Fault(fault.start, SET_ASIDE)
    return lines, fault


def _refuse_wrapped(data: bytes, name: str) -> None:
    if ends_in_crlf(data):
        raise Wrapped(f"{name} has {CRLF_ENDS}: `taula journal repair` ends them as they were.")
    if size := size_before_first(data):
        raise Wrapped(f"{name}: {size} bytes that are not the game's stand before record 1 (line 1): "
                      "`taula journal repair` sets them aside, and the game stays whole.")


def ends_in_crlf(data: bytes) -> bool:
    """Whether the first sound record ends in CR LF, which no journal writes: JSON never holds either byte."""
    start = next_body(data, 0)
    body = None if start is None else body_at(data, start)
    return body is not None and data[body.end : body.end + 2] == CRLF


def size_before_first(data: bytes) -> int:
    """How many bytes that hold no record stand before a sound record 1: a mark of an editor, an empty line."""
    lines = lines_in(data)
    if (first := next(lines, None)) is None or first.body is not None:
        return 0
    second = next(lines, None)
    if second is None or second.body is None or (second.body.number, second.body.after) != (1, FIRST_AFTER):
        return 0
    return second.start


def lines_in(data: bytes, at: int = 0) -> Iterator[Line]:
    """Every line from byte `at` on: sound records, and the stretches between them that hold none."""
    while at < len(data):
        body = body_at(data, at)
        if body is not None and data[body.end : body.end + 1] == b"\n":
            yield Line(at, body)
            at = body.end + 1
        else:
            yield Line(at, None)
            at = next_body(data, at + 1) or len(data)


def _sound_lines(data: bytes) -> tuple[list[Line], _Fault | None]:
    """The lines from the first on that hold, and what is wrong with the first that does not."""
    sound: list[Line] = []
    after = FIRST_AFTER
    for line in lines_in(data):
        if line.body is None:
            return sound, _Fault(line.start, wrong_with_stretch(data, line.start))
        if line.body.number != len(sound) + 1:
            return sound, _Fault(line.start, _not_next(data, line.start, line.body, sound))
        if line.body.after != after:
            # Both prove themselves, and the later one says what the earlier one was.
            start = sound.pop().start if sound else line.start
            return sound, _Fault(start, NOT_OF_THIS_GAME)
        sound.append(line)
        after = line.body.crc
    return sound, None


def _not_next(data: bytes, start: int, found: Body, sound: list[Line]) -> str:
    """What to say of the record that should follow `sound`, where `found` stands at byte `start`."""
    bodies = (line.body for line in lines_in(data, start))
    beyond = next((each for each in bodies if each is None or each.number > len(sound)), None)
    if beyond is None or beyond.number != len(sound) + 1 or found.number > len(sound):
        return missing(found.number)
    return late(found, sound[found.number - 1].body)


def late(found: Body, kept: Body | None) -> str:
    """What to say of a place where no record is lost but `found` stands, of whose number `kept` is there already."""
    twice = kept is not None and kept.crc == found.crc
    return f"{OTHER_RECORD}{found.number} stands {'twice' if twice else 'out of its place'}"


def told_at(where: str, what: str) -> str:
    """What is wrong with the record at `where`, or before it.

    >>> told_at("record 51 (line 51)", "is damaged"), told_at("record 51 (line 51)", "record 50 stands twice")
    ('record 51 (line 51) is damaged', 'record 50 stands twice, before record 51 (line 51)')
    """
    return f"{what}, before {where}" if what.startswith(OTHER_RECORD) else f"{where} {what}"


def missing(found: int) -> str:
    """What to say of a record in whose place number `found` stands."""
    return f"is missing: number {found} stands in its place"


def wrong_with_stretch(data: bytes, start: int) -> str:
    """What to say of the stretch from `start` on that holds no sound record: TORN_TAIL or that it is damaged."""
    if next_body(data, start + 1) is None and not _was_complete(data, start):
        return TORN_TAIL
    return "is damaged"


def _was_complete(data: bytes, start: int) -> bool:
    """Whether the unreadable end from `start` on shows any sign that a complete line stood there.

    The newline is the last byte of the one write that makes a line, so a line cut short has none. Any one flipped bit
    leaves a sign: a newline at the end, an end of JSON before a newline, a newline where the length says, or a
    record that is sound but for one bit of its newline. Any other byte there is what a file system that had only
    lengthened the file left.
    """
    end = claimed_end(data, start)
    foreign = b"" if end is None else data[end : end + 1]
    if body_at(data, start) is not None:
        return foreign in _NEARLY_NEWLINE
    return data.endswith(b"\n") or b"}\n" in data[start:] or foreign == b"\n"


def nothing_sound(name: str) -> str:
    """What to say of a file `name` in which no record holds."""
    return (f"{name} holds no sound record of a game: it is no journal, or nothing is left of it; move it away and "
            "begin anew.")


def meanings_of(bodies: list[Body], name: str, code: str) -> list[tuple[Event | Totals, Source | None]]:
    """What each record of the journal `name`, opened by version `code`, says. Raises OtherVersion."""
    try:
        return [meaning_of(body) for body in bodies]
    except OtherVersion as why:
        which = f"version {code} of Taula, which wrote it" if code else "the version of Taula that wrote it"
        text = f"{name}: {str(why)[:-1]}: open this game with {which}, or with a newer one."
        raise OtherVersion(text) from why


def _damage(data: bytes, name: str, fault: _Fault, record: int, turn: int) -> Damage:
    """The Damage of a torn tail or of what was set aside. Raises Damaged for every other fault."""
    if fault.what in (TORN_TAIL, SET_ASIDE):
        return Damage(fault.what, record, turn, len(data) - fault.start)
    line = data.count(b"\n", 0, fault.start) + 1
    bodies = [found.body for found in lines_in(data, fault.start) if found.body is not None]
    after = tuple(body.number for body in bodies if body.number > record)
    raise Damaged(name, fault.what, record, line, turn, after)


def story_of(meanings: list[tuple[Event | Totals, Source | None]], damage: Damage | None, code: str) -> Story:
    """The Story of records in their order, of which one at least is an event."""
    told = tuple((what, source) for what, source in meanings if isinstance(what, Event))
    sources: dict[str, tuple[int, int]] = {}
    for _, source in told:
        if source is not None:
            sources[source.board] = (source.boot, source.number + 1)
    return Story(
        events=told,
        totals=tuple(what for what, _ in meanings if isinstance(what, Totals)),
        last_ns=max(event.at_ns for event, _ in told),
        sources=sources,
        damage=damage,
        code=code,
    )
