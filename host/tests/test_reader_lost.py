"""A reader that dies while its board goes on (failure 31): the table does as if it had been built without it, says
so, and goes back to reading when it works again.
"""

import pytest
from tablewire import messages as wire

from host import games
from host.adapters.link_words import Received
from host.adapters.web.page import Wish, render_page
from host.core import events
from host.core.events import GameOpened, Started, TileNamed
from host.core.state import BAG, PAD, RACKS, RADIO
from host.rehearsal.builds import L1, R1, WHOLE
from host.rehearsal.outcome import rehearse
from host.rehearsal.virtual import VirtualTable
from host.simulator.stock import PAD_TAG_PREFIX, TAG_PREFIX, Stock
from host.tests.board_line import require_micropython
from host.tests.far_board import MS, Far
from host.tests.test_link_pair import Two, happened
from host.tests.test_reference_table import lay

H8 = 112
READERS = {WHOLE: ("bag",), R1: ("bag", "racks"), L1: ("pad",)}  # of the whole board ideal ones would know the racks


# --- on the line ------------------------------------------------------------------------------------


def beats(far, *down):
    """Three heartbeats, the board naming these readers after each; what the game hears."""
    told = []
    for _ in range(3):
        far.wait_ms(500)
        told += far.says(wire.Heartbeat(9, 0, 0, 0, 0))
        for reader, where in down:
            told += far.says(wire.ReaderDown(9, reader, where))
    return told


@pytest.mark.parametrize(("role", "reader", "where", "parts"), [
    (wire.RADIO, wire.READER_RADIO, wire.WHERE_SILENT, {RACKS, RADIO}),
    (wire.RADIO, wire.READER_RADIO, wire.WHERE_RAIL, {RACKS, RADIO}),
    (wire.RADIO, wire.READER_RADIO, wire.WHERE_HOT, {RACKS, RADIO}),
    (wire.WHOLE, wire.READER_RADIO, wire.WHERE_SILENT, {RADIO}),
    (wire.WHOLE, wire.READER_PAD, wire.WHERE_SILENT, {PAD}),
    (wire.BAG, wire.READER_BAG, wire.WHERE_NO_CURRENT, {BAG}),
    (wire.BAG, wire.READER_PAD, wire.WHERE_FORGETS, {PAD}),
    (wire.BAG, wire.READER_PAD, wire.WHERE_UNREAD, set()),  # that is the tile's fault
])
def test_what_a_dead_reader_reads_is_told_as_gone_once_and_as_back_once(role, reader, where, parts):
    far = Far(role=role)
    far.meet()
    gone = beats(far, (reader, where))
    assert {(type(each.event), each.event.part) for each in gone} == {(events.BoardDown, part) for part in parts}
    assert len(gone) == len(parts)
    assert {each.source for each in gone} <= {None}
    back = beats(far)
    assert {(type(each.event), each.event.part, each.event.again) for each in back} == {
        (events.BoardUp, part, True) for part in parts}
    assert len(back) == len(parts)
    assert beats(far) == []


def test_a_board_that_goes_and_comes_with_its_dead_reader_is_told_so_again():
    far = Far(role=wire.BAG, part="bag")
    far.meet()
    dead = wire.READER_BAG, wire.WHERE_SILENT
    beats(far, dead)
    assert far.link.cut(far.now_ns) == [Received(events.BoardDown(far.now_ns, "bag"), None)]
    assert far.says(far.hello) == [Received(events.BoardUp(far.now_ns, False, "bag"), None)]
    assert [each.event.part for each in beats(far, dead)] == ["bag"]
    assert [each.event.part for each in beats(far)] == ["bag"]


def test_a_board_that_starts_anew_with_its_reader_mended_reads_all_again():
    far = Far(role=wire.RADIO, part="racks")
    far.meet()
    beats(far, (wire.READER_RADIO, wire.WHERE_SILENT))
    told = far.says(far.hello._replace(boot=8)) + beats(far)
    assert [(type(each.event), each.event.part) for each in told] == [
        (events.BoardUp, "racks"), (events.BoardUp, "radio")]


def test_the_squares_are_still_there_while_the_loops_board_is_and_its_reader_is_not():
    """Their magnets are felt, and people can name the tiles."""
    two = Two()
    told = two.pair.taken(two.loops.link, beats(two.loops, (wire.READER_RADIO, wire.WHERE_SILENT)))
    assert [(type(each), each.part) for each in happened(told)] == [
        (events.BoardDown, "racks"), (events.BoardDown, "radio")]
    assert happened(two.says(two.magnets, wire.HallChanged(9, 112, 1)))
    told = two.pair.taken(two.loops.link, beats(two.loops))
    assert [(type(each), each.part) for each in happened(told)] == [
        (events.BoardUp, "racks"), (events.BoardUp, "radio")]
    assert [type(each) for each in happened(two.pair.taken(two.loops.link, two.loops.link.cut(9 * MS)))] == [
        events.BoardDown, events.BoardDown]


# --- at the table -----------------------------------------------------------------------------------


@pytest.fixture
def stage_of(tmp_path):
    """Begins a game at a table of this build, all of whose readers work."""
    require_micropython()
    tables = []

    def begin(build):
        stock = Stock("AEIOU", 1, PAD_TAG_PREFIX if build == L1 else TAG_PREFIX)
        readers = READERS[build]
        opened = GameOpened(at_ns=0, rulebook="fisc_classic", seats=("A", "B"), clock_ns=(10**12, 10**12),
                            tiles=stock.register, radio=build != L1, readers=readers, last_look=True)
        stage = VirtualTable(lambda clock: games.begin(tmp_path / "game.journal", opened, clock), boards=build,
                             language="en")
        tables.append(stage)
        stage.stock = stock
        stage.rest()
        stage.happened(lambda at: Started(0, at_ns=at))
        stage.pass_s(1)
        return stage

    yield begin
    for stage in tables:
        stage.close()


def shown(stage):
    return [prompt.name for prompt in stage.app.view().prompts]


def name(stage, square, face):
    stage.happened(lambda at: TileNamed(at, square, face))


@pytest.mark.parametrize(("build", "says"), [(WHOLE, ()), (R1, ("no_rack_readers",))])
def test_without_their_radio_tiles_are_named_by_hand_and_read_when_it_is_back(stage_of, build, says):
    """No radio on the board: the keyboard names the tiles. Where the loops of the racks hang on it, they go too."""
    stage = stage_of(build)
    first = lay(stage, "A", H8)
    assert stage.table.sensed.tag_at(H8) == first.tag
    stage.fault("reader_dead", (), on=True)
    stage.pass_s(7)
    assert shown(stage) == ["radio_reader", *says]
    second = lay(stage, "E", H8 + 1)
    assert shown(stage) == ["radio_reader", "unnamed", *says]
    page = render_page(stage.app.view(), Wish("en"), "00:00:00")
    assert "does not work" in page
    assert not stage.table.reads(RACKS)
    name(stage, H8 + 1, "E")
    assert stage.table.sensed.tag_at(H8 + 1) == second.tag
    assert shown(stage) == ["radio_reader", *says]
    stage.fault("reader_dead", (), on=False)
    stage.pass_s(9)
    stage.rest()
    assert shown(stage) == []
    assert stage.table.reads(RACKS) == (build == R1)
    assert stage.table.sensed.tags[H8 + 1] == (second.tag,)
    assert (stage.table.sensed.tag_at(H8), stage.table.sensed.tag_at(H8 + 1)) == (first.tag, second.tag)


def test_without_its_ring_the_bag_is_not_read_and_what_is_drawn_is_told_again_when_it_is_back(stage_of):
    stage = stage_of(R1)
    assert stage.table.reads(BAG)
    stage.board.bag.fault("reader_dead")
    stage.pass_s(7)
    assert shown(stage) == ["bag_reader", "no_bag_reader"]
    assert not stage.table.reads(BAG)
    tile = lay(stage, "A", H8)  # the squares have a reader of their own
    assert stage.table.sensed.tag_at(H8) == tile.tag
    stage.board.bag.heal("reader_dead")
    stage.pass_s(9)
    assert shown(stage) == []
    assert stage.table.reads(BAG)
    passes = stage.stock.take("bag", "O")
    stage.through_the_neck([passes])
    stage.pass_s(1)
    assert any(isinstance(event, events.BagSighted) and event.tag == passes.tag for event in stage.events)


def test_without_its_pad_a_low_cost_table_asks_for_the_tiles_by_name_until_it_works_again(stage_of):
    stage = stage_of(L1)
    stage.fault("pad_dead", (), on=True)
    stage.pass_s(3)
    lay(stage, "A", H8)
    assert shown(stage)[:2] == ["pad_reader", "unnamed"]
    name(stage, H8, "A")
    assert "unnamed" not in shown(stage)
    stage.fault("pad_dead", (), on=False)
    stage.pass_s(9)
    assert "pad_reader" not in shown(stage)
    lay(stage, "E", H8 + 1)
    assert "unclaimed" in shown(stage)  # the pad knows its tiles again


def test_a_game_at_the_reference_table_goes_on_without_loops_and_radio_to_the_same_scores(tmp_path):
    """The reader of squares and racks dies for three turns: tiles are named, and the ring tells what is drawn."""
    require_micropython()
    script = tmp_path / "reader-dies.txt"
    script.write_text("\n".join((
        "rulebook fisc_classic", "lexicon none", "rack A S O L E R T A", "rack B T E R S E N C", "start A",
        "fault reader_dead", "lay h8 S O L", "wait 6", "expect prompt unnamed h8", "expect prompt no_rack_readers",
        "press A", "expect refused unknown_tile h8 h9 h10", "name h8 S", "name h9 O", "name h10 L",
        "press A", "expect score A 6", "draw A 3",
        "lay 10h E S", "wait 2", "name i10 E", "name j10 S", "press B", "expect score B 5", "draw B 2",
        "heal reader_dead", "wait 9", "expect quiet", "pass A", "lay i8 E N", "press B", "expect score B 9",
    )) + "\n", encoding="utf-8")
    outcome = rehearse(script, "sensors", R1)
    assert outcome.failures == []
    assert not outcome.table.silent


@pytest.mark.parametrize(("build", "fault", "parts"), [
    (WHOLE, ("reader_hot",), ["radio"]), (WHOLE, ("antenna_supply",), ["radio"]),
    (WHOLE, ("rf_no_field",), ["radio"]),
    (R1, ("mux_stuck", "3"), ["racks", "radio"]), (R1, ("reader_hot",), ["racks", "radio"]),
    (L1, ("pad_version", "12"), ["pad"]),
])
def test_a_reader_that_is_tried_again_and_again_is_said_to_be_gone_once_and_back_once(stage_of, build, fault, parts):
    """Its board gives it a trial every five seconds: screens and game must not flicker with them."""
    stage = stage_of(build)
    if build != L1:
        lay(stage, "A", H8)
    before, (name_of_it, *words) = len(stage.events), fault
    stage.fault(name_of_it, tuple(words), on=True)
    stage.pass_s(30)
    stage.fault(name_of_it, tuple(words), on=False)
    stage.pass_s(10)
    told = [(type(event), event.part) for event in stage.events[before:]
            if isinstance(event, (events.BoardDown, events.BoardUp))]
    assert told == [*((events.BoardDown, part) for part in parts), *((events.BoardUp, part) for part in parts)]


def test_a_host_that_starts_anew_hears_from_the_board_which_reader_is_dead(tmp_path):
    require_micropython()
    stock, journal = Stock("AEIOU", 1), tmp_path / "game.journal"
    opened = GameOpened(at_ns=0, rulebook="fisc_classic", seats=("A", "B"), clock_ns=(10**12, 10**12),
                        tiles=stock.register, readers=("bag", "racks"), last_look=True)
    with VirtualTable(lambda clock: games.begin(journal, opened, clock), boards=R1,
                      resume_game=lambda clock: games.resume(journal, clock)) as stage:
        stage.rest()
        stage.fault("reader_dead", (), on=True)
        stage.pass_s(7)
        assert {RACKS, RADIO} <= stage.table.silent
        stage.kill_host()
        stage.fault("reader_dead", (), on=False)
        stage.pass_s(9)
        assert not {RACKS, RADIO} & stage.table.silent
        stage.fault("reader_dead", (), on=True)
        stage.kill_host()
        stage.pass_s(7)
        assert {RACKS, RADIO} <= stage.table.silent
