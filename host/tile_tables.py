"""The tables at which tiles are registered: a real one behind its port, or the virtual one with model tiles laid out.

Decides what lies on the virtual table for each thing that can be asked. Knows nothing of files or findings.
"""

import secrets
import sys
from collections.abc import Iterable, Mapping
from random import Random

from engine_lite.layout import SQUARES
from engine_lite.tiles import TileSet
from host.adapters.serial_port import PortTrouble
from host.core.registration import CENTRE, plan
from host.core.tile_register import Register
from host.pad_reading import Order, PadReader
from host.simulator import motions
from host.simulator.board_process import BoardProcess
from host.simulator.stock import Stock
from host.tile_reading import PairReader, TileReader
from host.workbench import SerialLine, VirtualLine

VIRTUAL, R1 = "virtual", "r1"  # of one board; and the reference one, with a board for magnets and one for loops
MODELS = (VIRTUAL, R1)
FIRST_BITS = 31  # of the first number of this life of the host
SEED = 1  # of the virtual table's tiles: the same set every time
SHUFFLED = 2  # of the squares on which it lies to be counted

Laid = Iterable[tuple[int, str]]  # square and tag


def open_table(table: str, laid: Laid, radio: str = "") -> TileReader | PairReader:
    """The table at that port, whose tags the board at `radio` reads, if any; or a virtual one, with `laid` on it.

    Raises PortTrouble, NoMicroPython and BoardDied.
    """
    if table == R1:
        laid = tuple(laid)
        boards = [virtual_board(laid, {"role": role}) for role in ("board", "radio")]
        return PairReader(*(TileReader(VirtualLine(board)) for board in boards))
    if table == VIRTUAL:
        return TileReader(VirtualLine(virtual_board(laid)))
    magnets = TileReader(SerialLine(table), first=secrets.randbits(FIRST_BITS))
    if not radio:
        return magnets
    try:
        return PairReader(magnets, TileReader(SerialLine(radio), first=secrets.randbits(FIRST_BITS)))
    except PortTrouble:
        magnets.close()
        raise


def open_pad(table: str, order: Order, laid: Laid, *, whole: bool) -> PadReader:
    """The table at that port, or a virtual low-cost one, whose pad is touched by `laid` in their order.

    Raises PortTrouble, NoMicroPython and BoardDied.
    """
    if table not in MODELS:
        return PadReader(SerialLine(table), order, _say, whole=whole, first=secrets.randbits(FIRST_BITS))
    board = BoardProcess({"radio": False, "pad": True})
    return PadReader(VirtualLine(board), order, _ModelHand(board, laid), whole=whole)


def _say(sentence: str) -> None:
    """On standard error: standard output may be JSON."""
    print(sentence, file=sys.stderr, flush=True)


class _ModelHand:
    """Touches the pad of a virtual board with the next model tile whenever one is asked for."""

    def __init__(self, board: BoardProcess, laid: Laid) -> None:
        self._board = board
        self._tags = [tag for _, tag in laid]
        self._lies = b""

    def __call__(self, sentence: str) -> None:
        if self._lies:
            self._board.lay_on_pad(self._lies, on=False)
        self._lies = bytes.fromhex(self._tags.pop(0)) if self._tags else b""
        if self._lies:
            self._board.lay_on_pad(self._lies)


def pad_set(tile_set: TileSet) -> Register:
    """The virtual low-cost table's own tiles: stickers of seven bytes, the same every time."""
    return Register(tuple((f"0704{number:012x}", face) for number, (_, face) in enumerate(plan(tile_set), 1)))


def pad_newcomer() -> Laid:
    """A model tile that no pad_set holds."""
    return ((CENTRE, f"0704{SQUARES:012x}"),)


def virtual_board(laid: Laid, settings: Mapping[str, object] | None = None) -> BoardProcess:
    """A virtual board on which model tiles lie; `settings`: as in its board.json."""
    board = BoardProcess(settings)
    for number, (square, tag) in enumerate(laid):
        board.pose(number, bytes.fromhex(tag), *motions.standing(square))
    return board


def model_set(tile_set: TileSet) -> Register:
    """The virtual table's own tiles: the same every time."""
    return Register(Stock((face for _, face in plan(tile_set)), SEED).register)


def by_the_plan(tile_set: TileSet) -> Laid:
    """The model set in the order in which it is learned."""
    return tuple(enumerate(tag for tag, _ in model_set(tile_set).tiles))


def shuffled(tile_set: TileSet) -> Laid:
    """The model set on any squares."""
    tags = [tag for tag, _ in model_set(tile_set).tiles]
    return tuple(zip(Random(SHUFFLED).sample(range(SQUARES), len(tags)), tags, strict=True))


def one_more(known: Register) -> str:
    """The tag of a model tile that `known` does not hold."""
    tags = (Stock("?", seed).tiles[0].tag for seed in range(SHUFFLED, SQUARES))
    return next(tag for tag in tags if known.face_of_any(tag) is None)


def newcomer(known: Register, gone: str = "") -> Laid:
    """A new model tile on the centre square; with the set of `known` beside it, less the first tile with the face or
    the tag `gone`, when that is given."""
    rest: Laid = ()
    if gone:
        lost = next((tag for tag, face in known.tiles if gone in (tag, face)), "")
        rest = tuple((square, tag) for square, (tag, _) in enumerate(known.tiles) if tag != lost)
    return (*rest, (CENTRE, one_more(known)))
