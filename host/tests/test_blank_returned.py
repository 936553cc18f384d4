"""A blank that was declared keeps its letter when it comes back to its square; elsewhere it is asked for again.

CAt from h7 with a blank T: (2 + 1 + 0) x 2 = 6.
"""

from dataclasses import replace

import pytest

from host.core import events
from host.core.events import BlankDeclared, HallChanged, PadTouched
from host.core.state import open_table
from host.rehearsal.outcome import rehearse
from host.tests.board_line import require_micropython
from host.tests.hands_at_table import MS, Hands, opened
from host.tests.test_core_refused import Played

LAID = """rulebook fisc_classic
lexicon none
readers {readers}
rack A C A ? ? R S T
rack B T O A E S N C
start A
lay h7 C A ?
declare h9 T
"""
READERS = ["all", "no-racks", "pad", "l1"]


@pytest.fixture
def failures(tmp_path):
    """What a script that goes on after LAID failed in, by the readers of its table, or at the low-cost one itself."""
    require_micropython()

    def of(readers, more):
        script = tmp_path / "script.txt"
        build, readers = ("l1", "pad") if readers == "l1" else ("whole", readers)
        script.write_text(LAID.format(readers=readers) + more, encoding="utf-8")
        return rehearse(script, "sensors", build).failures

    return of


@pytest.mark.parametrize("readers", READERS)
def test_it_keeps_its_letter_on_its_square(readers, failures):
    assert failures(readers, "lift h9\nwait 2\nputback h9\npress A\nexpect score A 6\nexpect words CAT\n") == []


@pytest.mark.parametrize("readers", READERS)
def test_it_keeps_its_letter_when_it_was_knocked_aside_and_all_were_taken_up(readers, failures):
    assert failures(readers, """knock h9 h10
wait 2
move h10 h9
lift h8
lift h9
wait 1
putback h8
putback h9
press A
expect score A 6
expect words CAT
""") == []


@pytest.mark.parametrize("readers", READERS)
def test_the_letter_said_last_is_the_one_that_counts(readers, failures):
    """Renamed on its square, it comes back by its new name."""
    assert failures(readers, """lift h9
wait 1
putback h9
declare h9 S
lift h9
wait 1
putback h9
press A
expect words CAS
""") == []


class AtTheTable(Played):
    """The same, and what is laid from event to event."""

    def __init__(self, radio=True):
        first = opened("fisc_classic", (), True)
        self.table = open_table(replace(first, radio=radio))
        self.why, self.hands = [], Hands(self)
        self.take(events.BoardUp(0, False, "board"))
        self.hands.start(0)
        faces = dict(first.tiles)
        self.tags = {face: [tag for tag, each in faces.items() if each == face] for face in set(faces.values())}
        for square, face in ((112, "S"), (113, "A")):
            self.put(square, self.tags[face][0])
        self.blank, self.other = self.tags["?"]

    def put(self, square, tag):
        if self.table.radio:
            self.hands.put(square, tag)
        else:
            self.take(PadTouched(self.table.at_ns, tag))
            self.take(HallChanged(self.table.at_ns + MS, square, True))

    def lift(self, square):
        if self.table.radio:
            self.hands.lift(square)
        else:
            self.take(HallChanged(self.table.at_ns + MS, square, False))

    def named(self, square):
        """What the blank on `square` stands for in the game, "" for nothing."""
        tile = dict(self.table.course.laid.tiles)[square]
        return tile.face if tile.named else ""

    def declare(self, square, face):
        self.take(BlankDeclared(self.table.at_ns, square, face))
        assert self.why == []


@pytest.fixture(params=[True, False], ids=["radio", "pad"])
def game(request):
    """SA from the centre, and a blank on h10 that stands for L."""
    found = AtTheTable(request.param)
    found.put(114, found.blank)
    assert found.named(114) == ""
    found.declare(114, "L")
    assert found.named(114) == "L"
    return found


def test_lifted_and_put_back_it_is_the_same(game):
    for _ in range(2):
        game.lift(114)
        game.put(114, game.blank)
        assert game.named(114) == "L"


def test_put_back_without_the_pad_it_is_the_same():
    """A tile taken up from a square is still known for ten seconds: no touch is needed."""
    game = AtTheTable(radio=False)
    game.put(114, game.blank)
    game.declare(114, "L")
    game.lift(114)
    game.take(HallChanged(game.table.at_ns + 2_000 * MS, 114, True))
    assert game.named(114) == "L"


def test_whatever_is_told_first_it_is_the_same():
    """The tag goes before the magnet, or the magnet before the tag."""
    for magnet_first in (True, False):
        game = AtTheTable()
        game.put(114, game.blank)
        game.declare(114, "L")
        gone = [HallChanged(game.table.at_ns, 114, False), events.TagsRead(game.table.at_ns, 114, ())]
        for event in gone if magnet_first else reversed(gone):
            game.take(event)
        game.put(129, game.blank)
        assert game.named(129) == ""
        game.lift(129)
        game.put(114, game.blank)
        assert game.named(114) == "L"


def test_elsewhere_it_is_asked_for_and_back_on_its_square_it_is_the_same(game):
    game.lift(114)
    game.put(111, game.blank)
    assert game.named(111) == ""
    game.hands.press()
    assert game.why == ["blank_undeclared"]
    game.lift(111)
    game.put(114, game.blank)
    assert game.named(114) == "L"


def test_a_letter_said_elsewhere_is_the_last_word(game):
    game.lift(114)
    game.put(111, game.blank)
    game.declare(111, "O")
    game.lift(111)
    game.put(114, game.blank)
    assert game.named(114) == ""
    game.lift(114)
    game.put(111, game.blank)
    assert game.named(111) == "O"


def test_the_other_blank_on_its_square_is_asked_for(game):
    game.lift(114)
    game.put(114, game.other)
    assert game.named(114) == ""


def test_what_moves_without_leaving_the_board_keeps_its_letter():
    """Slid, or nudged: nobody has taken it back."""
    game = AtTheTable()
    game.put(114, game.blank)
    game.declare(114, "L")
    at = game.table.at_ns
    for event in (events.Stirred(at), HallChanged(at, 114, False), events.TagsRead(at, 114, ()),
                  HallChanged(at, 115, True), events.TagsRead(at, 115, (game.blank,)), events.Calmed(at)):
        game.take(event)
    assert game.named(115) == "L"


def test_the_next_turn_knows_nothing_of_it(game):
    """All taken back and passed: on the same square a turn later it is any letter again."""
    for square in (112, 113, 114):
        game.lift(square)
    game.says(events.Passed, 0)
    game.says(events.Passed, 1)
    assert game.table.game.on_turn == 0
    for square, tag in ((112, game.tags["S"][0]), (113, game.tags["A"][0]), (114, game.blank)):
        game.put(square, tag)
    assert game.named(114) == ""
