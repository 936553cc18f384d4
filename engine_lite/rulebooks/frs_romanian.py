"""The Romanian federation's general rules: rule document 004, cited by line of the file.

A value; knows nothing of how a rule is applied. Where 004 is silent on the free game, the federation's own
document 003 speaks.
"""

from engine_lite import readings
from engine_lite.choices import ChallengeBy, Count, DrawBlank, Overtime, QFace
from engine_lite.reasons import Reason
from engine_lite.rulebook import Rows, rulebook
from engine_lite.rulebooks import frs_english
from engine_lite.rulebooks.borrowing import borrowed
from engine_lite.tiles import ROMANIAN

_PASSING = "003 L25, for 004 is silent"

ROWS: Rows = {
    **borrowed(
        frs_english.ROWS, "004", "players_a_side", "order", "score_confirmed", "first_clock", "stops_for_challenge",
        "stops_for_referee", "draw_tie", "exchange_min_bag", "exchange_below_min", "exchange_is_zero_turn",
        "challenge_window", "challenge_scope", "challenges_per_play", "hold_s", "hold_draw_s", "hold_clock_runs",
        "last_play_wait_s", "verdict_names_words", "appeals", "strikes", "pass_is_strike", "overdraw", "look_s",
        "zero_turns_joint", "zero_placement_counts", "passes_end", "settle_out", "settle_zero_turns",
        "board_may_turn", "own_notes", "sheet_keeper",
    ),
    # the game
    "seats": (2, "004 L58"),
    # time and order
    "clock_s": (1500, readings.SILENT_ROMANIAN.of()),
    "overtime": (Overtime.FRS_ROMANIAN, readings.LATE_PLAY.of("004 L99-102")),
    "forfeit_after_s": (0, readings.SILENT_ROMANIAN.of("004 L102")),
    # before the first play
    "tile_count": (Count.BEFORE, "004 L65-67"),
    "draw_blank": (DrawBlank.FIRST, readings.SILENT_ROMANIAN.of("003 L17, for 004 is silent")),
    "opening_tiles": (2, "004 L84-86"),
    # tiles and score
    "rack_size": (7, "004 L59-60"),
    "bingo": (50, readings.COMMON.of("004 L110-111")),
    "q_needs_u": (False, "004 L40-42"),
    "q_printed": (QFace.NONE, "004 L46-55"),
    "blank_beyond_set": (True, readings.COMMON.of("004 L40-42")),
    "lexicon": ("Fondul de cuvinte, Comisia Centrală de Regulamente", "004 L61-64"),
    "two_letter_list": (True, "004 L152-160"),
    # exchange and pass
    "call_pass": ("PAS", _PASSING),
    # challenges
    "challenge": frs_english.ROWS["challenge"],
    "challenge_by": (ChallengeBy.OPPONENTS_OR_REFEREE, "004 L100-101"),
    # at the table
    "letter_list": (False, "003 L27"),
    "word_hints": frs_english.ROWS["word_hints"],
    "rack_sizes_shown": (True, readings.RACK_SIZES.of("004 L58-61")),
    "calling_names": (True, "004 L131-145"),
}

FRS_ROMANIAN = rulebook(
    "frs_romanian",
    language="ro",
    tile_set=ROMANIAN,
    rows=ROWS,
    rules={
        Reason.OFF_BOARD: "004 L22-27",
        Reason.OFF_CENTRE: "004 L84-86",
        Reason.TOO_FEW: "004 L84-86",
        Reason.TOO_MANY: "004 L87-89",
        Reason.BENT: "004 L90-92",
        Reason.GAPPED: "004 L94-95",
        Reason.DETACHED: "004 L93-94",
        Reason.NOT_IN_RACK: "004 L58-60",
        Reason.NOT_A_FACE: "004 L40-42",
        Reason.BLANK_UNDECLARED: "004 L96-98",
        Reason.BLANK_FIXED: "004 L96-98",
        Reason.NOTHING_LAID: _PASSING,
        Reason.NOT_REMOVED: "003 L50, for 004 is silent",
        Reason.OVERDRAWN: "003 L29-32, for 004 is silent",
        Reason.TOO_LATE: "003 L49, for 004 is silent",
        Reason.BAG_TOO_SMALL: "003 L23, for 004 is silent",
    },
)
