"""One line of a record done on the rules: the state after it and the points that it must state.

Raises CannotReplay for a line that cannot have happened; compares no stated points but those of end racks.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from engine_lite.game import Adjustment, AdjustmentKind
from engine_lite.gcg_record import (
    AgreedEntry,
    BonusEntry,
    EndBonusEntry,
    EndPenaltyEntry,
    Entry,
    ExchangeEntry,
    GivenEntry,
    PassEntry,
    PenaltyEntry,
    PlayEntry,
    TimeEntry,
    WithdrawEntry,
)
from engine_lite.reasons import IllegalPlay, Reason
from engine_lite.record_ends import end_points, why_points, worth
from engine_lite.record_plays import WAIVED, CannotReplay, must_come_from_rack, placement_of, refused
from engine_lite.record_racks import Hand, Tiles, bag_left, counted, listed, unseen
from engine_lite.record_state import (
    State,
    hand_after,
    must_be_left,
    must_be_on_turn,
    must_follow_a_play,
    with_rack,
)
from engine_lite.rewriting import STILL_PLAYABLE, agreed

Step = tuple[State, int]


def step(state: State, entry: Entry) -> Step:
    """The state after `entry` and the points that it is worth; raises CannotReplay."""
    taken_back = isinstance(entry, WithdrawEntry)
    if entry.rack is not None and not taken_back:
        state = with_rack(state, entry, entry.rack, entry.rack_text)
    return STEPS[type(entry)](state, entry)


def _play(state: State, entry: PlayEntry) -> Step:
    must_be_on_turn(state, entry)
    placement = placement_of(entry, state.game.board, state.tile_set)
    must_come_from_rack(entry, placement)
    try:
        game = state.game.play(placement, _waived(state))
    except IllegalPlay as refusal:
        raise refused(entry, refusal) from refusal
    laid = tuple(tile for _, tile in placement.tiles)
    if entry.rack is None:  # else the rack has been counted, and the tiles come from there
        must_be_left(state, entry, laid, f"{entry.start} {entry.word_text}")
    return state.after(entry, game, hand_after(state, entry, laid)), game.turns[-1].points


def _waived(state: State) -> Collection[Reason]:
    """Why the next play may be refused and stands all the same; one that no longer fits has been played on."""
    fits = len(state.game.turns) + 1 not in state.record.misfits
    return WAIVED if fits else WAIVED.union(STILL_PLAYABLE)


def _withdraw(state: State, entry: WithdrawEntry) -> Step:
    last = state.last
    if not isinstance(last, PlayEntry) or last.seat != entry.seat:
        why = f"{state.nick(entry.seat)} takes back a play, and the line before is no play of that seat"
        raise CannotReplay(entry.line, why)
    rack = last.rack if entry.rack is None else entry.rack
    if last.rack is not None and rack is not None and counted(rack) != counted(last.rack):
        why = f"the play taken back was made from the rack {last.rack_text}, not from {entry.rack_text}"
        raise CannotReplay(entry.line, why)
    points = state.game.turns[-1].points
    full = rack is not None and len(rack) == state.game.rulebook.rack_size
    return state.after(entry, state.game.withdraw(), Hand(rack or (), full)), -points


def _pass(state: State, entry: PassEntry) -> Step:
    must_be_on_turn(state, entry)
    return state.after(entry, state.game.passed(), _hand(state, entry)), 0


def _exchange(state: State, entry: ExchangeEntry) -> Step:
    must_be_on_turn(state, entry)
    tiles = entry.tiles or ()
    if entry.rack is not None and (lacking := counted(tiles) - counted(entry.rack)):
        raise CannotReplay(entry.line, f"{listed(lacking)} is exchanged and is not on the rack {entry.rack_text}")
    size = state.game.rulebook.rack_size
    bag = bag_left(state.tile_set, state.game.board, state.game.seats, size)
    if entry.count > min(bag, size):
        what = f"the bag holds {bag}" if bag < size else f"a rack holds {size}"
        raise CannotReplay(entry.line, f"{entry.count} tiles are exchanged, and {what}")
    hand = hand_after(state, entry, tiles)
    if not tiles:
        hand = replace(hand, gone=entry.count)
    return state.after(entry, state.game.exchanged(entry.count, tiles), hand), 0


def _bonus(state: State, entry: BonusEntry) -> Step:
    must_follow_a_play(state, entry, of_seat=True)
    return _adjusted(state, entry, AdjustmentKind.BONUS, entry.score)


def _penalty(state: State, entry: PenaltyEntry) -> Step:
    must_follow_a_play(state, entry, of_seat=False)
    return _adjusted(state, entry, AdjustmentKind.PENALTY, entry.score)


def _agreed(state: State, entry: AgreedEntry) -> Step:
    last = state.last
    if not isinstance(last, PlayEntry) or last.seat != entry.seat:
        why = f"{state.nick(entry.seat)} has an agreed score, and the line before is no play of that seat"
        raise CannotReplay(entry.line, why)
    game = agreed(state.game, state.game.turns[-1].points + entry.score)
    return state.after(entry, game, state.hands[entry.seat]), entry.score


def _given(state: State, entry: GivenEntry) -> Step:
    return _adjusted(state, entry, AdjustmentKind.PENALTY if entry.score < 0 else AdjustmentKind.BONUS, entry.score)


def _end_bonus(state: State, entry: EndBonusEntry) -> Step:
    if any(isinstance(each, EndBonusEntry) for each in state.settled):
        raise CannotReplay(entry.line, "only one player goes out, and a line before says who")
    if held := state.hands[entry.seat].tiles:
        why = f"{state.nick(entry.seat)} gets the racks of others, and still holds {listed(counted(held))}"
        raise CannotReplay(entry.line, why)
    left = unseen(state.tile_set, state.game.board)
    if counted(entry.tiles) != left:
        rack = state.tile_set.text(entry.tiles, brackets=True)
        raise CannotReplay(entry.line, f"the tiles left on racks are {listed(left) or 'none'}, not ({rack})")
    _must_be_deducted(state, entry)
    return _settled(state, entry, AdjustmentKind.END_BONUS)


def _must_be_deducted(state: State, entry: EndBonusEntry) -> None:
    """Raise CannotReplay when the record takes racks off their holders and not all that `entry` gives."""
    taken = [each for each in state.record.entries if isinstance(each, EndPenaltyEntry)]
    off = sum(worth(each.tiles, state.tile_set) for each in taken)
    given = worth(entry.tiles, state.tile_set)
    if taken and off != given:
        raise CannotReplay(entry.line, f"racks worth {given} are given, and racks worth {off} are taken off")


def _end_penalty(state: State, entry: EndPenaltyEntry) -> Step:
    if any(each.seat == entry.seat for each in state.settled):
        raise CannotReplay(entry.line, f"the rack of {state.nick(entry.seat)} is settled by a line before")
    if entry.rack is not None and counted(entry.rack) != counted(entry.tiles):
        rack = state.tile_set.text(entry.tiles, brackets=True)
        raise CannotReplay(entry.line, f"the rack is {entry.rack_text}, and ({rack}) is taken off")
    others = [tile for each in state.settled if isinstance(each, EndPenaltyEntry) for tile in each.tiles]
    must_be_left(state, entry, (*others, *entry.tiles), "the racks settled up to here")
    return _settled(state, entry, AdjustmentKind.END_PENALTY)


def _settled(state: State, entry: EndBonusEntry | EndPenaltyEntry, kind: AdjustmentKind) -> Step:
    points = end_points(entry, state.rule, state.tile_set)
    if entry.score != points:
        raise CannotReplay(entry.line, why_points(entry, state.rule, state.tile_set))
    after, _ = _adjusted(state, entry, kind, points, entry.tiles)
    return replace(after, settled=(*state.settled, entry)), points


def _time(state: State, entry: TimeEntry) -> Step:
    entries = state.record.entries
    if any(each.line > entry.line and not isinstance(each, TimeEntry) for each in entries):
        raise CannotReplay(entry.line, "overtime is taken off after the end: no other line may follow this one")
    if any(isinstance(each, TimeEntry) and each.seat == entry.seat and each.line < entry.line for each in entries):
        raise CannotReplay(entry.line, f"overtime of {state.nick(entry.seat)} is taken off by a line before")
    return _adjusted(state, entry, AdjustmentKind.TIME, entry.score)


def _adjusted(state: State, entry: Entry, kind: AdjustmentKind, points: int, tiles: Tiles = ()) -> Step:
    game = state.game.adjusted(Adjustment(kind, entry.seat, points, tiles))
    return state.after(entry, game, _hand(state, entry)), points


def _hand(state: State, entry: Entry) -> Hand:
    """What the seat holds after a line that moves no tile: the rack that it names, else what was known before."""
    return state.hands[entry.seat] if entry.rack is None else hand_after(state, entry, ())


STEPS: dict[type[Entry], Callable[[State, Any], Step]] = {
    PlayEntry: _play,
    WithdrawEntry: _withdraw,
    PassEntry: _pass,
    ExchangeEntry: _exchange,
    BonusEntry: _bonus,
    PenaltyEntry: _penalty,
    EndBonusEntry: _end_bonus,
    EndPenaltyEntry: _end_penalty,
    TimeEntry: _time,
    AgreedEntry: _agreed,
    GivenEntry: _given,
}
