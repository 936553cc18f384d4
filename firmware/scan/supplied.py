"""Whether a reading of the Hall chain may be believed, by what the sensors' supply gives.

Pure: a reading of the converter in, yes or no out. Knows nothing of what follows from it.
"""

FULL_MV = 3300             # what the converter gives at its end of scale; the chain's chips have the same supply
# A 74HC165 takes 0.7 of its supply, 2310 mV, surely for a 1, "no magnet", and no sensor gives more than it is fed;
# 90 mV more are for the converter's error and what a sensor's output drops.
HALL_READ_LEAST_MV = 2400

_LEAST = HALL_READ_LEAST_MV * 65535 // FULL_MV


def believable(reading):
    """reading: of the sensors' supply, 0..65535. Without supply no sensor tells of a magnet either.

    >>> believable(65535), believable(47000), believable(0)
    (True, False, False)
    """
    return reading >= _LEAST
