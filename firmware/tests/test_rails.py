"""Protects what a board tells of its supplies: the least between two heartbeats, the least since the start, and
nothing where nobody measures."""

from drivers.rails import FIVE_UNMEASURED_MV, NOT_MEASURED_MV, Rails
from scan.supplied import HALL_READ_LEAST_MV, believable


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
    rails.look(True)
    assert near(rails.taken(), 5100, 5100, 3300, 3300)


def test_a_dip_between_two_heartbeats_is_told_once_as_now_and_for_ever_as_the_least():
    rails, five, hall = measured()
    rails.look(True)
    five.millivolts, hall.millivolts = 4400, 2700
    rails.look(True)
    five.millivolts, hall.millivolts = 5100, 3300
    rails.look(True)
    assert near(rails.taken(), 4400, 4400, 2700, 2700)
    rails.look(True)
    assert near(rails.taken(), 5100, 4400, 3300, 2700)


def test_what_nobody_has_measured_is_told_as_nothing():
    rails, _, _ = measured(five_mv=FIVE_UNMEASURED_MV - 100)     # an open pin, or no divider
    none = NOT_MEASURED_MV
    assert rails.taken() == (none, none, none, none)
    rails.look(True)
    five_mv, five_least_mv, hall_mv, hall_least_mv = rails.taken()
    assert (five_mv, five_least_mv) == (none, none)
    assert near((hall_mv, hall_least_mv), 3300, 3300)
    assert rails.taken() == (none, none, none, hall_least_mv)


def test_sensors_without_supply_are_told_as_without():
    rails, _, _ = measured(hall_mv=0)
    rails.look(True)
    assert near(rails.taken(), 5100, 5100, 0, 0)


def test_what_a_check_measures_while_it_cuts_the_supply_is_not_told_as_a_dip():
    rails, _, hall = measured()
    rails.look(True)
    hall.millivolts = 0
    assert rails.hall_mv() == 0
    hall.millivolts = 3300
    assert near((rails.hall_mv(),), 3300)
    assert Rails(Adc(6600, 5100), None).hall_mv() == NOT_MEASURED_MV
    assert near(rails.taken(), 5100, 5100, 3300, 3300)


def test_what_is_seen_before_the_supplies_have_come_up_is_known_and_not_told():
    rails, _, hall = measured(hall_mv=1200)
    rails.look(False)
    assert not believable(rails.hall_now)
    assert rails.taken() == (NOT_MEASURED_MV,) * 4
    hall.millivolts = 3300
    rails.look(True)
    assert believable(rails.hall_now)
    assert near(rails.taken(), 5100, 5100, 3300, 3300)


def test_a_reading_is_believed_while_the_chain_surely_takes_no_magnet_for_none():
    """74HC165 at 3.3 V: 0.7 of that is surely a 1. The converter is right to 30 mV."""
    rails, _, hall = measured()
    for millivolts, wanted in ((0, False), (1500, False), (2310 + 30, False), (HALL_READ_LEAST_MV + 30, True),
                               (2970, True)):
        hall.millivolts = millivolts
        rails.look(True)
        assert believable(rails.hall_now) is wanted, millivolts


def test_a_table_without_the_wire_measures_no_supply_of_the_sensors_and_believes_them():
    rails = Rails(Adc(6600, 5100), None)
    rails.look(True)
    assert believable(rails.hall_now)
    assert rails.taken()[2:] == (NOT_MEASURED_MV, NOT_MEASURED_MV)
