"""The guides for those who build, look after and referee a table: their commands do what they say, their lists are
those of the code, and what a maker must know first stands first."""

import os
import re
import runpy
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from hardware_tests import needs
from hardware_tests.plan import CHECKS
from host import cli
from host.adapters.link_lamps import LIGHT
from host.core.effects import Colour
from host.simulator.board_process import FIRMWARE, BoardProcess
from host.tests.board_line import place, require_micropython, tag

CHECKOUT = Path(__file__).resolve().parents[2]
PAGES = CHECKOUT / "docs" / "pages"
GUIDES = ("building.md", "bench.md", "fabrication.md", "referee.md", "club.md", "kiosk.md")
PARTS: dict[str, Any] = runpy.run_path(str(CHECKOUT / "docs" / "parts.py"))
PINS: dict[str, Any] = runpy.run_path(str(CHECKOUT / "firmware" / "pinout.py"))


def consoles(name: str) -> list[list[tuple[str, str]]]:
    """Each ```console block of a page as (command, what it prints); a line after `> ` goes on with the command."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", (PAGES / name).read_text(encoding="utf-8"), re.DOTALL):
        steps: list[tuple[str, str]] = []
        for line in block.splitlines():
            if line.startswith("$ "):
                steps.append((line[2:], ""))
            elif line.startswith(">"):
                steps[-1] = (f"{steps[-1][0]}\n{line[2:]}", steps[-1][1])
            else:
                steps[-1] = (steps[-1][0], f"{steps[-1][1]}{line}\n")
        found.append(steps)
    return found


def written(name: str) -> list[tuple[str, str]]:
    """Each file that a page has its reader write, and what stands in it."""
    return re.findall(r'```toml title="([\w.]+)"\n(.*?)```', (PAGES / name).read_text(encoding="utf-8"), re.DOTALL)


BLOCKS = [(name, nth) for name in GUIDES for nth in range(len(consoles(name)))]


@pytest.mark.parametrize(("name", "nth"), BLOCKS)
def test_what_a_guide_says_to_type_prints_what_it_shows(name: str, nth: int, tmp_path: Path) -> None:
    """Dots stand for figures that differ from table to table."""
    require_micropython()
    taula = tmp_path / "taula"
    taula.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m host.cli "$@"\n', encoding="utf-8")
    taula.chmod(0o755)
    here = tmp_path / "here"
    here.mkdir()
    for file, text in written(name):
        (here / file).write_text(text, encoding="utf-8")
    if any("cards/bin/segno" in command for command, _ in consoles(name)[nth]):
        programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        (here / "cards" / "bin").mkdir(parents=True)      # the guide has pip put it there, which needs the network
        (here / "cards" / "bin" / "segno").symlink_to(shutil.which("segno", path=programs) or needs.missing("segno"))
    paths = os.pathsep.join([str(CHECKOUT), str(CHECKOUT / "firmware")])
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": paths}
    for command, shown in consoles(name)[nth]:
        run = subprocess.run(["bash", "-c", command], cwd=here, env=environment, capture_output=True, text=True,
                             check=False)
        assert run.returncode == 0, run.stderr
        pattern = re.escape(shown).replace("…", r"\S.*")
        assert re.fullmatch(pattern, run.stdout), f"{command}\n{run.stdout}"


def test_there_are_commands_to_run() -> None:
    assert {name for name, _ in BLOCKS} == {"building.md", "club.md"}
    assert [file for name in GUIDES for file, _ in written(name)] == ["table.toml", "club.toml"]


def test_every_command_that_a_guide_names_exists() -> None:
    """In text or in a block: no guide sends anybody to a command that is not there."""
    for name in GUIDES:
        named = set(re.findall(r"taula ([a-z]+)", (PAGES / name).read_text(encoding="utf-8")))
        named -= {"that"}
        assert named <= cli.COMMANDS.keys() | {"cd"}, name


def test_every_check_that_a_guide_names_exists() -> None:
    known = {check.id for check in CHECKS}
    for name in GUIDES:
        assert set(re.findall(r"\bT\d\d\b", (PAGES / name).read_text(encoding="utf-8"))) <= known, name


def test_magnet_safety_stands_before_everything_else() -> None:
    text = (PAGES / "building.md").read_text(encoding="utf-8")
    assert text.split("\n\n")[1].startswith('!!! danger "Magnets injure"')
    assert "Swallowed" in text or "swallowed" in text.split("\n\n")[1]
    for name in ("club.md", "kiosk.md", "fabrication.md"):
        assert re.search(r"[Mm]agnet|warning", (PAGES / name).read_text(encoding="utf-8")), name


def test_what_was_never_made_is_said_on_the_first_lines() -> None:
    first = (PAGES / "fabrication.md").read_text(encoding="utf-8").split("\n\n")[1]
    assert "Nothing on this page has been made" in first


def test_the_parts_cost_what_the_guide_says() -> None:
    """And there are as many of each as the design has."""
    text = (PAGES / "building.md").read_text(encoding="utf-8")
    for name, told in (("R1", 514), ("L1", 144)):
        assert round(PARTS["total"](PARTS[name])) == told
        assert f"{told} €" in text
    counts = {item.name.split(" ")[0].split(",")[0]: item.count for item in PARTS["R1"]}
    assert counts["DRV5032DU"] >= 225
    assert counts["74HC165"] >= 30
    assert counts["WS2812B-2020"] == 256
    assert counts["TPIC6B595"] == 5


def test_what_the_parts_draw_is_what_the_guide_says() -> None:
    """And the supplies that it buys can give it."""
    text = (PAGES / "building.md").read_text(encoding="utf-8")
    usual, most = (sum(getattr(row, name) for row in PARTS["POWER"]) for name in ("usual", "most"))
    assert f"R1 draws about {usual:.1f} A, {most:.1f} A at most" in text
    assert "L1 0.6 A, 1.5 A at most" in text
    bought = {name: [item.name for item in PARTS[name] if item.name.startswith("supply")] for name in ("R1", "L1")}
    assert bought == {"R1": ["supply 5 V, 5 A, with jack and polyfuse"], "L1": ["supply 5 V, 3 A, with an OTG cable"]}
    assert most < 5


def test_the_small_parts_are_as_many_as_strips_and_diagrams_have() -> None:
    """Whoever orders by the list must lack none on a Sunday. L1's, which has no netlist; R1's: test_circuits.py."""
    strip = (CHECKOUT / "docs" / "hardware" / "strip" / "strip-parts.csv").read_text(encoding="utf-8")
    small = {part.name.split(",")[0]: part for part in PARTS["SMALL"]}
    signals = [signal for name in ("BOARD_PINS", "PI_PINS") for _, signal, _ in PINS[name]]
    buttons, switched = (len([each for each in signals if re.match(pattern, each)]) for pattern in (
        "clock|challenge|referee", r"\w+_PWR_EN"))
    assert (buttons, switched) == (5, 2)
    assert small["100 nF"].l1 == 15 * strip.count(",100 nF,") + buttons + 2       # the two buffers
    assert small["0 Ω"].l1 == 15 * strip.count(",0 ohm,")
    assert (small["P-FET"].l1, small["N-FET"].l1) == (switched, switched + 1)      # and one RUN
    assert small["10 kΩ"].l1 == buttons + 2 + small["P-FET"].l1 + small["N-FET"].l1   # the 5 V divider, the gates
    assert small["1 kΩ"].l1 == buttons + 1                                        # the status lamp


def test_the_prototypes_script_reads_the_pins_and_the_bits_of_the_firmware() -> None:
    pins, script = PINS, runpy.run_path(str(CHECKOUT / "docs" / "hardware" / "p0.py"))
    assert [script[name] for name in ("SCK", "MOSI", "MISO", "LOAD", "POWER")] == [
        pins[name] for name in ("HALL_SCK", "HALL_MOSI", "HALL_MISO", "HALL_LOAD", "HALL_POWER")]
    for column in range(15):
        raw = bytearray(b"\xff\xff")
        byte, mask = pins["chain_bit"](column)
        raw[byte] &= ~mask
        assert script["felt"](bytes(raw)) == ([column + 1], 1)


def prototype(script: str, folder: Path, role: str) -> BoardProcess:
    """A board that runs this script of docs/hardware as its program."""
    firmware = folder / "firmware"
    shutil.copytree(FIRMWARE, firmware, ignore=shutil.ignore_patterns("tests", "image", "emulator", "__pycache__"))
    shutil.copy(CHECKOUT / "docs" / "hardware" / script, firmware / "main.py")
    return BoardProcess({"role": role}, firmware=firmware)


@pytest.mark.parametrize(("script", "role", "before", "after"), [
    ("p0.py", "board", ["tiles on [] sentinel 1"], ["tiles on [8] sentinel 1"]),
    ("p1.py", "radio", ["row h: no tag, gain 352", "column 8: no tag, gain 352"],
     ["row h: E004010000000001, gain 352", "column 8: E004010000000001, gain 352"]),
])
def test_a_prototypes_script_prints_what_a_tile_changes(
        script: str, role: str, before: list[str], after: list[str], tmp_path: Path) -> None:
    """P0: the square of its only row; P1: both loops. The scripts as they stand, under MicroPython, on the models."""
    require_micropython()
    square = 7 if script == "p0.py" else 112
    with prototype(script, tmp_path, role) as board:
        board.grant(board.now_us + 1_000_000)
        assert board.words.splitlines() == before
        board.pose(1, tag(1), board.now_us, place(square), board.now_us, place(square))
        board.grant(board.now_us + 1_000_000)
        assert board.words.splitlines() == before + after
        if script == "p1.py":
            board.fault("antenna_supply", "on")
            board.grant(board.now_us + 1_000_000)
            assert board.words.splitlines()[-1].startswith("the antennas' supply gives 4.6 V instead of 22 to 26")


def test_the_line_that_switches_a_loop_on_for_the_network_analyser_runs(tmp_path: Path) -> None:
    """Of prototype P1: the guide's own words between the quotes, on the models; a wrong word would be a trace."""
    require_micropython()
    [words] = re.findall(r'mount firmware exec "([^"]+)"', (PAGES / "building.md").read_text(encoding="utf-8"))
    prototype("p1.py", tmp_path, "radio").close()
    (tmp_path / "firmware" / "main.py").write_text(f"{words}\n", encoding="utf-8")
    with BoardProcess({"role": "radio"}, firmware=tmp_path / "firmware") as board:
        board.grant(board.now_us + 1_000_000)
        assert board.words == ""
        assert board.at_prompt


def test_the_built_pages_hold_their_printed_lists(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path)]
    run = subprocess.run([*command, "--config-file", str(CHECKOUT / "docs" / "mkdocs.yml")], cwd=CHECKOUT,
                         capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    wanted = {"building": [item.name for item in (*PARTS["R1"], *PARTS["L1"])],
              "bench": [check.does for check in CHECKS], "fabrication": ["strip-netlist.csv", "grid.scad"],
              "club": ["A QR code on each table"]}
    for name, words in wanted.items():
        text = unescape(re.sub(r"<[^>]+>", "", (tmp_path / f"{name}.html").read_text(encoding="utf-8")))
        assert [each for each in words if each not in text] == [], name
    assert (tmp_path / "hardware" / "antenna" / "antenna.svg").exists()
    assert (tmp_path / "hardware" / "strip" / "strip-front.gbr").exists()


def test_what_a_guide_quotes_is_what_the_table_says() -> None:
    """Words in italics are looked for on a page or in the terminal; dots stand for what differs."""
    folders = (CHECKOUT / "host", CHECKOUT / "host" / "words", CHECKOUT / "hardware_tests")
    places = [path for folder in folders for path in folder.glob("*.py")]
    places += (CHECKOUT / "host" / "adapters" / "web" / "templates").glob("*.html")
    said = " ".join(re.sub(r'["\']\s*\n?\s*f?["\']', "", path.read_text(encoding="utf-8")) for path in places)
    for name in ("building.md", "club.md", "kiosk.md", "referee.md"):
        text = (PAGES / name).read_text(encoding="utf-8").replace("\n", " ")
        quoted = re.findall(r"(?<![*\w])\*([^*\s][^*]*)\*(?![*\w])", text.replace("**", ""))
        for words in quoted:
            for part in re.split(r"…|\.$", words):
                assert part.strip() in said, f"{name}: nothing says '{words}'"


@pytest.mark.parametrize("name", ["kiosk", "club"])
def test_whoever_looks_after_a_table_is_told_what_the_lamps_say(name: str) -> None:
    """Their colours are those that the board is sent; nothing on the board flashes."""
    hooks = runpy.run_path(str(CHECKOUT / "docs" / "hooks.py"))
    text = hooks["on_page_markdown"]((PAGES / f"{name}.md").read_text(encoding="utf-8"))
    for colour, word in ((Colour.FAULT, "red"), (Colour.PLAYED, "blue")):
        strongest = max(range(3), key=LIGHT[colour].__getitem__)
        assert ("red", "green", "blue")[strongest] == word
    rows = dict(re.findall(r"^\| \*\*(\w+)\*\*, at a square \| (.*?) \|", text, re.MULTILINE))
    assert rows.keys() == {"red", "blue"}
    assert "wrong" in rows["red"]
    assert "missing" in rows["blue"]
    assert set(LIGHT) == set(Colour) - {Colour.DARK}
    assert not re.search(r"blinks at a square|lamp blinks", text)


def test_a_check_is_quoted_with_its_own_words() -> None:
    """`T07: *no square feels the tile*`: the sentence is that check's."""
    text = (PAGES / "building.md").read_text(encoding="utf-8")
    quoted = re.findall(r"^\| (T\d\d).*?: \*([^*…]+)", text, re.MULTILINE)
    assert len(quoted) > 9
    for check, words in quoted:
        [path] = (CHECKOUT / "hardware_tests").glob(f"{check.lower()}_*.py")
        assert words.strip() in path.read_text(encoding="utf-8"), f"{check} never says '{words}'"
