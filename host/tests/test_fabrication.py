"""The fabrication files of docs/hardware: they are what their scripts write, break no rule, and say the same as the
firmware and the models do; a board with a fault in it is refused. Solids are rendered by OpenSCAD."""

import re
import runpy
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hardware_tests import needs

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDER = CHECKOUT / "docs" / "hardware"
PINOUT: dict[str, Any] = runpy.run_path(str(CHECKOUT / "firmware" / "pinout.py"))


def script(name: str) -> Any:
    """The module `name` of docs/hardware, as it runs there."""
    sys.path.insert(0, str(FOLDER))
    try:
        return __import__(name)
    finally:
        sys.path.remove(str(FOLDER))


strip, antenna, copper = script("strip"), script("antenna"), script("copper")


@pytest.mark.parametrize("name", ["strip", "antenna"])
def test_the_files_are_what_the_script_writes(name: str) -> None:
    """A file that was changed by hand is one that nobody has checked."""
    written = {path.name: path.read_text(encoding="utf-8") for path in (FOLDER / name).iterdir()}
    assert written == script(name).files()


def test_the_boards_break_no_rule() -> None:
    assert copper.breaches(strip.strip()) == []
    assert antenna.faults(antenna.panel()) == []


# ---- the strip --------------------------------------------------------------------------------------------------


def test_the_strips_inputs_are_the_bits_that_the_firmware_reads() -> None:
    """Column by column: which chip and which input, against chain_bit of the firmware."""
    nets = {pin: net for net, pin in strip.netlist(strip.strip())}
    for column in range(15):
        byte, mask = PINOUT["chain_bit"](column)
        chip, number = strip.input_of(column)
        assert (chip, 1 << number) == (byte, mask)
        assert nets[f"H{column}.2"] == nets[f"U{chip + 1}.{strip.INPUT_PIN[number]}"] == f"D{column}"
    assert nets["U2.11"] == nets["R1.2"] == "SENTINEL"  # D0 of the second chip
    assert (nets["R1.1"], nets["R0.1"]) == ("3V3", "GND")


def test_the_strips_chain_goes_from_plug_to_plug() -> None:
    nets = {pin: net for net, pin in strip.netlist(strip.strip())}
    assert nets["J2.7"] == nets["U2.10"] == "DIN"       # SER of the far chip
    assert nets["U2.9"] == nets["U1.10"] == "CHAIN"     # its QH to SER of the near one
    assert nets["U1.9"] == nets["J1.7"] == "DOUT"
    for signal, pin in (("LOAD", 1), ("CLK", 2), ("GND", 8), ("GND", 15), ("3V3", 16)):
        assert nets[f"U1.{pin}"] == nets[f"U2.{pin}"] == signal
    for plug in ("J1", "J2"):
        assert [nets[f"{plug}.{pin}"] for pin in (2, 4, 6, 8, 10)] == ["GND"] * 5  # a ground between any two lines
    for column in range(15):
        assert (nets[f"H{column}.1"], nets[f"H{column}.3"]) == ("3V3H", "GND")  # switched: check T05


def test_each_sensor_lies_under_the_middle_of_its_square_and_every_pad_has_its_part() -> None:
    places = {part.name: part for part in strip.parts()}
    for column in range(15):
        assert places[f"H{column}"].x == 19 * column + 9.5
    with_pads = {pin.split(".")[0] for _, pin in strip.netlist(strip.strip())}
    assert with_pads - {"R0", "R1"} == places.keys() - {"R1 or R0"}
    assert Counter(part.kind for part in places.values()) == {
        "DRV5032DU": 15, "100 nF": 17, "74HC165": 2, "0 ohm": 1, "pin header 2 x 5": 2}


def shifted(piece: Any, up: float) -> Any:
    return replace(piece, y0=piece.y0 + up, y1=piece.y1 + up)


def cut(board: Any, net: str) -> None:
    """Take the long track of `net` away."""
    board.copper.remove(next(each for each in board.copper if each.net == net and each.x1 - each.x0 > 20))


@pytest.mark.parametrize(("fault", "sentence"), [
    (lambda board: board.track("D0", "back", [(5, 1.9), (15, 1.9)]), "3V3H and D0|D0 and 3V3H"),
    (lambda board: cut(board, "CHAIN"), "CHAIN is in 2 pieces"),
    (lambda board: board.track("GND", "back", [(20, 0.2), (30, 0.2)]), "GND is less than 0.3 mm from the edge"),
    (lambda board: board.track("GND", "front", [(100, 18.1), (101, 18.1)], 0.1), "GND is thinner than 0.2 mm"),
    (lambda board: board.holes.append((-8.6, 4.5, 0.3)), "two holes meet"),
], ids=["short", "open", "edge", "thin", "holes"])
def test_a_fault_in_the_copper_is_found(fault: Any, sentence: str) -> None:
    """A rule check that cannot fail is none."""
    board = strip.strip()
    fault(board)
    assert any(re.search(sentence, told) for told in copper.breaches(board))


def test_every_track_that_is_moved_onto_another_is_found() -> None:
    """Each lane of the back in turn, by its distance to the next one."""
    lanes = [nth for nth, each in enumerate(strip.strip().copper) if each.kind == "track" and each.x1 - each.x0 > 20]
    assert len(lanes) > 15
    for nth in lanes:
        board = strip.strip()
        board.copper[nth] = shifted(board.copper[nth], 0.55)
        assert copper.breaches(board) != [], board.copper[nth]


def test_the_gerber_files_can_be_read_back() -> None:
    """Every flash of every layer, by the letter of the format: format, unit, apertures, end."""
    for name in ("strip", "antenna"):
        for path in (FOLDER / name).glob("*.gbr"):
            lines = path.read_text(encoding="ascii").splitlines()
            assert lines[:2] == ["%FSLAX46Y46*%", "%MOMM*%"]
            assert lines[-1] == "M02*"
            defined = {line[4:6] for line in lines if line.startswith("%ADD")}
            used = {line[1:3] for line in lines if re.fullmatch(r"D\d\d\*", line)}
            assert defined == used
    board = strip.strip()
    flashes = (FOLDER / "strip" / "strip-front.gbr").read_text(encoding="ascii").count("D03*")
    assert flashes == sum(each.layer == "front" for each in board.copper)
    holes = (FOLDER / "strip" / "strip-holes.drl").read_text(encoding="ascii")
    assert len(re.findall(r"^X", holes, re.MULTILINE)) == len(board.holes)


# ---- the antenna panel ------------------------------------------------------------------------------------------


def test_a_row_and_a_column_loop_cross_under_every_square() -> None:
    board = antenna.panel()
    for square in range(225):
        x, y = 19 * (square % 15) + 9.5, 285 - 19 * (square // 15) - 9.5
        for loop in (f"row{square // 15}", f"column{square % 15}"):
            pieces = [each for each in board.copper if each.net == loop]
            x0, x1 = min(each.x0 for each in pieces), max(each.x1 for each in pieces)
            y0, y1 = min(each.y0 for each in pieces), max(each.y1 for each in pieces)
            assert x0 < x - 8 < x + 8 < x1, (square, loop)
            assert y0 < y - 8 < y + 8 < y1, (square, loop)


def test_a_closed_loop_and_loops_too_close_are_found() -> None:
    board = antenna.panel()
    feed = -antenna.OVER
    y = 285 - antenna.middle(3)
    first = next(nth for nth, each in enumerate(board.copper) if each.net == "row3")
    board.copper[first] = copper.Copper("row3", "front", feed - 0.4, y - 2, feed + 0.4, y + 8.9)
    assert any("row3 is closed" in told for told in antenna.faults(board))
    board = antenna.panel()
    board.track("row4", "front", [(0, 285 - antenna.middle(4) + 9.5), (100, 285 - antenna.middle(4) + 9.5)], 0.8)
    assert any("row3 and row4 are" in told for told in antenna.faults(board))


# ---- the solids -------------------------------------------------------------------------------------------------

SCAD = (FOLDER / "dims.scad").read_text(encoding="utf-8")
DIMS = {name: float(value) for name, value in re.findall(r"^(\w+) = ([\d.]+);", SCAD, re.MULTILINE)}


def test_the_measures_fit_each_other_and_the_models() -> None:
    """The models' distance from magnet to sensor is that of the tile that is printed."""
    stack = DIMS["skin"] + DIMS["tag_high"] + DIMS["surface"] + 1.6 + 0.3
    rest = int(re.findall(r"REST_GAP = (\d+)", (CHECKOUT / "firmware/sim/world.py").read_text(encoding="utf-8"))[0])
    assert round(1000 * stack) == rest
    assert DIMS["tile"] < DIMS["pitch"] - DIMS["ridge"]
    corner = (DIMS["pitch"] - DIMS["tile"]) / 2 + DIMS["tile_corner"]
    assert 2 ** 0.5 * corner - DIMS["tile_corner"] > DIMS["boss"] / 2  # a tile's corner passes the post
    assert 0.5 <= DIMS["ridge_high"] <= 0.8
    assert DIMS["lid_high"] + DIMS["tray_high"] - DIMS["skin"] - DIMS["tag_high"] > DIMS["magnet_high"] + 1


def rendered(file: str, part: str, folder: Path) -> list[tuple[float, ...]]:
    """The corners of the solid's triangles, three after the other."""
    openscad = needs.program("openscad")
    target = folder / f"{part}.stl"
    settings = [word for each in (f"part=\"{part}\"", "across=2", "down=2") for word in ("-D", each)]
    run = subprocess.run([openscad, *settings, "-o", str(target), str(FOLDER / file)],
                         capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "WARNING" not in run.stderr
    text = target.read_text(encoding="ascii")
    return [tuple(map(float, each)) for each in re.findall(r"vertex (\S+) (\S+) (\S+)", text)]


SIZES = {
    ("tile_pocket.scad", "tray"): ("tile", "tile", "tray_high"),
    ("tile_pocket.scad", "lid"): ("tile", "tile", None),
    ("grid.scad", "post"): ("post", "post", None),
    ("grid.scad", "grid"): (None, None, "ridge_high"),
    ("gluing_jig.scad", "jig"): (None, None, None),
}


@pytest.mark.parametrize(("file", "part"), SIZES)
def test_each_solid_is_rendered_closed_and_of_its_size(file: str, part: str, tmp_path: Path) -> None:
    """A surface with a hole in it does not print."""
    corners = rendered(file, part, tmp_path)
    edges: Counter[tuple[tuple[float, ...], tuple[float, ...]]] = Counter()
    for nth in range(0, len(corners), 3):
        triangle = corners[nth:nth + 3]
        edges.update((triangle[each], triangle[(each + 1) % 3]) for each in range(3))
    assert len(corners) > 30
    assert all(edges[end, start] == count for (start, end), count in edges.items())
    for axis, name in enumerate(SIZES[file, part]):
        if name:
            size = max(corner[axis] for corner in corners) - min(corner[axis] for corner in corners)
            assert abs(size - DIMS[name]) < 0.01, (axis, name)
