"""An end, in real time, to what a test waits for: whatever it is, and however deep in a library that knows none."""

import contextlib
import signal
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

CHECKOUT = Path(__file__).resolve().parents[2]


class NotEnded(Exception):
    """What was awaited has not come in time; the text says what, and in which line of ours it was waited for."""


@contextlib.contextmanager
def within(seconds: float, awaited: str) -> Iterator[None]:
    """Raise NotEnded, inside, when the block has not ended after so many seconds of real time.

    awaited: a noun, for the sentence. By the alarm signal: in the main thread, and not one in another.
    """

    def too_long(_: int, frame: FrameType | None) -> None:
        ours = [f"{where.filename.removeprefix(f'{CHECKOUT}/')}:{where.lineno} ({where.name})"
                for where in traceback.extract_stack(frame)
                if where.filename.startswith(str(CHECKOUT)) and ".venv" not in where.filename]
        raise NotEnded(f"{awaited} has not come within {seconds:g} s; it is waited for in "
                       f"{ours[-1] if ours else 'a library'}")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
