"""Rule cases of other engines, 25 to 48: what is refused and why, the bag, and exchanges."""

from collections import Counter

import pytest

from engine_lite import course_events as events
from engine_lite.board import Board
from engine_lite.course import Course, step
from engine_lite.gcg import BadGcg, read
from engine_lite.notation import BadNotation, GcgStart, OffBoard
from engine_lite.placement import Placement, parse_play, read_play, wrong_with
from engine_lite.reasons import Reason
from engine_lite.record import CannotReplay, replay
from engine_lite.rulebooks import RULEBOOKS, rulebook_for
from engine_lite.tests.course_hands import A, B, after, everywhere, game, lay, press, refused, square, tiles
from engine_lite.tests.gcg_samples import game as text_of
from engine_lite.tests.gcg_samples import of
from engine_lite.tests.rule_cases import board_of, case, rows, rules_in, scored
from engine_lite.tiles import BLANK, ENGLISH, Tile

ION = "15/15/15/15/15/15/15/5ION7/15/15/15/15/15/15/15"
ENTASIS = "15/15/15/15/15/15/15/2ENTASIS6/15/15/15/15/15/15/15"
INTERNATIONAL = RULEBOOKS["international"]

# number, board, play, reason; the rack holds all that is laid
REFUSED = [
    (25, "", "1A QAT", Reason.OFF_CENTRE),
    (26, ION, "1A QAT", Reason.DETACHED),
    (26, ION, "14H WEEK", Reason.DETACHED),
    (27, ION, "H8 COT", Reason.TAKEN),
    (27, ION, "8A AERATINGS", Reason.TAKEN),
    (28, ION, "8D TWEEN", Reason.TAKEN),
    (29, ION, "1D KNI..", Reason.GAPPED),
    (30, ION, "H16 QAT", Reason.OFF_BOARD),
    (30, ION, "8P QAT", Reason.OFF_BOARD),
    (30, ION, "P8 QAT", Reason.OFF_BOARD),
    (31, ION, "H1 AERATIONS", Reason.TOO_MANY),
    (36, "", "8H T?E", Reason.BLANK_UNDECLARED),
    (37, "", "8H A", Reason.TOO_FEW),
]


@rows("board,play,reason", REFUSED)
def test_a_play_is_refused(board: str, play: str, reason: Reason) -> None:
    """By the reason that it is about; there may be others beside it."""
    before = board_of(board, "english")
    reading = read_play(play, before, ENGLISH, GcgStart)
    defects = (*reading.defects, *wrong_with(before, reading.placement, INTERNATIONAL))
    assert reason in {defect.reason for defect in defects}


@rows("text", [(30, "8H1 QAT"), (30, "H0H QAT"), (36, "8H Q_T")])
def test_a_text_is_no_play(text: str) -> None:
    """Squares that are none, and blanks that stand for nothing."""
    with pytest.raises(BadNotation) as caught:
        parse_play(text, board_of("", "english"), ENGLISH, GcgStart)
    assert not isinstance(caught.value, OffBoard)


@rows("text,right", [(32, "8I IZATION", "8F IONIZATION"), (32, "H9 OW", "H8 NOW"), (32, "H6 AI", "H6 AIN")])
def test_a_word_is_named_whole(text: str, right: str) -> None:
    """The start is that of the word, which is written to its end; the refusal says how."""
    with pytest.raises(BadNotation, match=right):
        parse_play(text, board_of(ION, "english"), ENGLISH, GcgStart)


@case(33)
def test_tiles_come_from_the_rack() -> None:
    """KNI.ES without an S on the rack."""
    board = board_of(ION, "english")
    placement = parse_play("H5 KNI.ES", board, ENGLISH, GcgStart)[1]
    (defect,) = wrong_with(board, placement, INTERNATIONAL, tiles("K N I E A A A", "international"))
    assert (defect.reason, defect.squares) == (Reason.NOT_IN_RACK, (GcgStart.parse("H10").square,))
    assert wrong_with(board, placement, INTERNATIONAL, tiles("K N I E S A A", "international")) == ()


@case(34)
def test_only_tiles_of_the_rack_are_exchanged() -> None:
    """A Q that is not there; a U in lower case, which would be a blank already named."""
    course = game("international", "U U V A E I O", "T", bag="S S S S S S S")
    q, named = tiles("Q", "international"), (Tile("U", blank=True), *tiles("U V", "international"))
    for out in (q, named):
        assert refused(course, events.Exchanged(A, out, course.bag[: len(out)])) == ["not_in_rack"]
    with pytest.raises(CannotReplay, match="not on the rack"):
        replay(of(2, ">p1: UUVAEIO -Q +0 0"))
    with pytest.raises((CannotReplay, BadGcg)):
        replay(of(2, ">p1: UUVAEIO -uUV +0 0"))


@case(35)
def test_only_who_is_on_turn_plays() -> None:
    """In the course of a game, and in a record."""
    course = game("international", "F A R M", "T I E", bag="S S S S S S S")
    for event in (events.Pressed(B), events.Passed(B), events.Exchanged(B, course.rack(B)[:1], course.bag[:1])):
        assert refused(course, event) == ["out_of_turn"]
    with pytest.raises(CannotReplay, match="turn"):
        replay(of(2, ">p1: FARM 8H FARM +18 18", ">p1: - +0 18"))


@case(36)
def test_a_blank_has_one_name_in_all_its_words() -> None:
    """It is named before the press, and keeps its letter in every word that crosses it."""
    course = lay(game("international", "? A R M", "T I E", bag="S S S S S S S"), "h9 AR")
    course = after(course, events.Laid(square("h8"), BLANK))
    assert refused(course, events.Pressed(A)) == ["blank_undeclared"]
    course = press(after(course, events.Declared(square("h8"), "F")))
    assert refused(course, events.Declared(square("h8"), "B")) == ["blank_fixed"]
    score = press(lay(course, "8h FIE")).game.turns[-1].score  # down, through the blank
    assert score is not None
    assert [tile.face for tile in score.words[0].tiles] == ["F", "I", "E"]
    assert refused(course, events.Laid(square("h8"), tiles("T")[0])) == ["taken"]


@case(38)
def test_one_bad_word_makes_the_whole_play_bad() -> None:
    """REALIST beside ENTASIS forms REALIST and six good words, and TS."""
    good = frozenset({"ENTASIS", "REALIST", "RE", "EN", "AT", "LA", "IS", "SI"})
    for lexicon, standing in ((good, False), (good | {"TS"}, True)):
        course = game("international", "R E A L I S T", "A", board=ENTASIS, bag="S S", lexicon=lexicon)
        course = press(lay(course, "g3 REALIST"))
        course = after(course, events.Challenged(B), events.Ruled(None))
        assert (course.phase == "playing", course.game.totals[A] > 0) == (standing, standing)


@case(39)
def test_tiles_lie_in_one_line() -> None:
    """Diagonally, and in two lines."""
    for squares in (("h8", "i9", "j10"), ("h8", "h9", "i9")):
        placement = Placement(tuple((square(name), Tile("A")) for name in squares))
        defects = wrong_with(Board.EMPTY, placement, INTERNATIONAL)
        assert Reason.BENT in {defect.reason for defect in defects}


@case(40)
def test_a_gap_is_refused() -> None:
    """F_RNS: scrabscrap counts the part over the centre, RNS for 6; here the gap is refused, and RNS alone is 6."""
    whole = parse_play("8D FIRNS", board_of("", "german"), rules_in("german").tile_set, GcgStart)[1]
    gapped = Placement(tuple(laid for laid in whole.tiles if laid[1].face != "I"))
    (defect,) = wrong_with(board_of("", "german"), gapped, rules_in("german"))
    assert (defect.reason, defect.squares) == (Reason.GAPPED, (GcgStart.parse("8E").square,))
    assert scored("", "8F RNS", "german").total == 6


@case(41)
def test_there_are_no_more_tiles_than_the_set_has() -> None:
    """A third V or B: refused in a record, and as a rack; bag, racks and board are always the whole set."""
    for letter in "VB":
        with pytest.raises(CannotReplay, match=f"no {letter} left"):
            replay(of(2, f">p1: {letter}{letter}{letter}AEIO - +0 0"))
        racks = (tiles(letter * 2, "international"), tiles(letter, "international"))
        with pytest.raises(ValueError, match=letter):
            Course.new(INTERNATIONAL, racks=racks)
    course = racked()
    assert everywhere(course).total() == 100
    assert everywhere(press(lay_six(course))).total() == 100


def racked() -> Course:
    """A new game, seven tiles drawn by each side."""
    course = Course.new(INTERNATIONAL)
    for seat, rack in ((A, "F A R M E S T"), (B, "T I E O N D L")):
        course = after(course, events.Drew(seat, tiles(rack, "international")))
    return after(course, events.Started(A))


def lay_six(course: Course) -> Course:
    return lay(course, "h8 FARMES")


@case(42)
def test_a_new_game_has_86_tiles_in_the_bag() -> None:
    """100 less twice seven."""
    assert len(Course.new(INTERNATIONAL).bag) == 100
    assert len(racked().bag) == 86


@case(43)
def test_six_tiles_played_leave_80_and_taken_back_86() -> None:
    """The rack is the old one and the score 0; the value before the play has not changed."""
    before = racked()
    played = press(lay_six(before))
    drawn = after(played, events.Drew(A, played.bag[:6]))
    assert (len(drawn.bag), len(before.bag), before.game.totals) == (80, 86, (0, 0))
    back = after(played, events.Challenged(B), events.Ruled(False), events.Removed())
    assert (len(back.bag), Counter(back.rack(A)), back.game.totals) == (86, Counter(before.rack(A)), (0, 0))


@rows(
    "least,bag,most",
    [(44, 7, 84, 7), (44, 7, 6, 0), (44, 7, 7, 7), (44, 1, 5, 5), (44, 1, 2, 2), (44, 1, 0, 0), (44, 1, 47, 7),
     (45, 7, 7, 7)],
)  # fmt: skip
def test_how_many_tiles_may_be_exchanged(least: int, bag: int, most: int) -> None:
    """Where the bag must hold seven: seven or none; where it must hold the number exchanged: as many as it holds."""
    rules = rulebook_for("international", overrides={"exchange_min_bag": least})
    course = game(rules, "A E I O N R T", "D", bag="S" * bag)
    for count in range(1, 8):
        event = events.Exchanged(A, course.rack(A)[:count], tiles("S" * count))
        if count <= most:
            assert step(course, event).game.turns[-1].exchanged == count
        else:
            assert refused(course, event) == ["bag_too_small"]


@case(46)
def test_the_order_of_an_exchange_does_not_matter() -> None:
    """DEF and FED leave the same racks and the same bag."""
    course = game("international", "D E F A I O U", "T", bag="S S S R R R N")
    one, other = (
        after(course, events.Exchanged(A, tiles(out, "international"), course.bag[:3])) for out in ("D E F", "F E D")
    )
    assert (Counter(one.rack(A)), Counter(one.bag)) == (Counter(other.rack(A)), Counter(other.bag))
    assert (one.game.totals, one.on_turn) == (other.game.totals, other.on_turn)


@case(47)
def test_an_exchange_scores_nothing_and_the_next_side_moves() -> None:
    """The totals are as before."""
    course = game("international", "D E F A I O U", "T", bag="S S S S S S S", totals=(62, 9))
    course = after(course, events.Exchanged(A, course.rack(A)[:3], course.bag[:3]))
    assert (course.game.totals, course.on_turn) == ((62, 9), B)


@case(48)
def test_an_exchange_of_nothing() -> None:
    """Quackle reads -0 as a pass."""
    record = read(text_of(">p1: ABCDEFG -0 +0 0"))
    assert [entry.kind for entry in record.entries] == ["pass"]
    course = game("international", "D E F A I O U", "T", bag="S S S S S S S")
    assert refused(course, events.Exchanged(A, (), ())) == ["wrong_count"]
