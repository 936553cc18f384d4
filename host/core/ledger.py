"""Where the tiles beside the board are, as far as readers have told: sightings in, places out.

Pure. Knows no rule: what a tile that left the bag means for the game is for `draws.py` to say. The ring in the bag's
neck has no direction, so a second sighting of a tile takes the first one back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

NOBODY = -1
LATE_NS = 1_000_000_000  # a fist is through the neck in 150 ms, and the ring tells of it when it has gone


@dataclass(frozen=True, slots=True)
class Ledger:
    """What is known of the tiles beside the board.

    `held` names for a tag the seat whose rack it is on, as the game has it; `racks` what the loop of each rack last
    told (no entry: it has told nothing), `telling` what it has told of a reading that is not finished. `out` are tags
    seen leaving the bag that nobody is known to hold, `loose` those of them with which some rack has been filled,
    nobody knows whose; `gone_in` are tags of a rack seen going into the bag. `aside` are tags that are not in this
    game. `by_ring` are held tags that no loop has confirmed. `owed` tags are still on a rack and must go back into
    the bag. `awaited` are tags that have left a rack, as a loop has told, and are on none: the next the ring sees of
    them is that they go into the bag. `in_hand` are held tags, or owed ones, that have come off the board and that no
    loop has read since. `doubted` are tags that the ring alone has seen leave the bag, on no rack when the last turn,
    or the game, ended: with the seat that owed them then, or NOBODY where several did. `strays` are those that the
    ring has not seen go back since, of all turns. `drawn` are tags drawn for the play that is laid. `late` are tags
    that a loop has read, fresh from the bag, before the ring has told of them, and when (ns): what it tells within
    LATE_NS is that they came out.
    """

    held: Mapping[str, int] = field(default_factory=dict)
    racks: Mapping[int, frozenset[str]] = field(default_factory=dict)
    telling: Mapping[int, frozenset[str]] = field(default_factory=dict)
    out: frozenset[str] = frozenset()
    loose: frozenset[str] = frozenset()
    gone_in: frozenset[str] = frozenset()
    aside: frozenset[str] = frozenset()
    by_ring: frozenset[str] = frozenset()
    owed: frozenset[str] = frozenset()
    awaited: frozenset[str] = frozenset()
    in_hand: frozenset[str] = frozenset()
    doubted: Mapping[str, int] = field(default_factory=dict)
    strays: frozenset[str] = frozenset()
    drawn: frozenset[str] = frozenset()
    late: Mapping[str, int] = field(default_factory=dict)

    def of(self, seat: int) -> tuple[str, ...]:
        """The tags that `seat` is known to hold, in order."""
        return tuple(sorted(tag for tag, holder in self.held.items() if holder == seat))

    def unheard(self) -> "Ledger":
        """The ledger when no loop reads the racks any more: what they told last does not hold, they tell all anew."""
        return replace(self, racks={}, telling={})

    def missing(self, seat: int, elsewhere: Iterable[str]) -> tuple[str, ...]:
        """Tags that `seat` holds but that its loop does not read; none where it has told nothing.

        `elsewhere` are tags on the board, which no rack can have.
        """
        if seat not in self.racks:
            return ()
        seen = self.racks[seat] | frozenset(elsewhere)
        return tuple(tag for tag in self.of(seat) if tag not in seen)

    def new(self, seat: int) -> tuple[str, ...]:
        """Tags that the loop of `seat` reads and that it is not known to hold, in order."""
        found = self.racks.get(seat, frozenset()) - self.owed
        return tuple(sorted(tag for tag in found if self.held.get(tag) != seat))

    def holding(self, seat: int, tags: Iterable[str], by_ring: bool = False) -> "Ledger":
        """The ledger with `tags` on the rack of `seat`."""
        tags = frozenset(tags)
        ringed = self.by_ring | tags if by_ring else self.by_ring - tags
        return replace(
            self, held={**self.held, **dict.fromkeys(tags, seat)}, out=self.out - tags, loose=self.loose - tags,
            gone_in=self.gone_in - tags, by_ring=ringed, owed=self.owed - tags, awaited=self.awaited - tags,
            doubted=_less(self.doubted, tags),
        )

    def drawing(self, seat: int, tags: Iterable[str], at_ns: int, by_ring: bool, for_play: bool) -> "Ledger":
        """The ledger with `tags`, which `seat` has drawn by `at_ns`, on its rack, as ring or loop has told."""
        tags = frozenset(tags)
        drawn = self.drawn | tags if for_play else self.drawn
        late = self.late if by_ring else {**self.late, **dict.fromkeys(tags - self.out, at_ns)}
        return replace(self.holding(seat, tags, by_ring), drawn=drawn, late=late)

    def taken_up(self, seat: int, tags: Iterable[str]) -> "Ledger":
        """The ledger with `tags` off the board and in the hand of `seat`."""
        return replace(self.holding(seat, tags), in_hand=self.in_hand | frozenset(tags))

    def loosened(self, tags: Iterable[str]) -> "Ledger":
        """The ledger with `tags`, which have left the bag, on some rack."""
        tags = frozenset(tags)
        return replace(self, loose=self.loose | tags, out=self.out - tags)

    def owing(self, tags: Iterable[str]) -> "Ledger":
        """The ledger with `tags` on no rack of the game; those that a loop still reads must go back, as others do."""
        tags = frozenset(tags)
        return replace(self.left(tags), owed=self.owed | tags & self.read_on_racks)

    def left(self, tags: Iterable[str]) -> "Ledger":
        """The ledger with `tags` on no rack; where loops tell, those that none reads are on their way to the bag."""
        tags = frozenset(tags)
        on_the_way = tags - self.read_on_racks if self.racks else frozenset()
        return replace(self.without(tags), awaited=self.awaited | on_the_way)

    def on_the_way(self, tags: Iterable[str]) -> "Ledger":
        """The ledger with `tags`, which have come off the board, on no rack of the game: in a hand, or soon."""
        tags = frozenset(tags)
        kept = self.going_back(tags)
        return replace(kept, in_hand=kept.in_hand | tags)

    def going_back(self, tags: Iterable[str]) -> "Ledger":
        """The ledger with `tags`, which no loop reads, on no rack: the ring will see them go into the bag.

        A loose one is believed to go; another with its face may go instead, and then it is on some rack still.
        """
        tags = frozenset(tags)
        kept = self.without(tags)
        return replace(kept, owed=self.owed | tags, loose=kept.loose | self.loose & tags)

    @property
    def read_on_racks(self) -> frozenset[str]:
        """What the loops of all racks read."""
        return frozenset(tag for found in self.racks.values() for tag in found)

    def gone_back(self, owed: str, tag: str) -> "Ledger":
        """The ledger after the ring has seen `tag` go into the bag in the place of `owed`, which has its face.

        >>> ledger = Ledger(held={"e1": 1}, loose=frozenset({"e2"})).going_back(("e2",)).gone_back("e2", "e1")
        >>> sorted(ledger.loose), dict(ledger.held)
        (['e2'], {})
        """
        kept = replace(self.without((tag,)), owed=self.owed - {owed})
        if tag == owed or owed in self.loose:
            return kept
        return kept.holding(self.held[tag], (owed,), by_ring=True) if tag in self.held else kept.loosened((owed,))

    def owed_unread(self) -> frozenset[str]:
        """Tags that must go back and that no loop reads: the ring will tell."""
        return self.owed - self.read_on_racks

    def turn_over(self, on_board: frozenset[str] = frozenset()) -> "Ledger":
        """The ledger at the end of a turn: what the ring was to see until then, it has missed.

        But for tiles that a correction has taken off the sheet and that are `on_board` still.
        """
        self = replace(self, drawn=frozenset(), late={}) if self.drawn or self.late else self
        if not self.owed and not self.awaited:
            return self
        owed = self.owed & (self.read_on_racks | self.in_hand & on_board)
        return replace(self, owed=owed, loose=self.loose - (self.owed - owed), awaited=frozenset())

    def without(self, tags: Iterable[str]) -> "Ledger":
        """The ledger with `tags` on no rack."""
        tags = frozenset(tags)
        held = {tag: seat for tag, seat in self.held.items() if tag not in tags}
        return replace(
            self, held=held, out=self.out - tags, loose=self.loose - tags, gone_in=self.gone_in - tags,
            by_ring=self.by_ring - tags, in_hand=self.in_hand - tags, awaited=self.awaited - tags,
            drawn=self.drawn - tags, late=_less(self.late, tags), doubted=_less(self.doubted, tags),
        )

    def doubting(self, tags: Iterable[str], seat: int) -> "Ledger":
        """The ledger with `tags` in doubt: drawn by `seat`, which does not show them yet, or in the bag again."""
        return replace(self, doubted={**self.doubted, **dict.fromkeys(tags, seat)})

    def sighted(self, tag: str, at_ns: int = 0) -> "Ledger":
        """The ledger after `tag`, which no seat has just drawn, passed the bag's ring.

        >>> ledger = Ledger(held={"e004": 1}).sighted("e004")
        >>> sorted(ledger.gone_in), sorted(ledger.sighted("e004").gone_in)
        (['e004'], [])
        """
        if tag in self.late and at_ns - self.late[tag] <= LATE_NS:
            return replace(self, late=_less(self.late, frozenset({tag})))
        if tag in self.held or tag in self.loose:
            return replace(self, gone_in=self.gone_in ^ {tag})
        return replace(self, out=self.out ^ {tag})

    def read(self, rack: int, tag: str) -> "Ledger":
        """The ledger while the loop of `rack` tells what it reads."""
        return replace(self, telling={**self.telling, rack: self.telling.get(rack, frozenset()) | {tag}})

    def told(self, rack: int, count: int, at_ns: int = 0) -> "Ledger":
        """The ledger when `rack` has been told whole; a reading that lacks a tag that was told is forgotten."""
        found = self.telling.get(rack, frozenset())
        telling = {each: tags for each, tags in self.telling.items() if each != rack}
        if len(found) != count:
            return replace(self, telling=telling)
        confirmed = frozenset(tag for tag in found if self.held.get(tag) == rack)
        left = self.racks.get(rack, frozenset()) - self.held.keys()
        elsewhere = frozenset(tag for other, tags in self.racks.items() if other != rack for tag in tags)
        return replace(
            self, telling=telling, racks={**self.racks, rack: found}, gone_in=self.gone_in - found,
            late={**self.late, **dict.fromkeys(self.gone_in & found, at_ns)}, by_ring=self.by_ring - confirmed,
            in_hand=self.in_hand - found, strays=self.strays - found,
            owed=self.owed & (found | elsewhere | self.in_hand), awaited=(self.awaited | left) - found - elsewhere,
        )


def _less(seats: Mapping[str, int], tags: frozenset[str]) -> Mapping[str, int]:
    """`seats` without `tags`."""
    return {tag: seat for tag, seat in seats.items() if tag not in tags} if seats else seats
