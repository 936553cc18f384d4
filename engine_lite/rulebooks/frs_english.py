"""The Romanian federation's game in English: rule document 003, cited by line of the file.

A value; knows nothing of how a rule is applied. It stands on the federation's general rules, document 004.
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
    FirstClock,
    Order,
    Overdraw,
    Overtime,
    Settlement,
    SettleOut,
    SheetKeeper,
    ShortExchange,
)
from engine_lite.reasons import Reason
from engine_lite.rulebook import Rows, rulebook
from engine_lite.tiles import ENGLISH

_WORD_LISTS = "OSW 3, OSPD 3; above 8 letters Chambers (1994), Merriam-Webster's Collegiate 10"

ROWS: Rows = {
    # the game
    "seats": (2, "003 L15"),
    "players_a_side": (1, "003 L15"),
    # time and order
    "clock_s": (1500, "003 L15"),
    "overtime": (Overtime.FRS_ENGLISH, readings.ONE_MINUTE_MORE.of("003 L15")),
    "overtime_points": (10, "003 L15"),
    "forfeit_after_s": (600, readings.ONE_MINUTE_MORE.of("003 L15")),
    "order": (Order.PRESS_THEN_DRAW, "003 L55-60"),
    "score_confirmed": (True, readings.EVENTS.of("003 L56-59")),
    "first_clock": (FirstClock.TILE_SEEN, readings.EVENTS.of("003 L80-84")),
    "stops_for_challenge": (True, "003 L51"),
    "stops_for_referee": (True, readings.PAUSE.of("003 L65")),
    # before the first play
    "tile_count": (Count.BEFORE, "003 L70"),
    "draw_blank": (DrawBlank.FIRST, "003 L17"),
    "draw_tie": (DrawTie.PUT_BACK, "003 L17"),
    "opening_tiles": (2, "003 L19"),
    # tiles and score
    "rack_size": (7, "003 L19"),
    "bingo": (50, readings.COMMON.of("004 L110-111")),
    "q_needs_u": (False, "003 L19"),
    "blank_beyond_set": (False, readings.COMMON.of("004 L40-45")),
    "lexicon": (_WORD_LISTS, "003 L6-11"),
    # exchange and pass
    "exchange_min_bag": (7, "003 L23"),
    "exchange_below_min": (ShortExchange.OPPONENT_PICKS, "003 L23"),
    "exchange_is_zero_turn": (True, readings.EXCHANGES_SCORE_NOTHING.of("003 L36")),
    "call_exchange": ("CHANGE", "003 L23"),
    "call_pass": ("PASS", "003 L25"),
    # challenges
    "challenge": (Challenge.SINGLE, readings.COMMON.of()),
    "challenge_by": (ChallengeBy.OPPONENTS, "003 L40"),
    "challenge_window": (ChallengeWindow.HOLD, readings.HOLD_WINDOW.of("003 L48-51")),
    "challenge_scope": (ChallengeScope.CHOSEN_WORDS, "003 L40-42"),
    "challenges_per_play": (0, "003 L42"),
    "hold_s": (20, readings.HOLD_WINDOW.of("003 L49")),
    "hold_draw_s": (60, "003 L50"),
    "hold_clock_runs": (True, "003 L50"),
    "last_play_wait_s": (20, readings.ACCEPTANCE.of("003 L49")),
    "verdict_names_words": (False, readings.NO_HINTS.of("003 L40")),
    "appeals": (2, "003 L44"),
    "strikes": (3, readings.STRIKES.of("003 L40")),
    "pass_is_strike": (True, readings.STRIKES.of("003 L40")),
    # drawing too many
    "overdraw": (Overdraw.ONE_MORE, readings.OVERDRAWN.of("003 L29-32")),
    "look_s": (120, "003 L23; 003 L32"),
    # the end
    "zero_turns_joint": (6, "003 L36"),
    "zero_placement_counts": (True, readings.ZERO_PLACEMENT.of("003 L36")),
    "passes_end": (2, "003 L38"),
    "settle_out": (SettleOut.DOUBLED, "003 L36"),
    "settle_zero_turns": (Settlement.OWN_RACK, readings.EXCHANGES_SCORE_NOTHING.of("003 L38")),
    # at the table
    "board_may_turn": (True, "003 L34"),
    "letter_list": (True, "003 L27"),
    "own_notes": (True, "003 L76"),
    "sheet_keeper": (SheetKeeper.EACH, "003 L58"),
    "word_hints": (False, readings.NO_HINTS.of()),
    "rack_sizes_shown": (True, readings.RACK_SIZES.of("004 L58-61")),
}

FRS_ENGLISH = rulebook(
    "frs_english",
    language="en",
    tile_set=ENGLISH,
    rows=ROWS,
    rules={
        Reason.OFF_BOARD: "004 L22-27",
        Reason.OFF_CENTRE: "003 L19",
        Reason.TOO_FEW: "003 L19",
        Reason.TOO_MANY: "003 L19",
        Reason.BENT: "003 L19",
        Reason.GAPPED: "004 L93-95",
        Reason.DETACHED: "003 L19",
        Reason.NOT_IN_RACK: "003 L19",
        Reason.NOT_A_FACE: "004 L40-42",
        Reason.BLANK_UNDECLARED: "004 L96-98",
        Reason.BLANK_FIXED: "004 L96-98",
        Reason.NOTHING_LAID: "003 L25",
        Reason.NOT_REMOVED: "003 L50",
        Reason.OVERDRAWN: "003 L29-32",
        Reason.TOO_LATE: "003 L49",
        Reason.BAG_TOO_SMALL: "003 L23",
    },
)
