"""003 L23 and L32: who picks tiles for the other side has 1 to 2 minutes to look at them; the table says so."""

import msgspec
import pytest

from host.adapters.web.page import Wish, render_page
from host.rehearsal.outcome import rehearse
from host.tests import pictured
from host.tests.board_line import require_micropython
from host.view import public_view

DRAWN = """rulebook {rulebook}
lexicon none
rack A F A R M E S T
rack B T I E O N D L
bag O N E R A
start A
lay h8 F A R M
press A
accept-play B
{how}
"""


@pytest.fixture
def overdrawn(tmp_path):
    """What the table says after eight tiles stand on a rack."""
    require_micropython()

    def of(rulebook, how):
        script = tmp_path / "script.txt"
        script.write_text(DRAWN.format(rulebook=rulebook, how=how), encoding="utf-8")
        outcome = rehearse(script, "sensors")
        assert outcome.failures == []
        view = public_view(outcome.table, outcome.table.at_ns, "en")
        return next(prompt.sentence for prompt in view.prompts if prompt.name == "overdraw")

    return of


def test_two_minutes_to_look_at_tiles_of_a_mixed_rack(overdrawn):
    assert overdrawn("frs_english", "overdraw A 8 mixed").endswith(" It has 2:00 to look at them.")


@pytest.mark.parametrize(("rulebook", "how"), [("frs_english", "unseen"), ("manacor", "mixed")])
def test_no_time_is_said_where_the_document_says_none(overdrawn, rulebook, how):
    """003 L31 of tiles that were kept apart, and 000 r11."""
    assert "to look at them" not in overdrawn(rulebook, f"overdraw A 8 {how}")


def test_the_page_says_how_long_the_other_side_may_pick_from_the_bag():
    """003 L23, in the dialog of an exchange with too few tiles."""
    view = pictured.opening()
    said = "The other side looks at the tiles of the bag, and has 2:00 to pick."
    assert said in render_page(msgspec.structs.replace(view, look_ms=120_000), Wish("en", page="a"), "")
    assert "to pick" not in render_page(view, Wish("en", page="a"), "")
