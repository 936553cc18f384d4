"""What a record has told up to one of its lines, and what a line must be to follow on it.

Raises CannotReplay for a line that cannot have happened there; compares no stated points.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine_lite.game import Game, Turn, TurnKind
from engine_lite.gcg_record import ENDED, EndBonusEntry, EndPenaltyEntry, Entry, PlayEntry, Record
from engine_lite.record_ends import EndRule
from engine_lite.record_plays import CannotReplay
from engine_lite.record_racks import Count, Hand, Tiles, bag_left, counted, left_after, listed, unseen
from engine_lite.tiles import TileSet

NEVER = 1_000_000  # more zero turns than any record has


@dataclass(frozen=True, slots=True)
class Doubt:
    """A line that can be and does not follow from those before: somebody wrote it wrong, and the game stands."""

    line: int
    sentence: str


@dataclass(frozen=True, slots=True)
class State:
    """The game so far, a hand for each seat, and the entry before; `rule` is how this record settles racks."""

    record: Record
    game: Game
    rule: EndRule
    hands: tuple[Hand, ...]
    last: Entry | None = None
    settled: tuple[EndBonusEntry | EndPenaltyEntry, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def tile_set(self) -> TileSet:
        """The tiles of the game."""
        return self.game.rulebook.tile_set

    @property
    def last_turn(self) -> Turn | None:
        """The turn before."""
        return self.game.turns[-1] if self.game.turns else None

    def nick(self, seat: int) -> str:
        """The nickname of `seat`."""
        return self.record.players[seat].nick

    def after(self, entry: Entry, game: Game, hand: Hand) -> "State":
        """This state with `entry` done: the game as it is then, and what its seat holds."""
        hands = (*self.hands[: entry.seat], hand, *self.hands[entry.seat + 1 :])
        return replace(self, game=game, hands=hands, last=entry)


def must_be_on_turn(state: State, entry: Entry) -> None:
    """Raise CannotReplay when the game is over or another seat is on turn."""
    if state.settled:
        raise CannotReplay(entry.line, f"the game is over: line {state.settled[0].line} settles the racks")
    on_turn = state.game.on_turn
    if on_turn is not None and entry.seat != on_turn:
        why = f"{state.nick(entry.seat)} has a {entry.kind}, and {state.nick(on_turn)} is on turn"
        raise CannotReplay(entry.line, why)


def must_follow_a_play(state: State, entry: Entry, of_seat: bool) -> Turn:
    """The play that a line about a challenge speaks of; raises CannotReplay when there is none.

    `of_seat`: whether the play must be that of the line's own seat, or of another.
    """
    turn = state.last_turn
    if turn is None or turn.kind is not TurnKind.PLAY or state.settled:
        raise CannotReplay(entry.line, f"this {entry.kind} must follow a play, and none stands just before it")
    if (entry.seat == turn.seat) is not of_seat:
        whose = "its own play" if of_seat else "the play of another"
        raise CannotReplay(entry.line, f"{state.nick(entry.seat)}: this {entry.kind} must follow {whose}")
    answered = sum(each.after_turn == len(state.game.turns) for each in state.game.adjustments)
    if answered >= max(1, state.game.seats - 1):
        raise CannotReplay(entry.line, f"this {entry.kind} is one too many: every opponent has challenged this play")
    return turn


def with_rack(state: State, entry: Entry, rack: Tiles, text: str) -> State:
    """The state once `rack` has been held against what is known; raises CannotReplay for one that cannot be.

    A rack that can be but does not follow from what its holder kept, or from what others hold, adds a doubt.
    """
    size = state.game.rulebook.rack_size
    if len(rack) > size:
        raise CannotReplay(entry.line, f"the rack {text} has {len(rack)} tiles, and a rack holds {size}")
    left = must_be_left(state, entry, rack, f"the rack {text}")
    hand = state.hands[entry.seat]
    kept = hand.lacking(rack) if hand.full and _is_whole(state, rack) else Count()
    others = [other for seat, other in enumerate(state.hands) if seat != entry.seat and other.full and not other.gone]
    held = [tile for other in others for tile in other.tiles]
    sentences = []
    if kept:
        sentences.append(f"the rack {text} lacks {listed(kept)}, which {state.nick(entry.seat)} kept before")
    if taken := counted(rack) - (left - counted(held)):
        sentences.append(f"the rack {text} has {listed(taken)}, which others are known to hold")
    return replace(state, doubts=(*state.doubts, *(Doubt(entry.line, sentence) for sentence in sentences)))


def must_be_left(state: State, entry: Entry, tiles: Tiles, what: str) -> Count:
    """The tiles not on the board; raises CannotReplay when `tiles`, which are of `what`, are not all among them."""
    left = unseen(state.tile_set, state.game.board)
    if lacking := counted(tiles) - left:
        why = f"{what} cannot be: beside the board the set has no {listed(lacking)} left"
        raise CannotReplay(entry.line, why)
    return left


def hand_after(state: State, entry: Entry, used: Tiles) -> Hand:
    """What the seat holds when `used` has left the rack of the line, before it draws."""
    if entry.rack is None:
        return Hand()
    return Hand(left_after(entry.rack, used), _is_whole(state, entry.rack))


def _is_whole(state: State, rack: Tiles) -> bool:
    """Whether `rack` is all that its holder had: a full one, or any one once the bag is empty."""
    size = state.game.rulebook.rack_size
    return len(rack) == size or bag_left(state.tile_set, state.game.board, state.game.seats, size) == 0


def doubts_at_end(state: State) -> Iterator[Doubt]:
    """A doubt when a settlement is missing, or a part of it, in the last line of the record."""
    if state.last is None:
        return
    left = unseen(state.tile_set, state.game.board).total()
    seats, size = state.game.seats, state.game.rulebook.rack_size
    line = state.last.line
    if state.rule is EndRule.NONE and _has_gone_out(state) and 0 < left <= (seats - 1) * size:
        nick = state.nick(state.game.turns[-1].seat)
        yield Doubt(line, f"{nick} has gone out, and no line settles the racks")
    told = any(note.text.startswith(ENDED) for note in state.record.notes)
    all_taken = state.rule is EndRule.OWN_RACK and len(state.settled) == seats
    if all_taken and not (told or ends_by_zero_turns(state.game)):
        zero = zero_turns(state.game)
        yield Doubt(line, f"racks are taken off after {zero} zero turns, which end no game by {_rules(state)}")
    if state.rule is EndRule.OWN_RACK and len(state.settled) < seats:
        given = sum(len(each.tiles) for each in state.settled) == left
        missing = "gives them to who went out" if given else "takes off the rack of every seat"
        yield Doubt(line, f"racks are taken off, and no line {missing}")


def zero_turns(game: Game) -> int:
    """How many turns running up to the last one gave nothing."""
    return next((count for count, turn in enumerate(reversed(game.turns)) if turn.points), len(game.turns))


def ends_by_zero_turns(game: Game) -> bool:
    """Whether the turns so far end the game by its rulebook, because too many of them running gave nothing."""
    rules, zero = game.rulebook, zero_turns(game)
    passes = next((count for count, turn in enumerate(reversed(game.turns)) if turn.kind is not TurnKind.PASS), zero)
    joint = min(limit for limit in (rules.zero_turns_joint, rules.zero_turns_each * game.seats, NEVER) if limit)
    return zero >= joint or (bool(rules.passes_end) and passes >= rules.passes_end)


def _rules(state: State) -> str:
    return f"the rulebook {state.game.rulebook.name}"


def _has_gone_out(state: State) -> bool:
    """Whether the last turn is a play that used up the whole rack of its line."""
    turn = state.last_turn
    if turn is None or turn.kind is not TurnKind.PLAY or turn.placement is None:
        return False
    entry = next(each for each in reversed(state.record.entries) if isinstance(each, PlayEntry))
    return entry.rack is not None and len(entry.rack) == len(turn.placement)
