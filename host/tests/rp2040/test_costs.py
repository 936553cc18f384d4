"""What the firmware's steps cost on the emulated board, against the budgets and what docs/pages/performance.md says.

`make costs` prints the figures.
"""

import json
import os
import re

from hardware_tests.needs import CHECKOUT
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


# Names in the page's table, row by row, of what is measured there, in microseconds.
ROWS = {
    "a register of the PN5180 written; read (two transactions)": ("pn5180_register_written", "pn5180_register_read"),
    "a register of the MFRC522 written": ("mfrc522_register_written",),
    "the Hall chain read (60 µs of it on the wire)": ("chain_read",),
    "one scan at rest, settling included": ("scan_at_rest",),
    "a lamp lit: 256 posts reckoned anew": ("lamp_lit",),
    "256 lamps rendered; handed to DMA": ("lamps_rendered", "lamps_sent"),
    "a loop selected": ("loop_selected",),
    "an inventory that nobody answers": ("inventory_of_silence",),
    "a round of sixteen silent slots": ("round_of_sixteen_silent_slots",),
    "a message sent and acknowledged; a message taken": ("message_sent_and_acknowledged", "message_taken"),
    "a heartbeat": ("heartbeat",),
    "sixty tiles read from nothing": ("read_from_nothing",),
    "a known board of sixty, by its rows": ("known_board",),
    "a tag on the pad, from the beginning of its poll": ("pad_poll",),
    "from power to the first greeting": ("first_greeting",),
}
DRIFT = 0.1  # of a figure, before the page is to be written anew: what moves in memory costs some per cent more
UNITS = {"": 1, " ms": US, " s": US * US}


def told_by_the_page() -> dict[str, float]:
    """Name to microseconds, of the rows that are in ROWS."""
    page = (CHECKOUT / "docs" / "pages" / "performance.md").read_text(encoding="utf-8")
    found = {}
    for step, text in re.findall(r"^\| (.+?) \| ([^|]+?) \|$", page, re.M):
        figures = re.findall(r"([\d,.]+)( ms| s)?", text.partition("(")[0])
        for name, (figure, unit) in zip(ROWS.get(step, ()), figures, strict=False):
            found[name] = float(figure.replace(",", "")) * UNITS[unit]
    return found


def check_page(found: dict[str, int]) -> None:
    """The page says what was found now, as far as it has a row for it."""
    told = told_by_the_page()
    assert sorted(told) == sorted(name for row in ROWS.values() for name in row)
    drifted = {name: (round(told[name]), us) for name, us in found.items()
               if name in told and abs(us - told[name]) > DRIFT * told[name]}
    assert drifted == {}, "docs/pages/performance.md says the first of each pair, the second is measured now"


def test_from_power_to_the_first_greeting_it_takes_as_long_as_the_page_says():
    with EmulatedBoard(image_here(), {"role": "board"}) as board:
        while not (report := board.grant(board.now_us + STEP_US)).wrote:
            assert report.now_us < LIMIT_US
        print(f"first_greeting {report.now_us} 0")
        check_page({"first_greeting": report.now_us})


def test_the_radio_keeps_its_budgets():
    found = costs({"role": "radio"})
    check_page(found)
    assert found["tiles_read"] == 60
    assert found["read_from_nothing"] <= 1.3 * 1_557 * US
    assert found["known_board"] <= 1_000 * US
    assert found["pn5180_register_written"] <= 80


def test_the_pad_and_the_scan_keep_theirs():
    found = costs({"role": "whole", "pad": True})
    check_page(found)
    assert found["pad_poll"] <= 1.3 * 18 * US
    assert found["scan_at_rest"] <= 1 * US


def test_our_files_fit_into_the_flash():
    assert sum(map(len, image_here().files.values())) <= LARGEST
