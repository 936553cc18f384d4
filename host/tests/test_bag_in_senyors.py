"""000 r17: after a second rack of one kind a referee looks into the bag; what it holds is shown to nobody else.

The bag is what the set has beside the board and the two racks that the script names.
"""

from collections import Counter
from dataclasses import replace

import msgspec
import pytest

from engine_lite.calling import announced
from engine_lite.tiles import CATALAN
from host.adapters.web.page import Wish, render_parts
from host.core import beliefs
from host.referee_view import referee_view
from host.rehearsal.outcome import rehearse
from host.tests.board_line import require_micropython
from host.view import public_view

HELD = "R R S S T N L", "QU ? ? A E I P"  # after the exchange, and the other side's
SCRIPT = """rulebook manacor
lexicon none
board 4ESCAPA5/6U8/O5I6H1/R1BALANÇ1MILIO1/BOOM1FE2E5/I4AU2N1V3/T4N3E1A3/I3GARLEN1R3/5S1E3E3/7S1ZAS3/7E2[L·L]4\
/7N1XERICS/6RATEGE3/1JU[NY]IRE3ACUDA/10T4
rack A R R S S T N L
rack B QU ? ? A E I P
bag R R S S T N L
start A
"""


@pytest.fixture
def table(tmp_path):
    """The table after `more` lines of the script, with every reader or as it says."""
    require_micropython()

    def of(more, before=SCRIPT):
        script = tmp_path / "script.txt"
        script.write_text(before + more, encoding="utf-8")
        outcome = rehearse(script, "sensors")
        assert outcome.failures == []
        return outcome.table

    return of


def left_in_bag(table):
    """The set less what can be seen: the letters on the board, and the racks of the script."""
    left = Counter({kind.face: kind.count for kind in CATALAN.faces})
    left.subtract("?" if tile.blank else tile.face for _, tile in table.game.board)
    left.subtract(" ".join(HELD).split())
    assert min(left.values()) == 0
    return [tile.face for tile in announced(CATALAN.tiles("".join((+left).elements())), CATALAN)]


def test_the_referee_is_shown_what_the_bag_holds_and_nobody_else_is(table):
    """The one vowel that is left is there to be found; a page of a side knows nothing of it."""
    now = table("senyors A\nexpect prompt senyors_one\n")
    bag = list(referee_view(now).bag)
    assert bag == left_in_bag(now)
    assert len([face for face in bag if face in CATALAN.vowels]) == 1
    view = public_view(now, now.at_ns, "en")
    assert all("bag" not in prompt.data for prompt in view.prompts)
    card = render_parts(view, Wish("en", page="referee"), referee_view(now))["troubles"]
    assert "In the bag:" in card
    assert "In the bag:" not in str(render_parts(view, Wish("en", page="a"))) + msgspec.json.encode(view).decode()


@pytest.mark.parametrize("more", ["", "senyors A\nsenyors A\n"])
def test_before_and_after_the_look_the_bag_is_closed(table, more):
    """At the start, and once the rack is mixed."""
    now = table(more, SCRIPT.replace("bag R R S S T N L", "bag R R S S T N L R R S S T N"))
    assert (now.course.again, referee_view(now).bag) == (None, ())


def test_where_the_rule_is_the_tables_own_both_sides_see_it(table):
    """`senyors_bag_public`, which 000 has not: the sentence has the letters, with how many there are."""
    now = table("senyors A\n")
    rules = now.course.rulebook.with_overrides({"senyors_bag_public": True})
    ours = replace(now, course=replace(now.course, game=replace(now.game, rulebook=rules)))
    sentence = next(prompt.sentence for prompt in public_view(ours, ours.at_ns, "ca").prompts
                    if prompt.name == "senyors_one")
    assert left_in_bag(now) == ["D", "D", "M", "O", "S", "T"]
    assert sentence.endswith("A la bossa: D ×2, M, O, S, T.")


def test_a_bag_that_is_guessed_is_shown_to_nobody(table):
    """Without loops nobody knows what the racks hold: the bag must be looked into by hand."""
    unread = SCRIPT.replace("lexicon none", "lexicon none\nreaders no-racks")
    now = table("senyors A\nexpect prompt senyors_one\n", unread)
    assert (now.course.again is not None, referee_view(now).bag) == (True, ())
    assert any(beliefs.guesses(now, seat) for seat in (0, 1))
