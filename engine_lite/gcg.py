"""Annotated games (GCG 1.2 of 2019-05-12, as it is really written): text in, a record out, and back.

Checks the form only: what an entry means on a board, and whether it can have happened, is found by replaying it.
"""

from engine_lite.gcg_lines import entry_of
from engine_lite.gcg_record import (
    AgreedEntry,
    BadGcg,
    BonusEntry,
    EndBonusEntry,
    EndPenaltyEntry,
    Entry,
    ExchangeEntry,
    GivenEntry,
    Note,
    PassEntry,
    PenaltyEntry,
    PlayEntry,
    Player,
    RackLeft,
    Record,
    TimeEntry,
    WithdrawEntry,
)
from engine_lite.gcg_sheet import RackLine, Sheet, sheet_of
from engine_lite.gcg_tiles import Spelling, named_tile_set, tile_set_of_lexicon, tile_set_of_texts
from engine_lite.gcg_writer import plain, write
from engine_lite.quoting import quoted
from engine_lite.tiles import ENGLISH, TILE_SETS, NotATile, TileSet

__all__ = [
    "AgreedEntry",
    "BadGcg",
    "BonusEntry",
    "EndBonusEntry",
    "EndPenaltyEntry",
    "Entry",
    "ExchangeEntry",
    "GivenEntry",
    "Note",
    "PassEntry",
    "PenaltyEntry",
    "PlayEntry",
    "Player",
    "RackLeft",
    "Record",
    "TimeEntry",
    "WithdrawEntry",
    "plain",
    "read",
    "write",
]

FIELDS = frozenset({"lexicon", "title", "description", "id", "tile-distribution"})


def read(text: str, tile_set: TileSet | None = None) -> Record:
    """The record that `text` is; raises BadGcg with the first line that has no form of an annotated game.

    The tiles are those that the text names in `#tile-distribution` or `#tile-set`, else `tile_set`, else those of
    its `#lexicon`, else English or, where a letter is on no English tile, the first set that has it.

    >>> record = read("#player1 a Ann\\n#player2 b Bo\\n>a: AEIRSTW 8D WAITE +24 24\\n>b: UNKNOWN - +0 0")
    >>> [(entry.kind, entry.total) for entry in record.entries], record.entries[1].rack
    ([('play', 24), ('pass', 0)], None)
    """
    sheet = sheet_of(text)
    players = sheet.players
    spelling = Spelling(_tile_set(sheet, tile_set))
    entries = tuple(entry_of(line, players, spelling) for line in sheet.events)
    _time_comes_last(entries, sheet)
    facts = sheet.facts
    return Record(
        players,
        spelling.tile_set,
        entries,
        tuple(note for note in sheet.notes if note.text),
        tuple(_rack_left(rack, spelling) for rack in sorted(sheet.racks, key=_seat_of)),
        facts.get("lexicon", ""),
        facts.get("title", ""),
        facts.get("description", ""),
        facts.get("id", ""),
        tuple(sorted((name, text) for name, text in facts.items() if name not in FIELDS)),
    )


def _tile_set(sheet: Sheet, given: TileSet | None) -> TileSet:
    distribution = sheet.facts.get("tile-distribution", "")
    named = named_tile_set(distribution) or named_tile_set(sheet.facts.get("tile-set", "")) or given
    if named:
        return named
    if distribution:
        known = ", ".join(TILE_SETS)
        raise sheet.where["tile-distribution"].bad(f"{quoted(distribution)} is no known tile set; expected {known}")
    default = tile_set_of_lexicon(sheet.facts.get("lexicon", "")) or ENGLISH
    return tile_set_of_texts(_tile_texts(sheet), default)


def _tile_texts(sheet: Sheet) -> list[str]:
    """The words in capitals of the event lines and of the racks left: tiles, as far as anybody can tell."""
    events = [line.text.partition(":")[2] for line in sheet.events]
    words = [word for event in events for word in event.split() if word.upper() == word]
    return words + [rack.text for rack in sheet.racks]


def _time_comes_last(entries: tuple[Entry, ...], sheet: Sheet) -> None:
    """Overtime is settled behind everything else, once a player."""
    overtime = [place for place, entry in enumerate(entries) if isinstance(entry, TimeEntry)]
    for place in overtime:
        line, seat = sheet.events[place], entries[place].seat
        after = entries[place + 1 :]
        if any(not isinstance(entry, TimeEntry) for entry in after):
            raise line.bad("overtime stands before other events; expected it behind all plays and racks")
        if again := [entry for entry in after if entry.seat == seat]:
            number = again[0].line
            raise BadGcg(number, f"overtime of player {seat + 1} again, as in line {line.number}; expected it once")


def _seat_of(rack: RackLine) -> int:
    """Its seat; -1, before all, for the rack that belongs to none."""
    return -1 if rack.seat is None else rack.seat


def _rack_left(rack: RackLine, spelling: Spelling) -> RackLeft:
    try:
        tiles = spelling.rack(rack.text) or ()
    except NotATile as error:
        raise rack.line.bad(f"this is no rack, {error}; expected its tiles") from error
    return RackLeft(rack.line.number, rack.seat, tiles, rack.text)
