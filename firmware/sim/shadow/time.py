"""MicroPython's `time` in virtual time: stands first on MICROPYPATH, so that asyncio and the firmware both use it.

Microseconds of the world are `now_us`; a board's ticks start at its boot. As on the microcontroller they are good for
half of TICKS (8.9 minutes in us, 6.2 days in ms) and no longer: ticks_diff tells no more. Asyncio's task queue, which
is C, stamps new tasks with the machine's uptime and compares them itself: AHEAD_MS puts virtual ms beyond any uptime,
so such tasks run at once. Its low 30 bits are zero: on the wire a board's milliseconds begin at 0. Needs a 64-bit
build.
"""

AHEAD_MS = 1 << 40
TICKS = 1 << 30            # MicroPython's MICROPY_PY_TIME_TICKS_PERIOD on a 32-bit chip
_HALF = TICKS // 2

now_us = 0
boot_us = 0


def advance_to(end_us):
    """Let virtual time pass up to `end_us`. sim.lockstep puts a function in its place that stops where it must."""
    global now_us
    now_us = end_us


def spend(us):
    """Let `us` pass: what something costs."""
    advance_to(now_us + us)


def ticks_us():
    return (now_us - boot_us) % TICKS


def ticks_ms():
    return AHEAD_MS + (now_us - boot_us) // 1000


def ticks_diff(later, earlier):
    if (later < AHEAD_MS) != (earlier < AHEAD_MS):
        return later - earlier                     # asyncio's: one of them is the machine's uptime
    return (later - earlier + _HALF) % TICKS - _HALF


def ticks_add(ticks, delta):
    if not -_HALF < delta < _HALF:
        raise OverflowError("ticks interval overflow")
    return (ticks + delta) % TICKS if ticks < AHEAD_MS else ticks + delta


def sleep_us(us):
    advance_to(now_us + us)


def sleep_ms(ms):
    advance_to(now_us + 1000 * ms)


def sleep(seconds):
    advance_to(now_us + int(1000000 * seconds))
