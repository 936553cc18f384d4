"""The released image on an emulated RP2040: every role starts, senses, and comes back after whatever stops it."""

import ast
import contextlib
from collections.abc import Iterator

from tablewire.frames import UNNUMBERED, frame
from tablewire.messages import (
    BAD_FILES,
    BAG,
    BOARD,
    PROTOCOL,
    RADIO,
    WHOLE,
    BagTag,
    HallChanged,
    HallState,
    HostHello,
    PadTag,
    ReadAgain,
    StateWanted,
    TagRead,
    pack,
)
from tablewire.record import pack_record

from hardware_tests.keeping import in_use, keep, start_anew
from host.board_image import SOURCES, image_here
from host.firmware_image import FIRMWARE, SUMS
from host.simulator.emulated_board import EmulatedBoard
from host.tests.board_line import CENTRE, Line, lay, messages, place, tag
from host.workbench import VirtualLine, Workbench

MOST_HUNG = 3  # as firmware/rounds.py has it
START_S = 2.5  # from power to the second heartbeat: every file is compared with its sum before
PAD = {"role": "whole", "pad": True}


@contextlib.contextmanager
def started(settings: dict, **how: object) -> Iterator[Line]:
    """A board that has been greeted."""
    with EmulatedBoard(image_here(), settings, **how) as board:
        line = Line(board)
        line.run(START_S)
        try:
            yield line
        finally:
            line.port.close()


def lives(line: Line, role: int) -> None:
    """It has said once who it is, beats twice a second and has printed nothing."""
    assert [(hello.role, hello.uid, hello.boot) for hello in line.hellos] == [(role, b"RP2040-A", 1)]
    assert line.unwell == []
    beats = len(line.beats)
    line.run(1)
    assert len(line.beats) == beats + 2
    assert line.board.words == ""


def test_the_board_of_the_magnets_tells_a_tile_and_tells_its_state_to_a_host_that_comes_later():
    with started({"role": "board"}, uid="RP2040-A") as line:
        lives(line, BOARD)
        lay(line, CENTRE)
        changes = [m for m in messages(line.run(0.5)) if isinstance(m, HallChanged)]
        assert [(m.square, m.on) for m in changes] == [(CENTRE, 1)]
        line.port.close()
        later = Line(line.board, before=line)
        later.say_bytes(frame(UNNUMBERED, pack(HostHello(PROTOCOL, 0, 0, 0))))
        later.run(0.1)
        assert [hello.boot for hello in later.hellos] == [1]
        later.say(StateWanted())
        byte, mask = CENTRE // 8, 0x80 >> CENTRE % 8
        assert [m.bits[byte] & mask for m in messages(later.run(0.2)) if isinstance(m, HallState)] == [mask]
        later.port.close()


def test_the_board_of_the_loops_names_a_tile():
    with started({"role": "radio"}, uid="RP2040-A") as line:
        lives(line, RADIO)
        lay(line, CENTRE)
        line.run(0.3)
        line.say(ReadAgain(CENTRE))
        told = messages(line.run(0.3))
        assert [(m.square, m.tag) for m in told if isinstance(m, TagRead)] == [(CENTRE, tag(1))]


def test_the_board_of_the_bag_names_what_lies_in_it():
    with started({"role": "bag"}, uid="RP2040-A") as line:
        lives(line, BAG)
        line.board.in_bag([tag(1), tag(2)])
        line.say(StateWanted())
        told = messages(line.run(1.5))
        assert {m.tag for m in told if isinstance(m, BagTag)} == {tag(1), tag(2)}


def test_the_board_of_the_low_cost_table_names_a_tile_on_the_pad():
    with started(PAD, uid="RP2040-A") as line:
        lives(line, WHOLE)
        laid = bytes.fromhex("0704112233445566")
        line.board.lay_on_pad(laid)
        assert laid in [m.tag for m in messages(line.run(0.5)) if isinstance(m, PadTag)]


HANGS = b"""
import asyncio, program, time
from drivers.watchdog import Watchdog
from rounds import Rounds

async def hang():
    await asyncio.sleep_ms(500)
    time.sleep_ms(60000)

async def both():
    await asyncio.gather(program.serve((), Rounds(Watchdog())), hang())

asyncio.run(both())
"""


def test_a_program_that_hangs_is_started_again_by_the_watchdog():
    """Its flash is what it was: the start is counted there."""
    with started({"role": "board"}, extra={"main.py": HANGS, "sums.json": b"{}"}) as line:
        for _ in range(8):
            line.run(0.5)
        assert line.board.boots >= 2
        assert [hello.boot for hello in line.hellos][:2] == [1, 2]


def test_the_order_of_the_sensors_is_kept_in_the_eeprom_over_the_chips_own_i2c_and_used_from_the_next_start_on():
    """Written page by page with acknowledge polling, read back, and read at the start."""
    order = bytes(range(224, -1, -1))
    board = EmulatedBoard(image_here(), {"role": "board"})
    bench = Workbench(VirtualLine(board))
    try:
        bench.wait(START_S)
        keep(bench, pack_record(order, (7,)))
        assert start_anew(bench)
        assert board.boots == 2
        assert in_use(bench) == (order, (7,))
        bench.told(0)
        board.pose(1, tag(1), board.now_us, place(0), board.now_us, place(0))
        assert [m.square for m in (each.message for each in bench.told(1)) if isinstance(m, HallChanged)] == [224]
        assert board.words == ""
    finally:
        bench.close()


# Before what main.py says: what is wrong happens in the third round of the scan.
THIRD_ROUND = """
import rounds, time

third = [3]
before = rounds.Rounds.scanned

def scanned(self):
    third[0] -= 1
    if third[0] == 0:
        %s
    before(self)

rounds.Rounds.scanned = scanned
"""
HANGS_AT_FIRST = "open('boots.txt').read() == '1' and time.sleep_ms(60000)"
ENDS = "raise OSError"
SAFE_S = MOST_HUNG * 10  # the watchdog bites after 8.4 s


def with_main(before: str = "") -> dict[str, bytes]:
    """main.py as it is, `before` in front of it; no file is compared with its sum."""
    text = (FIRMWARE / "main.py").read_text("utf-8")
    assert text.endswith("    start()\n")
    return {"main.py": (before + text.removesuffix("    start()\n") + "    watched(())\n").encode()}


def wrong_in_its_third_round(what: str) -> dict[str, bytes]:
    return with_main(THIRD_ROUND % what)


def test_a_board_that_hangs_in_its_third_round_is_started_again_and_plays():
    with started({"role": "board"}, extra=wrong_in_its_third_round(HANGS_AT_FIRST)) as line:
        line.run(10)
        assert [hello.boot for hello in line.hellos] == [1, 2]
        assert line.board.scratch[3] & 0xFFFF == 0
        line.run(4)
        assert line.board.boots == 2
        assert len(line.beats) >= 2 * 4


# In place of the program: it hangs while it is imported, at the first start or at all; it does so asleep.
NEVER_IMPORTED = b"import time\ntime.sleep_ms(60000)\n"
IMPORTED_ONCE = b"""
import os, time
if "hung" not in os.listdir():
    open("hung", "w").close()
    time.sleep_ms(60000)
from drivers.ports import link
def run(wrong, rounds):
    link("uart").write(b"runs")
"""


def test_a_board_that_hangs_as_its_program_is_imported_is_started_again():
    with started({"role": "board"}, extra={**with_main(), "program.py": IMPORTED_ONCE}) as line:
        assert (line.board.boots, line.bytes) == (1, b"")
        line.run(10)
        assert (line.board.boots, line.bytes) == (2, b"runs")


def test_one_that_always_hangs_there_ends_at_its_prompt():
    with started({"role": "board"}, extra={**with_main(), "program.py": NEVER_IMPORTED}) as line:
        line.run(SAFE_S)
        assert line.board.boots == MOST_HUNG + 1
        line.run(SAFE_S)
        assert (line.board.boots, line.bytes) == (MOST_HUNG + 1, b"")


def test_a_program_that_ends_at_its_first_steps_leaves_a_board_at_its_prompt():
    """There its files can be written: a watchdog that runs on would start it again and again."""
    with started({"role": "board"}, extra=wrong_in_its_third_round(ENDS)) as line:
        line.run(10)
        assert line.board.boots == 1
        assert [hello.boot for hello in line.hellos] == [1]


def test_so_does_one_that_cannot_be_imported():
    with started({"role": "board"}, extra={**with_main(), "program.py": b"raise ImportError\n"}) as line:
        line.run(10)
        assert (line.board.boots, line.bytes) == (1, b"")


def test_a_board_of_which_nothing_is_left_but_what_says_so_says_so():
    """Whatever else is wrong, whole files or bytes of them, is not needed for it."""
    others = [name for name in image_here().files if name not in (*SOURCES, SUMS) and
              name.removesuffix(".mpy") not in speaking()]
    assert len(others) > 30
    with started({"role": "board"}, extra=dict.fromkeys(others, b"spoilt")) as line:
        line.run(1)
        assert {message[1:] for message in line.unwell} == {(BAD_FILES, len(others))}
        assert line.board.boots == 1


def speaking() -> tuple[str, ...]:
    """The names of these files, as main.py has them."""
    tree = ast.parse((FIRMWARE / "main.py").read_text("utf-8"))
    return next(ast.literal_eval(node.value) for node in tree.body
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SPEAKING")
