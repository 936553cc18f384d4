"""A chain of the sensors that breaks in the middle of a game: the board says its first row, nothing on the squares
counts, and the game stands, once, until people have seen to it.
"""

from pathlib import Path

import pytest
from tablewire import messages as wire

from host import games
from host.adapters.link_chain import MOST, WITHIN_NS
from host.adapters.link_health import BEATS
from host.board_notices import notices
from host.board_stands import CHAIN_BROKEN, BoardStands
from host.core.events import Paused, Resumed, Started
from host.core.phases import Phase
from host.rehearsal.virtual import VirtualTable
from host.tests.board_line import CENTRE, hall_board, lay, require_micropython
from host.tests.far_board import Far, met
from host.tests.players import Players
from host.tests.torn_file import TornDisk
from host.words import LANGUAGES, notice_sentence

JOURNAL = Path("/game/game.journal")
OTHER = 100  # another square


@pytest.mark.parametrize(("fault", "row"), [(("chain_break", 6), 3), (("chain_break", 0), 1),
                                            (("sentinel_loose", 4), 4)])
def test_a_board_names_the_first_row_with_every_heartbeat_until_the_chain_is_whole(
        fault: tuple[str, int], row: int) -> None:
    require_micropython()
    with hall_board() as line:
        line.run(1)
        assert line.down == []
        line.board.fault(*fault)
        line.run(3)
        assert {(each.reader, each.where) for each in line.down} == {(wire.READER_CHAIN, row)}
        assert 4 <= len(line.down) <= 5
        line.board.heal(fault[0])
        before = len(line.down)
        line.run(2)
        assert len(line.down) == before


def test_a_spark_is_not_told() -> None:
    """It holds up what has not settled, and passes."""
    require_micropython()
    with hall_board() as line:
        line.run(1)
        line.board.fault("chain_glitch", 40)
        assert [type(each.message) for each in line.run(3)] == [wire.Moving, wire.Quiet]
        assert line.down == []


def test_what_hands_have_done_meanwhile_is_told_afterwards() -> None:
    require_micropython()
    with hall_board() as line:
        lay(line, CENTRE)
        line.run(2)
        line.board.fault("chain_break", 3)
        line.run(1)
        lay(line, OTHER, 2)
        assert not any(isinstance(each.message, wire.HallChanged) for each in line.run(2))
        line.board.heal("chain_break")
        changes = [each.message for each in line.run(1) if isinstance(each.message, wire.HallChanged)]
        assert [(each.square, each.on) for each in changes] == [(OTHER, 1)]


def broken(where: int | None = 3) -> Far:
    """A board at the end of a line that says so; None: that says nothing of it any more."""
    far = met()
    tell(far, where)
    return far


def tell(far: Far, where: int | None) -> None:
    """As many heartbeats as it takes to be believed."""
    for _ in range(BEATS + 1):
        far.says(wire.Heartbeat(9, 0, 0, 0, 0))
        if where is not None:
            far.says(wire.ReaderDown(9, wire.READER_CHAIN, where))


def test_a_break_is_news_once_and_again_when_it_has_been_whole() -> None:
    far, stands = broken(), BoardStands()
    assert [stands.news([far.link], now_ns) for now_ns in (5, 10**12)] == [{CHAIN_BROKEN}, frozenset()]
    tell(far, None)
    assert stands.news([far.link], 10**12 + 1) == frozenset()
    tell(far, 0)
    assert stands.news([far.link], 10**12 + 2) == {CHAIN_BROKEN}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_row_is_named_with_what_helps(language: str) -> None:
    (notice,) = notices([broken(3).link], language)
    assert notice.name == "chain_out"
    words = {"en": "row that fails is d", "ca": "fila que falla és la d", "es": "fila que falla es la d",
             "ro": "rând care lipsește este d"}[language]
    assert words in notice.sentence
    assert {"en": "plugs", "ca": "connectors", "es": "conectores", "ro": "conectorii"}[language] in notice.sentence
    assert notice_sentence(CHAIN_BROKEN, {}, language)


def test_a_row_that_the_board_has_not_is_not_looked_for() -> None:
    assert [each.name for each in notices([broken(99).link], "en")] == ["chain_out"]


def shown(stage: VirtualTable) -> list[str]:
    return [each.name for each in stage.app.view().prompts]


@pytest.mark.parametrize(("fault", "word"), [("chain_break", "3"), ("sentinel_loose", "3")])
def test_the_game_stands_once_until_people_go_on_and_a_replay_comes_to_the_same(fault: str, word: str) -> None:
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        players.play(stage)
        stage.fault(fault, (word,), on=True)
        stage.wait(2)
        left = stage.app.view()
        assert (left.phase, [each.name for each in left.prompts][:2]) == ("paused", [CHAIN_BROKEN, "chain_out"])
        assert not any(seat.running for seat in left.seats)
        stage.happened(lambda at: Resumed(at_ns=at))  # before anybody has mended it
        stage.wait(20)
        assert (stage.table.phase, "chain_out" in shown(stage)) == (Phase.PLAYING, True)
        assert CHAIN_BROKEN not in shown(stage)
        stage.fault(fault, (), on=False)
        stage.wait(3)
        assert not {CHAIN_BROKEN, "chain_out"} & set(shown(stage))
        stage.fault(fault, (word,), on=True)
        stage.wait(2)
        stage.fault(fault, (), on=False)
        stage.wait(3)
        assert (stage.table.phase, shown(stage)[:1]) == (Phase.PAUSED, [CHAIN_BROKEN])
        stage.happened(lambda at: Resumed(at_ns=at))
        assert sum(isinstance(event, Paused) for event in stage.events) == 2
        table = stage.table
    assert games.resume(JOURNAL, lambda: 0, disk).table == table


def failing(far: Far, times: int, *, hall_mv: int = 3300, apart: int = 20) -> list[str]:
    """Heartbeats in which the chain has failed now and then; the names of what is said then."""
    dropped = 0
    for _ in range(times):
        dropped += 7
        for _ in range(apart):
            far.wait_ms(500)
            far.says(wire.Heartbeat(9, 0, dropped, 0, 0))
            far.says(wire.Supply(9, wire.CAUSE_POWER, 5100, 5100, hall_mv, hall_mv))
    far.link.tick(far.now_ns)
    return [each.name for each in notices([far.link], "en") if each.name.startswith("chain")]


def test_a_chain_that_fails_for_moments_again_and_again_is_said_until_it_does_not() -> None:
    """Each time it was only counted, however often."""
    far = met()
    far.says(wire.Heartbeat(9, 0, 0, 0, 0))
    assert failing(far, MOST) == []
    assert failing(far, 1) == ["chain_fails"]
    far.wait_ms(WITHIN_NS // 1_000_000)
    assert failing(far, 0) == []


def test_failures_that_lie_farther_apart_or_come_of_the_supply_are_not_said() -> None:
    far = met()
    assert failing(far, 2 * MOST, apart=WITHIN_NS // MOST // 500_000_000) == []
    assert failing(met(), 2 * MOST, hall_mv=2000) == []


def test_one_failure_across_two_heartbeats_is_one_and_a_chain_that_fails_all_the_time_is_said() -> None:
    far = met()
    far.says(wire.Heartbeat(9, 0, 0, 0, 0))
    assert failing(far, 2 * MOST, apart=1) == []
    assert failing(far, 3, apart=1) == ["chain_fails"]


def test_sparks_on_the_chain_of_a_table_are_named_when_they_do_not_end() -> None:
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        players.play(stage)
        for nth in range(MOST + 1):
            assert "chain_fails" not in shown(stage), nth
            stage.fault("chain_glitch", ("20",), on=True)
            stage.wait(3)
        assert (stage.table.phase, "chain_fails" in shown(stage)) == (Phase.PLAYING, True)


def test_a_game_that_begins_with_a_broken_chain_stands_too() -> None:
    """What was wrong before the first clock ran was no news any more, and the game ran on over squares unread."""
    players, disk = Players(turns=0), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        stage.fault("chain_break", ("3",), on=True)
        stage.wait(3)
        assert stage.table.phase not in (Phase.PLAYING, Phase.PAUSED)
        stage.happened(lambda at: Started(0, at_ns=at))
        stage.wait(2)
        assert (stage.table.phase, shown(stage)[:2]) == (Phase.PAUSED, [CHAIN_BROKEN, "chain_out"])
        stage.happened(lambda at: Resumed(at_ns=at))
        stage.wait(20)
        assert stage.table.phase is Phase.PLAYING
