"""What the voice says when: only what is new and pressed, what matters first, nothing that has become untrue."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.adapters.voice_queue import (
    KEEPS_MS,
    PROMPT_AGAIN_MS,
    PROMPT_STANDS_MS,
    WAIT_MOST,
    Rank,
    VoiceQueue,
    aged,
    news,
)
from host.schemas import GameView, PromptView, TileView
from host.tests.pictured import LONG, OPENING, opening, over, unpressed, view_of, withdrawn

CLOCKS = (1_500_000, 1_500_000)
MISSING = PromptView("missing", ("h7",), "Falta una fitxa a h7. Torna-la al seu lloc.")
GONE = PromptView("missing", ("i4",), "Falta una fitxa a i4. Torna-la al seu lloc.")


def after(plays: int, at_ms: int = 0, **changes: Any) -> GameView:
    """The long game after so many turns."""
    return view_of(LONG[:plays], CLOCKS, at_ms=at_ms, **changes)


def clocks(anna_ms: int, biel_ms: int, at_ms: int = 0) -> GameView:
    """The opening with these clocks; Anna's runs."""
    return view_of(OPENING, (anna_ms, biel_ms), at_ms=at_ms)


def said(before: GameView | None, then: GameView) -> list[str]:
    return [one.sentence for one in news(before, then)]


def all_due(queue: VoiceQueue, at_ms: int) -> list[str]:
    """Everything that the queue gives out at one moment, as if it took no time to say."""
    return [one.sentence for one in iter(lambda: queue.next(at_ms), None)]


# --- what is new ------------------------------------------------------------------------------------


def test_each_turn_of_a_game_is_news_once() -> None:
    """Protects: no play is left out, none said twice."""
    views = [after(plays) for plays in range(len(LONG) + 1)]
    found = [said(*pair) for pair in pairwise(views)]
    assert [len(one) for one in found] == [1] * len(LONG)
    assert found[0] == ["Anna: quina. h, 5. 22 punts, total 22."]
    assert found[5] == [f"Biel: canvi, total {views[5].seats[1].total}"]
    assert all(said(view, view) == [] for view in views)


def test_a_game_that_is_gone_on_with_is_not_told_again() -> None:
    """A host that starts in the middle has heard none of the turns before; what is wrong on the board counts."""
    assert said(None, after(5, prompts=(MISSING,))) == ["Falta una fitxa a h, 7. Torna-la al seu lloc."]


def test_a_withdrawn_play_is_said_and_its_tiles_asked_for_first() -> None:
    fallen = withdrawn()
    prompt = msgspec.structs.replace(fallen.prompts[0], sentence="Treu les fitxes de i4.")
    assert said(opening(), msgspec.structs.replace(fallen, prompts=(prompt,))) == [
        "Treu les fitxes de i, 4.", "Biel: sesam retirada, total 0"]


def test_a_corrected_turn_is_said_but_not_those_whose_total_follows() -> None:
    before = after(4)
    first, *rest = before.turns
    turns = (msgspec.structs.replace(first, score=20, total=20), *(
        msgspec.structs.replace(turn, total=turn.total - 2) if turn.seat == first.seat else turn for turn in rest))
    assert said(before, msgspec.structs.replace(before, turns=turns)) == ["Anna: quina. h, 5. 20 punts, total 20."]


def test_the_end_is_said_and_again_when_racks_are_settled() -> None:
    playing = opening()
    ended = over()
    settled = msgspec.structs.replace(ended, seats=(
        msgspec.structs.replace(ended.seats[0], total=-4), ended.seats[1]))
    assert said(playing, ended) == ["Final: totes les fitxes jugades. Anna: 22 punts, Biel: 24 punts."]
    assert said(ended, settled) == ["Final: totes les fitxes jugades. Anna: menys 4 punts, Biel: 24 punts."]
    assert said(settled, settled) == []


# --- clocks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before_ms", "after_ms", "warning"), [
    (300_001, 300_000, ["Anna: queden cinc minuts"]), (300_000, 299_999, []), (300_002, 300_001, []),
    (60_001, 59_900, ["Anna: queda un minut"]), (30_200, 30_000, ["Anna: queden trenta segons"]),
    (1, 0, ["Anna: s'ha acabat el temps"]), (0, -1, []), (-5, -70_000, []),
    (70_000, 20_000, ["Anna: queden trenta segons"]),
])  # fmt: skip
def test_a_running_clock_warns_as_it_passes_a_mark(before_ms: int, after_ms: int, warning: list[str]) -> None:
    """At the mark itself, once, only the last of several; a game of five minutes does not begin with a warning."""
    assert said(clocks(before_ms, 900_000), clocks(after_ms, 900_000)) == warning


def test_a_standing_clock_does_not_warn() -> None:
    """The referee may set it, which is no news to the players."""
    assert said(clocks(900_000, 60_001), clocks(900_000, 59_000)) == []


def test_time_alone_brings_warnings_between_two_views() -> None:
    """Nothing may happen on the table for minutes: the clock runs on all the same."""
    queue = VoiceQueue()
    queue.saw(clocks(61_000, 900_000))
    heard = {at_ms: all_due(queue, at_ms) for at_ms in range(200, 62_001, 200)}
    assert {at_ms: texts for at_ms, texts in heard.items() if texts} == {
        1_000: ["Anna: queda un minut"], 31_000: ["Anna: queden trenta segons"],
        61_000: ["Anna: s'ha acabat el temps"],
    }


def test_ageing_moves_only_the_running_clock() -> None:
    later = aged(clocks(61_000, 900_000, at_ms=500), 1_500)
    assert (later.at_ms, [seat.clock_ms for seat in later.seats]) == (1_500, [60_000, 900_000])
    assert aged(later, 0) == later


# --- what goes first, and what is dropped -----------------------------------------------------------


def test_a_prompt_goes_before_a_clock_a_clock_before_a_score() -> None:
    queue = VoiceQueue()
    queue.saw(view_of((), (60_100, 900_000)))
    queue.saw(view_of(LONG[:1], (59_900, 900_000), at_ms=200, prompts=(MISSING,)))
    assert [text.split()[0] for text in all_due(queue, 200 + PROMPT_STANDS_MS)] == ["Falta", "Anna:", "Anna:"]
    queue.saw(view_of(LONG[:1], (60_100, 900_000), at_ms=3_000))
    queue.saw(msgspec.structs.replace(view_of(LONG[:2], (59_900, 900_000), at_ms=3_000), ended="out", phase="over"))
    assert [text.split(":")[0] for text in all_due(queue, 3_000)] == ["Biel", "Final"]


def test_a_score_that_is_overtaken_is_not_said() -> None:
    """While a long sentence is spoken two turns are made: only the last is worth hearing."""
    queue = VoiceQueue()
    for plays in (0, 1, 2, 3):
        queue.saw(after(plays, at_ms=plays * 1000))
    (heard,) = all_due(queue, 3000)
    assert heard.startswith("Anna: canya")


@pytest.mark.parametrize(("late_ms", "heard"), [(0, True), (1, False)])
def test_a_score_is_dropped_when_it_has_waited_too_long(late_ms: int, heard: bool) -> None:
    queue = VoiceQueue()
    queue.saw(after(0))
    queue.saw(after(1))
    assert bool(all_due(queue, KEEPS_MS[Rank.TURN] + late_ms)) is heard


def test_a_warning_that_has_become_untrue_is_dropped() -> None:
    queue = VoiceQueue()
    queue.saw(clocks(60_001, 900_000))
    queue.saw(clocks(60_000, 900_000, at_ms=1))
    queue.saw(clocks(54_000, 900_000, at_ms=6_001))
    assert all_due(queue, 6_001) == []


def test_a_prompt_put_right_at_once_is_not_said() -> None:
    queue = VoiceQueue()
    queue.saw(after(2))
    queue.saw(after(2, at_ms=100, prompts=(MISSING,)))
    assert all_due(queue, 100 + PROMPT_STANDS_MS - 1) == []
    queue.saw(after(2, at_ms=1_599))
    assert all_due(queue, 10_000) == []


def test_a_prompt_that_stands_is_said_once() -> None:
    queue = VoiceQueue()
    queue.saw(after(2, prompts=(MISSING,)))
    heard = [all_due(queue, at_ms) for at_ms in range(0, 60_000, 200)]
    assert sum(map(len, heard)) == 1


def test_a_prompt_that_comes_and_goes_is_said_again_only_after_a_while() -> None:
    """A tile that is read now and then must not make the table talk without end."""
    queue, heard = VoiceQueue(), 0
    for at_ms in range(0, 60_000, 2_000):
        queue.saw(after(2, at_ms=at_ms, prompts=(MISSING,)))
        heard += len(all_due(queue, at_ms + 1_800))
        queue.saw(after(2, at_ms=at_ms + 1_900))
    assert 2 <= heard <= 60_000 // PROMPT_AGAIN_MS


def test_a_second_prompt_waits_for_the_first_and_is_dropped_when_put_right() -> None:
    queue = VoiceQueue()
    queue.saw(after(2, prompts=(MISSING, GONE)))
    first = queue.next(PROMPT_STANDS_MS)
    assert first is not None
    assert "h, 7" in first.sentence
    queue.saw(after(2, at_ms=2_000, prompts=(MISSING,)))
    assert all_due(queue, 4_000) == []


def test_nothing_is_said_before_the_first_view() -> None:
    assert VoiceQueue().next(5_000) is None


def test_what_waits_is_bounded_however_much_happens() -> None:
    """Protects against a table that goes on talking about an hour ago."""
    queue = VoiceQueue()
    for plays in range(len(LONG) + 1):
        prompts = tuple(PromptView("missing", (), f"{plays}/{number}.") for number in range(50))
        queue.saw(after(plays, prompts=prompts))
    assert len(all_due(queue, PROMPT_STANDS_MS)) <= sum(WAIT_MOST.values())


# --- fair play --------------------------------------------------------------------------------------

TILES = st.lists(st.builds(TileView, st.integers(0, 224), st.sampled_from(["A", "QU", "L·L", "?"]), st.booleans(),
                           st.integers(0, 10)), max_size=7).map(tuple)  # fmt: skip


@given(TILES, TILES)
def test_tiles_laid_and_not_pressed_make_no_sound(before: tuple[TileView, ...], then: tuple[TileView, ...]) -> None:
    """No score, no word, no letter before the press, whatever lies there."""
    assert news(opening(laid=before), opening(laid=then)) == ()


def test_laying_a_play_is_silent_and_pressing_it_is_not() -> None:
    assert said(opening(), unpressed()) == []
    assert len(said(unpressed(), after(3))) == 1


def test_no_field_that_the_voice_is_given_can_hold_a_rack() -> None:
    """What is not in the view cannot be spoken; a new field of the view or a seat must be thought over here."""
    assert set(GameView.__struct_fields__) == {
        "table", "rulebook", "language", "phase", "at_ms", "linked", "live", "seats", "board", "laid", "turns",
        "prompts", "ended", "version", "faces", "questioned", "chosen_words", "points",
        "winner", "menu", "corrections", "misfits", "seal", "verdict", "look_ms",
    }
    assert set(type(opening().seats[0]).__struct_fields__) == {
        "name", "total", "clock_ms", "running", "on_turn", "actions", "accepted", "follows", "rack_size",
    }
