"""Which role the divider at the strap pin gives a board: never a guess, a voltage between two roles is refused.

Pure: two readings in, a role out. Knows no pin.

A pin on which no divider is soldered floats, and its voltage says nothing. So the pin is read twice, with the
chip's own resistor to 3.3 V and with the one to ground (50 to 80 kohm each). A divider of 10 kohm and 10 kohm, or a
wire, gives way by 0.15 V at most; an open pin goes all the way, or on a Pico 2 from 3.3 down to 2.2 V, where its
pull-down can hold it fast.
"""

FULL_MV = 3300             # what the converter gives at its end of scale
NEAR_MV = 300              # so far from a role's voltage: 1 % resistors, converter and the pull make 0.2 V at most
DIVIDER_MV = 500           # so far apart the two readings of a divider may be: 0.31 V with 10 kohm and 50 kohm
OPEN_MV = 1000             # so far apart they are at least when nothing is soldered: 1.1 V on a Pico 2, else 3.3
ROLES = ((0, "board"), (1650, "radio"), (FULL_MV, "bag"))
OPEN = ""


class BadStrap(Exception):
    """The strap says none of the roles; `millivolts` is what was read."""

    def __init__(self, millivolts):
        self.millivolts = millivolts
        super().__init__("the role strap at GP28 reads %d.%02d V, which is no role's: solder the divider of the "
                         "build guide, or none" % (millivolts // 1000, millivolts % 1000 // 10))


def millivolts(reading):
    """What a reading of 0..65535 stands for.

    >>> millivolts(0), millivolts(32768), millivolts(65535)
    (0, 1650, 3300)
    """
    return (reading * FULL_MV + 32767) // 65535


def is_open(pulled_up, pulled_down):
    """Whether nothing is soldered to the pin of these two readings, each 0..65535.

    >>> is_open(65535, 0), is_open(65535, 65535)
    (True, False)
    """
    return millivolts(pulled_up) - millivolts(pulled_down) >= OPEN_MV


def role_at(pulled_up, pulled_down):
    """The role for the two readings, each 0..65535; OPEN: board.json says it. Raises BadStrap.

    >>> role_at(35200, 30300), role_at(65535, 0)
    ('radio', '')
    """
    if is_open(pulled_up, pulled_down):
        return OPEN
    apart = millivolts(pulled_up) - millivolts(pulled_down)
    between = (millivolts(pulled_up) + millivolts(pulled_down)) // 2
    for volts, role in ROLES:
        if abs(between - volts) <= NEAR_MV and apart <= DIVIDER_MV:
            return role
    raise BadStrap(between)
