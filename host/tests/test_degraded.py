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


@pytest.mark.parametrize("readers", ["all", "no-bag", "no-racks", "none", "pad"])
def test_who_says_that_it_drew_fewer_has_not_filled_its_rack(readers, sensed):
    """A takes two of the last three, B the third: B, who lays five of its six, is not out.

    A: SOL (1 + 1 + 1) x 2 = 6, SOLE 4. B: SAR 3, SARTSMEN (1 + 1 + 1 + 1 + 2 + 2 + 1 + 1) x 3 = 30.
    """
    assert sensed(f"""rulebook fisc_classic
lexicon none
readers {readers}
rack A S O L E R I N
rack B A R T S M E N
bag C A D
bag-left 3
start A
lay h8 S O L
press A
accept-play B
draw A 2
lay 8i A R
press B
accept-play A
draw B 1
expect bag 0
lay h11 E
press A
lay 8k T S M E N
press B
expect phase playing
accept-play A
expect turn A
expect total A 10 B 33
""") == []


@pytest.mark.parametrize("readers", ["no-racks", "none", "pad"])
def test_who_never_drew_for_a_play_withdrawn_later_says_what_is_on_its_rack(readers, sensed):
    """A has its first seven again, though the table believed that it had drawn four: none of them goes back."""
    assert sensed(f"""rulebook fisc_classic
lexicon none
readers {readers}
rack A F A R M E S T
rack B I R O N D E S
start A
lay h8 F A R M
press A
pass B
withdraw 1
remove
expect quiet
expect bag 86
pass A
expect turn B
""") == []


FORGOTTEN = {  # who forgets to draw, and what is said of it: with the totals that are true then
    "the last tiles are the other side's": """rulebook fisc_classic
rack A M A R E S T I
rack B T O R S E N C
bag L A
bag-left 2
start A
lay h8 M A R
press A
lay i6 T O R
press B
draw B 2
pass A
pass B
pass A
pass B
pass A
pass B
accept A
accept B
expect phase agreed
expect final A 4 B 0
""",
    "a side goes out with what it has": """rulebook fisc_classic
rack A M A R E S T I
rack B T O R S E N C
bag L A
bag-left 2
start A
lay h8 M A R
press A
lay i6 T O R
press B
draw B 2
lay g9 E S T I
press A
accept-play B
expect ended out
expect final A 25 B 0
""",
    "the rack is told at the end": """rulebook frs_english
rack A M A R E S T I
rack B T O R S E N C
start A
lay h8 M A R
press A
confirm B
pass B
pass A
expect ended two_passes
accept A
accept B
expect phase agreed
expect final A 6 B -9
""",
    "fewer are drawn a turn later": """rulebook fisc_classic
rack A M A R E S T I
rack B T O R S E N C
start A
lay h8 M A R
press A
pass B
draw A 2
expect bag 84
pass A
pass B
draw A 1
expect bag 83
expect quiet
""",
}


@pytest.mark.parametrize("readers", ["none", "pad"])
@pytest.mark.parametrize("what", FORGOTTEN)
def test_what_people_say_goes_before_a_draw_that_was_only_believed(what, readers, tmp_path):
    """MAR is (2 + 1 + 1) x 2 = 8, in English (3 + 1 + 1) x 2 = 10; TOR with i7, where letters count twice, 4, MR 3.

    ESTI from g9, where a letter counts twice, 5, EA 3, SR 2. Left are E S T I, 4, and S E N C L A, 7; in English
    T O R S E N C, 9.
    """
    script = tmp_path / "script.txt"
    lexicon = f"\nlexicon none\nreaders {readers}\nrack A"
    script.write_text(FORGOTTEN[what].replace("\nrack A", lexicon, 1), encoding="utf-8")
    assert rehearse(script, "sensors").failures == []
    assert rehearse(script, "engine").failures == []
