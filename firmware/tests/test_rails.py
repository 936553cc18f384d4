"""Protects what a board tells of its supplies: the least between two heartbeats, the least since the start, and
nothing where nobody measures."""

from drivers.rails import FIVE_UNMEASURED_MV, NOT_MEASURED_MV, Rails


class Adc:
    """At a rail of so many mV, of which `full_mv` is the whole scale."""

    def __init__(self, full_mv, millivolts):
        self.millivolts = millivolts
        self._full_mv = full_mv

    def read_u16(self):
        return min(65535, self.millivolts * 65535 // self._full_mv)


def measured(five_mv=5100, hall_mv=3300):
    five, hall = Adc(6600, five_mv), Adc(3300, hall_mv)
    return Rails(five, hall), five, hall


def near(told, *wanted):
    """To a thousandth: the converter has 12 bits."""
    return all([abs(mv - right) <= right // 1000 + 1 for mv, right in zip(told, wanted)])


def test_the_rails_are_told_in_millivolts():
    rails, _, _ = measured()
    rails.look()
    assert near(rails.taken(), 5100, 5100, 3300, 3300)


def test_a_dip_between_two_heartbeats_is_told_once_as_now_and_for_ever_as_the_least():
    rails, five, hall = measured()
    rails.look()
    five.millivolts, hall.millivolts = 4400, 2700
    rails.look()
    five.millivolts, hall.millivolts = 5100, 3300
    rails.look()
    assert near(rails.taken(), 4400, 4400, 2700, 2700)
    rails.look()
    assert near(rails.taken(), 5100, 4400, 3300, 2700)


def test_what_nobody_has_measured_is_told_as_nothing():
    rails, _, _ = measured(five_mv=FIVE_UNMEASURED_MV - 100)     # an open pin, or no divider
    none = NOT_MEASURED_MV
    assert rails.taken() == (none, none, none, none)
    rails.look()
    five_mv, five_least_mv, hall_mv, hall_least_mv = rails.taken()
    assert (five_mv, five_least_mv) == (none, none)
    assert near((hall_mv, hall_least_mv), 3300, 3300)
    assert rails.taken() == (none, none, none, hall_least_mv)


def test_sensors_without_supply_are_told_as_without():
    rails, _, _ = measured(hall_mv=0)
    rails.look()
    assert near(rails.taken(), 5100, 5100, 0, 0)
