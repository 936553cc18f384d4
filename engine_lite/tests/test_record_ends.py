"""How a record ends: the bag that runs out, the rule found from the record's own lines, what cannot be settled so."""

from dataclasses import replace

import pytest

from engine_lite.record import CannotReplay, EndRule, Replayed, replay
from engine_lite.tests.gcg_samples import of
from engine_lite.tiles import Face, TileSet

# Sixteen tiles, so that seven and seven on racks leave two in the bag.
SIXTEEN = TileSet("sixteen", "en", (Face("?", 1, 0), Face("A", 8, 1), Face("B", 4, 3), Face("Z", 3, 10)))
OUT = (">p1: AAAABBZ 8D AAAABBZ +92 92", ">p2: ?AAABBZ - +0 0", ">p1: AZ D8 .AZ +12 104")
LEFT = "?AAABBZ"  # worth 19


def ended(*lines: str, tiles: TileSet = SIXTEEN, seats: int = 2) -> Replayed:
    return replay(of(seats, *lines, tile_set=tiles))


def refused_end(*lines: str, tiles: TileSet = SIXTEEN, seats: int = 2) -> str:
    with pytest.raises(CannotReplay) as why:
        ended(*lines, tiles=tiles, seats=seats)
    return why.value.sentence


def test_no_more_tiles_are_exchanged_than_the_bag_holds() -> None:
    """Whatever a partial rack hides: every seat holds seven as long as there are tiles in the bag."""
    assert ended(">p1: AAB -2 +0 0").game.turns[0].exchanged == 2
    assert "3 tiles are exchanged, and the bag holds 2" in refused_end(">p1: AAB -AAB +0 0")


@pytest.mark.parametrize(
    ("settlement", "rule", "totals"),
    [
        ((f">p1: ({LEFT}) +38 142",), EndRule.DOUBLE, (142, 0)),
        (
            (f">p1: ({LEFT}) +19 123", f">p2: {LEFT} ({LEFT}) -19 -19"),
            EndRule.DEDUCT_AND_GIVE,
            (123, -19),
        ),
        ((f">p2: {LEFT} ({LEFT}) -19 -19", f">p1: ({LEFT}) +19 123"), EndRule.DEDUCT_AND_GIVE, (123, -19)),
        ((), EndRule.NONE, (104, 0)),
    ],
)
def test_the_end_rule_is_found_from_the_lines(
    settlement: tuple[str, ...], rule: EndRule, totals: tuple[int, ...]
) -> None:
    """Twice the rack (003 L36), off its holder and to the other (000 r20, 001 B15, 002), or nothing written."""
    played = ended(*OUT, *settlement)
    assert (played.end_rule, played.game.totals, played.agrees) == (rule, totals, True)


def test_six_turns_without_a_point_take_off_each_own_rack() -> None:
    """000 r21, 002, 003 L38; the six are of the record, no rule counts them here."""
    lines = [f">p{1 + turn % 2}: {('AAAABBZ', LEFT)[turn % 2]} - +0 0" for turn in range(6)]
    settled = (">p1: AAAABBZ (AAAABBZ) -20 -20", f">p2: {LEFT} ({LEFT}) -19 -19")
    played = ended(*lines, *settled)
    assert (played.end_rule, played.game.totals, played.doubts) == (EndRule.OWN_RACK, (-20, -19), ())
    assert [doubt.sentence for doubt in ended(*lines, settled[1]).doubts] == [
        "racks are taken off, and no line takes off the rack of every seat"
    ]


def test_three_seats_give_all_racks_to_who_goes_out() -> None:
    """Once the sum, each off its holder; or the sum alone, or twice the sum."""
    tiles = replace(SIXTEEN, faces=(Face("?", 1, 0), Face("A", 12, 1), Face("B", 6, 3), Face("Z", 4, 10)))
    lines = (OUT[0], ">p2: ?AAABBZ - +0 0", ">p3: AAAABBZ - +0 0", OUT[2])
    left = "?AAAAAAABBBBZZ"  # worth 39
    taken = (">p2: ?AAABBZ (?AAABBZ) -19 -19", ">p3: AAAABBZ (AAAABBZ) -20 -20")
    summed = ended(*lines, f">p1: ({left}) +39 143", *taken, tiles=tiles, seats=3)
    assert (summed.end_rule, summed.game.totals) == (EndRule.SUM, (143, -19, -20))
    alone = ended(*lines, f">p1: ({left}) +39 143", tiles=tiles, seats=3)
    assert (alone.end_rule, alone.game.totals) == (EndRule.SUM, (143, 0, 0))
    twice = ended(*lines, f">p1: ({left}) +78 182", tiles=tiles, seats=3)
    assert (twice.end_rule, twice.game.totals) == (EndRule.DOUBLE, (182, 0, 0))
    part = refused_end(*lines, f">p1: ({left}) +39 143", taken[0], tiles=tiles, seats=3)
    assert "racks worth 39 are given, and racks worth 19 are taken off" in part


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ((*OUT, f">p1: ({LEFT}) +37 141"), "line 6: twice (?AAABBZ) is +38, not +37; counted once it is +19 with"),
        ((*OUT, f">p1: ({LEFT}) +19 123"), "with a line ?AAABBZ (?AAABBZ) -19 for its holder"),
        ((*OUT, f">p1: ({LEFT}) +18 122", f">p2: {LEFT} ({LEFT}) -19 -19"), "is worth +19 here, not +18"),
        ((*OUT, f">p1: ({LEFT}) +19 123", f">p2: {LEFT} ({LEFT}) -18 -18"), "line 7: (?AAABBZ) is worth -19 here"),
        ((*OUT, ">p1: (?AAABB) +18 122"), "the tiles left on racks are ? A A A B B Z, not (?AAABB)"),
        ((*OUT[:2], ">p1: (AAABBZ?) +38 130"), "the tiles left on racks are"),
        ((*OUT, f">p2: ({LEFT}) +38 38"), "p2 gets the racks of others, and still holds"),
        ((*OUT, f">p1: ({LEFT}) +38 142", f">p1: ({LEFT}) +38 180"), "a line before says who"),
        ((*OUT, f">p1: ({LEFT}) +38 142", f">p2: {LEFT} - +0 0"), "the game is over: line 6 settles the racks"),
        ((*OUT, f">p1: ({LEFT}) +38 142", ">p1: (challenge) +5 147"), "must follow a play"),
        (
            (*OUT, f">p2: {LEFT} ({LEFT}) -19 -19", f">p2: {LEFT} ({LEFT}) -19 -38"),
            "line 7: the rack of p2 is settled by a line before",
        ),
        ((OUT[0], ">p2: ZZ (ZZ) -20 -20", ">p1: AZ (AZ) -11 81"), "the racks settled up to here cannot be"),
    ],
)
def test_a_settlement_that_cannot_be(lines: tuple[str, ...], why: str) -> None:
    """A wrong number in such a line is refused and not computed on: nobody can tell which rule was meant."""
    assert why in refused_end(*lines)


def test_a_bonus_between_the_last_play_and_the_racks() -> None:
    """The last play may be challenged too; its points come before the settlement."""
    assert ended(*OUT, ">p1: (challenge) +5 109", f">p1: ({LEFT}) +38 147").game.totals == (147, 0)


def test_the_last_play_taken_back_lets_the_game_go_on() -> None:
    """Nobody has gone out then, and nobody gets racks."""
    lines = (*OUT, ">p1: AZ -- -12 92")
    assert ended(*lines, f">p2: {LEFT} D8 .A +2 2").game.on_turn == 0
    assert "still holds A Z" in refused_end(*lines, f">p1: ({LEFT}) +38 130")


def test_who_has_gone_out_and_got_nothing_is_a_doubt() -> None:
    """The record may break off there; it says so."""
    assert [doubt.sentence for doubt in ended(*OUT).doubts] == ["p1 has gone out, and no line settles the racks"]
    lost = ended(*OUT, f">p2: {LEFT} ({LEFT}) -19 -19")
    assert [doubt.sentence for doubt in lost.doubts] == [
        "racks are taken off, and no line gives them to who went out"
    ]


def test_overtime_stands_behind_everything_and_once_a_seat() -> None:
    """Also in a record that no text was: the reader says it of a text first."""
    settled = of(2, *OUT, f">p1: ({LEFT}) +38 142", ">p2: (time) -10 -10", ">p1: (time) -20 122", tile_set=SIXTEEN)
    assert replay(settled).game.totals == (122, -10)
    *first, racks, late, later = settled.entries
    for wrong, why in (
        ((*first, replace(late, line=6), replace(racks, line=7)), "no other line may follow"),
        ((*first, racks, late, replace(later, seat=1)), "is taken off by a line before"),
    ):
        with pytest.raises(CannotReplay, match=why):
            replay(replace(settled, entries=wrong))


def test_racks_taken_off_without_the_zero_turns_that_end_a_game_are_a_doubt() -> None:
    """Document 003 L36 and L38: two passes running or six turns of 0 points; after one play nothing has ended."""
    replayed = replay(of(2, ">p1: AEIRTWS 8D WAITE +24 24", ">p2: DOG (DOG) -5 -5", ">p1: RS (RS) -2 22"))
    assert [doubt.sentence for doubt in replayed.doubts] == [
        "racks are taken off after 0 zero turns, which end no game by the rulebook recorded"]


def test_an_exchange_by_number_keeps_the_other_tiles() -> None:
    """One of seven tiles went into the bag: six of the old rack must be on the next one."""
    replayed = replay(of(2, ">p1: AEIOUUU -1 +0 0", ">p2: - +0 0", ">p1: BCDFGHJ - +0 0"))
    assert [doubt.line for doubt in replayed.doubts] == [5]
    assert not replay(of(2, ">p1: AEIOUUU -1 +0 0", ">p2: - +0 0", ">p1: AEIOUUJ - +0 0")).doubts
