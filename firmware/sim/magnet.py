"""The field of a tile's magnet: a disc magnetised along its axis, seen by a sensor under the board.

Knows nothing of tiles, sensors or time. Lengths in millimetres, fields in millitesla.
Source: a disc is a coil of one layer; the field of such a coil by the complete elliptic integral `cel`
(N. Derby, S. Olbert, "Cylindrical magnets and ideal solenoids", Am. J. Phys. 78, 2010; Bulirsch's algorithm).
"""

from math import pi, sqrt

RADIUS = 1.5          # mm: disc of 3 x 1 mm
THICKNESS = 1.0       # mm
REMANENCE = 1190.0    # mT: N35
_CLOSE_ENOUGH = 1e-7  # of the elliptic integral; far below a sensor's spread


def field(aside, gap):
    """The upright field `aside` mm off the axis, `gap` mm below the disc's lower face; positive on the axis.

    >>> round(field(0, 3.4), 1), round(field(0, 6.4), 1)
    (18.8, 3.8)
    """
    return REMANENCE / pi * RADIUS / (RADIUS + aside) * (_end(aside, gap + THICKNESS) - _end(aside, gap))


def _end(aside, z):
    """What one end of the coil, `z` mm away, adds."""
    if aside == RADIUS:
        aside += 1e-6  # straight below the rim the formula divides by zero; the field itself is smooth there
    far = z * z + (RADIUS + aside) * (RADIUS + aside)
    near = z * z + (RADIUS - aside) * (RADIUS - aside)
    skew = (RADIUS - aside) / (RADIUS + aside)
    return z / sqrt(far) * _cel(sqrt(near / far), skew * skew, 1.0, skew)


def _cel(kc, p, c, s):
    """Bulirsch's complete elliptic integral for kc > 0, p > 0."""
    p = sqrt(p)
    s = s / p
    whole = kc
    total = 1.0
    c, s, p = c + s / p, 2 * (s + c * kc / p), p + kc / p
    last, total = total, total + kc
    while abs(last - kc) > last * _CLOSE_ENOUGH:
        kc = 2 * sqrt(whole)
        whole = kc * total
        c, s, p = c + s / p, 2 * (s + c * whole / p), p + whole / p
        last, total = total, total + kc
    return pi / 2 * (s + c * total) / (total * (total + p))
