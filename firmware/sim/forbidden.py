"""What no data sheet allows: a model that is treated so says it by name, and does not go on as if nothing were."""


class Forbidden(Exception):
    """A chip is treated as its data sheet forbids; the text says how."""


def check_clock(chip, hz, most_hz):
    """Raises Forbidden when the bus of `chip` runs faster than `most_hz`."""
    if hz > most_hz:
        raise Forbidden("the bus of the %s runs at %d Hz: its data sheet allows %d" % (chip, hz, most_hz))
