"""Hands, chip models, firmware, wire, host: what must hold of the chain as a whole, whatever its line does."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from engine_lite.notation import parse_square
from host import games
from host.core.events import BoardDown, BoardUp, ClockPressed
from host.core.phases import Phase
from host.rehearsal.outcome import rehearse
from host.rehearsal.virtual import VirtualTable
from host.tests.players import Players, sheet

GAMES = Path(__file__).parent / "games"
TURNS = 8  # enough for every kind of tile to have been laid once


@pytest.fixture
def table_at(tmp_path):
    """Build the virtual table for some players, its journal in a folder of the test."""

    def build(players: Players, **parts) -> VirtualTable:
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        return VirtualTable(
            lambda monotonic_ns: games.begin(folder / "game.journal", players.opened, monotonic_ns),
            seed=players.script.seed, standing=players.standing, **parts)

    return build


def played(table_at: Callable[..., VirtualTable], **parts) -> tuple[VirtualTable, Players]:
    players = Players(turns=TURNS)
    with table_at(players, **parts) as stage:
        players.play(stage)
    return stage, players


def test_the_same_run_twice_gives_the_same_bytes_on_the_wire(table_at):
    """Determinism: chance and time are arguments, down to the radio."""
    once, _ = played(table_at)
    again, _ = played(table_at)
    assert bytes(once.wire) == bytes(again.wire)
    assert len(once.wire) > 1_000


class Noise:
    """A cable that changes one byte in a thousand, both ways."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.changed = 0

    def __call__(self, data: bytes, to_host: bool) -> bytes:
        spoiled = bytearray(data)
        for place in range(len(spoiled)):
            if self.random.random() < 0.001:
                spoiled[place] ^= 1 << self.random.randrange(8)
                self.changed += 1
        return bytes(spoiled)


def test_one_byte_in_a_thousand_spoiled_both_ways_loses_no_play_and_invents_none(table_at):
    noise = Noise(seed=5)
    spoiled, players = played(table_at, cable=noise)
    sound, _ = played(table_at)
    assert noise.changed > 3
    assert sheet(spoiled.table) == sheet(sound.table)
    assert [turn.points for turn in spoiled.table.game.turns] == players.expected


class Unplugged:
    """A cable that is out for some seconds of virtual time, again and again."""

    def __init__(self) -> None:
        self.stage: VirtualTable | None = None

    def __call__(self, data: bytes, to_host: bool) -> bytes:
        out = self.stage is not None and self.stage.now_us % 7_000_000 < 2_500_000
        return b"" if out else data


def test_a_line_pulled_out_and_put_back_in_mid_game_loses_no_play_and_invents_none(table_at):
    """The board goes on scanning meanwhile and tells everything afterwards, once and in order."""
    players, cable = Players(turns=TURNS), Unplugged()
    with table_at(players, cable=cable) as stage:
        cable.stage = stage
        players.play(stage)
    sound, _ = played(table_at)
    assert sheet(stage.table) == sheet(sound.table)
    kinds = [type(event) for event in stage.events]
    assert kinds.count(BoardDown) >= 2
    assert kinds.count(BoardUp) >= 3


def test_a_board_that_loses_its_power_in_mid_game_reads_the_squares_again(table_at):
    """It forgets all it knew; its state is asked for whole, and the play counts as if nothing had been."""
    players = Players(turns=4)
    with table_at(players) as stage:
        original, cuts = stage.set_down, []

        def set_down(tile, square):
            original(tile, square)
            if len(cuts) < 3 and tile.number % 3 == 0:
                cuts.append(tile)
                stage.replug()

        stage.set_down = set_down
        players.play(stage)
        assert len(cuts) == 3
        assert [turn.points for turn in stage.table.game.turns] == players.expected


def pressed_while_sliding(table_at, source: str, target: str) -> VirtualTable:
    """QUINA stands; B slides an S along row i and presses while it moves."""
    players = Players(turns=1)
    with table_at(players) as stage:
        players.play(stage)
        tile = next(tile for tile in players.stock.tiles if tile.face == "S")
        start, end = parse_square(source), parse_square(target)
        stage.set_down(tile, start)
        motion_us = stage.begin_slide(tile, start, end)
        stage.advance(stage.now_us + motion_us // 2)
        stage.happened(lambda at: ClockPressed(at, 1))
        stage.rest()
        return stage


def test_a_press_while_a_tile_slides_through_a_legal_word_commits_nothing_half_way(table_at):
    """S passes h8 (AS) and h6 (IS) and stops at i4, where it touches nothing: refused there, not taken before."""
    stage = pressed_while_sliding(table_at, "i9", "i4")
    assert len(stage.table.game.turns) == 1
    refused = stage.refusals[-1].defects
    assert [(str(defect.reason), defect.squares) for defect in refused] == [("detached", (parse_square("i4"),))]


def test_a_press_while_a_tile_slides_counts_where_it_stops(table_at):
    """Past AS under h8 to IS under h6: 1 + 1 = 2."""
    stage = pressed_while_sliding(table_at, "i10", "i6")
    turn = stage.table.game.turns[-1]
    assert (turn.points, turn.placement.squares) == (2, (parse_square("i6"),))


def test_a_press_at_the_very_moment_the_last_tile_touches_waits_for_the_sensors(table_at):
    """The 20 Hz sensor has not seen it yet; the play is the whole word all the same, the clock as of the press."""
    players = Players(turns=0)
    with table_at(players) as stage:
        players.play(stage)
        tiles = {tile.face: tile for tile in reversed(players.stock.at("rack A"))}
        for face, name in (("QU", "h5"), ("I", "h6"), ("N", "h7"), ("A", "h8")):
            stage.set_down(tiles[face], parse_square(name))
        pressed_ns = stage.now_ns()
        stage.happened(lambda at: ClockPressed(at, 0))
        assert stage.table.phase is Phase.DECLARED
        stage.rest()
        assert [turn.points for turn in stage.table.game.turns] == [22]
        assert (stage.table.clock.running, stage.table.clock.since_ns) == (1, pressed_ns)


def test_rows_and_columns_exchanged_are_noticed_though_every_score_is_the_same(tmp_path):
    """The premiums are symmetric about the diagonal, so only squares and directions can tell: they are compared."""
    script = tmp_path / "mirror.txt"
    quina = (GAMES / "seed002-quina-sesam.txt").read_text()
    script.write_text(quina.replace("start A\n", "start A\nfault transposed\n"))
    outcome = rehearse(script, "sensors")
    assert outcome.table.game.totals == (22, 24)
    assert [str(turn.start) for turn in outcome.table.game.turns] == ["8e", "9d"]
    assert {failure.was for failure in outcome.failures} == {"taken on e8 f8 g8", "taken on d9 e9 f9 g9 h9"}


def test_what_lies_is_seen_exchanged_at_once_and_right_again_when_the_cable_is_mended(tmp_path):
    """The cable is mounted so: it is no matter of when a tile was laid."""
    script = tmp_path / "mended.txt"
    script.write_text(
        "rulebook fisc_classic\nlexicon none\nrack A QU I N A E S T\nrack B S E S A M T O\nstart A\n"
        "fault transposed\nlay h5 QU I N A\nheal transposed\npress A\nexpect score A 22\nexpect quiet\n"
        "fault transposed\nexpect prompt moved h5 e8\nexpect prompt moved h6 f8\nexpect prompt moved h7 g8\n"
        "press B\nexpect refused disturbed h5 h6 h7\nheal transposed\nexpect quiet\n"
        "lay i4 S E S A M\npress B\nexpect score B 24\n")
    outcome = rehearse(script, "sensors")
    assert outcome.failures == []
    assert [str(turn.start) for turn in outcome.table.game.turns] == ["h5", "i4"]


def test_a_hall_cable_with_rows_and_columns_exchanged_is_contradicted_by_the_radio(tmp_path):
    """Magnet and tag never meet on one square, so nothing is committed and the squares are named."""
    script = tmp_path / "cable.txt"
    script.write_text(
        "rulebook fisc_classic\nrack A QU I N A\nstart A\nfault mirrored\nlay h5 QU I N A\npress A\n"
        "expect refused unknown_tile e8 f8 g8 h6 h7\nexpect turn A\nexpect total A 0 B 0\n")
    assert rehearse(script, "sensors").failures == []
