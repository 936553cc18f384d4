"""The school championship: rule document 001, its bullets numbered B1 to B16, its introduction by line.

A value; knows nothing of how a rule is applied. Its last line sends the reader to the federation's classic game
(document 002), which speaks where it is silent.
"""

from engine_lite import readings
from engine_lite.choices import (
    Challenge,
    ChallengeBy,
    ChallengeScope,
    ChallengeWindow,
    DrawBlank,
    DrawTie,
    Order,
    Overdraw,
    Overtime,
    QFace,
    Settlement,
    SettleOut,
    TieBreak,
)
from engine_lite.reasons import Reason
from engine_lite.rulebook import Rows, rulebook
from engine_lite.tiles import CATALAN_Q

_PLACING = "002 Col·locar una paraula"
_ONE_LINE = "002 Tingueu en compte que…"

YOUNGER: Rows = {"clock_s": (720, "001 line 2"), "turn_limit": (10, readings.TURN_LIMIT.of("001 line 2"))}
OLDER: Rows = {"clock_s": (900, "001 line 3"), "turn_limit": (15, readings.TURN_LIMIT.of("001 line 3"))}

ROWS: Rows = {
    # the game
    "seats": (2, "001 B1"),
    "players_a_side": (2, "001 B1"),
    "rounds": (3, "001 line 4"),
    "win_half_points": (2, "001 line 4"),
    "draw_half_points": (1, "001 line 4"),
    "tie_break": (TieBreak.DIFFERENTIAL, "001 line 4"),
    # time and order
    "overtime": (Overtime.JUDGE, readings.TURN_LIMIT.of()),
    "order": (Order.PRESS_THEN_DRAW, readings.DRAW_AFTER_PRESS.of("001 B7")),
    "stops_for_challenge": (True, "001 B4"),
    "stops_for_referee": (True, readings.PAUSE.of()),
    # before the first play
    "draw_blank": (DrawBlank.FIRST, "001 B2"),
    "draw_tie": (DrawTie.SET_ASIDE, "001 B2"),
    "starter_racks_first": (True, "001 B2"),
    "opening_tiles": (2, "001 B3"),
    # tiles and score
    "rack_size": (7, "001 B7"),
    "bingo": (50, readings.COMMON.of("001 B14")),
    "q_needs_u": (True, readings.Q_EVERYWHERE.of("001 B16")),
    "q_printed": (QFace.Q, "001 B16"),
    "blank_beyond_set": (False, readings.COMMON.of("001 B13")),
    # exchange
    "exchange_min_bag": (1, "001 B12"),
    # challenges
    "challenge": (Challenge.SINGLE, readings.COMMON.of()),
    "challenge_by": (ChallengeBy.OPPONENTS, "001 B4"),
    "challenge_window": (ChallengeWindow.UNTIL_DRAWN, readings.ACCEPTANCE.of("001 B7")),
    "challenge_scope": (ChallengeScope.WHOLE_PLAY, "001 B5"),
    "challenges_per_play": (1, "001 B5"),
    "last_play_wait_s": (60, readings.ACCEPTANCE.of()),
    "verdict_names_words": (False, readings.NO_HINTS.of("001 B5")),
    # drawing too many
    "overdraw": (Overdraw.SURPLUS_OR_THREE, readings.OVERDRAWN.of("001 B8")),
    # the end
    "zero_placement_counts": (False, readings.ZERO_PLACEMENT.of()),
    "settle_out": (SettleOut.DEDUCTED, "001 B15"),
    "settle_turn_limit": (Settlement.NONE, readings.TURN_LIMIT.of("001 B15")),
    # at the table
    "word_hints": (False, readings.NO_HINTS.of()),
    **YOUNGER,
}

FISC_SCHOOL = rulebook(
    "fisc_school",
    language="ca",
    tile_set=CATALAN_Q,
    rows=ROWS,
    rules={
        Reason.OFF_CENTRE: "001 B3",
        Reason.TOO_FEW: "001 B3",
        Reason.TOO_MANY: "001 B7",
        Reason.BENT: _ONE_LINE,
        Reason.GAPPED: _ONE_LINE,
        Reason.DETACHED: _PLACING,
        Reason.NOT_IN_RACK: _PLACING,
        Reason.NOT_A_FACE: "001 B13",
        Reason.BLANK_UNDECLARED: "001 B13",
        Reason.BLANK_FIXED: "001 B13",
        Reason.Q_WITHOUT_U: "001 B16",
        Reason.NOTHING_LAID: "001 B11",
        Reason.NOT_REMOVED: "001 B6",
        Reason.OVERDRAWN: "001 B8",
        Reason.TOO_LATE: "001 B7",
        Reason.ALREADY_CHALLENGED: "001 B5",
        Reason.BAG_TOO_SMALL: "001 B12",
    },
    variants={"12min": YOUNGER, "15min": OLDER},
).variant("12min")
