"""How a record settles the racks at the end: the rule is found from its own lines, then each line is held to it.

Knows nothing of how the game came to its end.
"""

from collections.abc import Iterable
from enum import StrEnum

from engine_lite.gcg_record import EndBonusEntry, EndPenaltyEntry, Entry
from engine_lite.record_racks import Tiles
from engine_lite.tiles import TileSet


class EndRule(StrEnum):
    """What becomes of the tiles left on the racks.

    DOUBLE: twice their worth to who went out (003 L36). DEDUCT_AND_GIVE: off their holder and to who went out
    (000 r20, 001 B15, 002). SUM: of all racks, to who went out, with more than two seats. OWN_RACK: each loses its
    own, when nobody went out (000 r21, 002, 003 L38). NONE: no line settles any.
    """

    DOUBLE = "double"
    DEDUCT_AND_GIVE = "deduct_and_give"
    SUM = "sum"
    OWN_RACK = "own_rack"
    NONE = "none"


def worth(tiles: Tiles, tile_set: TileSet) -> int:
    """Points on `tiles`."""
    return sum(tile_set.value(tile) for tile in tiles)


def end_rule(entries: Iterable[Entry], seats: int, tile_set: TileSet) -> EndRule:
    """The rule that the lines of `entries` follow, or come nearest to.

    >>> from engine_lite.tiles import CATALAN
    >>> end_rule([EndBonusEntry(line=9, seat=0, score=20, total=20, tiles=CATALAN.tiles("NY"))], 2, CATALAN).value
    'double'
    """
    settled = [entry for entry in entries if isinstance(entry, EndBonusEntry | EndPenaltyEntry)]
    bonuses = [entry for entry in settled if isinstance(entry, EndBonusEntry)]
    if not settled:
        return EndRule.NONE
    if not bonuses:
        return EndRule.OWN_RACK
    if len(bonuses) < len(settled):
        return EndRule.SUM if seats > 2 else EndRule.DEDUCT_AND_GIVE
    once = seats > 2 and bonuses[0].score == worth(bonuses[0].tiles, tile_set)
    return EndRule.SUM if once else EndRule.DOUBLE


def end_points(entry: EndBonusEntry | EndPenaltyEntry, rule: EndRule, tile_set: TileSet) -> int:
    """What the line must say by `rule`."""
    points = worth(entry.tiles, tile_set)
    if isinstance(entry, EndPenaltyEntry):
        return -points
    return 2 * points if rule is EndRule.DOUBLE else points


def why_points(entry: EndBonusEntry | EndPenaltyEntry, rule: EndRule, tile_set: TileSet) -> str:
    """What is wrong with a line that states other points than `end_points`."""
    points = end_points(entry, rule, tile_set)
    rack = tile_set.text(entry.tiles, brackets=True)
    if rule is not EndRule.DOUBLE:
        return f"({rack}) is worth {points:+} here, not {entry.score:+}"
    return (
        f"twice ({rack}) is {points:+}, not {entry.score:+}; "
        f"counted once it is {points // 2:+} with a line {rack} ({rack}) -{points // 2} for its holder"
    )
