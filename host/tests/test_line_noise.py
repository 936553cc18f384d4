"""A line that spoils more than one frame in a thousand is said on the pages, once, until it is well again; a spark, a
plug that is touched or a board that starts anew is not.
"""

import pytest
from tablewire import messages as wire
from tablewire.frames import UNNUMBERED, frame

from host import games
from host.adapters.link_noise import FEW, FRAMES, WITHIN, LineNoise
from host.board_notices import notices
from host.core.events import Paused
from host.core.phases import Phase
from host.rehearsal.virtual import VirtualTable
from host.tests.far_board import Far, met
from host.tests.players import Players
from host.tests.test_chain_broken import JOURNAL, shown
from host.tests.torn_file import TornDisk
from host.words import LANGUAGES, notice_sentence

SPOILT = b"\0\x05spoilt\0"


def beats(far: Far, times: int, damaged: int = 0) -> None:
    """So many sound frames, each saying that the board has heard `damaged` ones."""
    for _ in range(times):
        far.says(wire.Heartbeat(9, 0, 0, damaged, 0))


def names(far: Far) -> list[str]:
    return [each.name for each in notices([far.link], "en")]


@pytest.mark.parametrize(("between", "noisy"), [(WITHIN // 2 - 1, True), (WITHIN // 2, False)])
def test_three_within_two_thousand_are_too_many_and_fewer_are_chance(between: int, noisy: bool) -> None:
    noise = LineNoise()
    for damaged in range(1, FEW + 1):
        assert not noise.noisy
        noise.heard(between if damaged > 1 else 0, damaged - 1)
        noise.heard(0, damaged)
    assert noise.noisy == noisy


def test_a_thousand_sound_frames_in_a_row_end_it() -> None:
    noise = LineNoise()
    noise.heard(0, FEW)
    noise.heard(FRAMES - 1, FEW)
    assert noise.noisy
    noise.sent(1)
    noise.heard(0, FEW)
    assert not noise.noisy


def test_a_line_that_always_spoils_one_in_five_hundred_stays_said() -> None:
    noise = LineNoise()
    told = []
    for damaged in range(1, 20):
        noise.heard(499, damaged)
        told.append(noise.noisy)
    assert told == [False] * (FEW - 1) + [True] * (20 - FEW)


def test_what_the_board_hears_counts_as_what_we_hear_and_its_count_may_begin_again() -> None:
    far = met()
    beats(far, 1, 0xFFFE)  # what it has counted before we came is none of ours
    assert names(far) == []
    beats(far, 1, 0xFFFF)
    far.link.feed(SPOILT, far.now_ns)
    assert names(far) == []
    beats(far, 1, 0)
    assert names(far) == ["line_noisy"]
    beats(far, FRAMES, 0)
    assert names(far) == []


def test_what_a_board_broke_off_as_it_started_anew_is_no_fault_of_the_line() -> None:
    far = met()
    for nth in range(FEW + 2):
        far.link.feed(frame(UNNUMBERED, wire.pack(far.hello))[:9], far.now_ns)
        far.hello = far.hello._replace(boot=far.hello.boot + 1)
        far.says(far.hello)
        beats(far, 1, nth)
        assert "line_noisy" not in names(far)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_says_what_to_look_at_and_that_the_game_goes_on(language: str) -> None:
    words = {"en": ("cable", "goes on"), "ca": ("cable", "continua"), "es": ("cable", "continúa"),
             "ro": ("cablul", "continuă")}[language]
    assert all(word in notice_sentence("line_noisy", {}, language) for word in words)


def test_a_line_that_is_disturbed_is_said_in_a_game_until_it_is_well_again() -> None:
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        players.play(stage)
        assert "line_noisy" not in shown(stage)
        stage.fault("noise", ("0.01",), on=True)
        stage.wait(20)
        assert "line_noisy" in shown(stage)
        stage.wait(20)
        assert shown(stage).count("line_noisy") == 1
        stage.fault("noise", (), on=False)
        stage.wait(400)
        assert "line_noisy" not in shown(stage)
        assert stage.table.phase is Phase.PLAYING
        assert not any(isinstance(event, Paused) for event in stage.events)
