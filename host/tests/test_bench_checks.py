"""The bench checks beyond chain and chips, T07 to T13, T17 to T23, T25 and T27, with a person made of models: each
passes on a sound table, and fails with the fault that it is for and names the part."""

import contextlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from hardware_tests import t07_magnet_walk, t18_margin, t25_clocks
from hardware_tests.bench import NOT_HERE, OK, Edge, Finding, Notes
from hardware_tests.person import Request, What
from hardware_tests.plan import CHECKS
from host.model_buttons import ModelButtons
from host.model_person import ModelPerson, tag_of
from host.simulator.board_process import BoardProcess
from host.tests.board_line import require_micropython
from host.workbench import Cable, VirtualLine, Workbench

WHOLE: dict[str, object] = {}
BOARD: dict[str, object] = {"role": "board"}
RADIO: dict[str, object] = {"role": "radio"}
BAG: dict[str, object] = {"role": "bag"}


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four rows of the walk, three of the margins, three minutes of the clocks: the faults show in these; a sound
    table is done whole."""
    monkeypatch.setattr(t07_magnet_walk, "SQUARES", 60)
    monkeypatch.setattr(t18_margin, "SQUARES", tuple(each for each in t18_margin.SQUARES if each // 15 in (0, 1, 5)))
    monkeypatch.setattr(t25_clocks, "MINUTES", 3)


@contextlib.contextmanager
def table(settings: Mapping[str, object], cable: Cable | None = None) -> Iterator[tuple[Workbench, BoardProcess]]:
    board = BoardProcess(settings)
    bench = Workbench(VirtualLine(board, cable))
    bench.person = ModelPerson(board, bench.wait)
    try:
        bench.wait(1)
        yield bench, board
    finally:
        bench.close()


def found(number: int, settings: Mapping[str, object], *fault: object, notes: Notes | None = None) -> Finding:
    with table(settings) as (bench, board):
        bench.notes = notes or bench.notes
        if fault:
            board.fault(str(fault[0]), *fault[1:])
        return CHECKS[number - 1].run(bench)


@pytest.mark.parametrize(("number", "settings"), [
    *((number, WHOLE) for number in (8, 9, 20, 27)), *((number, BOARD) for number in (7, 8, 9, 10, 11, 12, 13)),
    *((number, RADIO) for number in (17, 18, 19, 20, 21, 27)),
    (22, BAG), (27, BAG),
], ids=lambda value: value if isinstance(value, int) else value.get("role", "whole"))
def test_a_sound_table_passes(number: int, settings: Mapping[str, object]) -> None:
    finding = found(number, settings)
    assert (finding.passed, finding.advice, dict(finding.squares)) == (True, "", {})


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("number", "settings", "fault", "advice"), [
    (1, BOARD, ("five_low", 4400), "the board gets 4.40 V of its 5"),
    (1, BOARD, ("hall_supply_low", 1500), "the Hall sensors get 1.50 V of their 3.3"),
    (7, BOARD, ("hall_stuck", "c4", "off"), "c4 feels no tile"),
    (7, BOARD, ("hall_stuck", "d15", "on"), "d15 is on with no tile there"),
    (7, BOARD, ("mirrored",), "a2 answers as b1"),
    (7, BOARD, ("chain_bridge", "c4"), "c4 c5 with it; c5 c4 with it"),
    (8, BOARD, ("hall_noise", 4.5), "squares feel it"),
    (9, BOARD, ("hall_drift", "h8", -3), "h8 does not let go amid its neighbours"),
    (9, BOARD, ("hall_stuck", "h8", "off"), "h8 feels no tile: mend what T07 finds first"),
    (9, BOARD, ("hall_stuck", "h8", "on"), "h8 is on with no tile there: mend what T07 finds first"),
    (9, BOARD, ("hall_slow", 900), "h8 lets go late"),
    (10, BOARD, ("hall_slow", 200), "the sensors are slow"),
    (10, BOARD, ("hall_stuck", "a10", "off"), "a10 feels no tile"),
    (11, BOARD, ("slow", 6000), "too seldom"),
    (11, BOARD, ("slow", 2500), "scans unevenly"),
    (12, BOARD, ("lamp_dead", 100), "row f does not shine red"),
    (17, RADIO, ("loop_detuned", 3, 500), "the loop of row d is out of tune"),
    (17, RADIO, ("loop_open", 20), "the loop of column 6 is out of tune"),
    (17, RADIO, ("reader_dead",), "mend what T15 and T16 find first"),
    (18, RADIO, ("loop_height", 5, 3500), "squares of row f fail"),
    (18, RADIO, ("loop_open", 16), "squares of column 2 fail"),
    (18, RADIO, ("peak_dead",), "the antenna's peak detector does not follow the field"),
    (18, RADIO, ("reader_dead",), "not read by row a"),
    (19, RADIO, ("loop_bridged", 4, 5), "row e read it, too"),
    (19, RADIO, ("loop_open", 7), "row h read nothing"),
    (20, RADIO, ("tag_dead", 2), "of two tiles on h8 1 is read"),
    (21, RADIO, ("loop_open", 32), "rack 3: 0 of 7"),
    (21, RADIO, ("tag_dead", tag_of(4).hex()), "rack 1: 6 of 7"),
    (22, BAG, ("ring_misses", 1), "the ring saw 0 of 20"),
    (22, BAG, ("bag_unread", 0.7), "the loop under the bag read"),
    (27, BOARD, ("watchdog_off",), "the watchdog does not bite"),
], ids=lambda value: value if isinstance(value, (int, str)) else value[0] if isinstance(value, tuple) else "")
def test_each_check_fails_with_its_fault_and_names_the_part(
        number: int, settings: Mapping[str, object], fault: tuple[object, ...], advice: str) -> None:
    finding = found(number, settings, *fault)
    assert not finding.passed
    assert advice in finding.advice


@pytest.mark.usefixtures("few")
def test_a_sensor_that_is_stuck_stands_on_the_map_of_the_board_and_may_be_masked() -> None:
    """Each check that finds it marks its square, and it is told whether it is on or off."""
    with table(BOARD) as (bench, board):
        board.fault("hall_stuck", "c4", "off")
        for name in ("b9", "d15"):
            board.fault("hall_stuck", name, "on")
        bench.wait(1)
        power, empty, walk = (CHECKS[number - 1].run(bench) for number in (5, 6, 7))
    assert dict(power.squares) == {23: "is on without supply", 59: "is on without supply"}
    assert power.advice.startswith("without supply still present: b9 and 1 more;")
    assert dict(empty.squares) == dict.fromkeys((23, 59), "is on with no tile on the board")
    assert dict(walk.squares) == {23: "is on with no tile there", 33: "feels no tile", 59: "is on with no tile there"}
    assert walk.silent == (23, 33, 59)


@pytest.mark.usefixtures("few")
def test_a_field_that_reaches_too_high_is_found_at_its_squares() -> None:
    """Both loops of a square must reach it."""
    with table(RADIO) as (bench, board):
        for loop in (0, 15, 16):
            board.fault("loop_height", loop, 12_000)
        finding = CHECKS[17].run(bench)
    assert dict(finding.squares) == {0: "read 10 mm above the board", 1: "read 10 mm above the board"}


@pytest.mark.usefixtures("few")
def test_the_margin_of_each_square_is_measured_in_the_plans_five_steps() -> None:
    """A loop that reads to 3.5 mm needs there 1 / (1 + (5 / 8.5)^2) = 0.74 of what is 0.97 on the board: 77 %."""
    finding = found(18, RADIO, "loop_height", 5, 3_500)
    row = {square: part for square, part in finding.margins.items() if square // 15 == 5}
    assert len(row) == 9
    (needed,) = set(row.values())
    assert 70 < needed <= 77
    assert all(part <= 70 for square, part in finding.margins.items() if square not in row)


def test_nine_squares_of_every_loop_are_measured() -> None:
    for line in range(15):
        assert sum(square // 15 == line for square in t18_margin.SQUARES) == 9
        assert sum(square % 15 == line for square in t18_margin.SQUARES) == 9


def test_a_loop_that_has_drifted_from_its_stored_gain_is_named_though_its_neighbours_are_no_better() -> None:
    stored = found(17, RADIO).gains
    assert len(stored) == 34
    assert found(17, RADIO, notes=Notes(gains=stored)).passed
    drifted = found(17, RADIO, "loop_detuned", 31, 420, notes=Notes(gains=stored))
    assert not drifted.passed
    assert "rack 2 has changed since it was stored" in drifted.advice


def test_lamps_of_another_kind_are_found_by_the_meter() -> None:
    """The limiter counts 20 mA a colour; such lamps draw 33."""
    with table(BOARD) as (bench, board):
        bench.person = ModelPerson(board, bench.wait, lamp_ma=33)
        assert "33 mA a colour" in CHECKS[11].run(bench).advice
        limit = CHECKS[12].run(bench)
    assert not limit.passed
    assert "these lamps draw more" in limit.advice


def test_the_lamps_of_the_low_cost_table_are_those_at_its_edges() -> None:
    for fault in ((), ("lamp_dead", 20)):
        with table({"radio": False, "pad": True}) as (bench, board):
            bench.person = ModelPerson(board, bench.wait, edges=True)
            if fault:
                board.fault(*fault)
            finding = CHECKS[11].run(bench)
            assert finding.passed is not bool(fault)
            assert finding.passed is ("20 to 20 mA" in finding.measured and not finding.advice)
            assert CHECKS[12].run(bench).passed


@pytest.mark.usefixtures("few")
def test_a_magnet_glued_in_upside_down_is_told_from_dead_sensors() -> None:
    with table(BOARD) as (bench, board):
        board.fault("hall_drift", "h8", 0)
        person = ModelPerson(board, bench.wait)
        lay = board.pose
        board.pose = lambda *words: lay(*words, flip=True)  # type: ignore[assignment,method-assign]
        bench.person = person
        finding = t07_magnet_walk.measure(bench)
    assert "turn it over" in finding.advice


@pytest.mark.usefixtures("few")
def test_a_clock_that_strays_is_measured() -> None:
    """The board's milliseconds, 1 in 10000 too fast, as its heartbeats carry them."""
    from tablewire.frames import UNNUMBERED, Deframer, frame
    from tablewire.messages import Heartbeat, pack, unpack

    deframer = Deframer()

    def carry(data: bytes, to_host: bool) -> bytes:
        if not to_host:
            return data
        return b"".join(frame(number, altered(number, body)) for number, body in deframer.feed(data))

    def altered(number: int, body: bytes) -> bytes:
        message = unpack(body)
        if number != UNNUMBERED or not isinstance(message, Heartbeat):
            return body
        return pack(message._replace(at_ms=message.at_ms + message.at_ms // 10_000))

    with table(BOARD, carry) as (bench, _):
        finding = CHECKS[24].run(bench)
    assert not finding.passed
    assert abs(float(finding.measured.split()[0]) + 100) < 15
    with table(BOARD) as (bench, _):
        assert CHECKS[24].run(bench).passed


# ---- the buttons, and their copies at the bag's board ------------------------------------------------------------


@pytest.mark.parametrize(("settings", "how", "measured", "advice"), [
    (BAG, {}, "5 of 5 buttons sound, bounce up to 9.99 ms, copies within 0.0 ms", ""),
    (WHOLE, {}, "5 of 5 buttons sound, bounce up to 9.99 ms", ""),
    (BAG, {"weak": ("challenge_b",)}, "4 of 5", "challenge_b gave 45 presses of 50"),
    (WHOLE, {"stuck": ("referee",)}, "4 of 5", "referee is stuck"),
    (WHOLE, {"slow": ("clock_a",)}, "4 of 5", "clock_a bounces for"),
    (BAG, {"cut": ("clock_b",)}, "4 of 5", "clock_b gave 0 presses of 50 at the bag's board: look at its 1 k"),
    (BAG, {"copies_late_us": 8_000}, "3 of 5", "clock_a comes 8.0 ms later at the bag's board"),
    (BAG, {"copies_late_us": -8_000}, "3 of 5", "clock_a comes 8.0 ms later at this computer"),
    (BAG, {"deaf": True}, "3 of 5", "SYNC does not reach the bag's board"),
], ids=["copies", "no_copies", "weak", "stuck", "slow", "cut", "copies_late", "computer_late", "no_sync"])
def test_every_button_is_pressed_fifty_times_and_compared_with_its_copy(
        settings: Mapping[str, object], how: dict[str, Any], measured: str, advice: str) -> None:
    with table(settings) as (bench, board):
        buttons = ModelButtons(board, bench.wait, **how)
        bench.buttons, bench.person = buttons, ModelPerson(board, bench.wait, buttons=buttons)
        finding = CHECKS[23].run(bench)
    assert finding.measured.startswith(measured)
    assert finding.passed is not bool(advice)
    assert advice in finding.advice


# ---- the contact jig ---------------------------------------------------------------------------------------------


class ByKeyboard(ModelPerson):
    """Somebody who tells no moment, as at a real table; the tile's contact is wired beside the button of clock A."""

    names = ("clock_a",)

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._touched: list[Edge] = []

    def does(self, request: Request) -> float | None:
        moment = super().does(request)
        if moment is not None:
            self._touched.append(Edge(round(moment * 1e9), request.what is not What.LIFT))
        return None

    def edges(self, name: str) -> list[Edge]:
        edges, self._touched = self._touched, []
        return edges

    def pulse(self) -> int | None:
        return None


@pytest.mark.parametrize("number", [9, 10])
def test_the_contact_jig_tells_the_moment_that_a_hand_does_not(number: int) -> None:
    """With it a built table's times are measured; without it T10 has nothing to say, and T09 only that it let go."""
    measured = {}
    for jig in (True, False):
        with table(BOARD) as (bench, board):
            hands = ByKeyboard(board, bench.wait)
            bench.person, bench.buttons = hands, hands if jig else None
            measured[jig] = CHECKS[number - 1].run(bench)
    assert measured[True].state == OK
    assert re.search(r"\b\d+ ms", measured[True].measured)
    assert measured[False].state == (OK if number == 9 else NOT_HERE)
    assert "without the contact jig" in measured[False].measured or "no contact jig" in measured[False].measured


# ---- the tile set -------------------------------------------------------------------------------------------------

LETTERS = {"A": 3, "L·L": 1, "?": 2}
FACES = [face for face, count in LETTERS.items() for _ in range(count)]
REGISTER = {tag_of(number).hex(): face for number, face in enumerate(FACES, 1)}


@pytest.mark.parametrize(("tags", "register", "advice"), [
    ({}, REGISTER, ""),
    ({}, {}, ""),
    ({4: tag_of(2)}, REGISTER, "L·L 1 of 1 has the tag of A 2 of 3"),
    ({4: tag_of(99)}, REGISTER, "L·L 1 of 1 belongs to another set"),
    ({4: tag_of(5), 5: tag_of(4)}, REGISTER, "L·L 1 of 1 is ? in the register"),
], ids=["sound", "not yet registered", "cloned", "foreign", "swapped"])
def test_every_tile_of_the_set_is_read_once(
        tags: Mapping[int, bytes], register: Mapping[str, str], advice: str) -> None:
    with table(WHOLE) as (bench, board):
        bench.notes = Notes(letters=LETTERS, register=register)
        bench.person = ModelPerson(board, bench.wait, tags=lambda tile: tags.get(tile, tag_of(tile)))
        finding = CHECKS[22].run(bench)
    assert finding.passed is not bool(advice)
    assert advice in finding.advice
