"""The fuzzing run goes round all properties of the wire, counts its examples and stops at the first that fails."""

import random

from hypothesis import given
from hypothesis import strategies as st

from host.tests import fuzz_wire, test_any_wire


@given(st.integers(0, 10))
def sound(number):
    assert number <= 10


@given(st.integers(0, 1000))
def broken(number):
    assert number < 900


def test_all_properties_of_the_wire_are_fuzzed():
    assert len(fuzz_wire.properties(test_any_wire)) == 4


def test_each_property_has_its_turn_and_its_examples_are_counted():
    examples, turns = fuzz_wire.counted(sound), iter([False, True])
    assert fuzz_wire.fuzz({"sound": sound}, lambda: next(turns), random.Random(1)) == ""
    assert examples[0] == 11  # all that there are


def test_the_first_that_fails_is_named_with_the_seed_that_finds_it_again(capsys):
    examples = fuzz_wire.counted(broken)
    failed = fuzz_wire.fuzz({"broken": broken}, lambda: False, random.Random(1))
    assert failed.startswith("broken, seed ")
    assert "AssertionError" in capsys.readouterr().err
    assert examples[0] > 1
