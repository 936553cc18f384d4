"""What the racks are worth when a game ends while a tile is on its way from the bag: the ring has seen it, no loop.

Such a tile may be in a hand or in the bag again. It is not settled in silence: it counts for nobody, the racks are
asked for, and a loop that reads it afterwards, or people, say what is so.
"""


import pytest

from engine_lite.notation import SeedStart
from host.core import events
from host.core.beliefs import unsure_racks
from host.core.prompts import prompts
from host.possible import actions_of
from host.settlement import points_of
from host.tests.hands_at_table import SECOND, Machine

CAP_S = 4_200  # of both clocks together (000 r28e)


class Playing(Machine):
    """Play goes on, up to an end of which the test then speaks."""

    def __init__(self, rulebook, readers=("bag", "racks"), rules=()):
        super().__init__(rulebook, readers, rules)
        self.hands.start(0)

    def strikes(self):
        """The time of both sides is over."""
        self.take(events.Due(at_ns=self.table.at_ns + (CAP_S + 1) * SECOND))
        assert self.table.ended == "time_cap"

    @property
    def asked(self):
        """The prompts that show, each with whom it names."""
        return [(prompt.name, prompt.data.get("player")) for prompt in prompts(self.table)]

    def worth(self, seat):
        return sum(self.table.game.rulebook.tile_set.value(tile) for tile in self.table.course.rack(seat))

    def adds_up(self):
        """Each line of the settlement is what the rack is worth, nothing for one that is untold; they add up."""
        game, untold = self.table.game, self.table.course.untold
        lines = [line for line in points_of(self.table.course) if line.kind != "time"]
        wanted = [0 if line.seat in untold else -self.worth(line.seat) for line in lines]
        assert [line.points for line in lines] == wanted
        parts = [*game.turns, *points_of(self.table.course)]
        assert list(game.totals) == [sum(part.points for part in parts if part.seat == seat) for seat in range(2)]


def laid(machine, count):
    """The side on turn lays `count` tiles; what stays on its rack its loop reads."""
    seat = machine.table.game.on_turn
    assert machine.hands.lay(count) == count
    machine.hands.read(seat, machine.hands.rack_tags(seat))
    return seat


def drawn(machine, seat, count, late):
    """`seat` draws `count` tiles that the ring sees, of which its loop does not read the last `late`: those."""
    tags = machine.hands.in_bag(count)
    machine.hands.ring(tags)
    shown = tags[: count - late]
    machine.hands.read(seat, [*machine.table.ledger.racks[seat], *shown])
    return tags[count - late :]


@pytest.fixture
def cut_short():
    """000 r28a: Anna has laid three, drawn three and pressed; one is in her hand, or fell back, at the end."""
    machine = Playing("manacor")
    seat = laid(machine, 3)
    tag, = drawn(machine, seat, 3, late=1)
    machine.hands.press()
    assert (machine.table.game.on_turn, machine.sizes) == (1, (7, 7, 83))
    machine.strikes()
    return machine, tag


def test_a_tile_that_only_the_ring_saw_as_the_time_struck_is_asked_for(cut_short):
    machine, _ = cut_short
    assert machine.sizes == (6, 7, 84)
    assert machine.asked == [("racks_wanted", "Anna")]
    machine.adds_up()
    shown = points_of(machine.table.course, unsure_racks(machine.table))
    racks = [(line.seat, line.rack == "", line.unsure) for line in shown if line.kind == "end_penalty"]
    assert racks == [(0, True, True), (1, False, False)]


def test_a_loop_that_reads_it_afterwards_settles_it(cut_short):
    machine, tag = cut_short
    before = machine.table.game.totals
    machine.hands.read(0, [*machine.table.ledger.racks[0], tag])
    value = machine.table.game.rulebook.tile_set.value(machine.table.tile_of(tag))
    assert (machine.sizes, machine.asked) == ((7, 7, 83), [])
    assert machine.table.game.totals == (before[0] - value, before[1])
    machine.adds_up()


@pytest.mark.parametrize("drew", [True, False])
def test_people_say_whether_it_was_drawn(cut_short, drew):
    machine, tag = cut_short
    tile_set = machine.table.game.rulebook.tile_set
    rack = machine.table.course.rack(0)
    if drew:
        rack = (*rack, machine.table.tile_of(tag))
    machine.take(events.RackTyped(machine.table.at_ns, 0, tile_set.text(rack, brackets=True)))
    assert machine.table.refusal is None
    assert (machine.sizes, machine.asked) == ((7, 7, 83) if drew else (6, 7, 84), [])
    machine.adds_up()


def test_nobody_says_more_than_was_seen(cut_short):
    """What loop and ring tell stands: one tile at the most, and no other rack."""
    machine, _ = cut_short
    tile_set = machine.table.game.rulebook.tile_set
    bag = machine.table.course.bag
    for seat, more in ((0, 2), (1, 1)):
        tiles = (*machine.table.course.rack(seat), *bag[:more])
        machine.take(events.RackTyped(machine.table.at_ns, seat, tile_set.text(tiles, brackets=True)))
        assert machine.table.refusal is not None
    assert machine.asked == [("racks_wanted", "Anna")]


def test_what_is_put_away_after_the_end_settles_nothing(cut_short):
    """Fault 39: racks and bag are tidied up; tiles that were not seen before the end are nobody's."""
    machine, tag = cut_short
    other = next(each for each in machine.hands.in_bag(2) if each != tag)
    machine.hands.ring([other])
    machine.hands.read(0, [*machine.table.ledger.racks[0], other])
    machine.hands.ring(machine.hands.rack_tags(1))
    machine.hands.read(1, [])
    assert (machine.sizes, machine.asked, machine.table.refusal) == ((6, 7, 84), [("racks_wanted", "Anna")], None)


def test_an_accepted_result_is_changed_by_no_reader(cut_short):
    machine, tag = cut_short
    for seat in (0, 1):
        machine.say(events.Accepted, seat)
    machine.hands.read(0, [*machine.table.ledger.racks[0], tag])
    assert (machine.sizes, machine.table.phase) == ((6, 7, 84), "agreed")


def test_what_the_mover_has_drawn_for_an_unfinished_play_is_in_the_bag():
    """000 r28e, reading 20: known without asking; its laid tiles are on its rack, whatever was drawn for them."""
    machine = Playing("manacor")
    seat = laid(machine, 3)
    drawn(machine, seat, 2, late=1)
    machine.strikes()
    assert (machine.sizes, machine.asked) == ((7, 7, 86), [])
    machine.adds_up()


@pytest.fixture
def owing():
    """000 r21: five turns are lost since Anna's play; a tile that she drew for it fell back, and she has six.

    She lays two and draws one, which the ring has seen and her loop has not: a sixth lost turn ends the game.
    """
    machine = Playing("manacor")
    seat = laid(machine, 3)
    drawn(machine, seat, 3, late=1)
    machine.hands.press()
    for mover in (1, 0, 1, 0, 1):
        machine.say(events.Passed, mover)
    assert (machine.table.game.on_turn, machine.sizes) == (0, (6, 7, 84))
    laid(machine, 2)
    tag, = drawn(machine, 0, 1, late=1)
    assert machine.sizes == (5, 7, 83)
    return machine, tag


def challenged_off(machine):
    machine.say(events.Challenged, 1)
    machine.say(events.Ruled, False)
    machine.hands.clear()


def touched_tile_taken_up(machine):
    square = machine.table.course.laid.squares[-1]
    tag = machine.table.laid_tags[square]
    machine.hands.lift(square)
    machine.hands.read(0, [*machine.table.ledger.racks[0], tag])
    machine.take(events.Due(at_ns=machine.table.at_ns + 4 * SECOND))  # the tile is asked for, and not laid
    machine.hands.press()
    machine.hands.clear()


@pytest.mark.parametrize("lost", [challenged_off, touched_tile_taken_up])
def test_what_the_mover_has_drawn_is_asked_for_when_its_turn_ends_the_game(owing, lost):
    """000 r23, r10: press after draw, so the hand may still carry it; on the rack it would be the seventh."""
    machine, tag = owing
    lost(machine)
    assert (machine.table.ended, machine.sizes) == ("lost_turns", (6, 7, 84))
    assert machine.asked == [("racks_wanted", "Anna")]
    machine.adds_up()
    machine.hands.read(0, [*machine.hands.rack_tags(0), tag])
    assert (machine.sizes, machine.asked) == ((7, 7, 83), [])
    machine.adds_up()


@pytest.mark.parametrize(("rulebook", "ends"), [
    ("fisc_classic", lambda machine: machine.say(events.NoPlay, None)),
    ("fisc_classic", lambda machine: machine.strikes()), ("fisc_school", lambda machine: machine.strikes()),
    ("frs_english", lambda machine: machine.strikes()), ("frs_romanian", lambda machine: machine.strikes()),
])
def test_where_the_press_comes_before_the_draw_the_same(rulebook, ends):
    """Anna has pressed, and draws while Biel's clock runs; a club may set any rulebook a time for both sides."""
    machine = Playing(rulebook, rules=(("time_cap_s", CAP_S), ("forfeit_after_s", 0)))
    seat = laid(machine, 3)
    machine.hands.press()
    tag, = drawn(machine, seat, 3, late=1)
    ends(machine)
    assert (machine.sizes, machine.asked) == ((6, 7, 84), [("racks_wanted", "Anna")])
    machine.adds_up()
    machine.hands.read(0, [*machine.table.ledger.racks[0], tag])
    assert (machine.sizes, machine.asked) == ((7, 7, 83), [])
    machine.adds_up()


def test_after_a_forfeit_nobody_is_asked():
    """003 L15: the game is lost whatever the totals; what was drawn costs nothing."""
    machine = Playing("frs_english")
    seat = laid(machine, 3)
    machine.hands.press()
    drawn(machine, seat, 3, late=1)
    machine.take(events.Due(at_ns=machine.table.at_ns + (CAP_S + 1) * SECOND))
    assert (machine.table.ended, machine.asked, machine.table.game.totals[1]) == ("time_forfeit", [], 0)


def test_a_tile_of_nobody_knows_whom_is_asked_of_all_that_owe_one():
    """003 L38: both have played and owe, and one tile has left the bag, when two passes end the game."""
    machine = Playing("frs_english")
    for count in (3, 2):
        laid(machine, count)
        machine.hands.press()
    machine.hands.ring(machine.hands.in_bag(1))
    for mover in (0, 1):
        machine.say(events.Passed, mover)
    assert (machine.table.ended, machine.sizes) == ("two_passes", (4, 5, 86))
    assert machine.asked == [("racks_wanted", "Anna, Biel")]


def test_a_tile_that_another_rack_shows_is_not_asked_for():
    """The ring gave it to Anna, who owes one; it is Biel's, who was exchanging when the referee ended the game."""
    machine = Playing("fisc_classic")
    seat = laid(machine, 2)
    machine.hands.press()
    drawn(machine, seat, 1, late=0)
    kept = machine.hands.rack_tags(1)[1:]
    machine.hands.read(1, kept)
    tag, = machine.hands.in_bag(1)
    machine.hands.ring([tag])
    machine.hands.read(1, [*kept, tag])
    machine.say(events.NoPlay, None)
    assert (machine.sizes, machine.asked) == ((6, 7, 85), [])
    machine.adds_up()


@pytest.fixture
def withdrawn_after_the_end():
    """003 L38: Anna has played three and drawn three; two passes end the game, and her play is withdrawn then."""
    machine = Playing("frs_english")
    laid(machine, 3)
    machine.hands.press()
    drawn(machine, 0, 3, late=0)
    for mover in (1, 0):
        machine.say(events.Passed, mover)
    machine.take(events.Corrected(machine.table.at_ns, 1, "withdrawn", "", "referee", "no word"))
    assert (machine.table.ended, machine.sizes) == ("two_passes", (10, 7, 83))
    return machine


def test_what_a_rack_has_too_much_is_taken_before_anybody_accepts(withdrawn_after_the_end):
    machine = withdrawn_after_the_end
    assert machine.asked == [("overdraw", "Anna")]
    offered = [actions_of(machine.table, seat) for seat in (0, 1)]
    assert ["take" in each for each in offered] == [False, True]
    assert not {"accept", "rack"} & {action for each in offered for action in each}
    shown = points_of(machine.table.course, unsure_racks(machine.table))
    assert [(line.seat, line.unsure) for line in shown] == [(0, True), (1, False)]
    machine.adds_up()


def test_loops_tell_what_goes_back_after_the_end(withdrawn_after_the_end):
    """Nobody says a word: ring and loop see three go."""
    machine = withdrawn_after_the_end
    back = machine.hands.rack_tags(0)[:3]
    machine.hands.ring(back)
    machine.hands.read(0, [tag for tag in machine.table.ledger.racks[0] if tag not in back])
    assert (machine.sizes, machine.asked) == ((7, 7, 86), [])
    machine.adds_up()
    assert all("accept" in actions_of(machine.table, seat) for seat in (0, 1))


# --- tables without some readers ---------------------------------------------------------------------


@pytest.mark.parametrize("readers", [("racks",), ("bag",), ()])
def test_the_time_strikes_at_a_table_without_some_readers(readers):
    """Loops alone tell the racks. The ring alone, or nothing, tells their size; which tiles, people say."""
    machine = Playing("manacor", readers)
    machine.hands.lay(3)
    if "racks" in readers:
        machine.hands.read(0, machine.hands.rack_tags(0))
    machine.hands.draw(0, 0)
    machine.hands.press()
    machine.strikes()
    assert machine.sizes == (7, 7, 83)
    asked = "racks_wanted" in [name for name, _ in machine.asked]
    assert asked is ("racks" not in readers)
    assert machine.table.course.untold == (set() if "racks" in readers else {0, 1})
    machine.adds_up()


def test_without_a_ring_what_is_being_drawn_as_the_game_ends_is_asked_for():
    """002: Anna has pressed and two of her three have come to the loop; the third nobody can have seen."""
    machine = Playing("fisc_classic", ("racks",))
    seat = laid(machine, 3)
    machine.hands.press()
    drawn(machine, seat, 3, late=1)
    machine.say(events.NoPlay, None)
    assert (machine.sizes, unsure_racks(machine.table)) == ((6, 7, 84), {0})
    tile_set = machine.table.game.rulebook.tile_set
    rack = (*machine.table.course.rack(0), machine.table.course.bag[0])
    machine.take(events.RackTyped(machine.table.at_ns, 0, tile_set.text(rack, brackets=True)))
    assert (machine.sizes, unsure_racks(machine.table)) == ((7, 7, 83), set())
    machine.adds_up()


def test_without_readers_a_rack_that_may_have_been_filled_is_asked_for():
    """002: seven laid and pressed, seven drawn unseen; the referee says that no play is possible."""
    machine = Playing("fisc_classic", ())
    assert machine.hands.lay(7) == 7
    machine.hands.press()
    machine.say(events.NoPlay, None)
    assert (machine.sizes, unsure_racks(machine.table)) == ((0, 7, 86), {0, 1})
    tile_set = machine.table.game.rulebook.tile_set
    bag = machine.table.course.bag
    for seat, tiles in ((0, bag[:7]), (1, machine.table.course.rack(1))):
        machine.take(events.RackTyped(machine.table.at_ns, seat, tile_set.text(tiles, brackets=True)))
    assert (machine.sizes, unsure_racks(machine.table)) == ((7, 7, 79), set())
    machine.adds_up()


def test_racks_that_do_not_count_since_the_end_was_put_right_need_not_be_told():
    """Two passes end it, and both racks are asked for; with two plays withdrawn it is three strikes (003 L40)."""
    machine = Playing("frs_english", readers=())
    for _ in range(4):
        machine.hands.play(2)
    for seat in (0, 1):
        machine.say(events.Passed, seat)
    assert (machine.table.ended, machine.table.course.untold) == ("two_passes", {0, 1})
    for turn in (2, 4):
        machine.take(events.Corrected(machine.table.at_ns, turn, "withdrawn", "", "judge", ""))
    assert (machine.table.ended, points_of(machine.table.course)) == ("three_strikes", ())
    for seat in (0, 1):
        machine.say(events.Accepted, seat)
    assert machine.table.phase == "agreed"


@pytest.mark.parametrize("ended", [True, False])
def test_a_tile_that_was_never_laid_is_not_asked_back_from_the_rack_that_people_tell(ended):
    """002: a play of four was one of three; who drew three for it holds seven, which only people can tell."""
    machine = Playing("fisc_classic", readers=())
    machine.hands.play(4)
    machine.hands.play(2)
    squares = machine.table.game.turns[0].placement.tiles
    text = f"{SeedStart(squares[0][0], False)} {''.join(tile.face for _, tile in squares[:3])}"
    if ended:
        machine.say(events.NoPlay, None)
    machine.take(events.Corrected(machine.table.at_ns, 1, "play", text, "judge", ""))
    assert (len(machine.table.game.turns[0].placement), machine.sizes[0]) == (3, 8)
    assert ("rack" in actions_of(machine.table, 0)) == ended  # there its own page asks for it
    tile_set = machine.table.game.rulebook.tile_set
    for seat in (0, 1):
        tiles = machine.table.course.rack(seat)[:7]
        machine.take(events.RackTyped(machine.table.at_ns, seat, tile_set.text(tiles, brackets=True)))
    assert (machine.table.course.overdraw, machine.sizes[0]) == (None, 7)
    assert sum(machine.sizes) + len(machine.table.game.board) == tile_set.size
    machine.adds_up()


def test_a_rack_that_is_typed_short_while_the_game_goes_on_is_not_believed_full():
    """Anna has drawn two of three: the bag has one more, until she has played again."""
    machine = Playing("fisc_classic", ())
    assert machine.hands.lay(3) == 3
    machine.hands.press()
    course = machine.table.course
    tiles = (*course.rack(0), *course.bag[:2])
    machine.take(events.RackTyped(machine.table.at_ns, 0, course.rulebook.tile_set.text(tiles, brackets=True)))
    assert machine.table.refusal is None
    machine.hands.play(1)
    assert len(machine.table.course.rack(0)) == 6
    machine.adds_up()
