"""The school championship: rule document 001, its bullets numbered B1 to B16, its introduction by line.

A value; knows nothing of how a rule is applied. Its last line sends the reader to the federation's classic game
(document 002), which speaks where it is silent.
"""

from engine_lite.reasons import Reason
from engine_lite.rulebook import Order, Rulebook
from engine_lite.tiles import CATALAN_Q

_PLACING = "002 Col·locar una paraula"
_ONE_LINE = "002 Tingueu en compte que…"

FISC_SCHOOL = Rulebook(
    name="fisc_school",
    language="ca",
    tile_set=CATALAN_Q,
    seats=2,
    rack_size=7,
    opening_tiles=2,
    bingo=50,
    q_needs_u=True,
    clock_s=720,  # the younger classes; line 3 gives the older ones 15 minutes
    order=Order.PRESS_THEN_DRAW,
    sources={
        "seats": "001 B1",
        "rack_size": "001 B7",
        "opening_tiles": "001 B3",
        "bingo": "001 B14",
        "q_needs_u": "001 B16",
        "clock_s": "001 line 2",
        "order": "001 B7",
    },
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
    },
)
