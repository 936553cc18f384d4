"""What must be true of a table at every moment, and of its clocks over time."""

from collections import Counter
from dataclasses import replace

from engine_lite.course_end import counts_racks, resettled
from engine_lite.course_state import Ended
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.course_tiles import plain, whole_set
from engine_lite.game import AdjustmentKind
from host.core import disorder, events
from host.core.effects import Refuse
from host.core.phases import Phase
from host.core.prompts import prompts
from host.core.table import _HANDLERS, _OF_READERS, deadline
from host.core.telling import faces_of, guesses, swapped

SECOND = 1_000_000_000


def no_square_is_both_laid_and_played(table):
    laid = {square for square, _ in disorder.laid(table)}
    assert not laid & set(table.played)
    assert not set(table.laid_tags) & set(table.played)
    assert set(table.laid_tags) <= set(table.course.laid.squares)


def every_played_square_is_one_of_the_board(table):
    """Where a tag is known at all; a correction puts down tiles that nobody has read."""
    assert set(table.played) <= set(table.game.board.squares)
    assert len(set(table.played.values())) == len(table.played)


def every_tag_is_at_one_place(table):
    # others may come back: appeals
    left = [tag for square, tag in table.recalled.items() if square in table.removing]
    places = [*table.played.values(), *table.laid_tags.values(), *left, *table.ledger.held]
    twice = [tag for tag, count in Counter(places).items() if count > 1]
    assert not twice, twice
    assert set(places) <= table.tiles.keys()


def totals_are_the_sum_of_the_turns(table):
    game = table.game
    parts = [*game.turns, *game.adjustments]
    assert list(game.totals) == [sum(part.points for part in parts if part.seat == seat) for seat in range(2)]


def a_pending_press_is_decided_in_the_end(table):
    assert (table.press is not None) == (table.phase is Phase.DECLARED)
    assert table.press is not None or not table.waiting
    if table.press is not None:
        assert deadline(table) is not None
        assert deadline(table) - table.press.at_ns <= 3 * SECOND


def no_tile_is_lost_or_made(table):
    """Board, racks, bag, this turn's tiles, those aside or not in this game are the set, whatever is believed."""
    course = table.course
    tiles = [*course.bag, *course.aside, *plain(tile for _, tile in (*course.game.board, *course.laid.tiles))]
    tiles += [*faces_of(table, table.ledger.aside), *(tile for rack in course.racks for tile in rack)]
    assert Counter(tiles) == Counter(whole_set(course.rulebook.tile_set))


def no_rack_has_a_tag_of_a_tile_that_it_has_not(table):
    for seat in range(2):
        held = Counter(faces_of(table, table.ledger.of(seat)))
        assert held <= Counter(table.course.rack(seat))


def the_clock_runs_for_the_side_on_turn_alone(table):
    assert table.clock.running in (None, table.game.on_turn)
    assert not table.ended or table.clock.running is None


def nobody_with_tiles_is_paid_for_going_out(table):
    course = table.course
    if course.ended == Ended.OUT:
        paid = {each.seat for each in course.settlement if each.kind is AdjustmentKind.END_BONUS}
        assert not any(course.rack(seat) for seat in paid)


def an_end_that_a_correction_has_taken_away_is_none(table):
    """Nothing of it is settled, nobody has won and nothing can be accepted; it is told as long as play stands."""
    course = table.course
    if course.undecided:
        assert (course.ended, course.settlement, course.agreed, course.winner) == ("", (), frozenset(), None)
        told = any(prompt.data.get("ended") == course.undecided for prompt in prompts(table))
        assert told == (course.phase is CoursePhase.PAUSED)


def an_accepted_result_pays_for_no_rack_too_full(table):
    course = table.course
    if course.phase is CoursePhase.AGREED and counts_racks(course):
        assert all(course.room(seat) >= 0 for seat in range(2))


def a_settlement_is_that_of_the_racks_as_they_stand(table):
    assert resettled(table.course).settlement == table.course.settlement


CHECKS = (
    no_square_is_both_laid_and_played, every_played_square_is_one_of_the_board, every_tag_is_at_one_place,
    totals_are_the_sum_of_the_turns, a_pending_press_is_decided_in_the_end, no_tile_is_lost_or_made,
    no_rack_has_a_tag_of_a_tile_that_it_has_not, the_clock_runs_for_the_side_on_turn_alone,
    nobody_with_tiles_is_paid_for_going_out, an_end_that_a_correction_has_taken_away_is_none,
    an_accepted_result_pays_for_no_rack_too_full, a_settlement_is_that_of_the_racks_as_they_stand,
)


class Clocks:
    """What each side may have lost at most: the time during which its clock ran, or should have run since a press."""

    def __init__(self, table):
        self.began_ns = table.at_ns
        self.left = table.clock.left_ns

    def charged(self, before, event, after):
        """Hold one step against the time that went by."""
        if any(_sets_a_clock(each, before) for each in (event, *before.waiting)):
            self.began_ns, self.left = after.clock.since_ns, after.clock.left_ns
            return
        lost = [was - now for was, now in zip(self.left, after.clock.at(after.at_ns), strict=True)]
        assert all(each >= 0 for each in lost), ("time given", lost)
        assert sum(lost) <= after.at_ns - self.began_ns, ("more lost than went by", lost)
        if before.press is None and not isinstance(event, events.ClockPressed):
            _one_step(before, min(before.at_ns, event.at_ns), after)


def _sets_a_clock(event, table):
    """Whether the referee gives or takes time with `event`, or takes such a thing back."""
    undone = table.corrections[event.number - 1 : event.number] if isinstance(event, events.CorrectionUndone) else ()
    return isinstance(event, events.ClockCorrected) or any(
        isinstance(each.event, events.ClockCorrected) for each in undone)


def _one_step(before, since_ns, after):
    """Without a press a side whose clock neither ran before nor runs after loses nothing, and nobody gains time.

    What is heard late counts from its own moment, `since_ns`.
    """
    then, now = before.clock.at(since_ns), after.clock.at(after.at_ns)
    for seat in range(2):
        lost = then[seat] - now[seat]
        runs = seat in (before.clock.running, after.clock.running)
        assert 0 <= lost <= (after.at_ns - since_ns if runs else 0), (seat, lost)


def refusal_changes_nothing(table, event):
    """What people ask for and are refused leaves course, ledger and clocks as they were."""
    if type(event) not in _HANDLERS or type(event) in _OF_READERS or table.press is not None:
        return
    now = replace(table, at_ns=max(table.at_ns, event.at_ns))
    after, effects = _HANDLERS[type(event)](now, event)
    if any(isinstance(effect, Refuse) for effect in effects):
        assert replace(after, refusal=None) == replace(now, refusal=None), event


def with_other_racks(table):
    """The same table as nobody could tell it apart: every tile on a rack has changed places with one in the bag.

    But for those of a withdrawn play that all can see on the board still.
    """
    hidden = {tag: seat for tag, seat in table.ledger.held.items() if tag not in table.sensed_tags}
    for tag, seat in hidden.items():
        table = _tag_swapped(table, tag, seat)
    for seat in range(2):
        for tile in (Counter(guesses(table, seat)) - _lying(table, seat)).elements():
            if others := [other for other in table.course.bag if other != tile]:
                table = replace(table, course=swapped(table.course, seat, tile, others[0], None))
    return table


def _lying(table, seat):
    """The tiles of `seat` that are of a withdrawn play and have not been taken off the board."""
    squares = [square for square in table.removing if square in table.recalled and table.laid_by.get(square) == seat]
    return Counter(table.tile_of(table.recalled[square]) for square in squares)


def _tag_swapped(table, tag, seat):
    """A tile that readers know on a rack is another: its tag stands for the face of one in the bag, and back."""
    seen = {*table.placed_tags, *table.sensed_tags, *table.ledger.held}
    tile = table.tile_of(tag)
    for other in table.tiles:
        its = table.tile_of(other)
        if other not in seen and its != tile and its in table.course.bag and tile in table.course.rack(seat):
            tiles = {**table.tiles, tag: table.tiles[other], other: table.tiles[tag]}
            return replace(table, tiles=tiles, course=swapped(table.course, seat, tile, its, None))
    return table
