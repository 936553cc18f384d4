"""Chance that comes out the same on every interpreter: the seed decides all.

Knows nothing of what it is drawn for.
"""


class Chance:
    """Marsaglia's xorshift with 32 bits (shifts 13, 17, 5).

    >>> one, other = Chance(7), Chance(7)
    >>> [one.below(6) for _ in range(9)] == [other.below(6) for _ in range(9)]
    True
    """

    def __init__(self, seed):
        self._state = (seed * 2654435761 + 1) & 0xFFFFFFFF or 1  # Knuth's multiplier spreads small seeds
        for _ in range(4):
            self.word()

    def word(self):
        """The next 32 bits."""
        x = self._state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self._state = x
        return x

    def below(self, bound):
        """A whole number, 0..bound-1; `bound` far below 2**32."""
        return self.word() * bound >> 32

    def happens(self, probability):
        """True with `probability` (0..1)."""
        return self.word() < probability * 4294967296.0
