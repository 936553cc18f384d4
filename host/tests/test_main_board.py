"""R1's main board, the racks' antenna, the drawings: the files are what their scripts write, the circuit is the one
that the firmware speaks to, and a fault in either is found."""

import re
import runpy
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDER = CHECKOUT / "docs" / "hardware"
FIRMWARE = CHECKOUT / "firmware"
PINOUT: dict[str, Any] = runpy.run_path(str(FIRMWARE / "pinout.py"))


def script(name: str) -> Any:
    """The module `name` of docs/hardware, as it runs there."""
    sys.path.insert(0, str(FOLDER))
    try:
        return __import__(name)
    finally:
        sys.path.remove(str(FOLDER))


main_board, main_netlist, rack, section, antenna, copper, plan, strip = map(
    script, ("main_board", "main_netlist", "rack", "section", "antenna", "copper", "plan", "strip"))
NETS = {pin: net for net, pin in main_netlist.netlist()}


@pytest.mark.parametrize(("name", "folder"), [("main_board", "main"), ("rack", "rack"), ("section", "section")])
def test_the_files_are_what_the_script_writes(name: str, folder: str) -> None:
    """A file that was changed by hand is one that nobody has checked."""
    written = {path.name: path.read_text(encoding="utf-8") for path in (FOLDER / folder).iterdir()}
    assert written == script(name).files()


def test_the_boards_break_no_rule() -> None:
    assert main_board.faults(main_board.main_board()) == []
    assert rack.faults(rack.rack()) == []


# ---- the circuit ------------------------------------------------------------------------------------------------


def test_the_chain_of_the_main_board_gives_the_bits_that_the_firmware_reads() -> None:
    """From the pin that reads, chip by chip to the pin that writes: sensor for sensor, sentinel for sentinel."""
    net, chips = "HALL_MISO", []
    while net != "HALL_MOSI":
        (chip,) = [pin.removesuffix(".9") for pin, its in NETS.items()
                   if its == net and pin.endswith(("U1.9", "U2.9"))]
        chips.append(chip)
        net = NETS[f"{chip}.10"]
    assert len(chips) == PINOUT["CHAIN_BYTES"] == 30
    for square in range(225):
        byte, mask = PINOUT["chain_bit"](square)
        pin = strip.INPUT_PIN[mask.bit_length() - 1]
        row, column = divmod(square, 15)
        assert NETS[f"{chips[byte]}.{pin}"] == NETS[f"{main_netlist.ROWS[row]}-H{column}.2"]
    for row in range(15):
        assert (NETS[f"{chips[2 * row + 1]}.{strip.INPUT_PIN[0]}"] == "3V3") == (PINOUT["sentinel"](row) == 1)


def test_every_five_rows_have_a_clock_of_their_own() -> None:
    groups = [NETS[f"{row}-U1.2"] for row in main_netlist.ROWS]
    assert groups == [NETS[f"{row}-U2.2"] for row in main_netlist.ROWS]
    assert list(Counter(groups).values()) == [5, 5, 5]
    assert len({groups[0], groups[5], groups[10]}) == 3


def test_the_lamps_stand_and_hang_together_as_the_firmware_numbers_them() -> None:
    """firmware/scan/posts.py: a square is shown by the four posts at its corners."""
    sys.path.insert(0, str(FIRMWARE))
    from scan.posts import POSTS, corners
    assert main_netlist.POSTS == POSTS == PINOUT["LAMPS"]
    for square in range(225):
        x, y = main_board.sensor_at(square)
        places = sorted(main_board.lamp_at(post) for post in corners(square))
        assert places == sorted((x + right, y + up) for right in (-9.5, 9.5) for up in (-9.5, 9.5))
    for post in range(POSTS - 1):
        assert NETS[f"L{post}.{main_netlist.LAMP_OUT}"] == NETS[f"L{post + 1}.{main_netlist.LAMP_IN}"]


def test_the_low_cost_strip_of_lamps_is_ordered_as_the_guide_says() -> None:
    """firmware/scan/edges.py: rows, columns, the clocks."""
    sys.path.insert(0, str(FIRMWARE))
    from scan import edges
    text = " ".join((CHECKOUT / "docs" / "pages" / "wiring.md").read_text(encoding="utf-8").split())
    told = re.search(r"one strip of (\d+), first (\d+) down beside the rows from the top, then (\d+) along the "
                     r"columns from the left, then (\d+) at the clock of side A and (\d+) at that of side B", text)
    assert told is not None
    numbers = [PINOUT["LAMPS_FEW"], 15, edges.CLOCKS - 15, edges.CLOCK_LAMPS, edges.CLOCK_LAMPS]
    assert [int(each) for each in told.groups()] == numbers
    assert (edges.beside(0), edges.beside(14), edges.beside(210)) == ((0, 15), (0, 29), (14, 15))


def test_the_switch_selects_the_loop_that_the_firmware_means() -> None:
    """firmware/drivers/antenna_mux.py: loop n is bit n % 8 of the chip n // 8 from the first; all but one are off."""
    source = (FIRMWARE / "drivers" / "antenna_mux.py").read_text(encoding="utf-8")
    assert "pattern[CHIPS - 1 - loop // 8] = 1 << loop % 8" in source
    net, chain = NETS["UA.6"], []                     # the buffer of SER IN
    while chips := [pin for pin, its in NETS.items() if its == net and pin.startswith("US") and pin.endswith(".3")]:
        chain.append(chips[0].removesuffix(".3"))
        net = NETS[f"{chain[-1]}.18"]
    assert len(chain) == 5
    for loop in range(main_netlist.LOOPS):
        drain = f"{chain[loop // 8]}.{main_netlist.DRAINS[loop % 8]}"
        assert NETS[drain] == NETS[f"LC{loop}.2"]
        assert NETS[f"LC{loop}.1"] == NETS[f"D{loop}B.2"]


# ---- the copper -------------------------------------------------------------------------------------------------


def test_straight_loops_and_lamps_are_in_each_others_way() -> None:
    """Why the row loops step: on the antenna panel alone a lamp finds no room."""
    straight = antenna.panel()
    for pin, (right, up) in enumerate(main_board.LAMP_PADS):
        x, y = main_board.lamp_at(17)
        straight.pad(f"L17.{pin}", f"L17.{pin}", x + right, y + up, main_board.LAMP_PAD, main_board.LAMP_PAD)
    assert any("L17" in told for told in copper.breaches(straight))


def test_the_steps_leave_the_middle_of_every_square_to_the_tag() -> None:
    """A coil of 16 mm over a square crosses no copper of its own two loops but at the steps' corners."""
    board = main_board.main_board()
    for square in (0, 112, 224):
        x, y = main_board.sensor_at(square)
        for piece in board.copper:
            right = max(piece.x0 - x, x - piece.x1, 0)
            up = max(piece.y0 - y, y - piece.y1, 0)
            assert right ** 2 + up ** 2 > 7.5 ** 2, piece


def test_a_closed_or_short_loop_of_a_rack_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as narrow:
        narrow.setattr(rack, "FEED", 0.8)
        assert any("closed" in told for told in rack.faults(rack.rack()))
    short = rack.rack()
    moved = next(nth for nth, piece in enumerate(short.copper) if piece.x0 > rack.LONG)
    short.copper[moved] = copper.Copper("rack", "front", 120, -8.9, 120.8, 8.9)
    assert any("tile 7 reaches over" in told for told in rack.faults(short))


# ---- the drawings -----------------------------------------------------------------------------------------------


def test_the_cut_comes_to_the_distance_of_the_models() -> None:
    rest = runpy.run_path(str(FIRMWARE / "sim" / "world.py"))["REST_GAP"]
    assert round(1000 * section.gap_mm()) == rest
    assert f"from magnet to sensor {section.gap_mm():g}" in section.picture()


def test_the_plan_names_every_part_of_the_strip_once() -> None:
    """Whoever solders looks for the name."""
    words = Counter(label.word.split(" ")[0] for label in strip.labels() if label.kind == "name")
    names = {part.name for part in strip.parts()} - {"R1 or R0"} | {"R1", "R0"}
    assert words.keys() == names
    assert set(words.values()) == {1}
    for start, end in plan.PIECES:                       # and no part is cut in two
        for label in strip.labels():
            assert not abs(label.x - start) < 1 or start == plan.PIECES[0][0], label
            assert not abs(label.x - end) < 1, label
