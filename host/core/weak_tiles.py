"""Which tiles of a set have a weak magnet, from games that were played with them: a list for service.

Pure: the events of games in, tags and squares out. A tag that is read while no magnet is felt there lies face down,
askew, or its magnet is weak: on one square anything may be the reason, on several it is the tile. Knows nothing of
registers or files. Source: hardware page 7, row 19.
"""

from collections.abc import Iterable, Mapping

from host.core.events import BoardTold, Calmed, Event, HallChanged, StateTold, TagsRead

SQUARES_OF_WEAK = 3  # a hand lays one tile badly twice before it lays it so three times

Found = Mapping[str, frozenset[int]]


def without_magnet(events: Iterable[Event]) -> Found:
    """For each tag the squares on which it lay still, the only one read there, while no magnet was felt.

    >>> lies = [TagsRead(0, 112, ("e004",)), Calmed(0)]
    >>> without_magnet(lies), without_magnet([HallChanged(0, 112, True), *lies])
    ({'e004': frozenset({112})}, {})
    """
    on: set[int] = set()
    tags: dict[int, tuple[str, ...]] = {}
    found: dict[str, frozenset[int]] = {}
    for event in events:
        match event:
            case BoardTold(on=told):
                on, tags = set(told), {}
            case HallChanged(square=square, on=is_on):
                (on.add if is_on else on.discard)(square)
            case TagsRead(square=square, tags=read):
                tags[square] = read
            case Calmed() | StateTold():
                for tag, square in _lying(tags, on):
                    found[tag] = found.get(tag, frozenset()) | {square}
    return found


def _lying(tags: Mapping[int, tuple[str, ...]], on: set[int]) -> Iterable[tuple[str, int]]:
    """Each tag that only one square reads, alone, where no magnet is felt; one across a border is read on two."""
    squares: dict[str, list[int]] = {}
    for square, read in tags.items():
        for tag in read:
            squares.setdefault(tag, []).append(square)
    return [(tag, where[0]) for tag, where in squares.items()
            if len(where) == 1 and where[0] not in on and len(tags[where[0]]) == 1]


def weak_tiles(games: Iterable[Found]) -> Mapping[str, tuple[int, ...]]:
    """The tags that lay without their magnet on SQUARES_OF_WEAK squares or more in all these games, and where."""
    found: dict[str, frozenset[int]] = {}
    for game in games:
        for tag, squares in game.items():
            found[tag] = found.get(tag, frozenset()) | squares
    return {tag: tuple(sorted(found[tag])) for tag in sorted(found) if len(found[tag]) >= SQUARES_OF_WEAK}
