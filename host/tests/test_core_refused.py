"""What the table refuses leaves everything as it was, a correction leaves nothing behind: cases once found."""

from engine_lite.placement import Reason
from host.core import events
from host.core.effects import Refuse
from host.core.phases import Phase
from host.core.table import open_table, step
from host.tests.hands_at_table import Hands, opened
from host.view import public_view
from host.words import prompt_sentence


class Played:
    """A game whose first clock runs, and the reasons of the last refusal."""

    def __init__(self, rulebook="fisc_classic", readers=(), own=True):
        self.table = open_table(opened(rulebook, readers, own))
        self.why = []
        self.hands = Hands(self)
        for part in ("board", *readers):
            self.take(events.BoardUp(0, False, part))
        self.hands.start(0)

    def take(self, event):
        self.table, effects = step(self.table, event)
        refused = [effect for effect in effects if isinstance(effect, Refuse)]
        self.why = [defect.reason for each in refused for defect in each.defects]

    def says(self, kind, *args):
        self.take(kind(*args, at_ns=self.table.at_ns))


def test_nobody_can_have_gone_out_before_a_play():
    game = Played()
    game.take(events.EndTyped(game.table.at_ns, "out"))
    assert game.why == [Reason.WRONG_PHASE]
    assert not game.table.ended


def test_a_refused_exchange_fills_no_rack():
    """The rack of the side that has played is believed full once the next turn is over; a refused one is not."""
    game = Played()
    game.hands.play(3, drawing=False)
    before = game.table
    assert before.course.room(0) == 3
    game.says(events.Exchanged, 1, before.course.bag[:8], ())
    assert game.why
    assert (game.table.course, game.table.ledger) == (before.course, before.ledger)


def test_a_play_brought_back_by_a_correction_need_not_be_cleared_away():
    game = Played()
    game.hands.play(3, drawing=False)
    game.take(events.Corrected(game.table.at_ns, 1, "withdrawn"))
    assert game.table.phase is Phase.REMOVING
    game.take(events.Corrected(game.table.at_ns, 1, "reinstated"))
    assert (game.table.phase, game.table.removing) == (Phase.PLAYING, ())
    assert len(game.table.played) == 3


def test_a_withdrawn_play_can_no_longer_be_challenged():
    game = Played()
    game.hands.play(3, drawing=False)
    game.take(events.Corrected(game.table.at_ns, 1, "withdrawn"))
    game.hands.clear()
    game.says(events.Challenged, 1)
    assert game.why == [Reason.TOO_LATE]


def test_how_many_tiles_must_go_back_is_told_and_never_which():
    """The prompt is for everybody to see, a rack is not."""
    from host.core.prompts import prompts

    game = Played(readers=("racks",))
    course, seat = game.table.course, 1
    other = next(tile for tile in course.bag if tile not in course.rack(seat))
    rack = (other, *course.rack(seat)[1:])
    text = course.rulebook.tile_set.text(rack, brackets=True)
    game.take(events.RackTyped(game.table.at_ns, seat, text))
    told = [prompt for prompt in prompts(game.table) if prompt.name == "put_back"]
    assert [dict(prompt.data) for prompt in told] == [{"player": "Biel", "count": "1"}]


def test_a_challenge_of_a_word_that_the_play_does_not_form_is_told_which_it_forms():
    """The page says it in its own language, from the data that goes with the prompt."""
    game = Played()
    game.hands.play(3, drawing=False)
    (word,) = public_view(game.table, game.table.at_ns, "en").turns[-1].words
    game.says(events.Challenged, 1, ("QUINO",))
    assert game.why == [Reason.WRONG_PHASE]
    shown = public_view(game.table, game.table.at_ns, "en").prompts[-1]
    assert shown.sentence == f"The play forms no such word. It forms: {word.text.upper()}."
    assert prompt_sentence(shown.name, shown.squares, shown.data, "ro").endswith(f"Formează: {word.text.upper()}.")


def test_the_table_says_who_takes_back_what_was_drawn_for_a_withdrawn_play():
    """Its side has seen those tiles among the old ones: it cannot put them back itself, and is told who does."""
    game = Played()
    game.hands.play(3, drawing=False)
    game.take(events.DrawTyped(game.table.at_ns, 0, 3))
    game.take(events.Corrected(game.table.at_ns, 1, "withdrawn"))
    game.hands.clear()
    over = next(each for each in public_view(game.table, game.table.at_ns, "en").prompts if each.name == "overdraw")
    takes = "The other side takes 3–10 of the tiles on that rack and puts 3 of them into the bag."
    assert over.sentence.endswith(takes)
    game.says(events.Returned, 0, game.table.course.rack(0)[:3])
    assert game.why == [Reason.OUT_OF_TURN]
    assert public_view(game.table, game.table.at_ns, "en").prompts[-1].sentence == takes
