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

from hardware_tests.bench import Finding, not_here
from hardware_tests.plan import ALONE, CHECKS
from hardware_tests.several import joined
from host import cli, doctor
from host.bench_stations import Station, stations
from host.config import Config, parse
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
        assert set(row) == {"check", "state", "passed", "measured", "limit", "advice"}
        assert row["passed"] is True
        assert row["advice"] == ""
        assert row["measured"].endswith("(model)")


def test_the_text_has_figure_and_limit_of_the_checks_asked_for_in_the_plans_order(
        capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "t04", "T03"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "The virtual table: its chips are models, and so is every figure.",
        "T03 ok        loop-back    0 of 100080 bits wrong (model)",
        "                           limit: 100000 bits, 0 wrong",
        "T04 ok        sentinels    1000 of 1000 readings right (model)",
        "                           limit: 1000 of 1000 readings with every sentinel right",
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


def test_a_supply_that_stays_on_is_measured_on_the_empty_board() -> None:
    """The board on which the doctor wants no tile: no square can tell."""
    with table() as (bench, board):
        board.fault("hall_power_stuck")
        found = findings(bench)
    assert failed(found) == {"T05"}
    assert found["T05"].measured == "225 of 225 squares absent, sensors' supply at 3.30 V"
    assert found["T05"].advice.startswith("the sensors still get 3.30 V when their supply is cut: the P-FET at GP6")


def test_a_table_without_the_wire_that_measures_its_sensors_supply_is_told_to_get_it() -> None:
    """On such a table a supply that stays on shows nowhere; it plays none the worse."""
    with table() as (bench, board):
        board.fault("hall_rail_open")
        board.restart()
        bench.wait(1)
        found = CHECKS[4].run(bench)
    assert not found.passed
    assert found.measured == "225 of 225 squares absent"
    assert "solder the wire from their 3.3 V to GP27" in found.advice


def test_a_tile_left_on_the_board_disturbs_the_empty_board_alone() -> None:
    with table() as (bench, board):
        board.pose(1, tag(1), 0, place(CENTRE, UP), 200_000, place(CENTRE))
        bench.wait(1)
        found = findings(bench)
    assert failed(found) == {"T06"}
    assert "not empty: h8;" in found["T06"].advice


def test_at_a_board_that_does_not_measure_its_sensors_supply_the_check_does_not_pass() -> None:
    """As with firmware of before: squares alone say nothing of a supply that stays on."""
    told = pack(messages.Measured(5, 255, 0))[:3]  # without a zero, so a frame holds it as it is
    deframer = Deframer()

    def without(data: bytes, to_host: bool) -> bytes:
        if not to_host:
            return data
        return b"".join(frame(number, pack(messages.Quiet(0)) if body.startswith(told) else body)
                        for number, body in deframer.feed(data))

    with table(without) as (bench, _):
        found = CHECKS[4].run(bench)
    assert not found.passed
    assert found.advice.startswith("this board's firmware does not measure its sensors' supply")


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
        station = Station("board", "The virtual table.", (), lambda: bench, modelled=True)
        monkeypatch.setattr(doctor, "stations", lambda tables, config: (station,))
        assert cli.main(["doctor", "T05"]) == 1
    out = capsys.readouterr().out
    assert "T05 FAIL      power off    224 of 225 squares absent, sensors' supply at 0.00 V (model)" in out
    assert "without supply still present: h8;" in out


def test_the_map_of_the_daily_checks_shows_the_square_of_a_stuck_sensor(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with table() as (bench, board):
        board.fault("hall_stuck", "h5", "on")
        station = Station("board", "The virtual table.", (), lambda: bench, modelled=True)
        monkeypatch.setattr(doctor, "stations", lambda tables, config: (station,))
        assert cli.main(["doctor", "T05", "T06", "--report", str(tmp_path / "x.html")]) == 1
    told = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert told["squares"] == {"h5": ["T05 is on without supply", "T06 is on with no tile on the board"]}
    text = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert '<rect class="cell wrong"' in text
    assert "<b>h5</b> T05 is on without supply; T06 is on with no tile on the board" in text


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
    assert page.read_text(encoding="utf-8").count("<rect") == 226  # and one that says what it means
    kept = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    assert [row["check"] for row in kept["checks"]] == ["T05", "T17"]
    assert cli.main(words) == 0
    assert "no stored values" not in capsys.readouterr().out
    first = dict(kept["gains"])
    kept["gains"]["7"] = 200
    page.with_suffix(".json").write_text(json.dumps(kept), encoding="utf-8")
    for _ in range(2):   # what has drifted is no measure for the next time
        assert cli.main(words) == 1
        assert "the loop of row h has changed since it was stored" in capsys.readouterr().out
    assert cli.main([*words[:-2], "T05"]) == 0   # nor does a report without the check forget it
    assert json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))["gains"] == kept["gains"]
    assert cli.main([*words, "--new-gains"]) == 0
    assert "no stored values yet" in capsys.readouterr().out
    assert json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))["gains"] == first
    assert cli.main(words) == 0


@pytest.mark.parametrize(("name", "sentence"), [
    ("", "--report wants the name of a file: taula doctor --report table.html."),
    (".", "--report wants the name of a file: taula doctor --report table.html."),
    ("y.json", "--report names the page, and y.json lies beside it: y.html."),
    ("nowhere/x.html", "there is no folder nowhere for the report: name another file."),
    ("x" * 300, f"the report cannot be written to {'x' * 300} (File name too long): name another file."),
    ("spoilt.html",
     "spoilt.json is no report of earlier checks, and is not written over: put it away, or name another file."),
])
def test_a_report_that_cannot_be_written_is_refused_before_a_check_is_run(
        name: str, sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spoilt.json").write_text('{"gains": {"0": 35', encoding="utf-8")
    assert cli.main(["doctor", "T05", "--report", name]) == 2
    assert capsys.readouterr() == ("", sentence + "\n")
    assert (tmp_path / "spoilt.json").read_text(encoding="utf-8") == '{"gains": {"0": 35'


@pytest.mark.parametrize("words", [["--config", "table.toml"], ["--config", "none.toml", "--json"], ["--restore"]])
def test_a_report_where_no_check_is_run_is_refused(
        words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch) -> None:
    """It was passed over: the page that somebody had asked for was never there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text("", encoding="utf-8")
    assert cli.main(["doctor", *words, "--report", "x.html"]) == 2
    assert capsys.readouterr() == ("", "--report is a page of the numbered checks, and none is run here: name some, "
                                       "as T05, or all.\n")
    assert [each.name for each in tmp_path.iterdir()] == ["table.toml"]


def test_new_gains_without_the_check_that_measures_them_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["T17"], ["T05", "--report", "x.html"]):
        assert cli.main(["doctor", "--new-gains", *words]) == 2
        assert capsys.readouterr().err == (
            "--new-gains goes with T17 and --report: taula doctor T17 --report table.html --new-gains.\n")


def test_every_check_can_be_run_on_the_virtual_table_by_its_person(capsys: pytest.CaptureFixture[str]) -> None:
    """Those for which it has no part say so, and are neither passed over nor failed."""
    assert cli.main(["doctor", "all", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["check"] for row in rows] == [check.id for check in CHECKS]
    assert {row["check"] for row in rows if row["state"] == "not here"} == {"T14", "T21", "T22", "T26", "T28", "T29"}
    assert {row["state"] for row in rows} == {"ok", "not here"}


def test_the_three_boards_of_the_reference_table_are_checked_in_one_run_and_joined(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A part that one board has is here, whatever the others lack; the report holds what each has measured."""
    page = tmp_path / "r1.html"
    words = ["T01", "T06", "T17", "T21", "T22", "T24", "T26"]
    assert cli.main(["doctor", "--table", "r1", "--json", "--report", str(page), *words]) == 0
    rows = {row["check"]: row for row in json.loads(capsys.readouterr().out)}
    assert {name: row["state"] for name, row in rows.items()} == {
        **dict.fromkeys(words, "ok"), "T26": "not here"}
    assert re.search(r"board: board .*; racks: radio .*; bag: bag of protocol", rows["T01"]["measured"])
    assert rows["T06"]["measured"] == "board: 0 squares on in 1000 sound readings (model)"
    assert len(json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))["gains"]) == 34


def test_of_several_boards_only_what_no_board_has_is_told_as_not_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--table", "r1", "T05", "T14", "T16"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert [line.split()[0] for line in lines if line.startswith("T")] == ["The", "T05", "The", "T16", "The", "T14"]
    assert lines[-1].startswith("T14 not here")


@pytest.mark.parametrize(("name", "measured"), [("T24", "copies within"), ("T27", "bag: started anew")])
def test_a_check_that_asks_which_board_it_is_may_be_the_first(
        name: str, measured: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By itself as after T01: the buttons' copies are compared, and the bag's board owes no state of the squares."""
    assert cli.main(["doctor", "--table", "r1", "--json", name]) == 0
    assert measured in json.loads(capsys.readouterr().out)[0]["measured"]


def test_a_board_that_has_failed_is_named_among_the_others() -> None:
    """And the table has not passed."""
    sound, broken = Finding(True, "radio", "one", ""), Finding(False, "no board", "two", "look at its plug", {3: "x"})
    lacks = not_here("no Hall sensor on this board", "one")
    found = joined(CHECKS[0], [("board", lacks), ("racks", sound), ("bag", broken)])
    assert (found.state, found.measured, found.advice, dict(found.squares)) == (
        "failed", "racks: radio; bag: no board", "bag: look at its plug", {3: "x"})
    assert found.limit == "racks: one; bag: two"
    assert joined(CHECKS[0], [("board", lacks), ("bag", lacks)]).state == "not here"


def test_lines_that_are_changed_over_fail_the_hello(capsys: pytest.CaptureFixture[str],
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line of several leads to a board of its own role."""
    board, racks, bag = stations(["r1"], Config())
    swapped = (board, racks._replace(open=bag.open), bag._replace(open=racks.open))
    monkeypatch.setattr(doctor, "stations", lambda tables, config: swapped)
    assert cli.main(["doctor", "--json", "T01"]) == 1
    (row,) = json.loads(capsys.readouterr().out)
    assert "racks: no radio answers but another role: look whether two lines are changed over" in row["advice"]
    assert "bag: no bag answers" in row["advice"]


@pytest.mark.parametrize(("tables", "sentence"), [
    (["r1", "/dev/ttyACM0"], "--table r1 is a whole table: name no other beside it."),
    (["settings"], "link.port is missing; it must be the board's port, as /dev/serial/by-id shows it."),
    (["settings", "x"], "--table settings means every board that table.toml names: name no port beside it."),
    (["a", "b", "c", "d"], "a table has 3 boards at most, and 4 ports are named."),
    (["none", "x"], "--table none means that no board is asked: name no port beside it."),
    (["a", "a"], "each board has a port of its own: one is named twice."),
])
def test_a_table_that_makes_no_sense_ends_with_2_and_a_sentence(
        tables: list[str], sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["doctor", "T01", *(word for table in tables for word in ("--table", table))]) == 2
    assert capsys.readouterr() == ("", sentence + "\n")


def test_the_settings_name_every_board_and_ports_are_taken_in_order() -> None:
    config = parse('[link]\nport = "/dev/a"\n[readers]\nbag = "/dev/b"')
    assert [each[:2] for each in stations(["settings"], config)] == [
        ("board", "The board at /dev/a; no tile may lie there."),
        ("bag", "The bag at /dev/b; no tile may lie there.")]
    assert [each.name for each in stations(["/dev/a", "/dev/b", "/dev/c"], config)] == ["board", "racks", "bag"]
    assert [each.heading for each in stations(["/dev/a"], config)] == ["The table at /dev/a; no tile may lie on it."]


def test_the_verdicts_are_in_the_tables_language(
        capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for language, words in (("ca", ["bé", "no hi és"]), ("ro", ["bine", "nu există"]), ("es", ["bien", "no está"])):
        (tmp_path / "table.toml").write_text(f'[table]\nlanguage = "{language}"\n', encoding="utf-8")
        assert cli.main(["doctor", "--table", "l1", "T05", "T16"]) == 0
        lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("T05", "T16"))]
        assert [line[4:14].strip() for line in lines] == words
