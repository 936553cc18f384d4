"""Whole games at tables that lack readers: what no reader tells, people say, and the totals are the same.

The scripts are those of `games/`, with their own hand-worked totals; only the setting `readers` is another one, and a
clock that a script waits for has run for most of its time before.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from host.core.state import BAG, RACKS
from host.rehearsal.outcome import rehearse
from host.rehearsal.settings import READERS

GAMES = Path(__file__).parent / "games"
RULEBOOKS = ("manacor", "fisc_school", "fisc_classic", "frs_english", "frs_romanian")
# Of what hangs on tiles beside the board, more than the whole games have: racks put back whole, a bag that runs out,
# a game begun before, racks that are settled when nobody has gone out.
PARTS = (
    "manacor-r17-senyors-one", "manacor-r17-senyors-none", "manacor-r20-going-out", "manacor-r25-empty-bag",
    "manacor-r21-six-exchanges", "frs_english-l50-mixed", "frs_english-l23-exchange-empty-bag",
    "fisc_classic-going-out", "fisc_school-b8-overdraw-unseen", "fisc_classic-both-withdrawn-at-the-end",
)
PLAYED = [
    *((f"{rulebook}-every-flow", "no-racks") for rulebook in RULEBOOKS),
    *((f"{rulebook}-whole-game", readers) for rulebook in RULEBOOKS for readers in ("no-bag", "pad", "none")),
    *((script, readers) for script in PARTS for readers in ("no-racks", "pad")),
    ("frs_english-l50-mixed", "no-bag"), ("fisc_classic-both-withdrawn-at-the-end", "no-bag"),
    ("manacor-r28e-drawn-as-the-time-strikes", "no-bag"),
]

ABSENT = {"no-racks": {RACKS}, "none": {BAG, RACKS}}

# What a table with these readers cannot play, and why. A row more needs a reason that no statement of people mends.
CANNOT: Mapping[tuple[str, str], str] = {
    ("hands-faults", "pad"): "a tile whose tag fails is one that the board's radio does not read: there is none",
    ("hands-odd-poses", "pad"): "askew, face down and stacked are told apart by the board's radio alone",
}


def played(script: str, readers: str, tmp_path: Path) -> Path:
    """A copy of `script` with other `readers`."""
    lines = (GAMES / f"{script}.txt").read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if not line.startswith("readers ")]
    start = next(number for number, line in enumerate(lines) if line.startswith("start "))
    lines.insert(start, f"readers {readers}")
    copy = tmp_path / f"{script}-{readers}.txt"
    copy.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return copy


@pytest.mark.parametrize(("script", "readers"), PLAYED)
def test_a_table_that_lacks_readers_plays_whole_games_to_the_same_totals(script, readers, tmp_path):
    outcome = rehearse(played(script, readers, tmp_path), "sensors")
    assert outcome.failures == []
    assert not outcome.table.readers & ABSENT.get(readers, {BAG})


def test_every_set_of_readers_plays_every_rulebook():
    played = {(script.partition("-")[0], readers) for script, readers in PLAYED}
    assert played >= {(rulebook, readers) for rulebook in RULEBOOKS for readers in READERS if readers != "all"}
    assert not CANNOT.keys() & set(PLAYED)


@pytest.mark.parametrize(("script", "readers"), CANNOT)
def test_what_such_a_table_cannot_play_is_known_and_still_so(script, readers, tmp_path):
    """A row that has become playable is taken out of the table."""
    assert rehearse(played(script, readers, tmp_path), "sensors").failures
