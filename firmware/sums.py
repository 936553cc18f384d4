"""Whether the firmware's files are those of the release: each against its SHA-256 in sums.json.

A checkout has no sums.json, so nothing is compared there; what runs is told by `build` in the Hello either way.
Knows no hardware, and writes nothing.
"""

import hashlib
import json

SUMS = "sums.json"
_PIECE = 512  # bytes at a time: a board has little room


def wrong_files(root):
    """The names that are missing below `root` ("" or ending in /) or not as released, in order; () without sums."""
    try:
        with open(root + SUMS) as file:
            wanted = json.load(file)
        names = sorted(wanted)
    except OSError:
        return ()
    except (ValueError, TypeError):
        return (SUMS,)
    return tuple([name for name in names if sum_of(root + name) != wanted[name]])


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
