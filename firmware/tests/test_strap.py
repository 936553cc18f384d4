"""The role strap: each divider names its role, an open pin leaves it to board.json, anything between is refused."""

from strap import BadStrap, role_at

# The circuit's voltages by Ohm's law, in mV with the pull to 3.3 V and with the pull to ground: a wire; 10 + 10 kohm
# against a pull of 50 kohm; nothing soldered; the same on a Pico 2, whose pull-down may stop at 2.2 V.
WIRE_TO_GROUND, WIRE_TO_SUPPLY = (0, 0), (3300, 3300)
DIVIDER = (1800, 1500)
NOTHING, NOTHING_ON_A_PICO_2 = (3300, 0), (3300, 2200)


def reading(millivolts):
    return millivolts * 65535 // 3300


def role(pulled_up, pulled_down):
    return role_at(reading(pulled_up), reading(pulled_down))


def refusal(pulled_up, pulled_down):
    try:
        return "taken for %r" % role(pulled_up, pulled_down)
    except BadStrap as why:
        return str(why)


def test_each_divider_names_its_role():
    assert role(*WIRE_TO_GROUND) == "board"
    assert role(*DIVIDER) == "radio"
    assert role(*WIRE_TO_SUPPLY) == "bag"


def test_an_open_pin_leaves_the_role_to_the_settings():
    assert role(*NOTHING) == ""
    assert role(*NOTHING_ON_A_PICO_2) == ""
    assert role(3250, 40) == ""


def test_resistors_of_one_percent_and_a_converter_that_is_off_by_fifty_millivolts_do_not_matter():
    for off in (-50, 50):
        assert role(1800 + off + 17, 1500 + off + 17) == "radio"
        assert role(0 + max(off, 0), 0 + max(off, 0)) == "board"
        assert role(3300 + min(off, 0), 3300 + min(off, 0)) == "bag"


def test_every_voltage_between_two_roles_is_refused_with_what_was_read_and_what_to_do():
    for volts in list(range(350, 1301, 50)) + list(range(2000, 2951, 50)):
        said = refusal(volts, volts)
        assert "%d.%02d V" % (volts // 1000, volts % 1000 // 10) in said, said
        assert said.endswith("solder the divider of the build guide, or none")


def test_a_pin_that_is_neither_held_nor_free_is_refused():
    """A divider with one bad joint: by its mean it would be a radio board."""
    assert "reads 1.65 V" in refusal(2050, 1250)
