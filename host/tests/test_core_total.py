"""`step` is total: any event in any phase gives a table, and what a table must never be it never is."""

from dataclasses import replace
from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine_lite.notation import SeedStart
from engine_lite.rulebooks import RULEBOOKS
from host.core import events
from host.core.phases import WAYS, Phase, may_lead
from host.core.state import RACKS
from host.core.table import deadline, open_table, step
from host.schemas import GameView
from host.tests import events as strategies
from host.tests import sound
from host.tests.hands_at_table import Hands, opened
from host.view import public_view

SECOND = 1_000_000_000
READERS = ((), ("bag",), ("racks",), ("bag", "racks"))
GOES_ON = (Phase.PLAYING, Phase.DISTURBED)

seats = st.integers(0, 1)
some_tags = st.lists(st.sampled_from(strategies.TAGS), max_size=8, unique=True)


class HandsAndSlips(RuleBasedStateMachine):
    """What people do, in any order: plays, draws, challenges, corrections, boards that go and come back."""

    def __init__(self):
        super().__init__()
        self.began(OPENED)

    def began(self, opening):
        self.opened = opening
        self.table = open_table(opening)
        self.told = []
        self.clocks = sound.Clocks(self.table)
        self.hands = Hands(self)

    @initialize(rulebook=st.sampled_from(sorted(RULEBOOKS)), readers=st.sampled_from(READERS), own=st.booleans(),
                plays=st.sampled_from([0, 0, 0, 1, 2, 3, 4, 12]), started=st.booleans(), stand=st.booleans())
    def a_game_begins(self, rulebook, readers, own, plays, started, stand):
        """`stand`: the clocks do, after a refused press and while the board is silent."""
        self.began(replace(opened(rulebook, readers, own), halts=stand, stands_unplugged=stand))
        for part in ("board", *readers):
            self.take(events.BoardUp(0, False, part))
        if started:
            self.hands.start(0)
            for _ in range(plays):
                self.hands.play(1 + plays % 4)

    # --- a game as it should be --------------------------------------------------------------------

    @rule(count=st.integers(1, 7))
    def the_side_on_turn_plays(self, count):
        self.hands.play(count)

    @rule(count=st.integers(1, 7))
    def the_side_on_turn_lays(self, count):
        self.hands.lay(count)

    @rule(seat=seats, late_ms=st.integers(0, 4_000), wait_ms=st.sampled_from([0, 60, 120, 3_000]))
    def somebody_presses(self, seat, late_ms, wait_ms):
        """A press that is heard late counts from its own moment."""
        at = max(0, self.table.at_ns - late_ms * 1_000_000)
        self.take(events.ClockPressed(at, seat))
        self.take(events.Due(at_ns=self.table.at_ns + wait_ms * 1_000_000))

    @rule(count=st.integers(1, 7), seen=st.booleans())
    def the_side_on_turn_exchanges(self, count, seen):
        self.hands.exchange(count, seen)

    @rule(seat=seats, more=st.integers(0, 3))
    def a_side_draws(self, seat, more):
        """Within its rack, or `more` than it holds."""
        self.hands.draw(seat, more)

    @rule(seat=seats)
    def a_side_puts_back_what_is_too_much(self, seat):
        self.hands.put_back(seat)

    @rule(by=seats, valid=st.booleans(), clears=st.booleans())
    def a_play_is_challenged(self, by, valid, clears):
        self.take(events.ChallengePressed(self.table.at_ns, by))
        self.take(events.ChallengePressed(self.table.at_ns, by))
        self.take(events.Ruled(valid, at_ns=self.table.at_ns))
        if clears:
            self.hands.clear()

    @rule(by=seats)
    def a_play_is_held_and_released(self, by):
        self.take(events.Held(by, at_ns=self.table.at_ns))
        self.take(events.Released(by, at_ns=self.table.at_ns + SECOND))

    @rule(resumed=st.booleans())
    def the_referee_comes(self, resumed):
        self.take(events.Paused(at_ns=self.table.at_ns))
        if resumed:
            self.take(events.Resumed(at_ns=self.table.at_ns + SECOND))

    @rule(turn=st.integers(1, 3), what=st.sampled_from(["withdrawn", "reinstated", "stands", "score"]))
    def a_turn_is_corrected(self, turn, what):
        number = len(self.table.game.turns) + 1 - turn
        self.take(events.Corrected(self.table.at_ns, number, what, "12", "judge", ""))

    @rule(turn=st.integers(1, 4), other=st.integers(1, 4), along=st.integers(-2, 2), letters=st.integers(1, 4),
          down=st.booleans())
    def letters_of_a_turn_are_corrected(self, turn, other, along, letters, down):
        """To letters of this or another turn, there or a little along, so that words are named that lie there."""
        turns = self.table.game.turns
        placed = [each.placement.tiles for each in turns[-other:] if each.placement and each.placement.tiles]
        if placed:
            square, tiles = placed[0][0][0] + along, [tile for _, tile in placed[0]][:letters]
            word = self.table.course.rulebook.tile_set.text(tiles, brackets=True)
            start = SeedStart(max(0, min(224, square)), down)
            number = len(turns) + 1 - turn
            self.take(events.Corrected(self.table.at_ns, number, "play", f"{start} {word}", "judge", ""))

    @rule(number=st.integers(1, 3), resumed=st.booleans())
    def a_correction_is_undone(self, number, resumed):
        """Or play goes on without that, where a correction has taken the end away."""
        at = self.table.at_ns
        undone = events.CorrectionUndone(at, len(self.table.corrections) + 1 - number, "judge", "")
        self.take(events.Resumed(at_ns=at) if resumed else undone)

    @rule(turns=st.integers(1, 8))
    def nobody_plays_any_more(self, turns):
        """Passes in a row, which end a game in most rulebooks."""
        for _ in range(turns):
            self.take(events.Passed(self.table.game.on_turn or 0, at_ns=self.table.at_ns))

    @rule(how=st.sampled_from(["no_play", "time_cap", "out", "time"]))
    def the_game_is_over(self, how):
        """By a word, or since the time of both sides is over: in the middle of whatever hands do."""
        at = self.table.at_ns
        self.take(events.Due(at_ns=at + 4_300 * SECOND) if how == "time" else events.EndTyped(at, how))

    @rule(late_s=st.sampled_from([0, 1, 700, 4_300]), resumed=st.booleans())
    def the_power_goes(self, late_s, resumed):
        """And comes back: `late_s` is what the clocks ran before, of which nothing had been told."""
        self.take(events.Reopened(self.table.at_ns + late_s * SECOND))
        for part in ("board", *self.table.readers):
            self.take(events.BoardUp(self.table.at_ns, True, part))
        if resumed:
            self.take(events.Resumed(at_ns=self.table.at_ns))

    @rule()
    def both_accept(self):
        for seat in range(2):
            self.take(events.Accepted(seat, at_ns=self.table.at_ns))

    @rule(seat=seats, right=st.booleans())
    def a_rack_is_typed(self, seat, right):
        """As it is believed, or as the first tiles of the bag would be."""
        course = self.table.course
        tiles = course.rack(seat) if right else course.bag[: len(course.rack(seat))]
        text = course.rulebook.tile_set.text(tiles, brackets=True)
        self.take(events.RackTyped(self.table.at_ns, seat, text))

    @rule(part=st.sampled_from(["board", "racks", "bag"]), up=st.booleans())
    def a_board_goes_down_or_comes_up(self, part, up):
        at = self.table.at_ns
        self.take(events.BoardUp(at, True, part) if up else events.BoardDown(at, part))

    @rule()
    def the_board_is_turned_off_and_on(self):
        self.hands.board_restarts()

    @rule()
    def what_is_due_happens(self):
        due = deadline(self.table)
        if due is not None:
            self.take(events.Due(at_ns=due))

    @precondition(lambda self: self.table.phase in GOES_ON)
    @rule(count=st.integers(1, 5))
    def the_truth_is_restored_and_a_play_accepted(self, count):
        """Whatever was refused: with all tiles where the game has them a valid play is taken."""
        if not self.hands.restore() or not self.hands.may_play():
            return
        before = self.table
        turns = len(before.game.turns)
        if self.hands.play(count, drawing=False):
            assert len(self.table.game.turns) > turns or self.table.ended, self.table.refusal

    @precondition(lambda self: RACKS in self.table.readers)
    @rule(seat=seats, tags=some_tags)
    def a_rack_is_read(self, seat, tags):
        self.hands.read(seat, tags)

    @rule(square=st.integers(108, 116), tag=st.sampled_from(strategies.TAGS))
    def a_tile_comes_to_rest(self, square, tag):
        at = self.table.at_ns
        for event in (events.HallChanged(at, square, True), events.TagsRead(at, square, (tag,)), events.Calmed(at)):
            self.take(event)

    @rule(square=st.integers(108, 116))
    def a_square_is_emptied(self, square):
        self.hands.lift(square)

    # --- what holds at every step ------------------------------------------------------------------------

    def take(self, event):
        self.told.append(event)
        before = self.table
        self.table, effects = step(before, event)
        assert isinstance(effects, tuple)
        assert self.table.at_ns >= before.at_ns
        assert may_lead(before.phase, self.table.phase), (before.phase, event, self.table.phase)
        self.clocks.charged(before, event, self.table)
        sound.refusal_changes_nothing(before, event)

    @invariant()
    def the_table_is_sound(self):
        for check in sound.CHECKS:
            check(self.table)

    @invariant()
    def the_view_can_be_drawn(self):
        view = public_view(self.table, self.table.at_ns, "ca")
        assert isinstance(view, GameView)
        assert "e0040000" not in repr(view)  # as every tag begins

    def no_rack_can_be_told_from_the_view(self):
        view = public_view(self.table, self.table.at_ns, "ca")
        other = public_view(sound.with_other_racks(self.table), self.table.at_ns, "ca")
        assert other == view, [(name, getattr(view, name), getattr(other, name)) for name in view.__struct_fields__
                               if getattr(view, name) != getattr(other, name)]

    @rule()
    def somebody_looks_at_the_screen(self):
        self.no_rack_can_be_told_from_the_view()

    def teardown(self):
        """Chance and time arrive as events, so the same events give the same table."""
        self.no_rack_can_be_told_from_the_view()
        again = reduce(lambda table, event: step(table, event)[0], self.told, open_table(self.opened))
        assert again == self.table


class AnyEvents(HandsAndSlips):
    """The same with nonsense between: any event at all, each with any content."""

    @rule(event=strategies.any_event)
    def anything(self, event):
        self.take(event)

    @rule(event=strategies.any_event, ms=st.integers(0, 2_000))
    def anything_now(self, event, ms):
        """Of this moment, not of the first ten seconds: a game that has gone on meets it too."""
        self.take(replace(event, at_ns=self.table.at_ns + ms * 1_000_000))


OPENED = opened("fisc_classic")

TestHandsAndSlips = HandsAndSlips.TestCase
TestHandsAndSlips.settings = settings(max_examples=20, stateful_step_count=40, deadline=None)
TestAnyEvents = AnyEvents.TestCase
TestAnyEvents.settings = settings(max_examples=20, stateful_step_count=40, deadline=None)


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

    assert set(_HANDLERS) == set(strategies.KINDS)


def test_every_phase_can_be_reached_and_left():
    reached = {phase for ways in WAYS.values() for phase in ways}
    assert set(WAYS) == set(Phase) == reached | {Phase.SETUP}


def test_a_tile_on_the_board_is_on_no_rack_whatever_a_loop_still_reads():
    """A rack typed otherwise than read leaves tags that must go back; one of them is laid, then read again."""
    table = open_table(opened("fisc_school", own=True))
    laid, *others = strategies.TAGS[3], strategies.TAGS[5], strategies.TAGS[2]
    table = step(table, events.Started(0, at_ns=0))[0]

    def read(table, rack, tags):
        told = (*(events.RackTagRead(0, rack, tag) for tag in tags), events.RackTold(0, rack, len(tags)))
        return reduce(lambda now, event: step(now, event)[0], told, table)

    table = read(table, 0, (laid, *others))
    table = step(table, events.RackTyped(0, 0, "BBCCCÇD"))[0]
    assert laid in table.ledger.owed
    put = events.HallChanged(0, 111, True), events.TagsRead(0, 111, (laid,)), events.Calmed(0)
    table = reduce(lambda now, event: step(now, event)[0], put, table)
    table = read(table, 1, (laid, *others))
    assert (table.laid_tags, laid in table.ledger.held) == ({111: laid}, False)


def test_a_blank_that_may_not_be_named_any_more_keeps_no_name():
    """The game is over with a blank laid and not named: a name is refused, and nothing keeps it."""
    blank = strategies.TAGS[strategies.FACES.index("?")]
    put = events.HallChanged(0, 112, True), events.TagsRead(0, 112, (blank,)), events.Calmed(0)
    told = (events.Started(0, at_ns=0), *put, events.Resigned(0, at_ns=SECOND))
    over = reduce(lambda now, event: step(now, event)[0], told, open_table(opened("fisc_classic", own=True)))
    after = step(over, events.BlankDeclared(2 * SECOND, 112, "A"))[0]
    assert (after.laid_tags, after.refusal is not None, after.names) == ({112: blank}, True, {})
