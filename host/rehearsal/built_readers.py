"""The readers of the reference table: what hands do to bag and racks, told to the boards that carry their loops.

Each of these boards has its own line and follows the board of the magnets in time. Knows no rule.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from host.adapters.serial_port import SerialPort
from host.app import App
from host.core.state import BAG, RACKS
from host.rehearsal.cable_faults import BadFault
from host.rehearsal.readers import APART_MS, PAD, PASSING_MS, US_PER_MS, BesideTheBoard
from host.simulator.board_process import BoardProcess
from host.simulator.reference_boards import ThreeBoards
from host.simulator.stock import PhysicalTile

QUANTUM_US = 50_000  # the longest grant to a board while no tag is read
READING_US = 2_000  # the longest grant while tags are read: so late, at worst, one board hears of the other
CARRY_US = 500_000  # so long a hand takes at least from the bag to the rack
TOUCH_US = 200_000  # so long a hand leaves a tile on the pad: until it beeps
TOLD_MS = 2_500  # until hands believe that a rack is told: the board waits 1 s between two tellings, and reads twice


class _Beside(NamedTuple):
    board: BoardProcess
    port: SerialPort


class BuiltReaders(BesideTheBoard):
    """The boards of loops and bag of `boards`; of their readers those of `kinds` are used by hands."""

    def __init__(self, boards: ThreeBoards, kinds: Collection[str], seats: int) -> None:
        super().__init__((), seats, 0)
        self.kinds = frozenset(kinds)
        assert boards.loops is not None
        assert boards.bag is not None
        self._lying: dict[int, frozenset[bytes]] = {}  # on each rack
        self._carried: dict[int, tuple[int, frozenset[bytes]]] = {}  # to a rack: when there, and all it holds then
        self._levels: Mapping[str, dict[int, int]] = {RACKS: {}, BAG: {}}  # of the wires that each holds
        self._lines: dict[str, _Beside] = {
            part: _Beside(board, SerialPort(board.serial_path))
            for part, board in ((RACKS, boards.loops), (BAG, boards.bag))}

    # --- what hands do ---------------------------------------------------------------------------

    def passed(self, tiles: Iterable[PhysicalTile], now_us: int) -> None:
        if BAG not in self.kinds:
            return
        for place, tile in enumerate(tiles):
            if place >= self._missed:
                began_us = now_us + place * APART_MS * US_PER_MS
                self._lines[BAG].board.tile_passes(bytes.fromhex(tile.tag), began_us, PASSING_MS * US_PER_MS)
                self._told_after(began_us // US_PER_MS + PASSING_MS)

    def lies(self, seat: int, tiles: Iterable[PhysicalTile], now_us: int) -> None:
        """What a hand takes from a rack is gone at once; what it brings lies there when it has carried it."""
        if RACKS not in self.kinds:
            return
        wanted = frozenset(bytes.fromhex(tile.tag) for tile in tiles)
        if wanted <= self._lying.get(seat, frozenset()):
            self._carried.pop(seat, None)
            self._put(seat, wanted)
        else:
            self._put(seat, wanted & self._lying.get(seat, frozenset()))
            self._carried[seat] = (now_us + CARRY_US, wanted)
            self._told_after((now_us + CARRY_US) // US_PER_MS)

    def _put(self, seat: int, tags: frozenset[bytes]) -> None:
        if tags != self._lying.get(seat, frozenset()):
            self._lying[seat] = tags
            self._lines[RACKS].board.lies_on_rack(seat, sorted(tags))

    def _brought(self, now_us: int) -> None:
        for seat, (due_us, tags) in list(self._carried.items()):
            if now_us >= due_us:
                del self._carried[seat]
                self._put(seat, tags)
                self._told_after(now_us // US_PER_MS)

    @property
    def parts(self) -> Collection[str]:
        return self._lines

    def _told_after(self, ms: int) -> None:
        self.busy_until_ms = max(self.busy_until_ms, ms + TOLD_MS)

    # --- what goes wrong with them ---------------------------------------------------------------

    def drop(self, arguments: Sequence[str], on: bool) -> None:
        raise BadFault("`drop` needs ideal readers; here `rf_dropout` does it")

    def power(self, part: str, on: bool, now_us: int) -> None:
        line = self._lines[part]
        if on:
            line.board.now_us = now_us
            line.board.restart()
            self._lines[part] = _Beside(line.board, SerialPort(line.board.serial_path))
            for pin, level in self._levels[_other(part)].items():
                line.board.drive(pin, level)
        else:
            line.port.close()
            line.board.unplug()
            for pin in self._levels[part]:  # a board without power pulls nothing
                self._lines[_other(part)].board.drive(pin, 1)
            self._levels[part].clear()

    # --- their lines -----------------------------------------------------------------------------

    def exchange(self, app: App, now_us: int) -> None:
        """Let both boards go on to `now_us`; what they say is heard at once."""
        self._brought(now_us)
        for part, line in self._lines.items():
            while line.board.now_us < now_us:
                out = app.outgoing(part)
                if line.board.pid is None:  # it has no power: what the host says is lost
                    break
                if out:
                    line.port.write(out)
                report = line.board.grant(now_us, len(out))
                self._carry_wires(part)
                if report.wrote:
                    app.receive(line.port.read_exactly(report.wrote), part)

    def _carry_wires(self, part: str) -> None:
        """The other board feels what this one has done to the wires between them from its next grant on."""
        board, other = self._lines[part].board, self._lines[_other(part)].board
        for pin, level in board.wires:
            self._levels[part][pin] = level
            if other.pid:
                other.drive(pin, level)
        board.wires.clear()

    def next_due_us(self, now_us: int) -> int | None:
        return min((due_us for due_us, _ in self._carried.values()), default=None)

    def quantum_us(self, app: App) -> int:
        return READING_US if app.reading else QUANTUM_US

    def close(self) -> None:
        for line in self._lines.values():
            line.port.close()


def _other(part: str) -> str:
    return BAG if part == RACKS else RACKS


class PadOfTheBoard(BesideTheBoard):
    """The identify pad of the low-cost table, read by the board of the magnets itself."""

    def __init__(self, board: BoardProcess, seats: int) -> None:
        super().__init__((), seats, 0)
        self.kinds = frozenset({PAD})
        self._board = board
        self._lying: tuple[bytes, int] | None = None  # a tag, and until when the hand leaves it there, in us

    def touched(self, tile: PhysicalTile, now_us: int) -> None:
        self._taken()
        tag = bytes.fromhex(tile.tag)
        self._board.lay_on_pad(tag)
        self._lying = (tag, now_us + TOUCH_US)

    def exchange(self, app: App, now_us: int) -> None:
        """The hand takes the tile away when it has lain there long enough."""
        if self._lying and now_us >= self._lying[1]:
            self._taken()

    def next_due_us(self, now_us: int) -> int | None:
        return self._lying[1] if self._lying else None

    def _taken(self) -> None:
        if self._lying:
            self._board.lay_on_pad(self._lying[0], on=False)
        self._lying = None
