"""A table without a bag's ring or loops under the racks says so on its screens all the game, from its beginning:
nobody must find out at the end that a rack had to be told.
"""

import msgspec
import pytest

from host.adapters.screens import Screens
from host.adapters.web.page import Wish, render_page
from host.core import events
from host.core.prompts import never_built
from host.core.state import open_table
from host.core.table import step
from host.tests.hands_at_table import opened
from host.view import public_view
from host.words import prompt_sentence

BUILT = {
    (): ["no_bag_reader", "no_rack_readers"], ("bag",): ["no_rack_readers"], ("racks",): ["no_bag_reader"],
    ("bag", "racks"): [],
}


def begun(readers, own=True, rulebook="manacor"):
    """A game that the rules end (`own`), every reader that the table has speaking."""
    table = open_table(opened(rulebook, readers, own))
    for event in (*(events.BoardUp(0, False, part) for part in ("board", *readers)), events.Started(0, at_ns=0)):
        table, _ = step(table, event)
    return table


def names(table):
    return [prompt.name for prompt in public_view(table, table.at_ns, "ca").prompts]


@pytest.mark.parametrize("readers", BUILT)
def test_what_a_table_was_built_without_stands_on_its_screens_from_the_start(readers):
    """The page shows the sentence, and the display says it for a while and keeps its mark."""
    table = begun(readers)
    assert names(table) == [each.name for each in never_built(table)] == BUILT[readers]
    view = public_view(table, table.at_ns, "ca")
    page = render_page(view, Wish("ca"), "12:00:00")
    for name in ("no_bag_reader", "no_rack_readers"):
        assert (prompt_sentence(name, (), {}, "ca") in page) == (name in BUILT[readers])
    shown, without = Screens(), Screens()
    shown.saw(view)
    without.saw(msgspec.structs.replace(view, prompts=()))
    told = shown.picture(0, view.at_ms).rows, without.picture(0, view.at_ms).rows
    assert (told[0] != told[1]) == bool(BUILT[readers])


@pytest.mark.parametrize("readers", BUILT)
def test_it_goes_with_the_end_of_the_game(readers):
    """Then the racks are asked for where they are not known."""
    table, _ = step(begun(readers), events.Resigned(0, at_ns=5))
    assert table.ended
    assert never_built(table) == ()


def test_where_people_tell_the_whole_course_no_reader_is_missed():
    assert names(begun((), own=False)) == []


def test_a_reader_that_falls_silent_is_named_as_before_and_comes_back():
    table, _ = step(begun(("bag", "racks")), events.BoardDown(5, "racks"))
    assert (names(table), never_built(table)) == (["no_rack_readers"], ())
    table, _ = step(table, events.BoardUp(6, False, "racks"))
    assert names(table) == []


def test_nobody_is_asked_to_say_what_the_loops_of_all_racks_tell():
    """Without a ring an exchange is said only as long as some rack is not read."""
    table = begun(("racks",))
    told = {}
    for seat in (0, 1):
        told[seat] = public_view(table, table.at_ns, "en").prompts[0].sentence
        tags = [tag for tag in table.tiles if tag not in table.ledger.held][:7]
        for event in (*(events.RackTagRead(0, seat, tag) for tag in tags), events.RackTold(0, seat, 7)):
            table, _ = step(table, event)
    assert set(told.values()) == {"The bag is not being read. Say on the page what is exchanged."}
    (prompt,) = public_view(table, table.at_ns, "en").prompts
    assert prompt.sentence == "The bag is not being read. The racks tell what is drawn and exchanged."
