"""Somebody at the virtual table: does what a bench check asks, looks at lamps and reads a meter, all on the models.

Knows no check. What the models have not got (a plug, displays, loose tiles in a bag) it says, instead of guessing.
"""

from collections.abc import Callable

from hardware_tests.bench import NotHere
from hardware_tests.person import LIFTED_MM, MM, Request, What
from host.model_buttons import ModelButtons
from host.simulator.board_process import BoardProcess, Place

US_PER_S = 1_000_000
LAY_US, DROP_US, LIFT_US = 200_000, 10_000, 100_000
HAND_US, UNEVEN_US = 200_000, 76_393  # so late is a hand at most, and so much later than the time before (golden cut)
PASS_US = 300_000        # of a tile through the bag's neck
SIDE, POSTS = 15, 16     # squares and posts in a row
PITCH, HALF = 19_000, 9_500
IDLE_MA = 1              # of a lamp that is fed and dark
EDGE_LAMPS = 46
RACKS = 4


def tag_of(tile: int) -> bytes:
    """The tag of the model's tile `tile`."""
    return b"\xe0\x04\x01" + tile.to_bytes(5, "big")


class ModelPerson:
    """Hands and eyes at `board`; `wait(seconds)` lets time pass there.

    lamp_ma: what the lamps of this table draw for one colour at 255. tags: of tiles that have not their own. edges:
    the lamps are those of the low-cost table, 15 of rows, 15 of columns and 16 at the clocks. buttons: beside it.
    """

    def __init__(self, board: BoardProcess, wait: Callable[[float], None], lamp_ma: float = 20,
                 tags: Callable[[int], bytes] = tag_of, edges: bool = False,
                 buttons: ModelButtons | None = None) -> None:
        self._board = board
        self._wait = wait
        self._lamp_ma = lamp_ma
        self._tag = tags
        self._edges = edges
        self._buttons = buttons
        self._hand_us = 0

    def does(self, request: Request) -> float | None:
        acts = {What.LAY: self._lay, What.DROP: self._drop, What.LIFT: self._lift, What.RACK: self._rack,
                What.SHAKE: self._shake, What.PASS: self._pass} | ({What.PRESS: self._press} if self._buttons else {})
        if request.what not in acts:
            raise NotHere(f"the virtual table has nothing to {request.what}")
        return acts[request.what](request) / US_PER_S

    def sees(self, request: Request) -> bool:
        if request.what is not What.LAMPS:
            raise NotHere("the virtual table has neither supply nor displays: check a built one")
        lit = "".join(f"{part:02x}" for part in request.colour)
        row = request.square // SIDE
        posts = range(row * POSTS, (row + 2) * POSTS)
        wanted = dict.fromkeys({row, *range(SIDE, 2 * SIDE)} if self._edges else posts, lit)
        return {lamp: colours for lamp, colours in self._board.lamps.items() if colours != "000000"} == wanted

    def measures(self, request: Request) -> float:
        if (request.what, request.name) == (What.COUNT, "lamps"):
            return sum(colours != "000000" for colours in self._board.lamps.values())
        if request.what is not What.CURRENT or request.name:
            raise NotHere("the virtual table has neither supply nor loose tiles: check a built one")
        shown = [int(colours[part:part + 2], 16) for colours in self._board.lamps.values() for part in (0, 2, 4)]
        fed_ma = IDLE_MA * (EDGE_LAMPS if self._edges else POSTS * POSTS) if any(shown) else 0
        return (fed_ma + sum(shown) / 255 * self._lamp_ma) / 1000

    def _press(self, request: Request) -> int:
        if self._buttons:
            self._buttons.press(request.name, request.count)
        return self._board.now_us

    def _lay(self, request: Request) -> int:
        return self._falls(request, LAY_US)

    def _drop(self, request: Request) -> int:
        """No hand keeps time with the sensors: the moments fall all over the longest that one may be late."""
        self._hand_us = (self._hand_us + UNEVEN_US) % HAND_US
        self._wait(self._hand_us / US_PER_S)
        return self._falls(request, DROP_US)

    def _falls(self, request: Request, took_us: int) -> int:
        now_us = self._board.now_us
        self._board.pose(request.tile, self._tag(request.tile), now_us, self._place(request, LIFTED_MM * MM),
                         now_us + took_us, self._place(request, request.height_um))
        self._wait(took_us / US_PER_S)
        return now_us + took_us

    def _lift(self, request: Request) -> int:
        now_us = self._board.now_us
        self._board.pose(request.tile, self._tag(request.tile), now_us, self._place(request, 0),
                         now_us + LIFT_US, self._place(request, LIFTED_MM * MM))
        self._wait(1.1 * LIFT_US / US_PER_S)
        self._board.away(request.tile)
        return now_us

    def _rack(self, request: Request) -> int:
        for rack in range(RACKS):
            tiles = range(1, 1 + request.count) if rack == int(request.name) else ()
            self._board.lies_on_rack(rack, map(self._tag, tiles))
        return self._board.now_us

    def _shake(self, request: Request) -> int:
        if request.name:
            raise NotHere("the virtual table has no loose tiles: check a bag of real ones")
        self._board.in_bag(self._tag(tile) for tile in range(1, 1 + request.count))
        return self._board.now_us

    def _pass(self, request: Request) -> int:
        self._board.tile_passes(self._tag(request.tile), self._board.now_us, PASS_US)
        return self._board.now_us

    @staticmethod
    def _place(request: Request, height_um: int) -> Place:
        right, down = request.aside_um
        return (HALF + PITCH * (request.square % SIDE) + right, HALF + PITCH * (request.square // SIDE) + down,
                height_um)
