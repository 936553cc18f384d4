"""The virtual table: the firmware under a real MicroPython, its wire, and the host, in one lock-step of time.

The simulator grants the board virtual time; the board stops at its first byte out; the host takes the bytes at that
very moment and its answer goes back with the next grant. So nothing depends on how fast this machine is, and the
same run gives the same bytes. For a demonstration the same steps are held back to the wall clock's pace.
"""

from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Self

from engine_lite.lexicon import Lexicon
from engine_lite.notation import parse_square
from host.adapters.link import Link
from host.adapters.serial_port import SerialPort
from host.app import App
from host.core.effects import Effect, Refuse
from host.core.events import Event, Reopened
from host.core.table import Table
from host.games import OpenGame
from host.rehearsal.builds import WHOLE, built, lines_beside
from host.rehearsal.cable_faults import BadFault
from host.rehearsal.readers import PAD, BesideTheBoard
from host.rehearsal.small_disk import SmallDisk
from host.rehearsal.table_faults import TableFaults
from host.simulator import motions
from host.simulator.board_process import BoardProcess
from host.simulator.stock import PhysicalTile

NS_PER_US = 1_000
US_PER_MS = 1_000
US_PER_S = 1_000_000
REST_LIMIT_US = 20 * US_PER_S  # a board that stirs longer than this is at fault: the script goes on and will tell
SEEN_US = 100_000  # the slowest sensor (50 ms), a scan and the wire: by then the host knows that something stirs
SWEPT_US = 2_500_000  # a tile that no sensor has seen come is found when the board at rest looks at itself
LIFE = 1_000_000  # how far apart the messages of two lives of the host are numbered
PACED_US = 50_000  # the longest grant while somebody watches: a demonstration moves twenty times a second
REST_STEP_US = 10_000  # a scan: how often it is asked whether all has come to rest


class VirtualTable:
    """A Stage: hands, board and host. `open_game` is called with the virtual monotonic clock (ns) to begin or resume.

    `cable` may spoil the bytes on their way: it is called with `(data, to_host)` and returns what arrives.
    `pace` is called with the virtual time (us) after each grant, and may hold it back. `resume_game` is how the host
    comes back after `fault kill host`. Which readers stand beside the board, and whether the board itself reads tags,
    is what the game that is opened says. `boards` is how the table is built: see host.rehearsal.builds.
    """

    def __init__(self, open_game: Callable[[Callable[[], int]], OpenGame], *, seed: int = 1,
                 standing: dict[int, PhysicalTile] | None = None, language: str = "ca",
                 cable: Callable[[bytes, bool], bytes] | None = None,
                 pace: Callable[[int], None] | None = None,
                 resume_game: Callable[[Callable[[], int]], OpenGame] | None = None,
                 lexicon: Lexicon | None = None, disk: SmallDisk | None = None, boards: str = WHOLE) -> None:
        self.now_us = 0
        self._boards = boards
        self.events: list[Event] = []
        self.refusals: list[Refuse] = []
        self.wire = bytearray()  # every byte that the board has sent
        self._cable = cable
        self._pace = pace
        self._resume_game = resume_game
        self.faults = TableFaults(self, seed, disk)
        self.tags: dict[int, str] = {}
        self._motions: dict[int, motions.Motion] = {}  # of all tiles at the board, as hands have moved them
        self._lexicon = lexicon
        self._idle_us = -1  # when hands last did nothing but wait
        self._acted_us = 0  # when hands or voices last did something: a wait begins there
        self._waited_us = 0
        self._language = language
        self._lives = 0
        self.app = self.start_host(open_game)
        table = self.app.table
        both = built(boards, table, seed)
        self.board: BoardProcess = both[0]
        self.beside: BesideTheBoard = both[1]
        for square, tile in (standing or {}).items():
            self.faults.whole_board.rests[tile.number] = square
            self.move(tile, motions.standing(square))
        self._port = SerialPort(self.board.serial_path)

    def start_host(self, open_game: Callable[[Callable[[], int]], OpenGame]) -> App:
        """Start the host, or start it again at the same table after it has died; virtual time has not gone on."""
        game = open_game(self._monotonic_ns)
        parts = lines_beside(self._boards, game.table)
        links = {part: Link(game.resume, self._lives * LIFE, part) for part in parts}
        self.app = App(game, Link(game.resume, first=self._lives * LIFE), readers=links, language=self._language,
                       lexicon=self._lexicon)
        self.app.watchers.append(self._watch)
        self._lives += 1
        return self.app

    # --- the stage -------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.app.table

    @property
    def storage(self) -> str:
        return self.app.trouble_name

    @property
    def notices(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return tuple((each.name, tuple(map(parse_square, each.squares))) for each in self.app.notices())

    def now_ns(self) -> int:
        return self.app.time.now()

    def hands_s(self) -> float:
        return (self.now_us - self._waited_us) / US_PER_S

    def set_down(self, tile: PhysicalTile, square: int) -> None:
        touches_us = self.now_us + motions.TILE_US
        self.faults.whole_board.rests[tile.number] = square
        self.move(tile, motions.setting_down(square, touches_us))
        self.advance(touches_us)
        self._acted_us = self.now_us

    def take_up(self, tile: PhysicalTile) -> None:
        self.away(tile.number)
        self.faults.whole_board.rests.pop(tile.number, None)
        self.advance(self.now_us + motions.TILE_US)

    def set_between(self, tile: PhysicalTile, square: int, other: int) -> None:
        self._set_oddly(tile, lambda at_us: motions.between(square, other, at_us))

    def turn_over(self, tile: PhysicalTile, square: int) -> None:
        self._set_oddly(tile, lambda at_us: motions.face_down(motions.setting_down(square, at_us)))

    def stack(self, tile: PhysicalTile, square: int) -> None:
        self._set_oddly(tile, lambda at_us: motions.stacking(square, at_us))

    def _set_oddly(self, tile: PhysicalTile, make: Callable[[int], motions.Motion]) -> None:
        """Take `tile` up from wherever it is, and set it down as it should not lie."""
        self.away(tile.number)
        touches_us = self.now_us + 2 * motions.TILE_US
        self.move(tile, make(touches_us))
        self.advance(touches_us + SWEPT_US)
        self._acted_us = self.now_us

    def hold_over(self, tile: PhysicalTile, square: int, height_um: int) -> None:
        touches_us = self.now_us + motions.TILE_US
        self.move(tile, motions.hovering(square, height_um, touches_us))
        self.advance(touches_us)

    def slide(self, tile: PhysicalTile, source: int, target: int) -> None:
        self.advance(self.now_us + self.begin_slide(tile, source, target))

    def begin_slide(self, tile: PhysicalTile, source: int, target: int) -> int:
        """`tile` begins to be pushed from `source` to `target`; how long that takes, in us."""
        motion = motions.sliding(source, target, self.now_us)
        self.faults.whole_board.rests[tile.number] = target
        self.move(tile, motion)
        return motion.end_us - motion.start_us

    def replug(self) -> None:
        """The board loses its power and has it again at once: it starts anew and has forgotten everything."""
        self.board.restart()
        self._port.close()
        self._port = SerialPort(self.board.serial_path)
        self.app.cut()

    def move_all(self, moved: Mapping[int, motions.Motion]) -> None:
        """All tiles named by their numbers move at once."""
        for number, motion in moved.items():
            self._pose(number, motion)
        self.let_sweep()

    def lay_out(self, tiles: Mapping[int, PhysicalTile]) -> None:
        for square, tile in tiles.items():
            self.faults.whole_board.rests[tile.number] = square
            self.move(tile, motions.standing(square))
        self.let_sweep()
        self._acted_us = self.now_us

    def clear(self, tiles: Iterable[PhysicalTile]) -> None:
        for tile in tiles:
            self.away(tile.number)
            self.faults.whole_board.rests.pop(tile.number, None)
        self.let_sweep()
        self._acted_us = self.now_us

    def pose_all(self) -> None:
        """Every tile is where hands have left it, and the board is to see it there as it sees now."""
        for number, motion in self._motions.items():
            self._pose(number, motion if motion.end_us > self.now_us else motions.resting(motion))
        if self._motions:
            self.let_sweep()

    def let_sweep(self) -> None:
        """Time for hands to do something, and for the board to find what no sensor has felt."""
        self.advance(self.now_us + 2 * motions.TILE_US + SWEPT_US)

    def power(self, part: str, on: bool) -> None:
        """Cut the power of the readers of `part`, or give it back. Raises BadFault."""
        if part not in self.beside.parts:
            raise BadFault(f"this table has no reader of the {part} that could lose its power")
        self.beside.power(part, on, self.now_us)

    def kill_host(self) -> None:
        """The host dies without a last word and is started again: the game stands until people go on.

        Raises BadFault.
        """
        if self._resume_game is None:
            raise BadFault("the host of this table keeps no journal to come back to")
        self.app.abandon()
        self.start_host(self._resume_game)
        self.app.happened(Reopened(self.now_ns()))

    def reach(self) -> None:
        if self.now_us != self._idle_us:  # a hand that has waited has done so over the button
            self.advance(self.now_us + motions.REACH_US)
        self._acted_us = self.now_us

    def through_the_neck(self, tiles: Iterable[PhysicalTile]) -> None:
        self.advance(self.now_us + motions.REACH_US)
        self.beside.passed(tiles, self.now_us)
        self._acted_us = self.now_us

    def on_rack(self, seat: int, tiles: Iterable[PhysicalTile]) -> None:
        self.beside.lies(seat, tiles, self.now_us)

    def on_pad(self, tile: PhysicalTile) -> None:
        if PAD not in self.beside.kinds:
            return
        self.advance(self.now_us + motions.TILE_US)
        self.beside.touched(tile, self.now_us)
        self._acted_us = self.now_us

    def happened(self, make: Callable[[int], Event]) -> None:
        self._acted_us = self.now_us
        self.app.happened(make(self.now_ns()))

    def rest(self) -> None:
        limit_us = self.now_us + REST_LIMIT_US
        self.advance(self.now_us + SEEN_US)
        while self.now_us < limit_us and not self._at_rest():
            self.advance(self.now_us + REST_STEP_US)

    def wait(self, seconds: float) -> None:
        until_us = max(self.now_us, self._acted_us + round(seconds * US_PER_S))
        self._waited_us += until_us - self.now_us
        self.advance(until_us)
        self._acted_us = self._idle_us = self.now_us

    def pass_s(self, seconds: float) -> None:
        self.advance(self.now_us + round(seconds * US_PER_S))
        self._acted_us = self.now_us

    def wait_until(self, at_ns: int) -> None:
        until_us = self.now_us + max(0, at_ns - self.now_ns()) // NS_PER_US
        self._waited_us += until_us - self.now_us
        self.advance(until_us)
        self._acted_us = self._idle_us = self.now_us

    def fault(self, name: str, arguments: tuple[str, ...], on: bool) -> None:
        """Raises BadFault, UnknownFault."""
        self.faults.switch(name, arguments, on)

    # --- time ------------------------------------------------------------------------------------

    def advance(self, until_us: int) -> None:
        """Let virtual time go on to `until_us`, board and host in lock-step."""
        while self.now_us < until_us:
            due_us = -(-(self.app.next_due_ns() - self.now_ns()) // NS_PER_US) + self.now_us
            if (readers_us := self.beside.next_due_us(self.now_us)) is not None:
                due_us = min(due_us, readers_us)
            if self.faults.sleeve.next_us is not None:
                due_us = min(due_us, self.faults.sleeve.next_us)
            longest_us = self.beside.quantum_us(self.app)
            longest_us = min(longest_us, PACED_US) if self._pace else longest_us
            self._grant(min(until_us, max(due_us, self.now_us + 1), self.now_us + longest_us))

    def _grant(self, until_us: int) -> None:
        out = self._carried(self.app.outgoing(), to_host=False)
        if out:
            self._port.write(out)
        report = self.board.grant(until_us, len(out))
        self.now_us = report.now_us
        if self._pace:
            self._pace(self.now_us)
        self.beside.exchange(self.app, self.now_us)
        if report.wrote:
            data = self._port.read_exactly(report.wrote)
            self.wire += data
            self.app.receive(self._carried(data, to_host=True))
        self.app.tick()
        self.faults.sleeve_moves()

    def move(self, tile: PhysicalTile, motion: motions.Motion) -> None:
        """`tile` moves so from now on, as the board has it."""
        self.tags[tile.number] = tile.tag
        self._pose(tile.number, motion)

    def away(self, number: int) -> None:
        """The tile with `number` is nowhere near the board from now on."""
        self._motions.pop(number, None)
        self.board.away(number)

    def _pose(self, number: int, motion: motions.Motion) -> None:
        self._motions[number] = motion
        seen = motions.transposed(motion) if self.faults.transposed else motion
        self.board.pose(number, bytes.fromhex(self.tags[number]), *seen)

    def _carried(self, data: bytes, to_host: bool) -> bytes:
        spoiled = self.faults.cable(data)
        return self._cable(spoiled, to_host) if self._cable and spoiled else spoiled

    def _monotonic_ns(self) -> int:
        return self.now_us * NS_PER_US

    def _at_rest(self) -> bool:
        table = self.table
        told = self.now_us >= self.beside.busy_until_ms * US_PER_MS
        return table.linked and not table.sensed.moving and table.press is None and told

    def _watch(self, event: Event, _table: Table, effects: tuple[Effect, ...]) -> None:
        self.events.append(event)
        self.refusals += [effect for effect in effects if isinstance(effect, Refuse)]

    # --- life ------------------------------------------------------------------------------------

    def close(self) -> None:
        """Stop the boards and leave the game as it stands."""
        self.beside.close()
        self._port.close()
        self.board.close()
        self.app.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()
