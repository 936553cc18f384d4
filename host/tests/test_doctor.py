"""The bench checks by `taula doctor`: a sound table passes all, and each check fails with the fault it is for and
names the place. On the virtual table, in lock-step."""

import contextlib
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tablewire import messages
from tablewire.frames import UNNUMBERED, Deframer, frame
from tablewire.messages import PROTOCOL, RADIO, BoardHello, pack, unpack

from hardware_tests.bench import Finding
from hardware_tests.plan import ALONE, CHECKS
from host import cli, doctor
from host.simulator.board_process import BoardProcess
from host.tests.board_line import CENTRE, UP, place, require_micropython, tag
from host.workbench import Cable, VirtualLine, Workbench


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


@contextlib.contextmanager
def table(cable: Cable | None = None) -> Iterator[tuple[Workbench, BoardProcess]]:
    board = BoardProcess({"radio": False})  # readers and antennas: test_doctor_chips.py
    bench = Workbench(VirtualLine(board, cable))
    try:
        yield bench, board
    finally:
        bench.close()


def findings(bench: Workbench) -> dict[str, Finding]:
    return {check.id: check.run(bench) for check in ALONE}


def failed(found: dict[str, Finding]) -> set[str]:
    return {name for name, finding in found.items() if not finding.passed}


# ---- a sound table ----------------------------------------------------------------------------------------------


def test_a_sound_virtual_table_passes_every_check_and_says_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["check"] for row in rows] == [
        "T01", "T02", "T03", "T04", "T05", "T06", "T11", "T14", "T15", "T16", "T17"]
    for row in rows:
        assert set(row) == {"check", "passed", "measured", "limit", "advice"}
        assert row["passed"] is True
        assert row["advice"] == ""
        assert row["measured"].endswith("(model)")


def test_the_text_has_figure_and_limit_of_the_checks_asked_for_in_the_plans_order(
        capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "t04", "T03"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "The virtual table: its chips are models, and so is every figure.",
        "T03 ok   loop-back    0 of 100080 bits wrong (model)",
        "                      limit: 100000 bits, 0 wrong",
        "T04 ok   sentinels    1000 of 1000 readings right (model)",
        "                      limit: 1000 of 1000 readings with every sentinel right",
    ]


def test_the_same_checks_find_the_same_again() -> None:
    """Virtual time and seeded bytes: a failure in CI can be repeated to the last figure."""
    def once() -> dict[str, Finding]:
        with table() as (bench, _):
            return findings(bench)
    assert once() == once()


# ---- each check with its own fault ------------------------------------------------------------------------------


@pytest.mark.parametrize(("fault", "fails", "advice"), [
    (("chain_break", 6), {"T03", "T04", "T05", "T06"},
     {"T03": "breaks off at row d", "T04": "breaks off at row d", "T05": "0 of 20 readings", "T06": "0 of 1000"}),
    (("chain_noise", 0.01), {"T03", "T04", "T06"}, {"T03": "bits tip over", "T04": "some readings are wrong"}),
    (("sentinel_loose", 4), {"T04", "T05", "T06"}, {"T04": "whole but the sentinel of row e is not"}),
    (("hall_stuck", "c15", "on"), {"T05", "T06"}, {"T05": "still present: c15;", "T06": "not empty: c15;"}),
], ids=["chain_break", "chain_noise", "sentinel_loose", "hall_stuck"])
def test_a_fault_of_chain_or_sensor_fails_its_check_and_is_named(
        fault: tuple[object, ...], fails: set[str], advice: dict[str, str]) -> None:
    with table() as (bench, board):
        name, *words = fault
        board.fault(str(name), *words)
        found = findings(bench)
    assert failed(found) == fails
    for check, words_of_it in advice.items():
        assert words_of_it in found[check].advice


def test_a_supply_that_stays_on_shows_by_a_tile_that_lies_on_the_board() -> None:
    """With the supply sound a tile disturbs T06 alone."""
    with table() as (bench, board):
        board.pose(1, tag(1), 0, place(CENTRE, UP), 200_000, place(CENTRE))
        bench.wait(1)
        sound = findings(bench)
        board.fault("hall_power_stuck")
        stuck = findings(bench)
    assert failed(sound) == {"T06"}
    assert "not empty: h8;" in sound["T06"].advice
    assert failed(stuck) == {"T05", "T06"}
    assert "present: h8; if a tile lies there, the P-FET" in stuck["T05"].advice


def test_a_sensor_that_chatters_fails_the_empty_board_alone() -> None:
    """It is off at every other heartbeat, so a single look may find nothing."""
    def chatter(data: bytes, to_host: bool) -> bytes:
        if to_host:
            beats.append(data)
            board.fault("hall_stuck", "o15", ("off", "on")[len(beats) % 2])
        return data

    beats: list[bytes] = []
    with table(chatter) as (bench, board):
        found = CHECKS[5].run(bench)
    assert not found.passed
    assert found.measured == "1 squares on in 1000 sound readings"
    assert "not empty: o15;" in found.advice


def spoilt(probability: float, at_host: bool) -> Cable:
    """A cable that changes a byte with `probability`, on one way only."""
    chance = random.Random(3)

    def carry(data: bytes, to_host: bool) -> bytes:
        if to_host != at_host:
            return data
        return bytes(b ^ chance.randrange(1, 256) if chance.random() < probability else b for b in data)
    return carry


@pytest.mark.parametrize(("at_host", "way"), [(True, "from the board"), (False, "to the board")])
def test_a_noisy_cable_fails_the_echo_alone_and_its_way_is_named(at_host: bool, way: str) -> None:
    """Lost messages are sent again: only the echo, which nobody repeats, may suffer."""
    with table(spoilt(0.0002, at_host)) as (bench, _):
        found = findings(bench)
    assert failed(found) == {"T02"}
    assert way in found["T02"].advice


def test_a_line_that_loses_whole_frames_fails_the_echo() -> None:
    chance = random.Random(5)
    with table(lambda data, _: b"" if chance.random() < 0.02 else data) as (bench, _):
        found = findings(bench)
    assert failed(found) == {"T02"}
    assert "vanish whole" in found["T02"].advice


def hello_altered(**fields: int) -> Cable:
    """A cable that makes the board introduce itself with other `fields`."""
    deframer = Deframer()

    def carry(data: bytes, to_host: bool) -> bytes:
        if not to_host:
            return data
        return b"".join(frame(number, altered(number, body)) for number, body in deframer.feed(data))

    def altered(number: int, body: bytes) -> bytes:
        message = unpack(body)
        hello = number == UNNUMBERED and isinstance(message, BoardHello)
        return pack(message._replace(**fields)) if hello else body
    return carry


ALL = {check.id for check in ALONE}


@pytest.mark.parametrize(("cable", "fails", "measured", "advice"), [
    (lambda *_: b"", ALL, "no board in 2 s", "look at its plug and its power"),
    (lambda data, _: b"\0noise\0" * bool(data), ALL, "no board in 2 s", "none is sound: look at baud rate"),
    (hello_altered(protocol=PROTOCOL + 1), ALL, "another protocol after", "update this program"),
    (hello_altered(role=RADIO), {"T01", "T15", "T16", "T17"}, "radio of protocol", "role strap"),  # it has no reader
], ids=["silent", "noise", "protocol", "role"])
def test_a_board_that_is_absent_or_another_fails_the_hello(
        cable: Cable, fails: set[str], measured: str, advice: str) -> None:
    with table(cable) as (bench, _):
        found = findings(bench)
    assert failed(found) == fails
    assert found["T01"].measured.startswith(measured)
    assert advice in found["T01"].advice


def test_a_board_unplugged_between_checks_fails_the_rest_with_a_sentence() -> None:
    with table() as (bench, board):
        assert CHECKS[0].run(bench).passed
        board.unplug()
        found = CHECKS[3].run(bench)
    assert not found.passed
    assert found.measured == "nothing"
    assert "not running" in found.advice


def test_a_board_that_starts_anew_in_a_check_is_told_from_one_that_is_slow() -> None:
    """A board that hangs is reset by its watchdog, and what it was asked is gone with its memory."""
    def hang_once(data: bytes, to_host: bool) -> bytes:
        if to_host and 3_000_000 < board.now_us < 3_600_000:
            board.fault("hang")
        return data

    with table(hang_once) as (bench, board):
        found = CHECKS[5].run(bench)
        assert board.boots == 2
        assert board.now_us < 7_000_000
    assert not found.passed
    assert found.advice == "the board started anew during T06: look at its supply, then check again"


def test_a_check_that_never_ends_is_given_up() -> None:
    """The answer is lost on the way, again and again; heartbeats and the rest come through."""
    answer = pack(messages.TestDone(4, 1000, 0, 255))[:2]  # without a zero, so a frame holds it as it is
    with table(lambda data, to_host: b"" if to_host and answer in data else data) as (bench, _):
        found = CHECKS[3].run(bench)
    assert not found.passed
    assert found.advice == "the board has not ended T04 after 20 s: restart it and check again"


# ---- the command ------------------------------------------------------------------------------------------------


def test_a_failed_check_ends_the_command_with_1_and_its_advice_is_printed(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with table() as (bench, board):
        board.fault("hall_stuck", "h8", "on")
        monkeypatch.setattr(doctor, "open_bench", lambda _: bench)
        assert cli.main(["doctor", "T05"]) == 1
    out = capsys.readouterr().out
    assert "T05 FAIL power off    224 of 225 squares absent (model)" in out
    assert "without supply still present: h8;" in out


@pytest.mark.parametrize(("words", "sentence"), [
    (["T01", "T99"], "there is no check 'T99'; there are T01, T02, T03, T04, T05, T06, T07, T08, T09, "
     "T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20, T21, T22, T23, T24, T25, T26, T27, T28, T29."),
    (["--table", "/dev/ttyNOWHERE"], "there is no board at /dev/ttyNOWHERE: plug it in, or name another port."),
    (["--table", "/dev/null"], "/dev/null is not a serial port: name the port that the board is plugged into."),
])
def test_a_wrong_word_or_port_ends_the_command_with_2_and_one_sentence(
        words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", *words]) == 2
    assert capsys.readouterr() == ("", sentence + "\n")


def test_a_report_is_written_with_its_map_and_compared_with_the_next_time(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "table.html"
    words = ["doctor", "--report", str(page), "T05", "T17"]
    assert cli.main(words) == 0
    assert "no stored values yet" in capsys.readouterr().out
    assert page.read_text(encoding="utf-8").count("<rect") == 225
    kept = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    assert [row["check"] for row in kept["checks"]] == ["T05", "T17"]
    assert cli.main(words) == 0
    assert "no stored values" not in capsys.readouterr().out
    kept["gains"]["7"] = 200
    page.with_suffix(".json").write_text(json.dumps(kept), encoding="utf-8")
    assert cli.main(words) == 1
    assert "the loop of row h has changed since it was stored" in capsys.readouterr().out
    assert cli.main(["doctor", "--report", str(tmp_path / "nowhere" / "x.html"), "T05"]) == 2


def test_every_check_can_be_run_on_the_virtual_table_by_its_person(capsys: pytest.CaptureFixture[str]) -> None:
    """Those for which it has no part say so."""
    assert cli.main(["doctor", "all", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["check"] for row in rows] == [check.id for check in CHECKS]
    lacking = {row["check"] for row in rows if re.match(r"no |the virtual table has", row["measured"])}
    assert lacking == {"T14", "T21", "T22", "T24", "T26", "T28", "T29"}
