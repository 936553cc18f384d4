"""What stands where: Hall and radio evidence, or Hall evidence and claims, joined square by square.

Pure: a picture of the board and an event in, the next picture out. Knows nothing of the game: which tiles are
played, laid or out of place is for `table.py` to say. The truth table is that of the hardware page (section 7):
magnet and tag, certain; magnet without tag, unknown; tag without magnet, a conflict; neither, empty. A tag that
several squares read stands on the one where it is alone over a magnet. The board has read a square five times
before it tells that nothing answers, so a reading is believed as it comes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from host.core import claims
from host.core.claims import Claims
from host.core.events import BoardTold, Calmed, Event, HallChanged, PadTouched, StateTold, Stirred, TagsRead

SIDE = 15
SQUARES = SIDE * SIDE


class Evidence(StrEnum):
    """How far a square is known."""

    EMPTY = "empty"
    CERTAIN = "certain"
    CLAIMED = "claimed"
    UNKNOWN = "unknown"
    CONFLICT = "conflict"


class Why(StrEnum):
    """Why a square is not as it should be: a closed list."""

    STACKED = "several tags answer on it"
    BETWEEN = "its tag answers on a neighbour too, and one of them feels no magnet"
    DOUBLED = "its tag answers on another square as strongly"
    TURNED = "a tag, no magnet: face down, askew, or the sensor does not work"
    UNREAD = "a magnet, no tag"
    UNCLAIMED = "a magnet, and no tile that touched the pad"
    STUCK = "a magnet since before the game, and no tag: left out"
    ECHO = "empty; it reads a tag that stands elsewhere"


# What each reason makes of a square.
EVIDENCE: Mapping[Why | None, Evidence] = {
    Why.STACKED: Evidence.CONFLICT, Why.BETWEEN: Evidence.CONFLICT, Why.DOUBLED: Evidence.CONFLICT,
    Why.TURNED: Evidence.CONFLICT, Why.UNREAD: Evidence.UNKNOWN, Why.UNCLAIMED: Evidence.UNKNOWN,
    Why.STUCK: Evidence.EMPTY, Why.ECHO: Evidence.EMPTY,
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known of one square, and from what.

    `magnet`: what Hall says; `tags`: what the radio says, echoes included; `claim`: the tag claimed for it. `tag` is
    the one that stands there, if that is certain or claimed. `why` is None when all is as it should be. `squares` are
    all the squares concerned, in order: more than this one for a tag that several read.
    """

    evidence: Evidence
    magnet: bool
    tags: tuple[str, ...] = ()
    claim: str | None = None
    tag: str | None = None
    why: Why | None = None
    squares: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sensed:
    """The board as its sensors last told it.

    `on` are the squares (0..224) with a settled magnet, `came_ns` the game time at which each came, `tags` the last
    reading of a square (missing: not read since it was told), `moving` whether something is still unsettled or
    unread. `radio`: the table reads tags; one without it goes by `claims`. `masked` are squares whose magnet is no
    tile's: see `stuck`. `named` are the tags of tiles that people have named where no sensor tells: see `named`.
    While the whole state is being told nothing counts as at rest; `moved` is how it was before.
    """

    on: frozenset[int] = frozenset()
    tags: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    moving: bool = False
    moved: bool | None = None
    came_ns: Mapping[int, int] = field(default_factory=dict)
    radio: bool = True
    claims: Claims = field(default_factory=Claims)
    masked: frozenset[int] = frozenset()
    named: Mapping[int, str] = field(default_factory=dict)
    _places: Mapping[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)
    _readings: dict[int, Reading] = field(init=False, repr=False, compare=False)  # those asked for already

    def __post_init__(self) -> None:
        places: dict[str, tuple[int, ...]] = {}
        for square in sorted(self.tags):
            for tag in dict.fromkeys(self.tags[square]):
                places[tag] = (*places.get(tag, ()), square)
        object.__setattr__(self, "_places", places)
        object.__setattr__(self, "_readings", {})

    def reading(self, square: int) -> Reading:
        """What is known of `square`, and from what.

        >>> turned = Sensed(tags={112: ("e004",)}).reading(112)
        >>> turned.evidence.name, turned.why.name, turned.magnet, turned.tags
        ('CONFLICT', 'TURNED', False, ('e004',))
        """
        if square not in self._readings:
            sensed = _by_radio(self, square) if self.radio else _by_claim(self, square)
            self._readings[square] = _by_name(self, square, sensed)
        return self._readings[square]

    def evidence(self, square: int) -> Evidence:
        """How far `square` is known.

        >>> Sensed(on=frozenset({112}), tags={112: ("e004",)}).evidence(112)
        <Evidence.CERTAIN: 'certain'>
        >>> Sensed(on=frozenset({112})).evidence(112)
        <Evidence.UNKNOWN: 'unknown'>
        """
        return self.reading(square).evidence

    @property
    def felt(self) -> frozenset[int]:
        """Squares with a magnet, and those on which people have named a tile."""
        return self.on | self.named.keys() if self.named else self.on

    def only_named(self, square: int) -> bool:
        """Whether nothing but what people say tells of a tile on `square`: neither a magnet nor a tag."""
        return square in self.named and square not in self.on and not self.tags.get(square)

    def since(self, square: int) -> int | None:
        """The game time (ns) at which the magnet on `square` was told; None where there is none or it always was."""
        return self.came_ns.get(square) if square in self.on else None

    def tag_at(self, square: int) -> str | None:
        """The tag that certainly stands on `square`, or is claimed to, else None."""
        return self.reading(square).tag

    def places_of(self, tag: str) -> tuple[int, ...]:
        """All squares where `tag` was last read, or for which it is claimed, in order."""
        if self.radio:
            said = (square for square, named in self.named.items() if named == tag)
            return self._places.get(tag, ()) or tuple(sorted(said))
        return tuple(sorted(s for s, claimed in self.claims.bound.items() if claimed == tag and s in self.on))

    def standing(self) -> Mapping[str, int]:
        """Every tag that certainly stands on a square, or is claimed to, and that square."""
        found = ((self.tag_at(square), square) for square in sorted(self.felt))
        return {tag: square for tag, square in found if tag is not None}

    def occupied(self) -> tuple[int, ...]:
        """All squares with any evidence of a tile, in order."""
        told = self.felt | {square for square, tags in self.tags.items() if tags}
        return tuple(square for square in sorted(told) if self.evidence(square) is not Evidence.EMPTY)


def sensed_after(sensed: Sensed, event: Event) -> Sensed:
    """The board after `event`; any other event changes nothing, nor does one that was told already.

    A whole state begins with BoardTold: readings told before it are forgotten, for the tags follow it.
    """
    match event:
        case HallChanged(square=square) if 0 <= square < SQUARES:
            return _hall_changed(sensed, event)
        case TagsRead(square=square, tags=tags) if 0 <= square < SQUARES:
            return _tags_read(sensed, square, tags)
        case PadTouched(at_ns=at_ns, tag=tag) if not sensed.radio:
            return replace(sensed, claims=claims.touched(sensed.claims, tag, at_ns))
        case BoardTold(at_ns=at_ns, on=told):
            on = frozenset(s for s in told if 0 <= s < SQUARES)
            sensed = unnamed(sensed, sensed.on - on)
            moved = sensed.moving if sensed.moved is None else sensed.moved
            return replace(sensed, on=on, tags={}, masked=sensed.masked & on, moving=True, moved=moved,
                           claims=claims.told(sensed.claims, on, at_ns))
        case StateTold() if sensed.moved is not None:
            return replace(sensed, moving=sensed.moved, moved=None)
        case Stirred():
            return replace(sensed, moving=True)
        case Calmed():
            return replace(sensed, moving=False)
    return sensed


def stuck(sensed: Sensed, played: Mapping[int, str]) -> frozenset[int]:
    """Squares with a magnet and no tile known, off the `played` ones: before a game begins, where a sensor hangs.

    At the start they go into `Sensed.masked`; there such a square counts as empty until a tag is read on it, and is
    trusted again when its magnet goes.
    """
    return frozenset(s for s in sensed.on - played.keys() if sensed.evidence(s) is Evidence.UNKNOWN)


def named(sensed: Sensed, square: int, tag: str) -> Sensed:
    """People say that the tile with `tag` stands on `square`, and on no other.

    It is claimed to, until a sensor tells otherwise: its magnet goes, its tag falls silent where it was read or is
    read elsewhere, or another tag is read there.

    >>> dead = Sensed(on=frozenset({112}))
    >>> dead.evidence(112).name, named(dead, 112, "e004").evidence(112).name, named(dead, 112, "e004").tag_at(112)
    ('UNKNOWN', 'CLAIMED', 'e004')
    """
    others = {each: other for each, other in sensed.named.items() if other != tag}
    return replace(sensed, named={**others, square: tag})


def masked(sensed: Sensed, square: int) -> Sensed:
    """People say that nothing stands on `square`, where a magnet is told: it counts as empty, as in `stuck`.

    >>> hangs = Sensed(on=frozenset({112}))
    >>> hangs.evidence(112).name, masked(hangs, 112).occupied()
    ('UNKNOWN', ())
    """
    return replace(sensed, masked=sensed.masked | {square}) if square in sensed.on else sensed


def unnamed(sensed: Sensed, squares: Iterable[int]) -> Sensed:
    """What people have named on `squares` holds no more."""
    gone = sensed.named.keys() & set(squares)
    return replace(sensed, named={s: tag for s, tag in sensed.named.items() if s not in gone}) if gone else sensed


def _tags_read(sensed: Sensed, square: int, tags: tuple[str, ...]) -> Sensed:
    """A new reading of a square; a tile named there goes when it was read and is no more, or another one is."""
    silent_as_before = not tags and not sensed.tags.get(square)
    if square in sensed.named and sensed.named[square] not in tags and not silent_as_before:
        sensed = unnamed(sensed, (square,))
    return replace(sensed, tags={**sensed.tags, square: tags})


def _hall_changed(sensed: Sensed, event: HallChanged) -> Sensed:
    square, on = event.square, event.on
    if on == (square in sensed.on):
        return sensed
    if on:
        return replace(sensed, on=sensed.on | {square}, came_ns={**sensed.came_ns, square: event.at_ns},
                       claims=claims.laid(sensed.claims, square, event.at_ns))
    return replace(unnamed(sensed, (square,)), on=sensed.on - {square}, masked=sensed.masked - {square},
                   claims=claims.lifted(sensed.claims, square, event.at_ns))


def _by_name(sensed: Sensed, square: int, found: Reading) -> Reading:
    """What people have named there, where the sensors alone would not tell which tile stands on `square`."""
    tag = sensed.named.get(square)
    if tag is None or found.tag is not None or found.why in (Why.STACKED, Why.BETWEEN, Why.DOUBLED):
        return found
    if not set(sensed.places_of(tag)) <= {square} or tag in sensed.claims.bound.values():
        return found
    return Reading(Evidence.CLAIMED, found.magnet, found.tags, claim=tag, tag=tag, squares=(square,))


def _by_claim(sensed: Sensed, square: int) -> Reading:
    """A table without radio: a magnet, and the tile claimed for it."""
    if square not in sensed.on:
        return Reading(Evidence.EMPTY, False, squares=(square,))
    tag = sensed.claims.bound.get(square)
    if tag is not None:
        return Reading(Evidence.CLAIMED, True, claim=tag, tag=tag, squares=(square,))
    why = Why.STUCK if square in sensed.masked else Why.UNCLAIMED
    return Reading(EVIDENCE[why], True, why=why, squares=(square,))


def _by_radio(sensed: Sensed, square: int) -> Reading:
    """A table with radio: the truth table of magnet and tags."""
    magnet = square in sensed.on
    heard = tuple(dict.fromkeys(sensed.tags.get(square, ())))
    own = tuple(tag for tag in heard if _home(sensed, tag) in (None, square))
    if why := _why(sensed, square, own):
        squares = sorted({square}.union(*(sensed.places_of(tag) for tag in own)))
        return Reading(EVIDENCE[why], magnet, heard, why=why, squares=tuple(squares))
    if own:
        return Reading(Evidence.CERTAIN, magnet, heard, tag=own[0], squares=(square,))
    return Reading(Evidence.EMPTY, magnet, heard, why=Why.ECHO if heard else None, squares=(square,))


def _why(sensed: Sensed, square: int, own: tuple[str, ...]) -> Why | None:
    """What is wrong on `square`, where the tags `own` answer that stand nowhere else."""
    magnet = square in sensed.on
    if not own:
        if not magnet:
            return None
        return Why.STUCK if square in sensed.masked else Why.UNREAD
    shared = [sensed.places_of(tag) for tag in own if _home(sensed, tag) is None and len(sensed.places_of(tag)) > 1]
    if any(_spanned(sensed, places) for places in shared):
        return Why.BETWEEN
    if shared:
        return Why.DOUBLED
    if len(own) > 1:
        return Why.STACKED
    return None if magnet else Why.TURNED


def _home(sensed: Sensed, tag: str) -> int | None:
    """The only square where `tag` is alone over a magnet: there it stands, and elsewhere it is an echo."""
    strong = [square for square in sensed.places_of(tag) if _is_strong(sensed, square)]
    return strong[0] if len(strong) == 1 else None


def _is_strong(sensed: Sensed, square: int) -> bool:
    return square in sensed.on and len(set(sensed.tags[square])) == 1


def _spanned(sensed: Sensed, places: tuple[int, ...]) -> bool:
    """Whether one tile may lie across all of `places`: neighbours, not all with a magnet, none with it alone."""
    if any(_is_strong(sensed, square) for square in places):
        return False
    rows, columns = {s // SIDE for s in places}, {s % SIDE for s in places}
    close = max(rows) - min(rows) <= 1 and max(columns) - min(columns) <= 1
    return close and any(square not in sensed.on for square in places)
