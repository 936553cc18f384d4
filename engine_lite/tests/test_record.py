"""What a record's lines come to, which lines cannot have happened, and how racks are settled."""

import pytest

from engine_lite.game import AdjustmentKind, TurnKind
from engine_lite.gcg import read
from engine_lite.record import CannotReplay, Difference, EndRule, Replayed, replay
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tests.gcg_samples import game, of, record_of

WAITE = ">p1: AEIRTWS 8D WAITE +24 24"
WAITE_BACK = ">p1: AEIRTWS -- -24 0"
IN = ">p1: EINRSTU 8G IN +4 4"


def replayed(*lines: str, tiles: str = "english") -> Replayed:
    return replay(record_of(*lines, tiles=tiles))


def refusal(*lines: str, tiles: str = "english") -> str:
    with pytest.raises(CannotReplay) as why:
        replayed(*lines, tiles=tiles)
    assert str(why.value) == why.value.sentence
    assert why.value.line == 3 + len(lines), "the line at fault is the last one"
    return why.value.sentence


# --- scores and totals ---------------------------------------------------------------------------------------


def test_a_wrong_score_is_named_with_what_it_should_be_and_the_rest_goes_on() -> None:
    """The total that follows from it is wrong once; the next lines of that seat are not blamed for it again."""
    lines = (">p1: AEIRTWS 8D WAITE +25 25", ">p2: EEO - +0 0", ">p1: RS -R +0 25", ">p2: EEO - +0 0")
    assert replayed(*lines).differences == (
        Difference(4, "score", recorded=25, computed=24),
        Difference(4, "total", recorded=25, computed=24),
    )
    assert len(replayed(*lines).moves) == 4


def test_a_wrong_total_is_named_once_and_a_second_slip_again() -> None:
    """Set right in the next line it is no difference; wrong by another number it is one more."""
    lines = (WAITE, ">p2: EEO - +0 3", ">p1: RS - +0 24", ">p2: EEO - +0 0", ">p1: RS - +0 42")
    assert [(each.line, each.what, each.recorded, each.computed) for each in replayed(*lines).differences] == [
        (5, "total", 3, 0),
        (8, "total", 42, 24),
    ]


def test_points_for_a_pass_or_an_exchange_are_a_difference() -> None:
    """Neither makes any."""
    lines = (">p1: AEIRTWS - +5 5", ">p2: BCDFGHK -BC +2 2")
    assert [(each.line, each.what, each.computed) for each in replayed(*lines).differences] == [
        (4, "score", 0), (4, "total", 0), (5, "score", 0), (5, "total", 0),
    ]  # fmt: skip


def test_one_tile_is_read_in_the_direction_that_the_record_says() -> None:
    """It may make two words; the first one named is the one along the direction, the points are the same."""
    opened = (WAITE, ">p2: DEEFINO 7D ID +7 7")
    across, down = (replayed(*opened, f">p1: RSS {word} +{points} {24 + points}") for word, points in ONE_TILE)
    assert [word for word, _ in across.moves[2].words] == ["IDS", "SI"]
    assert [word for word, _ in down.moves[2].words] == ["SI", "IDS"]
    assert across.game.board == down.game.board


ONE_TILE = (("7D ..S", 7), ("F7 S.", 7))


# --- lines that cannot have happened ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (">p2: DEEFINO D8 .EFO +10 10", ""),
        (">p2: DEEFINO D8 RED +4 4", "puts R on 8D, where W lies"),
        (">p2: DEEFINO 10H FEED +4 4", "touch no tile"),
        (">p2: DEEFINO D7 .ED +4 4", "no tile lies on 7D yet"),
        (">p2: DEEFINO 9D .ED +4 4", "no tile lies on 9D yet"),
        (">p2: DEEFINO D8 (D)ED +4 4", "where W lies"),
        (">p2: DEEFINO 9D (D)ED +4 4", "no tile lies on 9D yet"),
        (">p2: DEEFINO 8D WAITE +4 4", "lays no tile"),
        (">p2: DEEFINO 8I D +4 4", "the word there is WAITED and starts at 8D"),
        (">p2: DEEFINO D8 .ERT +4 4", "the tiles for 10D, 11D are not on the rack DEEFINO"),
        (">p2: DEEFINOO D8 .ED +4 4", "8 tiles, and a rack holds 7"),
        (">p2: DEEJJNO D8 .ED +4 4", "the rack DEEJJNO cannot be: beside the board the set has no J left"),
        (">p2: D8 .ZZ +4 4", "beside the board the set has no Z left"),
        (">p1: EIINRST D8 .ED +4 4", "p1 has a play, and p2 is on turn"),
        (">p1: EIINRST -EI +0 24", "p2 is on turn"),
        (">p2: DEEFINO -DEX +0 0", "X is exchanged and is not on the rack"),
        (">p2: -8 +0 0", "a rack holds 7"),
        (">p2: DEEFINO -- -24 0", "no play of that seat"),
        (">p1: AEIRTWW -- -24 0", "was made from the rack AEIRTWS"),
        (">p2: DEEFINO (challenge) +5 5", "must follow its own play"),
        (">p1: (challenge) -10 14", "must follow the play of another"),
        (">p1: (DEEFINO) +22 46", "p1 gets the racks of others, and still holds R S"),
        (">p2: DEEFINO (DEEFINO) -12 -12", "is worth -11 here, not -12"),
        (">p2: JJ (JJ) -16 -16", "the rack JJ cannot be"),
    ],
)  # fmt: skip
def test_a_second_line_that_cannot_follow_the_first(line: str, why: str) -> None:
    """Each with one sentence that names the line, what stands there, and what lies in the way."""
    if why:
        assert why in refusal(WAITE, line)
        return
    assert replayed(WAITE, line).agrees


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (">p1: AEIRTWS 8A WAITE +22 22", "must cover 8H"),
        (">p1: AEIRTWS 8H A +2 2", "it takes more"),
        (">p1: AEIRTWS -- -24 0", "no play of that seat"),
        (">p1: AEIRTWS (challenge) +5 5", "must follow a play"),
        (">p1: (challenge) -10 -10", "must follow a play"),
    ],
)
def test_a_first_line_that_cannot_open_a_game(line: str, why: str) -> None:
    """The opening covers the centre with two tiles, and there is nothing yet to challenge."""
    assert why in refusal(line)


def test_q_without_u_only_where_the_rulebook_wants_one() -> None:
    """Document 001 B16; the tiles of the record are the same."""
    record = record_of(">p1: QATIEBO 8G QAT +20 20", tiles="catalan_q")
    assert replay(record).agrees
    with pytest.raises(CannotReplay, match="no U comes after the Q on 8G"):
        replay(record, RULEBOOKS["fisc_school"])


def test_what_lies_on_a_blank_stays_on_it() -> None:
    """A digraph blank is one square with one face: no later play puts C over CH."""
    opened = ">p1: ?AEIOLS 8G [ch]AL +4 4"
    assert replayed(opened, ">p2: AEIOSTR G8 .E +2 2", tiles="spanish").agrees
    assert "puts C on 8G, where CH lies" in refusal(opened, ">p2: ACEIOST G8 CE +1 1", tiles="spanish")


# --- challenges ------------------------------------------------------------------------------------------------


def test_a_play_taken_back_leaves_squares_premiums_and_rack_as_they_were() -> None:
    """The same squares pay again, and the seat is not on turn again."""
    game_ = replayed(WAITE, WAITE_BACK, ">p2: DEEFINO 8E FEED +16 16", ">p1: AEIRTWS - +0 0").game
    assert game_.totals == (0, 16)
    assert [turn.kind for turn in game_.turns] == [TurnKind.WITHDRAWN, TurnKind.PLAY, TurnKind.PASS]


def test_fifty_points_taken_back_are_not_carried_to_the_next_play() -> None:
    """A withdrawn bingo counts nothing."""
    bingo = (">p1: EINRSTU 8B UNITERS +66 66", ">p1: EINRSTU -- -66 0")
    assert replayed(*bingo, ">p2: DEEFINO - +0 0", IN).agrees


def test_bonus_and_penalty_go_to_the_seats_that_they_name_below_zero_too() -> None:
    """Five points to who was challenged; ten off who challenged, from 0 to -10."""
    bonus = replayed(WAITE, ">p1: ADRSUVZ (challenge) +5 29")
    assert bonus.game.totals == (29, 0)
    penalty = replayed(WAITE, ">p2: (challenge) -10 -10", ">p2: DEEFINO - +0 -10")
    assert (penalty.game.totals, penalty.agrees) == ((24, -10), True)
    assert [each.kind for each in penalty.game.adjustments] == [AdjustmentKind.PENALTY]


def test_a_play_is_challenged_once_by_each_opponent() -> None:
    """The same bonus may come again for another play, not twice for one; with three seats two may lose it."""
    again = (WAITE, ">p1: (challenge) +5 29", ">p2: DEEFINO D8 .EFO +10 10", ">p2: (challenge) +5 15")
    assert replayed(*again).agrees
    assert "one too many" in refusal(WAITE, ">p1: (challenge) +5 29", ">p1: (challenge) +5 34")
    three = of(3, WAITE, ">p2: (challenge) -10 -10", ">p3: (challenge) -10 -10")
    assert replay(three).game.totals == (24, -10, -10)


# --- racks -----------------------------------------------------------------------------------------------------


def test_a_rack_that_does_not_follow_is_doubted() -> None:
    """What was kept must still be there; what another keeps cannot be. Partial racks prove nothing."""
    lines = (WAITE, ">p2: DEEFINO - +0 0")
    assert [doubt.sentence for doubt in replayed(*lines, ">p1: ADLNOPR -ADL +0 24").doubts] == [
        "the rack ADLNOPR lacks S, which p1 kept before"
    ]
    assert replayed(*lines, ">p1: ADLNOP -ADL +0 24").doubts == ()
    held = replayed(">p1: JKLMNPQ - +0 0", ">p2: AEIJRST - +0 0")
    assert [doubt.sentence for doubt in held.doubts] == ["the rack AEIJRST has J, which others are known to hold"]


def test_racks_that_the_record_ends_with_must_be_possible_together() -> None:
    """Beside the board, and beside each other."""
    assert replay(read(f"{game(WAITE)}#rack1 RSJKXXX"[:-2])).agrees
    for racks, line in (("#rack1 AEKK\n", 5), ("#rack1 AEK\n#rack2 IK\n", 6)):
        with pytest.raises(CannotReplay, match=f"line {line}: the rack .* cannot be: .* no K left"):
            replay(read(game(WAITE) + racks))


def test_player_2_may_begin_and_one_seat_may_play_alone() -> None:
    """Who has the first turn is on turn; a single seat always is."""
    assert replay(of(2, ">p2: AEIRTWS 8D WAITE +24 24", ">p1: - +0 0")).game.totals == (0, 24)
    assert replay(of(1, WAITE, ">p1: RS 8D .....S +9 33", tile_set=None)).game.totals == (33,)


def test_an_empty_record_is_an_empty_game() -> None:
    """Players and nothing else."""
    empty = replay(of(4))
    assert (empty.moves, empty.game.totals, empty.end_rule, empty.doubts) == ((), (0, 0, 0, 0), EndRule.NONE, ())
