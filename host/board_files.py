"""The files of a board, written and compared through MicroPython's prompt; and the words that get a board there.

Knows the wire and mpremote, and nothing of what the files are.
"""

import contextlib
import hashlib
import io
import stat
import struct
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import serial  # type: ignore[import-untyped]
from tablewire import messages as wire
from tablewire.frames import UNNUMBERED, Deframer, frame
from tablewire.messages import NO_ROLE, PROTOCOL, BoardHello, HostHello, NotUnderstood, Service, pack, unpack

from host.adapters.link_health import Unwell
from host.firmware_image import SUMS

ANSWER_S = 3.0      # a board says hello twice a second
SILENT_S = 10.0     # at most: until the prompt is there, and from byte to byte while it takes a command
_LOOK_S = 0.1
_GAP_S = 0.01       # between the bytes of a program that talks: shorter than between any two of its frames
START_S = 15.0      # from a restart to the greeting: the files are compared first, and the port comes up anew
LEAVING_S = 10.0    # a board leaves half a second after it was asked, and its USB port with it
REMOVED = "removed"
_FIRST = (SUMS, "main.py")
_PROMPT = b">>> "
_CHUNK = 4096       # bytes of a file that the board reads at once to sum it
_LIFE = 0x7A000000  # of our numbers: as those of any life of a host


class BoardTrouble(Exception):
    """What the board or its port did not do; the text is a sentence without its full stop."""


def greeted(port: str) -> BoardHello | None:
    """The greeting of the program at `port`; None: none of ours, the board is at the prompt or bare.

    Raises BoardTrouble.
    """
    with _opened(port) as line:
        return _hello(line, ANSWER_S)


def stop_program(port: str, hello: BoardHello) -> None:
    """Have the program at `port`, which greets so, start without itself. Raises BoardTrouble."""
    with _opened(port) as line:
        _say(line, UNNUMBERED, HostHello(PROTOCOL, hello.boot, hello.next, _LIFE))
        _say(line, _LIFE, Service())
        _await_prompt(line)


def _await_prompt(line: serial.Serial) -> None:
    """Until the board has left its program: its port goes away, or, where that stays, shows the prompt."""
    told, end_s = b"", time.monotonic() + LEAVING_S
    with contextlib.suppress(serial.SerialException, OSError):
        while _PROMPT not in told and time.monotonic() < end_s:
            told = told[-len(_PROMPT):] + line.read(line.in_waiting or 1)


def greeting(port: str) -> BoardHello:
    """The greeting of the board at `port` after its restart. Raises BoardTrouble, also when it plays no part."""
    end_s = time.monotonic() + START_S
    while time.monotonic() < end_s:
        try:
            with _opened(port) as line:
                hello = _hello(line, ANSWER_S)
                why = _unwell(line, ANSWER_S) if hello is not None and hello.role == NO_ROLE else None
        except BoardTrouble:
            time.sleep(0.2)     # the port has gone with the restart
            continue
        if why is not None:
            raise BoardTrouble(f"the files are on the board, but {why}")
        if hello is not None:
            return hello
    raise BoardTrouble("the board does not greet after its restart; look at its lamp, then type the command again")


def copy(port: str, files: Mapping[str, bytes], folders: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Write `files` through MicroPython's prompt, each compared when it is written: its name and its SHA-256.

    One that is there already, sum for sum, is left alone: what was broken off goes on where it was.
    Sums come first: a board with half of its files knows so by them; and then main.py, which compares them.
    Each other program file (.py, .mpy) in `folders` is removed, REMOVED in place of its SHA-256: an earlier release
    had it, and it would be counted with this one, or run in place of a file of this one. What else lies there stays.
    Raises BoardTrouble.
    """
    from mpremote.transport import TransportError
    from mpremote.transport_serial import SerialTransport
    try:
        # mpremote counts time only where nothing comes, and without a time-out of the port it reads for ever: on a
        # pseudo-terminal always, else while it sends. A program that has not stopped beats twice a second.
        board = SerialTransport(port, wait=round(ANSWER_S), timeout=_GAP_S)
        board.serial.write_timeout = SILENT_S
        try:
            with contextlib.redirect_stdout(io.StringIO()):    # it prints what it has read before it gives up
                board.enter_raw_repl(soft_reset=False, timeout_overall=SILENT_S)
            board.serial.timeout = SILENT_S
            for folder in sorted({name.rpartition("/")[0] for name in files} - {""}):
                if not board.fs_exists(folder):
                    board.fs_mkdir(folder)
            for name in _FIRST:
                if name in files:
                    yield name, _written(board, name, files[name])
            yield from _others_removed(board, files, folders)
            for name in sorted(set(files) - set(_FIRST)):
                yield name, _written(board, name, files[name])
            board.exit_raw_repl()
        finally:
            board.close()
    except (TransportError, struct.error, serial.SerialException, OSError) as why:  # struct: too few bytes have come
        raise BoardTrouble(f"the board at {port} does not take its files ({_first_line(why)}); plug it in again and "
                           f"type the command again") from None


def restart(port: str) -> None:
    """Restart the board that is at the prompt. Raises BoardTrouble.

    What hung there before had other files: the count of starts that hung begins anew.
    """
    with _opened(port) as line:
        line.write(b"\r\x03\x02from drivers.watchdog import Watchdog; Watchdog().note(0)\r")
        line.write(b"import machine; machine.reset()\r")


def _written(board: Any, name: str, data: bytes) -> str:
    """SHA-256 of what the board now holds under `name`, in hexadecimal digits. Raises BoardTrouble if it differs."""
    wanted = hashlib.sha256(data).hexdigest()
    if board.fs_exists(name) and _sum_of(board, name) == wanted:
        return wanted
    board.fs_writefile(name, data)
    found = _sum_of(board, name)
    if found != wanted:
        raise BoardTrouble(f"{name} is not on the board as it was sent; type the command again, and replace the "
                           f"board if it happens twice")
    return found


def _others_removed(board: Any, files: Mapping[str, bytes], folders: Sequence[str]) -> Iterator[tuple[str, str]]:
    for folder in folders:
        found = board.fs_listdir(folder) if not folder or board.fs_exists(folder) else ()
        for name in sorted(f"{folder}/{entry.name}" if folder else entry.name for entry in found
                           if entry.name.endswith((".py", ".mpy")) and stat.S_ISREG(entry.st_mode)):
            if name not in files:
                board.fs_rmfile(name)
                yield name, REMOVED


def _sum_of(board: Any, name: str) -> str:
    return bytes(board.fs_hashfile(name, "sha256", chunk_size=_CHUNK)).hex()


def _opened(port: str) -> serial.Serial:
    try:
        return serial.Serial(port, 921600, timeout=_LOOK_S, write_timeout=SILENT_S, exclusive=True)
    except (serial.SerialException, OSError) as why:
        raise BoardTrouble(f"the port {port} cannot be opened ({_first_line(why)}); plug the board in, and end any "
                           f"other program that uses it") from None


def _hello(line: serial.Serial, patience_s: float) -> BoardHello | None:
    _say(line, UNNUMBERED, HostHello(PROTOCOL, 0, 0, 0))
    return _heard(line, BoardHello, patience_s)


def _unwell(line: serial.Serial, patience_s: float) -> Unwell | None:
    """Why the board runs nothing but its line: it says so with every heartbeat."""
    message = _heard(line, wire.Unwell, patience_s)
    return None if message is None else Unwell(wire.UNWELL.get(message.code, "files"), message.detail)


def _heard(line: serial.Serial, kind: type[Any], patience_s: float) -> Any:
    """The next message of `kind` within so many seconds, or None. Passes over what is no message of ours."""
    deframer, end_s = Deframer(), time.monotonic() + patience_s
    try:
        while time.monotonic() < end_s:
            for _, body in deframer.feed(line.read(line.in_waiting or 1)):
                with contextlib.suppress(NotUnderstood):
                    message = unpack(body)
                    if isinstance(message, kind):
                        return message
    except (serial.SerialException, OSError):
        pass                    # it went away: whoever asks will see that when it opens the port again
    return None


def _say(line: serial.Serial, number: int, message: tuple[object, ...]) -> None:
    line.write(frame(number, pack(message)))


def _first_line(why: Exception) -> str:
    return (str(why).strip() or type(why).__name__).splitlines()[0]
