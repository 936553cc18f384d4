"""The tile register: which tag each tile of this table's set carries, in a JSON file that people can read.

Reads and writes `{"tiles": {"e004...": "QU", ...}, "spares": {...}}`; an older file, of tiles alone, is read too.
What a register may become is `host.core.tile_register`'s.
"""

import json
from collections import Counter
from pathlib import Path

from engine_lite.tiles import TileSet
from host.core.tile_register import Register, Tagged
from host.whole_file import put

TAG_DIGITS = 16
LARGEST_BYTES = 1_000_000  # a set of 200 tiles needs 6 kB
TILES, SPARES = "tiles", "spares"
SHAPE = '{"tiles": {"e004...": "QU", ...}, "spares": {...}}'


class BadRegister(ValueError):
    """The register cannot be used; the text is one sentence that names the place and the remedy."""


def load_register(path: Path, tile_set: TileSet) -> Tagged:
    """Tag (16 hexadecimal digits) and face of every tile of the set.

    Raises BadRegister when the file is missing or no register, or when its tiles are not those of `tile_set`.
    """
    return read_register(path, tile_set).tiles


def read_register(path: Path, tile_set: TileSet | None = None) -> Register:
    """The register in the file at `path`, of whichever set when no `tile_set` is named. Raises BadRegister."""
    tiles, spares = _parts(path, _json(path))
    for tag, count in Counter(tag for tag, _ in (*tiles, *spares)).items():
        if len(tag) != TAG_DIGITS or set(tag) - set("0123456789abcdef"):
            raise BadRegister(f"{path}: '{tag[:40]}' is no tag; it must be {TAG_DIGITS} small hexadecimal digits")
        if count > 1:
            raise BadRegister(f"{path}: the tag {tag} stands there {count} times; no two tiles carry the same")
    if tile_set:
        _must_be_the_set(path, Counter(face for _, face in tiles), tile_set)
    return Register(tiles, spares)


def write_register(path: Path, register: Register) -> None:
    """Put `register` in the file at `path`, whole or not at all; what stood there is kept beside it as `.bak`.

    Raises BadRegister when it cannot be written.
    """
    text = json.dumps({TILES: dict(register.tiles), SPARES: dict(register.spares)}, ensure_ascii=False, indent=1)
    try:
        put(path, f"{text}\n".encode())
    except OSError as why:
        raise BadRegister(f"{path} cannot be written: {why.strerror}") from None


class _Pairs(tuple[tuple[str, object], ...]):
    """A JSON object as it stands: a dict would keep one of two tiles with the same tag, and say nothing."""

    __slots__ = ()


def _json(path: Path) -> object:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
        return json.loads(data.decode("utf-8"), object_pairs_hook=_Pairs)
    except FileNotFoundError:
        raise BadRegister(f"{path} is not there: the table must know which tag each tile carries;"
                          " `taula tiles register` teaches it") from None
    except OSError as why:
        raise BadRegister(f"{path} cannot be read: {why.strerror}") from None
    except (ValueError, RecursionError):
        raise BadRegister(f"{path} is no tile register: it must be JSON, {SHAPE}") from None


def _parts(path: Path, written: object) -> tuple[Tagged, Tagged]:
    """The tiles and the spares; of an older file, which holds tiles alone, no spares."""
    parts = [(TILES, written)]
    if isinstance(written, _Pairs) and {name for name, _ in written} & {TILES, SPARES}:
        parts = [(name, part) for name, part in written]
    if not {name for name, _ in parts} <= {TILES, SPARES} or len(parts) > len(dict(parts)):
        raise BadRegister(f"{path} is no tile register: it must hold {TILES} and {SPARES}, once each, no more")
    found = {name: _tagged(path, part) for name, part in parts}
    return found.get(TILES, ()), found.get(SPARES, ())


def _tagged(path: Path, part: object) -> Tagged:
    if not isinstance(part, _Pairs):
        raise _no_object(path)
    tagged = []
    for tag, face in part:
        if not isinstance(face, str):
            raise _no_object(path)
        tagged.append((tag, face))
    return tuple(tagged)


def _no_object(path: Path) -> BadRegister:
    return BadRegister(f"{path} is no tile register: it must be one JSON object, {SHAPE}")


def _must_be_the_set(path: Path, found: Counter[str], tile_set: TileSet) -> None:
    wanted = Counter({face.face: face.count for face in tile_set.faces})
    missing, extra = wanted - found, found - wanted
    if missing or extra:
        lacks = " ".join(missing.elements()) or "none"
        has = " ".join(extra.elements())[:200] or "none"
        raise BadRegister(f"{path} is not the {tile_set.name} set: missing {lacks}; too many {has}")
