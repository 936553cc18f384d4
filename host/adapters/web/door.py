"""A page's door: a number is compared, a session remembered, guessing and flooding slowed.

Knows nothing of pages or of what lies behind the door.
"""

import hmac
import secrets
from collections import deque
from collections.abc import Callable

SESSION_S = 12 * 3600.0  # a day of games; then the number is asked for again
MAX_SESSIONS = 20
MAX_CALLERS = 1000  # addresses that are remembered at once
WITHIN_S = 60.0
GUESSES_EACH = 5  # a minute from one address
GUESSES_ALL = 60  # a minute from all: six digits then last eleven days


class TooMany(Exception):
    """More attempts within a minute than are allowed."""


class Limit:
    """At most `each` attempts within `within_s` seconds from one caller, and `everybody` from all together."""

    def __init__(self, each: int, everybody: int, within_s: float, now: Callable[[], float]) -> None:
        self._each, self._everybody, self._within_s, self._now = each, everybody, within_s, now
        self._all: deque[float] = deque()
        self._of: dict[str, deque[float]] = {}

    def full(self, caller: str) -> bool:
        """Whether `caller` must wait."""
        since = self._now() - self._within_s
        own = self._of.get(caller, deque())
        for times in (self._all, own):
            while times and times[0] <= since:
                times.popleft()
        return len(own) >= self._each or len(self._all) >= self._everybody

    def count(self, caller: str) -> None:
        """One more attempt of `caller`."""
        if caller not in self._of and len(self._of) >= MAX_CALLERS:
            del self._of[next(iter(self._of))]
        now = self._now()
        self._of.setdefault(caller, deque()).append(now)
        self._all.append(now)


class Door:
    """Lets in who knows `pin`; an empty one lets in nobody. `now` gives seconds that never go back."""

    def __init__(self, pin: str, now: Callable[[], float]) -> None:
        self._pin = pin.encode()
        self._now = now
        self._guesses = Limit(GUESSES_EACH, GUESSES_ALL, WITHIN_S, now)
        self._until: dict[str, float] = {}

    @property
    def there(self) -> bool:
        """Whether there is a door at all."""
        return bool(self._pin)

    def enter(self, typed: str, caller: str) -> str:
        """The token of a new session, or "" for a wrong number. Raises TooMany."""
        if self._guesses.full(caller):
            raise TooMany
        if not self.there or not hmac.compare_digest(typed.encode("utf-8", "replace"), self._pin):
            self._guesses.count(caller)
            return ""
        if len(self._until) >= MAX_SESSIONS:
            del self._until[next(iter(self._until))]
        token = secrets.token_urlsafe(32)
        self._until[token] = self._now() + SESSION_S
        return token

    def knows(self, token: str) -> bool:
        """Whether `token` is of a session that has not run out."""
        return self._until.get(token, 0.0) > self._now()

    def leave(self, token: str) -> None:
        """End a session."""
        self._until.pop(token, None)
