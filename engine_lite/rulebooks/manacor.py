"""Club Scrabble Manacor: rule document 000, numbered rules r1 to r28.

A value; knows nothing of how a rule is applied.
"""

from engine_lite.reasons import Reason
from engine_lite.rulebook import Order, Rulebook
from engine_lite.tiles import CATALAN

MANACOR = Rulebook(
    name="manacor",
    language="ca",
    tile_set=CATALAN,
    seats=2,
    rack_size=7,
    opening_tiles=2,
    bingo=50,
    q_needs_u=False,
    clock_s=1800,
    order=Order.DRAW_THEN_PRESS,
    sources={
        "seats": "000 r28",
        "rack_size": "000 r6",
        "opening_tiles": "000 r6",
        "bingo": "000 r13",
        "q_needs_u": "000 r14",
        "clock_s": "000 r28",
        "order": "000 r28a",
    },
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
    },
)
