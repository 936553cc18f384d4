"""A board's ticks against the host's time, from pulses on SYNC that both have stamped.

Pure: stamps in, a straight line out. Knows nothing of the wire. A board tells each pulse in microseconds, which wrap
at 2**30 (18 minutes), beside its milliseconds, which wrap at 2**30 (12 days).

The line is the median of slopes over half of the last POINTS pulses, and the median of what it leaves: a host that
was late to note a pulse moves neither. A pulse far off the line is dropped; FRESH of them in a row begin a new line.
"""

from collections import deque
from dataclasses import dataclass
from statistics import median

WRAP = 1 << 30  # of milliseconds as of microseconds
POINTS = 64
FEW = 4  # so many pulses make a line that can tell which one is far off
FRESH = 3  # far off in a row: it is the line that is wrong
FAR_NS = 2_000_000  # from the line, beside its own error
ANSWER_NS = 1_000_000_000  # a pulse that the board has not told for so long was not seen
LATE_NS = 1_000_000  # by which a host may be late to note a pulse, as long as nothing better is known
CRYSTAL_PPM = 200  # what two clocks differ by at most, as long as nothing better is known: 30 each, and the cold
GOOD_NS = 20_000_000  # an event is stamped by a line that is as good as this: a sensor looks every 50 ms
LIMIT_PPM = 100  # beyond it a clock is out of order: hardware tests allow 50

_US_IN_MS = 1000
_NS_IN_US = 1000
_ROUND_US = WRAP * _US_IN_MS  # after so many microseconds a board's milliseconds begin again
_HALF_MS_NS = 500_000


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the board in the host's time, right within `error_ns` to both sides."""

    at_ns: int
    error_ns: int


@dataclass(frozen=True, slots=True)
class _Line:
    """at_ns(us) = 1000 us + `offset` + `slope` (us - `origin`); the stamps lie within `error` of it."""

    origin: int
    last: int
    offset: float
    slope: float  # ns by which the host is ahead of the board after each microsecond
    error: float
    slope_error: float

    def at_ns(self, us: int) -> int:
        return _NS_IN_US * us + round(self.offset + self.slope * (us - self.origin))

    def error_ns(self, us: int) -> int:
        """What the line may be wrong by at `us`: more, the further it lies outside the stamps."""
        outside = max(0, us - self.last, self.origin - us)
        return round(self.error + self.slope_error * outside)


class BoardClock:
    """Of one board. `begin` at each of its starts, `pulsed` for each edge, `told` for each answer.

    `pulses` counts those on the line, `dropped` those that lay far off.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self.begin()

    def begin(self) -> None:
        """The board has started: its ticks begin anew."""
        self._sent: deque[int] = deque(maxlen=FEW)  # pulses that no answer has been matched with
        self._points: deque[tuple[int, int]] = deque(maxlen=POINTS)
        self._line: _Line | None = None
        self._nth = -1
        self._far = 0

    @property
    def pulses(self) -> int:
        return len(self._points)

    def pulsed(self, at_ns: int) -> None:
        """The host has raised SYNC at `at_ns`. Further apart than an answer takes: a second is well."""
        self._sent.append(at_ns)

    def told(self, at_ms: int, at_us: int, nth: int, now_ns: int) -> None:
        """The board says at `at_ms` that its `nth` pulse came at `at_us`; this is heard at `now_ns`."""
        sent = [at_ns for at_ns in self._sent if 0 <= now_ns - at_ns <= ANSWER_NS]
        if nth == self._nth or not sent:
            return  # told twice, or noise on the wire that nobody has sent
        self._nth = nth
        self._sent.clear()
        point = self._unwrapped(pulse_us(at_ms, at_us)), sent[-1]
        if self._is_far(*point):
            self.dropped += 1
            self._far += 1
            if self._far < FRESH:
                return
            self._points.clear()
        self._far = 0
        self._points.append(point)
        self._line = _fitted(self._points)

    @property
    def ppm(self) -> float | None:
        """By how many millionths the host's time runs faster than the board's; None before there are two pulses."""
        return self._line.slope * _NS_IN_US if self._line and self.pulses > 1 else None

    @property
    def drifts(self) -> bool:
        """It is beyond LIMIT_PPM, whatever the stamps may be wrong by."""
        if self._line is None or self.pulses < FEW:
            return False
        return abs(self._line.slope) - self._line.slope_error > LIMIT_PPM / _NS_IN_US

    def moment(self, at_ms: int, near_ns: int) -> Moment | None:
        """The board's millisecond `at_ms`, of all those that its ticks count alike the one nearest to `near_ns`.

        None as long as no pulse has been told.
        """
        if self._line is None:
            return None
        last, _ = self._points[-1]
        rounds = round((near_ns - self._line.at_ns(last - last % _ROUND_US + at_ms * _US_IN_MS))
                       / (_ROUND_US * _NS_IN_US))
        us = last - last % _ROUND_US + at_ms * _US_IN_MS + rounds * _ROUND_US
        return Moment(self._line.at_ns(us) + _HALF_MS_NS, self._line.error_ns(us) + _HALF_MS_NS)

    def moment_of_us(self, at_us: int, near_ns: int) -> int | None:
        """The board's microsecond `at_us`, of all those that its ticks count alike the one nearest to `near_ns`.

        None as long as no pulse has been told.
        """
        if self._line is None:
            return None
        last, _ = self._points[-1]
        us = last - last % WRAP + at_us
        return self._line.at_ns(us + round((near_ns - self._line.at_ns(us)) / (WRAP * _NS_IN_US)) * WRAP)

    def told_ns(self, at_ms: int, after_ms: int, now_ns: int) -> int:
        """When the board told what is heard at `now_ns`: `after_ms` after its own `at_ms`, however slow the wire was.

        `now_ns` where the line is not known to GOOD_NS, as without pulses; never later than that.
        """
        moment = self.moment(at_ms, now_ns)
        if moment is None or moment.error_ns > GOOD_NS:
            return now_ns
        return min(now_ns, moment.at_ns + after_ms * _US_IN_MS * _NS_IN_US)

    def _unwrapped(self, us: int) -> int:
        """`us` of a round as microseconds since the first pulse's round began, never less than the last pulse."""
        if not self._points:
            return us
        last, _ = self._points[-1]
        return last + (us - last) % _ROUND_US

    def _is_far(self, us: int, at_ns: int) -> bool:
        if self._line is None or self.pulses < FEW:
            return False
        return abs(at_ns - self._line.at_ns(us)) > FAR_NS + self._line.error_ns(us)


def pulse_us(at_ms: int, at_us: int) -> int:
    """The microsecond of a round of the millisecond ticks at which a pulse came that was told at `at_ms`.

    >>> pulse_us(5, 4_998), pulse_us(0, 1_073_741_000) - 2**30 * 1000
    (4998, -824)
    """
    told_us = at_ms * _US_IN_MS + _US_IN_MS - 1
    return (told_us - (told_us - at_us) % WRAP) % _ROUND_US


def _fitted(points: deque[tuple[int, int]]) -> _Line:
    origin, last = points[0][0], points[-1][0]
    ahead = [(us - origin, at_ns - _NS_IN_US * us) for us, at_ns in points]
    half = len(ahead) // 2
    slopes = [(y1 - y0) / (x1 - x0) for (x0, y0), (x1, y1) in zip(ahead, ahead[half:], strict=False) if x1 > x0]
    slope = median(slopes) if slopes else 0.0
    offset = median([y - slope * x for x, y in ahead])
    if len(ahead) < FEW:
        return _Line(origin, last, offset, slope, LATE_NS, CRYSTAL_PPM / _NS_IN_US)
    error = max(_NS_IN_US, *(abs(y - slope * x - offset) for x, y in ahead))
    return _Line(origin, last, offset, slope, error, 2 * error / (last - origin) if last > origin else 1.0)
