"""What holds in every game, whatever hands do: no tile is lost, a refusal changes nothing, a replay is the same."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine_lite import course_events as events
from engine_lite.clock import NS_PER_S
from engine_lite.course import Course, Refused, deadline, step
from engine_lite.course_events import Event
from engine_lite.course_tiles import whole_set
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tests.course_chance import next_events
from engine_lite.tests.course_hands import everywhere

MOST_ACTIONS = 60
PAUSES_S = (0, 0, 1, 1, 5, 15, 70, 400)  # seconds between two actions


def begun(name: str, bag: int, chance: Random) -> Course:
    """A game between two full racks with so many tiles left in the bag, its first clock started."""
    rules = RULEBOOKS[name]
    every = chance.sample(whole_set(rules.tile_set), rules.tile_set.size)
    course = Course.new(rules, racks=(every[:7], every[7:14]), bag=every[14 : 14 + bag])
    return step(course, events.Started(chance.randrange(2)))


def tried(course: Course, event: Event, accepted: list[Event]) -> Course:
    """The course after `event`; the same one, untouched, when it is refused, which needs a reason."""
    tiles, before = everywhere(course), told_of(course)
    try:
        after = step(course, event)
    except Refused as refusal:
        why = refusal.defects
    else:
        assert everywhere(after) == tiles
        accepted.append(event)
        return after
    assert why
    assert told_of(course) == before
    return course


def told_of(course: Course) -> str:
    """What a course says of itself, its rulebook left out."""
    game = course.game
    return repr((course.racks, course.bag, course.laid, game.totals, course.phase, course.clock, course.standing))


def must_hold(course: Course) -> None:
    """What is true of every game at every moment."""
    for seat in range(2):
        turns = sum(turn.points for turn in course.game.turns if turn.seat == seat)
        beside = sum(each.points for each in course.game.adjustments if each.seat == seat)
        assert course.game.totals[seat] == turns + beside
    assert bool(course.ended) == (course.final is not None)
    assert not course.ended or course.clock.running is None
    assert course.clock.running in (None, course.on_turn)
    due = deadline(course)
    assert due is None or due > course.at_ns


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(RULEBOOKS)), st.sampled_from([86, 86, 86, 20, 7, 0]), st.integers(0, 2**32))
def test_every_game(name: str, bag: int, seed: int) -> None:
    """Racks, bag, board and aside stay all tiles; only Refused is raised; a replay ends the same."""
    chance = Random(seed)
    course = began = begun(name, bag, chance)
    accepted: list[Event] = []
    for _ in range(MOST_ACTIONS):
        if course.phase == "agreed":
            break
        now = course.at_ns + chance.choice(PAUSES_S) * NS_PER_S
        for event in next_events(course, chance):
            course = tried(course, replace(event, at_ns=now), accepted)
            must_hold(course)
    again = began
    for event in accepted:
        again = step(again, event)
    assert again == course
