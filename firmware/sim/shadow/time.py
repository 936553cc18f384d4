"""MicroPython's `time` in virtual time: stands first on MICROPYPATH, so that asyncio and the firmware both use it.

Microseconds of the world are `now_us`; a board's ticks start at its boot. Asyncio's task queue, which is C, stamps
new tasks with the machine's uptime; AHEAD_MS puts virtual ticks beyond any uptime, so such tasks run at once. Its low
30 bits are zero: on the wire a board's milliseconds begin at 0, as on the microcontroller. Needs a 64-bit build.
"""

AHEAD_MS = 1 << 40

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
    return AHEAD_MS * 1000 + now_us - boot_us


def ticks_ms():
    return AHEAD_MS + (now_us - boot_us) // 1000


def ticks_diff(later, earlier):
    return later - earlier


def ticks_add(ticks, delta):
    return ticks + delta


def sleep_us(us):
    advance_to(now_us + us)


def sleep_ms(ms):
    advance_to(now_us + 1000 * ms)


def sleep(seconds):
    advance_to(now_us + int(1000000 * seconds))
