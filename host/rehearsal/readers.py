"""The readers beside the board of a virtual table: ring and pad of the bag, loops of the racks, each on its own line.

What hands do to bag and racks is told to them here; their bytes go between them and the host. Knows no rule, and
nothing of the board that carries the squares.
"""

from collections.abc import Collection, Iterable, Sequence

from tablewire import messages as wire

from host.app import App
from host.core.state import BAG, RACKS
from host.rehearsal.cable_faults import BadFault
from host.simulator.ideal_readers import IdealReaders
from host.simulator.stock import PhysicalTile

PAD = "pad"
US_PER_MS = 1_000
PASSING_MS = 150  # a fist is through the bag's neck in that time
APART_MS = 20  # tiles of one fist pass one after the other
QUANTUM_US = 500_000  # the longest grant: as often as a board says that it is there
TOLD_MS = 60  # from the last sighting until the host has it


def parts_beside(kinds: Collection[str]) -> list[str]:
    """The boards that a table needs for these readers, as BoardUp names them: bag and pad are one."""
    return [part for part, carried in ((BAG, {BAG, PAD}), (RACKS, {RACKS})) if carried & set(kinds)]


class BesideTheBoard:
    """The readers that a table has beside its board: some of `bag`, `racks`, `pad`."""

    def __init__(self, kinds: Collection[str], seats: int, seed: int, drop: float = 0.0) -> None:
        self.kinds = frozenset(kinds)
        self.boards: dict[str, IdealReaders] = {}
        self.busy_until_ms = 0
        self._seats = seats
        self._missed = 0  # tiles of each fist that the ring does not read
        parts = parts_beside(kinds)
        if BAG in parts:
            self.boards[BAG] = IdealReaders(wire.BAG, b"VIRTUAL2", seed=seed, drop=drop)
        if RACKS in parts:
            self.boards[RACKS] = IdealReaders(wire.RADIO, b"VIRTUAL1", racks=seats, seed=seed + 1, drop=drop)

    # --- what hands do ---------------------------------------------------------------------------

    def passed(self, tiles: Iterable[PhysicalTile], now_us: int) -> None:
        """`tiles` go through the bag's neck in one fist, in or out."""
        if BAG not in self.kinds:
            return
        at_ms = now_us // US_PER_MS
        for place, tile in enumerate(tiles):
            if place < self._missed:
                continue
            began = at_ms + place * APART_MS
            self.boards[BAG].tile_passes(tile.tag, began, PASSING_MS)
            self._busy(began + PASSING_MS)

    def lies(self, seat: int, tiles: Iterable[PhysicalTile], now_us: int) -> None:
        """These tiles and no others lie on the rack of `seat`."""
        if RACKS in self.boards:
            self.boards[RACKS].lies_on_rack(seat, [tile.tag for tile in tiles])
            self._busy(now_us // US_PER_MS)

    def touched(self, tile: PhysicalTile, now_us: int) -> None:
        """`tile` is held to the identify pad."""
        if PAD in self.kinds:
            self.boards[BAG].touches_pad(tile.tag, now_us // US_PER_MS)
            self._busy(now_us // US_PER_MS)

    def _busy(self, until_ms: int) -> None:
        self.busy_until_ms = max(self.busy_until_ms, until_ms + TOLD_MS)

    # --- what goes wrong with them ---------------------------------------------------------------

    def miss(self, arguments: Sequence[str], on: bool) -> None:
        """The ring does not read the first so many tiles of each fist. Raises BadFault."""
        if on and (BAG not in self.kinds or len(arguments) != 1 or not arguments[0].isdigit()):
            raise BadFault("`ring_misses` needs a bag's ring at the table, and how many tiles: fault ring_misses 2")
        self._missed = int(arguments[0]) if on else 0

    def drop(self, arguments: Sequence[str], on: bool) -> None:
        """A reader leaves out a share of what it reads. Raises BadFault."""
        part, share = arguments[0] if arguments else "", arguments[1:] if on else ("0",)
        if part not in self.boards or len(share) != 1 or not _is_share(share[0]):
            known = ", ".join(f"fault drop {each} 0.2, heal drop {each}" for each in self.boards)
            raise BadFault(f"`drop` needs a reader that this table has: {known or 'there is none beside its board'}")
        self.boards[part].drop = float(share[0])

    # --- their lines -----------------------------------------------------------------------------

    def exchange(self, app: App, now_us: int) -> None:
        """What host and readers have to say to each other now."""
        now_ms = now_us // US_PER_MS
        for part, board in self.boards.items():
            if out := app.outgoing(part):
                board.feed(out, now_ms)
            if data := board.outgoing(now_ms):
                app.receive(data, part)

    def quantum_us(self, app: App) -> int:
        """The longest grant to the board: what one board says is heard by the others so much later at worst."""
        return QUANTUM_US

    def next_due_us(self, now_us: int) -> int | None:
        """When one of them next has something to say; None without readers."""
        dues = [board.next_due_ms(now_us // US_PER_MS) * US_PER_MS for board in self.boards.values()]
        return min(dues, default=None)

    def close(self) -> None:
        """Nothing of these readers outlives them."""

    @property
    def parts(self) -> Collection[str]:
        """The boards that stand beside, as BoardUp names them."""
        return self.boards

    def power(self, part: str, on: bool, now_us: int) -> None:
        """Cut the power of the board that reads `part`, or give it back. Raises KeyError where there is none."""
        self.boards[part].power(on, now_us // US_PER_MS)


def _is_share(word: str) -> bool:
    """Whether `word` is a number from 0 to 1.

    >>> _is_share("0.2"), _is_share("2"), _is_share("x")
    (True, False, False)
    """
    try:
        return 0 <= float(word) <= 1
    except ValueError:
        return False
