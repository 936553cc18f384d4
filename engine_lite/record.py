"""A recorded game replayed on the rules: what each line comes to, and where the record says something else.

Knows no files and no text; where the record came from and how it looked is the reader's.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine_lite.game import Game, Turn
from engine_lite.gcg_record import (
    EndBonusEntry,
    EndPenaltyEntry,
    Entry,
    ExchangeEntry,
    PassEntry,
    PlayEntry,
    Record,
    WithdrawEntry,
)
from engine_lite.layout import SIDE
from engine_lite.record_ends import EndRule, end_rule
from engine_lite.record_plays import CannotReplay
from engine_lite.record_racks import Hand, counted, listed, unseen
from engine_lite.record_state import Doubt, State, doubts_at_end
from engine_lite.record_steps import step
from engine_lite.rulebook import Rulebook
from engine_lite.rulebooks.recorded import recorded_rulebook
from engine_lite.scoring import WordScore
from engine_lite.tiles import NAMELESS, Tile, TileSet

__all__ = ["CannotReplay", "Difference", "Doubt", "EndRule", "Move", "Replayed", "face_shown", "replay"]

UNNAMED = "_"  # how a blank that nobody named is shown


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that the record states and the rules compute otherwise: `what` is `score` or `total`."""

    line: int
    what: str
    recorded: int
    computed: int


@dataclass(frozen=True, slots=True)
class Move:
    """One line of the game. `total` has every seat's total after it; `stated` is the score as recorded.

    Only a play has `pos`, `direction`, `play` (as written), `tiles` (row, column, face, is blank; from 0), `words`
    (main word first, without the bonus) and `bingo`; only a pass, an exchange and a settled rack have `argument`.
    """

    line: int
    player: int
    kind: str
    rack: str
    stated: int
    score: int
    total: tuple[int, ...]
    pos: str = ""
    direction: str = ""
    play: str = ""
    tiles: tuple[tuple[int, int, str, bool], ...] = ()
    words: tuple[tuple[str, int], ...] = ()
    bingo: bool = False
    argument: str | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game that could be replayed; it agrees with its record when there are no `differences`.

    `doubts` are racks that do not follow from what was written before them, and settlements with a part missing.
    """

    game: Game
    moves: tuple[Move, ...]
    end_rule: EndRule
    differences: tuple[Difference, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether every score and every total is as recorded."""
        return not self.differences


def replay(record: Record, rulebook: Rulebook | None = None) -> Replayed:
    """Every line of `record` on the rules, with the record's tiles; raises CannotReplay at the first impossible one.

    Without a rulebook the play is held to what all clubs share. A total that is wrong once and stays wrong by the
    same number of points is one difference.

    >>> from engine_lite.gcg import read
    >>> played = replay(read("#player1 a A\\n#player2 b B\\n>a: AEIRTWS 8D WAITE +25 24"))
    >>> played.differences[0], played.game.totals
    (Difference(line=3, what='score', recorded=25, computed=24), (24, 0))
    """
    seats = len(record.players)
    rules = replace(rulebook or recorded_rulebook(record.tile_set), tile_set=record.tile_set)
    turns = (entry.seat for entry in record.entries if isinstance(entry, TURNS))
    game = Game.new(rules, seats, on_turn=next(turns, 0))
    state = State(record, game, end_rule(record.entries, seats, record.tile_set), (Hand(),) * seats)
    moves: list[Move] = []
    differences: list[Difference] = []
    off = [0] * seats  # by how much the last total of each seat was wrong
    for entry in record.entries:
        state, score = step(state, entry)
        moves.append(move_of(entry, state.game, score))
        differences += differences_of(entry, score, state.game.totals[entry.seat], off[entry.seat])
        off[entry.seat] = entry.total - state.game.totals[entry.seat]
    _must_leave_racks(state)
    doubts = (*state.doubts, *doubts_at_end(state))
    return Replayed(state.game, tuple(moves), state.rule, tuple(differences), doubts)


TURNS = (PlayEntry, PassEntry, ExchangeEntry)


def differences_of(entry: Entry, score: int, total: int, off: int) -> Iterator[Difference]:
    """Where `entry` states another score or total; `off` is by how much its seat's total was wrong before."""
    if entry.score != score:
        yield Difference(entry.line, "score", entry.score, score)
    if entry.total - total not in (0, off):
        yield Difference(entry.line, "total", entry.total, total)


def _must_leave_racks(state: State) -> None:
    """Raise CannotReplay when the racks that the record ends with cannot all be."""
    left = unseen(state.tile_set, state.game.board)
    for rack in state.record.racks_left:
        if lacking := counted(rack.tiles) - left:
            why = f"the rack {rack.text} cannot be: beside the board the set has no {listed(lacking)} left"
            raise CannotReplay(rack.line, why)
        left -= counted(rack.tiles)


def move_of(entry: Entry, game: Game, score: int) -> Move:
    """What `entry` came to in `game`, which is the game just after it; `score` is what it gave."""
    move = Move(entry.line, entry.seat, entry.kind, entry.rack_text, entry.score, score, game.totals)
    tile_set = game.rulebook.tile_set
    match entry:
        case PlayEntry():
            return _play_move(move, entry, game.turns[-1], tile_set)
        case PassEntry():
            return replace(move, argument="")
        case ExchangeEntry():
            tiles = tile_set.text(entry.tiles, brackets=True) if entry.tiles else str(entry.count)
            return replace(move, argument=tiles, count=entry.count)
        case EndBonusEntry() | EndPenaltyEntry():
            return replace(move, argument=tile_set.text(entry.tiles, brackets=True))
        case WithdrawEntry() | _:
            return move


def _play_move(move: Move, entry: PlayEntry, turn: Turn, tile_set: TileSet) -> Move:
    assert turn.score is not None, "the turn is the play of this line"
    assert turn.placement is not None, "as above"
    words = turn.score.words
    if len(turn.placement) == 1 and words[0].down is not entry.start.down:
        words = words[::-1]  # one tile may make two words; the record says which one it means
    return replace(
        move,
        pos=str(entry.start),
        direction="down" if entry.start.down else "across",
        play=entry.word_text,
        tiles=tuple(
            (*divmod(square, SIDE), face_shown(tile), tile.blank) for square, tile in turn.placement.tiles
        ),
        words=tuple((_text(word, tile_set), word.score) for word in words),
        bingo=turn.score.bonus > 0,
    )


def face_shown(tile: Tile) -> str:
    """The face of `tile`; `_` for a blank that nobody named."""
    return tile.face if tile.named else UNNAMED


def _text(word: WordScore, tile_set: TileSet) -> str:
    return tile_set.text(word.tiles, brackets=True).replace(NAMELESS, UNNAMED)
