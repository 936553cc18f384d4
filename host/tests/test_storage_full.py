"""A disk that fills up in mid game: the game pauses where everybody sees it, and goes on when there is room."""

import errno
import os
import shutil
from pathlib import Path

from host import games
from host.adapters.journal_files import BACK_BYTES, DISK, ROOM_BYTES
from host.core.events import ClockPressed, Paused, PointsGiven, Resumed
from host.core.phases import Phase
from host.desk import act
from host.rehearsal.virtual import VirtualTable
from host.schemas import Action, Role
from host.tests.players import Players
from host.tests.torn_file import TornDisk

JOURNAL = Path("/game/game.journal")
REFEREE, PAUSE = Role(None, "en"), Action("pause")


def test_a_full_disk_pauses_the_game_in_sight_and_what_the_board_told_is_kept():
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        players.play(stage)
        disk.room = 0
        tile = next(tile for tile in players.stock.tiles if players.stock.place_of(tile) == "square 109")
        stage.take_up(tile)
        stage.wait(2)
        shown = stage.app.view()
        stage.wait(5)
        later = stage.app.view()
        assert (shown.phase, shown.prompts[0].name) == ("paused", "storage_full")
        assert not any(seat.running for seat in shown.seats)
        assert [seat.clock_ms for seat in later.seats] == [seat.clock_ms for seat in shown.seats]
        stage.happened(lambda at: ClockPressed(at, 1))  # a press that cannot be kept must not seem to count
        disk.room = None
        stage.wait(2)
        shown = stage.app.view()
        assert (shown.prompts[0].name, shown.prompts[0].squares) == ("missing", ("h5",))
        assert stage.table.phase is Phase.DISTURBED
        players.stock.put(tile, "square 109")
        stage.set_down(tile, 109)
        stage.rest()
        assert stage.table.phase is Phase.PLAYING
        assert stage.app.view().prompts == shown.prompts[1:]  # readers that this table is without
        assert stage.table.clock.left_ns[1] // 1_000_000 >= later.seats[1].clock_ms - 4_000


class _NoRoomForMore(TornDisk):
    """A full disk that still overwrites what a file holds already, as real ones do.

    `refuses` is what a line has in it for which there is no room.
    """

    full = False
    refuses = b""  # in every line

    def write(self, fd: int, data: bytes) -> int:
        if self.full and self.refuses in data:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(fd, data)


def test_a_game_that_is_left_while_the_disk_is_full_goes_on_with_the_clocks_that_it_showed():
    players, disk = Players(turns=1), _NoRoomForMore()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        players.play(stage)
        disk.full = True
        stage.happened(lambda at: ClockPressed(at, 1))
        stage.wait(1)
        shown = stage.app.view()
        assert shown.prompts[0].name == "storage_full"
        stage.wait(60)
    disk.full = False
    kept = games.resume(JOURNAL, lambda: 0, disk)
    left = kept.table.clock.at(kept.time.now())
    assert [each // 1_000_000 for each in left] == [seat.clock_ms for seat in shown.seats]


def test_a_page_is_told_that_what_it_asked_for_is_done_once_there_is_room_again():
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        players.play(stage)
        disk.room = 0
        stage.wait(3)  # nobody acts: only the time of the running clock is written
        assert stage.app.view().prompts[0].name == "storage_full"
        assert act(stage.app, PAUSE, REFEREE, has_referee=True).startswith("The game cannot be saved")
        disk.room = None
        stage.wait(2)
        assert act(stage.app, PAUSE, REFEREE, has_referee=True) == ""
        assert stage.table.phase is Phase.PAUSED


def test_a_disk_with_less_than_100_mb_pauses_the_game_until_there_are_more_and_a_replay_comes_to_the_same():
    """Hardware page 7, row 12: before a write fails. The pause stands in the journal, for it can be written still."""
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        players.play(stage)
        disk.says_free = ROOM_BYTES
        stage.wait(3)
        assert stage.table.phase is Phase.PLAYING
        disk.says_free = ROOM_BYTES - 1
        stage.wait(3)
        shown = stage.app.view()
        assert (shown.phase, shown.prompts[0].name) == ("paused", "storage_low")
        assert "100 MB" in shown.prompts[0].sentence
        assert not any(seat.running for seat in shown.seats)
        assert stage.app.trouble == ("game.journal: less than 100 MB are left for the game: make room or put in a"
                                     " stick, then it goes on.")
        assert act(stage.app, PAUSE, REFEREE, has_referee=True).startswith("Less than 100 MB")
        stage.wait(60)
        later = stage.app.view()
        assert [seat.clock_ms for seat in later.seats] == [seat.clock_ms for seat in shown.seats]
        disk.says_free = None  # as a medium that does not tell: it is written to until it refuses
        stage.wait(2)
        assert stage.table.phase is Phase.PLAYING
        assert [type(event) for event in stage.events[-2:]] == [Paused, Resumed]
        table = stage.table
    assert games.resume(JOURNAL, lambda: 0, disk).table == table


def test_room_that_comes_and_goes_by_a_little_stops_the_clocks_once():
    """A log that is written and cut beside the game."""
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        players.play(stage)
        for nth in range(10):
            disk.says_free = ROOM_BYTES + (BACK_BYTES - 1 if nth % 2 else -1)
            stage.wait(3)
        disk.says_free = ROOM_BYTES + BACK_BYTES
        stage.wait(3)
        disk.says_free = ROOM_BYTES
        stage.wait(3)
        assert stage.table.phase is Phase.PLAYING
        assert [type(event) for event in stage.events if isinstance(event, Paused | Resumed)] == [Paused, Resumed]


def test_a_pause_that_people_have_called_is_not_ended_by_room():
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        players.play(stage)
        stage.happened(lambda at: Paused(at_ns=at))
        disk.says_free = 0
        stage.wait(5)
        disk.says_free = None
        stage.wait(5)
        assert stage.table.phase is Phase.PAUSED


def test_a_disk_that_fills_up_again_with_what_waited_for_it_still_ends_the_pause_when_there_is_room():
    """Points that the referee gives: there is room for them, and not for the totals that they come to."""
    players, disk = Players(turns=1), _NoRoomForMore()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        players.play(stage)
        disk.full = True
        stage.happened(lambda at: PointsGiven(at, 0, "bonus", 5))
        disk.refuses = b"otals"
        stage.wait(2)
        assert stage.app.view().prompts[0].name == "storage_full"
        assert stage.table.phase is Phase.PAUSED
        disk.full = False
        stage.wait(2)
        assert stage.table.phase is Phase.PLAYING
        table = stage.table
    assert games.resume(JOURNAL, lambda: 0, disk).table == table


def test_a_disk_of_this_machine_tells_what_is_free(tmp_path: Path):
    path = tmp_path / "game"
    fd = DISK.open(path, os.O_RDWR | os.O_CREAT)
    free = DISK.free(fd)
    DISK.close(fd)
    assert free is not None
    assert abs(free - shutil.disk_usage(tmp_path).free) < 50_000_000  # others write to it meanwhile
