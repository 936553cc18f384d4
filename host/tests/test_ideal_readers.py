"""Ideal readers and the host's Link at the two ends of a line: what happens at ring, pad and racks is told, once.

Virtual time in steps of 10 ms; bytes sent in one step arrive in the next, as far as the cable lets them.
"""

import random

import pytest
from tablewire import messages as wire
from tablewire.frames import frame
from tablewire.session import HEARTBEAT_MS

from host.adapters.link import Link
from host.core.events import BagSighted, BoardDown, BoardUp, Event, PadTouched, RackTagRead, RackTold, Source
from host.simulator.ideal_readers import IdealReaders, NoSuchReader
from host.tests.cables import everything, lossy, perfect, twice

STEP_MS = 10
MS = 1_000_000  # ns
UID = b"VIRTUAL2"
CABLES = (perfect, lossy, twice, everything)
READERS = (BagSighted, PadTouched, RackTagRead, RackTold)


def tag(number):
    return f"e004{number:012x}"


class World:
    """A board of ideal readers, a host that keeps what it hears, and the cable between them."""

    def __init__(self, role, cable=perfect, start_ms=0, **how):
        self.board = IdealReaders(role, UID, **how)
        self.chance = random.Random(7)
        self.cable = cable
        self.now_ms = start_ms
        self.journal: list[tuple[Event, Source]] = []
        self.seen: list[Event] = []  # board up, board down
        self.up = self.down = b""
        self.lives = 0
        self.start_host()

    def start_host(self):
        """A host that knows nothing but the journal; what was on its way to the one before is lost."""
        resume = {source.board: (source.boot, source.number + 1) for _, source in self.journal}
        self.lives += 1
        self.link = Link(resume, first=self.lives * 1000)
        self.up = self.down = b""

    def take(self, received):
        for event, source in received:
            if source is None:
                self.seen.append(event)
            else:
                self.journal.append((event, source))
                self.link.kept(source)

    def step(self):
        self.now_ms += STEP_MS
        now_ns = self.now_ms * MS
        up, down = self.up, self.down
        for piece in self.cable(self.chance, down) if down else ():
            self.board.feed(piece, self.now_ms)
        for piece in self.cable(self.chance, up) if up else ():
            self.take((r.event, r.source) for r in self.link.feed(piece, now_ns))
        self.take((r.event, r.source) for r in self.link.tick(now_ns))
        self.up, self.down = self.board.outgoing(self.now_ms), self.link.outgoing(now_ns)

    def run(self, ms):
        """Let so much time pass; what the readers told in it."""
        before = len(self.journal)
        for _ in range(ms // STEP_MS):
            self.step()
        return [event for event, _ in self.journal[before:]]

    def racks(self):
        """The racks as their last whole tellings have them, by the rule of RackTold."""
        racks, read = {}, {}
        for event, _ in self.journal:
            if isinstance(event, RackTagRead):
                read.setdefault(event.rack, []).append(event.tag)
            elif isinstance(event, RackTold):
                racks[event.rack] = read.pop(event.rack, [])[-event.count:] if event.count else []
        return racks


def bag(cable=perfect, **how):
    world = World(wire.BAG, cable, **how)
    world.run(1000)
    return world


def radio(cable=perfect, **how):
    world = World(wire.RADIO, cable, **how)
    world.run(1000)
    return world


def facts(told):
    """The events without their times, which the cable decides."""
    return [(type(event), *(getattr(event, name) for name in type(event).__slots__)) for event in told]


# --- who is there ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "part"), [(wire.RADIO, "racks"), (wire.BAG, "bag")])
def test_the_board_is_met_under_its_part_and_stays_there(role, part):
    world = World(role)
    world.run(60_000)
    assert [(type(event), event.again, event.part) for event in world.seen] == [(BoardUp, False, part)]
    assert world.link.board.boot == 1
    assert world.link.heartbeat.at_ms == pytest.approx(60_000, abs=HEARTBEAT_MS + STEP_MS)


def test_it_names_the_moments_at_which_it_has_something_to_say():
    """Called at those moments only, it beats as often as a board does, and tells a sighting as soon as it is over."""
    world = bag()
    begin_ms = now_ms = world.now_ms
    world.board.tile_passes(tag(1), begin_ms + 5, for_ms=100)
    told, beats, calls = [], set(), 0
    while (now_ms := world.board.next_due_ms(now_ms)) < begin_ms + 10_000:
        told += [r.event for r in world.link.feed(world.board.outgoing(now_ms), now_ms * MS)]
        for event in told[-1:]:
            world.link.kept(Source(UID.hex(), 1, 0))
            assert event == BagSighted((begin_ms + 105) * MS, tag(1), 100 * MS)
        world.board.feed(world.link.outgoing(now_ms * MS), now_ms)
        beats.add(world.link.heartbeat.at_ms)
        calls += 1
    assert len(told) == 1
    assert len(beats) == 10_000 / HEARTBEAT_MS
    assert calls < 60


def test_what_has_just_happened_is_to_be_said_at_once_and_a_dead_board_has_nothing_to_say():
    world = radio()
    world.board.outgoing(world.now_ms)
    assert world.board.next_due_ms(world.now_ms) > world.now_ms
    world.board.lies_on_rack(0, [tag(1)])
    assert world.board.next_due_ms(world.now_ms) == world.now_ms
    world.board.outgoing(world.now_ms)
    world.board.feed(b"\0", world.now_ms)
    assert world.board.next_due_ms(world.now_ms) == world.now_ms
    world.board.power(False, world.now_ms)
    assert world.board.outgoing(world.now_ms) == b""
    assert world.board.next_due_ms(world.now_ms) > world.now_ms


# --- ring and pad ----------------------------------------------------------------------------------


def test_a_sighting_is_told_with_its_length_when_the_tile_has_left_the_ring():
    world = bag()
    world.board.tile_passes(tag(5), world.now_ms + 100, for_ms=400)
    assert world.run(500) == []
    (sighted,) = world.run(50)
    assert (sighted.tag, sighted.for_ns) == (tag(5), 400 * MS)


def test_a_hand_that_stays_in_the_neck_is_told_as_long_as_the_wire_can_say():
    world = bag()
    world.board.tile_passes(tag(5), world.now_ms, for_ms=100_000)
    (sighted,) = world.run(101_000)
    assert sighted.for_ns == 65_535 * MS


def test_each_laying_down_on_the_pad_is_told_once():
    world = bag()
    for at_ms in (100, 900):
        world.board.touches_pad(tag(3), world.now_ms + at_ms)
    assert facts(world.run(3000)) == [(PadTouched, tag(3))] * 2


@pytest.mark.parametrize("cable", CABLES)
def test_a_bad_line_loses_and_doubles_no_sighting_and_keeps_their_order(cable):
    world = bag(cable)
    tags = [tag(number) for number in range(400)]
    for n, each in enumerate(tags):
        world.board.tile_passes(each, world.now_ms + 50 * n)
        if n % 4 == 0:
            world.board.touches_pad(each, world.now_ms + 50 * n)
    told = world.run(60_000)
    assert [event.tag for event in told if isinstance(event, BagSighted)] == tags
    assert [event.tag for event in told if isinstance(event, PadTouched)] == tags[::4]
    assert [source.number for _, source in world.journal] == list(range(500))


@pytest.mark.parametrize("cable", CABLES)
def test_a_host_that_starts_again_and_again_hears_each_sighting_once(cable):
    world = bag(cable)
    tags = [tag(number) for number in range(200)]
    for n, each in enumerate(tags):
        world.board.tile_passes(each, world.now_ms + 100 * n)
    told = []
    for _ in range(20):
        told += world.run(1000)
        world.start_host()
    told += world.run(30_000)
    assert [event.tag for event in told] == tags


def test_sightings_wait_for_a_host_that_is_away():
    world = World(wire.BAG)
    for n in range(100):
        world.board.tile_passes(tag(n), n)
        world.board.outgoing(n)
    world.board.outgoing(10_000)
    assert [event.tag for event in world.run(20_000)] == [tag(n) for n in range(100)]


def test_the_bag_answers_the_question_for_its_state_with_nothing():
    world = bag()
    world.link.ask_state()
    world.link.read_rack(0)
    assert world.run(2000) == []
    world.board.tile_passes(tag(1), world.now_ms)
    assert len(world.run(1000)) == 1


# --- racks -----------------------------------------------------------------------------------------


def test_every_rack_is_told_at_the_first_start_even_if_it_is_empty():
    assert radio(racks=2).racks() == {0: [], 1: []}


def test_a_rack_that_changed_is_told_whole_and_the_others_are_not():
    world = radio()
    world.board.lies_on_rack(2, [tag(9), tag(4)])
    assert facts(world.run(1000)) == [(RackTagRead, 2, tag(4)), (RackTagRead, 2, tag(9)), (RackTold, 2, 2)]
    world.board.lies_on_rack(2, [tag(4), tag(9)])  # only their order is another, which a loop cannot know
    assert world.run(1000) == []
    world.board.lies_on_rack(2, [])
    assert facts(world.run(1000)) == [(RackTold, 2, 0)]


def test_a_rack_that_is_asked_for_is_told_though_nothing_changed():
    world = radio()
    world.board.lies_on_rack(1, [tag(1)])
    world.run(1000)
    assert world.link.read_rack(1)
    assert facts(world.run(1000)) == [(RackTagRead, 1, tag(1)), (RackTold, 1, 1)]


def test_the_question_for_the_state_is_answered_with_all_racks():
    world = radio()
    for rack in range(4):
        world.board.lies_on_rack(rack, [tag(rack)])
    world.run(1000)
    world.link.ask_state()
    assert facts(world.run(1000)) == [
        one for rack in range(4) for one in ((RackTagRead, rack, tag(rack)), (RackTold, rack, 1))]


def test_a_rack_that_this_board_does_not_have_is_asked_for_in_vain():
    world = radio(racks=2)
    for rack in (2, 255):
        assert world.link.read_rack(rack)
    assert world.run(1000) == []
    assert world.link.connected


@pytest.mark.parametrize("cable", CABLES)
def test_racks_come_out_as_they_lie_however_bad_the_line(cable):
    world = radio(cable)
    lying = {}
    for turn in range(60):
        rack = turn % 4
        lying[rack] = [tag(100 * turn + n) for n in range(7)]
        world.board.lies_on_rack(rack, lying[rack])
        world.run(300)
    world.run(30_000)
    assert world.racks() == lying
    assert [source.number for _, source in world.journal] == list(range(4 + 60 * 8))


def test_racks_that_change_more_often_than_a_board_can_keep_come_right_when_the_host_is_back():
    """The board tells no rack by half: each telling that has an end has all its tags before it."""
    world = World(wire.RADIO)
    for turn in range(300):
        for rack in range(4):
            world.board.lies_on_rack(rack, [tag(1000 * turn + 10 * rack + n) for n in range(7)])
        world.board.outgoing(turn)
    assert world.journal == []
    world.now_ms = 1000
    world.run(20_000)
    assert world.link.heartbeat.lost > 0
    assert world.racks() == {rack: [tag(299_000 + 10 * rack + n) for n in range(7)] for rack in range(4)}
    told = [event for event, _ in world.journal]
    ends = [at for at, event in enumerate(told) if isinstance(event, RackTold)]
    assert len(ends) > 30
    for at in ends:
        serials = {(event.rack, int(event.tag[4:], 16) // 10) for event in told[at - told[at].count:at]}
        assert len(serials) == (1 if told[at].count else 0)  # of one rack and of one moment


# --- power -----------------------------------------------------------------------------------------


def test_a_board_that_starts_again_says_so_and_tells_its_racks_as_they_lie_then():
    world = radio()
    world.board.lies_on_rack(0, [tag(1), tag(2)])
    world.run(1000)
    world.board.power(False, world.now_ms)
    world.board.lies_on_rack(0, [tag(2), tag(3)])
    assert world.run(5000) == []
    assert world.seen[1:] == [BoardDown(world.seen[-1].at_ns, "racks")]
    world.board.power(True, world.now_ms)
    told = world.run(1000)
    assert (type(world.seen[-1]), world.seen[-1].again, world.seen[-1].part) == (BoardUp, True, "racks")
    assert world.board.boot == world.link.board.boot == 2
    assert facts(told)[:3] == [(RackTagRead, 0, tag(2)), (RackTagRead, 0, tag(3)), (RackTold, 0, 2)]
    assert len([event for event in told if isinstance(event, RackTold)]) == 4


def test_what_the_board_had_not_told_is_forgotten_with_its_power_and_later_tiles_are_seen_again():
    world = bag()
    now = world.now_ms
    world.board.tile_passes(tag(1), now + 100)               # told before
    world.board.tile_passes(tag(2), now + 900, for_ms=200)   # in the ring when the power goes
    world.board.tile_passes(tag(3), now + 1500)              # while it is away
    world.board.tile_passes(tag(4), now + 1900, for_ms=200)  # in the ring when it comes back
    world.board.tile_passes(tag(5), now + 3000)
    told = world.run(1000)
    world.board.power(False, world.now_ms)
    told += world.run(1000)
    world.board.power(True, world.now_ms)
    told += world.run(3000)
    assert [event.tag for event in told] == [tag(1), tag(5)]
    assert {source.boot for _, source in world.journal} == {1, 2}


def test_power_that_is_there_already_changes_nothing():
    world = bag()
    world.board.tile_passes(tag(1), world.now_ms - 50)
    world.board.power(True, world.now_ms)
    assert [event.tag for event in world.run(1000)] == [tag(1)]
    assert world.board.boot == 1


# --- faults ----------------------------------------------------------------------------------------


def test_a_tag_to_be_missed_is_read_by_neither_ring_nor_loops_but_by_the_pad():
    world = bag()
    world.board.miss.add(tag(1))
    for each in (tag(1), tag(2)):
        world.board.tile_passes(each, world.now_ms)
        world.board.touches_pad(each, world.now_ms + 500)
    assert facts(world.run(2000)) == [(BagSighted, tag(2), 300 * MS), (PadTouched, tag(1)), (PadTouched, tag(2))]
    world = radio(racks=1)
    world.board.miss.add(tag(1))
    world.board.lies_on_rack(0, [tag(1), tag(2)])
    world.run(1000)
    assert world.racks() == {0: [tag(2)]}
    world.board.miss.clear()
    world.link.read_rack(0)
    world.run(1000)
    assert world.racks() == {0: [tag(1), tag(2)]}


def test_so_many_sightings_are_dropped_as_asked_and_the_same_for_the_same_seed():
    def seen(seed):
        world = bag(drop=0.25, seed=seed)
        for n in range(1000):
            world.board.tile_passes(tag(n), world.now_ms + 10 * n)
        return [event.tag for event in world.run(15_000)]

    assert seen(1) == seen(1) != seen(2)
    assert len(seen(1)) == pytest.approx(750, abs=60)  # 4.4 standard deviations of 1000 draws


def test_a_rack_that_was_read_badly_is_read_afresh_when_asked():
    world = radio(racks=1, drop=0.3)
    world.board.lies_on_rack(0, [tag(n) for n in range(7)])
    world.run(1000)
    assert world.run(10_000) == []
    counts = set()
    for _ in range(40):
        world.link.read_rack(0)
        counts.update(event.count for event in world.run(200) if isinstance(event, RackTold))
    assert len(counts) > 2


# --- what the world may not ask ------------------------------------------------------------------


def test_a_reader_that_the_board_does_not_carry_is_named():
    with pytest.raises(NoSuchReader, match="a board of role 2 carries no bag ring; one of role 3 does"):
        IdealReaders(wire.RADIO, UID).tile_passes(tag(1), 0)
    with pytest.raises(NoSuchReader, match="a board of role 2 carries no identify pad; one of role 3 does"):
        IdealReaders(wire.RADIO, UID).touches_pad(tag(1), 0)
    with pytest.raises(NoSuchReader, match="a board of role 3 carries no rack loops; one of role 2 does"):
        IdealReaders(wire.BAG, UID).lies_on_rack(0, ())
    with pytest.raises(NoSuchReader, match="this board has no loop for rack 2; it has 2, counted from 0"):
        IdealReaders(wire.RADIO, UID, racks=2).lies_on_rack(2, ())


def test_what_is_no_tag_is_refused_before_it_is_on_its_way():
    """Packed as it is, it would come out as another tag."""
    with pytest.raises(ValueError, match="a tag has 16 hexadecimal digits, not 'e004'"):
        IdealReaders(wire.BAG, UID).tile_passes("e004", 0)
    with pytest.raises(ValueError, match="a tag has 16 hexadecimal digits, not 'e004'"):
        IdealReaders(wire.RADIO, UID).lies_on_rack(0, [tag(1), "e004"])


@pytest.mark.parametrize("wraps_ms", [2**30, 2**32])
def test_times_beyond_a_boards_thirty_bits_go_round(wraps_ms):
    world = bag(start_ms=wraps_ms - 1500)
    for n in range(4):
        world.board.tile_passes(tag(n), world.now_ms + 400 * n)
        world.board.touches_pad(tag(n), world.now_ms + 400 * n)
    told = world.run(4000)
    for kind in (BagSighted, PadTouched):
        assert [event.tag for event in told if isinstance(event, kind)] == [tag(n) for n in range(4)]
    assert world.link.heartbeat.at_ms < 10_000


def test_lamps_checks_and_noise_leave_a_board_of_readers_as_it_is():
    world = radio(racks=1)
    assert world.link.test(3, 1)
    assert world.link.read_again(7)
    world.board.feed(b"noise" + frame(5, b"\xee\x01"), world.now_ms)
    assert world.run(2000) == []
    world.board.lies_on_rack(0, [tag(1)])
    assert len(world.run(1000)) == 2
