"""The record of a board's wiring in its EEPROM, from the host's word to the cells and back: what is kept is used from
the next start on; without a chip, after a cut or with a damaged byte the board plays on by the plain order and says
so; and no game writes there."""

from pathlib import Path

import pytest
from tablewire import messages as wire
from tablewire.record import KEPT, NO_EEPROM, PAGE, PAGES, PLAIN, READ_PAGE, WRITE_PAGE, pack_record

from hardware_tests import hearing
from hardware_tests.keeping import CannotKeep, in_use, keep, read, start_anew
from host import games
from host.adapters.link import Link
from host.app import App
from host.board_notices import notices
from host.model_person import ModelPerson, tag_of
from host.simulator.board_process import BoardProcess
from host.tests.board_line import CENTRE, hall_board, lay, lift, messages, require_micropython
from host.tests.recorded_game import OPENED
from host.workbench import VirtualLine, Workbench

REVERSED = bytes(range(224, -1, -1))
RECORD = pack_record(REVERSED)
CELLS = "eeprom.bin"


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


@pytest.fixture
def bench():
    made = bench_of({"role": "board"})
    yield made
    made.close()


def bench_of(settings: dict[str, object]) -> Workbench:
    board = BoardProcess(settings)
    made = Workbench(VirtualLine(board))
    made.person = ModelPerson(board, made.wait)
    made.wait(0.5)
    return made


def board_of(bench: Workbench) -> BoardProcess:
    return bench._line.board


def restarted(bench: Workbench) -> None:
    """The board loses its power and has it again, and has spoken of what is wrong."""
    board_of(bench).restart()
    bench.wait(1.5)


def put(bench: Workbench, record: bytes) -> None:
    """Have the board keep `record`, and use it."""
    keep(bench, record)
    assert start_anew(bench)


def felt(bench: Workbench, square: int) -> list[int]:
    """The squares that the board tells when a tile is laid on `square`."""
    hearing.fresh(bench)
    bench.person.does(hearing.lay(square))
    told = bench.told(hearing.SETTLES_S)
    bench.person.does(hearing.lift(square))
    bench.wait(hearing.SETTLES_S)
    return [found for found, on in hearing.changes(told) if on]


def cells(board: BoardProcess) -> Path:
    return Path(board.serial_path).parent / CELLS


# ---- kept and used ------------------------------------------------------------------------------------------------


def test_what_is_kept_is_read_back_and_used_from_the_next_start_on(bench):
    board = board_of(bench)
    assert in_use(bench) is None
    put(bench, pack_record(REVERSED, (3, 7)))
    assert board.boots == 2
    assert in_use(bench) == (REVERSED, (3, 7))
    assert cells(board).read_bytes()[:PAGES * PAGE] == pack_record(REVERSED, (3, 7))
    assert felt(bench, 0) == [224]
    assert felt(bench, 224 - 3) == []
    restarted(bench)
    assert felt(bench, 0) == [224]


def test_a_page_on_which_the_same_stands_is_not_written_again(bench):
    """A writing wears the cells, and one that is not begun cannot be cut short."""
    keep(bench, RECORD)
    board_of(bench).fault("eeprom_cut")
    keep(bench, RECORD)
    assert in_use(bench) == (REVERSED, ())


def test_lamps_and_radio_go_by_squares_whatever_the_order_of_the_sensors() -> None:
    bench = bench_of({})
    board_of(bench).fault("swapped", "h", "j")
    bench.wait(0.5)
    order = bytearray(PLAIN)
    order[7 * 15:8 * 15], order[9 * 15:10 * 15] = order[9 * 15:10 * 15], order[7 * 15:8 * 15]
    put(bench, pack_record(order))
    hearing.fresh(bench)
    bench.person.does(hearing.lay(CENTRE))
    told = [each.message for each in bench.told(1)]
    assert [m[1:] for m in told if isinstance(m, wire.HallChanged)] == [(CENTRE, 1)]
    assert [m[1:] for m in told if isinstance(m, wire.TagRead)] == [(CENTRE, tag_of(1))]
    bench.say(wire.Lamp(CENTRE, 9, 9, 9))
    bench.wait(0.5)
    lit = {post for post, colours in board_of(bench).lamps.items() if colours != "000000"}
    assert lit == {7 * 16 + 7, 7 * 16 + 8, 8 * 16 + 7, 8 * 16 + 8}
    bench.close()


def test_the_first_bad_square_of_a_check_is_named_as_the_sensor_hangs(bench):
    board_of(bench).fault("swapped", "a", "c")
    order = bytearray(PLAIN)
    order[0:15], order[30:45] = order[30:45], order[0:15]
    put(bench, pack_record(order))
    board_of(bench).fault("hall_stuck", "c4", "on")
    for check in (5, 6):
        hearing.fresh(bench)
        counted = bench.run_test(check, 20, 5)
        assert counted[1:] == (1, 2 * 15 + 3)
        assert hearing.bad_squares(bench.told(0), counted) == [2 * 15 + 3]


def test_a_game_writes_nothing_and_a_page_waits_for_the_checks_before_it() -> None:
    with hall_board() as line:
        for square in (0, 112, 224):
            lay(line, square)
            line.run(0.5)
            lift(line, square)
            line.run(0.5)
        assert not cells(line.board).exists()
        line.say(wire.TestWanted(6, 100))          # a second of readings
        line.say(wire.RecordPage(0, WRITE_PAGE, RECORD[:PAGE]))
        line.say(wire.RecordPage(0, READ_PAGE, bytes(PAGE)))
        line.say(wire.RecordPage(PAGES, WRITE_PAGE, RECORD[:PAGE]))   # beyond the record
        line.run(0.9)
        assert not cells(line.board).exists()
        told = messages(line.run(1))
        assert [type(m) for m in told] == [wire.TestDone, wire.RecordPage, wire.RecordPage, wire.RecordPage]
        assert told[1:3] == [wire.RecordPage(0, KEPT, RECORD[:PAGE])] * 2
        assert told[3].kept == NO_EEPROM


def lasting(bench):
    """What is said of the board but that it has just started anew, which these tests make it do."""
    return [each for each in notices([bench.link], "en") if not each.name.startswith("started_by_")]


# ---- what goes wrong ----------------------------------------------------------------------------------------------


def test_without_an_eeprom_a_board_plays_and_keeping_says_so_in_a_sentence(bench):
    board_of(bench).fault("eeprom_absent")
    restarted(bench)
    with pytest.raises(CannotKeep, match=r"^no EEPROM answers on this board: look at its SDA at GP10, its SCL"):
        read(bench)
    assert lasting(bench) == []
    assert felt(bench, CENTRE) == [CENTRE]


def test_a_board_with_a_pad_on_those_pins_has_no_eeprom() -> None:
    bench = bench_of({"radio": False, "pad": True})
    with pytest.raises(CannotKeep, match="a board with a pad there has none"):
        read(bench)
    bench.close()


@pytest.mark.parametrize("address", [2, 4, 100, 262])
def test_a_record_that_is_damaged_is_said_on_the_screens_and_the_plain_order_is_used(tmp_path, address):
    bench = bench_of({"role": "board"})
    app = App(games.begin(tmp_path / "one.journal", OPENED, lambda: 5_000_000), Link({}, 0),
              readers={"racks": bench.link}, language="en")
    try:
        put(bench, RECORD)
        assert lasting(bench) == []
        board_of(bench).fault("eeprom_byte", address)
        restarted(bench)
        (notice,) = lasting(bench)
        assert notice.name == "board_record"
        assert notice.sentence.endswith("Between games, type: taula doctor --table settings --restore")
        assert "board_record" in [each.name for each in app.view().prompts]
        assert in_use(bench) is None
        assert felt(bench, 0) == [0]
        board_of(bench).heal("eeprom_byte", address)
        restarted(bench)
        assert lasting(bench) == []
        assert felt(bench, 0) == [224]
    finally:
        app.close()
        bench.close()


def test_power_cut_in_a_writing_is_told_and_a_second_try_mends_it(bench):
    put(bench, pack_record(PLAIN))
    board_of(bench).fault("eeprom_cut")
    with pytest.raises(CannotKeep, match=r"^the EEPROM did not keep page 0: look at its supply and its WP pin"):
        keep(bench, RECORD)
    restarted(bench)
    assert [each.name for each in lasting(bench)] == ["board_record"]
    put(bench, RECORD)
    bench.wait(1)
    assert in_use(bench) == (REVERSED, ())
    assert lasting(bench) == []


def test_a_byte_that_reads_back_wrong_is_told_and_nothing_starts_anew(bench):
    board = board_of(bench)
    board.fault("eeprom_byte", 40)
    bench.wait(0.1)
    with pytest.raises(CannotKeep, match=r"^the EEPROM did not keep page 1:"):
        keep(bench, RECORD)
    assert board.boots == 1


def test_a_board_that_does_not_start_anew_or_takes_its_port_away_is_not_said_to_be_back(bench):
    """The watchdog does not bite; or the line ends with the board, as a USB port does."""
    board_of(bench).fault("watchdog_off")
    bench.wait(0.1)
    assert not start_anew(bench)
    assert board_of(bench).boots == 1
    board_of(bench).unplug()
    assert not start_anew(bench)


def test_a_board_that_does_not_know_these_words_is_to_be_flashed() -> None:
    """The board of the bag hears them, and has nothing to do with them; so does an older program."""
    bench = bench_of({"role": "bag"})
    with pytest.raises(CannotKeep, match="bring its program up to date with taula flash PORT"):
        read(bench)
    bench.close()
