"""The Romanian federation's general rules: rule document 004, cited by line of the file.

A value; knows nothing of how a rule is applied. Where 004 is silent on the free game, the federation's own
document 003 speaks.
"""

from engine_lite.reasons import Reason
from engine_lite.rulebook import NOT_FROM_A_SEED, Order, Rulebook
from engine_lite.tiles import ROMANIAN

FRS_ROMANIAN = Rulebook(
    name="frs_romanian",
    language="ro",
    tile_set=ROMANIAN,
    seats=2,
    rack_size=7,
    opening_tiles=2,
    bingo=50,
    q_needs_u=False,
    clock_s=1500,
    order=Order.PRESS_THEN_DRAW,
    sources={
        "seats": "004 L58",
        "rack_size": "004 L59-60",
        "opening_tiles": "004 L84-86",
        "bingo": "004 L110-111",
        "q_needs_u": "004 L40-42",
        "clock_s": NOT_FROM_A_SEED,
        "order": "003 L55-60, for 004 is silent",
    },
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
        Reason.NOTHING_LAID: "003 L25, for 004 is silent",
    },
)
