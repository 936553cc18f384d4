"""Actions of pages: what each one becomes, what is refused by name, and what a side is offered when."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_lite import course as rules
from engine_lite import course_events as course
from engine_lite.course_events import Form
from engine_lite.course_tiles import less, whole_set
from engine_lite.notation import parse_square
from engine_lite.tiles import CATALAN, SPANISH, TILE_SETS, Tile
from host.actions import MAKERS, OF_THE_TABLE, BadAction, event_of
from host.core.effects import Refuse
from host.core.events import (
    BlankDeclared,
    BoardUp,
    ChallengePressed,
    ClockPressed,
    Corrected,
    CorrectionUndone,
    DrawTyped,
    Due,
    EndTyped,
    ExchangeTyped,
    GameOpened,
    HallChanged,
    Left,
    Noted,
    OverdrawTyped,
    Paused,
    PointsGiven,
    RackTagRead,
    RackTold,
    RackTyped,
    Started,
    TagsRead,
    TileNamed,
)
from host.core.phases import Phase
from host.core.state import open_table
from host.core.table import step
from host.desk import READ_AGAIN, REPLACE
from host.possible import actions_of, blank_faces, follows, questioned_words
from host.schemas import ACTIONS, OF_A_SEAT, OF_THE_REFEREE, WITHOUT_REFEREE, Action, Role, may_send
from host.tests.events import any_event
from host.words import LANGUAGES, action_refusal, deed, deeds

BIEL = Role(1, "en")
REFEREE = Role(None, "en")
AT = 7


def event(role=BIEL, tile_set=CATALAN, **fields):
    return event_of(Action(**fields), role, 2, tile_set, AT)


EVENTS = (
    ({"action": "new_game"}, Left(AT, 1)),
    ({"action": "start"}, course.Started(1, at_ns=AT)),
    ({"action": "counted"}, course.Counted((), at_ns=AT)),
    ({"action": "counted", "tiles": "a", "keeps": "?"},
     course.Counted((*(less(whole_set(CATALAN), (Tile("A"),)) or ()), Tile("?", True)), at_ns=AT)),
    ({"action": "drawn"}, course.DrawnToStart((), at_ns=AT)),
    ({"action": "drawn", "tiles": "e ?"}, course.DrawnToStart((Tile("E"), Tile("?", True)), at_ns=AT)),
    ({"action": "begins"}, course.StarterNamed(1, at_ns=AT)),
    ({"action": "begins", "other": 0}, course.StarterNamed(0, at_ns=AT)),
    ({"action": "press"}, ClockPressed(AT, 1)),
    ({"action": "pass"}, course.Passed(1, at_ns=AT)),
    ({"action": "exchange", "tiles": "a L·L ?"},
     course.Exchanged(1, (Tile("A"), Tile("L·L"), Tile("?", True)), (), at_ns=AT)),
    ({"action": "short_exchange", "tiles": "AE", "keeps": "I N"},
     course.ShortExchanged(1, (Tile("A"), Tile("E")), (Tile("I"), Tile("N")), at_ns=AT)),
    ({"action": "senyors"}, course.Senyors(1, (), at_ns=AT)),
    ({"action": "declare", "square": "H8", "face": "ny"}, BlankDeclared(AT, 112, "NY")),
    ({"action": "name_tile", "square": "H8", "face": "l·l"}, TileNamed(AT, 112, "L·L")),
    ({"action": "name_tile", "square": "h8", "face": "?"}, TileNamed(AT, 112, "?")),
    ({"action": "name_tile", "square": "h8"}, TileNamed(AT, 112, "")),
    ({"action": "confirm"}, course.Confirmed(1, at_ns=AT)),
    ({"action": "accept_play"}, course.PlayAccepted(1, at_ns=AT)),
    ({"action": "hold"}, course.Held(1, at_ns=AT)),
    ({"action": "release"}, course.Released(1, at_ns=AT)),
    ({"action": "challenge", "words": ("sesam", " ")}, course.Challenged(1, ("SESAM",), at_ns=AT)),
    ({"action": "unchallenge"}, course.Unchallenged(1, at_ns=AT)),
    ({"action": "verdict_yes"}, course.Ruled(True, at_ns=AT)),
    ({"action": "verdict_no"}, course.Ruled(False, at_ns=AT)),
    ({"action": "verdict_auto"}, course.Ruled(None, at_ns=AT)),
    ({"action": "appeal"}, course.Appealed(1, at_ns=AT)),
    ({"action": "kind", "text": " noun "}, course.KindTold("noun", at_ns=AT)),
    ({"action": "waive"}, course.Waived(1, at_ns=AT)),
    ({"action": "draw"}, DrawTyped(AT, 1, 0)),
    ({"action": "draw", "count": 4}, DrawTyped(AT, 1, 4)),
    ({"action": "overdraw"}, OverdrawTyped(AT, 1, 1)),
    ({"action": "overdraw", "other": 0, "count": 2}, OverdrawTyped(AT, 0, 2)),
    ({"action": "mix"}, course.Mixed(1, at_ns=AT)),
    ({"action": "take", "count": 3, "tiles": "E S"}, course.Took(1, 0, 3, (Tile("E"), Tile("S")), at_ns=AT)),
    ({"action": "return", "tiles": "E"}, course.Returned(1, (Tile("E"),), at_ns=AT)),
    ({"action": "pause"}, course.Paused(at_ns=AT)),
    ({"action": "resume"}, course.Resumed(at_ns=AT)),
    ({"action": "dispute"}, course.Disputed(1, at_ns=AT)),
    ({"action": "no_play"}, course.NoPlay(1, at_ns=AT)),
    ({"action": "resign"}, course.Resigned(1, at_ns=AT)),
    ({"action": "disqualify"}, course.Disqualified(1, at_ns=AT)),
    ({"action": "accept"}, course.Accepted(1, at_ns=AT)),
    ({"action": "set_clock", "clock": "12:30"},
     course.ClockCorrected(1, 750_000_000_000, 1, "seat 2", at_ns=AT)),
    ({"action": "rack", "tiles": "z x a l·l ny"}, RackTyped(AT, 1, "ZXA[L·L][NY]")),
    ({"action": "points", "points": -10, "text": "time", "why": "late"},
     PointsGiven(AT, 1, "time", -10, "seat 2", "late")),
    ({"action": "exchange", "count": 3}, ExchangeTyped(AT, 1, 3)),
    ({"action": "exchange"}, course.Exchanged(1, (), (), at_ns=AT)),
    ({"action": "seen"}, course.Looked(1, at_ns=AT)),
    ({"action": "note", "text": " late "}, Noted(AT, "late")),
    ({"action": "correct", "turn": 3, "play": "h5 QUINA", "why": "ink"},
     Corrected(AT, 3, "play", "h5 QUINA", "seat 2", "ink")),
    ({"action": "correct", "turn": 3, "points": 22}, Corrected(AT, 3, "score", "22", "seat 2")),
    ({"action": "withdraw", "turn": 3}, Corrected(AT, 3, "withdrawn", "", "seat 2")),
    ({"action": "reinstate", "turn": 3}, Corrected(AT, 3, "reinstated", "", "seat 2")),
    ({"action": "let_stand", "turn": 3, "why": "both agree"}, Corrected(AT, 3, "stands", "", "seat 2", "both agree")),
    ({"action": "undo_correction", "turn": 2}, CorrectionUndone(AT, 2, "seat 2")),
)


NAMES = [f"{number} {fields['action']}" for number, (fields, _) in enumerate(EVENTS)]


@pytest.mark.parametrize(("fields", "expected"), EVENTS, ids=NAMES)
def test_each_action_becomes_its_event(fields, expected):
    """What a button means is said once; a seat's page acts for its own seat."""
    assert event(**fields) == expected


def test_every_action_has_a_maker_an_example_and_a_label():
    """A name that a page may send and nothing understands would be a dead button."""
    understood = MAKERS.keys() | OF_THE_TABLE.keys()
    # What the first means lies on the board (test_reopening.py), the other is no event (test_referee_desk.py).
    assert understood | {REPLACE, READ_AGAIN} == set(ACTIONS)
    assert {fields["action"] for fields, _ in EVENTS} == understood
    assert set(deeds.DEEDS) == set(ACTIONS)
    assert all(deed(name, language) for name in ACTIONS for language in LANGUAGES)


def test_the_referee_acts_for_the_seat_he_names_or_for_nobody():
    """Nobody is `by` of what the referee does himself."""
    assert event(REFEREE, action="pass", seat=0) == course.Passed(0, at_ns=AT)
    assert event(REFEREE, action="challenge") == course.Challenged(None, at_ns=AT)
    assert event(REFEREE, action="no_play") == course.NoPlay(None, at_ns=AT)
    assert event(REFEREE, action="set_clock", seat=0, clock="-0:30") == (
        course.ClockCorrected(0, -30_000_000_000, None, "referee", at_ns=AT))


def test_a_seat_cannot_act_for_another():
    """Whatever seat its page names."""
    assert event(action="resign", seat=0) == course.Resigned(1, at_ns=AT)


def test_a_tile_of_two_letters_is_told_from_two_tiles():
    """In Spanish CH is one tile and C H are two."""
    assert event(tile_set=SPANISH, action="return", tiles="CH A").tiles == (Tile("CH"), Tile("A"))
    assert event(tile_set=SPANISH, action="return", tiles="C H A").tiles == (Tile("C"), Tile("H"), Tile("A"))


@pytest.mark.parametrize(
    ("name", "role", "fields"),
    [
        ("unknown_action", BIEL, {"action": "win"}),
        ("no_seat", REFEREE, {"action": "pass"}),
        ("bad_seat", REFEREE, {"action": "pass", "seat": 2}),
        ("bad_tiles", BIEL, {"action": "exchange", "tiles": "A K"}),
        ("no_tiles", BIEL, {"action": "short_exchange", "tiles": " ", "keeps": "A"}),
        ("no_turn", REFEREE, {"action": "undo_correction"}),
        ("bad_square", BIEL, {"action": "declare", "square": "h16", "face": "A"}),
        ("bad_square", BIEL, {"action": "declare", "square": "8h", "face": "A"}),
        ("bad_face", BIEL, {"action": "declare", "square": "h8", "face": "K"}),
        ("bad_face", BIEL, {"action": "declare", "square": "h8", "face": "AE"}),
        ("bad_face", BIEL, {"action": "declare", "square": "h8"}),
        ("bad_square", BIEL, {"action": "name_tile", "face": "A"}),
        ("bad_tiles", BIEL, {"action": "name_tile", "square": "h8", "face": "A E"}),
        ("bad_tiles", BIEL, {"action": "name_tile", "square": "h8", "face": "K"}),
        ("bad_draw", BIEL, {"action": "drawn", "tiles": "A"}),
        ("bad_tiles", BIEL, {"action": "counted", "tiles": "A K"}),
        ("bad_tiles", BIEL, {"action": "counted", "tiles": "X X"}),
        ("bad_count", BIEL, {"action": "take", "count": 1, "tiles": "E S"}),
        ("no_text", BIEL, {"action": "kind", "text": "  "}),
        ("bad_clock", REFEREE, {"action": "set_clock", "seat": 0, "clock": "12.30"}),
        ("bad_clock", REFEREE, {"action": "set_clock", "seat": 0, "clock": "12:60"}),
        ("clock_out_of_bounds", REFEREE, {"action": "set_clock", "seat": 0, "clock": "180:01"}),
        ("clock_out_of_bounds", REFEREE, {"action": "set_clock", "seat": 0, "clock": "-60:01"}),
        ("no_correction", REFEREE, {"action": "correct", "turn": 1}),
        ("no_correction", REFEREE, {"action": "correct", "turn": 1, "play": "  "}),
        ("no_points", REFEREE, {"action": "points", "seat": 0, "points": 5, "text": "luck"}),
    ],
)
def test_what_cannot_be_understood_is_refused_by_name(name, role, fields):
    """Each refusal is one sentence in each language that names what was wrong."""
    with pytest.raises(BadAction) as refused:
        event(role, **fields)
    assert refused.value.name == name
    for language in LANGUAGES:
        sentence = refused.value.sentence(language)
        assert sentence == action_refusal(name, refused.value.data, language)
        assert all(value in sentence for value in refused.value.data.values())


def test_what_a_seat_may_send_grows_only_where_there_is_no_referee():
    """A side cannot rule, resume or correct while a referee is there; correcting is the referee's at every table."""
    for has_referee in (True, False):
        own = [name for name in ACTIONS if may_send(name, BIEL, has_referee)]
        assert own == [*OF_A_SEAT, *(() if has_referee else WITHOUT_REFEREE)]
    assert all(may_send(name, REFEREE, True) for name in OF_THE_REFEREE)
    assert not may_send("win", REFEREE, True)


def test_a_blank_is_offered_every_face_once_in_every_set():
    """The menu tells nothing: all faces, always the same places."""
    for tile_set in TILE_SETS.values():
        faces = blank_faces(tile_set)
        assert len(set(faces)) == len(faces)
        assert all(tile_set.can_be(face) for face in faces)
        assert {kind.face for kind in tile_set.faces} - {"?"} | set(tile_set.blank_only) == set(faces)


TILES = {f"e00401000000{number:04x}": kind.face for number, kind in enumerate(
    kind for kind in CATALAN.faces for _ in range(kind.count))}
SECOND = 1_000_000_000


def table(rulebook="fisc_classic", readers=()):
    """A table of Anna and Biel before its first clock; its `readers` speak."""
    clocks = (1_800 * SECOND,) * 2
    now = open_table(GameOpened(0, rulebook, ("Anna", "Biel"), clocks, tuple(TILES.items()), self_ending=True,
                                readers=readers))
    for part in ("board", *readers):
        now, _ = step(now, BoardUp(0, False, part))
    return now


def laid(now, faces, first):
    """`now` with tiles of these faces settled and read on the squares from `first` on."""
    used = {tag for tags in now.sensed.tags.values() for tag in tags}
    for square, face in enumerate(faces, parse_square(first)):
        tag = next(tag for tag, other in TILES.items() if other == face and tag not in used)
        used.add(tag)
        for told in (HallChanged(2 * SECOND, square, True), TagsRead(2 * SECOND, square, (tag,))):
            now, _ = step(now, told)
    return now


def started(rulebook="fisc_classic", readers=()):
    return step(table(rulebook, readers), Started(0, at_ns=SECOND))[0]


def played(rulebook):
    """Anna has played INA, tiles of every set, and pressed."""
    now = laid(started(rulebook), ("I", "N", "A"), "h7")
    for told in (ClockPressed(3 * SECOND, 0), Due(at_ns=4 * SECOND)):
        now, _ = step(now, told)
    assert len(now.game.turns) == 1
    return now


def test_what_is_offered_follows_the_game():
    """Before the game to start, on turn to pass, in a pause to resume or give up, after it to accept, once only."""
    new = table()
    assert actions_of(new, 0) == ("start", "counted", "drawn", "begins")
    playing = started()
    assert {"exchange", "pass"} <= set(actions_of(playing, 0))
    assert not {"exchange", "pass", "challenge", "declare", "name_tile"} & set(actions_of(playing, 1))
    assert "name_tile" in actions_of(playing, 0)
    declared, _ = step(laid(playing, ("A",), "h8"), ClockPressed(2 * SECOND, 0))
    assert (declared.phase, actions_of(declared, 0)) == (Phase.DECLARED, ())
    paused, _ = step(playing, Paused(at_ns=2 * SECOND))
    assert actions_of(paused, 1) == ("resume", "resign")
    over, _ = step(playing, EndTyped(2 * SECOND, "no_play"))
    assert actions_of(over, 0) == ("rack", "new_game")  # no reader has told what is left on it
    for seat in (0, 1):
        over, _ = step(over, RackTyped(2 * SECOND, seat, CATALAN.text(over.course.rack(seat), brackets=True)))
    assert actions_of(over, 0) == ("rack", "accept", "new_game")
    accepted, _ = step(over, course.Accepted(0, at_ns=3 * SECOND))
    assert actions_of(accepted, 0) == ("rack", "new_game")
    agreed, _ = step(accepted, course.Accepted(1, at_ns=3 * SECOND))
    assert agreed.phase is Phase.AGREED
    assert [actions_of(agreed, seat) for seat in (0, 1)] == [("new_game",)] * 2


def test_nothing_can_be_passed_or_exchanged_over_tiles_of_this_turn():
    """Such an offer would be refused out of hand."""
    now = laid(started(), ("I", "N", "A"), "h7")
    assert not {"pass", "exchange", "senyors"} & set(actions_of(now, 0))


def test_a_senyors_exchange_is_offered_whatever_stands_on_the_rack():
    """Everybody may read what is offered: it must not tell that a rack is all vowels."""
    offered = set()
    for faces in ("AAAEEEI", "QUZTSRN"):
        now = started("manacor")
        rack = tuple(Tile(face) for face in faces)
        now = replace(now, course=now.course.with_rack(0, rack))
        offered.add(actions_of(now, 0))
    assert len(offered) == 1
    assert "senyors" in offered.pop()


def test_where_readers_follow_an_exchange_it_is_offered_once_the_tiles_are_gone():
    """Then nobody names tiles; before, the page says what to do first."""
    now = started(readers=("racks",))
    assert not follows(now, 0)  # its loop has told nothing yet
    tags = [tag for tag, face in TILES.items() if face in "EA"][:7]
    for told in (*(RackTagRead(SECOND, 0, tag) for tag in tags), RackTold(SECOND, 0, 7)):
        now, _ = step(now, told)
    assert follows(now, 0)
    assert "exchange" not in actions_of(now, 0)
    for told in (*(RackTagRead(SECOND, 0, tag) for tag in tags[2:]), RackTold(SECOND, 0, 5)):
        now, _ = step(now, told)
    drawn = [tag for tag, face in TILES.items() if face == "S"][:2]
    for told in (*(RackTagRead(SECOND, 0, tag) for tag in (*tags[2:], *drawn)), RackTold(SECOND, 0, 7)):
        now, _ = step(now, told)
    assert "exchange" in actions_of(now, 0)
    after, effects = step(now, course.Exchanged(0, (), (), at_ns=2 * SECOND))
    assert effects
    assert after.game.turns[-1].exchanged == 2


def test_an_overdraw_is_offered_to_who_must_take_and_who_must_return():
    """Unseen surplus goes back by its own side (001 B8); once seen the other side takes three."""
    now = played("fisc_classic")
    surplus = tuple(now.course.bag[:5])
    now = replace(now, course=rules.step(now.course, course.Overdrew(0, surplus, Form.UNSEEN, at_ns=5 * SECOND)))
    assert {"return", "seen", "mix"} <= set(actions_of(now, 0))
    assert "pass" not in actions_of(now, 1)
    assert "take" in actions_of(now, 1)
    seen, _ = step(now, course.Looked(0, at_ns=6 * SECOND))
    assert not {"return", "seen"} & set(actions_of(seen, 0))
    assert "take" in actions_of(seen, 1)


def test_what_was_drawn_is_told_where_no_loop_follows_it():
    """The side with room says that it has drawn; that it was too much, either side, but not before anybody has."""
    assert not {"draw", "overdraw"} & {*actions_of(started(), 0), *actions_of(started(), 1)}
    now = played("fisc_classic")
    assert {"draw", "overdraw"} <= set(actions_of(now, 0))
    assert "draw" not in actions_of(now, 1)
    assert "overdraw" in actions_of(now, 1)
    full, _ = step(now, DrawTyped(5 * SECOND, 0))
    assert "draw" not in actions_of(full, 0)
    over, _ = step(full, OverdrawTyped(6 * SECOND, 0, 2))
    assert over.course.overdraw.surplus == 2
    assert "overdraw" not in {*actions_of(over, 0), *actions_of(over, 1)}


def test_a_blank_of_this_turn_can_be_named_and_named_again():
    """Until its play is pressed."""
    playing = laid(started(), ("?",), "h8")
    assert "declare" in actions_of(playing, 0)
    assert "declare" not in actions_of(playing, 1)
    named, _ = step(playing, BlankDeclared(4, parse_square("h8"), "NY"))
    assert "declare" in actions_of(named, 0)


@pytest.mark.parametrize(("rulebook", "by", "offered"), [
    ("fisc_classic", 1, {"accept_play", "challenge", "dispute"}),  # pressed, and not drawn yet
    ("frs_english", 1, {"accept_play", "hold", "challenge", "dispute"}),
])
def test_the_other_sides_last_play_can_be_challenged(rulebook, by, offered):
    """By who is on turn now, with HOLD where the rulebook has it, and with the words of the play to choose from."""
    now = played(rulebook)
    assert offered <= set(actions_of(now, by))
    assert not {"hold", "challenge"} & set(actions_of(now, 1 - by))
    assert questioned_words(now) == ("INA",)
    assert ("hold" in actions_of(now, by)) is ("hold" in offered)


def test_hold_leads_to_a_challenge_or_a_release():
    """And the 20 seconds in which it may be said are the rulebook's (003 L48)."""
    now = played("frs_english")
    held, _ = step(now, course.Held(1, at_ns=5 * SECOND))
    assert held.phase is Phase.HOLDING
    assert {"release", "challenge"} <= set(actions_of(held, 1))
    assert not {"hold", "accept_play"} & set(actions_of(held, 1))
    drawn = replace(now, course=replace(now.course, standing=replace(now.course.standing, drawn=True)))
    assert "hold" in actions_of(drawn, 1, 22 * SECOND)
    assert not {"hold", "challenge"} & set(actions_of(drawn, 1, 24 * SECOND))


def test_in_manacor_a_play_is_challenged_before_it_is_pressed():
    """The mover lays, the other side challenges, then the mover draws and presses (000 r22)."""
    playing = started("manacor")
    assert "challenge" not in actions_of(playing, 1)
    playing = laid(playing, ("QU", "I", "N", "A"), "h5")
    assert "challenge" in actions_of(playing, 1)
    assert "challenge" not in actions_of(playing, 0)
    assert questioned_words(playing) == ("QUINA",)


def test_without_a_referee_each_side_says_only_what_goes_against_it():
    """Nobody rules in his own favour; a word list is asked only where there is one."""
    now, _ = step(played("fisc_classic"), ChallengePressed(4 * SECOND, 1))
    assert now.phase is Phase.CHALLENGED
    assert {"unchallenge", "verdict_yes"} <= set(actions_of(now, 1))
    assert "verdict_no" not in actions_of(now, 1)
    assert "verdict_no" in actions_of(now, 0)
    assert not {"verdict_yes", "unchallenge", "verdict_auto"} & set(actions_of(now, 0))
    assert "verdict_auto" in actions_of(now, 0, judges=True)


SAYABLE = {  # what a page sends with nothing written
    "start", "pass", "accept_play", "hold", "release", "challenge", "unchallenge", "confirm", "appeal", "waive",
    "mix", "seen", "pause", "resume", "dispute", "no_play", "resign", "accept", "verdict_yes", "verdict_no",
}


@settings(deadline=None, max_examples=60)
@given(st.lists(any_event, max_size=30), st.sampled_from(["fisc_classic", "manacor", "frs_english", "frs_romanian"]))
def test_what_is_offered_is_not_refused_out_of_hand(events, rulebook):
    """Whatever has happened at the table: each offer that needs nothing written is taken by the core."""
    now = laid(started(rulebook), ("I", "N", "A"), "h7")
    for told in events:
        now, _ = step(now, told)
    for seat in (0, 1):
        for name in set(actions_of(now, seat)) & SAYABLE:
            told = event_of(Action(name), Role(seat, "en"), 2, CATALAN, now.at_ns)
            _, effects = step(now, told)
            assert not [effect for effect in effects if isinstance(effect, Refuse)], (name, now.phase)
