"""A tile named by hand where no sensor tells: claimed until a sensor tells otherwise, nobody's for that word alone.

Source: hardware page 7, rows 16, 17 and 30.
"""

import pytest

from engine_lite.placement import Reason
from host.core import events
from host.core.effects import Refuse
from host.core.fusion import Evidence
from host.core.table import open_table, step
from host.tests.events import FACES, TAGS
from host.tests.hands_at_table import opened

CENTRE = 112
FACE_OF = dict(zip(TAGS, FACES, strict=True))


class Named:
    """A running game at a table that reads no racks; `why` are the reasons of the last refusal."""

    def __init__(self, rulebook="fisc_classic"):
        self.table = open_table(opened(rulebook, (), True))
        self.take(events.BoardUp(0, False, "board"))
        self.take(events.Started(0, at_ns=0))

    def take(self, event):
        self.table, effects = step(self.table, event)
        self.why = [defect.reason for each in effects if isinstance(each, Refuse) for defect in each.defects]

    def magnet(self, square, on=True):
        self.take(events.HallChanged(self.table.at_ns, square, on))

    def reads(self, square, *tags):
        self.take(events.TagsRead(self.table.at_ns, square, tags))

    def names(self, square, face):
        self.take(events.TileNamed(self.table.at_ns, square, face))

    def at(self, square):
        """What is known of `square`, and the face of the tile that stands there."""
        reading = self.table.sensed.reading(square)
        return reading.evidence, self.table.tiles.get(reading.tag)


@pytest.fixture
def game():
    return Named()


def of_face(face):
    return next(tag for tag, each in FACE_OF.items() if each == face)


def test_a_named_tile_is_claimed_and_laid(game):
    """A dead tag, a dead sensor and both at once: nothing but the word tells of the last."""
    game.magnet(CENTRE)
    game.names(CENTRE, "QU")
    game.reads(CENTRE + 1, of_face("I"))
    game.names(CENTRE + 1, "I")
    game.names(CENTRE + 2, "N")
    squares = (CENTRE, CENTRE + 1, CENTRE + 2)
    assert [game.at(square) for square in squares] == [(Evidence.CLAIMED, face) for face in ("QU", "I", "N")]
    assert game.table.course.laid.squares == squares


def test_a_blank_is_named_as_a_blank_and_then_declared(game):
    game.names(CENTRE, "?")
    game.take(events.BlankDeclared(game.table.at_ns, CENTRE, "NY"))
    assert [tile.face for _, tile in game.table.course.laid.tiles] == ["NY"]


@pytest.mark.parametrize(("square", "face", "reason"), [
    (225, "A", Reason.OFF_BOARD), (-1, "A", Reason.OFF_BOARD), (CENTRE, "K", Reason.NOT_A_FACE),
    (CENTRE, "QUI", Reason.NOT_A_FACE), (CENTRE, "[", Reason.NOT_A_FACE),
])
def test_what_is_no_tile_or_square_is_refused(game, square, face, reason):
    before = game.table.sensed
    game.names(square, face)
    assert game.why == [reason]
    assert game.table.sensed == before


def test_what_the_radio_reads_goes_before_what_people_say(game):
    game.reads(CENTRE, of_face("A"))
    game.names(CENTRE, "E")
    assert game.why == [Reason.UNKNOWN_TILE]
    game.names(CENTRE, "A")
    assert game.at(CENTRE) == (Evidence.CLAIMED, "A")
    game.reads(CENTRE, of_face("E"))
    assert game.at(CENTRE)[0] is Evidence.CONFLICT


def test_a_name_goes_with_the_tile(game):
    """Its magnet goes, its tag falls silent where it was read, or answers elsewhere."""
    game.magnet(CENTRE)
    game.names(CENTRE, "A")
    game.magnet(CENTRE, on=False)
    assert game.at(CENTRE) == (Evidence.EMPTY, None)
    game.reads(CENTRE, of_face("A"))
    game.names(CENTRE, "A")
    game.reads(CENTRE)
    assert game.at(CENTRE) == (Evidence.EMPTY, None)
    game.names(CENTRE, "QU")
    (tag,) = game.table.sensed.named.values()
    game.magnet(CENTRE + 3)
    game.reads(CENTRE + 3, tag)
    assert game.at(CENTRE + 3) == (Evidence.CERTAIN, "QU")
    assert game.at(CENTRE)[1] is None


def test_nothing_named_takes_a_name_back_and_leaves_the_tile_with_nobody(game):
    """A slip of the finger: the Z may be drawn and laid by the other side later."""
    before = game.table
    game.names(CENTRE, "Z")
    assert game.at(CENTRE) == (Evidence.CLAIMED, "Z")
    game.names(CENTRE, "")
    assert game.at(CENTRE) == (Evidence.EMPTY, None)
    assert not game.table.course.laid
    assert game.table.ledger == before.ledger


def test_a_name_put_right_takes_the_first_one_back(game):
    game.names(CENTRE, "Z")
    game.names(CENTRE, "A")
    assert [tile.face for _, tile in game.table.course.laid.tiles] == ["A"]
    assert "Z" not in {game.table.tiles[tag] for tag in game.table.ledger.held}


def test_a_board_that_starts_anew_keeps_the_names_of_tiles_that_it_still_feels_or_never_felt(game):
    game.magnet(CENTRE)
    game.magnet(CENTRE + 1)
    for square, face in ((CENTRE, "QU"), (CENTRE + 1, "I"), (CENTRE + 2, "N")):
        game.names(square, face)
    game.take(events.BoardUp(game.table.at_ns, True, "board"))
    game.take(events.BoardTold(game.table.at_ns, (CENTRE,)))
    game.take(events.StateTold(game.table.at_ns))
    assert [game.at(CENTRE + more)[1] for more in range(3)] == ["QU", None, "N"]


def test_only_one_square_can_have_the_only_tile_of_its_face(game):
    game.names(CENTRE, "QU")
    game.names(CENTRE + 1, "QU")
    assert game.why == [Reason.UNKNOWN_TILE]
