"""Records of earlier formats told in today's events: what a record meant then, written as it would be now.

Pure: fields in, fields out. Knows nothing of files or bytes.

Format 1 knew no course of a game: people said how it ended and what that cost, so such a game opens as one that does
not end by itself. Its `Exchanged` told only how many tiles, its `Ended` only why.

Until format 3 a `CorrectionUndone` might count the corrections of turns alone, and a result was accepted, settled as
believed, over racks that nobody had told. Format 2 has seen both change; which holds in a game, the fields that its
first record had by then tell. Such a game goes on as it began.
"""

from collections.abc import Callable, Mapping
from typing import Any

FORMAT = 3  # raised when a record's meaning changes; a new kind of event or a new field with a default does not
READ = (1, 2, FORMAT)  # the formats that this version reads

Fields = dict[str, Any]

# An event that meant something else in format 1: how it is told from today's of that name, and its name now.
RENAMED: Mapping[str, tuple[Callable[[Fields], bool], str]] = {
    "Exchanged": (lambda told: "count" in told, "ExchangeTyped"),
    "Ended": (lambda told: True, "EndTyped"),
}

# What held in a game of format 1 or 2 whose first record has not that field yet: the knob that says so now.
UNTIL: Mapping[str, str] = {"stands_unplugged": "undo_counts_turns", "sees_opening": "guesses_settle"}


def as_now(told: Fields) -> Fields:
    """The fields of a record of any format that is read, as today's has them.

    >>> as_now({"event": "Exchanged", "at_ns": 5, "seat": 0, "count": 3})["event"]
    'ExchangeTyped'
    >>> as_now({"event": "GameOpened", "format": 2, "stands_unplugged": False})["guesses_settle"]
    True
    """
    if told.get("event") == "GameOpened" and told.get("format") in (1, 2):
        return {**told, **{knob: True for since, knob in UNTIL.items() if since not in told}}
    is_old, name = RENAMED.get(str(told.get("event")), (None, ""))
    return {**told, "event": name} if is_old is not None and is_old(told) else told
