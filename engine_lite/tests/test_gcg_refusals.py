"""What is no annotated game is refused in one sentence: the line, what stands there, what is expected."""

import re

import pytest

from engine_lite.gcg import BadGcg, read
from engine_lite.gcg_sheet import LONGEST_TEXT, MOST_LINES
from engine_lite.tests.gcg_samples import PLAYERS, game, record_of
from hardware_tests import needs

PLAY = ">p1: AEIRSTW 8D WAITE +24 24"

# The files of the collection that are wrong in their form, with the line and words of the sentence. The others
# are well formed and cannot have happened: replaying refuses those.
BY_FORM = {
    "challenge_bonus_rack_malformed": (24, "“-” is no tile"),
    "encoding_wrong_place": (20, "expected it in line 1"),
    "end_penalty_rack_malformed": (15, "“3” is no tile"),
    "end_points_rack_malformed": (45, "“#” is no tile"),
    "exchange_malformed": (6, "“.” is no tile"),
    "invalid_tile_placement": (27, "“M70” lies off the board"),
    "malformed_play": (11, "“2” is no tile"),
    "pass_rack_malformed": (28, "“3” is no tile"),
    "play_out_of_bounds": (18, "runs over the edge"),
    "player_does_not_exist": (30, "expected >p1: or >p2:"),
    "six_pass_last_rack_malformed": (16, "expected the same tiles twice"),
    "time_penalty_before_rack_penalties": (15, "behind all plays and racks"),
    "time_penalty_between_rack_penalties": (16, "behind all plays and racks"),
    "time_penalty_first_event": (12, "behind all plays and racks"),
}
BY_REPLAY = {
    "challenge_bonus_without_play",
    "exchange_not_in_rack",
    "game_event_off_turn",
    "game_events_overflow",
    "invalid_phony_tiles_player_index",
    "last_rack2_not_in_bag",
    "last_rack_penalty_incorrect",
    "midgame_rack_not_in_bag",
    "phony_tiles_returned_mismatch",
    "played_tile_not_in_rack",
}


def refusal(text: str) -> BadGcg:
    with pytest.raises(BadGcg) as caught:
        read(text)
    return caught.value


def test_the_files_that_must_be_refused() -> None:
    """Those that are wrong in their form, at their line; the list of the others is whole."""
    folder = needs.shared("games/refused")
    files = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.gcg")}
    assert set(files) == set(BY_FORM) | BY_REPLAY
    for name, (line, words) in BY_FORM.items():
        error = refusal(files[name])
        assert error.line == line, name
        assert words in error.sentence, error.sentence
    for name in BY_REPLAY:
        assert read(files[name]).entries


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (">p1: AEIRSTW 8D WAITE +24", "nothing stands where the total is due"),
        (">p1: AEIRSTW 8D WAITE", "nothing stands where the score is due"),
        (">p1: AEIRSTW 8D WAITE 24x 24", "“24x” stands where the score is due"),
        (">p1: AEIRSTW 8D WAITE +24 ٢٤", "“٢٤” stands where the total is due"),
        (">p1: AEIRSTW 8D WAITE +123456 24", "“+123456” stands where the score is due"),
        (">p1: AEIRSTW 8D", "lays no tile"),
        (">p1: AEIRSTW WAITE 8D +24 24", "“WAITE” stands where the turn is due"),
        (">p1: AEIRSTW", "nothing stands where the turn is due"),
        (">p1:", "nothing stands where the turn is due"),
        (">p1 AEIRSTW 8D WAITE +24 24", "“p1” is no player's nickname with a colon"),
        (">P1: AEIRSTW 8D WAITE +24 24", "expected >p1: or >p2:"),
        (">p3: AEIRSTW 8D WAITE +24 24", "“p3:” is no player's nickname"),
        (">", "expected >p1: or >p2:"),
        (">p1: AEIRSTW H16 WAITE +24 24", "“H16” lies off the board"),
        (">p1: AEIRSTW 8P WAITE +24 24", "“8P” lies off the board"),
        (">p1: AEIRSTW P8 WAITE +24 24", "“P8” lies off the board"),
        (">p1: AEIRSTW H0 WAITE +24 24", "“H0” lies off the board"),
        (">p1: AEIRSTW 08H WAITE +24 24", "“08H” is no square"),
        (">p1: AEIRSTW 8H1 WAITE +24 24", "“8H1” stands where the turn is due"),
        (">p1: AEIRSTW H0H WAITE +24 24", "“H0H” stands where the turn is due"),
        (">p1: AEIRSTW 8L WAITE +24 24", "expected at most 4 letters from there"),
        (">p1: AEIRSTW L12 WAITE +24 24", "expected at most 4 letters from there"),
        (">p1: AEIRSTW 8D ..... +24 24", "lays no tile"),
        (">p1: AEIRSTW 8D WA?TE +24 24", "a blank is the small letter that it stands for"),
        (">p1: AEIRSTW 8D W()AITE +24 24", "no tile in these brackets"),
        (">p1: AEIRSTW 8D W(AITE +24 24", "“(” is no tile"),
        (">p1: AEIRSTW 8D W((A))ITE +24 24", "“(” is no tile"),
        (">p1: AEIRSTw 8D WAITE +24 24", "off the board a blank is ?"),
        (">p1: uUV -uUV +0 0", "off the board a blank is ?"),
        (">p1: UUV -uUV +0 0", "off the board a blank is ?"),
        (">p1: UUV -U. +0 0", "“.” is no tile"),
        (">p1: AEIRSTW -- +24 24", "expected its points off"),
        (">p1: AEIRSTW (time) +24 24", "expected points off"),
        (">p1: () +2 24", "there is no tile"),
        (">p1: (ABC +2 24", "is not closed"),
        (">p1: (unknown) ? 24", "“?” stands where the score is due"),
        (">p1: AEIRSTW (AEIRST) -6 24", "expected the same tiles twice"),
        (">p1: " + "A" * 201 + " - +0 0", "at most 200 characters"),
        ("p1: AEIRSTW 8D WAITE +24 24", "neither an event nor a pragma"),
        ("#", "no word behind the #"),
        ("#rack1", "there is no rack"),
        ("#rack1 AB3", "“3” is no tile"),
        ("#rack3 AB", "there is no player 3"),
        ("#player3", "the player has no nickname"),
        ("#player5 e E", "there is no seat 5"),
        ("#player0 e E", "there is no seat 0"),
        ("#player3 p1 Another", "“p1” is player 1 already"),
        ("#player2 e E", "#player2 stands in line 2 already"),
        ("#tile-distribution catalan", "stands in line 3 already"),
        ("#character-encoding UTF-8", "expected it in line 1"),
    ],
)
def test_a_line_that_has_no_form(line: str, words: str) -> None:
    """It is line 4 of the text, begins the sentence, and is followed by what is expected."""
    error = refusal(game(line))
    assert error.line == 4
    assert error.sentence.startswith("line 4: “")
    assert words in error.sentence
    assert "; expected " in error.sentence
    assert str(error) == error.sentence


@pytest.mark.parametrize(
    ("tiles", "rack"),
    [
        (tiles, rack)
        for tiles in ("english", "catalan", "spanish")
        for rack in ("[", "[]", "]", "A[", "[NY", "NY]", "[[NY]]", "[N[Y]]", "[D]", "[ES]", "[?]", "[DD]", "[Q]")
    ]
    + [("catalan", rack) for rack in ("[Ny]", "[nY]", "Ny", "Qu", "L·l", "Y", "[NYNY]", "[NY]]", "W")]
    + [("english", "[NY]"), ("spanish", "[Ch]")],
)
def test_brackets_and_bare_tiles_that_are_none(tiles: str, rack: str) -> None:
    """In racks, words, exchanges and end racks alike: empty, unclosed, nested, one letter, unknown, mixed case."""
    for line in (f">p1: {rack} - +0 0", f">p1: 8A A{rack} +5 5", f">p1: -{rack} +0 0", f">p1: (A{rack}) +5 5"):
        error = refusal(game(line, tiles=tiles))
        assert (error.line, "; expected " in error.sentence) == (4, True)


@pytest.mark.parametrize(
    ("lines", "bad", "words"),
    [
        ((PLAY, "#lexicon CSW21"), 5, "#lexicon comes after the first event in line 4"),
        ((PLAY, "#player3 c C"), 5, "a player comes after the first event"),
        (("#rack1 AB", PLAY), 5, "after the rack left over in line 4"),
        (("#rack1 AB", "#rack1 AB"), 5, "#rack1 stands in line 4 already"),
        ((">p1: (time) -10 2", PLAY), 4, "overtime stands before other events"),
        ((">p1: (time) -10 2", ">p1: (time) -10 2"), 5, "as in line 4; expected it once"),
        (("#player4 d D",), 4, "there is no player 3; expected a line #player3 too"),
        (("#incomplete", "#incomplete AB"), 5, "#incomplete stands in line 4 already"),
        ((PLAY, "#- more"), 5, "nothing that it could go on with"),
        ((PLAY, "more"), 5, "neither an event nor a pragma"),
        ((PLAY, "#note taula >p9: - +0 0"), 5, "“p9:” is no player's nickname"),
    ],
)
def test_a_line_out_of_its_place(lines: tuple[str, ...], bad: int, words: str) -> None:
    """The sentence names the line that is wrong, and the other one that it contradicts."""
    with pytest.raises(BadGcg, match=re.escape(words)) as caught:
        record_of(*lines)
    assert caught.value.line == bad


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "expected #player1 NICKNAME NAME"),
        ("#character-encoding\n" + PLAYERS, 1, "there is no encoding"),
        (PLAYERS + "#tile-distribution klingon\n", 3, "“klingon” is no known tile set; expected catalan, "),
        ("#player2 b B\n", 1, "there is no player 1"),
        (">p1: AB - +0 0\n", 1, "there is no player"),
        ("\x00PNG\r\n", 1, "neither an event nor a pragma"),
        ("x" * (LONGEST_TEXT + 1), 1, "expected a game"),
        (PLAYERS + "\n" * MOST_LINES, MOST_LINES, "expected a game"),
    ],
)
def test_a_text_that_is_no_game(text: str, line: int, words: str) -> None:
    """Other files, empty ones, and headers that leave out what is needed."""
    error = refusal(text)
    assert error.line == line
    assert words in error.sentence
