"""Recorded games come through a storm of faults unharmed: hands err, tags drop, cables fail, and no turn is wrong.

Twenty games of ../shared where they are, four of our own everywhere; `make bench` plays 300.
"""

import json
from functools import cache
from pathlib import Path

import pytest

from engine_lite.gcg import read
from hardware_tests import needs
from host.gcg_files import read_text
from host.rehearsal import storm, storm_faults
from host.rehearsal.storm import weather
from host.rehearsal.storm_hands import Shown
from host.replay import rulebook_for
from host.tests.bench_storm import games_in, jobs_of, stormed
from host.tests.board_line import require_micropython

OURS = Path(__file__).parents[2] / "engine_lite" / "tests" / "games"
STORMED = ("catalan-out-deducted", "romanian-double-latin-1", "spanish-digraphs", "english-four-seats-sum")
SHORT = "spanish-digraphs"
EVERY = 9  # of the games of ../shared one in so many: twenty of them


def storm_of(name: str, seed: int = 1):
    record = read(read_text(OURS / f"{name}.gcg"))
    return weather(name, record, rulebook_for(record), seed)


@cache
def twenty():
    folder = needs.shared("games")
    jobs = jobs_of(games_in(folder / "real") + games_in(folder / "constructed"), 1_000)
    return stormed([job for job in jobs if job[1] == 1][::EVERY][:20], processes=2)


@pytest.mark.parametrize("name", STORMED)
def test_a_game_of_our_own_comes_through_a_storm(name):
    require_micropython()
    outcome = storm_of(name)
    assert (outcome.wrong, outcome.stuck) == ("", "")
    assert outcome.totals == outcome.recorded


def test_no_turn_of_twenty_recorded_games_is_committed_wrongly():
    require_micropython()
    assert [each.wrong for each in twenty().wrong] == []


def test_twenty_recorded_games_end_with_their_totals():
    require_micropython()
    assert [(each.game, each.stuck, each.totals) for each in twenty().not_ended_right] == []
    assert twenty().faults > 50


def test_the_same_seed_is_the_same_storm():
    require_micropython()
    outcome = storm_of(SHORT)
    told = json.dumps(outcome.as_json())
    assert told == json.dumps(storm_of(SHORT).as_json())
    assert '"faults": {"' in told
    assert outcome.faults != storm_of(SHORT, seed=2).faults


def test_the_judge_finds_a_wrong_commit(monkeypatch):
    """A storm that could not fail would prove nothing: a table that gives one point more is found out."""
    require_micropython()
    real = storm.move_of

    def one_more(entry, game, score):
        return real(entry, game, score + 1)

    monkeypatch.setattr(storm, "move_of", one_more)
    assert "committed" in storm_of(STORMED[0]).wrong


def test_every_fault_of_the_list_can_befall_a_table(monkeypatch):
    """Chance draws from all of them evenly; here each action of a hand has one, in turn, until all have been."""
    require_micropython()
    befell: set[str] = set()
    monkeypatch.setattr(storm, "FAULT", 0.6)
    for seed in range(1, 17):
        befell |= storm_of(SHORT, seed).faults.keys()
        if befell == set(storm_faults.ALL):
            break
    assert befell == set(storm_faults.ALL)


def test_hands_read_the_squares_off_the_sentence():
    assert Shown("moved", "The N of h7 is on j15. Put it back on h7.").squares == (111, 149, 111)
    assert Shown("unplugged", "The board is not connected. Check its cable.").squares == ()
