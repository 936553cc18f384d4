"""The tile sets by name: how many tiles carry each face, and what they are worth.

Values; knows nothing of rules. A set whose games are recorded elsewhere names two sources that agree on every face.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from engine_lite.tile_set import (
    ACUTE,
    BREVE,
    CEDILLA,
    CIRCUMFLEX,
    COMMA_BELOW,
    DIAERESIS,
    GRAVE,
    TILDE,
    Face,
    TileSet,
)


def _faces(table: str) -> tuple[Face, ...]:
    """Faces from `A12x1`: twelve tiles A worth 1 each, as document 004 L46-55 reads its own table."""
    rows = (re.fullmatch(r"(\D+)(\d+)x(\d+)", row) for row in table.split())
    return tuple(Face(row[1], int(row[2]), int(row[3])) for row in rows if row)


# The Catalan tiles as the clubs play them: QU is one tile (document 002), read and written Q in Manacor (000 r14).
# Counts and values: domino14/macondo data/letterdistributions/catalan; andy-k/wolges src/alphabets/catalan.txt.
CATALAN = TileSet(
    "catalan",
    "ca",
    _faces("""
        ?2x0 A12x1 B2x3 C3x2 Ç1x10 D3x2 E13x1 F1x4 G2x3 H1x8 I8x1 J1x8 L4x1 L·L1x10 M3x2 N6x1 NY1x10
        O5x1 P2x3 QU1x8 R8x1 S8x1 T5x1 U4x1 V1x4 X1x10 Z1x8
    """),
    aliases=(("Q", "QU"),),
)

# The older printing, which document 001 B16 plays: Q stands alone and needs a U beside it.
CATALAN_Q = TileSet(
    "catalan_q",
    "ca",
    tuple(Face("Q", kind.count, kind.value) if kind.face == "QU" else kind for kind in CATALAN.faces),
)

# Document 004 L46-55; L41-42 for what only a blank may be.
ROMANIAN = TileSet(
    "romanian",
    "ro",
    _faces("""
        ?2x0 A11x1 B2x9 C5x1 D4x2 E9x1 F2x8 G2x9 H1x10 I10x1 J1x10 L4x1 M3x4 N6x1 O5x1 P4x2 R7x1 S5x1
        T7x1 U6x1 V2x8 X1x10 Z1x10
    """),
    blank_only=("K", "Q", "W", "Y"),
    folded=GRAVE + ACUTE + DIAERESIS + CIRCUMFLEX + BREVE + COMMA_BELOW + CEDILLA,
)

# The English tiles; document 003 gives no table and has both players check the set (L70).
# domino14/macondo data/letterdistributions/english; Scrabble3D/4.0 ScrDefaults.qml.
ENGLISH = TileSet(
    "english",
    "en",
    _faces("""
        ?2x0 A9x1 B2x3 C2x3 D4x2 E12x1 F2x4 G3x2 H2x4 I9x1 J1x8 K1x5 L4x1 M2x3 N6x1 O8x1 P2x3 Q1x10 R6x1
        S4x1 T6x1 U4x1 V2x4 W2x4 X1x8 Y2x4 Z1x10
    """),
    folded=GRAVE + ACUTE + DIAERESIS + CIRCUMFLEX + TILDE + CEDILLA,
)

# 102 tiles. andy-k/wolges src/alphabets/german.txt; kamilmielnik/scrabble-solver packages/configs .../german.ts.
GERMAN = TileSet(
    "german",
    "de",
    _faces("""
        ?2x0 A5x1 Ä1x6 B2x3 C2x4 D4x1 E15x1 F2x4 G3x2 H4x2 I6x1 J1x6 K2x4 L3x2 M4x3 N9x1 O3x2 Ö1x8 P1x4 Q1x10
        R6x1 S7x1 T6x1 U6x1 Ü1x6 V1x6 W1x3 X1x8 Y1x10 Z1x3
    """),
    vowels=frozenset("AÄEIOÖUÜ"),
    folded=GRAVE + ACUTE + CIRCUMFLEX + TILDE + CEDILLA,
)

# 102 tiles. domino14/macondo data/letterdistributions/french.csv; andy-k/wolges src/alphabets/french.txt.
FRENCH = TileSet(
    "french",
    "fr",
    _faces("""
        ?2x0 A9x1 B2x3 C2x3 D3x2 E15x1 F2x4 G2x2 H2x4 I8x1 J1x8 K1x10 L5x1 M3x2 N6x1 O6x1 P2x3 Q1x8 R6x1 S6x1
        T6x1 U6x1 V2x4 W1x10 X1x10 Y1x10 Z1x10
    """),
    vowels=frozenset("AEIOUY"),
    folded=GRAVE + ACUTE + DIAERESIS + CIRCUMFLEX + TILDE + CEDILLA,
)

# andy-k/wolges src/alphabets/polish.txt; quackle/quackle data/alphabets/polish.quackle_alphabet.
POLISH = TileSet(
    "polish",
    "pl",
    _faces("""
        ?2x0 A9x1 Ą1x5 B2x3 C3x2 Ć1x6 D3x2 E7x1 Ę1x5 F1x5 G2x3 H2x3 I8x1 J2x3 K3x2 L3x2 Ł2x3 M3x2 N5x1 Ń1x7
        O6x1 Ó1x5 P3x2 R4x1 S4x1 Ś1x5 T3x2 U2x3 W4x1 Y4x2 Z5x1 Ź1x9 Ż1x5
    """),
    vowels=frozenset("AĄEĘIOÓUY"),
    folded=GRAVE + DIAERESIS + CIRCUMFLEX + TILDE + CEDILLA,
)

# CH, LL and RR are one tile each, and C H, L L, R R are two: hence the brackets.
# domino14/macondo data/letterdistributions/spanish; andy-k/wolges src/alphabets/spanish.txt.
SPANISH = TileSet(
    "spanish",
    "es",
    _faces("""
        ?2x0 A12x1 B2x3 C4x3 CH1x5 D5x2 E12x1 F1x4 G2x2 H2x4 I6x1 J1x8 L4x1 LL1x8 M2x3 N5x1 Ñ1x8 O9x1 P2x3
        Q1x5 R5x1 RR1x8 S6x1 T4x1 U5x1 V1x4 X1x8 Y1x4 Z1x10
    """),
    folded=GRAVE + ACUTE + DIAERESIS + CIRCUMFLEX + CEDILLA,
    bare=False,
)

TILE_SETS: Mapping[str, TileSet] = MappingProxyType(
    {
        tile_set.name: tile_set
        for tile_set in (CATALAN, CATALAN_Q, ROMANIAN, ENGLISH, GERMAN, FRENCH, POLISH, SPANISH)
    }
)
