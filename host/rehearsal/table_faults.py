"""What goes wrong with a virtual table, by the names of scripts: cable, host, disk, readers, things on the board.

Whatever is no fault of these is one of the models in the board. Knows no rule.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from host.adapters.pi_health import HOT_NOW, UNDERVOLTAGE_NOW, PiHealth
from host.core.events import PiTold
from host.rehearsal.board_faults import BoardFaults
from host.rehearsal.cable_faults import BadFault, CableFaults
from host.rehearsal.small_disk import SmallDisk
from host.rehearsal.strange_things import Sleeve, copied_thing, foreign_thing, squares_of
from host.simulator import motions
from host.simulator.stock import PhysicalTile

if TYPE_CHECKING:
    from host.rehearsal.virtual import VirtualTable

Words = tuple[str, ...]
Lying = Callable[[int, int], motions.Motion]  # how a thing comes to lie on a square, and when it does (us)
BESIDE = (("bag",), ("racks",))  # what `unplug` may name beside the board
BLEED_UM = 4_500  # over the board a tag is read still, and its magnet neither felt nor in the way of another


def _aloft(square: int, at_us: int) -> motions.Motion:
    """A tag that comes to hang over `square`, its magnet the wrong way up."""
    return motions.face_down(motions.hovering(square, BLEED_UM, at_us))


class TableFaults:
    """All that is wrong with `table` now. `disk` is the one its game is kept on, None where it cannot be filled."""

    def __init__(self, table: "VirtualTable", seed: int, disk: SmallDisk | None) -> None:
        self.cable = CableFaults(seed)
        self.whole_board = BoardFaults()
        self.sleeve = Sleeve(seed)
        self._pi, self._pi_bits = PiHealth(), 0
        self.transposed = False  # the whole board is mounted with rows and columns exchanged
        self._table = table
        self._disk = disk
        self._things: dict[int, PhysicalTile] = {}  # what lies on the board and is no tile, by square
        self._injected: dict[str, list[Words]] = {}  # faults of the models, by name, for their healing

    def switch(self, name: str, words: Words, on: bool) -> None:
        """Begin or end the fault `name`. Raises BadFault, UnknownFault."""
        if name in _HERE:
            _HERE[name](self, words, on)
        elif name == "unplug" and words in BESIDE:
            self._table.power(words[0], not on)
        elif name == "unplug" and not on and not words:
            self._plug_all_in()
        elif name in BoardFaults.NAMES:
            self._table.move_all(self.whole_board.moved(name, words, on, self._table.now_us))
        elif name in CableFaults.NAMES:
            self.cable.switch(name, words, on)
        elif on:
            self._inject(name, *words)
        elif words:
            self._table.board.heal(name, *words)
        elif name in self._injected:
            for each in self._injected.pop(name):
                self._table.board.heal(name, *each)
        else:
            raise BadFault(f"there is no `{name}` to heal: no line before this one has begun it")

    def _plug_all_in(self) -> None:
        """Whatever is unplugged, the board or readers beside it, is plugged in."""
        self.cable.switch("unplug", (), False)
        for part in self._table.beside.boards:
            self._table.power(part, True)

    def _strain(self, bit: int, words: Words, on: bool) -> None:
        """The table's computer answers with this bit, as its own program would."""
        if words:
            raise BadFault(f"nothing may follow here, but there is '{words[0]}'")
        self._pi_bits = self._pi_bits | bit if on else self._pi_bits & ~bit
        if (strain := self._pi.told(f"throttled={self._pi_bits:#x}")) is not None:
            self._table.happened(lambda at: PiTold(at, strain.undervoltage, strain.hot))

    def sleeve_moves(self) -> None:
        """Let the sleeve do to the sensors what it does by now."""
        for square, how in self.sleeve.moves(self._table.now_us):
            self._table.board.fault("hall_stuck", square, how)

    def _inject(self, name: str, *words: str) -> None:
        self._table.board.fault(name, *words)
        self._injected.setdefault(name, []).append(words)

    def _transpose(self, _words: Words, on: bool) -> None:
        if on != self.transposed:
            self.transposed = on
            self._table.pose_all()

    def _kill(self, _words: Words, _on: bool) -> None:
        self._table.kill_host()

    def _restart(self, words: Words, on: bool) -> None:
        if words not in ((), ("board",)):
            raise BadFault(f"`restart` may be followed by `board`, not by '{' '.join(words)}'")
        if on:
            self._table.replug()

    def _fill_disk(self, _words: Words, on: bool) -> None:
        if self._disk is None:
            raise BadFault("the disk of this table cannot be filled")
        self._disk.full = on

    def _leave_little(self, _words: Words, on: bool) -> None:
        if self._disk is None:
            raise BadFault("the disk of this table cannot be filled")
        self._disk.low = on

    def _cover(self, words: Words, on: bool) -> None:
        if not on:
            raise BadFault("a sleeve goes by itself after its seconds: there is nothing to heal")
        self.sleeve.over(words, self._table.now_us)

    # --- things and tags -------------------------------------------------------------------------

    def _foreign(self, words: Words, on: bool) -> None:
        """What is no tile comes to lie on squares, or is taken away: from all of them where none is named."""
        for square in squares_of("foreign", words) if on or words else tuple(self._things):
            if on:
                self._put(foreign_thing(square), square, motions.setting_down)
            elif square in self._things:
                self._table.away(self._things.pop(square).number)
        self._table.let_sweep()

    def _copied(self, words: Words, on: bool) -> None:
        """The tag of a tile is read on another square too, where a magnet is felt."""
        self._copy("copied", words, on, motions.setting_down)

    def _bleeds(self, words: Words, on: bool) -> None:
        """The tag of a tile is read on another square too, and no magnet comes with it."""
        self._copy("bleeds", words, on, _aloft)

    def _copy(self, name: str, words: Words, on: bool, lying: Lying) -> None:
        if not on:
            self._foreign(words[1:], False)
            return
        squares = squares_of(name, words)
        if len(squares) != 2:
            raise BadFault(f"`{name}` needs the square of a tile and one for its copy: fault {name} h9 a1")
        tag = self._table.tags[self._tile_on(name, squares[0])]
        self._put(copied_thing(squares[1], tag), squares[1], lying)
        self._table.let_sweep()

    def _put(self, thing: PhysicalTile, square: int, lying: Lying) -> None:
        self._things[square] = thing
        self._table.move(thing, lying(square, self._table.now_us + motions.TILE_US))

    def _tile_on(self, name: str, square: int) -> int:
        """The number of the tile that lies on `square`."""
        for number, place in self.whole_board.rests.items():
            if place == square:
                return number
        raise BadFault(f"`{name}` needs the square of a tile; none lies there")

    def _tag_dead(self, words: Words, on: bool) -> None:
        """The tag of the tile on a square answers no more; healed, every dead tag answers again."""
        if on:
            self._inject("tag_dead", str(self._tile_on("tag_dead", squares_of("tag_dead", words)[0])))
            return
        for each in self._injected.pop("tag_dead", []):
            self._table.board.heal("tag_dead", *each)


_HERE: Mapping[str, Callable[[TableFaults, Words, bool], None]] = {
    "transposed": TableFaults._transpose, "kill": TableFaults._kill, "restart": TableFaults._restart,
    "disk_full": TableFaults._fill_disk, "disk_low": TableFaults._leave_little,
    "foreign": TableFaults._foreign, "sleeve": TableFaults._cover,
    "copied": TableFaults._copied, "bleeds": TableFaults._bleeds, "tag_dead": TableFaults._tag_dead,
    "ring_misses": lambda faults, words, on: faults._table.beside.miss(words, on),
    "undervoltage": lambda faults, words, on: faults._strain(UNDERVOLTAGE_NOW, words, on),
    "over_temperature": lambda faults, words, on: faults._strain(HOT_NOW, words, on),
    "drop": lambda faults, words, on: faults._table.beside.drop(words, on),
}
