"""`step` is total: any event in any phase gives a table, and what a table must never be it never is."""

from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from host.core import disorder, events
from host.core.phases import NEXT, Phase, Trigger
from host.core.table import deadline, open_table, step
from host.schemas import GameView
from host.tests import events as strategies
from host.view import public_view

SECOND = 1_000_000_000


class AnyEvents(RuleBasedStateMachine):
    """Whatever hands, buttons, boards and referees do, in any order."""

    def __init__(self):
        super().__init__()
        self.table = open_table(OPENED)
        self.told = []

    @rule(event=strategies.any_event)
    def anything(self, event):
        self.take(event)

    @rule(square=st.integers(108, 116), tag=st.sampled_from(strategies.TAGS))
    def a_tile_comes_to_rest(self, square, tag):
        at = self.table.at_ns
        for event in (events.HallChanged(at, square, True), events.TagsRead(at, square, (tag,)), events.Calmed(at)):
            self.take(event)

    @rule(square=st.integers(108, 116))
    def a_square_is_emptied(self, square):
        at = self.table.at_ns
        for event in (events.HallChanged(at, square, False), events.TagsRead(at, square, ()), events.Calmed(at)):
            self.take(event)

    @rule()
    def the_side_on_turn_presses_and_waits(self):
        self.take(events.ClockPressed(self.table.at_ns, self.table.game.on_turn or 0))
        self.take(events.Due(self.table.at_ns + SECOND))

    def take(self, event):
        self.told.append(event)
        before = self.table
        self.table, effects = step(self.table, event)
        assert isinstance(effects, tuple)
        assert self.table.at_ns >= before.at_ns

    @invariant()
    def no_square_is_both_laid_and_played(self):
        laid = {square for square, _ in disorder.laid(self.table)}
        assert not laid & set(self.table.played)

    @invariant()
    def every_played_square_has_one_tile_of_its_own(self):
        assert set(self.table.played) == set(self.table.game.board.squares)
        assert len(set(self.table.played.values())) == len(self.table.played)

    @invariant()
    def totals_are_the_sum_of_the_turns(self):
        game = self.table.game
        parts = [*game.turns, *game.adjustments]
        assert list(game.totals) == [sum(part.points for part in parts if part.seat == seat) for seat in range(2)]

    @invariant()
    def a_deadline_is_only_for_a_pending_press(self):
        assert (deadline(self.table) is None) == (self.table.press is None)
        assert (self.table.press is not None) == (self.table.phase is Phase.DECLARED)

    @invariant()
    def the_view_can_be_drawn(self):
        assert isinstance(public_view(self.table, self.table.at_ns, "ca"), GameView)

    def teardown(self):
        """Chance and time arrive as events, so the same events give the same table."""
        again = reduce(lambda table, event: step(table, event)[0], self.told, open_table(OPENED))
        assert again == self.table


OPENED = events.GameOpened(
    0, "fisc_classic", ("Anna", "Biel"), (1_800 * SECOND,) * 2,
    tuple(zip(strategies.TAGS, strategies.FACES, strict=True)))

TestAnyEvents = AnyEvents.TestCase
TestAnyEvents.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)


@given(st.lists(strategies.any_event, max_size=30))
@settings(max_examples=100, deadline=None)
def test_no_rack_and_no_tag_ever_gets_into_the_public_view(told):
    """A tag would tell a tile before it is played; the view has no place for one."""
    table = reduce(lambda table, event: step(table, event)[0], told, open_table(OPENED))
    text = repr(public_view(table, table.at_ns, "ca"))
    assert not any(tag in text for tag in strategies.TAGS)


def test_every_event_has_a_handler():
    """A new kind of event that `step` does not know would be lost without a word."""
    from host.core.table import _HANDLERS

    known = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)}
    assert set(_HANDLERS) == known - {events.Event, events.GameOpened}


def test_every_trigger_leads_somewhere_and_every_phase_in_use_can_be_reached():
    used = {trigger for row in NEXT.values() for trigger in row}
    reached = {phase for row in NEXT.values() for phase in row.values()}
    assert used == set(Trigger)
    assert set(NEXT) - {Phase.SETUP} <= reached
