"""Each thing that may lie wrong is named with its squares: the faults of hands, tiles and readings, number by number.

QUINA and CASA lie across, AEESSA between them down; every tile has a tag of its own.
"""

from dataclasses import replace

import pytest

from engine_lite.course import Phase as CoursePhase
from engine_lite.notation import parse_square, square_name
from host.core import disorder, whole_board
from host.core.disorder import PROMPTS, Prompt, lamp_pattern, same_face_returned
from host.core.effects import Colour
from host.core.events import GameOpened
from host.core.fusion import Sensed
from host.core.state import open_table
from host.simulator import motions
from host.words import prompt_sentence

ROWS = "15/15/15/15/15/15/15/4[QU]INA7/7e7/7S7/7s7/4CASA7/15/15/15"
FACES = ("QU", "I", "N", "A", "?", "S", "?", "C", "A", "S", "A")  # in the order of squares
PLACES = ("h5", "h6", "h7", "h8", "i8", "j8", "k8", "l5", "l6", "l7", "l8")
SQUARES = tuple(map(parse_square, PLACES))
TAGS = tuple(f"e00400000000{number:04x}" for number in range(len(FACES)))
NEW = {"X": "e004000000000100", "A": "e004000000000101", "S": "e004000000000102", "?": "e004000000000103"}
FOREIGN = "e00400000000ffff"


def played(**standing):
    """The table with that board played, its sensors telling `standing`: square -> tag, None for nothing there.

    A tag alone stands for a tile as it should lie; a tuple of tags and whether there is a magnet for anything else.
    """
    table = open_table(GameOpened(
        0, "fisc_classic", ("Anna", "Biel"), (10**12, 10**12), (*zip(TAGS, FACES, strict=True), *swap(NEW)),
        board=ROWS, board_tags=tuple(zip(SQUARES, TAGS, strict=True))))
    found = dict(zip(SQUARES, TAGS, strict=True)) | {parse_square(name): what for name, what in standing.items()}
    on = {square for square, what in found.items() if (what[1] if isinstance(what, tuple) else what)}
    tags = {square: what[0] if isinstance(what, tuple) else (what,) for square, what in found.items() if what}
    course = replace(table.course, phase=CoursePhase.PLAYING)
    sensed = Sensed(on=frozenset(on), tags=tags)
    return replace(table, course=course, knocked=True, parts=frozenset({"board"}), sensed=sensed)


def swap(mapping):
    return ((tag, face) for face, tag in mapping.items())


def tag(name):
    return TAGS[PLACES.index(name)]


def told(table):
    """The prompts of `table` as a script would name them."""
    return [(prompt.name, *map(square_name, prompt.squares)) for prompt in disorder.prompts(table)]


def test_a_board_as_it_should_be_asks_for_nothing():
    assert told(played()) == []
    assert disorder.disturbed(played()) == ()


CASES = {
    "6: nudged to the neighbour": ({"h5": None, "h4": tag("h5")}, [("moved", "h5", "h4")]),
    "7: a word shifted": (
        {"l5": None, "l6": None, "l7": None, "l8": None, "m5": tag("l5"), "m6": tag("l6"), "m7": tag("l7"),
         "m8": tag("l8")},
        [("moved", "l5", "m5"), ("moved", "l6", "m6"), ("moved", "l7", "m7"), ("moved", "l8", "m8")]),
    "7: a word shifted along itself": (
        {"h5": None, "h6": tag("h5"), "h7": tag("h6"), "h8": tag("h7"), "h9": tag("h8")},
        [("moved", "h5", "h6"), ("moved", "h6", "h7"), ("moved", "h7", "h8"), ("moved", "h8", "h9")]),
    "10: another letter": ({"h7": NEW["X"]}, [("replaced", "h7")]),
    "10: a blank for a letter": ({"h7": NEW["?"]}, [("replaced", "h7")]),
    "11: two old tiles swapped": ({"h5": tag("h6"), "h6": tag("h5")}, [("swapped", "h5", "h6")]),
    "12: a new tile swapped with an old one": (
        {"h7": NEW["X"], "h9": tag("h7")}, [("replaced", "h7"), ("moved", "h7", "h9")]),
    "13: knocked off the board": ({"h7": None}, [("missing", "h7")]),
    "three tiles in a ring, one of them gone": (
        {"h5": tag("h6"), "h6": None}, [("moved", "h6", "h5"), ("missing", "h5")]),
    "22: a neighbour's tag bleeds over": ({"h9": ((tag("h8"),), False)}, []),
    "22: as strong on both": ({"h9": tag("h8")}, [("ghost", "h8", "h9")]),
    "23: unknown tag": ({"d4": FOREIGN}, [("foreign", "d4")]),
    "23: a card without magnet on three squares": (
        {"d4": ((FOREIGN,), False), "d5": ((FOREIGN,), False), "d6": ((FOREIGN,), False)},
        [("foreign", "d4", "d5", "d6")]),
    "24: not read": ({"d4": ((), True)}, [("unreadable", "d4")]),
    "24: an old tile not read": ({"h7": ((), True)}, [("unreadable", "h7")]),
    "25: read, and no magnet": ({"h7": ((tag("h7"),), False)}, [("turned", "h7")]),
    "4: between two squares": (
        {"h9": ((NEW["X"],), False), "h10": ((NEW["X"],), False)}, [("between", "h9", "h10")]),
    "4: an old tile between two squares": (
        {"h5": ((tag("h5"),), False), "h4": ((tag("h5"),), False)}, [("between", "h4", "h5")]),
    "45: stacked on an old tile": ({"h5": ((tag("h5"), NEW["X"]), True)}, [("stacked", "h5")]),
    "45: a foreign thing on an old tile": ({"h5": ((tag("h5"), FOREIGN), True)}, [("foreign", "h5")]),
    "42: two blanks exchanged": ({"i8": tag("k8"), "k8": tag("i8")}, [("blanks_swapped", "i8", "k8")]),
    "42: another blank": ({"i8": NEW["?"]}, [("replaced", "i8")]),
    "9: the same letter": ({"h8": NEW["A"]}, []),
    "9: two old tiles with the same letter": ({"h8": tag("l6"), "l6": tag("h8")}, []),
    "laid this turn, with a gap": ({"h9": NEW["X"], "h11": NEW["A"]}, [("gapped", "h10")]),
    "worst first": (
        {"d4": FOREIGN, "h7": None, "l5": ((tag("l5"), NEW["X"]), True)},
        [("stacked", "l5"), ("missing", "h7"), ("foreign", "d4")]),
}


@pytest.mark.parametrize(("standing", "expected"), CASES.values(), ids=CASES.keys())
def test_what_lies_wrong_is_named_with_its_squares(standing, expected):
    assert told(played(**standing)) == expected


def test_nothing_is_said_while_something_moves():
    table = played(h7=None)
    assert told(replace(table, sensed=replace(table.sensed, moving=True))) == []


def test_a_replaced_tile_and_what_lies_there_instead_are_named():
    prompt, = disorder.prompts(played(h7=NEW["X"]))
    assert (prompt.data, prompt.homes) == ({"face": "N", "found": "X"}, (parse_square("h7"),))


def test_a_blank_is_called_one_by_what_it_stands_for():
    """The tile that is wanted has no letter: who looks for one with that letter finds the wrong tile."""
    prompt, = disorder.prompts(played(i8=NEW["X"]))
    assert (prompt.name, prompt.data) == ("replaced", {"face": "E", "blank": "E", "found": "X"})
    prompt, = disorder.prompts(played(i8=None))
    assert (prompt.name, prompt.data) == ("missing", {"face": "E", "blank": "E"})
    prompt, = disorder.prompts(played(i8=None, d4=tag("i8")))
    assert prompt_sentence(prompt.name, ["i8", "d4"], prompt.data, "ca") == (
        "L'escarràs que fa de E de i8 és a d4. Torna'l a i8.")


# --- the same letter put back (9) ----------------------------------------------------------------


def test_another_tile_with_the_same_letter_is_remembered():
    table = played(h8=NEW["A"])
    assert same_face_returned(table) == {parse_square("h8"): NEW["A"]}
    now = replace(table, played={**table.played, **same_face_returned(table)})
    assert (disorder.disturbed(now), same_face_returned(now)) == ((), {})


def test_the_old_tile_may_be_laid_in_the_same_turn():
    table = played(h8=NEW["A"], h9=tag("h8"))
    now = replace(table, played={**table.played, **same_face_returned(table)})
    assert disorder.laid(now) == ((parse_square("h9"), tag("h8")),)


def test_a_tile_that_fills_the_place_of_another_leaves_its_own_place_missing():
    """The A of l6 stands on h8: an A is missing on l6, whichever it was."""
    table = played(h8=tag("l6"), l6=None)
    changed = same_face_returned(table)
    assert changed == {parse_square("h8"): tag("l6"), parse_square("l6"): tag("h8")}
    assert told(table) == [("missing", "l6")]
    assert len(set({**table.played, **changed}.values())) == len(table.played)


@pytest.mark.parametrize("standing", [{"h7": NEW["X"]}, {"i8": NEW["?"]}, {"i8": tag("k8"), "k8": tag("i8")}, {}])
def test_another_letter_and_a_blank_are_never_accepted_so(standing):
    """A blank carries its letter with its tag."""
    assert same_face_returned(played(**standing)) == {}


# --- the board as a whole (14, 15) ---------------------------------------------------------------


def carried(where):
    """All tiles carried from their squares to `where(square)`."""
    return dict.fromkeys(PLACES) | {square_name(where(square)): TAGS[n] for n, square in enumerate(SQUARES)}


def quarters(count):
    return lambda square: motions.turned_square(square, count)


def exchanged(square):
    return 15 * (square % 15) + square // 15


@pytest.mark.parametrize(("where", "turn"), [
    (quarters(1), "90"), (quarters(2), "180"), (quarters(3), "270"), (motions.mirrored_square, "columns_mirrored"),
    (lambda square: quarters(2)(motions.mirrored_square(square)), "rows_mirrored"),
    (exchanged, "rows_for_columns"), (lambda square: quarters(2)(exchanged(square)), "rows_for_columns_turned"),
])
def test_a_turned_or_mirrored_board_is_one_prompt(where, turn):
    prompt, = disorder.prompts(played(**carried(where)))
    assert (prompt.name, prompt.data) == ("board_turned", {"turn": turn})


def test_a_turned_board_is_known_though_some_tiles_are_not_read():
    standing = carried(quarters(1))
    unread = square_name(motions.turned_square(SQUARES[0], 1))
    prompt, = disorder.prompts(played(**standing | {unread: ((), True)}))
    assert prompt.name == "board_turned"


def test_a_board_is_not_said_to_be_turned_by_the_few_tiles_that_are_left_on_it():
    """Six of eleven fit; the others may lie anywhere."""
    few = dict.fromkeys(PLACES) | {
        square_name(motions.turned_square(square, 1)): TAGS[n] for n, square in enumerate(SQUARES[:6])}
    prompt, = disorder.prompts(played(**few))
    assert prompt.name == "bumped"


def test_one_tile_that_does_not_fit_is_no_turned_board():
    standing = carried(quarters(1))
    astray = square_name(motions.turned_square(SQUARES[0], 1))
    prompt, = disorder.prompts(played(**standing | {astray: None, "a1": TAGS[0]}))
    assert prompt.name == "bumped"


def test_four_tiles_tell_a_turn_and_three_do_not():
    """Fewer may have been moved so by hand."""
    found = [(square, whole_board.image("90", square)) for square in SQUARES[:3]]
    assert whole_board.turned(found) == ""
    assert whole_board.turned([*found, (SQUARES[4], whole_board.image("90", SQUARES[4]))]) == "90"


def test_ten_tiles_out_of_place_are_one_prompt_that_lists_them_all():
    standing = dict.fromkeys(PLACES[:10]) | {"a1": TAGS[0]}
    prompt, = disorder.prompts(played(**standing))
    assert prompt.name == "bumped"
    assert prompt.squares == (*SQUARES[:10], 0)
    assert prompt.homes == SQUARES[:10]
    assert prompt.data["h5"] == "QU"
    assert prompt.data["i8"] == "E"  # a blank is what it was declared to be
    assert [name for name, *_ in told(played(**dict.fromkeys(PLACES[:9])))] == ["missing"] * 9


def test_a_knock_counts_the_squares_that_changed_and_not_only_those_that_were_left():
    """Nine tiles gone, one of them read elsewhere: ten squares, as fault 14 asks; of eight tiles it is no knock."""
    prompt, = disorder.prompts(played(**dict.fromkeys(PLACES[:9]), a1=TAGS[0]))
    assert (prompt.name, prompt.squares) == ("bumped", (*SQUARES[:9], 0))
    assert [name for name, *_ in told(played(**dict.fromkeys(PLACES[:8]), a1=TAGS[0]))] == ["moved", *["missing"] * 7]


# --- tables without radio, sensors that hang, lamps ----------------------------------------------


def test_a_sensor_that_hangs_is_named_before_the_game_and_left_out_of_it():
    """A play beside it is not refused for it."""
    table = played(d4=((), True))
    setup = replace(table, course=replace(table.course, phase=CoursePhase.SETUP))
    assert told(setup) == [("hall_stuck", "d4")]
    masked = replace(table, sensed=replace(table.sensed, masked=frozenset({parse_square("d4")})))
    assert told(masked) == [("hall_stuck", "d4")]
    assert disorder.unsure(masked) == ()


def test_a_tile_that_nobody_named_is_asked_for_on_a_table_without_radio():
    table = played()
    claims = replace(table.sensed.claims, bound=dict(zip(SQUARES, TAGS, strict=True)))
    square = parse_square("h9")
    sensed = Sensed(on=frozenset({*SQUARES, square}), radio=False, claims=claims)
    table = replace(table, sensed=sensed)
    assert told(table) == [("unclaimed", "h9")]
    assert [(str(each.reason), each.squares) for each in disorder.unsure(table)] == [("unknown_tile", (square,))]


@pytest.mark.parametrize(("gone", "more", "found"), [
    ((), (), ["unclaimed"]), (("h5",), (), ["missing", "unclaimed"]), ((), ("a1",), ["unclaimed"]),
    (("h5",), ("a1",), ["bumped"]), (PLACES[:10], (), ["bumped"]),
])
def test_a_board_laid_out_again_where_a_pad_names_the_tiles_is_known_no_more(gone, more, found):
    """Every square is covered, and no claim holds; while one tile is at the pad too. Else it is to be put right."""
    table = played()
    squares = {*map(square_name, SQUARES), *more} - {*gone}
    table = replace(table, sensed=Sensed(on=frozenset(map(parse_square, squares)), radio=False))
    shown = disorder.prompts(table)
    assert [prompt.name for prompt in shown] == found
    if "unclaimed" in found:
        assert set(map(square_name, shown[-1].squares)) == squares
        assert not shown[-1].homes


@pytest.mark.parametrize(("radio", "reader", "otherwise"), [
    (True, "radio", "unreadable"), (False, "pad", "unclaimed")])
def test_a_tile_whose_reader_is_dead_is_to_be_named_by_hand(radio, reader, otherwise):
    """To lift it and lay it again, or to touch a dead pad with it, would change nothing."""
    table = played()
    square = parse_square("h9")
    claims = replace(table.sensed.claims, bound=dict(zip(SQUARES, TAGS, strict=True)))
    sensed = replace(table.sensed, on=table.sensed.on | {square}, radio=radio, claims=claims)
    table = replace(table, sensed=sensed)
    assert told(table) == [(otherwise, "h9")]
    assert told(replace(table, silent=frozenset({reader}))) == [("unnamed", "h9")]


def test_lamps_tell_where_to_put_a_tile_from_where_one_lies_wrong():
    table = played(h5=None, d4=tag("h5"))
    prompt, = disorder.prompts(table)
    assert lamp_pattern(prompt) == {parse_square("h5"): Colour.PLAYED, parse_square("d4"): Colour.FAULT}
    assert lamp_pattern(Prompt("unplugged")) == {}


def test_every_prompt_of_these_cases_is_in_the_closed_list_once():
    assert len(set(PROMPTS)) == len(PROMPTS)
    assert {name for _, expected in CASES.values() for name, *_ in expected} <= set(PROMPTS)
