"""The tile register: which tag each tile of this table's set carries, in a JSON file that people can read."""

import json
from collections import Counter
from pathlib import Path

from engine_lite.tiles import TileSet

TAG_DIGITS = 16
LARGEST_BYTES = 1_000_000  # a set of 200 tiles needs 6 kB


class BadRegister(ValueError):
    """The register cannot be used; the text is one sentence that names the place and the remedy."""


def load_register(path: Path, tile_set: TileSet) -> tuple[tuple[str, str], ...]:
    """Tag (16 hexadecimal digits) and face of every tile, as `{"e004...": "QU", ...}` writes them.

    Raises BadRegister when the file is missing or no register, or when its tiles are not those of `tile_set`.
    """
    try:
        data = path.read_bytes()[: LARGEST_BYTES + 1]
        written = json.loads(data.decode("utf-8"))
    except FileNotFoundError:
        raise BadRegister(f"{path} is not there: the table must know which tag each tile carries") from None
    except OSError as why:
        raise BadRegister(f"{path} cannot be read: {why.strerror}") from None
    except (ValueError, RecursionError):
        raise BadRegister(f'{path} is no tile register: it must be JSON, {{"e004...": "QU", ...}}') from None
    if not isinstance(written, dict) or not all(isinstance(face, str) for face in written.values()):
        raise BadRegister(f'{path} is no tile register: it must be one JSON object, {{"e004...": "QU", ...}}')
    for tag in written:
        if len(tag) != TAG_DIGITS or set(tag) - set("0123456789abcdef"):
            raise BadRegister(f"{path}: '{tag[:40]}' is no tag; it must be {TAG_DIGITS} small hexadecimal digits")
    _must_be_the_set(path, Counter(written.values()), tile_set)
    return tuple(written.items())


def _must_be_the_set(path: Path, found: Counter[str], tile_set: TileSet) -> None:
    wanted = Counter({face.face: face.count for face in tile_set.faces})
    missing, extra = wanted - found, found - wanted
    if missing or extra:
        lacks = " ".join(missing.elements()) or "none"
        has = " ".join(extra.elements())[:200] or "none"
        raise BadRegister(f"{path} is not the {tile_set.name} set: missing {lacks}; too many {has}")
