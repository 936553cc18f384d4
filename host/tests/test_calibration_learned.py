"""A board learns from the magnet walk in which order its sensors are wired: any order, through the command, into its
EEPROM and into a file from which a replaced board has it back; what is no order is refused in a sentence."""

import itertools
import json
from pathlib import Path

import pytest
from tablewire.record import PLAIN

from hardware_tests import hearing
from hardware_tests.bench import Finding
from hardware_tests.keeping import in_use
from hardware_tests.plan import CHECKS
from hardware_tests.wiring_order import NoOrder, learned
from host import cli, doctor
from host.bench_stations import Station
from host.board_notices import notices
from host.calibration import BadCalibration, Calibration, read_calibration, write_calibration
from host.learning import NOTHING, CannotLearn, Learning
from host.model_person import ModelPerson
from host.simulator.board_process import BoardProcess
from host.tests.board_line import require_micropython
from host.workbench import VirtualLine, Workbench

WALK = CHECKS[6]
ROW_A, ROW_C = range(15), range(30, 45)
LIVES = itertools.count(0, 1000)  # where the host's numbers begin in each of its lives
ITSELF = {square: square for square in range(225)}


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


def bench_at(board: BoardProcess) -> Workbench:
    made = Workbench(VirtualLine(board), next(LIVES))
    made.person = ModelPerson(board, made.wait)
    made.wait(0.5)
    return made


@pytest.fixture
def bench():
    made = bench_at(BoardProcess({"role": "board"}))
    yield made
    made.close()


def walked(answers=ITSELF, silent=()) -> Finding:
    """What T07 finds where a tile on a square is told as `answers` says."""
    answers = {square: told for square, told in answers.items() if square not in silent}
    wrong = {square: "" for square in ITSELF if answers.get(square) != square}
    return Finding(not wrong, "", "", "", wrong, answers=answers, silent=tuple(silent))


# ---- from end to end ----------------------------------------------------------------------------------------------


def test_sensors_in_any_order_are_learned_and_the_order_outlives_a_restart(bench, tmp_path: Path) -> None:
    """Wired by chance: T07 fails, is learned from, passes, passes after a loss of power; a damaged record is told."""
    board = bench._line.board
    file = tmp_path / "calibration.json"
    board.fault("shuffled", 7)
    bench.wait(0.5)
    found = WALK.run(bench)
    assert not found.passed
    assert "every square answers once" in found.advice
    assert "taula doctor T07 --learn" in found.advice
    told = Learning("Mesa 1", file).learn(bench, found)
    assert told.startswith("Learned: ")
    assert told.endswith(f"hang elsewhere than drawn, kept in the board's EEPROM and in {file}. Now type T07 again.")
    assert WALK.run(bench).passed
    board.restart()
    bench.wait(1.5)
    assert WALK.run(bench).passed
    assert read_calibration(file, "Mesa 1").order == in_use(bench)[0]
    board.fault("eeprom_byte", 77)
    board.restart()
    bench.wait(1.5)
    said = [each.name for each in notices([bench.link], "en")]
    assert [name for name in said if not name.startswith("started_by_")] == ["board_record"]
    for square in (0, 112, 224):                      # by the plain order, as at first
        hearing.fresh(bench)
        bench.person.does(hearing.lay(square))
        assert hearing.changes(bench.told(hearing.SETTLES_S)) == [(found.answers[square], True)]
        bench.person.does(hearing.lift(square))
        bench.wait(hearing.SETTLES_S)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A real table by its settings, at which a virtual board stands in for the port; closed by each command."""
    (tmp_path / "table.toml").write_text('[table]\nname = "Mesa 1"\nlanguage = "en"\n[link]\nport = "/dev/none"\n')
    monkeypatch.chdir(tmp_path)

    def of(board: BoardProcess) -> BoardProcess:
        station = Station("board", "The table.", (), lambda: bench_at(Kept(board)))
        monkeypatch.setattr(doctor, "stations", lambda tables, config: (station,))
        return board

    boards: list[BoardProcess] = []

    def made(*faults: tuple) -> BoardProcess:
        boards.append(of(BoardProcess({"role": "board"})))
        for fault in faults:
            boards[-1].fault(*fault)
        return boards[-1]

    yield made
    for board in boards:
        board.close()


class Kept:
    """A board that a line does not close: the next command finds it as the last one has left it."""

    def __init__(self, board: BoardProcess) -> None:
        self._board = board

    def __getattr__(self, name: str):
        return getattr(self._board, name)

    def close(self) -> None:
        """It stays at its port."""


def typed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = cli.main(["doctor", "--table", "settings", *words])
    return code, *capsys.readouterr()


def test_rows_changed_over_are_learned_by_the_command(table, capsys) -> None:
    """And the board that replaces this one, wired alike, has it back by one line."""
    table(("swapped", "a", "c"))
    code, out, err = typed(capsys, "t07", "--learn")
    assert (code, err) == (0, "")
    assert "T07 FAIL" in out
    assert out.endswith("Learned: 30 sensors hang elsewhere than drawn, kept in the board's EEPROM and in"
                        " calibration.json. Now type T07 again.\n")
    kept = json.loads(Path("calibration.json").read_text())
    assert (kept["schema"], kept["table"], kept["masked"]) == (1, "Mesa 1", [])
    assert kept["sensors"][0] == [f"c{column}" for column in range(1, 16)]
    code, out, _ = typed(capsys, "T07", "--learn")
    assert (code, out.splitlines()[-1]) == (0, NOTHING)
    table(("swapped", "a", "c"))
    code, out, err = typed(capsys, "--restore")
    assert (code, err) == (0, "")
    assert out == ("Restored from calibration.json: 30 sensors hang elsewhere than drawn, kept in the board's"
                   " EEPROM.\n")
    assert typed(capsys, "T07")[0] == 0


def test_a_square_that_feels_nothing_is_masked_only_when_asked_for(bench, tmp_path) -> None:
    file, found = tmp_path / "calibration.json", walked(silent=(33,))
    with pytest.raises(CannotLearn) as refused:
        Learning("Mesa 1", file).learn(bench, found)
    assert str(refused.value) == ("Not learned: no tile is felt on c4: mend that first, or type --mask too to leave"
                                  " out what feels none.")
    assert not file.exists()
    told = Learning("Mesa 1", file, mask=True).learn(bench, found)
    assert told.startswith("Learned: 0 sensors hang elsewhere than drawn, and c4 masked, kept in")
    assert read_calibration(file, "Mesa 1").masked == (33,)
    assert in_use(bench) == (PLAIN, (33,))
    Learning("Mesa 1", file).learn(bench, found)   # what is masked already is not asked for again
    assert in_use(bench) == (PLAIN, (33,))


# ---- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "sentence"), [
    (["T06", "--learn"], "--learn learns from T07: taula doctor T07 --learn."),
    (["--learn"], "--learn learns from T07: taula doctor T07 --learn."),
    (["T07", "--mask"], "--mask goes with --learn: taula doctor T07 --learn --mask."),
    (["T07", "--learn", "--restore"], "--learn and --restore exclude each other: type one of them."),
])
def test_words_that_do_not_go_together_end_in_a_sentence(table, capsys, words, sentence) -> None:
    table()
    assert typed(capsys, *words) == (2, "", sentence + "\n")


def test_a_virtual_table_keeps_no_file(capsys, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["doctor", "--restore"]) == 2
    assert capsys.readouterr().err == "A virtual table keeps no file to restore from: name a port with --table.\n"


def test_without_an_eeprom_nothing_is_learned_and_no_file_written(bench, tmp_path) -> None:
    bench._line.board.fault("eeprom_absent")
    bench.wait(0.1)
    with pytest.raises(CannotLearn, match=r"^Not learned: no EEPROM answers on this board: look at [^\n]*$"):
        Learning("Mesa 1", tmp_path / "x.json").learn(bench, walked({**ITSELF, 0: 1, 1: 0}))
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_missing_or_of_another_table_is_not_given_to_the_board(table, capsys) -> None:
    board = table()
    code, _, err = typed(capsys, "--restore")
    assert (code, err) == (2, "Not restored: calibration.json is not there: taula doctor T07 --learn writes it where"
                              " sensors are wired in another order than drawn.\n")
    write_calibration(Path("calibration.json"), Calibration("Mesa 2", PLAIN))
    code, _, err = typed(capsys, "--restore")
    assert (code, err) == (2, "Not restored: calibration.json is of the table 'Mesa 2', and this one is 'Mesa 1':"
                              " name this table's own file in table.toml, table.calibration.\n")
    assert board.boots == 1


def test_two_squares_that_answer_as_one_and_squares_that_answer_together_are_no_order() -> None:
    double = {**ITSELF, 5: 6}
    with pytest.raises(NoOrder, match=r"^a6 and a7 both answer as a7: mend that first$"):
        learned(PLAIN, double, ())
    unclear = {square: square for square in ITSELF if square not in (112, 113)}
    with pytest.raises(NoOrder, match="none clearly, at h8, h9: mend that first"):
        learned(PLAIN, unclear, ())


def test_what_is_learned_upon_an_order_is_an_order_of_the_same_sensors() -> None:
    """A board that is told by a learned order is walked again after its rows have been changed back."""
    first = learned(PLAIN, {**ITSELF, **dict(zip(ROW_A, ROW_C, strict=True)), **dict(zip(ROW_C, ROW_A, strict=True))},
                    ())
    assert (first[0], first[30], first[15]) == (30, 0, 15)
    again = learned(first, {**ITSELF, **dict(zip(ROW_A, ROW_C, strict=True)), **dict(zip(ROW_C, ROW_A, strict=True))},
                    ())
    assert again == PLAIN


def test_a_silent_square_gets_the_place_that_is_left_over() -> None:
    order = learned(PLAIN, {square: 224 - square for square in ITSELF if square != 10}, (10,))
    assert order == bytes(range(224, -1, -1))


def test_a_board_that_has_not_been_seen_to_start_anew_is_to_be_unplugged(bench, tmp_path: Path) -> None:
    """What is kept is kept, and the file is written all the same."""
    bench._line.board.fault("watchdog_off")
    bench.wait(0.1)
    told = Learning("Mesa 1", tmp_path / "x.json").learn(bench, walked({**ITSELF, 0: 1, 1: 0}))
    assert told.endswith("x.json. Unplug the board and plug it in again. Now type T07 again.")
    assert read_calibration(tmp_path / "x.json", "Mesa 1").order == in_use(bench)[0]
    told = Learning("Mesa 1", tmp_path / "x.json").restore(bench)
    assert told.endswith("kept in the board's EEPROM. Unplug the board and plug it in again.")


def test_nothing_is_asked_of_the_board_where_every_square_answers_as_itself(tmp_path: Path) -> None:
    assert Learning("Mesa 1", tmp_path / "x.json").learn(None, walked()) == NOTHING
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_says_that_the_board_has_its_own(bench, tmp_path: Path) -> None:
    swapped = {**ITSELF, 0: 1, 1: 0}
    with pytest.raises(CannotLearn, match=r"^Not learned: .*cannot be written: .*; the board has its own record"):
        Learning("Mesa 1", tmp_path / "nowhere" / "x.json").learn(bench, walked(swapped))
    assert in_use(bench)[0][:2] == bytes((1, 0))


# ---- the file -----------------------------------------------------------------------------------------------------


def test_a_file_comes_back_as_it_was_written_and_the_one_before_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    one, other = Calibration("Mesa 1", bytes(range(224, -1, -1)), (3, 112)), Calibration("Mesa ·", PLAIN)
    write_calibration(path, one)
    assert read_calibration(path, "Mesa 1") == one
    write_calibration(path, other)
    assert read_calibration(path, "Mesa ·") == other
    assert read_calibration(path.with_name("calibration.json.bak"), "Mesa 1") == one


def rows(*names: str) -> list[list[str]]:
    """All squares as they are drawn, the first ones called otherwise."""
    drawn = [f"{row}{column}" for row in "abcdefghijklmno" for column in range(1, 16)]
    drawn[:len(names)] = names
    return [drawn[at:at + 15] for at in range(0, 225, 15)]


@pytest.mark.parametrize(("written", "sentence"), [
    ("{", "it must be JSON"),
    ("[]", "it must be one JSON object"),
    (json.dumps({"schema": 2, "table": "T", "sensors": rows()}), "is of schema 2, and this program knows 1"),
    (json.dumps({"table": "T", "sensors": rows()}), "is of schema None"),
    (json.dumps({"schema": True, "table": "T", "sensors": rows()}), "is of schema True"),
    (json.dumps({"schema": 1, "table": 7, "sensors": rows()}), "is of the table '7'"),
    (json.dumps({"schema": 1, "table": "T"}), "each square once"),
    (json.dumps({"schema": 1, "table": "T", "sensors": rows("a2")}), "each square once"),
    (json.dumps({"schema": 1, "table": "T", "sensors": rows("p1")}), "each square once"),
    (json.dumps({"schema": 1, "table": "T", "sensors": [[["a1"]]]}), "each square once"),
    (json.dumps({"schema": 1, "table": "T", "sensors": rows(), "masked": ["z9"]}), "masked must be a list"),
    (json.dumps({"schema": 1, "table": "T", "sensors": rows(), "masked": "a1"}), "masked must be a list"),
    ("[" * 100_000, "it must be JSON"),
    ("\ud800", "cannot be"),
])
def test_what_is_no_calibration_is_refused_in_one_sentence(tmp_path: Path, written: str, sentence: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_bytes(written.encode("utf-8", "surrogatepass"))
    with pytest.raises(BadCalibration) as refused:
        read_calibration(path, "T")
    assert sentence.replace("cannot be", "it must be JSON") in str(refused.value)
    assert "\n" not in str(refused.value)
