"""A correction that is refused names the squares at fault and the remedy, in each language; the remedy is taken.

SOL from the centre: (1 + 1 + 1) x 2 = 6; A below its S: 1 + 1 = 2.
"""

import pytest

from engine_lite.notation import parse_square
from host.core.effects import Colour
from host.core.events import Corrected
from host.core.prompts import lamps_of
from host.rehearsal.outcome import rehearse
from host.schemas import Role
from host.tests.board_line import require_micropython
from host.tests.test_desk import ANNA, REFEREE, Table
from host.words import LANGUAGES


@pytest.fixture
def table(tmp_path):
    """SOL h8, and an A on i8 below its S."""
    found = Table(tmp_path, "fisc_classic")
    found.act(ANNA, "start")
    found.lay("S O L", "h8")
    found.press(0)
    found.lay("A", "i8")
    found.press(1)
    assert found.app.table.game.totals == (6, 2)
    yield found
    found.app.close()


def why(table, turn, play):
    """By language the sentence that a correction is refused with; it has changed nothing."""
    before = table.app.table.game
    said = {each: table.act(Role(None, each), "correct", turn=turn, play=play) for each in LANGUAGES}
    assert table.app.table.game == before
    assert len(set(said.values())) == len(LANGUAGES)  # each in its own words
    return said


def names(said, *words):
    assert [(language, word) for language, sentence in said.items() for word in words if word not in sentence] == []


def test_a_word_that_leaves_out_tiles_is_told_which_and_how_to_write_it(table):
    said = why(table, 2, "8i A")
    names(said, "h8", "8h SA")
    assert said["en"] == "The tiles on h8 belong to the word too. Write it whole: 8h SA."
    assert table.act(REFEREE, "correct", turn=2, play="8h SA") == ""


def test_a_dot_where_no_tile_lay_is_told_its_square_and_what_to_write(table):
    said = why(table, 2, "h7 .SOL")
    names(said, "h7")
    assert said["en"] == "Before that play no tile lay on h7. Write the letter laid there, not a dot."


def test_a_letter_of_which_no_tile_is_left_is_told_its_squares(table):
    """There is one Z in the set."""
    said = why(table, 1, "h8 ZOZ")
    names(said, "Z", "h8, h10")
    assert said["en"] == ("No Z is left for h8, h10. Correct first the play that has one too many, or write a small"
                          " letter for a blank.")
    assert table.act(REFEREE, "correct", turn=1, play="h8 ZOz") == ""


def test_a_play_is_withdrawn_without_a_word_while_the_next_one_lies_there(table):
    """Whose play lies there by then has laid nothing too early."""
    table.lay("E", "k8")
    assert table.act(REFEREE, "withdraw", turn=2) == ""
    assert table.app.table.refusal is None
    table.lay("R", "l8")
    assert [each.reason for each in table.app.table.refusal.defects] == ["not_removed"]


def test_a_letter_that_another_play_has_is_free_once_that_play_is_corrected(table):
    """The Z was taken for an A in the second play, and is wanted in the first."""
    assert table.act(REFEREE, "correct", turn=2, play="8h SZ") == ""
    names(why(table, 1, "h8 ZOL"), "Z", "h8")
    assert table.act(REFEREE, "correct", turn=2, play="8h SA") == ""
    assert table.act(REFEREE, "correct", turn=1, play="h8 ZOL") == ""


def test_blanks_of_which_none_is_left_are_told_their_squares(table):
    said = why(table, 1, "h8 sol")
    names(said, "h8, h9, h10")
    assert said["en"].startswith("No blank is left for h8, h9, h10.")
    assert table.act(REFEREE, "correct", turn=1, play="h8 soL") == ""


def test_a_correction_that_can_no_longer_be_taken_back_is_told_the_squares(table):
    """The Z went from the first play to the second since."""
    assert table.act(REFEREE, "correct", turn=1, play="h8 ZOL") == ""
    assert table.act(REFEREE, "correct", turn=1, play="h8 SOL") == ""
    assert table.act(REFEREE, "correct", turn=2, play="8h SZ") == ""
    said = {each: table.act(Role(None, each), "undo_correction", turn=2) for each in LANGUAGES}
    names(said, "Z", "h8")


def test_the_squares_of_a_refused_correction_are_lit(table):
    """On the table as on the pages: the refusal is shown until the board changes."""
    table.act(REFEREE, "correct", turn=1, play="h8 ZOZ")
    shown = table.app.view().prompts[-1]
    assert (shown.name, shown.squares) == ("unknown_tile", ("h8", "h10"))
    lit = dict(lamps_of(table.app.table))
    assert lit[parse_square("h8")] == lit[parse_square("h10")] == Colour.FAULT


@pytest.mark.parametrize("through", ["engine", "sensors"])
def test_a_rehearsal_says_why_a_correction_was_refused(through, tmp_path):
    """Whatever it expected: the cause stands beside what was found instead."""
    if through == "sensors":
        require_micropython()
    script = tmp_path / "script.txt"
    script.write_text("""rulebook fisc_classic
rack A S O L E R T A
rack B T O A E S N C
start A
lay h8 S O L
press A
draw A 3
lay 8i A
press B
correct 2 "8i A"
expect total A 6 B 3
expect refused unknown_tile
""", encoding="utf-8")
    why = "gapped h8: The tiles on h8 belong to the word too. Write it whole: 8h SA."
    assert [each.was for each in rehearse(script, through).failures] == [f"A 6 B 2 (refused: {why})", why]


@pytest.mark.parametrize("points", ["--5", "-", "5-", "5.5", "9" * 5_000])
def test_points_that_are_no_number_of_points_are_refused(table, points):
    """A page sends a number; a journal may hold any text."""
    before = table.app.table.game
    table.app.happened(Corrected(table.now_ns, 1, "score", points, "referee", ""))
    assert (table.app.table.refusal is not None, table.app.table.game) == (True, before)
