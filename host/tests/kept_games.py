"""Games with a journal, played straight on the core: hands that lay, press, challenge, and a referee who types."""

from pathlib import Path
from typing import Self

from engine_lite.board import Board
from engine_lite.placement import parse_play
from engine_lite.rulebooks import rulebook_named
from engine_lite.tiles import BLANK, Tile
from host.adapters.journal import Journal
from host.core.effects import RecordTotals
from host.core.events import (
    BlankDeclared,
    BoardUp,
    Calmed,
    ChallengePressed,
    ClockPressed,
    Due,
    Event,
    GameOpened,
    HallChanged,
    Ruled,
    Started,
    TagsRead,
)
from host.core.table import deadline, open_table, step

CLOCK_NS = 1_800_000_000_000
TURN_NS = 20_000_000_000  # twenty seconds of game time a turn


class KeptGame:
    """A table and its journal at `path`; the first seat begins. Every tile of the set has a tag of its own."""

    def __init__(self, path: Path, rulebook: str = "fisc_classic", seats: tuple[str, ...] = ("Anna", "Biel"),
                 **opened: object) -> None:
        faces = [kind.face for kind in rulebook_named(rulebook).tile_set.faces for _ in range(kind.count)]
        tags = tuple((f"e004{number:012x}", face) for number, face in enumerate(faces))
        first = GameOpened(0, rulebook, seats, (CLOCK_NS,) * len(seats), tags, table_name="4", **opened)
        self.table = open_table(first)
        self._journal = Journal.create(path, first)
        self._free = {face: [tag for tag, its in tags if its == face] for face in faces}
        self._now_ns = 0
        self.tell(BoardUp(0, False))
        self.tell(Started(0, at_ns=0))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._journal.sync()
        self._journal.close()

    @property
    def seat(self) -> int:
        """The seat on turn."""
        assert self.table.game.on_turn is not None
        return self.table.game.on_turn

    def tell(self, event: Event) -> None:
        """One event, in the journal before it is applied; nothing that was refused is taken for done."""
        self._journal.append(event)
        self.table, effects = step(self.table, event)
        for effect in effects:
            if isinstance(effect, RecordTotals):
                self._journal.record_totals(effect.turn, effect.totals)
        assert self.table.refusal is None, self.table.refusal

    def now(self) -> int:
        """Game time, a turn's time later than before."""
        self._now_ns += TURN_NS
        return self._now_ns

    def play(self, text: str) -> None:
        """Lay a play in seed notation and press."""
        board: Board = self.table.game.board
        _, placement = parse_play(text, board, self.table.game.rulebook.tile_set)
        for square, tile in placement.tiles:
            self._lay(square, tile)
        at = self.now()
        self.tell(ClockPressed(at, self.seat))
        self.tell(Due(at_ns=deadline(self.table) or at))

    def _lay(self, square: int, tile: Tile) -> None:
        tag = self._free[BLANK.face if tile.blank else tile.face].pop()
        self._see(square, (tag,))
        if tile.blank:
            self.tell(BlankDeclared(self._now_ns, square, tile.face.lower()))

    def _see(self, square: int, tags: tuple[str, ...]) -> None:
        self.tell(HallChanged(self._now_ns, square, bool(tags)))
        self.tell(TagsRead(self._now_ns, square, tags))
        self.tell(Calmed(self._now_ns))

    def withdraw(self) -> None:
        """The seat on turn challenges the last play, it falls, and its tiles go back to their owner."""
        at = self.now()
        self.tell(ChallengePressed(at, self.seat))
        self.tell(Ruled(False, at_ns=at))
        for square in self.table.removing:
            tag = self.table.sensed.tag_at(square)
            assert tag is not None
            self._free[self.table.tiles[tag]].append(tag)
            self._see(square, ())
