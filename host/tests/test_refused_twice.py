"""What is refused is said for each act, once: a reading told again is none, what is done anew is one."""

import pytest

from engine_lite.placement import Reason
from host.core import events
from host.core.prompts import prompts
from host.tests.test_core_refused import Played


def challenged(readers):
    """Anna's play has been challenged before she has drawn: nothing may be drawn until that is settled."""
    game = Played(readers=readers)
    game.hands.play(3, drawing=False)
    game.says(events.Challenged, 1)
    assert game.table.phase == "challenged"
    game.drawn = game.hands.in_bag(3)
    game.rack = game.hands.rack_tags(0)
    return game


def drawn(game, readers, rack, tag):
    """A tile goes from the bag to the rack of Anna, which bears `rack` besides."""
    if "bag" in readers:
        game.hands.ring([tag])
    if "racks" in readers:
        game.hands.read(0, [*rack, tag])


def put_back(game, readers, rack, tag):
    if "racks" in readers:
        game.hands.read(0, rack)
    if "bag" in readers:
        game.hands.ring([tag])


def other_news(game):
    game.take(events.PiTold(game.table.at_ns, False, False))


class Told:
    """The reasons of every refusal while readers tell something."""

    def __init__(self, game):
        self.game = game

    def of(self, tell):
        found = []
        real = self.game.take

        def take(event):
            real(event)
            found.extend(self.game.why)

        self.game.take = take
        try:
            tell()
        finally:
            del self.game.take
        return found


def early(game):
    return "drew_early" in {prompt.name for prompt in prompts(game.table)}


@pytest.mark.parametrize("readers", [("bag",), ("racks",), ("bag", "racks")])
def test_a_draw_before_the_challenge_is_settled_is_said_each_time(readers):
    game = challenged(readers)
    told, tag = Told(game), game.drawn[0]
    for _ in range(3):
        assert told.of(lambda: drawn(game, readers, game.rack, tag)) == [Reason.WRONG_PHASE]
        assert early(game)
        assert told.of(lambda: other_news(game)) == []
        if "racks" in readers:  # the loop tells the same again
            assert told.of(lambda: game.hands.read(0, [*game.rack, tag])) == []
        assert told.of(lambda: put_back(game, readers, game.rack, tag)) == []
        assert not early(game)


def test_a_tile_that_only_leaves_the_rack_for_the_hand_is_no_second_draw():
    """The ring has not seen it go back: it was drawn once."""
    game = challenged(("bag", "racks"))
    told, hands, tag = Told(game), game.hands, game.drawn[0]
    hands.ring([tag])
    assert told.of(lambda: hands.read(0, [*game.rack, tag])) == []
    assert told.of(lambda: hands.read(0, game.rack)) == []
    assert early(game)
    assert told.of(lambda: hands.read(0, [*game.rack, tag])) == []


def test_a_second_tile_drawn_early_is_said_too():
    game = challenged(("bag", "racks"))
    told, hands = Told(game), game.hands
    for count in (1, 2, 3):
        hands_full = [*game.rack, *game.drawn[:count]]
        assert told.of(lambda tag=game.drawn[count - 1]: hands.ring([tag])) == [Reason.WRONG_PHASE]
        assert told.of(lambda held=hands_full: hands.read(0, held)) == []


@pytest.mark.parametrize("readers", [("racks",), ("bag", "racks")])
def test_a_draw_before_the_press_is_said_each_time_and_not_with_all_other_news(readers):
    """Where the press comes before the draw, and tiles are laid."""
    game = Played(readers=readers)
    told, hands = Told(game), game.hands
    hands.lay(3)
    rack, (tag,) = hands.rack_tags(0), hands.in_bag(1)
    hands.read(0, rack)
    for _ in range(3):
        assert told.of(lambda: drawn(game, readers, rack, tag)) == [Reason.WRONG_PHASE]
        assert game.table.refusal is not None
        assert told.of(lambda: other_news(game)) == []
        assert told.of(lambda: put_back(game, readers, rack, tag)) == []
        assert game.table.refusal is None


@pytest.mark.parametrize("readers", [("racks",), ("bag", "racks")])
def test_an_overdraw_before_the_challenge_is_settled_is_said_each_time(readers):
    """Four tiles where there is room for three: the loop tells of all at once, after the ring."""
    game = challenged(readers)
    told, hands = Told(game), game.hands
    many = hands.in_bag(4)
    said = []
    for _ in range(2):
        if "bag" in readers:
            assert set(told.of(lambda: hands.ring(many))) == {Reason.WRONG_PHASE}
        said.append(told.of(lambda: hands.read(0, [*game.rack, *many])))
        assert told.of(lambda: other_news(game)) == []
        hands.read(0, game.rack)
        if "bag" in readers:
            hands.ring(many)
    assert said == [[] if "bag" in readers else [Reason.WRONG_PHASE]] * 2


def test_a_tile_laid_too_early_is_said_each_time():
    """While a withdrawn play is cleared away: laid, taken up, laid again."""
    game = Played()
    hands = game.hands
    hands.play(3, drawing=False)
    game.take(events.Corrected(game.table.at_ns, 1, "withdrawn"))
    told, tag = Told(game), hands.in_bag(1)[0]
    for _ in range(2):
        assert told.of(lambda: hands.put(0, tag)) == [Reason.NOT_REMOVED]
        assert told.of(lambda: other_news(game)) == []
        assert told.of(lambda: hands.lift(0)) == []
