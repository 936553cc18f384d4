"""A game as an annotated game: the lines that strict readers take, and the same game when it is read back."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_lite.game import Adjustment, AdjustmentKind, Game, TurnKind
from engine_lite.gcg import read, write
from engine_lite.gcg_game import NotInGcg, players_of, record_of
from engine_lite.gcg_record import Record
from engine_lite.placement import parse_play
from engine_lite.racks_told import racks_told
from engine_lite.record import replay
from engine_lite.rewriting import Change, agreed, rewritten
from engine_lite.rulebook import Rulebook
from engine_lite.rulebooks import RULEBOOKS, rulebook_named
from engine_lite.rulebooks.recorded import recorded_rulebook
from engine_lite.tests.random_games import RandomGame, random_game
from engine_lite.tests.test_games_of_ours import GAMES as RECORDED
from engine_lite.tests.test_games_of_ours import record_in
from engine_lite.tests.test_sheet import played
from engine_lite.tiles import SPANISH, Tile

SEATS = ("Anna", "Biel", "Carla Roig", "")
# The Catalan set, the one with Q and U apart, the Romanian one, the English one; Spanish faces need their brackets.
RULES = {**RULEBOOKS, "recorded": recorded_rulebook(SPANISH)}


def lines(game: Game, **more: object) -> list[str]:
    """The lines behind the header."""
    text = write(record_of(game, SEATS[: game.seats], **{"racks": {}, **more}))
    return [line for line in text.splitlines() if line[0] == ">" or line.startswith("#note")]


def test_every_kind_of_turn_has_its_line() -> None:
    """QUINA 22 and SÈSAM 24 as in 002; FEInES over them, by hand (4 + 1 + 1 + 0 + 2 + 1) x 2 + EQUINA 13 = 31."""
    game = played(Game.new(rulebook_named("fisc_classic")), "h5 QUINA", "i4 SESAM", "4d FEInES").withdraw()
    game = game.passed().exchanged(3).exchanged(2, (Tile("NY"), Tile("?", blank=True)))
    assert lines(game) == [
        ">Anna: AIN[QU] 8E [QU]INA +22 22",
        "#note taula #rulebook fisc_classic",
        "#note the racks were not seen: a line has the tiles that it laid or exchanged, or none",
        ">Biel: AEMSS 9D SESAM +24 24",
        ">Anna: EEFI? D4 FEInE. +31 53",
        ">Anna: EEFI? -- -31 22",
        ">Biel:  - +0 24",
        ">Anna:  -3 +0 22",
        ">Biel: [NY]? -[NY]? +0 24",
    ]


def test_digraphs_stand_in_brackets_and_blank_digraphs_in_small_letters() -> None:
    """Bare `ny` would be two blanks to most readers."""
    game = played(Game.new(rulebook_named("manacor")), "h7 Al·lNY", "10h nyA")
    assert lines(game)[0] == ">Anna: A[NY]? 8G A[l·l][NY] +22 22"


def test_known_racks_stand_on_every_line() -> None:
    """In alphabetical order with the blank last; then no note speaks of unknown ones."""
    tile_set = rulebook_named("manacor").tile_set
    game = played(Game.new(rulebook_named("manacor")), "h5 QUINA").passed()
    racks = {1: tile_set.tiles("?AQUNINYS"), 2: tile_set.tiles("TSRENAL·L")}
    assert lines(game, racks=racks) == [
        ">Anna: AIN[NY][QU]S? 8E [QU]INA +22 22",
        "#note taula #rulebook manacor",
        ">Biel: AE[L·L]NRST - +0 0",
    ]


def of_these(rulebook: str, tiles: str) -> Rulebook:
    """A rulebook whose set has these tiles alone, so that a short game plays it out."""
    rules = rulebook_named(rulebook)
    count = Counter(tile.face for tile in rules.tile_set.tiles(tiles))
    faces = tuple(replace(kind, count=count[kind.face]) for kind in rules.tile_set.faces)
    return replace(rules, tile_set=replace(rules.tile_set, faces=faces))


def test_settlements_follow_the_rulebooks_own_rule_and_time_comes_last() -> None:
    """000 r20: +v and -v, both lines; what was taken for overtime, in whatever order, behind them, once a seat."""
    left = (Tile("S"), Tile("QU"))
    game = played(Game.new(of_these("manacor", "QUINASQU")), "h5 QUINA").passed()
    for adjustment in (
        Adjustment(AdjustmentKind.TIME, 1, -10),
        Adjustment(AdjustmentKind.END_BONUS, 0, 9, left),
        Adjustment(AdjustmentKind.END_PENALTY, 1, -9, left),
        Adjustment(AdjustmentKind.TIME, 1, -10),
    ):
        game = game.adjusted(adjustment)
    racks = {1: game.rulebook.tile_set.tiles("QUINA"), 2: left}
    assert lines(game, racks=racks, ended="out")[2:] == [
        ">Biel: [QU]S - +0 0",
        ">Anna: (S[QU]) +9 31",
        ">Biel: S[QU] (S[QU]) -9 -9",
        ">Biel:  (time) -20 -29",
        "#note the game ended: out",
    ]


def test_two_racks_given_to_one_seat_are_one_line() -> None:
    """With three seats the side that is out gets both others' tiles; readers take one such line."""
    game = played(Game.new(of_these("fisc_classic", "SIAE"), 3), "h8 SI").passed().passed()
    for seat, tile in ((1, "A"), (2, "E")):
        game = game.adjusted(Adjustment(AdjustmentKind.END_BONUS, 0, 1, (Tile(tile),)))
        game = game.adjusted(Adjustment(AdjustmentKind.END_PENALTY, seat, -1, (Tile(tile),)))
    assert lines(game)[-3:] == [">Anna: (AE) +2 6", ">Biel: A (A) -1 -1", ">Carla_Roig: E (E) -1 -1"]


def test_what_gcg_has_no_line_for_is_a_hidden_line_and_in_the_totals() -> None:
    """A penalty that follows no play of another, points before the game, time given back, points without a rack."""
    game = Game.new(rulebook_named("manacor")).adjusted(Adjustment(AdjustmentKind.BONUS, 1, 2)).passed().passed()
    game = game.adjusted(Adjustment(AdjustmentKind.PENALTY, 0, -10))
    game = game.adjusted(Adjustment(AdjustmentKind.END_BONUS, 1, 4))
    game = game.adjusted(Adjustment(AdjustmentKind.TIME, 0, 3))
    assert [line for line in lines(game) if ">" in line] == [
        ">Anna:  - +0 0",
        "#note taula >Biel:  (given) +2 2 bonus",
        ">Biel:  - +0 2",
        "#note taula >Anna:  (given) -10 -10 penalty",
        "#note taula >Biel:  (given) +4 6 end_bonus",
        "#note taula >Anna:  (given) +3 -7 time",
    ]
    assert came_back(game).totals == game.totals == (-7, 6)


def came_back(game: Game) -> Game:
    """The game written, read and replayed, which must agree with what was written."""
    told = replay(read(write(record_of(game, SEATS[: game.seats], {}))), game.rulebook)
    assert told.agrees
    return told.game


def test_an_agreed_score_is_a_line_of_its_own() -> None:
    """QUINA 22 by 002, agreed at 30: a reader of plain GCG scores the play by the rules, and ours has the total."""
    game = agreed(played(Game.new(rulebook_named("fisc_classic")), "h5 QUINA"), 30)
    game = played(game.adjusted(Adjustment(AdjustmentKind.PENALTY, 1, -5)), "i4 SESAM")
    assert [line for line in lines(game) if ">" in line] == [
        ">Anna: AIN[QU] 8E [QU]INA +22 22",
        "#note taula >Anna:  (agreed) +8 30 30 points were agreed on for this play",
        "#note taula >Biel:  (challenge) -5 -5",
        ">Biel: AEMSS 9D SESAM +24 19",
    ]
    assert came_back(game) == game


def test_a_play_agreed_on_and_withdrawn_is_worth_nothing() -> None:
    """Its two lines cancel each other; the agreement is not told, for nothing comes of it."""
    game = agreed(played(Game.new(rulebook_named("fisc_classic")), "h5 QUINA"), 30).withdraw().passed()
    assert [line for line in lines(game) if ">" in line][:2] == [
        ">Anna: AIN[QU] 8E [QU]INA +22 22", ">Anna: AIN[QU] -- -22 0"]
    assert came_back(game).totals == (0, 0)


def test_plays_that_no_longer_fit_come_back_with_their_points() -> None:
    """QUINA becomes a pass by withdrawal: SESAM lies detached. QUINA on row i: the squares of SESAM are taken."""
    began = Game.new(rulebook_named("fisc_classic"))
    game = played(began, "h5 QUINA", "i4 SESAM")
    detached = rewritten(began, game.turns, (), {1: Change(kind=TurnKind.WITHDRAWN)})
    assert [each.turn for each in detached.misfits] == [2]
    assert came_back(detached.game).totals == detached.game.totals
    taken_back = rewritten(began, detached.game.turns, (), {2: Change(kind=TurnKind.WITHDRAWN)})
    assert (taken_back.misfits, came_back(taken_back.game).totals) == ((), (0, 0))
    other = rewritten(began, game.turns, (), {1: Change(placement=parse_play("i4 SI", began.board,
                                                                          began.rulebook.tile_set)[1])})
    assert [each.turn for each in other.misfits] == [1, 2]
    assert other.game.totals[1] == 24
    assert came_back(other.game).totals == other.game.totals
    said = [line for line in lines(other.game) if ">" in line]
    assert said[-1] == "#note taula >Biel:  (given) +24 24 the play of turn 2, whose squares are taken now"


def test_a_turn_number_of_thousands_of_digits_names_no_play() -> None:
    """A file from anywhere: nothing but what could be one of its turns is taken for one."""
    text = write(record_of(Game.new(RULEBOOKS["manacor"]).passed(), SEATS[:2], {}))
    record = read(text.replace("#player1", "#misfits 2 " + "9" * 5_000 + "\n#player1", 1))
    assert record.misfits == (2,)


def test_a_play_torn_apart_is_refused() -> None:
    """MAQUINARI around QUINA (002): without it MA and RI lie apart."""
    began = Game.new(rulebook_named("fisc_classic"))
    game = played(began, "h5 QUINA", "h3 MAQUINARI")
    torn = rewritten(began, game.turns, (), {1: Change(kind=TurnKind.WITHDRAWN)})
    with pytest.raises(NotInGcg, match="turn 2 is no longer one word"):
        record_of(torn.game, SEATS[:2], {})


def test_a_game_that_is_not_over_says_so_and_can_be_read() -> None:
    """So that nobody takes it for finished."""
    game = played(Game.new(rulebook_named("manacor")), "h5 QUINA")
    record = read(write(record_of(game, ("A", "B"), {}, over=False)))
    assert record.incomplete
    assert [note.text for note in record.notes] == ["this game is not over: no rack is told"]


def test_a_game_taken_up_in_the_middle_is_refused() -> None:
    """No line could explain its tiles or its points."""
    rulebook = rulebook_named("manacor")
    board = played(Game.new(rulebook), "h5 QUINA").board
    for game in (Game.new(rulebook, board=board), Game.new(rulebook, totals=(1, 0))):
        with pytest.raises(NotInGcg):
            record_of(game, ("A", "B"), {})


def test_nicknames_are_one_word_each_and_no_two_alike() -> None:
    """Strict readers refuse equal ones, and a blank ends one; the real name is always there."""
    players = players_of(("Ann Fox", "Ann  Fox", "", "Ann_Fox2"))
    assert [player.nick for player in players] == ["Ann_Fox", "Ann_Fox2", "seat3", "Ann_Fox24"]
    assert [player.name for player in players] == ["Ann Fox", "Ann Fox", "seat3", "Ann_Fox2"]


def test_how_a_game_ended_is_a_note() -> None:
    """GCG has no token for a resignation."""
    game = Game.new(rulebook_named("manacor")).passed()
    assert lines(game, ended="resigned")[-1] == "#note the game ended: resigned"


def test_racks_that_cannot_have_been_all_that_was_left_are_told_in_lines_of_our_own() -> None:
    """A rack told wrongly, tiles that are not in this game: no reader takes such a line, and the totals stand."""
    left = (Tile("S"), Tile("QU"))
    game = played(Game.new(of_these("manacor", "QUINASQUE")), "h5 QUINA").passed()
    game = game.adjusted(Adjustment(AdjustmentKind.END_BONUS, 0, 9, left))
    game = game.adjusted(Adjustment(AdjustmentKind.END_PENALTY, 1, -9, left))
    assert [line for line in lines(game) if ">" in line][-2:] == [
        "#note taula >Anna:  (given) +9 31 end_bonus S[QU]",
        "#note taula >Biel:  (given) -9 -9 end_penalty S[QU]",
    ]
    told = replay(read(write(record_of(game, SEATS[:2], {}))))
    assert (told.game.totals, told.agrees) == ((31, -9), True)


# --- any game ------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in RECORDED])
def test_a_recorded_game_comes_back_from_its_turns_alone(path: Path) -> None:
    """Every way to end and every tile set of our recorded games; nothing of their text is handed on."""
    game = replay(record_in(path)).game
    told = replay(read(write(record_of(game, SEATS[: game.seats], {}))), game.rulebook)
    assert (told.game, told.differences) == (game, ())


GAMES = given(st.sampled_from(sorted(RULES)), st.integers(1, 4), st.integers(0, 2**32), st.integers(0, 90))


def read_back(random: RandomGame, racks: dict[int, tuple[Tile, ...]], over: bool) -> Record:
    ended = "no_play" if over else ""
    return read(write(record_of(random.game, SEATS[: random.seats], racks, over=over, ended=ended)))


@GAMES
@settings(max_examples=120, deadline=None)
def test_exported_and_imported_it_is_the_same_game(rules: str, seats: int, seed: int, turns: int) -> None:
    """Any rulebook, one to four seats, every kind of turn; finished and running, every rack known and none."""
    random = random_game(RULES[rules], seats, seed, turns)
    for over in (False, True):
        if over:
            random.settled()
        for racks in ({}, random.racks):
            told = replay(read_back(random, racks, over), random.rulebook)
            game = told.game
            assert (game.turns, game.board, game.totals) == (
                random.game.turns, random.game.board, random.game.totals)
            assert (game.adjustments, told.differences) == (random.game.adjustments, ())
            assert told.doubts == () or not racks or not over  # a game that stops before its settlement


@GAMES
@settings(max_examples=60, deadline=None)
def test_the_racks_that_a_settled_game_tells_are_those_that_were_held(
    rules: str, seats: int, seed: int, turns: int
) -> None:
    """Worked out backwards from the end and never guessed."""
    random = random_game(RULES[rules], seats, seed, turns).settled()
    told = racks_told(random.game)
    assert {number: Counter(rack) for number, rack in told.items()} == {
        number: Counter(random.racks[number]) for number in told}


def test_an_end_game_tells_many_racks() -> None:
    """Protects the test above from telling nothing: with the bag empty every turn's rack follows from the end."""
    found = [racks_told(random_game(rulebook_named("manacor"), 2, seed, 80).settled().game) for seed in range(5)]
    assert max(len(racks) for racks in found) >= 4
