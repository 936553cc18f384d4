"""The virtual table: the firmware under a real MicroPython, its wire, and the host, in one lock-step of time.

The simulator grants the board virtual time; the board stops at its first byte out; the host takes the bytes at that
very moment and its answer goes back with the next grant. So nothing depends on how fast this machine is, and the
same run gives the same bytes. For a demonstration the same steps are held back to the wall clock's pace.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from host.adapters.link import Link
from host.adapters.serial_port import SerialPort
from host.app import App
from host.core.effects import Effect, Refuse
from host.core.events import Event
from host.core.table import Table
from host.games import OpenGame
from host.rehearsal.cable_faults import BadFault, CableFaults
from host.simulator import motions
from host.simulator.board_process import BoardProcess
from host.simulator.stock import PhysicalTile

NS_PER_US = 1_000
US_PER_S = 1_000_000
REST_LIMIT_US = 20 * US_PER_S  # a board that stirs longer than this is at fault: the script goes on and will tell
SEEN_US = 100_000  # the slowest sensor (50 ms), a scan and the wire: by then the host knows that something stirs
QUANTUM_US = 50_000  # the longest grant: a demonstration moves twenty times a second
REST_STEP_US = 10_000  # a scan: how often it is asked whether all has come to rest


class VirtualTable:
    """A Stage: hands, board and host. `open_game` is called with the virtual monotonic clock (ns) to begin or resume.

    `cable` may spoil the bytes on their way: it is called with `(data, to_host)` and returns what arrives.
    `pace` is called with the virtual time (us) after each grant, and may hold it back. `resume_game` is how the host
    comes back after `fault kill host`.
    """

    def __init__(self, open_game: Callable[[Callable[[], int]], OpenGame], *, seed: int = 1,
                 standing: dict[int, PhysicalTile] | None = None, language: str = "ca",
                 cable: Callable[[bytes, bool], bytes] | None = None,
                 pace: Callable[[int], None] | None = None,
                 resume_game: Callable[[Callable[[], int]], OpenGame] | None = None) -> None:
        self.now_us = 0
        self.events: list[Event] = []
        self.refusals: list[Refuse] = []
        self.wire = bytearray()  # every byte that the board has sent
        self._cable = cable
        self._pace = pace
        self._resume_game = resume_game
        self._faults = CableFaults(seed)
        self._injected: dict[str, list[tuple[str, ...]]] = {}  # faults of the models, by name, for their healing
        self._transposed = False
        self.board = BoardProcess(seed=seed)
        for square, tile in (standing or {}).items():
            self._move(tile, motions.standing(square))
        self._port = SerialPort(self.board.serial_path)
        self._waited_us = 0
        self._language = language
        self._lives = 0
        self.app = self.start_host(open_game)

    def start_host(self, open_game: Callable[[Callable[[], int]], OpenGame]) -> App:
        """Start the host, or start it again at the same table after it has died; virtual time has not gone on."""
        game = open_game(self._monotonic_ns)
        self.app = App(game, Link(game.resume, first=self._lives), language=self._language)
        self.app.watchers.append(self._watch)
        self._lives += 1
        return self.app

    # --- the stage -------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.app.table

    def now_ns(self) -> int:
        return self.app.time.now()

    def hands_s(self) -> float:
        return (self.now_us - self._waited_us) / US_PER_S

    def set_down(self, tile: PhysicalTile, square: int) -> None:
        touches_us = self.now_us + motions.TILE_US
        self._move(tile, motions.setting_down(square, touches_us))
        self.advance(touches_us)

    def take_up(self, tile: PhysicalTile) -> None:
        self.board.away(tile.number)
        self.advance(self.now_us + motions.TILE_US)

    def slide(self, tile: PhysicalTile, source: int, target: int) -> None:
        self.advance(self.now_us + self.begin_slide(tile, source, target))

    def begin_slide(self, tile: PhysicalTile, source: int, target: int) -> int:
        """`tile` begins to be pushed from `source` to `target`; how long that takes, in us."""
        motion = motions.sliding(source, target, self.now_us)
        self._move(tile, motion)
        return motion.end_us - motion.start_us

    def replug(self) -> None:
        """The board loses its power and has it again at once: it starts anew and has forgotten everything."""
        self.board.restart()
        self._port.close()
        self._port = SerialPort(self.board.serial_path)
        self.app.cut()

    def _kill_host(self) -> None:
        if self._resume_game is None:
            raise BadFault("the host of this table keeps no journal to come back to")
        self.app.abandon()
        self.start_host(self._resume_game)

    def reach(self) -> None:
        self.advance(self.now_us + motions.REACH_US)

    def happened(self, make: Callable[[int], Event]) -> None:
        self.app.happened(make(self.now_ns()))

    def rest(self) -> None:
        limit_us = self.now_us + REST_LIMIT_US
        self.advance(self.now_us + SEEN_US)
        while self.now_us < limit_us and not self._at_rest():
            self.advance(self.now_us + REST_STEP_US)

    def wait(self, seconds: float) -> None:
        waited_us = round(seconds * US_PER_S)
        self._waited_us += waited_us
        self.advance(self.now_us + waited_us)

    def fault(self, name: str, arguments: tuple[str, ...], on: bool) -> None:
        """Of cable and host here, of the models in the board. Raises BadFault, UnknownFault."""
        if name == "transposed":  # the whole board mounted with rows and columns exchanged
            self._transposed = on
        elif name == "kill":
            self._kill_host()
        elif name in CableFaults.NAMES:
            self._faults.switch(name, arguments, on)
        elif on:
            self._injected.setdefault(name, []).append(arguments)
            self.board.fault(name, *arguments)
        else:
            for words in [arguments] if arguments else self._injected.pop(name, [()]):
                self.board.heal(name, *words)

    # --- time ------------------------------------------------------------------------------------

    def advance(self, until_us: int) -> None:
        """Let virtual time go on to `until_us`, board and host in lock-step."""
        while self.now_us < until_us:
            due_us = -(-(self.app.next_due_ns() - self.now_ns()) // NS_PER_US) + self.now_us
            self._grant(min(until_us, max(due_us, self.now_us + 1), self.now_us + QUANTUM_US))

    def _grant(self, until_us: int) -> None:
        out = self._carried(self.app.outgoing(), to_host=False)
        if out:
            self._port.write(out)
        report = self.board.grant(until_us, len(out))
        self.now_us = report.now_us
        if self._pace:
            self._pace(self.now_us)
        if report.wrote:
            data = self._port.read_exactly(report.wrote)
            self.wire += data
            self.app.receive(self._carried(data, to_host=True))
        self.app.tick()

    def _move(self, tile: PhysicalTile, motion: motions.Motion) -> None:
        moved = motions.transposed(motion) if self._transposed else motion
        self.board.pose(tile.number, bytes.fromhex(tile.tag), *moved)

    def _carried(self, data: bytes, to_host: bool) -> bytes:
        spoiled = self._faults(data)
        return self._cable(spoiled, to_host) if self._cable and spoiled else spoiled

    def _monotonic_ns(self) -> int:
        return self.now_us * NS_PER_US

    def _at_rest(self) -> bool:
        table = self.table
        return table.linked and not table.sensed.moving and table.press is None

    def _watch(self, event: Event, _table: Table, effects: tuple[Effect, ...]) -> None:
        self.events.append(event)
        self.refusals += [effect for effect in effects if isinstance(effect, Refuse)]

    # --- life ------------------------------------------------------------------------------------

    def close(self) -> None:
        """Stop the board and leave the game as it stands."""
        self._port.close()
        self.board.close()
        self.app.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()


