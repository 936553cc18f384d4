"""Which tile a player says to have laid, where a table has no radio: touched to the pad, then put on a square.

Pure: what is claimed and a touch, a laying or a lifting in, what is claimed then out; times in ns of game time.
Knows nothing of magnets or radio, and not of the game. Source: the low-cost table of the hardware page (3.5).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

CLAIM_NS = 20_000_000_000  # a tile that touched the pad is laid within 20 s, or touches it again
LIFTED_NS = 10_000_000_000  # a tile taken up from a square is still known for 10 s


@dataclass(frozen=True, slots=True)
class Held:
    """A tile in somebody's hand: its tag, and since when."""

    tag: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class Claims:
    """`open`: touched the pad last and not laid yet. `bound`: the tag claimed for a square (0..224). `lifted`: taken
    up from their squares, the latest last. A tag stands in one of the three at most. A game that begins in the
    middle begins with the tags of its board bound: their magnets come without a touch.

    >>> claims = touched(Claims(), "e004", 0)
    >>> laid(claims, 112, CLAIM_NS).bound, laid(claims, 112, CLAIM_NS + 1).bound
    ({112: 'e004'}, {})
    """

    open: Held | None = None
    bound: Mapping[int, str] = field(default_factory=dict)
    lifted: tuple[Held, ...] = ()

    def without(self, tag: str) -> "Claims":
        """These claims but for any to `tag`."""
        bound = {square: other for square, other in self.bound.items() if other != tag}
        lifted = tuple(held for held in self.lifted if held.tag != tag)
        return Claims(None if self.open and self.open.tag == tag else self.open, bound, lifted)

    def at(self, at_ns: int) -> "Claims":
        """These claims but for those that have run out by `at_ns`."""
        in_time = self.open is None or at_ns - self.open.at_ns <= CLAIM_NS
        lifted = tuple(held for held in self.lifted if at_ns - held.at_ns <= LIFTED_NS)
        return replace(self, open=self.open if in_time else None, lifted=lifted)


def touched(claims: Claims, tag: str, at_ns: int) -> Claims:
    """`tag` touches the pad: it is in a hand, whatever was claimed for it before. Another open claim is given up."""
    return replace(claims.at(at_ns).without(tag), open=Held(tag, at_ns))


def laid(claims: Claims, square: int, at_ns: int) -> Claims:
    """Some tile has been put on `square`: the one handled last, if it is certain which one that was.

    Several tiles taken up since the last touch leave it open which of them came down: nothing is bound then.
    """
    claims = claims.at(at_ns)
    if square in claims.bound:
        return claims
    touch = claims.open
    since = [held for held in claims.lifted if touch is None or held.at_ns > touch.at_ns]
    if len(since) > 1:
        return claims
    held = since[0] if since else touch
    if held is None:
        return claims
    rest = claims.without(held.tag)
    return replace(rest, bound={**rest.bound, square: held.tag})


def lifted(claims: Claims, square: int, at_ns: int) -> Claims:
    """The tile of `square` has been taken up."""
    claims = claims.at(at_ns)
    tag = claims.bound.get(square)
    if tag is None:
        return claims
    rest = claims.without(tag)
    return replace(rest, lifted=(*rest.lifted, Held(tag, at_ns)))


def told(claims: Claims, on: Iterable[int], at_ns: int) -> Claims:
    """A board has told all its squares: on those not among `on` nothing stands any more."""
    for square in sorted(claims.bound.keys() - set(on)):
        claims = lifted(claims, square, at_ns)
    return claims
