"""What a refusal says is true where it is said, names the squares and what to do, and goes to the side that acted."""

import pytest

from engine_lite.course_events import Form
from engine_lite.notation import parse_square
from host.adapters.screens import Screens
from host.adapters.voice_queue import news
from host.adapters.web.page import Wish, render_page
from host.core import events
from host.core.effects import Refuse
from host.core.table import open_table, step
from host.possible import actions_of
from host.tests.hands_at_table import Hands, opened
from host.view import public_view, refusal_sentence

A, B = 0, 1
H8 = parse_square("h8")
NOT_IN_RULES = "The rules of this game do not have that."
NO_EXCHANGE = "The rules of this game have no such exchange."
NOT_PRESSED = "The tiles on h8, h9 have not been played yet: the press of the clock comes first."
YOURS = "That is for the other side to say: the play is yours."


class Table:
    """A game, begun if it is to `start`, and to whom the last event was refused, with the sentences."""

    def __init__(self, rulebook, readers=(), start=True):
        self.table = open_table(opened(rulebook, readers, own=True))
        self.refused = []
        self.hands = Hands(self)
        for part in ("board", *readers):
            self.take(events.BoardUp(0, False, part))
        if start:
            self.hands.start(A)

    def take(self, event):
        self.table, effects = step(self.table, event)
        self.refused = [(each.seat, " ".join(refusal_sentence(defect, "en") for defect in each.defects))
                        for each in effects if isinstance(each, Refuse)]

    def says(self, kind, *args):
        """Who is told what, when that is said."""
        self.take(kind(*args, at_ns=self.table.at_ns))
        return self.refused


@pytest.mark.parametrize("rulebook", ["fisc_school", "fisc_classic", "frs_english", "frs_romanian"])
def test_a_play_that_is_not_pressed_is_neither_challenged_nor_accepted(rulebook):
    """001 B4, 002, 003 L49: four tiles may lie there, and it was said that none has been laid."""
    game = Table(rulebook)
    assert game.says(events.Challenged, B) == [(B, "No play has been made yet.")]
    game.hands.lay(2)
    for said in (events.Challenged, events.PlayAccepted):
        assert game.says(said, B) == [(B, NOT_PRESSED)]
        assert game.says(said, A) == [(A, YOURS if said is events.Challenged else "No play has been made yet.")]
    if game.table.course.rulebook.hold_s:
        assert game.says(events.Held, B) == [(B, NOT_PRESSED)]
    game.hands.press()
    assert game.says(events.Challenged, A) == [(A, YOURS)]
    assert game.says(events.Challenged, B) == []


def test_a_laid_play_of_manacor_is_not_ones_own_to_challenge():
    """000 r23 is about opponents; it was said that no tile has been laid."""
    game = Table("manacor")
    game.hands.lay(2)
    assert game.says(events.Challenged, A) == [(A, YOURS)]


@pytest.mark.parametrize("readers", [(), ("racks",), ("bag", "racks")])
def test_who_is_not_on_turn_is_told_so_before_anything_else(readers):
    """And not to take the other side's play off the board."""
    game = Table("frs_english", readers)
    game.hands.lay(2)
    theirs = [(B, "It is the other side's turn.")]
    assert game.says(events.Passed, B) == theirs
    assert game.says(events.Exchanged, B, game.table.course.rack(B)[:2], ()) == theirs
    game.take(events.ExchangeTyped(game.table.at_ns, B, 2))
    assert game.refused == theirs
    assert game.says(events.Passed, A) == [(A, "First take the tiles off h8, h9.")]


@pytest.mark.parametrize("rulebook", ["manacor", "fisc_school", "fisc_classic", "frs_english", "frs_romanian"])
def test_what_a_rulebook_does_not_know_is_refused_as_such(rulebook):
    """Whatever the bag and the rack hold, and whoever asks for it: no tile more or less would change it."""
    game = Table(rulebook)
    rules = game.table.course.rulebook
    known = {
        (events.Held, B): rules.hold_s, (events.Released, B): rules.hold_s,
        (events.Confirmed, B): rules.score_confirmed, (events.Appealed, B): rules.appeals,
        (events.Waived, B): rules.touched_tile, (events.KindTold, "noun"): rules.kind_of_word_told,
        (events.NoPlay, B): rules.no_play_ends,
    }  # fmt: skip
    for (said, who), has in known.items():
        assert (NOT_IN_RULES in [sentence for _, sentence in game.says(said, who)]) is not bool(has), said
    tiles = game.table.course.rack(A)
    exchanges = {
        (events.Senyors, A, ()): rules.senyors,
        (events.ShortExchanged, A, tiles[:1], tiles[:1]): rules.exchange_below_min == "opponent_picks",
    }
    for said, has in exchanges.items():
        assert (game.says(*said) == [(A, NO_EXCHANGE)]) is not bool(has), said


def test_a_bag_that_is_full_enough_is_not_called_too_small():
    """003 L23: the other side picks below seven tiles only."""
    game = Table("frs_english")
    tiles = game.table.course.rack(A)[:1]
    told = "The bag holds enough tiles: exchange without the other side's choice."
    assert game.says(events.ShortExchanged, A, tiles, tiles) == [(A, told)]


def test_only_new_tiles_go_back_and_it_is_said_so_of_others():
    """003 L29-32: a tile that stands on the rack was said not to be there."""
    game = Table("frs_english", ("bag", "racks"))
    game.hands.play(3, drawing=False)
    game.hands.draw(A, 2)
    game.says(events.Overdrew, A, (), Form.UNSEEN)
    over, rack = game.table.course.overdraw, game.table.course.rack(A)
    old = tuple(tile for tile in rack if tile not in over.new)
    told = "Not all of these tiles are among the new ones: only what was drawn last goes back."
    assert (over.surplus, len(old[:2])) == (2, 2)
    assert game.says(events.Took, B, A, 3, old[:2]) == [(B, told)]
    missing = next(tile for tile in game.table.course.bag if tile not in rack)
    told = "Not all of these tiles are on the rack."
    assert game.says(events.Took, B, A, 3, (missing, missing)) == [(B, told)]
    assert game.says(events.Took, B, A, 3, over.new[:2]) == []


def test_a_name_for_a_tile_that_is_another_one_names_square_and_tile():
    """Faults, the invariants: every refusal names squares."""
    game = Table("fisc_classic")
    game.hands.play(2)
    face = game.table.game.board.at(H8).face
    other = next(each for each in "EAIO" if each != face)
    game.take(events.TileNamed(game.table.at_ns, H8, other))
    assert [sentence for _, sentence in game.refused] == [f"The tile on h8 is known to be {face}. Name that one."]
    game.take(events.TileNamed(game.table.at_ns, H8, "W"))
    assert [sentence for _, sentence in game.refused] == ["The tile set has no W. Name the tile that stands on h8."]


def test_an_exchange_is_not_told_that_it_may_not_pass():
    """000 r21: after six zero turns on an empty board neither is allowed, and what is asked for is a play."""
    game = Table("manacor")
    for turn in range(6):
        game.says(events.Passed, turn % 2)
    must = [(A, "A play must be laid now: neither a pass nor an exchange is allowed.")]
    assert game.says(events.Passed, A) == must
    assert game.says(events.Exchanged, A, game.table.course.rack(A)[:1], ()) == must


# --- what pages offer ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", ["manacor", "fisc_classic", "frs_english"])
def test_a_score_may_be_disputed_until_the_next_play_is_laid(rulebook):
    """000 r28b ii: a rated game shows no score before the press, after which manacor challenges nothing."""
    game = Table(rulebook)
    assert not any("dispute" in actions_of(game.table, seat) for seat in (A, B))
    game.hands.play(2)
    assert all("dispute" in actions_of(game.table, seat) for seat in (A, B))
    game.hands.lay(1)
    assert len(game.table.course.laid) == 1
    may_challenge = {"manacor": [A], "fisc_classic": [], "frs_english": [B]}[rulebook]  # the play laid, or the last
    assert [seat for seat in (A, B) if "dispute" in actions_of(game.table, seat)] == may_challenge


@pytest.mark.parametrize(("rulebook", "apart"), [("manacor", False), ("fisc_classic", False), ("frs_english", True)])
def test_only_where_hold_is_said_new_tiles_are_kept_apart(rulebook, apart):
    """003 L50: elsewhere nobody has to, and no page asks whether they were mixed."""
    game = Table(rulebook)
    game.hands.lay(2)
    if rulebook != "manacor":
        game.hands.press()
    assert game.says(events.Challenged, B) == []
    assert ("mix" in actions_of(game.table, A)) is apart
    assert (game.says(events.Mixed, A) == []) is apart


def test_a_side_may_resign_while_the_game_stands():
    """At any time, as the manual says: nobody has to let the clocks run first."""
    game = Table("fisc_classic")
    game.says(events.Paused)
    assert actions_of(game.table, B) == ("resume", "resign")
    assert game.says(events.Resigned, B) == []
    assert (game.table.ended, game.table.course.winner) == ("resigned", A)


# --- to whom it is said -------------------------------------------------------------------------------


def test_a_refusal_is_said_to_the_side_that_acted_and_to_nobody_else():
    """*It is the other side's turn* is false for the other side: where all read it, the name stands before it."""
    game = Table("frs_english")
    game.hands.lay(2)
    before = public_view(game.table, game.table.at_ns, "en")
    game.says(events.Passed, B)
    view, theirs = public_view(game.table, game.table.at_ns, "en"), "It is the other side&#39;s turn."
    shown = {page: render_page(view, Wish("en", page=page), "12:00:00") for page in ("", "a", "b")}
    assert [theirs in shown[page] for page in ("", "a", "b")] == [True, False, True]
    assert [f"Biel: {theirs}" in shown[page] for page in ("", "b")] == [True, False]
    screens = Screens(), Screens()
    for each, seen in zip(screens, (before, view), strict=True):
        each.saw(seen)
    pictures = [[each.picture(seat, view.at_ms).rows for each in screens] for seat in (A, B)]
    assert [one != other for one, other in pictures] == [False, True]
    assert [each.sentence for each in news(before, view)] == ["Biel: It is the other side's turn."]


def test_what_the_referee_is_refused_is_no_sides_fault():
    """He reads it on his page; nobody at the table has done anything wrong."""
    game = Table("frs_english")
    game.take(events.Corrected(game.table.at_ns, 3, "withdrawn"))
    assert game.refused == [(None, "There is no turn 3.")]
    assert public_view(game.table, game.table.at_ns, "en").prompts[-1].to is None


# --- what a phase has to say --------------------------------------------------------------------------


def test_what_cannot_be_done_in_a_phase_says_why():
    """Not only that it cannot: what comes first, and for tiles that must go the squares."""
    before = Table("frs_english", start=False)
    assert before.says(events.Passed, A) == [(A, "The first clock has not been started yet.")]
    assert before.says(events.Accepted, A) == [(A, "The game is not over yet.")]
    game = Table("frs_english")
    assert game.says(events.Started, B) == [(B, "The first clock has been started already.")]
    assert game.says(events.Resumed) == [(None, "The game is not paused.")]
    assert game.says(events.Unchallenged, B) == [(B, "No challenge is open.")]
    assert game.says(events.Took, B, A, 1, ()) == [(B, "That rack is not known to hold too many tiles.")]
    game.says(events.Paused)
    assert game.says(events.Passed, A) == [(A, "The game is paused. First it must go on.")]
    game.says(events.Resumed)
    game.hands.play(2, drawing=False)
    assert game.says(events.Held, B) == []
    held = "HOLD was said: first the play must be challenged, or let stand."
    assert game.says(events.Passed, B) == [(B, held)]
    assert game.says(events.Released, A) == [(A, YOURS)]
    game.take(events.DrawTyped(game.table.at_ns, A, 2))
    assert game.refused == [(A, "HOLD was said: tiles may not be drawn yet.")]
    game.says(events.Challenged, B)
    waits = "This play is being challenged: the verdict comes first."
    for said in ((events.Passed, B), (events.Challenged, B), (events.Released, B)):
        assert game.says(*said) == [(B, waits)]
    assert game.says(events.Unchallenged, A) == [(A, "Only the side that has challenged can take that back.")]
    game.says(events.Ruled, False)
    first = "First take the tiles off h8, h9."
    assert game.says(events.Passed, B) == game.says(events.Challenged, B) == [(B, first)]
    game.hands.clear()
    game.says(events.Resigned, B)
    assert game.says(events.Paused)[0][1] == "The game is over."


def test_a_verdict_is_appealed_against_by_its_loser_and_as_often_as_the_rules_say():
    """003 L44: twice."""
    game = Table("frs_english")
    game.hands.play(2, drawing=False)
    assert game.says(events.Appealed, B) == [(B, "There is no verdict that could be appealed against.")]
    game.says(events.Challenged, B)
    game.says(events.Ruled, True)
    assert game.says(events.Appealed, A) == [(A, "Only the side against which the verdict went can appeal.")]
    for _ in range(2):
        assert game.says(events.Appealed, B) == []
        game.says(events.Ruled, True)
    told = "This verdict has been appealed against as often as the rules allow."
    assert game.says(events.Appealed, B) == [(B, told)]
    assert game.says(events.Challenged, B)[0][1].startswith("Judged already, and valid: ")


def test_who_must_draw_first_is_told_so():
    """000 r28a, 003 L53-60: manacor fills the rack before the press, the others after it; the ring tells of both."""
    game = Table("manacor", ("bag", "racks"))
    game.hands.lay(2)
    game.hands.read(A, game.hands.rack_tags(A))
    game.hands.press()
    assert game.refused == [(A, "First fill the rack from the bag, then press the clock.")]
    game = Table("frs_english")
    game.hands.lay(2)
    game.take(events.DrawTyped(game.table.at_ns, A, 2))
    assert game.refused == [(A, "First press the clock, then draw.")]
    assert game.table.course.laid.squares


def test_a_full_rack_is_not_said_to_hold_too_many():
    """What is too many is said by another word; nobody has drawn too many yet."""
    game = Table("fisc_classic")
    game.take(events.DrawTyped(game.table.at_ns, B, 1))
    assert game.refused == [(B, "The rack is full. If too many tiles were drawn, say so.")]


def test_a_press_with_nothing_laid_proposes_only_what_is_allowed():
    """000 r17 case 2, r21: no pass while the rack is to be drawn again, or once a play is forced."""
    game = Table("manacor")
    for turn in range(6):
        game.says(events.Passed, turn % 2)
    game.hands.press()
    assert game.refused == [(A, "A play must be laid now: neither a pass nor an exchange is allowed.")]


def test_corrections_that_make_no_sense_say_what_is_wrong_with_them():
    """The referee types them: no turn of that number, no such change, a play that is being judged."""
    game = Table("frs_english")

    def corrects(turn, what, value=""):
        game.take(events.Corrected(game.table.at_ns, turn, what, value))
        return [sentence for _, sentence in game.refused]

    assert corrects(3, "withdrawn") == ["There is no turn 3."]
    game.says(events.Passed, A)
    assert corrects(1, "withdrawn") == ["Turn 1 cannot be put right like that. Look at what it was."]
    write = ["Say what the turn was: its play, as in h5 QUINA, or its points."]
    assert corrects(1, "play") == corrects(1, "play", "h8") == write
    game.take(events.CorrectionUndone(game.table.at_ns, 1))
    assert game.refused[0][1] == "There is no such correction, or it has been undone."
