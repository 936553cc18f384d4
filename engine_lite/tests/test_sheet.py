"""The score sheet as text: every line written out by hand from the rule documents."""

import pytest

from engine_lite.game import Adjustment, AdjustmentKind, Game
from engine_lite.placement import parse_play
from engine_lite.rulebook import Rulebook
from engine_lite.rulebooks import rulebook_named
from engine_lite.sheet import Sheet, lines_of, opening_totals, rounds, sheet_text
from engine_lite.tiles import Tile

HEADING = """\
squares  of the word's first letter; h5: in row h from column 5 across, 5h: in column 5 from row h down
blanks   C₀ is a blank that stands for C, ? a blank without a name
dash     - and 0: a pass, an exchange or a withdrawn play; which of them stands below the rounds
"""


def played(game: Game, *plays: str) -> Game:
    """The game after plays in seed notation."""
    for text in plays:
        game = game.play(parse_play(text, game.board, game.rulebook.tile_set)[1])
    return game


def new(name: str, seats: int = 2) -> Game:
    return Game.new(rulebook_named(name), seats)


def written(game: Game, **more: object) -> str:
    """What stands below the heading."""
    seats = ("Anna", "Biel", "Carla")[: game.seats]
    text = sheet_text(Sheet(game, seats, **more))
    assert text.startswith(HEADING)
    return text.removeprefix(f"{HEADING}\n")


def test_the_two_plays_of_document_002() -> None:
    """002: QUINA at H5 is 22; SÈSAM at I4 is 7 with QUE 9, IS 2, NA 3 and AM 3, 24 in all."""
    assert written(played(new("fisc_classic"), "h5 QUINA", "i4 SÈSAM")) == """\
round  Anna      points  total  Biel      points  total
    1  h5 QUINA      22     22  i4 SESAM      24     24

total  Anna 22, Biel 24
"""


def test_the_square_is_that_of_the_words_first_letter() -> None:
    """004 L113-115, 002: MAQUINARI is noted at h3 and FEINES at 4d, old letters included."""
    game = played(new("fisc_classic"), "h5 QUINA", "h3 MAQUINARI")
    assert "h3 MAQUINARI" in written(game)
    game = played(new("fisc_classic"), "h5 QUINA", "4d FEINES")
    assert "4d FEINES      33     33" in written(game)


@pytest.mark.parametrize(("name", "word"), [("manacor", "QINA"), ("fisc_classic", "QUINA")])
def test_the_q_is_printed_as_the_rulebook_prints_it(name: str, word: str) -> None:
    """000 r14: QE and QADRE, not QUE and QUADRE; 002 prints QUINA."""
    assert f"h5 {word}  " in written(played(new(name), "h5 QUINA"))


def test_turns_without_points_are_a_dash_and_0() -> None:
    """001 B6, B11, B12: the total stays; what the dash was is told below. SI (1 + 1) x 2; ST 1 + 1, taken back."""
    game = played(new("fisc_school"), "8h SI").passed().exchanged(3)
    game = played(game, "h8 ST").withdraw().exchanged(1, (Tile("NY"),))
    assert written(game) == """\
round  Anna   points  total  Biel  points  total
    1  8h SI       4      4  -          0      0
    2  -           0      4  -          0      0
    3  -           0      4

round 1, Biel: pass
round 2, Anna: exchange of 3 tiles
round 2, Biel: h8 ST withdrawn, which would have been 2
round 3, Anna: exchange of 1 tile: NY

total  Anna 4, Biel 0
"""


def test_a_blank_has_an_index_zero() -> None:
    """004 L124-128: SAC whose C is a joker is SAC and a zero below; digraphs too, and old blanks."""
    assert "h8 SAC₀     " in written(played(new("frs_romanian"), "h8 SAc"))
    assert "h8 ANY₀A " in written(played(new("manacor"), "h8 AnyA"))
    assert "h8 ANY₀AL·L " in written(played(new("manacor"), "h8 AnyA", "h8 AnyAL·L"))
    assert "h8 Q₀E " in written(played(new("manacor"), "h8 quE"))
    assert "₀" not in written(played(new("manacor"), "h8 ANYA"))


def test_the_seats_stand_from_the_one_that_began() -> None:
    """Whoever moves first has the first column, and a round is a row; here B of three."""
    game = Game.new(rulebook_named("fisc_classic"), 3, on_turn=1)
    game = played(game, "h8 SI").passed().passed().passed()
    assert [sorted(row) for row in rounds(game)] == [[0, 1, 2], [1]]
    assert written(game).startswith("""\
round  Biel   points  total  Carla  points  total  Anna  points  total
    1  h8 SI       4      4  -           0      0  -          0      0
    2  -           0      4
""")


def test_racks_are_in_alphabetical_order_with_the_blank_last() -> None:
    """004 L129-130; only where they are known, and in the rulebook's own print."""
    game = played(new("manacor"), "h5 QUINA").passed()
    racks = {1: rulebook_named("manacor").tile_set.tiles("?AQUNINYS")}
    assert written(game, racks=racks).startswith("""\
round  rack      Anna     points  total  rack  Biel  points  total
    1  AINNYQS?  h5 QINA      22     22        -          0      0
""")


def test_settlement_and_time_stand_at_the_end_with_their_totals() -> None:
    """000 r20 and r28d, by hand: the side that is out adds 9, the other takes them off; two minutes cost 20."""
    game = played(new("manacor"), "h5 QUINA").passed()
    left = (Tile("S"), Tile("QU"), Tile("?", blank=True))
    game = game.adjusted(Adjustment(AdjustmentKind.END_BONUS, 0, 9, left))
    game = game.adjusted(Adjustment(AdjustmentKind.END_PENALTY, 1, -9, left))
    game = game.adjusted(Adjustment(AdjustmentKind.TIME, 1, -20))
    assert written(game, closing=(("time left", "Anna 01:00"),)).splitlines()[3:] == [
        "round 1, Biel: pass",
        "end, Anna: racks of the others QS? +9, total 31",
        "end, Biel: own rack QS? -9, total -9",
        "end, Biel: overtime -20, total -29",
        "",
        "total      Anna 31, Biel -29",
        "time left  Anna 01:00",
    ]


def test_points_for_a_challenge_stand_with_their_round() -> None:
    """Running totals are those of the moment: the bonus counts before the second play."""
    game = played(new("international"), "h8 AT").adjusted(Adjustment(AdjustmentKind.BONUS, 0, 5)).passed()
    game = played(game, "8h AT")
    assert written(game).splitlines()[1:5] == [
        "    1  h8 AT       4      4  -          0      0",
        "    2  8h AT       2     11",
        "",
        "round 1, Anna: bonus after a challenge +5, total 9",
    ]
    assert [line.total for line in lines_of(game)] == [4, 9, 0, 11]


def test_a_game_taken_up_in_the_middle_goes_on_from_its_totals() -> None:
    """Totals that no turn explains are those that it began with."""
    rulebook: Rulebook = rulebook_named("fisc_classic")
    game = played(Game.new(rulebook, totals=(296, 280)), "h5 QUINA")
    assert opening_totals(game) == (296, 280)
    assert "22    318" in written(game)


def test_a_game_that_has_not_begun() -> None:
    """The names, no row, the totals."""
    assert written(new("frs_english")) == (
        "round  Anna  points  total  Biel  points  total\n\ntotal  Anna 0, Biel 0\n"
    )
