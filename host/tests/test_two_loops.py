"""Where two antennas of the squares would be on at once none is, and the game stands, once, until people go on: with
the switch mended, or naming the tiles by hand. Any other fault of the reader goes on without a pause.
"""

import pytest
from tablewire import messages as wire

from host import games
from host.adapters.link_health import BEATS
from host.board_stands import TWO_LOOPS, BoardStands
from host.core.events import Paused, Resumed
from host.core.phases import Phase
from host.rehearsal.builds import R1, WHOLE
from host.rehearsal.virtual import VirtualTable
from host.tests.board_line import require_micropython
from host.tests.far_board import met
from host.tests.players import Players
from host.tests.test_chain_broken import JOURNAL, shown
from host.tests.torn_file import TornDisk
from host.words import LANGUAGES, notice_sentence


@pytest.mark.parametrize(("reader", "where", "stands"), [
    (wire.READER_RADIO, wire.WHERE_TWO_LOOPS, True), (wire.READER_RADIO, wire.WHERE_CHAIN, True),
    (wire.READER_RADIO, wire.WHERE_SILENT, False), (wire.READER_RADIO, wire.WHERE_HOT, False),
    (wire.READER_BAG, wire.WHERE_CHAIN, False), (wire.READER_PAD, wire.WHERE_UNREAD, False),
])
def test_only_antennas_that_cannot_be_had_one_by_one_are_a_reason(reader: int, where: int, stands: bool) -> None:
    far = met()
    far.says(wire.Heartbeat(9, 0, 0, 0, 0))
    far.says(wire.ReaderDown(9, reader, where))
    assert BoardStands().news([far.link], 0) == ({TWO_LOOPS} if stands else frozenset())


def test_a_reader_that_is_tried_anew_and_fails_again_is_no_news_within_a_minute() -> None:
    far, stands, second = met(), BoardStands(), 10**9

    def news(down: bool, now_s: int) -> bool:
        for _ in range(BEATS + 1):
            far.says(wire.Heartbeat(9, 0, 0, 0, 0))
            if down:
                far.says(wire.ReaderDown(9, wire.READER_RADIO, wire.WHERE_TWO_LOOPS))
        return bool(stands.news([far.link], now_s * second))

    assert [news(nth % 2 == 0, 6 * nth) for nth in range(21)] == [True] + [False] * 20
    assert not news(False, 121)
    assert not news(True, 179)
    assert not news(False, 180)
    assert news(True, 240)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_says_what_to_look_at_and_how_to_go_on_without(language: str) -> None:
    words = {"en": ("cables", "by hand"), "ca": ("cables", "a mà"), "es": ("cables", "a mano"),
             "ro": ("cablurile", "de mână")}[language]
    assert all(word in notice_sentence(TWO_LOOPS, {}, language) for word in words)


@pytest.mark.parametrize("table", [WHOLE, R1])
@pytest.mark.parametrize("fault", ["mux_stuck", "mux_short"])
def test_the_game_stands_once_until_people_go_on_and_a_replay_comes_to_the_same(table: str, fault: str) -> None:
    require_micropython()
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1, boards=table) as stage:
        players.play(stage)
        stage.fault(fault, ("7",), on=True)
        stage.wait(30)
        left = stage.app.view()
        assert (left.phase, [each.name for each in left.prompts][:2]) == ("paused", [TWO_LOOPS, "radio_reader"])
        assert not any(seat.running for seat in left.seats)
        stage.happened(lambda at: Resumed(at_ns=at))
        stage.wait(60)  # the reader is tried again and again
        assert (stage.table.phase, TWO_LOOPS in shown(stage)) == (Phase.PLAYING, False)
        assert "radio_reader" in shown(stage)
        stage.fault(fault, (), on=False)
        stage.wait(20)
        assert "radio_reader" not in shown(stage)
        assert sum(isinstance(event, Paused) for event in stage.events) == 1
        now = stage.table
    assert games.resume(JOURNAL, lambda: 0, disk).table == now
