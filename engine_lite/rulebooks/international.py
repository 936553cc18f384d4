"""A rulebook for other clubs, after what is common among them; no rule document stands behind it.

A value; knows nothing of how a rule is applied. A club sets the knobs as it plays: above all `challenge` (void,
single, double, five or ten points, five a word, minus ten), `settle_out` (the end rack deducted or doubled) and the
tile set.
"""

from engine_lite.choices import Challenge, Overdraw, Overtime, SettleOut
from engine_lite.knobs import KnobValue
from engine_lite.readings import NOT_FROM_A_SEED
from engine_lite.rulebook import rulebook
from engine_lite.tiles import ENGLISH

_COMMON: dict[str, KnobValue] = {
    "clock_s": 1500,
    "overtime": Overtime.MANACOR,
    "overtime_points": 10,
    "forfeit_after_s": 600,
    "blank_beyond_set": True,
    "challenge": Challenge.FIVE_POINTS,
    "last_play_wait_s": 20,
    "overdraw": Overdraw.ONE_MORE,
    "zero_turns_joint": 6,
    "settle_out": SettleOut.DOUBLED,
    "board_may_turn": True,
    "letter_list": True,
    "own_notes": True,
    "rack_sizes_shown": True,
}

INTERNATIONAL = rulebook(
    "international",
    language="en",
    tile_set=ENGLISH,
    rows={knob: (value, NOT_FROM_A_SEED) for knob, value in _COMMON.items()},
    rules={},
)
