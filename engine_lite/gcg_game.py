"""A game as an annotated game (GCG): its turns and settlements as the entries of a record, notes for all else.

Knows nothing of text, which `gcg_writer` writes, or of files. It shows the racks that it is given and no others.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine_lite.board import Board
from engine_lite.calling import announced
from engine_lite.game import Adjustment, AdjustmentKind, Game, Turn, TurnKind
from engine_lite.gcg_record import (
    ENDED,
    MISFITS,
    AgreedEntry,
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
    Record,
    Tiles,
    TimeEntry,
    WithdrawEntry,
)
from engine_lite.placement import wrong_with
from engine_lite.reasons import Reason
from engine_lite.record_racks import counted, unseen
from engine_lite.sheet import opening_totals

RULEBOOK = "rulebook"  # our own pragma, which the writer hides in a note: whose rules the game was played by
INCOMPLETE = "incomplete"  # the pragma of a game that was not written to its end

RACKS_UNKNOWN = "the racks were not seen: a line has the tiles that it laid or exchanged, or none"
RACKS_HIDDEN = "this game is not over: no rack is told"


class NotInGcg(ValueError):
    """What the game is that no annotated game can say; the text is half a sentence."""


class _Lines:
    """What has been written so far; `totals` are those of the lines, which need not be in the game's own order."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        self.game = game
        self.totals = [0] * game.seats
        self.seats = tuple(seats)
        self.entries: list[Entry] = []
        self.notes: list[Note] = []

    def total(self, seat: int, points: int) -> int:
        self.totals[seat] += points
        return self.totals[seat]

    def note(self, text: str) -> None:
        self.notes.append(Note(0, text, len(self.entries)))

    def given(self, seat: int, points: int, why: str) -> None:
        """Points for which GCG has no line, in one of our own that says what for."""
        total = self.total(seat, points)
        self.entries.append(GivenEntry(line=0, seat=seat, score=points, total=total, free_text=why))


def record_of(
    game: Game, seats: Sequence[str], racks: Mapping[int, Tiles], *, over: bool = True, ended: str = "",
    title: str = "", lexicon: str = "", remarks: Iterable[str] = (),
) -> Record:  # fmt: skip
    """The record of `game` between `seats`; `racks` by turn number, `ended` how it came to its end.

    `remarks` are notes behind the game.

    Where a turn has no rack there, the line has the tiles that it laid or exchanged: they were on it, and strict
    readers want something. Overtime comes last, once a seat, as they want it too. Raises NotInGcg for a game that
    was taken up in the middle, or has a play that no longer lies in one line.

    >>> from engine_lite.rulebooks.manacor import MANACOR
    >>> record = record_of(Game.new(MANACOR).exchanged(3), ("Ann Fox", "Bo"), {})
    >>> record.players[0].nick, record.entries[0].kind, record.entries[0].count, record.pragmas
    ('Ann_Fox', 'exchange', 3, (('rulebook', 'manacor'),))
    """
    _must_be_whole(game)
    lines = _Lines(game, seats)
    if not game.turns:
        _points(lines, None)
    for turn in game.turns:
        _turn(lines, turn, racks.get(turn.number))
        _points(lines, turn)
    _settlement(lines)
    _overtime(lines)
    if not over or len(racks) < len(game.turns):
        lines.notes.insert(0, Note(0, RACKS_UNKNOWN if over else RACKS_HIDDEN))
    if ended:
        lines.note(f"{ENDED}{ended}")
    for remark in remarks:
        lines.note(remark)
    pragmas = [(RULEBOOK, game.rulebook.name), *([] if over else [(INCOMPLETE, "")])]
    if misfits := tuple(_misfits(game)):
        pragmas.append((MISFITS, " ".join(map(str, misfits))))
    return Record(
        players_of(seats), game.rulebook.tile_set, tuple(lines.entries), tuple(lines.notes), lexicon=lexicon,
        title=title, pragmas=tuple(sorted(pragmas)),
    )  # fmt: skip


def players_of(seats: Iterable[str]) -> tuple[Player, ...]:
    """A player for each name, with a nickname that has no blanks and that no other has.

    >>> [player.nick for player in players_of(["Ann Fox", "", "ann fox", "Ann_Fox"])]
    ['Ann_Fox', 'seat2', 'ann_fox', 'Ann_Fox4']
    """
    found: list[Player] = []
    for number, name in enumerate(seats, 1):
        nick = "_".join(name.split()) or f"seat{number}"
        while nick in {player.nick for player in found}:
            nick += str(number)
        found.append(Player(nick, " ".join(name.split()) or nick))
    return tuple(found)


def _must_be_whole(game: Game) -> None:
    laid = sum(len(turn.placement) for turn in game.turns if turn.placement and turn.kind is TurnKind.PLAY)
    if laid < len(game.board) or any(opening_totals(game)):
        raise NotInGcg("it was taken up in the middle, with tiles or points that no line of it explains")


def _after(game: Game, number: int) -> Iterator[Adjustment]:
    """The points for challenges behind turn `number`, 0 for before the first."""
    challenge = (AdjustmentKind.BONUS, AdjustmentKind.PENALTY)
    return (each for each in game.adjustments if each.after_turn == number and each.kind in challenge)


def _turn(lines: _Lines, turn: Turn, rack: Tiles | None) -> None:
    """The line of a turn; two for a withdrawn play."""
    seat, tile_set = turn.seat, lines.game.rulebook.tile_set
    laid = tuple(tile for _, tile in turn.placement.tiles) if turn.placement else ()
    known = announced(rack or laid or turn.tiles, tile_set) or None
    if turn.score is not None and turn.start is not None and laid:
        _must_be_in_line(turn)
        letters = tuple(each.tile if each.fresh else None for each in turn.score.words[0].squares)
        points = turn.score.total
        lines.entries.append(PlayEntry(line=0, seat=seat, rack=known, score=points, total=lines.total(seat, points),
                                       start=turn.start.to_gcg(), letters=letters))
        if turn.kind is TurnKind.WITHDRAWN:
            lines.entries.append(WithdrawEntry(line=0, seat=seat, rack=known, score=-points,
                                               total=lines.total(seat, -points)))
        elif turn.points != points:
            more = turn.points - points
            lines.entries.append(AgreedEntry(line=0, seat=seat, score=more, total=lines.total(seat, more),
                                             free_text=f"{turn.points} points were agreed on for this play"))
    elif turn.kind is TurnKind.EXCHANGE:
        lines.entries.append(ExchangeEntry(line=0, seat=seat, rack=known, score=0, total=lines.total(seat, 0),
                                           tiles=turn.tiles or None, count=turn.exchanged))
    else:
        lines.entries.append(PassEntry(line=0, seat=seat, rack=known, score=0, total=lines.total(seat, 0)))
        if turn.points:
            lines.given(seat, turn.points, f"the play of turn {turn.number}, whose squares are taken now")


def _misfits(game: Game) -> Iterator[int]:
    """The numbers of the plays that the rules would not have taken on the board before them."""
    board = Board.EMPTY
    for turn in game.turns:
        if not turn.placement:
            continue
        wrong = {defect.reason for defect in wrong_with(board, turn.placement, game.rulebook)}
        if wrong - {Reason.BLANK_UNDECLARED}:  # a record may leave its blank without a name
            yield turn.number
        if turn.kind is TurnKind.PLAY:
            board = board.with_tiles(turn.placement.tiles)


def _must_be_in_line(turn: Turn) -> None:
    """Raise NotInGcg for a play that a correction before it has torn apart: a line has one word."""
    assert turn.placement is not None, "the caller has looked"
    assert turn.score is not None, "as above"
    fresh = {each.square for each in turn.score.words[0].squares if each.fresh}
    if fresh != set(turn.placement.squares):
        raise NotInGcg(f"after what was put right before it the play of turn {turn.number} is no longer one word")


def _points(lines: _Lines, turn: Turn | None) -> None:
    """What was given and taken after `turn`: a line of GCG where it can be for a challenge of that play, else ours.

    What was given before the first turn stands behind it: strict readers want a turn first.
    """
    answers, others = 0, list(_after(lines.game, 0)) if turn is None or turn.number == 1 else []
    for each in _after(lines.game, turn.number) if turn else ():
        assert turn is not None, "there are none without"
        own = each.seat == turn.seat
        kind = BonusEntry if own and each.points >= 0 else PenaltyEntry if not own and each.points < 0 else None
        # each opponent challenges once
        if kind is None or turn.kind is not TurnKind.PLAY or answers >= max(1, lines.game.seats - 1):
            others.append(each)
            continue
        answers += 1
        lines.entries.append(kind(line=0, seat=each.seat, score=each.points,
                                  total=lines.total(each.seat, each.points)))
    for each in others:
        lines.given(each.seat, each.points, str(each.kind))


def _settlement(lines: _Lines) -> None:
    """The racks left, as the game settled them; several that one seat was given stand in one line.

    Readers hold the racks that a side is given against the tiles not on the board. Where those are others, for some
    are not in this game or a rack was told wrongly, lines of our own have the points.
    """
    bonus, penalty = AdjustmentKind.END_BONUS, AdjustmentKind.END_PENALTY
    settled = tuple(_merged(each for each in lines.game.adjustments if each.kind in (bonus, penalty)))
    tile_set = lines.game.rulebook.tile_set
    left = unseen(tile_set, lines.game.board)
    known = all(counted(each.tiles) == left for each in settled if each.kind is bonus and each.tiles)
    for each in settled:
        if not (each.tiles and known):
            if each.points:
                rack = tile_set.text(each.tiles, brackets=True)
                lines.given(each.seat, each.points, f"{each.kind} {rack}".rstrip())
            continue
        kind = EndBonusEntry if each.kind is bonus else EndPenaltyEntry
        lines.entries.append(kind(line=0, seat=each.seat, score=each.points, tiles=each.tiles,
                                  total=lines.total(each.seat, each.points)))


def _overtime(lines: _Lines) -> None:
    overtime = tuple(_merged(each for each in lines.game.adjustments if each.kind is AdjustmentKind.TIME))
    for each in overtime:  # nothing may follow what is taken off
        if each.points > 0:
            lines.given(each.seat, each.points, str(each.kind))
    for each in overtime:
        if each.points > 0:
            continue
        lines.entries.append(TimeEntry(line=0, seat=each.seat, score=each.points,
                                       total=lines.total(each.seat, each.points)))


def _merged(adjustments: Iterable[Adjustment]) -> Iterator[Adjustment]:
    """One adjustment of each kind and seat, in the order of the first."""
    found: dict[tuple[AdjustmentKind, int], Adjustment] = {}
    for each in adjustments:
        key = each.kind, each.seat
        if before := found.get(key):
            each = Adjustment(each.kind, each.seat, before.points + each.points, (*before.tiles, *each.tiles))
        found[key] = each
    return iter(found.values())
