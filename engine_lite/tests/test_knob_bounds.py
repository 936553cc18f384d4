"""Every knob's bounds, and its value where neither a document nor a table says anything: typed here a second time.

A bound that grows tighter refuses a club's settings and the journals of its past games; a default that changes
changes the game of every club that left it alone. Neither may happen by a slip.
"""

from dataclasses import replace

import pytest

from engine_lite.choices import Order
from engine_lite.knobs import BadKnobValue, KnobValue, Number, Text
from engine_lite.rulebook import KINDS, Rulebook, UnknownKnob, rulebook
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tiles import ENGLISH, ROMANIAN

# knob | value without a document, and what agrees on it | lowest and highest
NUMBERS = """
seats                | 2    | 000 r28, 003 L15, 004 L58 | 1 | 4
players_a_side       | 1    | 000 r28, 003 L15          | 1 | 4
rounds               | 0    | not said                  | 0 | 99
win_half_points      | 2    | 001 line 4                | 0 | 20
draw_half_points     | 1    | 001 line 4                | 0 | 20
clock_s              | 1800 | 000 r28                   | 10 | 10800
overtime_points      | 10   | 000 r28d, 003 L15         | 0 | 100
forfeit_after_s      | 0    | off                       | 0 | 10800
time_cap_s           | 0    | off                       | 0 | 21600
turn_limit           | 0    | off                       | 0 | 99
opening_tiles        | 2    | 000 r6, 001 B3, 003 L19, 004 L84-86 | 1 | 7
opening_zero_turns   | 0    | off                       | 0 | 20
rack_size            | 7    | all five                  | 1 | 10
bingo                | 50   | 000 r13, 001 B14, 002, 004 L110-111 | 0 | 200
touched_tile_s       | 3    | reading 9                 | 0 | 60
exchange_min_bag     | 7    | 000 r16, 003 L23          | 1 | 100
challenges_per_play  | 1    | 001 B5                    | 0 | 99
hold_s               | 0    | off                       | 0 | 300
hold_draw_s          | 60   | 003 L50                   | 0 | 600
last_play_wait_s     | 60   | reading 13                | 0 | 600
appeals              | 0    | off                       | 0 | 9
strikes              | 0    | off                       | 0 | 9
look_s               | 0    | not said                  | 0 | 600
zero_turns_each      | 0    | off                       | 0 | 20
zero_turns_joint     | 0    | off                       | 0 | 20
passes_end           | 0    | off                       | 0 | 20
"""
CELLS = [[word.strip() for word in line.split("|")] for line in NUMBERS.strip().splitlines()]
ROWS = [(knob, int(default), int(low), int(high)) for knob, default, _, low, high in CELLS]

# What is true where no document speaks: that the clocks stand while somebody judges (000 r28b), that tiles laid when
# the time is over were not played (reading 20), who starts racks first (000 r6, 001 B2), that an exchange scores
# nothing (002, reading 4) and that a HOLD costs its own side's time (003 L50). No other knob.
TRUE = {
    "cap_takes_back_laid", "stops_for_challenge", "stops_for_dispute", "stops_for_overdraw", "stops_for_referee",
    "starter_racks_first", "exchange_is_zero_turn", "hold_clock_runs",
}  # fmt: skip

# What is common among other clubs, and therefore in `international`; the rest of it is as above.
INTERNATIONAL: dict[str, KnobValue] = {
    "clock_s": 25 * 60, "overtime": "manacor", "overtime_points": 10, "forfeit_after_s": 10 * 60,
    "blank_beyond_set": True, "challenge": "five_points", "last_play_wait_s": 20, "overdraw": "one_more",
    "zero_turns_joint": 6, "settle_out": "doubled", "board_may_turn": True, "letter_list": True, "own_notes": True,
    "rack_sizes_shown": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def silent() -> Rulebook:
    """A rulebook whose documents say nothing at all."""
    return rulebook("silent", language="en", tile_set=ENGLISH, rows={}, rules={})


def test_every_number_has_its_row() -> None:
    """So that a new knob gets one."""
    assert [row[0] for row in ROWS] == [name for name, kind in KINDS.items() if isinstance(kind, Number)]


@pytest.mark.parametrize(("knob", "default", "low", "high"), ROWS)
def test_a_number_has_these_bounds_and_this_default(
    silent: Rulebook, knob: str, default: int, low: int, high: int
) -> None:
    """Lowest and highest are taken, one beyond either is refused."""
    kind = KINDS[knob]
    assert getattr(silent, knob) == default
    assert (kind.read(knob, low), kind.read(knob, high)) == (low, high)
    for beyond in (low - 1, high + 1):
        with pytest.raises(BadKnobValue):
            kind.read(knob, beyond)


def test_what_is_true_without_a_document(silent: Rulebook) -> None:
    """What a document would have to allow is off: word hints, notes, HOLD's helpers, endings of its own."""
    assert {name for name in KINDS if getattr(silent, name) is True} == TRUE


def test_texts_fit_a_display_line_or_a_list_of_word_lists() -> None:
    """20 characters for a call, 200 for the names of word lists; nothing is said by default."""
    longest = {name: kind.longest for name, kind in KINDS.items() if isinstance(kind, Text)}
    assert longest == {"lexicon": 200, "call_exchange": 20, "call_pass": 20}
    for name, length in longest.items():
        assert KINDS[name].read(name, "x" * length) == "x" * length
        with pytest.raises(BadKnobValue):
            KINDS[name].read(name, "x" * (length + 1))


@pytest.mark.parametrize(
    ("knob", "allowed"),
    [
        ("appeals", "a whole number between 0 and 9 (appeals)"),
        ("senyors", "true or false"),
        ("order", "one of draw_then_press, press_then_draw"),
        ("call_pass", "one line of at most 20 printable characters"),
    ],
)
def test_a_refusal_says_what_is_allowed(knob: str, allowed: str) -> None:
    """In words that tell what to write instead."""
    with pytest.raises(BadKnobValue) as refusal:
        RULEBOOKS["manacor"].with_overrides({knob: None})
    assert str(refusal.value) == f"{knob} is “None”; it must be {allowed}"


@pytest.mark.parametrize("knob", KINDS)
def test_the_rulebook_for_other_clubs_departs_from_that_in_these_knobs_only(silent: Rulebook, knob: str) -> None:
    """What a club finds before it sets anything."""
    assert getattr(RULEBOOKS["international"], knob) == INTERNATIONAL.get(knob, getattr(silent, knob))


def test_the_letters_beyond_the_set_go_with_their_knob() -> None:
    """K Q W Y by a blank (004 L40-42): kept by a rulebook that has them, gone from one that has not."""
    having, lacking = (
        rulebook("club", language="ro", tile_set=ROMANIAN, rows={"blank_beyond_set": (on, "004 L40-42")}, rules={})
        for on in (True, False)
    )
    assert sorted(having.tile_set.blank_only) == ["K", "Q", "W", "Y"]
    assert lacking.tile_set.blank_only == ()
    assert lacking.tile_set.faces == ROMANIAN.faces


def test_an_opening_of_a_full_rack_is_possible_and_of_more_is_not() -> None:
    """At most what a side may hold."""
    club = RULEBOOKS["international"]
    assert club.with_overrides({"rack_size": 4, "opening_tiles": 4}).opening_tiles == 4
    with pytest.raises(BadKnobValue, match="at most rack_size, which is 4"):
        club.with_overrides({"rack_size": 4, "opening_tiles": 5})


def test_a_hold_of_one_second_is_one() -> None:
    """Only a HOLD without any time is none."""
    club = RULEBOOKS["international"]
    assert club.with_overrides({"challenge_window": "hold", "hold_s": 1}).hold_s == 1


def test_a_rulebook_with_an_impossible_value_is_none() -> None:
    """However it is made: of rows, or out of another; and the name of a choice becomes that choice."""
    with pytest.raises(BadKnobValue, match="clock_s is 9; it must be a whole number between 10 and 10800"):
        rulebook("club", language="en", tile_set=ENGLISH, rows={"clock_s": (9, "000 r28")}, rules={})
    with pytest.raises(BadKnobValue, match="senyors is 1; it must be true or false"):
        replace(RULEBOOKS["manacor"], senyors=1)
    assert replace(RULEBOOKS["manacor"], order="press_then_draw").order is Order.PRESS_THEN_DRAW


def test_a_misspelt_knob_of_a_variant_is_refused() -> None:
    """As one of the rulebook itself."""
    variants = {"short": {"clocks": (600, "001 line 2")}}
    with pytest.raises(UnknownKnob, match="no knob is called “clocks”; there are seats, "):
        rulebook("club", language="en", tile_set=ENGLISH, rows={}, rules={}, variants=variants)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (999_999_999, "999999999"),
        (-999_999_999, "-999999999"),
        (1_000_000_000, "“1000000000”"),  # quoted, and cut when it goes on
        (1_000_000_001, "“1000000001”"),
        pytest.param(10**5000, "far too long", id="5001 digits"),
        (False, "false"),
    ],
)
def test_a_refusal_shows_the_value_and_stays_short(value: object, shown: str) -> None:
    """Nine digits are read at a glance; a number of thousands of digits would fill the screen."""
    with pytest.raises(BadKnobValue) as refusal:
        RULEBOOKS["international"].with_overrides({"bingo": value})
    assert str(refusal.value).startswith(f"bingo is {shown}; it must be ")


def test_a_value_that_holds_itself_is_refused_in_a_sentence() -> None:
    """A list in a list in a list: no end to print."""
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(BadKnobValue, match="bingo is far too long"):
        RULEBOOKS["international"].with_overrides({"bingo": deep})
