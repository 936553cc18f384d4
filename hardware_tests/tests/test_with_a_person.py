"""The checks that only a person can answer, T24, T26, T28 and T29, and how a person is asked; on a bench of paper
with people who work by models: contacts that bounce, a bag in which magnets hold tiles together, an ammeter."""

import math
import random
from pathlib import Path

import pytest

from hardware_tests import t13_lamp_limit, t24_buttons, t26_power, t28_outlets, t29_draws
from hardware_tests.bench import NOT_HERE, Edge, Notes, NotHere
from hardware_tests.person import AskedPerson, Nobody, NoPerson, Request, What
from hardware_tests.plan import CHECKS

MS = 1_000_000


class PaperBench:
    """A bench for checks that ask a person only."""

    notes = Notes()

    def __init__(self, person, buttons=None):
        self.person, self.buttons = person, buttons

    def hellos(self, within_s):
        return ()


class Contacts:
    """Buttons that bounce as traces of worn switches do; `press` is the finger. stuck: never comes up again.

    Source of the bounce: J. Ganssle, "The secret life of switches": 1.6 ms on average, 6.2 ms at worst.
    """

    names = ("clock_a", "clock_b", "challenge_a", "challenge_b", "referee")

    def __init__(self, worst_ms=6.2, dead=(), stuck=()):
        self._worst_ms, self._dead, self._stuck = worst_ms, dead, stuck
        self._chance = random.Random(24)
        self._edges = {name: [] for name in self.names}
        self._now_ns = 0

    def press(self, name, count):
        for _ in range(count):
            if name in self._dead and self._chance.random() < 0.1:
                continue
            self._burst(name, True)
            self._now_ns += 150 * MS
            if name not in self._stuck:
                self._burst(name, False)
            self._now_ns += 350 * MS

    def edges(self, name):
        edges, self._edges[name] = self._edges[name], []
        return edges

    def _burst(self, name, down):
        length_ns = round(self._chance.triangular(0.1, self._worst_ms, 1.6) * MS)
        count = self._chance.randrange(0, 4)
        moments = sorted([0, length_ns, *(self._chance.randrange(1, length_ns) for _ in range(2 * count - 1))])
        moments = moments[:1] if count == 0 else moments
        for number, moment in enumerate(moments):
            self._edges[name].append(Edge(self._now_ns + moment, down ^ ((len(moments) - 1 - number) % 2 == 1)))
        self._now_ns += length_ns


class Finger(Nobody):
    """Presses."""

    def __init__(self, contacts):
        self._contacts = contacts

    def does(self, request):
        assert request.what is What.PRESS
        self._contacts.press(request.name, request.count)


@pytest.mark.parametrize(("how", "advice"), [
    ({}, ""),
    ({"worst_ms": 18}, "bounces for"),
    ({"dead": ("challenge_b",)}, "challenge_b gave"),
    ({"stuck": ("referee",)}, "referee is stuck"),
])
def test_fifty_presses_of_each_button_are_counted_and_its_bounce_is_measured(how, advice):
    contacts = Contacts(**how)
    finding = t24_buttons.measure(PaperBench(Finger(contacts), contacts))
    assert finding.passed is not bool(advice)
    assert advice in finding.advice


def test_a_bench_without_buttons_says_so():
    finding = t24_buttons.measure(PaperBench(Nobody()))
    assert (finding.state, finding.measured) == (NOT_HERE, "no buttons at this bench")


class Bag(Nobody):
    """A bag of a hundred tiles, of which `pairs` pairs hold together when they are drawn. Each draw is put back."""

    def __init__(self, pairs):
        self._held = set(range(2 * pairs))
        self._chance = random.Random(29)
        self.shaken = False

    def does(self, request):
        self.shaken = True

    def measures(self, request):
        assert self.shaken
        return 2 if self._chance.randrange(100) in self._held else 1


def test_draws_are_counted_one_by_one_and_magnets_that_hold_tiles_together_fail():
    assert t29_draws.measure(PaperBench(Bag(0))).passed
    held = t29_draws.measure(PaperBench(Bag(8)))
    assert not held.passed
    assert "take the weaker one" in held.advice


@pytest.mark.parametrize(("doubles", "passed"), [(2, True), (3, False)])
def test_two_doubled_draws_of_a_hundred_are_the_limit(doubles, passed):
    answers = iter(["", *["2"] * doubles, *["1"] * (100 - doubles)])
    assert t29_draws.measure(PaperBench(AskedPerson(lambda sentence: next(answers)))).passed is passed


class Meter(Nobody):
    """A supply, a Raspberry Pi's flags, and what the journal says after each cut."""

    def __init__(self, idle=1.7, peak=3.2, flags=True, damaged=(), low_cost=False):
        self._figures, self._flags, self._damaged = {"idle": idle, "peak": peak}, flags, damaged
        self._low_cost = low_cost

    def measures(self, request):
        return self._figures[request.name]

    def sees(self, request):
        if request.name == "low_cost":
            return self._low_cost
        return request.count not in self._damaged if request.what is What.CUT else self._flags


@pytest.mark.parametrize(("how", "advice"), [
    ({}, ""),
    ({"idle": 2.6}, "more than its budget"),
    ({"peak": 3.6}, "more than its budget"),
    ({"peak": -1}, "the peak no less than idle"),
    ({"idle": 0}, "idle must be above 0 A"),
    ({"peak": math.nan}, "the peak no less than idle"),
    ({"idle": math.nan}, "idle must be above 0 A"),
    ({"idle": 0.6, "peak": 1.5, "low_cost": True}, ""),
    ({"idle": 0.6, "peak": 1.6, "low_cost": True}, "more than its budget"),
    ({"flags": False}, "less than 4.63 V"),
    ({"damaged": (20,)}, "1 games were damaged"),
])
def test_supply_and_power_cuts(how, advice):
    finding = t26_power.measure(PaperBench(Meter(**how)))
    assert finding.passed is not bool(advice)
    assert advice in finding.advice


@pytest.mark.parametrize("missing", [None, *(name for name, _, _ in t28_outlets.LOOKS)])
def test_every_outlet_is_looked_at_and_the_one_that_fails_is_named(missing):
    class Looker(Nobody):
        def sees(self, request):
            return request.name != missing

    finding = t28_outlets.measure(PaperBench(Looker()))
    assert finding.passed is (missing is None)
    assert finding.advice == next((advice for name, _, advice in t28_outlets.LOOKS if name == missing), "")


# ---- asking -------------------------------------------------------------------------------------------------------


def test_a_person_is_asked_until_the_answer_makes_sense():
    asked = []
    answers = iter(["perhaps", "Y", "no", "twelve", "nan", "inf", "-1e999", "1,5", ""])

    def ask(sentence):
        asked.append(sentence)
        return next(answers)

    person = AskedPerson(ask)
    assert person.sees(Request(What.LOOK, "Is it lit?")) is True
    assert person.sees(Request(What.LOOK, "Is it lit?")) is False
    assert person.measures(Request(What.CURRENT, "In A:")) == 1.5
    assert person.does(Request(What.LAY, "Lay a tile on h8.")) is None
    assert asked[0] == "Is it lit? [y/n]"
    assert asked[-1] == "Lay a tile on h8. Then press Enter."


def test_what_is_no_number_is_neither_a_current_nor_a_count():
    """A limit that is compared with NaN is never exceeded."""
    draws = iter(["", "nan", "inf", *["1"] * 100])
    drawn = t29_draws.measure(PaperBench(AskedPerson(lambda sentence: next(draws))))
    assert drawn.measured == "0 of 100 draws doubled"
    amperes = iter(["1.5", "nan", "3", "n", "y", *["y"] * 20])
    assert t26_power.measure(PaperBench(AskedPerson(lambda sentence: next(amperes)))).measured.startswith(
        "idle 1.50 A, peak 3.00 A")


@pytest.mark.parametrize("drawn_a", [math.nan, 0, -1, 1.51])
def test_lamps_that_draw_nothing_that_can_be_said_do_not_pass(drawn_a):
    class Reader(Nobody):
        def measures(self, request):
            return drawn_a

    class Lamps(PaperBench):
        def say(self, message):
            pass

        def wait(self, seconds):
            pass

    assert not t13_lamp_limit.measure(Lamps(Reader())).passed


def test_nobody_at_the_table_is_no_pass_and_no_crash():
    """A closed terminal, and a service that nobody watches."""
    for person in (Nobody(), AskedPerson(lambda sentence: None)):
        with pytest.raises(NoPerson):
            person.sees(Request(What.LOOK, "Is it lit?"))
        finding = CHECKS[28].run(PaperBench(person))
        assert (finding.passed, finding.measured) == (False, "nothing")
        assert finding.advice.startswith("nobody")


def test_what_a_model_of_a_table_cannot_have_is_said_and_is_no_fault():
    class OfModels(Nobody):
        def sees(self, request):
            raise NotHere("the virtual table has no displays")

    finding = CHECKS[27].run(PaperBench(OfModels()))
    assert (finding.passed, finding.here, finding.measured) == (True, False, "the virtual table has no displays")


def test_there_is_a_file_for_every_check():
    files = sorted(path.name[:3].upper() for path in Path(t29_draws.__file__).parent.glob("t[0-9][0-9]_*.py"))
    assert files == [check.id for check in CHECKS]
