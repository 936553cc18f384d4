"""What other programs' users reported about the course of recorded games, each trigger with our outcome.

Named for the program and the number of the report. What concerns reading and writing is tested beside the reader.
"""

import pytest

from engine_lite.game import AdjustmentKind
from engine_lite.gcg import read
from engine_lite.record import CannotReplay, Replayed, replay
from engine_lite.tests.gcg_samples import of, record_of
from engine_lite.tiles import Face, TileSet

WAITE = ">p1: AEIRTWS 8D WAITE +24 24"
SIXTEEN = TileSet("sixteen", "en", (Face("?", 1, 0), Face("A", 8, 1), Face("B", 4, 3), Face("Z", 3, 10)))
OUT = (">p1: AAAABBZ 8D AAAABBZ +92 92", ">p2: ?AAABBZ - +0 0", ">p1: AZ D8 .AZ +12 104")


def replayed(*lines: str, tiles: str = "english") -> Replayed:
    return replay(record_of(*lines, tiles=tiles))


def ended(*lines: str) -> Replayed:
    return replay(of(2, *lines, tile_set=SIXTEEN))


def test_macondo_75_tiles_of_a_withdrawn_play_that_the_set_has_once() -> None:
    """Q and Z go back; the other's rack is read from its own line, and who took them back still holds them."""
    lines = (">p1: AIQRTZU 8G QUARTZ +66 66", ">p1: AIQRTZU -- -66 0", ">p2: DEEFINO 8E FEED +16 16")
    assert replayed(*lines, ">p1: AIQRTZU - +0 0").doubts == ()
    doubts = replayed(*lines[:2], ">p2: DEEINOQ - +0 0").doubts
    assert [doubt.sentence for doubt in doubts] == ["the rack DEEINOQ has Q, which others are known to hold"]


def test_macondo_118_passes_of_one_game_do_not_end_the_next() -> None:
    """A game is a value: nothing is left over from another."""
    passes = [f">p{1 + turn % 2}: - +0 0" for turn in range(6)]
    assert replayed(*passes).agrees
    assert replayed(WAITE, ">p2: - +0 0").game == replayed(WAITE, ">p2: - +0 0").game


def test_macondo_281_a_partial_rack_lets_no_impossible_exchange_through() -> None:
    """Three tiles from a bag of two."""
    with pytest.raises(CannotReplay, match="3 tiles are exchanged, and the bag holds 2"):
        ended(">p1: AAB -AAB +0 0")


def test_macondo_288_a_withdrawn_last_play_does_not_end_the_game() -> None:
    """The opponent plays, and so does who took the play back."""
    lines = (*OUT, ">p1: AZ -- -12 92", ">p2: ?AAABBZ D8 .AA +3 3", ">p1: AZ E8 .A +4 96")
    assert ended(*lines).agrees


def test_liwords_1201_a_challenge_line_without_a_rack() -> None:
    """It counts all the same."""
    assert replayed(WAITE, ">p1: (challenge) +5 29").game.totals == (29, 0)


def test_liwords_1291_an_exchange_by_number_and_the_end_is_reached() -> None:
    """What was kept is not known then, and no rack is doubted for it."""
    played = ended(">p1: AAAABBZ -2 +0 0", ">p2: ?AAABBZ - +0 0", ">p1: AAAABBZ 8D AAAABBZ +92 92")
    assert (played.agrees, played.doubts) == (True, ())


def test_liwords_1295_an_incomplete_end_rack_is_refused() -> None:
    """It names the tiles that are left."""
    with pytest.raises(CannotReplay, match=r"line 6: the tiles left on racks are \? A A A B B Z, not \(\?AAAB\)"):
        ended(*OUT, ">p1: (?AAAB) +12 116")


def test_liwords_1350_a_bonus_between_the_last_play_and_the_racks() -> None:
    """The challenge of the last play, then the settlement."""
    assert ended(*OUT, ">p1: (challenge) +5 109", ">p1: (?AAABBZ) +38 147").agrees


def test_liwords_1283_a_penalty_that_belongs_to_another_rack() -> None:
    """Six turns without a point; the rack was edited and the number was not."""
    passes = [f">p{1 + turn % 2}: {('AAAABBZ', '?AAABBZ')[turn % 2]} - +0 0" for turn in range(6)]
    with pytest.raises(CannotReplay, match=r"\(AAAABBZ\) is worth -20 here, not -19"):
        ended(*passes, ">p1: AAAABBZ (AAAABBZ) -19 -19")


def test_liwords_1317_a_wrong_score_loses_no_later_move() -> None:
    """Every line is replayed, and the one that is wrong is named."""
    played = replayed(">p1: AEIRTWS 8D WAITE +42 42", ">p2: DEEFINO - +0 0", ">p1: RS - +0 42")
    assert (len(played.moves), {each.line for each in played.differences}) == (3, {4})


def test_liwords_1771_an_unnamed_blank_scores_as_a_named_one() -> None:
    """33 and 36 for the same tiles: naming the blank must not change the score."""
    assert all(replayed(f">p1: AERSTW? 8D WA{blank}TE +22 22").agrees for blank in "i_")


def test_quackle_13_a_missing_rack_is_not_a_known_one() -> None:
    """Nothing is kept, nothing is doubted."""
    assert replayed(">p1: 8D WAITE +24 24", ">p2: - +0 0", ">p1: ADLNOPR -ADL +0 24").doubts == ()


def test_quackle_14_a_bonus_and_a_note_after_the_last_play_are_kept() -> None:
    """Both stand in what is replayed."""
    record = of(2, *OUT, ">p1: (challenge) +5 109", "#note good word", tile_set=SIXTEEN)
    assert [note.text for note in record.notes] == ["good word"]
    assert [each.kind for each in replay(record).game.adjustments] == [AdjustmentKind.BONUS]


def test_quackle_20_18_7_ten_points_off_overtime_and_any_bonus_have_a_place() -> None:
    """None is folded into the score of a play."""
    second = (">p2: DEEFINO D8 .EFO +10 10", ">p1: (challenge) -10 21", ">p1: (time) -10 11")
    played = replayed(WAITE, ">p1: (challenge) +7 31", *second)
    assert ([move.score for move in played.moves], played.agrees) == ([24, 7, 10, -10, -10], True)


def test_quackle_53_six_passes_and_one_penalty_with_two_signs() -> None:
    """It is read, it is replayed, and what is missing is a doubt."""
    passes = [f">p{1 + turn % 2}: {('AAAABBZ', '?AAABBZ')[turn % 2]} - +0 0" for turn in range(6)]
    played = ended(*passes, ">p2: ?AAABBZ (?AAABBZ) +-19 -19")
    assert (played.game.totals, len(played.doubts)) == ((0, -19), 1)


def test_quackle_12_words_with_ny_or_dotted_l_can_be_played() -> None:
    """N and L are tiles too: brackets or bare, NY is one tile on one square."""
    for word in ("SE[NY]AL", "SENYAL"):
        move = replayed(f">p1: AEL[NY]RSS 8H {word} +30 30", tiles="catalan").moves[0]
        assert (len(move.tiles), move.score) == (5, 30)


def test_magpie_end_bonus_with_tiles_in_the_bag_is_refused() -> None:
    """Nobody has gone out while there are tiles to draw."""
    with pytest.raises(CannotReplay, match="the tiles left on racks are"):
        ended(">p1: 8D AAAABBZ +92 92", ">p1: (?AAABBZ) +38 130")


def test_xanado_69_squares_of_a_withdrawn_play_are_free() -> None:
    """And its tiles count for nobody's word."""
    played = replayed(WAITE, ">p1: AEIRTWS -- -24 0", ">p2: DEEFINO 8E FEED +16 16")
    assert (played.agrees, len(played.game.board)) == (True, 4)


def test_html_scrabble_74_an_unnamed_blank_counts_in_every_word() -> None:
    """Its square is part of the word, worth nothing."""
    played = replayed(">p1: AEI?TWR 8D WA_TE +22 22", ">p2: DEEFINO 9F F +5 5")
    assert played.moves[1].words[0][0] == "_F"


def test_scrabble3d_1_a_withdrawn_bingo_gives_the_next_play_nothing() -> None:
    """Fifty points stay with the play that was taken back."""
    bingo = (">p1: EINRSTU 8B UNITERS +66 66", ">p1: EINRSTU -- -66 0")
    played = replayed(*bingo, ">p2: DEEFINO - +0 0", ">p1: EINRSTU 8G IN +4 4")
    assert ([move.bingo for move in played.moves], played.agrees) == ([True, False, False, False], True)


def test_fayrose_4_codereport_1_rows_are_rows_and_a_word_of_two_counts_once() -> None:
    """A swapped board scores the same: squares are compared."""
    across, down = replayed(">p1: EINRSTU 8G IN +4 4"), replayed(">p1: EINRSTU H7 IN +4 4")
    assert across.moves[0].tiles == ((7, 6, "I", False), (7, 7, "N", False))
    assert down.moves[0].tiles == ((6, 7, "I", False), (7, 7, "N", False))
    assert across.moves[0].words == (("IN", 4),)


def test_a_blank_digraph_on_a_square_takes_no_other_letter() -> None:
    """Reported of a Spanish server: C was put over a blank CH for 114 points."""
    opened = ">p1: ?AEIOLS 8G [ch]AL +4 4"
    with pytest.raises(CannotReplay, match="puts C on 8G, where CH lies"):
        replayed(opened, ">p2: ACEIOST G8 CE +2 2", tiles="spanish")


def test_a_rack_is_counted_in_tiles_not_in_characters() -> None:
    """A full Catalan rack with L·L has ten characters."""
    assert replayed(">p1: AEI[L·L]ORS - +0 0", tiles="catalan").agrees
    with pytest.raises(CannotReplay, match="has 8 tiles"):
        replayed(">p1: AEI[L·L]ORST - +0 0", tiles="catalan")


def test_liwords_1991_overtime_is_replayed() -> None:
    """Also where the other player went out."""
    record = read("#player1 a A\n#player2 b B\n>a: AEIRTWS 8D WAITE +24 24\n>b: - +0 0\n>b: (time) -10 -10\n")
    assert replay(record).game.totals == (24, -10)
