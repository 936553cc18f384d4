"""The physical tiles of the virtual table: which there are, and where each one truly is.

It decides nothing about the game; it is what the hands work on and what the sensors try to find out.
Chance comes from the seed that the script names, so the same script meets the same tiles.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

BAG = "bag"
ASIDE = "aside"
BLANK_FACE = "?"
SEATS = "ABCD"  # as scripts name them

# Identities as NXP's ICODE SLIX tags carry them: E0 for ISO 15693, 04 for the maker, then the chip's own number.
TAG_PREFIX = "e004"
# As the pad tells NTAG213 tags: 07 bytes, 04 for the maker, then the chip's own number.
PAD_TAG_PREFIX = "0704"


class NoSuchTile(Exception):
    """A hand reached for a tile that is not there: the script asks for the impossible."""


@dataclass(frozen=True, slots=True)
class PhysicalTile:
    """One tile: its running number (0, 1, ...), its tag (16 hexadecimal digits) and the face printed on it."""

    number: int
    tag: str
    face: str


class Chance:
    """Which tile a hand finds in the bag: those announced, in order, and after them whatever the seed brings."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._announced: list[str] = []

    def announce(self, faces: Iterable[str]) -> None:
        """The next draws by anybody are these, in order."""
        self._announced += faces

    def pick(self, inside: Sequence[str]) -> int:
        """The place in `inside`, the faces in the bag, of the tile found next. Raises NoSuchTile.

        >>> chance = Chance(Random(1))
        >>> chance.announce(["NY"])
        >>> chance.pick(["A", "A", "NY"])
        2
        """
        if not self._announced:
            if not inside:
                raise NoSuchTile("the bag is empty")
            return self.off_a_rack(inside)
        face = self._announced[0]
        if face not in inside:
            raise NoSuchTile(f"there is no {face} in the bag, which holds {' '.join(inside) or 'nothing'}")
        return inside.index(self._announced.pop(0))

    def off_a_rack(self, inside: Sequence[str]) -> int:
        """The place in `inside`, the faces on a rack, of a tile taken without looking: none is announced for that.

        >>> chance = Chance(Random(1))
        >>> chance.announce(["NY"])
        >>> chance.off_a_rack(["A"]), chance.pick(["A", "NY"])
        (0, 1)
        """
        return self._random.choice(range(len(inside)))

    def mark(self) -> tuple[object, ...]:
        """How it stands now, to go back to."""
        return (self._random.getstate(), *self._announced)

    def back_to(self, mark: tuple[object, ...]) -> None:
        """Forget what was picked since `mark`."""
        self._random.setstate(mark[0])  # type: ignore[arg-type]
        self._announced = [str(face) for face in mark[1:]]


class Stock:
    """Every tile of one set and its place: the bag, a rack (`rack A`), a square (`square 112`) or aside."""

    def __init__(self, faces: Iterable[str], seed: int, prefix: str = TAG_PREFIX) -> None:
        self._random = Random(seed)
        numbers = self._random.sample(range(1 << 48), k=len(faces := tuple(faces)))
        self.tiles = tuple(
            PhysicalTile(number, f"{prefix}{serial:012x}", face)
            for number, (serial, face) in enumerate(zip(numbers, faces, strict=True))
        )
        self._place = dict.fromkeys(range(len(self.tiles)), BAG)
        self.chance = Chance(self._random)

    @property
    def register(self) -> tuple[tuple[str, str], ...]:
        """What a table learns when the set is laid out once: tag and face of every tile."""
        return tuple((tile.tag, tile.face) for tile in self.tiles)

    def place_of(self, tile: PhysicalTile) -> str:
        """Where `tile` is."""
        return self._place[tile.number]

    def put(self, tile: PhysicalTile, place: str) -> None:
        """`tile` is now at `place`."""
        self._place[tile.number] = place

    def at(self, place: str) -> tuple[PhysicalTile, ...]:
        """All tiles at `place`, in the order of their numbers."""
        return tuple(tile for tile in self.tiles if self._place[tile.number] == place)

    def take(self, place: str, face: str) -> PhysicalTile:
        """A tile with `face` at `place`. Raises NoSuchTile when there is none."""
        for tile in self.at(place):
            if tile.face == face:
                return tile
        have = " ".join(tile.face for tile in self.at(place)) or "nothing"
        where = f"in the {BAG}" if place == BAG else f"at {place}"
        raise NoSuchTile(f"there is no {face} {where}, which holds {have}")

    def move(self, faces: Iterable[str], source: str, target: str) -> tuple[PhysicalTile, ...]:
        """Move one tile for each of `faces` from `source` to `target`. Raises NoSuchTile."""
        moved = []
        for face in faces:
            tile = self.take(source, face)
            self.put(tile, target)
            moved.append(tile)
        return tuple(moved)

    def draw_next(self, faces: Iterable[str]) -> None:
        """The next draws by anybody are these, in order; then chance again."""
        self.chance.announce(faces)

    def draw(self, count: int, target: str) -> tuple[PhysicalTile, ...]:
        """Draw `count` tiles from the bag to `target`. Raises NoSuchTile when the bag holds fewer."""
        drawn = []
        for _ in range(count):
            inside = self.at(BAG)
            tile = inside[self.chance.pick([tile.face for tile in inside])]
            self.put(tile, target)
            drawn.append(tile)
        return tuple(drawn)


def rack(seat: int) -> str:
    """The name of the place that is the rack of `seat`, 0 to 3.

    >>> rack(1)
    'rack B'
    """
    return f"rack {SEATS[seat]}"


def square(number: int) -> str:
    """The name of the place that is square `number` (0..224)."""
    return f"square {number}"
