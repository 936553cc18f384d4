"""The Romanian federation's game in English: rule document 003, cited by line of the file.

A value; knows nothing of how a rule is applied. It stands on the federation's general rules, document 004.
"""

from engine_lite.reasons import Reason
from engine_lite.rulebook import Order, Rulebook
from engine_lite.tiles import ENGLISH

FRS_ENGLISH = Rulebook(
    name="frs_english",
    language="en",
    tile_set=ENGLISH,
    seats=2,
    rack_size=7,
    opening_tiles=2,
    bingo=50,
    q_needs_u=False,
    clock_s=1500,
    order=Order.PRESS_THEN_DRAW,
    sources={
        "seats": "003 L15",
        "rack_size": "003 L19",
        "opening_tiles": "003 L19",
        "bingo": "004 L110-111",
        "q_needs_u": "003 L19",
        "clock_s": "003 L15",
        "order": "003 L55-60",
    },
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
    },
)
