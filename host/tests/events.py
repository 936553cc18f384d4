"""Hypothesis strategies: any event that the core may ever be told, sensible or absurd."""

from dataclasses import fields
from typing import Any

from hypothesis import strategies as st

from engine_lite.course_events import Form
from engine_lite.tiles import BLANK, Tile
from host.core import events

TAGS = [f"e004{number:012x}" for number in range(12)]
OTHER_TAGS = [f"e005{number:012x}" for number in range(12)]
FOREIGN = "e00400000000ffff"
FACES = ("QU", "I", "N", "A", "S", "E", "L·L", "NY", "M", "?", "?", "O")

PARTS = ("board", "racks", "bag", "?")

at_ns = st.integers(0, 10_000_000_000)
squares = st.one_of(st.integers(105, 125), st.integers(-3, 300))
seats = st.integers(-1, 4)
tags = st.sampled_from([*TAGS, FOREIGN, OTHER_TAGS[0]])
tag_lists = st.lists(tags, max_size=2).map(tuple)
TILES = [*(Tile(face) for face in FACES if face != BLANK.face), BLANK]
tiles = st.lists(st.sampled_from(TILES), max_size=8).map(tuple)
texts = st.sampled_from(["", "QUINA", "L·L?", "K", "[", "verb", "A E S"])

opened = st.just(events.GameOpened(
    0, "fisc_classic", ("Anna", "Biel"), (1_800_000_000_000,) * 2, tuple(zip(TAGS, FACES, strict=True))))

# What a field of an event may hold, by its name; a field of another kind in one event has a row of its own.
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "at_ns": at_ns, "seat": seats, "by": st.one_of(st.none(), seats), "from_seat": seats, "rack": seats,
    "square": squares, "on": st.booleans(), "undervoltage": st.booleans(), "hot": st.booleans(), "by_list": texts,
    "again": st.booleans(), "part": st.sampled_from(PARTS),
    "tag": tags, "tags": tag_lists, "old": tags, "new": tags, "for_ns": st.integers(-1, 70_000_000_000),
    "count": st.integers(-1, 9), "taken": st.integers(-1, 9), "points": st.integers(-50, 50),
    "times": st.integers(-5, 5), "turn": st.integers(-1, 6), "number": st.integers(-1, 6),
    "valid": st.one_of(st.none(), st.booleans()), "left_ns": st.integers(-10, 10).map(lambda s: s * 60_000_000_000),
    "out": tiles, "drawn": tiles, "keeps": tiles, "returns": tiles, "tiles": tiles,
    "words": st.lists(texts, max_size=2).map(tuple), "text": texts, "who": texts, "why": texts,
    "form": st.sampled_from(Form),
    "face": st.sampled_from(["NY", "ny", "K", "", "L·L", "[", "QUE", "a"]),
    "kind": st.sampled_from(["bonus", "penalty", "time", "end_bonus", ""]),
    "reason": st.sampled_from(["no_play", "resigned", "out", "?"]),
    "what": st.sampled_from(["play", "score", "withdrawn", "reinstated", "stands", "?"]),
    "value": st.sampled_from(["h8 NA", "h5 QUINA", "h7 SAC", "12", "-3", "--3", "", "x"]),
}
ODD: dict[tuple[str, str], st.SearchStrategy[Any]] = {
    ("BoardTold", "on"): st.lists(squares, max_size=5).map(tuple),
    ("Carried", "tiles"): st.just(tuple(zip(OTHER_TAGS, FACES, strict=True))),
    ("Carried", "readers"): st.sampled_from([(), ("bag",), ("bag", "racks")]), ("Carried", "table_name"): texts,
    ("Left", "by"): st.just(0),  # else hardly a game gets anywhere
    ("EndRack", "tiles"): texts, ("RackTyped", "tiles"): texts,
    ("Corrected", "by"): texts, ("CorrectionUndone", "by"): texts, ("PointsGiven", "by"): texts,
    ("Resigned", "seat"): st.just(-1), ("Disqualified", "seat"): st.just(-1),  # else hardly a game gets anywhere
}


def built(kind: type[events.Event]) -> st.SearchStrategy[events.Event]:
    """Events of one kind, with anything in them."""
    name = kind.__name__
    return st.builds(kind, **{each.name: ODD.get((name, each.name), FIELDS.get(each.name)) for each in fields(kind)})


NO_KINDS = {"Event", "TableEvent", "Source", "GameOpened"}
KINDS = tuple(getattr(events, name) for name in events.__all__ if name not in NO_KINDS)

any_event = st.one_of(*(built(kind) for kind in KINDS), opened)
