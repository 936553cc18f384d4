"""A square whose sensor comes and goes more than six times in two seconds is said on the pages, marked on the board
and written down, until it has been at rest for as long; the game is not paused.
"""

import pytest
from tablewire import messages as wire

from host.adapters.link_health import BEATS
from host.adapters.link_words import bits_of
from host.board_notices import MOST_NAMED, come_up, notices
from host.schemas import PromptView
from host.tests.board_line import hall_board, require_micropython
from host.tests.far_board import Far, met
from host.words import LANGUAGES

C3, H11 = 32, 115


def tell(far: Far, *squares: int) -> tuple[PromptView, ...]:
    """A heartbeat, and the squares that chatter; what is then said of the board."""
    far.says(wire.Heartbeat(9, 0, 0, 0, 0))
    if squares:
        far.says(wire.Chatters(9, bits_of(squares)))
    return notices([far.link], "en")


def test_the_squares_are_named_and_marked_until_the_board_says_them_no_more() -> None:
    far = met()
    (notice,) = tell(far, C3, H11)
    assert (notice.name, notice.squares) == ("sensor_chatters", ("c3", "h11"))
    assert "on c3, h11." in notice.sentence
    for _ in range(BEATS):
        assert tell(far)  # one word may be lost on the wire
    assert tell(far) == ()


def test_a_whole_board_that_chatters_is_no_sentence_of_two_hundred_squares() -> None:
    (notice,) = tell(met(), *range(wire.SQUARES))
    assert notice.squares == tuple(f"a{column}" for column in range(1, MOST_NAMED + 1))
    assert "a8, …" in notice.sentence


def test_it_is_written_down_once_and_again_on_another_square() -> None:
    far = met()
    first = tell(far, C3)
    assert len(come_up((), first)) == 1
    assert come_up(first, tell(far, C3)) == []
    assert "h11" in come_up(first, tell(far, C3, H11))[0]


def test_a_board_that_is_gone_says_nothing_any_more() -> None:
    far = met()
    tell(far, C3)
    far.link.cut(far.now_ns)
    assert notices([far.link], "en") == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_names_the_square_and_what_helps(language: str) -> None:
    far = met()
    tell(far, C3)
    (notice,) = notices([far.link], language)
    words = {"en": ("c3", "magnets"), "ca": ("c3", "imants"), "es": ("c3", "imanes"), "ro": ("c3", "magneții")}
    assert all(word in notice.sentence for word in words[language])


def flicker(line, seconds: float, every_s: float) -> None:
    """The sensor of c3 comes and goes so long, each change so long after the last; it ends where it began."""
    for nth in range(round(seconds / every_s / 2) * 2):
        line.board.fault("hall_stuck", "c3", "off" if nth % 2 else "on")
        line.run(every_s)
    line.board.heal("hall_stuck", "c3")


def test_a_board_tells_the_square_with_every_heartbeat_and_settles_it_three_times_as_slowly() -> None:
    """Every 0.3 s: so slowly that each change would settle, and the game would see a tile come and go."""
    require_micropython()
    with hall_board() as line:
        line.run(1)
        flicker(line, 3, 0.3)
        assert {bytes(each.bits) for each in line.chatters} == {bits_of([C3])}
        changes = len([each for each in line.told if isinstance(each.message, wire.HallChanged)])
        assert 0 < changes <= 6
        flicker(line, 6, 0.3)
        assert len([each for each in line.told if isinstance(each.message, wire.HallChanged)]) == changes
        told = len(line.chatters)
        assert told >= 12
        line.run(4.5)
        told = len(line.chatters)
        line.run(2)
        assert len(line.chatters) == told
