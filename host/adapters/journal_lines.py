"""Decides what one line of a game's journal looks like: an event or a turn's totals to bytes, and back.

Pure. Knows nothing of files, of what stands on the other lines, or of what an event means to the game.

A line is `length crc json` and a newline: six decimal digits, the count of bytes of the JSON; eight hexadecimal
digits, the CRC-32 of the JSON (zlib's, ISO 3309); the JSON in UTF-8, which never holds a newline of its own. The JSON
begins with `n`, the running number of the record from 1, and `after`, the CRC of the line before (`00000000` on the
first): each line proves itself, and the lines prove each other's order.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from host.adapters.journal_older import FORMAT, READ, as_now
from host.core import events
from host.core.events import Event, GameOpened, Source, TableEvent

LONGEST_JSON = 999_999  # bytes: what six digits can say
HEADER_BYTES = 16  # "000123 9af01b2c "
FIRST_AFTER = 0  # what the first record names as the CRC before it

_HEADER = re.compile(rb"[0-9]{6} [0-9a-f]{8} \{")
_BEGINS = re.compile(rb'\{"n":[0-9]+,"after":"[0-9a-f]{8}",')


class JournalError(Exception):
    """Something about a game's journal that a person must hear of; the text is one sentence."""


class Unwritable(JournalError):
    """No line can hold this event: half a character, more than LONGEST_JSON; with an older msgspec, past 64 bits."""


class OtherVersion(JournalError):
    """A sound record that this code does not understand: another version wrote it."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of all seats, in order, after committed turn `turn` (1, 2, ...)."""

    turn: int
    totals: tuple[int, ...]


class Body(NamedTuple):
    """A sound record as found: its JSON ends before byte `end`; `fields` is what follows `n` and `after`."""

    end: int
    crc: int
    number: int
    after: int
    fields: dict[str, Any]


def _known_events() -> dict[str, type[Event]]:
    found = (getattr(events, name) for name in events.__all__)
    return {kind.__name__: kind for kind in found if issubclass(kind, Event) and kind not in (Event, TableEvent)}


EVENTS: Mapping[str, type[Event]] = _known_events()
_FIELDS = {kind: frozenset(field.name for field in fields(kind)) for kind in (*EVENTS.values(), Totals)}
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(dict[str, Any])


def line_of(number: int, after: int, what: Event | Totals, source: Source | None = None, code: str = "") -> bytes:
    r"""The line of record `number`, which follows the line with CRC `after`; `code` is the version that opens a game.

    >>> line_of(2, 0x9af01b2c, events.Started(0, at_ns=5), Source("board", 1, 17))
    b'000087 1629356b {"n":2,"after":"9af01b2c","event":"Started","at_ns":5,"seat":0,"source":["board",1,17]}\n'

    Raises Unwritable.
    """
    try:
        told = _encoder.encode(what)[1:]
        kind = f'"note":"{type(what).__name__}"' if isinstance(what, Totals) else f'"event":"{type(what).__name__}"'
        if isinstance(what, GameOpened):
            kind = f'"format":{FORMAT},"code":{_encoder.encode(code).decode()},{kind}'
        if source is not None:
            told = told[:-1] + b',"source":' + _encoder.encode(source) + b"}"
    except (TypeError, ValueError, OverflowError) as why:
        raise Unwritable(f"{type(what).__name__} cannot be written to the journal: {why}.") from why
    json = f'{{"n":{number},"after":"{after:08x}",{kind},'.encode() + told
    if len(json) > LONGEST_JSON:
        raise Unwritable(f"{type(what).__name__} is too long for the journal: {len(json)} of {LONGEST_JSON} bytes.")
    return b"%06d %08x %s\n" % (len(json), crc32(json), json)


def crc_of(line: bytes) -> int:
    """The CRC that `line` carries: what the next line names in `after`."""
    return int(line[7:15], 16)


def claimed_end(data: bytes, at: int) -> int | None:
    """Where the JSON of the line that begins at byte `at` ends by its length digits; None if those are no digits."""
    digits = data[at : at + 6]
    return at + HEADER_BYTES + int(digits) if len(digits) == 6 and digits.isdigit() else None


def body_at(data: bytes, at: int) -> Body | None:
    """The record that begins at byte `at`, its newline not looked at; None unless header, length and CRC agree."""
    end = claimed_end(data, at)
    if end is None or end > len(data) or not _HEADER.match(data, at):
        return None
    json = data[at + HEADER_BYTES : end]
    crc = crc_of(data[at : at + HEADER_BYTES])
    if crc32(json) != crc:
        return None
    try:
        told = _decoder.decode(json)
        return Body(end, crc, int(told.pop("n")), int(told.pop("after"), 16), told)
    except (msgspec.DecodeError, KeyError, TypeError, ValueError, RecursionError):
        return None  # a right CRC over something that no journal ever wrote


def next_body(data: bytes, at: int) -> int | None:
    """The first byte from `at` on where a sound record begins; a text inside a record cannot pass for one, since
    JSON escapes its quotation marks.
    """
    for header in _HEADER.finditer(data, at):
        if body_at(data, header.start()) is not None:
            return header.start()
    return None


def meaning_of(body: Body) -> tuple[Event | Totals, Source | None]:
    """What a sound record says, and the message that brought it. Raises OtherVersion for what is unknown here."""
    told = as_now(dict(body.fields))
    source = told.pop("source", None)
    if body.number == 1:
        _check_format(told)
    kind = _kind_of(body.number, told)
    if strange := told.keys() - _FIELDS[kind]:
        raise OtherVersion(f"Record {body.number}, {kind.__name__}, holds an unknown field, {min(strange)}.")
    try:
        what: Event | Totals = msgspec.convert(told, kind, strict=True)
        return what, None if source is None else msgspec.convert(source, Source, strict=True)
    except msgspec.ValidationError as why:
        raise OtherVersion(f"Record {body.number}, {kind.__name__}, holds an unknown value: {why}.") from why


def _check_format(told: dict[str, Any]) -> None:
    told.pop("code", None)
    if (found := told.pop("format", None)) not in READ:
        raise OtherVersion(f"The journal is of format {found}, and this version reads format {FORMAT} and older.")


def _kind_of(number: int, told: dict[str, Any]) -> type[Event] | type[Totals]:
    if told.get("note") == Totals.__name__:
        del told["note"]
        return Totals
    name = told.pop("event", None)
    if not isinstance(name, str) or name not in EVENTS:
        raise OtherVersion(f"Record {number} holds an unknown event, {name or told.get('note')}.")
    return EVENTS[name]


def renumbered(json: bytes, number: int, after: int) -> bytes:
    r"""The line that says the same as the record in `json`, as record `number` behind the line with CRC `after`.

    >>> renumbered(b'{"n":3,"after":"9af01b2c","event":"Calmed","at_ns":5}', 2, 0)
    b'000053 087c01ac {"n":2,"after":"00000000","event":"Calmed","at_ns":5}\n'

    Raises Unwritable for a record that `line_of` has not written.
    """
    begins = _BEGINS.match(json)
    if begins is None:
        raise Unwritable(f"Record {number} was not written by this journal: it cannot be given another number.")
    told = f'{{"n":{number},"after":"{after:08x}",'.encode() + json[begins.end() :]
    return b"%06d %08x %s\n" % (len(told), crc32(told), told)
