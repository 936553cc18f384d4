"""What games recorded anywhere have in common: the rules of placing and scoring, with the tiles of the record.

No club's rulebook: it stands where a record does not say whose rules were played.
"""

from dataclasses import replace

from engine_lite.rulebook import Rulebook
from engine_lite.rulebooks.frs_english import FRS_ENGLISH
from engine_lite.tiles import TileSet

NAME = "recorded"


def recorded_rulebook(tile_set: TileSet) -> Rulebook:
    """Seven tiles on a rack, fifty points for playing them all, an opening of two over the centre.

    Nothing else is asked of it: a record tells by itself who passed, who was challenged and how the racks ended.

    >>> from engine_lite.tiles import GERMAN
    >>> rulebook = recorded_rulebook(GERMAN)
    >>> rulebook.name, rulebook.rack_size, rulebook.opening_tiles, rulebook.bingo
    ('recorded', 7, 2, 50)
    """
    return replace(
        FRS_ENGLISH,
        name=NAME,
        language=tile_set.language,
        tile_set=tile_set,
        blank_beyond_set=True,
        sources={},
        rules={},
    )
