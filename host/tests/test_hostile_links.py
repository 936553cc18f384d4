"""Both real ends of the wire over links that hurt: every edge arrives once and in order, 100,000 messages in all.

Virtual time, one seed a case. The two ends are firmware's BoardSession and the host's Link, nothing in between but a
cable that takes one step of time and spoils what it carries.
"""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from tablewire import messages as wire
from tablewire.session import HEARTBEAT_MS, BoardSession

from host.adapters.link import Link
from host.adapters.link_words import Received
from host.core.events import BoardDown, BoardUp, Source, TagsRead
from host.tests.cables import Cable, corrupt, dribble, everything, lossy, noisy, perfect, twice

STEP_MS = 10  # of virtual time; bytes sent in one step arrive in the next
UID = bytes.fromhex("e66118604b2f8c21")
TICKS_AT_START = 2**30 - 3_000  # a board's clock wraps early in every run


class World:
    """A board, a host with its journal, and the cable between them."""

    def __init__(self, seed: int, cable: Cable) -> None:
        self.chance = random.Random(seed)
        self.cable = cable
        self.now_ms = 0
        self.unplugged_until_ms = 0
        self.stalled_until_ms = 0
        self.boot = 0
        self.journal: list[tuple[Source, int]] = []  # what has come, each edge with the message it came in
        self.arrived: Counter[int] = Counter()  # edges of each start of the board
        self.asked: list[int] = []  # what the board was told, in its order
        self.seen: list[type] = []  # board up, board down
        self.up: list[bytes] = []
        self.down: list[bytes] = []
        self.kill_chance = 0.0  # of the host, at each event between journal and acknowledgement
        self.start_board()
        self.start_host()

    @property
    def now_ns(self) -> int:
        return self.now_ms * 1_000_000

    @property
    def ticks(self) -> int:
        return (TICKS_AT_START + self.now_ms) % 2**30

    def start_board(self) -> None:
        self.boot += 1
        self.board = BoardSession(wire.BOARD, UID, self.boot, 0, lambda view: self.up.append(bytes(view)))

    def start_host(self) -> None:
        """A host that knows nothing but the journal."""
        resume = {source.board: (source.boot, source.number + 1) for source, _ in self.journal}
        self.link = Link(resume, self.chance.randrange(2**32 - 1))

    def cut(self, for_ms: int) -> None:
        """Pull the plug in the middle of a frame; what is on its way is lost."""
        if self.up:
            self.link.feed(self.up[0][:self.chance.randrange(len(self.up[0]))], self.now_ns)
        self.take(self.link.cut(self.now_ns))
        self.unplugged_until_ms = self.now_ms + for_ms

    def stall(self, for_ms: int) -> None:
        """The host's program stands still and takes nothing from its port, which stays open."""
        self.stalled_until_ms = self.now_ms + for_ms

    def step(self) -> None:
        self.now_ms += STEP_MS
        up, self.up = self.up, []
        down, self.down = self.down, []
        if self.now_ms < self.unplugged_until_ms:
            up, down = [], []
        elif self.now_ms == self.unplugged_until_ms:
            up, down = [], []
            self.link.cut(self.now_ns)
        stalled = self.now_ms < self.stalled_until_ms
        if stalled:
            up = []
        for data in down:
            for piece in self.cable(self.chance, data):
                self.asked += [m.count for m in self.board.feed(piece, self.ticks) if isinstance(m, wire.TestWanted)]
        for data in up:
            for piece in self.cable(self.chance, data):
                self.take(self.link.feed(piece, self.now_ns))
        if not stalled:
            self.take(self.link.tick(self.now_ns))
            self.down.append(self.link.outgoing(self.now_ns))
        if self.now_ms % HEARTBEAT_MS == 0:
            self.board.beat(self.ticks, 0, 0)
        self.board.pump(self.ticks)

    def take(self, received: list[Received]) -> None:
        for event, source in ((r.event, r.source) for r in received):
            if source is None:
                self.seen.append(type(event))
                continue
            assert isinstance(event, TagsRead)
            self.journal.append((source, int(event.tags[0], 16)))
            self.arrived[source.boot] += 1
            if self.chance.random() < self.kill_chance:
                self.start_host()
                return  # whatever this host had still in its hands is gone
            self.link.kept(source)

    @property
    def edges(self) -> list[int]:
        return [edge for _, edge in self.journal]


def play(world: World, edges: int, questions: int, each_step: Callable[[World], None] = lambda world: None) -> None:
    """Let the board tell `edges` things and the host ask `questions`, until all has come; fail when it sticks."""
    told = asked = 0
    moved_ms, before = world.now_ms, (0, 0)
    while world.arrived[world.boot] < edges or len(world.asked) < questions:
        while told < edges and world.board.post(wire.TagRead(world.ticks, told % 225, told.to_bytes(8))):
            told += 1
        while asked < questions and world.link.test(3, asked):
            asked += 1
        each_step(world)
        world.step()
        if before != (before := (len(world.journal), len(world.asked))):
            moved_ms = world.now_ms
        assert world.now_ms - moved_ms < 30_000, f"stuck at {before} of {edges}, {questions}"


SPOILT = (
    (perfect, 9_000, 2_000),
    (dribble, 5_000, 1_000),
    (lossy, 15_000, 3_000),
    (twice, 10_000, 2_000),
    (noisy, 10_000, 2_000),
    (corrupt, 15_000, 3_000),
    (everything, 4_000, 1_000),
)
CUTS = 6_000
KILLS = 6_000
REBOOTS = 4_000
STALLS = 2_000


def test_it_is_a_hundred_thousand_messages_in_all():
    assert sum(edges + questions for _, edges, questions in SPOILT) + CUTS + KILLS + REBOOTS + STALLS == 100_000


@pytest.mark.parametrize(("cable", "edges", "questions"), SPOILT)
def test_every_message_arrives_once_and_in_order_however_bad_the_link(cable, edges, questions):
    world = World(1, cable)
    play(world, edges, questions)
    assert world.edges == list(range(edges))
    assert world.asked == list(range(questions))
    assert [source.number for source, _ in world.journal] == list(range(edges))


def test_damage_is_counted_on_both_sides():
    world = World(2, corrupt)
    play(world, 2_000, 500)
    assert world.link.damaged > 0
    assert world.board.damaged > 0
    assert world.link.not_understood == world.board.not_understood == 0


def test_nothing_is_lost_or_doubled_when_the_plug_is_pulled_again_and_again():
    world = World(3, corrupt)

    def pull(world):
        if world.now_ms > world.unplugged_until_ms and world.chance.random() < 0.02:
            world.cut(for_ms=STEP_MS * world.chance.randrange(1, 300))

    play(world, CUTS // 2, CUTS // 2, pull)
    assert world.edges == list(range(CUTS // 2))
    assert world.asked == list(range(CUTS // 2))
    assert world.seen.count(BoardDown) > 5
    assert world.seen == [(BoardUp, BoardDown)[n % 2] for n in range(len(world.seen))]


def test_a_host_that_stands_still_again_and_again_misses_nothing_once_it_goes_on():
    world = World(6, corrupt)

    def stall(world):
        if world.now_ms > world.stalled_until_ms and world.chance.random() < 0.02:
            world.stall(for_ms=STEP_MS * world.chance.randrange(1, 500))

    play(world, STALLS // 2, STALLS // 2, stall)
    assert world.edges == list(range(STALLS // 2))
    assert world.asked == list(range(STALLS // 2))
    assert world.seen.count(BoardDown) > 2


def test_a_host_killed_between_journal_and_acknowledgement_goes_on_where_its_journal_ends():
    world = World(4, corrupt)
    world.kill_chance = 0.01
    play(world, KILLS, 0)
    assert world.edges == list(range(KILLS))
    assert world.seen.count(BoardUp) > 30  # lives of the host


def test_a_board_that_starts_again_loses_only_what_it_had_not_told_and_says_so():
    """What sat in the board's memory is gone; its new start is told from the first message on, and `again`."""
    world = World(5, lossy)
    each, on_the_way = REBOOTS // 4, 50
    for _ in range(4):
        play(world, each, 0)
        for n in range(on_the_way):
            world.board.post(wire.TagRead(world.ticks, 0, (each + n).to_bytes(8)))
        world.step()
        world.start_board()
    assert [source.boot for source, _ in world.journal] == sorted(source.boot for source, _ in world.journal)
    for boot in range(1, 5):
        edges = [edge for source, edge in world.journal if source.boot == boot]
        assert edges == list(range(len(edges)))
        assert each <= len(edges) <= each + on_the_way
    assert world.seen == [BoardUp] * 4
