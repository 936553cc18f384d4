"""The reference table, three boards under MicroPython: what hands do comes out as at a board that carries all.

Every reader is firmware and model here, racks and bag too; the boards of radio and bag share one field.
"""

from pathlib import Path

import pytest

from hardware_tests import needs
from host import games
from host.core.events import BoardDown, Calmed, GameOpened, Started, TagsRead
from host.rehearsal.builds import R1
from host.rehearsal.outcome import rehearse
from host.rehearsal.virtual import VirtualTable
from host.simulator.board_process import NoMicroPython, find_micropython
from host.simulator.stock import Stock

GAMES = Path(__file__).parent / "games"
# One rulebook each, with overdraws, exchanges, withdrawn plays and drawn starts; none that waits for a clock.
SCRIPTS = ("fisc_classic-whole-game", "fisc_school-whole-game", "frs_romanian-every-flow", "manacor-r17-senyors",
           "frs_english-l32-overdraw-mixed")
H8 = 112


@pytest.fixture(autouse=True)
def _micropython():
    try:
        find_micropython()
    except NoMicroPython:
        needs.program("micropython")


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_game_of_every_rulebook_comes_out_of_the_boards_readers_as_its_script_says(name):
    assert rehearse(GAMES / f"{name}.txt", "sensors", R1).failures == []


@pytest.fixture
def stage(tmp_path):
    stock = Stock("AEIOU", 1)
    opened = GameOpened(at_ns=0, rulebook="fisc_classic", seats=("A", "B"), clock_ns=(10**12, 10**12),
                        tiles=stock.register, last_look=True)
    with VirtualTable(lambda clock: games.begin(tmp_path / "game.journal", opened, clock), boards=R1) as table:
        table.stock = stock
        table.rest()
        table.happened(lambda at: Started(0, at_ns=at))
        yield table


def lay(stage, face, square):
    tile = stage.stock.take("bag", face)
    stage.stock.put(tile, f"square {square}")
    stage.set_down(tile, square)
    stage.rest()
    return tile


def test_a_square_is_known_by_the_magnet_of_one_board_and_the_tag_of_another(stage):
    tile = lay(stage, "A", H8)
    assert stage.table.sensed.tag_at(H8) == tile.tag
    assert isinstance(stage.events[-1], Calmed)


def test_without_the_board_of_the_loops_the_squares_are_not_read_and_all_is_read_when_it_is_back(stage):
    first = lay(stage, "A", H8)
    stage.power("racks", on=False)
    stage.pass_s(3)
    assert any(isinstance(event, BoardDown) and event.part == "board" for event in stage.events)
    assert not stage.table.linked
    second = lay(stage, "E", H8 + 1)
    assert stage.table.sensed.tag_at(H8 + 1) is None
    stage.power("racks", on=True)
    stage.pass_s(4)
    stage.rest()
    assert stage.table.linked
    assert (stage.table.sensed.tag_at(H8), stage.table.sensed.tag_at(H8 + 1)) == (first.tag, second.tag)


def test_the_board_of_the_magnets_may_start_anew_in_the_middle(stage):
    tile = lay(stage, "A", H8)
    stage.replug()
    stage.pass_s(3)
    stage.rest()
    assert stage.table.linked
    assert stage.table.sensed.tag_at(H8) == tile.tag
    other = lay(stage, "E", H8 + 1)
    assert stage.table.sensed.tag_at(H8 + 1) == other.tag


def test_the_board_of_the_bag_may_lose_its_power_while_it_holds_the_field(stage):
    """A board without power pulls no wire: the loops are not kept waiting."""
    stage.power("bag", on=False)
    stage.pass_s(3)
    tile = lay(stage, "I", H8)
    assert stage.table.sensed.tag_at(H8) == tile.tag
    stage.power("bag", on=True)
    stage.pass_s(3)
    lay(stage, "O", H8 + 1)
    reads = [event for event in stage.events if isinstance(event, TagsRead) and event.square == H8 + 1]
    assert reads[-1].tags


def test_a_host_that_is_killed_goes_on_with_all_three_boards(tmp_path):
    stock = Stock("AEIOU", 1)
    opened = GameOpened(at_ns=0, rulebook="fisc_classic", seats=("A", "B"), clock_ns=(10**12, 10**12),
                        tiles=stock.register, last_look=True)
    journal = tmp_path / "game.journal"
    with VirtualTable(lambda clock: games.begin(journal, opened, clock), boards=R1,
                      resume_game=lambda clock: games.resume(journal, clock)) as stage:
        stage.stock = stock
        stage.rest()
        stage.happened(lambda at: Started(0, at_ns=at))
        tile = lay(stage, "A", H8)
        stage.kill_host()
        stage.rest()
        assert stage.table.sensed.tag_at(H8) == tile.tag
        assert not stage.table.sensed.moving
