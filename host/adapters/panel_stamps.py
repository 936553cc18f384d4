"""How late an edge is told on this machine: what stamps that are taken in a callback are wrong by.

`RPi.GPIO` waits in a thread for the kernel to tell of an edge and stamps it when that thread runs. The same wait is
measured here on a pipe, with the stamp of who wakes it: the error of such stamps, less the interrupt itself.
"""

import os
import select
import threading
import time
from collections.abc import Callable, Sequence

TRIES = 200
APART_S = 0.002  # long enough that the waiting thread sleeps again before it is woken the next time
PATIENCE_S = 5.0


def wake_ups(tries: int = TRIES, clock_ns: Callable[[], int] = time.monotonic_ns) -> tuple[int, ...]:
    """How long after being woken a thread looks at the clock, in nanoseconds, so many times; takes half a second."""
    woken: list[int] = []
    late: list[int] = []
    taken = threading.Semaphore(0)
    out, into = os.pipe()

    def wait() -> None:
        with select.epoll() as poll:
            poll.register(out, select.EPOLLIN)
            for _ in range(tries):
                poll.poll(PATIENCE_S)
                late.append(clock_ns())
                os.read(out, 1)
                taken.release()

    thread = threading.Thread(target=wait, name="wake-ups", daemon=True)
    thread.start()
    for _ in range(tries):
        time.sleep(APART_S)
        woken.append(clock_ns())
        os.write(into, b"!")
        taken.acquire(timeout=PATIENCE_S)
    thread.join(PATIENCE_S)
    os.close(out)
    os.close(into)
    return tuple(after - before for before, after in zip(woken, late, strict=False))


def share(delays: Sequence[int], per_cent: int) -> int:
    """The delay that so many per cent do not exceed.

    >>> share(range(1, 101), 95), share([7], 95)
    (95, 7)
    """
    ordered = sorted(delays)
    return ordered[max(0, -(-len(ordered) * per_cent // 100) - 1)]
