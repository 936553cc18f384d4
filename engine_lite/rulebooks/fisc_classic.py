"""The classic game of the Catalan federation: rule document 002, cited by its headings.

A value; knows nothing of how a rule is applied. Where 002 is silent, the federation's document 001 speaks.
"""

from engine_lite import readings
from engine_lite.choices import (
    Challenge,
    ChallengeBy,
    ChallengeScope,
    ChallengeWindow,
    Order,
    QFace,
    Settlement,
    SettleOut,
)
from engine_lite.reasons import Reason
from engine_lite.rulebook import Rows, rulebook
from engine_lite.rulebooks import fisc_school
from engine_lite.rulebooks.borrowing import borrowed
from engine_lite.tiles import CATALAN

_PLACING = "002 Col·locar una paraula"
_ONE_LINE = "002 Tingueu en compte que…"
_CHALLENGING = "002 Impugnar una jugada"
_END_OF_TURN = "002 Final d’un torn"
_END = "002 Final del joc"
_BLANKS = "001 B13, for 002 is silent"

ROWS: Rows = {
    **borrowed(
        fisc_school.ROWS, "002", "stops_for_challenge", "draw_blank", "draw_tie", "starter_racks_first",
        "blank_beyond_set", "challenges_per_play", "verdict_names_words", "overdraw",
    ),
    # the game
    "seats": (2, "002 Partida clàssica"),
    "players_a_side": (1, "001 line 40"),
    # time and order
    "clock_s": (1800, readings.CLASSIC_TIME.of()),
    "order": (Order.PRESS_THEN_DRAW, readings.DRAW_AFTER_PRESS.of(_END_OF_TURN)),
    "stops_for_referee": (True, readings.PAUSE.of()),
    # before the first play
    "opening_tiles": (2, readings.TWO_TILES.of("001 B3, for 002 is silent")),
    # tiles and score
    "rack_size": (7, _END_OF_TURN),
    "bingo": (50, readings.COMMON.of("002 Premi per a jugar un scrabble")),
    "q_needs_u": (False, _PLACING),
    "q_printed": (QFace.QU, _PLACING),
    "lexicon": ("Leximots", "002 Paraules admeses"),
    # exchange
    "exchange_min_bag": (1, "002 Canviar fitxes"),
    "exchange_is_zero_turn": (True, _END),
    # challenges
    "challenge": (Challenge.SINGLE, _CHALLENGING),
    "challenge_by": (ChallengeBy.OPPONENTS, _CHALLENGING),
    "challenge_window": (ChallengeWindow.UNTIL_DRAWN, readings.ACCEPTED_AS_SCHOOL.of(_END_OF_TURN)),
    "challenge_scope": (ChallengeScope.CHOSEN_WORDS, _CHALLENGING),
    "last_play_wait_s": (60, readings.ACCEPTANCE.of()),
    # the end
    "zero_turns_each": (3, readings.STILL_PLAYING.of(_END)),
    "zero_placement_counts": (False, readings.ZERO_PLACEMENT.of(_END)),
    "no_play_ends": (True, readings.NO_PLAY_AGREED.of(_END)),
    "settle_out": (SettleOut.DEDUCTED, _END),
    "settle_zero_turns": (Settlement.OWN_RACK, _END),
    "settle_no_play": (Settlement.OWN_RACK, _END),
    # at the table
    "word_hints": (False, readings.NO_HINTS.of()),
}

FISC_CLASSIC = rulebook(
    "fisc_classic",
    language="ca",
    tile_set=CATALAN,
    rows=ROWS,
    rules={
        Reason.OFF_CENTRE: "002 La primera jugada",
        Reason.TOO_FEW: "001 B3, for 002 is silent",
        Reason.TOO_MANY: _END_OF_TURN,
        Reason.BENT: _ONE_LINE,
        Reason.GAPPED: _ONE_LINE,
        Reason.DETACHED: _PLACING,
        Reason.NOT_IN_RACK: _PLACING,
        Reason.NOT_A_FACE: _BLANKS,
        Reason.BLANK_UNDECLARED: _BLANKS,
        Reason.BLANK_FIXED: _BLANKS,
        Reason.NOTHING_LAID: "002 Passar (saltar-se un torn)",
        Reason.NOT_REMOVED: _CHALLENGING,
        Reason.OVERDRAWN: "001 B8, for 002 is silent",
        Reason.TOO_LATE: _END_OF_TURN,
        Reason.ALREADY_CHALLENGED: "001 B5, for 002 is silent",
        Reason.BAG_TOO_SMALL: "002 Canviar fitxes",
    },
)
