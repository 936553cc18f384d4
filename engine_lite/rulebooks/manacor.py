"""Club Scrabble Manacor: rule document 000, numbered rules r1 to r28.

A value; knows nothing of how a rule is applied.
"""

from engine_lite import readings
from engine_lite.choices import (
    Challenge,
    ChallengeBy,
    ChallengeScope,
    ChallengeWindow,
    Count,
    DrawBlank,
    DrawTie,
    Order,
    Overdraw,
    Overtime,
    QFace,
    Settlement,
    SettleOut,
    SheetKeeper,
)
from engine_lite.reasons import Reason
from engine_lite.rulebook import Rows, rulebook
from engine_lite.tiles import CATALAN

ROWS: Rows = {
    # the game
    "seats": (2, "000 r28"),
    "players_a_side": (1, "000 r28"),
    # time and order
    "clock_s": (1800, "000 r28"),
    "overtime": (Overtime.MANACOR, "000 r28d"),
    "overtime_points": (10, "000 r28d"),
    "time_cap_s": (4200, readings.BOTH_CLOCKS.of("000 r28e")),
    "cap_takes_back_laid": (True, readings.CAP_STRIKES.of("000 r28e")),
    "order": (Order.DRAW_THEN_PRESS, "000 r28a"),
    "stops_for_challenge": (True, "000 r28b i"),
    "stops_for_dispute": (True, "000 r28b ii"),
    "stops_for_overdraw": (True, "000 r28b iii"),
    "stops_for_referee": (True, readings.PAUSE.of("000 r28b iv")),
    "forgotten_clock_excused": (False, readings.FORGOTTEN_CLOCK.of("000 r28c")),
    # before the first play
    "tile_count": (Count.BEFORE_AND_AFTER, "000 r1"),
    "draw_blank": (DrawBlank.FIRST, "000 r2"),
    "draw_tie": (DrawTie.SET_ASIDE, "001 B2, for 000 is silent"),
    "starter_racks_first": (True, "000 r6"),
    "opening_tiles": (2, "000 r6"),
    "opening_zero_turns": (6, readings.SIX_ZERO_TURNS.of("000 r21")),
    # tiles and score
    "rack_size": (7, "000 r6"),
    "bingo": (50, readings.COMMON.of("000 r13")),
    "q_needs_u": (False, "000 r14"),
    "q_printed": (QFace.Q, readings.PRINTED_Q.of("000 r14")),
    "blank_beyond_set": (False, readings.COMMON.of("000 r9")),
    "touched_tile": (True, readings.TOUCHED_TILE.of("000 r10")),
    "touched_tile_s": (3, readings.TOUCHED_TILE.of()),
    "lexicon": ("DIEC2, DISC", "000 r26"),
    # exchange and pass
    "exchange_min_bag": (7, "000 r16"),
    "exchange_is_zero_turn": (False, readings.EXCHANGE_BREAKS.of("000 r21")),
    "senyors": (True, "000 r17"),
    "senyors_bag_public": (False, readings.BAG_IN_SENYORS.of("000 r17")),
    "call_pass": ("pas", "000 r18"),
    # challenges
    "challenge": (Challenge.SINGLE, readings.COMMON.of("000 r23")),
    "challenge_by": (ChallengeBy.OPPONENTS, "000 r23"),
    "challenge_window": (ChallengeWindow.UNTIL_REFILLED, readings.ACCEPTANCE.of("000 r25")),
    "challenge_scope": (ChallengeScope.WHOLE_PLAY, "000 r23"),
    "challenges_per_play": (1, "000 r23"),
    "last_play_wait_s": (60, readings.ACCEPTANCE.of()),
    "verdict_names_words": (False, readings.NO_HINTS.of("000 r23")),
    "kind_of_word_told": (True, readings.NO_HINTS.of("000 r24")),
    # drawing too many
    "overdraw": (Overdraw.ONE_AT_RANDOM, readings.OVERDRAWN.of("000 r11")),
    # the end
    "zero_turns_each": (3, "000 r21"),
    "zero_placement_counts": (False, readings.ZERO_PLACEMENT.of("000 r21")),
    "settle_out": (SettleOut.DEDUCTED, "000 r20"),
    "settle_zero_turns": (Settlement.OWN_RACK, "000 r21"),
    "settle_time_cap": (Settlement.OWN_RACK, "000 r28e"),
    # at the table
    "board_may_turn": (True, "000 r4"),
    "letter_list": (False, "000 r5"),
    "bag_may_be_felt": (True, "000 r19"),
    "sheet_keeper": (SheetKeeper.STARTER, "000 r3"),
    "word_hints": (False, readings.NO_HINTS.of("000 r5")),
}

MANACOR = rulebook(
    "manacor",
    language="ca",
    tile_set=CATALAN,
    rows=ROWS,
    rules={
        Reason.OFF_CENTRE: "000 r6",
        Reason.TOO_FEW: "000 r6",
        Reason.TOO_MANY: "000 r6",
        Reason.BENT: "000 r8",
        Reason.GAPPED: "000 r8",
        Reason.DETACHED: "000 r8",
        Reason.NOT_IN_RACK: "000 r6",
        Reason.NOT_A_FACE: "000 r9",
        Reason.BLANK_UNDECLARED: "000 r9",
        Reason.BLANK_FIXED: "000 r9",
        Reason.NOTHING_LAID: "000 r28a",
        Reason.NOT_REMOVED: "000 r23",
        Reason.OVERDRAWN: "000 r11",
        Reason.TOO_LATE: "000 r25",
        Reason.ALREADY_CHALLENGED: "000 r23",
        Reason.BAG_TOO_SMALL: "000 r16",
        Reason.MUST_OPEN: "000 r21",
        Reason.NOT_SENYORS: "000 r17",
    },
)
