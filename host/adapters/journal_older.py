"""Records of earlier formats told in today's events: what a record meant then, written as it would be now.

Pure: fields in, fields out. Knows nothing of files or bytes.

Format 1 knew no course of a game: people said how it ended and what that cost, so such a game opens as one that does
not end by itself. Its `Exchanged` told only how many tiles, its `Ended` only why.
"""

from collections.abc import Callable, Mapping
from typing import Any

FORMAT = 2  # raised when a record's meaning changes; a new kind of event or a new field with a default does not
READ = (1, FORMAT)  # the formats that this version reads

Fields = dict[str, Any]

# An event that meant something else in format 1: how it is told from today's of that name, and its name now.
RENAMED: Mapping[str, tuple[Callable[[Fields], bool], str]] = {
    "Exchanged": (lambda told: "count" in told, "ExchangeTyped"),
    "Ended": (lambda told: True, "EndTyped"),
}


def as_now(told: Fields) -> Fields:
    """The fields of a record of any format that is read, as today's has them.

    >>> as_now({"event": "Exchanged", "at_ns": 5, "seat": 0, "count": 3})["event"]
    'ExchangeTyped'
    """
    is_old, name = RENAMED.get(str(told.get("event")), (None, ""))
    return {**told, "event": name} if is_old is not None and is_old(told) else told
