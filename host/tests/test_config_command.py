"""`taula config`: a file is called good or why not, in one sentence; what is shown reads again, less its codes."""

import json

import msgspec
import pytest

from host import config as settings
from host.cli import main
from host.config import SECTIONS
from host.tests.test_config import WHOLE


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(WHOLE, "utf-8")
    return path


def test_a_good_file_is_good(table, capsys):
    assert main(["config", "check", "--config", str(table)]) == 0
    assert capsys.readouterr().out == f"{table} is good.\n"


@pytest.mark.parametrize(("text", "says"), [
    ("[link]\nport = 'x'\n[panel]\nclock_a = 40", "panel.clock_a is 40"), ("", "link.port is missing"),
    ("[", "is not TOML"),
])
def test_a_bad_file_is_told_in_one_sentence_and_ends_with_the_answer_no(text, says, table, capsys):
    table.write_text(text)
    assert main(["config", "check", "--config", str(table)]) == 1
    told = capsys.readouterr().out
    assert says in told
    assert len(told.splitlines()) == 1
    assert main(["config", "check", "--json", "--config", str(table)]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["good"], says in answer["sentence"]) == (False, True)
    assert main(["config", "show", "--config", str(table)]) == 2
    assert says in capsys.readouterr().err


def test_a_file_that_is_not_there_is_a_wrong_input(tmp_path, capsys):
    assert main(["config", "check", "--config", str(tmp_path / "none.toml")]) == 2
    assert "is not there" in capsys.readouterr().err


def test_what_is_in_effect_names_every_setting_and_reads_as_the_same_settings(table, capsys):
    """Whoever copies the output has a whole table.toml; its codes alone have to be written anew."""
    assert main(["config", "show", "--effective", "--config", str(table)]) == 0
    text = capsys.readouterr().out
    for section, kind in SECTIONS.items():
        part = text.split(f"[{section}]\n")[1].split("\n\n")[0]
        assert [line.split(" = ")[0] for line in part.splitlines()] == list(kind.__struct_fields__)
    again = settings.parse(text)
    meant = settings.load(table)
    web = msgspec.structs.replace(meant.web, referee_pin="hidden", seat_pins=("hidden-1", "hidden-2", "hidden-3"))
    assert again == msgspec.structs.replace(meant, web=web)


def test_no_code_of_a_page_is_ever_shown(table, capsys):
    """What is printed is sent to somebody, or lies on a screen in the hall."""
    for more in ([], ["--effective"], ["--json"], ["--effective", "--json"]):
        assert main(["config", "show", "--config", str(table), *more]) == 0
        told = capsys.readouterr().out
        assert "hidden" in told
        assert not [code for code in ("314159", "2718", "2818", "2845") if code in told]


def test_without_effective_only_what_is_written_is_shown(table, capsys):
    table.write_text('[link]\nport = "x"\n[panel]\nbuzzer = "none"\n')
    assert main(["config", "show", "--config", str(table)]) == 0
    assert capsys.readouterr().out == '[link]\nport = "x"\n\n[panel]\nbuzzer = "none"\n'
