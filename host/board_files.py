"""The files of a board, written and compared through MicroPython's prompt; and the words that get a board there.

Knows the wire and mpremote, and nothing of what the files are.
"""

import hashlib
import time
from collections.abc import Iterator, Mapping
from typing import Any

import serial  # type: ignore[import-untyped]
from tablewire.frames import UNNUMBERED, Deframer, frame
from tablewire.messages import PROTOCOL, BoardHello, HostHello, Service, pack, unpack

ANSWER_S = 3.0      # a board says hello twice a second
START_S = 15.0      # from a restart to the greeting: the files are compared first, and the port comes up anew
LEAVING_S = 1.5     # a board leaves half a second after it was asked, and its USB port with it
_LIFE = 0x7A000000  # of our numbers: as those of any life of a host


class BoardTrouble(Exception):
    """What the board or its port did not do; the text is a sentence without its full stop."""


def stop_program(port: str) -> bool:
    """Have the program at `port` start without itself. False: none of ours answers, it is at the prompt or bare.

    Raises BoardTrouble.
    """
    with _opened(port) as line:
        hello = _hello(line, ANSWER_S)
        if hello is None:
            return False
        _say(line, UNNUMBERED, HostHello(PROTOCOL, hello.boot, hello.next, _LIFE))
        _say(line, _LIFE, Service())
        time.sleep(LEAVING_S)
    return True


def greeting(port: str) -> BoardHello:
    """The greeting of the board at `port` after its restart. Raises BoardTrouble."""
    end_s = time.monotonic() + START_S
    while time.monotonic() < end_s:
        try:
            with _opened(port) as line:
                hello = _hello(line, ANSWER_S)
        except BoardTrouble:
            time.sleep(0.2)     # the port has gone with the restart
            continue
        if hello is not None:
            return hello
    raise BoardTrouble("the board does not greet after its restart; look at its lamp, then type the command again")


def copy(port: str, files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Write `files` through MicroPython's prompt, each compared when it is written: its name and its SHA-256.

    Sums come last: a board with half of its files says so by them, and can be written again. Raises BoardTrouble.
    """
    from mpremote.transport import TransportError
    from mpremote.transport_serial import SerialTransport
    try:
        board = SerialTransport(port, wait=round(ANSWER_S))
        try:
            board.enter_raw_repl(soft_reset=False)
            for folder in sorted({name.rpartition("/")[0] for name in files} - {""}):
                if not board.fs_exists(folder):
                    board.fs_mkdir(folder)
            for name in sorted(files, key=lambda name: (name == "sums.json", name)):
                yield name, _written(board, name, files[name])
            board.exit_raw_repl()
        finally:
            board.close()
    except (TransportError, serial.SerialException, OSError) as why:
        raise BoardTrouble(f"the board at {port} does not take its files ({_first_line(why)}); plug it in again and "
                           f"type the command again") from None


def restart(port: str) -> None:
    """Restart the board that is at the prompt. Raises BoardTrouble."""
    with _opened(port) as line:
        line.write(b"\r\x03\x02import machine; machine.reset()\r")
        line.flush()


def _written(board: Any, name: str, data: bytes) -> str:
    """SHA-256 of what the board now holds under `name`, in hexadecimal digits. Raises BoardTrouble if it differs."""
    wanted = hashlib.sha256(data).hexdigest()
    twin = name.removesuffix(".mpy") + ".py" if name.endswith(".mpy") else name.removesuffix(".py") + ".mpy"
    if name.endswith((".py", ".mpy")) and board.fs_exists(twin):
        board.fs_rmfile(twin)  # else the older of the two may be the one that runs
    board.fs_writefile(name, data)
    found = bytes(board.fs_hashfile(name, "sha256")).hex()
    if found != wanted:
        raise BoardTrouble(f"{name} is not on the board as it was sent; type the command again, and replace the "
                           f"board if it happens twice")
    return found


def _opened(port: str) -> serial.Serial:
    try:
        return serial.Serial(port, 921600, timeout=0.1, exclusive=True)
    except (serial.SerialException, OSError) as why:
        raise BoardTrouble(f"the port {port} cannot be opened ({_first_line(why)}); plug the board in, and end any "
                           f"other program that uses it") from None


def _hello(line: serial.Serial, patience_s: float) -> BoardHello | None:
    deframer, end_s = Deframer(), time.monotonic() + patience_s
    _say(line, UNNUMBERED, HostHello(PROTOCOL, 0, 0, 0))
    try:
        while time.monotonic() < end_s:
            for _, body in deframer.feed(line.read(line.in_waiting or 1)):
                message = unpack(body)
                if isinstance(message, BoardHello):
                    return message
    except (serial.SerialException, OSError):
        pass                    # it went away: whoever asks will see that when it opens the port again
    return None


def _say(line: serial.Serial, number: int, message: tuple[object, ...]) -> None:
    line.write(frame(number, pack(message)))
    line.flush()


def _first_line(why: Exception) -> str:
    return (str(why).strip() or type(why).__name__).splitlines()[0]
