"""What the fake `RPi.GPIO` has in common with the real one: its errors, its edges, its numbers."""

from collections.abc import Iterator

import pytest

from host.tests.fake_rpi_gpio import FakeGpio


@pytest.fixture
def gpio() -> Iterator[FakeGpio]:
    fake = FakeGpio()
    yield fake
    fake.stop()


def test_the_fake_refuses_what_the_real_library_refuses(gpio: FakeGpio) -> None:
    """A fake that allows more than the real thing proves nothing."""
    with pytest.raises(RuntimeError, match="pin numbering mode"):
        gpio.setup(5, FakeGpio.IN)
    gpio.setmode(FakeGpio.BCM)
    with pytest.raises(ValueError, match="different mode"):
        gpio.setmode(FakeGpio.BOARD)
    with pytest.raises(ValueError, match="channel sent is invalid"):
        gpio.setup(99, FakeGpio.IN)
    with pytest.raises(RuntimeError, match=r"setup\(\) the GPIO channel first"):
        gpio.input(5)
    with pytest.raises(RuntimeError, match="as an input first"):
        gpio.add_event_detect(5, FakeGpio.BOTH)
    gpio.setup(5, FakeGpio.IN, pull_up_down=FakeGpio.PUD_UP)
    assert gpio.input(5) == FakeGpio.HIGH
    with pytest.raises(RuntimeError, match="OUTPUT"):
        gpio.output(5, 1)
    with pytest.raises(RuntimeError, match="add_event_detect first"):
        gpio.add_event_callback(5, print)
    gpio.add_event_detect(5, FakeGpio.FALLING)
    with pytest.raises(RuntimeError, match="Conflicting"):
        gpio.add_event_detect(5, FakeGpio.BOTH)


def test_the_fake_knows_edges_bounce_time_and_header_numbers(gpio: FakeGpio) -> None:
    """As the real library: only the edge asked for, nothing within the bounce time, the caller's own numbering."""
    seen: list[int] = []
    gpio.setmode(FakeGpio.BOARD)
    gpio.setup(29, FakeGpio.IN, pull_up_down=FakeGpio.PUD_UP)  # header pin 29 is GPIO 5
    gpio.add_event_detect(29, FakeGpio.FALLING, callback=seen.append, bouncetime=5)
    gpio.trace(5, [(0, 0), (90, 1), (400, 0), (1200, 1), (300, 0), (1900, 1), (700, 0), (1100, 1), (510, 0)])
    assert seen == [29, 29]  # at 0 ms and, the first after 5 ms, at 6.2 ms
    assert gpio.event_detected(29)
    assert not gpio.event_detected(29)
