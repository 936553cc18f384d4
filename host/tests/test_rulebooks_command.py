"""`taula rulebooks`: what scripts read, what people read, and what is said when the input is wrong."""

import json
from pathlib import Path

import pytest

from engine_lite.rulebook import KINDS
from engine_lite.rulebooks import RULEBOOKS
from host import cli
from host.words import rules


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What `taula rulebooks WORDS` prints, having ended well."""
    assert cli.main(["rulebooks", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_shape_that_scripts_read(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Exactly these keys; every knob once, a number, true or false, or a name."""
    found = json.loads(printed(capsys, name, "--json"))
    assert list(found) == ["name", "language", "tile_set", "knobs"]
    assert (found["name"], found["tile_set"]) == (name, RULEBOOKS[name].tile_set.name)
    assert [knob["name"] for knob in found["knobs"]] == list(KINDS)
    for knob in found["knobs"]:
        assert list(knob) == ["name", "value", "unit", "source", "text"]
        assert type(knob["value"]) in (int, bool, str)
        assert all(type(knob[key]) is str for key in ("unit", "source", "text"))


def test_the_values_are_those_of_the_documents(capsys: pytest.CaptureFixture[str]) -> None:
    """000 r28, r28d and r21: 30 minutes, 10 points a minute begun, six zero turns by reading 1."""
    knobs = {knob["name"]: knob for knob in json.loads(printed(capsys, "manacor", "--json"))["knobs"]}
    assert knobs["clock_s"] == {
        "name": "clock_s", "value": 1800, "unit": "seconds", "source": "000 r28",
        "text": "thinking time of a side for the whole game",
    }  # fmt: skip
    assert (knobs["overtime"]["value"], knobs["overtime"]["unit"]) == ("manacor", "")
    assert knobs["senyors"]["value"] is True
    assert knobs["opening_zero_turns"]["source"].startswith("000 r21, reading 1: six zero turns in all are allowed")


def test_a_variant_is_printed_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    """001 line 3: 15 minutes, 15 turns."""
    knobs = json.loads(printed(capsys, "fisc_school", "--variant", "15min", "--json"))["knobs"]
    assert [knob["value"] for knob in knobs if knob["name"] in ("clock_s", "turn_limit")] == [900, 15]
    page = printed(capsys, "fisc_school", "--variant", "15min")
    assert page.startswith("fisc_school: School game, variant 15min\n")


def test_the_list_names_all_with_their_variants(capsys: pytest.CaptureFixture[str]) -> None:
    """Where one finds what `--variant` takes."""
    assert [line.split()[0] for line in printed(capsys).splitlines()] == list(RULEBOOKS)
    listed = {each["name"]: each["variants"] for each in json.loads(printed(capsys, "--json"))}
    assert listed == {name: ["12min", "15min"] if name == "fisc_school" else [] for name in RULEBOOKS}


def test_the_page_has_every_knob_as_it_is_written_in_the_settings(capsys: pytest.CaptureFixture[str]) -> None:
    """With the reading's own words where a document leaves it open, and the other values of a closed list."""
    page = printed(capsys, "frs_english")
    assert all(f"\n  {knob} = " in page for knob in KINDS)
    assert all(f"\n{heading}\n" in page for heading in rules.SECTIONS.values())
    assert '\n  settle_out = "doubled"   [003 L36]\n' in page
    assert "Also: deducted" in page
    assert "\n  hold_s = 20 seconds   [003 L49, reading 5]\n" in page
    assert "\n      reading 5: “20 s or until a tile is drawn” is taken literally" in page
    assert "\n  senyors = false   [not from the seed]\n" in page


def test_a_table_shows_what_it_has_set_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The settings name the rulebook; a knob of their own is marked, the others keep their paragraph."""
    settings = tmp_path / "table.toml"
    settings.write_text('[table]\nrulebook = "frs_english"\n\n[rules]\ndraw_blank = "last"\n', encoding="utf-8")
    page = printed(capsys, "--config", str(settings))
    assert page.startswith("frs_english: ")
    assert page.count("[this table's own]") == 1
    assert 'draw_blank = "last"   [this table\'s own]' in page


def test_two_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """What differs and nothing else: the two classes of the school game, by 001 lines 2 and 3."""
    assert printed(capsys, "--compare", "fisc_school", "fisc_school:15min").splitlines() == [
        "fisc_school:12min and fisc_school:15min differ in",
        "  clock_s: 720 | 900 seconds   (thinking time of a side for the whole game)",
        "  turn_limit: 10 | 15 turns   (turns of each side after which the game ends; 0: no limit)",
    ]
    assert printed(capsys, "--compare", "manacor", "manacor") == "manacor and manacor differ in nothing.\n"
    found = json.loads(printed(capsys, "--compare", "manacor", "frs_english", "--json"))
    assert (found["a"]["name"], found["b"]["tile_set"]) == ("manacor", "english")
    differ = {each["name"]: (each["a"], each["b"]) for each in found["differ"]}
    assert differ["settle_out"] == ("deducted", "doubled")
    assert differ["overtime"] == ("manacor", "frs_english")
    assert not {"rack_size", "bingo", "opening_tiles", "challenge"} & set(differ)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["mancor"], "no rulebook is called “mancor”; there are manacor, fisc_school, fisc_classic, frs_english"),
        (["manacor", "--variant", "12min"], "manacor has no variant “12min”; it has none."),
        (["fisc_school", "--variant", "20min"], "fisc_school has no variant “20min”; there are 12min, 15min."),
        (["--variant", "12min"], "--variant needs the NAME of a rulebook."),
        (["manacor", "--compare", "manacor", "frs_english"], "--compare A B stands alone; write a variant as NAME:V"),
        (["manacor", "--config", "table.toml"], "--config FILE stands alone; the file names its rulebook"),
        (["--config", "none.toml"], "none.toml is not there: write one, or name another with --config."),
        (["--compare", "manacor", "fisc_school:1"], "fisc_school has no variant “1”; there are 12min, 15min."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    """Exit code 2, nothing on standard output, and what to write instead."""
    assert cli.main(["rulebooks", *words]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith(f"taula rulebooks: {sentence}")
    assert error.count("\n") == 1
