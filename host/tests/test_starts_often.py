"""A board that starts anew by itself more than three times in ten minutes pauses the game, once, with a sentence that
says so and what helps. A start that was wanted is none of these; who has seen to the board goes on, and a replay of
the journal comes to the same.
"""

from pathlib import Path

import pytest
from tablewire import messages as wire

from host import games
from host.adapters.link_health import STARTS_MOST, STARTS_NS
from host.adapters.link_words import StartsOften
from host.board_stands import STARTS_BEFORE, STARTS_OFTEN
from host.core.events import Paused, Resumed, Started
from host.core.phases import Phase
from host.rehearsal.virtual import VirtualTable
from host.tests.far_board import MS, met
from host.tests.players import Players
from host.tests.torn_file import TornDisk
from host.words import LANGUAGES, notice_sentence

JOURNAL = Path("/game/game.journal")
APART_MS = STARTS_NS // MS // STARTS_MOST  # so many starts lie just within ten minutes
LAST_S = 3  # until a board is there again, and its squares are read


class StartsAtFar:
    """A board of our own making that starts anew at the other end of a link."""

    def __init__(self) -> None:
        self.far = met()
        self.boot = self.far.hello.boot

    def again(self, after_ms: int, **changes: object) -> bool:
        """Another start, so long after the last; whether the link says that it is one too many."""
        self.far.wait_ms(after_ms)
        self.boot += 1
        self.far.hello = self.far.hello._replace(boot=self.boot, **changes)
        return any(isinstance(each.event, StartsOften) for each in self.far.says(self.far.hello))


def test_the_fourth_start_within_ten_minutes_is_one_too_many_and_they_are_counted_anew() -> None:
    board = StartsAtFar()
    assert [board.again(APART_MS) for _ in range(8)] == [False, False, False, True] * 2


def test_starts_that_lie_farther_apart_are_no_reason_to_stop() -> None:
    board = StartsAtFar()
    assert not any(board.again(APART_MS + 1) for _ in range(20))


def test_a_cable_that_is_pulled_without_a_start_is_none() -> None:
    board = StartsAtFar()
    for _ in range(8):
        board.far.link.cut(board.far.now_ns)
        assert not any(isinstance(each.event, StartsOften) for each in board.far.says(board.far.hello))


def test_a_start_that_was_wanted_or_with_another_program_does_not_count() -> None:
    board = StartsAtFar()
    for nth in range(8):
        assert board.far.link.service()
        assert not board.again(1000), nth
    assert not any(board.again(1000, build=0xBEE0 + nth) for nth in range(8))
    assert not any(board.again(1000, uid=bytes([nth]) * 8) for nth in range(8))
    assert [board.again(1000) for _ in range(4)] == [False, False, False, True]


def test_what_a_start_costs_is_told_to_the_game_before() -> None:
    """The board is there again, and its squares are asked for, whether or not the game stands then."""
    board = StartsAtFar()
    for _ in range(STARTS_MOST):
        board.again(1000)
    board.far.hello = board.far.hello._replace(boot=99)
    assert [type(each.event).__name__ for each in board.far.says(board.far.hello)] == ["BoardUp", "StartsOften"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_says_what_happens_and_what_helps(language: str) -> None:
    words = {"en": ("the game stands", "cable"), "ca": ("la partida queda aturada", "cable"),
             "es": ("la partida queda parada", "cable"), "ro": ("partida stă", "cablul")}[language]
    assert all(word in notice_sentence(STARTS_OFTEN, {}, language) for word in words)


def shown(stage: VirtualTable) -> list[str]:
    return [each.name for each in stage.app.view().prompts]


@pytest.mark.parametrize("fault", ["restart", "hang", "brown_out"])
def test_a_board_that_starts_anew_again_and_again_pauses_the_game_once(fault: str) -> None:
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        def starts(times: int) -> None:
            for _ in range(times):
                stage.fault(fault, (), on=True)
                stage.wait(LAST_S)
                stage.rest()

        players.play(stage)
        starts(STARTS_MOST)
        assert (stage.table.phase, STARTS_OFTEN in shown(stage)) == (Phase.PLAYING, False)
        starts(1)
        left = stage.app.view()
        assert (left.phase, left.prompts[0].name) == ("paused", STARTS_OFTEN)
        assert not any(seat.running for seat in left.seats)
        stage.wait(60)
        assert [seat.clock_ms for seat in stage.app.view().seats] == [seat.clock_ms for seat in left.seats]
        assert shown(stage)[0] == STARTS_OFTEN
        starts(STARTS_MOST)  # while it stands there is nothing to pause
        stage.happened(lambda at: Resumed(at_ns=at))
        assert (stage.table.phase, STARTS_OFTEN in shown(stage)) == (Phase.PLAYING, False)
        assert sum(isinstance(event, Paused) for event in stage.events) == 1
        table = stage.table
    assert games.resume(JOURNAL, lambda: 0, disk).table == table


def test_a_full_disk_that_has_room_again_does_not_end_that_pause() -> None:
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        players.play(stage)
        for nth in range(STARTS_MOST + 1):
            disk.room = 0 if nth == STARTS_MOST else None
            stage.replug()
            stage.wait(LAST_S)
        assert shown(stage)[0] == "storage_full"
        disk.room = None
        stage.wait(2)
        assert (stage.table.phase, shown(stage)[0]) == (Phase.PAUSED, STARTS_OFTEN)


def test_starts_before_the_game_are_said_until_it_begins_and_then_it_stands_once() -> None:
    """They were passed over: people began on a board that had just started anew four times."""
    players, disk = Players(turns=0), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        stage.wait(LAST_S)
        for _ in range(STARTS_MOST):
            stage.replug()
            stage.wait(LAST_S)
        assert STARTS_BEFORE not in shown(stage)
        stage.replug()
        stage.wait(LAST_S)
        assert not any(isinstance(event, Paused) for event in stage.events)
        assert (shown(stage)[0], STARTS_OFTEN in shown(stage)) == (STARTS_BEFORE, False)
        stage.happened(lambda at: Started(0, at_ns=at))
        stage.wait(2)
        assert (stage.table.phase, shown(stage)[0], STARTS_BEFORE in shown(stage)) == (
            Phase.PAUSED, STARTS_OFTEN, False)
        stage.happened(lambda at: Resumed(at_ns=at))
        stage.wait(20)
        assert (stage.table.phase, STARTS_OFTEN in shown(stage)) == (Phase.PLAYING, False)


def test_starts_long_before_the_game_and_those_of_a_pause_by_hand_are_no_reason_to_stop() -> None:
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        stage.wait(LAST_S)
        for _ in range(STARTS_MOST + 1):
            stage.replug()
            stage.wait(LAST_S)
        assert STARTS_BEFORE in shown(stage)
        stage.wait(STARTS_NS / 1e9)
        assert STARTS_BEFORE not in shown(stage)
        players.play(stage)
        stage.happened(lambda at: Paused(at_ns=at))
        assert STARTS_OFTEN not in shown(stage)


def test_a_start_is_told_by_its_hello_alone() -> None:
    """A board whose program is older says no cause: its starts count as well."""
    board = StartsAtFar()
    board.far.says(wire.Heartbeat(9, 0, 0, 0, 0))
    assert [board.again(1000) for _ in range(4)] == [False, False, False, True]
