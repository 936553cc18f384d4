"""Tiles as hands leave them, on the real firmware and the models of its chips: what the table then asks for.

QUINA and CASA lie across, AETSA between them down, and A is on turn. Poses come from the simulator's motions.
"""

from pathlib import Path

import pytest

from engine_lite.notation import parse_square, square_name
from engine_lite.placement import Reason
from host import games
from host.core import disorder
from host.core.events import ClockPressed, Started
from host.core.phases import Phase
from host.rehearsal.deal import opening, standing_at_start, stock_of
from host.rehearsal.reading import parse
from host.rehearsal.virtual import VirtualTable
from host.simulator import motions
from host.simulator.motions import PITCH_UM, Motion
from host.simulator.stock import PhysicalTile, rack
from host.tests.board_line import require_micropython

SCRIPT = """rulebook fisc_classic
board 15/15/15/15/15/15/15/4[QU]INA7/7E7/7T7/7S7/4CASA7/15/15/15
rack A X A E R T U N
seed 7
start A
"""
SWEPT_S = 2.5  # the board compares itself with its tags after a second of rest; by then that is done
FOREIGN = PhysicalTile(900, "e00400000000ffff", "card")


class Hands:
    """Tiles by their letters, and hands that lay them as they please."""

    def __init__(self, folder: Path) -> None:
        script = parse(SCRIPT)
        self.stock = stock_of(script)
        self.standing = standing_at_start(self.stock)
        opened = opening(script, self.stock)
        self.stage = VirtualTable(lambda clock: games.begin(folder / "game.journal", opened, clock),
                                  seed=script.seed, standing=self.standing)
        self.stage.rest()
        self.stage.happened(lambda at: Started(script.first, at_ns=at))

    @property
    def soon_us(self) -> int:
        return self.stage.now_us + motions.SETTING_DOWN_US

    def tile(self, face: str) -> PhysicalTile:
        """A tile of the rack."""
        return self.stock.take(rack(0), face)

    def on(self, name: str) -> PhysicalTile:
        """A tile of the board."""
        return self.standing[parse_square(name)]

    def move(self, tile: PhysicalTile, motion: Motion) -> None:
        self.stage.board.pose(tile.number, bytes.fromhex(tile.tag), *motion)

    def move_all(self, moves: dict[int, Motion]) -> None:
        for square, motion in moves.items():
            self.move(self.standing[square], motion)

    def put(self, tile: PhysicalTile, name: str) -> None:
        self.move(tile, motions.setting_down(parse_square(name), self.soon_us))

    def told(self) -> list[tuple[str, ...]]:
        """The prompts once the board has come to rest and has looked over itself, as a script names them."""
        self.stage.rest()
        self.stage.wait(SWEPT_S)
        self.stage.rest()
        return [(each.name, *map(square_name, each.squares)) for each in disorder.prompts(self.stage.table)]


@pytest.fixture
def hands(tmp_path):
    require_micropython()
    hands = Hands(tmp_path)
    with hands.stage:
        yield hands


def test_a_board_as_it_should_be_asks_for_nothing(hands):
    assert hands.told() == []
    assert hands.stage.table.phase is Phase.PLAYING


@pytest.mark.parametrize("share", [0.48, 0.5, 0.52])
@pytest.mark.parametrize(("one", "other"), [("d4", "d5"), ("d4", "e4"), ("h9", "h10")])
def test_a_tile_on_the_border_of_two_squares_lies_between_them(hands, one, other, share):
    """No magnet is felt on either (faults 4 and 5); on h9 and h10 it would lengthen QUINA."""
    hands.move(hands.tile("X"), motions.between(parse_square(one), parse_square(other), hands.soon_us, share))
    assert hands.told() == [("between", one, other)]


@pytest.mark.parametrize(("share", "place"), [(0.25, "d4"), (0.4, "d4"), (0.6, "d5"), (0.75, "d5")])
def test_a_tile_less_far_off_lies_askew_on_one_square(hands, share, place):
    hands.move(hands.tile("X"), motions.between(parse_square("d4"), parse_square("d5"), hands.soon_us, share))
    assert hands.told() == [("turned", place)]


def test_a_tile_centred_after_all_is_as_good_as_laid(hands):
    tile = hands.tile("X")
    hands.move(tile, motions.between(parse_square("h9"), parse_square("h10"), hands.soon_us))
    hands.told()
    hands.put(tile, "h9")
    assert hands.told() == []
    assert disorder.laid(hands.stage.table) == ((parse_square("h9"), tile.tag),)


@pytest.mark.parametrize("other", ["h4", "g5", "i5"])
def test_an_old_tile_nudged_onto_the_border_lies_between_both_squares(hands, other):
    hands.move(hands.on("h5"), motions.nudging(parse_square("h5"), parse_square(other), hands.stage.now_us))
    assert hands.told() == [("between", *sorted(("h5", other)))]
    assert hands.stage.table.phase is Phase.DISTURBED


def test_an_old_tile_nudged_a_quarter_lies_askew(hands):
    hands.move(hands.on("h5"), motions.nudging(parse_square("h5"), parse_square("h4"), hands.stage.now_us, 0.25))
    assert hands.told() == [("turned", "h5")]


def test_a_tile_that_slides_settles_only_where_it_stops(hands):
    hands.move(hands.tile("X"), motions.sliding(parse_square("d4"), parse_square("d9"), hands.stage.now_us))
    assert hands.told() == [("detached", "d9")]


@pytest.mark.parametrize("name", ["d4", "h9"])
def test_a_tile_laid_face_down_is_asked_to_be_turned(hands, name):
    """Its magnet shows the wrong pole (24); its letter is not taken meanwhile."""
    hands.move(hands.tile("X"), motions.face_down(motions.setting_down(parse_square(name), hands.soon_us)))
    assert hands.told() == [("turned", name)]
    assert disorder.laid(hands.stage.table) == ()


@pytest.mark.parametrize("seed", range(3))
def test_a_last_tile_face_down_is_not_left_out_of_a_play_pressed_at_once(hands, seed):
    """No magnet tells of it, and the shorter word would do: the board looks beyond the play's ends first."""
    hands.stage.board.fault("rf_dropout", f"0.0{seed + 1}")
    hands.put(hands.tile("R"), "h9")
    hands.move(hands.tile("E"), motions.face_down(motions.setting_down(parse_square("h10"), hands.soon_us)))
    hands.stage.wait(0.6)
    hands.stage.happened(lambda at: ClockPressed(at, 0))
    hands.stage.rest()
    assert len(hands.stage.table.game.turns) == 0
    assert [(each.reason, each.squares) for each in hands.stage.refusals[-1].defects] == [
        (Reason.UNKNOWN_TILE, (parse_square("h10"),))]


def test_a_play_over_a_cable_that_was_just_pulled_is_not_taken_without_its_last_tiles(hands):
    """The host has not yet noticed; what lies on the board since then it cannot know."""
    hands.put(hands.tile("R"), "h9")
    hands.stage.rest()
    hands.stage.fault("unplug", (), on=True)
    hands.put(hands.tile("E"), "h10")
    hands.stage.wait(0.6)
    hands.stage.happened(lambda at: ClockPressed(at, 0))
    hands.stage.wait(4)
    assert len(hands.stage.table.game.turns) == 0
    assert hands.stage.table.press is None


def test_an_old_tile_put_back_face_down_is_asked_to_be_turned(hands):
    """Fault 47: and nothing is said any more once it has been."""
    tile = hands.on("h5")
    hands.move(tile, motions.face_down(motions.setting_down(parse_square("h5"), hands.soon_us)))
    assert hands.told() == [("turned", "h5")]
    hands.put(tile, "h5")
    assert hands.told() == []
    assert hands.stage.table.phase is Phase.PLAYING


@pytest.mark.parametrize("name", ["h5", "l8"])
def test_a_tile_on_an_old_one_is_a_stack(hands, name):
    """Fault 45: the magnet below hides the one above."""
    hands.move(hands.tile("X"), motions.stacking(parse_square(name), hands.soon_us))
    assert hands.told() == [("stacked", name)]


def test_two_new_tiles_on_one_square_are_a_stack(hands):
    hands.put(hands.tile("X"), "h9")
    hands.stage.rest()
    hands.move(hands.tile("R"), motions.stacking(parse_square("h9"), hands.soon_us))
    assert hands.told() == [("stacked", "h9")]


def test_a_foreign_tag_is_named(hands):
    hands.put(FOREIGN, "d4")
    assert hands.told() == [("foreign", "d4")]


def test_a_magnet_without_a_tag_is_not_read(hands):
    tile = hands.tile("X")
    hands.stage.board.fault("tag_dead", tile.number)
    hands.put(tile, "d4")
    assert hands.told() == [("unreadable", "d4")]


def test_a_tag_without_a_magnet_is_no_tile_of_this_turn(hands):
    """Fault 25: a weak magnet, or a sensor that hangs."""
    hands.stage.board.fault("hall_stuck", "h9", "off")
    hands.put(hands.tile("X"), "h9")
    assert hands.told() == [("turned", "h9")]
    assert disorder.laid(hands.stage.table) == ()


def test_a_copied_tag_is_asked_for_on_both_squares(hands):
    hands.put(PhysicalTile(901, hands.on("h5").tag, "QU"), "d4")
    assert hands.told() == [("ghost", "d4", "h5")]


@pytest.mark.parametrize("height_um", [6_000, 8_000, 40_000])
def test_a_tile_held_high_over_the_board_is_nothing(hands, height_um):
    hands.move(hands.tile("X"), motions.hovering(parse_square("h9"), height_um, hands.soon_us))
    assert hands.told() == []


def test_a_tile_held_just_over_the_board_is_not_laid_and_forgotten_when_it_is_gone(hands):
    """Too high for the magnet, low enough for the tag: nothing is taken."""
    tile = hands.tile("X")
    hands.move(tile, motions.hovering(parse_square("h9"), 5_000, hands.soon_us))
    hands.told()
    assert disorder.laid(hands.stage.table) == ()
    hands.stage.board.away(tile.number)
    assert hands.told() == []


def test_two_old_tiles_swapped_are_named_together(hands):
    one, other = hands.on("h5"), hands.on("h6")
    hands.stage.take_up(one)
    hands.stage.take_up(other)
    hands.put(one, "h6")
    hands.put(other, "h5")
    assert hands.told() == [("swapped", "h5", "h6")]


@pytest.mark.parametrize(("face", "expected"), [("X", [("replaced", "h7")]), ("N", [])])
def test_another_tile_in_the_place_of_an_old_one(hands, face, expected):
    """Faults 9 and 10: only the same letter is accepted, and which tile it is now is known."""
    hands.stage.take_up(hands.on("h7"))
    tile = hands.tile(face)
    hands.put(tile, "h7")
    assert hands.told() == expected
    if not expected:
        assert hands.stage.table.played[parse_square("h7")] == tile.tag


@pytest.mark.parametrize(("right_um", "down_um"), [(PITCH_UM, 0), (0, -PITCH_UM), (PITCH_UM // 2, 0), (4_000, 3_000)])
def test_a_knock_that_shifts_all_tiles_is_one_prompt(hands, right_um, down_um):
    """Fault 14, by a whole square, by half of one, by less: nothing moves in the game, all that moved is listed."""
    hands.move_all(motions.bumped(hands.standing, right_um, down_um, hands.stage.now_us))
    (name, *squares), = hands.told()
    assert name == "bumped"
    assert set(map(square_name, hands.standing)) <= set(squares)
    assert hands.stage.table.phase is Phase.DISTURBED
    assert len(hands.stage.table.game.turns) == 0


def test_a_board_put_right_after_a_knock_goes_on(hands):
    hands.move_all(motions.bumped(hands.standing, PITCH_UM, 0, hands.stage.now_us))
    hands.told()
    for square, tile in hands.standing.items():
        hands.put(tile, square_name(square))
    assert hands.told() == []
    assert hands.stage.table.phase is Phase.PLAYING


def turned_as(hands):
    assert [name for name, *_ in hands.told()] == ["board_turned"]
    return disorder.prompts(hands.stage.table)[0].data["turn"]


@pytest.mark.parametrize(("quarters", "turn"), [(1, "90"), (2, "180"), (3, "270")])
def test_a_board_turned_is_known_by_its_tiles(hands, quarters, turn):
    hands.move_all(motions.turned(hands.standing, quarters, hands.stage.now_us))
    assert turned_as(hands) == turn


def test_a_board_read_as_in_a_mirror_is_known_by_its_tiles(hands):
    hands.move_all(motions.mirrored(hands.standing, hands.stage.now_us))
    assert turned_as(hands) == "columns_mirrored"


@pytest.mark.parametrize("probability", ["0.05", "0.2"])
def test_answers_that_go_unheard_now_and_then_move_no_tile(hands, probability):
    """Faults 18 and 19: the board asks again before it tells that nothing answers."""
    hands.stage.board.fault("rf_dropout", probability)
    tile = hands.tile("X")
    hands.put(tile, "h9")
    for _ in range(4):
        assert hands.told() == []
        assert disorder.laid(hands.stage.table) == ((parse_square("h9"), tile.tag),)
