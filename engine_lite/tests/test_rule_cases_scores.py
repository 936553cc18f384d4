"""Rule cases of other engines, 1 to 23 and 84 to 90: what plays score, and what a corrected play comes to.

The values are those that MAGPIE, macondo, liwords, scrabscrap, Eliot and wolges assert; none was made here.
"""

import pytest

from engine_lite.placement import IllegalPlay
from engine_lite.reasons import Reason
from engine_lite.record import replay
from engine_lite.tests.gcg_samples import of
from engine_lite.tests.rule_cases import case, rows, scored, words_of
from engine_lite.tiles import GERMAN

ION = "15/15/15/15/15/15/15/5ION7/15/15/15/15/15/15/15"
THERMOS = "15/15/3THERMOS2A2/15/15/15/15/15/15/15/15/15/15/15/15"
GLOWS = "14E/14N/14d/14U/4GLOWS5R/8PET3E/7FAXING1R/6JAY1TEEMS/2B2BOY4N2/2L1DOE5U2/2ANEW5PI2/2MO1LEU3ON2/2EH7HE2/15/15"
VENGED = (
    "7ZEP1F3/1FLUKY3R1R3/5EX2A1U3/2SCARIEST1I3/9TOT3/6GO1LO4/6OR1ETA3/6JABS1b3/5QI4A3/5I1N3N3/3ReSPOND1D3/"
    "1HOE3V3O3/1ENCOMIA3N3/7T7/3VENGED6"
)
WORD = (
    "7N6M/5ZOON4AA/7B5UN/2S4L3LADY/2T4E2QI1I1/2A2PORN3NOR/2BICE2AA1DA1E/6GUVS1OP1F/8ET1LA1U/5J3R1E1UT/4VOTE1I1R1NE/"
    "5G1MICKIES1/6FE1T1THEW/6OR3E1XI/6OY6G"
)
# Nothing but the rows that the first column needs to join eight words.
GIANT = (
    "1PACIFYING5/1IS12/YE13/1REQUALIFIED3/H1L12/EDS12/NO3T9/1RAINWASHING3/UM3O9/T2E1O9/1WAKEnERS6/1OnETIME7/OOT2E1B7/"
    "N6U7/1JACULATING4"
)
TURNENS, TEST = "8D TURNeNS", "8E TEST"

# number, board (rows or plays), play, points, language
SCORES = [
    (1, "", "8C OVERDOG", 82, "english"),
    (2, "", "8D JIHAD", 48, "english"),
    (2, "", "H4 JIHAD", 48, "english"),
    (3, "", "8H SPORK", 32, "english"),
    (3, "8H SPORK", "H8 .CHIZIER", 146, "english"),
    (3, "8H SPORK, H8 .CHIZIER", "11G W.GGLY", 28, "english"),
    (3, "8H SPORK, H8 .CHIZIER, 11G W.GGLY", "13C QUEAS.ER", 88, "english"),
    (4, ION, "H1 AeRATIO.", 74, "english"),
    (4, ION, "H2 FIREFA.G", 66, "english"),
    (5, ION, "9G NON", 10, "english"),
    (5, ION, "7F IEE", 11, "english"),
    (6, THERMOS, "3B HI.......T", 36, "english"),
    (6, THERMOS, "3B NE.......T", 30, "english"),
    (7, GLOWS, "5B AIR.....", 12, "english"),
    (7, GLOWS, "5C RE.....", 11, "english"),
    (8, VENGED, "15C A......", 12, "english"),
    (8, VENGED, "1L .A", 5, "english"),
    (9, VENGED, "K9 TAEL", 38, "english"),
    (9, VENGED, "K9 TAE", 34, "english"),
    (9, VENGED, "K10 AE", 30, "english"),
    (9, VENGED, "K11 ED", 33, "english"),
    (9, VENGED, "K11 ETA", 34, "english"),
    (10, WORD, "14B hEaDW..DS", 106, "english"),
    (10, WORD, "14B hEaDW..D", 38, "english"),
    (11, GIANT, "A1 OX.P...B..AZ..E", 1780, "english"),
    (11, GIANT, "A12 Z..E", 160, "english"),
    (12, "", "H7 HIS", 12, "english"),
    (12, "H7 HIS", "G8 OIK", 13, "english"),
    (12, "H7 HIS, G8 OIK", "10E DI.TAT", 22, "english"),
    (13, "", "8C IFFIEST", 84, "english"),
    (13, "", "8C SWIFFET", 90, "english"),
    (14, "", "8D FIRNS", 24, "german"),
    (14, "8D FIRNS", "E7 V.TEN", 20, "german"),
    (15, "", "8D TURNeNS", 64, "german"),
    (15, "", "8D TURNENS", 66, "german"),
    (16, TURNENS, "H1 SAUNIER.", 74, "german"),
    (16, "8D TURNeNS, H1 SAUNIER.", "1H .UPER", 9, "german"),
    (17, "", "8B TURNeNS", 64, "german"),
    (17, "8B TURNeNS", "H8 .AUNIERE", 77, "german"),
    (17, "8B TURNeNS, H8 .AUNIERE", "15E SUP.R", 8, "german"),
    (18, "", "8D fIRNS", 8, "german"),
    (18, TURNENS, "F2 sAUNiE.E", 56, "german"),
    (18, TURNENS, "F2 SAUNIE.E", 62, "german"),
    (19, "8D FIRNS", "E7 V.TEn", 18, "german"),
    (19, TURNENS, "H1 sAUNIER.", 71, "german"),
    (20, "", "8E TEST", 8, "german"),
    (20, TEST, "8E ....ER", 6, "german"),
    (21, TEST, "E8 .AT", 3, "german"),
    (21, "8E TEST, E8 .AT", "H8 .UT", 3, "german"),
    (21, "8E TEST, E8 .AT, H8 .UT", "10E .ES.", 6, "german"),
    (22, "", "8D MALvENU", 68, "french"),
    (22, "8D MALvENU", "K8 SAUTEES", 72, "french"),
    (23, "", "8H [CH]O[RR]I[LL]OS", 116, "spanish"),
    (87, "", "8D FÄRNS", 34, "german"),
    (87, "", "8D FIRNS", 24, "german"),
    (88, "8D FIRNS", "E7 V.TEn", 18, "german"),
    (88, "8D FIRNS", "E7 V.TE", 9, "german"),
]

# number, board, play, the words that it forms, main word first
WORDS = [
    (4, ION, "H1 AeRATIO.", ["AeRATION"]),
    (5, ION, "7F IEE", ["IEE", "II", "EO", "EN"]),
    (6, THERMOS, "3B HI.......T", ["HITHERMOST"]),
    (8, VENGED, "15C A......", ["AVENGED"]),
    (9, VENGED, "K9 TAEL", ["TAEL", "TA", "AN", "ReSPONDED", "LO"]),
    (
        11,
        GIANT,
        "A1 OX.P...B..AZ..E",
        [
            "OXYPHENBUTAZONE",
            "OPACIFYING",
            "XIS",
            "PREQUALIFIED",
            "BRAINWASHING",
            "AWAKEnERS",
            "ZOnETIME",
            "EJACULATING",
        ],
    ),
    (12, "H7 HIS", "G8 OIK", ["OIK", "OI", "IS"]),
    (12, "H7 HIS, G8 OIK", "10E DI.TAT", ["DIKTAT", "HIST"]),
    (38, "8C ENTASIS", "7C REALIST", ["REALIST", "RE", "EN", "AT", "LA", "IS", "SI", "TS"]),
]


@rows("board,play,points,language", SCORES)
def test_a_play_scores(board: str, play: str, points: int, language: str) -> None:
    """Premiums, blanks, cross words and the bonus for seven tiles, in every language; a valid word or not."""
    assert scored(board, play, language).total == points


@rows("board,play,words", WORDS)
def test_a_play_forms(board: str, play: str, words: list[str]) -> None:
    """Every word of two tiles or more through a new tile, and no other."""
    assert words_of(scored(board, play)) == words


@case(22)
def test_the_hook_is_scored_in_both_words() -> None:
    """SAUTEES makes a plural of MALvENU."""
    assert words_of(scored("8D MALvENU", "K8 SAUTEES", "french"), "french") == ["SAUTEES", "MALvENUS"]


@case(10, 15, 23)
def test_the_bonus_counts_tiles() -> None:
    """Seven tiles, blanks and digraphs each one; six tiles of an eight-letter word earn nothing."""
    plays = ((WORD, "14B hEaDW..DS", "english"), (WORD, "14B hEaDW..D", "english"), ("", "8D TURNeNS", "german"))
    assert [scored(*play).bonus for play in plays] == [50, 0, 50]
    assert scored("", "8H [CH]O[RR]I[LL]OS", "spanish").bonus == 50


# number, lines of a German game as they stand after the correction, totals
CORRECTED = [
    (84, (">p1: FIRNS 8D FIRNS +24 24",), (24, 0)),
    (84, (">p1: FIRNS 8F RNS +6 6",), (6, 0)),
    (84, (">p1: FIRNS 8F RNS +6 6", ">p2: - +0 0", ">p1: FI - +0 6"), (6, 0)),
    (85, (">p1: FIRNS 8E IRNS +8 8", ">p2: VTE? E7 V.TEn +18 18"), (8, 18)),
    (86, (">p1: FIRNS -FIRNS +0 0",), (0, 0)),
]


@rows("lines,totals", CORRECTED)
def test_a_corrected_game_is_scored_anew(lines: tuple[str, ...], totals: tuple[int, int]) -> None:
    """A correction is another record: it is replayed, and every later total follows."""
    played = replay(of(2, *lines, tile_set=GERMAN))
    assert (played.game.totals, played.differences) == (totals, ())


@case(84)
def test_later_totals_follow_a_correction() -> None:
    """The first line was corrected and its score was not: score and total are told, with what they come to."""
    played = replay(of(2, ">p1: FIRNS 8F RNS +24 24", ">p2: - +0 0", tile_set=GERMAN))
    assert [(each.what, each.recorded, each.computed) for each in played.differences] == [
        ("score", 24, 6),
        ("total", 24, 6),
    ]


@case(89)
def test_naming_a_blank_later_does_not_change_the_score() -> None:
    """TURN_NS and TURNeNS are both 64."""
    for word in ("TURN_NS", "TURNeNS"):
        played = replay(of(2, f">p1: TURNNS? 8D {word} +64 64", tile_set=GERMAN))
        assert (played.game.totals, played.agrees) == ((64, 0), True)


@case(90)
def test_a_stray_dot_is_refused() -> None:
    """Scrabscrap accepts it and scores 60 instead of 64; here a dot stands for an old tile, and there is none."""
    assert scored("", "8D TURNeNS", "german").total == 64
    with pytest.raises(IllegalPlay) as refusal:
        scored("", "8D TURN.NS", "german")
    assert {defect.reason for defect in refusal.value.defects} == {Reason.GAPPED}
