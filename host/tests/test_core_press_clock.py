"""A press counts from its own moment: whatever is told before or after it, neither clock loses the other's time.

Source: "the clock is switched as of the press itself" (architecture, the press); 003 L15: overtime is reckoned to the
second, so a thousand switches must not add up to one.
"""

from random import Random

import pytest

from host.core import events
from host.core.table import open_table, step
from host.tests.hands_at_table import Hands, opened

MS = 1_000_000
SECOND = 1_000 * MS
SWITCHES = 1_000
ALLOTTED = 600 * SECOND  # as hands_at_table opens a game


class Played:
    """A game whose sides press at moments that are known, and the time that each must have lost by then."""

    def __init__(self, rulebook, readers=(), own=False):
        self.table = open_table(opened(rulebook, readers, own))
        self.hands = Hands(self)
        for part in ("board", *readers):
            self.take(events.BoardUp(0, False, part))
        self.hands.start(0)
        self.lost = [0, 0]
        self.began = self.table.clock.since_ns

    def take(self, event):
        self.table, effects = step(self.table, event)
        self.effects = effects

    def pressed(self, at_ns):
        """The side on turn has pressed at `at_ns`: what it must have lost since its clock began to run."""
        self.lost[self.table.game.on_turn] += at_ns - self.began
        self.began = at_ns

    def is_charged(self):
        now, running = self.table.at_ns, self.table.game.on_turn
        lost = [each + (now - self.began if seat == running else 0) for seat, each in enumerate(self.lost)]
        assert [ALLOTTED - each for each in self.table.clock.at(now)] == lost
        assert self.table.clock.running == running


def late_press(game, at_ns, delay_ns):
    """A press at `at_ns` that arrives `delay_ns` later, and its decision."""
    seat = game.table.game.on_turn
    game.pressed(at_ns)
    game.take(events.ClockPressed(at_ns, seat))
    game.take(events.Due(at_ns=max(game.table.at_ns, at_ns + delay_ns) + 130 * MS))
    assert game.table.press is None
    assert game.table.game.on_turn != seat, game.table.refusal


def restless(game, at_ns):
    """Something stirs far from the play, and comes to rest: news of the board at `at_ns`."""
    for event in (events.Stirred(at_ns), events.TagsRead(at_ns, 0, ()), events.Calmed(at_ns)):
        game.take(event)


def exchanged(game):
    """The side on turn has put one tile away and drawn another, as its loop reads."""
    seat = game.table.game.on_turn
    kept = sorted(game.hands.rack_tags(seat))[1:]
    new = game.hands.in_bag(1)
    game.hands.read(seat, kept)
    game.hands.read(seat, [*kept, *new])


def test_a_thousand_switches_at_every_phase_of_the_second_charge_nobody_the_others_time():
    """Exchanges pass the turn to and fro; each press falls on another millisecond, every other one is told late."""
    game, chance = Played("fisc_classic", ("racks",)), Random(1)
    phases = chance.sample(range(1_000), SWITCHES)
    for number, phase in enumerate(phases):
        exchanged(game)
        at_ns = (game.table.at_ns // SECOND + 1) * SECOND + phase * MS
        restless(game, at_ns + chance.choice([-70, -1, 0, 1, 40]) * MS)
        late_press(game, at_ns, number % 2 * chance.randrange(2_000) * MS)
        restless(game, game.table.at_ns + 10 * MS)
        game.is_charged()
    assert len(game.table.game.turns) == SWITCHES


@pytest.mark.parametrize("delay_ms", [0, 119, 121, 400])
@pytest.mark.parametrize("news_ms", [-50, 1, 60])
@pytest.mark.parametrize("readers", [(), ("bag", "racks")])
def test_a_press_counts_from_its_moment_however_late_it_is_heard(readers, news_ms, delay_ms):
    """News of board, ring and loops between the press and its coming cost neither side a nanosecond."""
    game, chance = Played("fisc_classic", readers), Random(delay_ms + news_ms)
    for _ in range(6):
        game.hands.lay(2 if len(game.table.game.board) == 0 else 1)
        at_ns = game.table.at_ns + chance.randrange(1, SECOND)
        restless(game, at_ns + news_ms * MS)
        game.hands.draw(1 - game.table.game.on_turn, 0)
        restless(game, max(game.table.at_ns, at_ns + delay_ms * MS))
        late_press(game, at_ns, delay_ms * MS)
        game.is_charged()


@pytest.mark.parametrize("rulebook", ["fisc_classic", "manacor", "frs_english"])
def test_a_commit_that_waits_for_the_tiles_charges_the_mover_up_to_the_press_only(rulebook):
    """The board stirs for up to three seconds after the press, and something is always told meanwhile."""
    game, chance = Played(rulebook, ("bag", "racks"), own=True), Random(3)
    for number in range(12):
        seat = game.table.game.on_turn
        game.hands.lay(2 if len(game.table.game.board) == 0 else 1)
        if game.table.game.rulebook.order == "draw_then_press":
            game.hands.draw(seat, 0)
        at_ns = game.table.at_ns + chance.randrange(1, SECOND)
        game.take(events.Stirred(at_ns - 1))
        game.pressed(at_ns)
        game.take(events.ClockPressed(at_ns, seat))
        quiet_ns = at_ns + chance.randrange(120, 2_990) * MS
        for moment in range(at_ns, quiet_ns, 100 * MS):
            game.take(events.TagsRead(moment, 0, ()))
            game.take(events.RackTagRead(moment, 1 - seat, "e0040000000000ff"))
            game.take(events.RackTold(moment, 1 - seat, 9))  # never read whole
        assert game.table.press is not None
        game.take(events.Calmed(quiet_ns))
        assert game.table.press is None
        assert game.table.game.on_turn != seat, (number, game.table.refusal)
        game.is_charged()
        game.hands.draw(seat, 0)


def test_a_press_of_the_next_side_while_the_first_is_decided_counts_from_its_own_moment():
    """Both sides press within the time that the first press takes to be decided."""
    game = Played("fisc_classic")
    game.hands.lay(2)
    first = game.table.at_ns + SECOND
    seat = game.table.game.on_turn
    game.take(events.ClockPressed(first, seat))
    game.take(events.Passed(1 - seat, at_ns=first + 50 * MS))
    game.take(events.Due(at_ns=first + 700 * MS))
    assert [turn.seat for turn in game.table.game.turns] == [seat, 1 - seat]
    left = game.table.clock.at(first + 50 * MS)
    assert (ALLOTTED - left[seat], ALLOTTED - left[1 - seat]) == (first, 50 * MS)


def test_a_press_from_before_the_clock_ran_gives_nobody_time():
    """A press that was held up by the link for a whole turn stops the clock only from when it ran."""
    game = Played("fisc_classic")
    game.hands.lay(2)
    late_press(game, game.table.at_ns + 5 * SECOND, 0)
    started, seat = game.began, game.table.game.on_turn
    game.hands.lay(1)
    game.pressed(started)
    game.take(events.ClockPressed(started - 4 * SECOND, seat))
    game.take(events.Due(at_ns=game.table.at_ns + SECOND))
    assert game.table.game.on_turn != seat
    game.is_charged()


def test_a_press_that_is_heard_late_touches_no_tile_laid_since():
    """000 r10 costs the turn for a tile laid before the press that is not played, not for one laid after it."""
    game = Played("manacor", own=True)
    at_ns = game.table.at_ns
    game.take(events.Due(at_ns=at_ns + 3 * SECOND))
    assert game.hands.lay(2) == 2
    laid = game.table.course.laid
    game.take(events.ClockPressed(at_ns + SECOND, 0))
    game.take(events.Due(at_ns=game.table.at_ns + SECOND))
    assert [defect.reason for defect in game.table.refusal.defects] == ["nothing_laid"]
    assert (game.table.game.on_turn, game.table.game.turns, game.table.course.laid) == (0, (), laid)
