"""Protects the interlock of the two radio fields: never both on, whatever the moments at which the boards act; each
has its turn; and a board that hangs or dies does not take the other one's field away for ever."""

from drivers.field_permit import HOLD_MOST_MS, PATIENCE_MS, POLL_MS, REST_MS, FieldPermit
from pinout import FIELD_GRANT, FIELD_REQUEST
from sim.chance import Chance
from sim.open_drain import join_fields
from sim.wiring import Circuit
from tests.bag_rig import RackRig
from tests.radio_rig import Clock, Rig, identity


class Pin:
    """A pin of one board; `between` runs after each thing the board does with it: there the other one may act."""

    def __init__(self, net, between):
        self._net = net
        self._between = between

    def value(self, level=None):
        if level is not None:
            self._net.write(level)
        seen = self._net.read()
        self._between()
        return seen


class Pair:
    """Two boards joined by both wires. `both`: how often both fields were on."""

    def __init__(self, permit=FieldPermit):
        self.clock = clock = Clock(1_000_000)
        self.both = 0
        self.meddle = None         # called between any two things that a board does
        circuits = Circuit(clock.read), Circuit(clock.read)
        self.wires = join_fields(circuits[0], circuits[1], FIELD_REQUEST, FIELD_GRANT)
        self.permits = []
        for number, circuit in enumerate(circuits):
            self.permits.append(permit(Pin(circuit.net(FIELD_REQUEST), self._between),
                                       Pin(circuit.net(FIELD_GRANT), self._between), clock, number == 0))

    def _between(self):
        if self.meddle:
            meddle, self.meddle = self.meddle, None
            meddle()
            self.meddle = meddle

    def look(self):
        self.both += self.permits[0].held and self.permits[1].held

    def pass_ms(self, ms):
        self.clock.now_us += 1000 * ms


def run(pair, ask):
    """An ask() to its end: what it returned."""
    while True:
        try:
            pause_ms = next(ask)
        except StopIteration as end:
            return end.value
        pair.pass_ms(pause_ms)


def test_a_board_alone_has_the_field_at_once():
    for number in (0, 1):
        pair = Pair()
        permit = pair.permits[number]
        permit.want()
        assert permit.granted()
        assert permit.granted()
        permit.release()
        assert not permit.granted()


def test_the_other_one_waits_until_the_field_is_free():
    for number in (0, 1):
        pair = Pair()
        holder, waiter = pair.permits[number], pair.permits[1 - number]
        holder.want()
        assert holder.granted()
        waiter.want()
        for _ in range(20):
            pair.pass_ms(POLL_MS)
            assert not waiter.granted()
        holder.release()
        assert waiter.granted()
        assert waiter.troubles["field_overruled"] == 0


def test_of_two_that_ask_at_the_same_moment_one_has_it():
    pair = Pair()
    one, other = pair.permits
    pair.meddle = other.granted
    one.want()
    other.want()
    held = []
    for _ in range(4):
        held.append((one.granted(), other.granted()))
        pair.look()
        pair.pass_ms(POLL_MS)
    assert pair.both == 0
    assert held[-1] in ((True, False), (False, True))


def played(seed, steps):
    """Both boards ask, hold and let go as chance will, each also in the midst of what the other one does."""
    pair, chance = Pair(), Chance(seed)
    turns = [0, 0]

    def act(number):
        permit = pair.permits[number]
        if permit.held:
            if chance.below(6) == 0 or permit.wanted:
                permit.release()
        else:
            permit.want()
            if permit.granted():
                turns[number] += 1
        pair.look()

    for _ in range(steps):
        number = chance.below(2)
        pair.meddle = lambda other=1 - number: chance.below(2) and act(other)
        act(number)
        pair.pass_ms(chance.below(4))
    return pair, turns


def test_never_both_fields_whatever_the_moments():
    for seed in range(40):
        pair, turns = played(seed, 300)
        assert pair.both == 0
        assert min(turns) > 5
        assert [permit.troubles["field_overruled"] for permit in pair.permits] == [0, 0]


class Careless(FieldPermit):
    """Looks first and pulls afterwards."""

    def granted(self):
        if self._free():
            self._pull(0)
            return self._take(0)
        return False


def test_looking_before_pulling_would_let_both_have_it():
    """The test above can fail: the model shows what it forbids."""
    pair = Pair(Careless)
    one, other = pair.permits
    pair.meddle = other.granted
    one.granted()
    pair.look()
    assert pair.both == 1


def test_neither_starves_though_the_other_one_asks_again_at_once():
    for greedy in (0, 1):
        pair = Pair()
        waiter, turns = pair.permits[1 - greedy], 0
        for _ in range(400):
            permit = pair.permits[greedy]
            permit.want()
            if permit.granted():
                pair.pass_ms(20)
                permit.release()
            waiter.want()
            if waiter.granted():
                turns += 1
                waiter.release()
            pair.pass_ms(POLL_MS)
        assert turns > 30
        assert POLL_MS < REST_MS


def test_a_wait_is_bounded():
    pair = Pair()
    holder, waiter = pair.permits
    holder.want()
    holder.granted()
    start_us = pair.clock.now_us
    assert run(pair, waiter.ask(100)) is False
    assert 100_000 <= pair.clock.now_us - start_us <= 105_000
    assert waiter.troubles["field_gave_up"] == 1
    holder.release()
    pair.pass_ms(REST_MS)
    assert run(pair, waiter.ask(100)) is True


def test_a_board_that_never_lets_go_is_overruled_after_its_time_and_counted():
    for number in (0, 1):
        pair = Pair()
        hanging, waiter = pair.permits[number], pair.permits[1 - number]
        hanging.want()
        hanging.granted()
        start_us = pair.clock.now_us
        assert run(pair, waiter.ask(PATIENCE_MS + 100)) is True
        assert PATIENCE_MS <= (pair.clock.now_us - start_us) / 1000 <= PATIENCE_MS + POLL_MS
        assert waiter.troubles["field_overruled"] == 1
        waiter.release()
        pair.pass_ms(REST_MS)
        start_us = pair.clock.now_us
        assert run(pair, waiter.ask(PATIENCE_MS + 100)) is True       # and not at once: it may have come back
        assert pair.clock.now_us - start_us >= 1000 * PATIENCE_MS


def test_a_board_that_was_overruled_counts_that_it_held_too_long():
    pair = Pair()
    permit = pair.permits[0]
    permit.want()
    permit.granted()
    assert not permit.wanted
    pair.pass_ms(HOLD_MOST_MS)
    assert permit.wanted
    pair.pass_ms(PATIENCE_MS)
    permit.release()
    assert permit.troubles["field_held_long"] == 1


def test_a_hold_that_keeps_to_its_time_is_never_overruled():
    assert HOLD_MOST_MS + 2 * REST_MS < PATIENCE_MS
    pair = Pair()
    start_us = pair.clock.now_us
    holder, waiter = pair.permits
    holder.want()
    holder.granted()
    waiter.want()
    while pair.clock.now_us - start_us < 1000 * HOLD_MOST_MS:
        assert not waiter.granted()
        pair.pass_ms(POLL_MS)
    assert holder.wanted
    holder.release()
    assert waiter.granted()
    assert waiter.troubles["field_overruled"] == 0


def test_the_board_that_yields_sees_at_once_that_the_other_one_wants_the_field():
    pair = Pair()
    first, holder = pair.permits
    holder.want()
    assert holder.granted()
    assert not holder.wanted
    first.want()
    first.granted()
    assert holder.wanted


def test_a_long_reading_of_many_loops_lets_the_other_board_have_its_turn():
    """Loops gives the field back between two loops once it has had it for HOLD_MOST_MS."""
    pair = Pair()
    rig = Rig()
    rig.radio.loops._interlock = pair.permits[0]
    pair.permits[0]._clock = pair.permits[1]._clock = rig.clock
    pair.permits[0]._rest_ms = pair.permits[1]._rest_ms = rig.clock.ticks_ms()
    waiter, turns, both = pair.permits[1], 0, 0
    rig.run(20)
    for tile in range(100):
        rig.lay(tile, 2 * tile)
        rig.radio.stir(2 * tile, settled=True)
    while rig.radio.busy:
        rig.step()
        waiter.want()
        if waiter.granted():
            turns += 1
            both += rig.air._field
            waiter.release()
    assert turns >= 1
    assert both == 0
    assert len(rig.reports) == 100
    assert waiter.troubles["field_overruled"] == 0


def test_a_reading_that_is_broken_off_takes_its_wish_for_the_field_back():
    """Its square has stirred while it waited for the field, and then nothing is left to be read."""
    pair = Pair()
    rig = Rig()
    rig.radio.loops._interlock = asking = pair.permits[0]
    waiting = pair.permits[1]
    asking._clock = waiting._clock = rig.clock
    asking._rest_ms = waiting._rest_ms = rig.clock.ticks_ms()
    rig.run(1500)              # the sweep of the start is over
    waiting.want()
    assert waiting.granted()
    rig.radio.stir(112)
    rig.run(20)
    assert waiting.wanted
    rig.radio.stir(112)
    while waiting.wanted and rig.clock.now_us < 7_000_000:
        rig.step()
    assert not waiting.wanted
    assert not asking.held


def test_a_board_in_reset_leaves_the_field_to_the_other_one():
    pair = Pair()
    holder, waiter = pair.permits
    holder.want()
    holder.granted()
    waiter.want()
    assert not waiter.granted()
    pair.wires[0].let_go(0)
    assert waiter.granted()


def test_a_wire_that_touches_ground_costs_time_and_no_field():
    pair = Pair()
    pair.wires[1].short(True)
    assert run(pair, pair.permits[0].ask(PATIENCE_MS + 100)) is True
    assert pair.permits[0].troubles["field_overruled"] == 1


def test_a_board_that_hangs_is_overruled_for_those_who_only_read_while_the_field_is_free():
    """It keeps its wire low for ever: racks are read all the same, once that has lasted longer than any hold."""
    pair = Pair()
    hung, here = pair.permits
    assert here.free
    hung.want()
    assert hung.granted()
    assert not here.free
    pair.pass_ms(PATIENCE_MS - 1)
    assert not here.free
    pair.pass_ms(1)
    assert here.free
    hung.release()
    assert here.free
    pair.pass_ms(REST_MS)
    hung.want()
    assert hung.granted()
    assert not here.free                          # alive again: its time begins anew
    hung.release()
    assert here.free


def test_racks_are_read_beside_a_board_that_hangs():
    pair = Pair()
    hung, here = pair.permits
    rig = RackRig(1, here, clock=pair.clock)
    hung.want()
    assert hung.granted()
    rig.rack(0, (identity(1),))
    rig.run(PATIENCE_MS - 100)
    assert rig.told == []
    rig.run(2 * PATIENCE_MS + 3000)
    assert rig.last(0) == (identity(1),)
