"""What the firmware's steps cost on the emulated board, against the budgets; see docs/pages/performance.md."""

import json
import os

from host.board_image import LARGEST, image_here
from host.simulator.emulated_board import EMULATOR, EmulatedBoard
from host.tests.board_line import place, tag

US = 1_000
STEP_US, LIMIT_US = 50 * US, 14_000 * US
# Sixty squares, four a row, no column with more than five.
SQUARES = [15 * row + (4 * row + 3 * nth) % 15 for row in range(15) for nth in range(4)]


def costs(settings: dict) -> dict[str, int]:
    """The figures of firmware/emulator/costs.py for a board with these settings: us by name."""
    extra = {"main.py": (EMULATOR / "costs.py").read_bytes(), "squares.json": json.dumps(SQUARES).encode()}
    with EmulatedBoard(image_here(), settings, extra=extra) as board:
        board.lay_on_pad(bytes.fromhex("0704112233445566")) if settings.get("pad") else None
        line = os.open(board.serial_path, os.O_RDONLY | os.O_NOCTTY)
        told, laid = b"", False
        while b"end 0 0" not in told and board.now_us < LIMIT_US:
            if wrote := board.grant(board.now_us + STEP_US).wrote:
                told += os.read(line, wrote)
            if b"lay 0 0" in told and not laid:
                laid = True
                for tile, square in enumerate(SQUARES):
                    board.pose(tile, tag(tile), board.now_us, place(square), board.now_us, place(square))
        os.close(line)
    print(told.decode())
    assert b"failed" not in told
    return {name: int(us) for name, us, _ in (line.split() for line in told.decode().splitlines())}


def test_the_radio_keeps_its_budgets():
    found = costs({"role": "radio"})
    assert found["tiles_read"] == 60
    assert found["read_from_nothing"] <= 1.3 * 1_557 * US
    assert found["known_board"] <= 1_000 * US
    assert found["pn5180_register_written"] <= 80


def test_the_pad_and_the_scan_keep_theirs():
    found = costs({"role": "whole", "pad": True})
    assert found["pad_poll"] <= 1.3 * 18 * US
    assert found["scan_at_rest"] <= 1 * US


def test_our_files_fit_into_the_flash():
    assert sum(map(len, image_here().files.values())) <= LARGEST
