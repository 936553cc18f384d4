"""The classic game of the Catalan federation: rule document 002, cited by its headings.

A value; knows nothing of how a rule is applied. Where 002 is silent the reading says whose words it takes.
"""

from engine_lite.reasons import Reason
from engine_lite.rulebook import NOT_FROM_A_SEED, Order, Rulebook
from engine_lite.tiles import CATALAN

_PLACING = "002 Col·locar una paraula"
_ONE_LINE = "002 Tingueu en compte que…"
_BLANKS = "001 B13, for 002 is silent"

FISC_CLASSIC = Rulebook(
    name="fisc_classic",
    language="ca",
    tile_set=CATALAN,
    seats=2,
    rack_size=7,
    opening_tiles=2,
    bingo=50,
    q_needs_u=False,
    clock_s=1800,
    order=Order.PRESS_THEN_DRAW,
    sources={
        "seats": "002 Partida clàssica",
        "rack_size": "002 Final d’un torn",
        "opening_tiles": "001 B3, for 002 is silent",
        "bingo": "002 Premi per a jugar un scrabble",
        "q_needs_u": _PLACING,
        "clock_s": NOT_FROM_A_SEED,
        "order": "002 Final d’un torn",
    },
    rules={
        Reason.OFF_CENTRE: "002 La primera jugada",
        Reason.TOO_FEW: "001 B3, for 002 is silent",
        Reason.TOO_MANY: "002 Final d’un torn",
        Reason.BENT: _ONE_LINE,
        Reason.GAPPED: _ONE_LINE,
        Reason.DETACHED: _PLACING,
        Reason.NOT_IN_RACK: _PLACING,
        Reason.NOT_A_FACE: _BLANKS,
        Reason.BLANK_UNDECLARED: _BLANKS,
        Reason.BLANK_FIXED: _BLANKS,
        Reason.NOTHING_LAID: "002 Passar (saltar-se un torn)",
    },
)
