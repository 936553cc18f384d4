"""Tiles under one name: what a tile and a tile set are (`tile_set`), and which sets there are (`tile_sets`).

Decides nothing itself; everything that handles tiles imports from here.
"""

from engine_lite.tile_set import BLANK, NAMELESS, Face, NotATile, Tile, TileSet
from engine_lite.tile_sets import (
    CATALAN,
    CATALAN_Q,
    ENGLISH,
    FRENCH,
    GERMAN,
    POLISH,
    ROMANIAN,
    SPANISH,
    TILE_SETS,
)

__all__ = [
    "BLANK",
    "CATALAN",
    "CATALAN_Q",
    "ENGLISH",
    "FRENCH",
    "GERMAN",
    "NAMELESS",
    "POLISH",
    "ROMANIAN",
    "SPANISH",
    "TILE_SETS",
    "Face",
    "NotATile",
    "Tile",
    "TileSet",
]
