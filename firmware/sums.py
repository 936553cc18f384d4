"""Whether the firmware's files are those of the release: each against its SHA-256 in sums.json.

A checkout has no sums.json, so nothing is compared there; what runs is told by `build` in the Hello either way.
Knows no hardware, and writes nothing.
"""

import hashlib
import json

SUMS = "sums.json"
_PIECE = 512  # bytes at a time: a board has little room
_NO_SUCH_FILE = 2


def wrong_files(root):
    """The names that are missing below `root` ("" or ending in /) or not as released, in order; () without sums.

    Of sums that cannot be read, or are no names with their sums, the name of their own file.
    """
    try:
        with open(root + SUMS) as file:
            wanted = json.load(file)
        if not isinstance(wanted, dict) or not wanted:
            return (SUMS,)
        return tuple([name for name in sorted(wanted) if sum_of(root + name) != wanted[name]])
    except OSError as why:
        return () if why.errno == _NO_SUCH_FILE else (SUMS,)
    except (ValueError, TypeError, RuntimeError, MemoryError):  # no JSON, no names and sums, too deep, too long
        return (SUMS,)


def sum_of(path):
    """SHA-256 of a file in hexadecimal digits; "" for one that cannot be read."""
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            piece = file.read(_PIECE)
            while piece:
                digest.update(piece)
                piece = file.read(_PIECE)
    except OSError:
        return ""
    return "".join("%02x" % byte for byte in digest.digest())
