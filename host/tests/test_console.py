"""The referee's console says what is wrong, worst first, with one main action; where the tiles are; what was done."""

import re

import msgspec
import pytest

from host.adapters.web.geometry import find, name
from host.adapters.web.page import Wish, render_page, render_parts
from host.schemas import LogView, PlaceView, PromptView, RefereeView, SinceView, StrayView
from host.tests import pictured, refereed
from host.tests.test_page import squares_with, text_of
from host.words import LANGUAGES, log_sentence
from host.words.log import ACTS

EN = Wish("en", page="referee")
EVERYBODYS = (Wish("en"), Wish("en", page="a"), Wish("en", page="b"))


def shown(view, referee, wish=EN):
    """The parts of the referee's page as markup."""
    return render_parts(view, wish, referee)


def cards(view, referee, wish=EN):
    """Each card: its look, its text, and its buttons as (look, what they do)."""
    button = re.compile(r'<button type="button" class="act (\w+)".*?data-(?:act|dialog|pane)="(\w+)"([^>]*)>')
    found = re.findall(r'<li class="trouble (\w+)"[^>]*>(.*?)</li>', shown(view, referee, wish)["troubles"], re.S)
    return [(look, text_of(card), [(*each[:2], each[2].strip()) for each in button.findall(card)])
            for look, card in found]


def test_faults_come_first_with_number_sentence_age_and_one_main_action():
    """The order of the look: faults, what the game goes on with, what is left out, what is only to be known."""
    found = cards(*refereed.troubled())
    assert [look for look, _, _ in found] == ["fault", "fault", "warning", "out", "note"]
    assert found[0][1] == "1 The N of h7 is on j9 6 s ago Put it back on h7. Read again"
    assert found[1][1].startswith("2 Unread tile on k7 14 s ago")
    assert found[2][1].startswith("! The antennas of d, 12 have failed 42 min ago")
    assert found[0][2] == [("main", "read_again", 'data-text="h7 j9"')]
    assert found[1][2] == [("main", "read_again", 'data-text="k7"'), ("plain", "name_tile", 'data-square="k7"')]
    assert all([look for look, *_ in buttons].count("main") <= 1 for _, _, buttons in found)


def test_the_number_of_a_fault_is_the_same_on_the_map():
    """A warning that the table gives first takes no number from the faults."""
    view, referee = refereed.troubled()
    overlay = shown(view, referee)["overlay"]
    drawn = re.findall(r'fault-number" transform="translate\(([\d. ]+)\)".*?>(\d)</text>', overlay)
    j9, k7 = find("j9"), find("k7")
    assert ("8.97 9.5", "1") in drawn, j9
    assert ("6.97 10.5", "2") in drawn, k7
    assert {number for _, number in drawn} == {"1", "2"}


@pytest.mark.parametrize(("prompt", "phase", "does"), [
    (PromptView("unplugged", (), ""), "playing", "pause"),
    (PromptView("resumed", (), ""), "paused", "resume"),
    (PromptView("new_game_asked", (), ""), "paused", "new_game"),
    (PromptView("racks_wanted", (), ""), "playing", "rack"),
    (PromptView("overdraw", (), "", {"player": "Biel", "count": "2"}), "playing", "named"),
    (PromptView("no_longer_fits", ("h7",), "", {"turn": "3"}), "playing", "corrections"),
    (PromptView("hall_stuck", ("m3",), ""), "setup", "name_tile"),
    (PromptView("missing", ("h7",), "", {"face": "N"}), "disturbed", "read_again"),
])  # fmt: skip
def test_what_can_be_done_about_a_prompt_is_offered_first(prompt, phase, does):
    view = pictured.long_game(prompts=(prompt,), phase=phase)
    (_, _, buttons), = cards(view, refereed.calm(view))
    assert buttons[0][1] == does


def test_where_no_radio_reads_the_squares_nothing_is_read_again():
    """A table with a pad alone: the main action is to name the tile."""
    view, referee = refereed.troubled()
    unread = msgspec.structs.replace(referee, reads_again=False)
    for _, text, buttons in cards(view, unread):
        assert "read_again" not in [does for _, does, _ in buttons], text
    assert "read_again" in shown(view, referee)["square-deeds"]
    assert "read_again" not in render_page(view, EN, "", unread), "nor is the square looked at"
    assert 'data-dialog="name_tile"' in shown(view, unread)["square-deeds"]


@pytest.mark.parametrize(("phase", "does"), [
    ("playing", ["pause", "set_clock", "correct", "named"]), ("paused", ["resume", "set_clock", "correct", "named"]),
    ("over", ["set_clock", "correct", "named"]), ("agreed", ["set_clock", "correct", "named"]),
])  # fmt: skip
def test_a_clock_can_be_set_after_the_end_too(phase, does):
    """Overtime is reckoned anew then, and a game that was lost on a forgotten clock goes on."""
    view = pictured.long_game(phase=phase)
    assert re.findall(r'data-key="(\w+)"', shown(view, refereed.calm(view))["controls"]) == does


def test_two_boards_that_tell_the_same_have_a_card_each():
    """The live page keeps one element of each key."""
    low = [PromptView("five_low", (), "", {"volts": volts}) for volts in ("4.50", "4.40")]
    view = pictured.long_game(prompts=tuple(low))
    markup = shown(view, refereed.calm(view))
    for part in ("troubles", "alarm"):
        keys = re.findall(r'<(?:li|span)[^>]* data-key="([^"]+)"', markup[part])
        assert keys == ["five_low", "five_low-2"], part


def test_a_game_that_stands_for_its_board_is_gone_on_with_from_the_sentence_that_says_so():
    view = pictured.long_game(phase="paused", prompts=(PromptView("starts_often", (), "It stands."),))
    assert 'data-key="resume"' in shown(view, refereed.calm(view))["troubles"]


def test_a_prompt_of_unknown_age_has_none():
    view, referee = refereed.troubled()
    assert "ago" not in text_of(shown(view, msgspec.structs.replace(referee, since=()))["troubles"])


def test_the_faults_are_said_aloud_once_and_their_age_is_not():
    """The assertive region holds sentences only: a counting age would be read out every second."""
    view, referee = refereed.troubled()
    alarm = text_of(shown(view, referee)["alarm"])
    assert alarm.startswith("The N of h7 is on j9. Put it back on h7. Unread tile on k7.")
    later = msgspec.structs.replace(view, at_ms=view.at_ms + 5_000)
    assert text_of(shown(later, referee)["alarm"]) == alarm


def test_all_tiles_are_accounted_for_and_what_is_not_found_stands_out():
    """Bag, racks, board and what is looked for; a figure that no reader gives says so."""
    view, referee = refereed.troubled()
    places = shown(view, referee)["places"]
    assert text_of(places) == ("Bag 36 Rack of Anna no reader: reckoned 7 Rack of Biel no reader: reckoned 7 "
                               "Board 49 Not found: k7 1")
    assert re.findall(r'<tr class="lost"><th scope="row">([^<]+)', places) == ["Not found: k7"]
    assert "Where the 100 tiles are" in render_page(view, EN, "", referee)


def test_a_reader_that_is_silent_is_told_from_one_that_was_never_there():
    view = pictured.opening()
    places = (PlaceView("bag", 77, told="silent"), PlaceView("rack", 7, 0), PlaceView("rack", 6, 1, told="never"),
              PlaceView("board", 9), PlaceView("open", 1))
    assert text_of(shown(view, RefereeView(places))["places"]) == (
        "Bag not read now: reckoned 77 Rack of Anna 7 Rack of Biel no reader: reckoned 6 Board 9 "
        "Drawn, nobody knows by whom 1")


def test_the_log_stands_newest_first_with_game_time():
    view, referee = refereed.troubled()
    assert text_of(shown(view, referee)["log"]).startswith(
        "43:04 The N of h7 is on j9 42:56 Unread tile on k7 41:40 Verdict: AV valid (word list DISC 2, 2026-05)")
    assert "23:22 Turn 5: 40 → 0 withdrawn" in text_of(shown(view, referee)["log"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("act", ACTS)
def test_every_act_is_said_in_every_language(act, language):
    """With every field that its sentence may name, and without those that may be missing."""
    data = {"player": "Anna", "words": "AV", "left_ms": "725000", "turn": "5", "before": "40 play", "points": "-10",
            "after": "0 withdrawn", "number": "2", "ended": "out", "text": "late", "face": "N"}
    said = log_sentence(act, ("h7",), data, language)
    assert said
    assert "{" not in said


def test_the_map_shows_tiles_and_trouble_and_no_premium():
    """N lies on j9, where it is read, and is missing from h7; k7 cannot be named; m3 is left out; no sums."""
    view, referee = refereed.troubled()
    parts = shown(view, referee)
    assert squares_with(parts["tiles"], "new") == set()
    standing = squares_with(parts["tiles"], "played")
    assert "j9" in standing
    assert "h7" not in standing
    assert text_of(re.search(rf'data-square="{find("k7")}"[^>]*>(.*?)</g></g>', parts["tiles"])[1]) == "?"
    assert re.findall(r'class="gone"[^>]*>(\w+)<', parts["plan"]) == ["N"]
    assert parts["plan"].count('class="masked"') == 1
    assert "sum" not in parts["overlay"]
    assert "multiplier" not in parts["overlay"]
    assert 'class="TW"' not in render_page(view, EN, "", referee)


def test_the_layers_show_how_far_each_square_is_known_and_what_each_sensor_says():
    """Only what the host knows: evidence, magnet, tag. A magnet without a tag stands out."""
    plan = shown(*refereed.troubled())["plan"]

    def marked(kind):
        found = re.findall(rf'class="{kind}" transform="translate\(([^ ]+) ([^)]+)\)', plan)
        return {name(int(float(row or 0)) * 15 + int(float(column or 0))) for column, row in found}

    assert marked("reading unknown") == {"k7"}
    assert {"j9", "h8"} <= marked("reading certain")
    assert marked("sensor magnet alone") == {"k7"}
    assert "m3" in marked("sensor magnet")
    assert len(marked("reading line")) == 29  # row d and column 12


def test_at_a_table_with_a_pad_no_magnet_is_missing_its_tag():
    """What touched the pad is said to stand there; nothing stands out, for no tag can be read."""
    view = pictured.opening()
    claimed = tuple(refereed.standing(tile, evidence="claimed", tags=0) for tile in view.board)
    parts = shown(view, RefereeView(sensed=claimed))
    assert "alone" not in parts["plan"]
    assert parts["plan"].count('class="reading claimed"') == len(view.board)
    assert 'class="bad"' not in parts["told"]


def test_the_table_behind_the_map_tells_what_each_reader_says_of_a_square():
    """For those who do not see the map, and for the square that is looked at."""
    view, referee = refereed.troubled()
    told = shown(view, referee)["told"]
    cell = {number: text_of(text) for number, text in re.findall(r'<td data-square="(\d+)"[^>]*>(.*?)</td>', told)}
    assert len(cell) == 225
    assert cell[str(find("k7"))] == ("k7 Magnet felt Tag none Reading a magnet, no tag Since "
                                     "Belongs here M Words 11. LLUM 10")
    assert cell[str(find("h7"))].startswith("h7 Magnet none Tag none Reading empty Belongs here N Words 1. QUINA 22")
    assert cell[str(find("j9"))].startswith("j9 Magnet felt Tag 1 tag Reading N, certain Since")
    assert cell[str(find("m3"))] == "m3 Magnet left out Tag none Reading a magnet since before the game: left out"
    assert cell[str(find("a1"))] == "a1 Reading empty"


def test_the_square_of_the_worst_fault_is_looked_at_first_without_scripts():
    view, referee = refereed.troubled()
    page = render_page(view, EN, "", referee)
    assert f'id="inspector" class="panel" data-square="{find("h7")}"' in page
    moved = msgspec.structs.replace(view, prompts=(refereed.UNREAD,))
    inspector = render_page(moved, EN, "", referee).split('id="inspector"')[1].split("</p>")[0]
    assert "Since 29 min ago" in text_of(f"<p{inspector}</p>")


@pytest.mark.parametrize("wish", EVERYBODYS, ids=lambda wish: wish.page or "everybody")
def test_no_other_page_shows_any_of_it(wish):
    """Counts, readings and the log are the referee's: with them or without, the other pages are the same bytes."""
    view, referee = refereed.troubled()
    assert render_page(view, wish, "12:00", referee) == render_page(view, wish, "12:00")
    assert render_parts(view, wish, referee) == render_parts(view, wish)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_console_is_whole_in_every_language_and_without_what_only_a_table_knows(language):
    """Each state of the game, with and without the referee's own view: no error, no English left over."""
    for make in (pictured.opening, pictured.disturbed, pictured.withdrawn, pictured.agreed, pictured.corrected,
                 pictured.ruling, pictured.overdrawn, pictured.unread):
        assert 'id="log"' in render_page(make(), Wish(language, page="referee"), "")
    view, referee = refereed.troubled()
    page = text_of(render_page(view, Wish(language, page="referee"), "", referee))
    words = {"ca": "Sense lloc: k7", "ro": "Negăsite: k7", "en": "Not found: k7", "es": "Sin lugar: k7"}
    assert words[language] in page
    assert language == "en" or not re.search("left out|not found|reckoned|ago", page, re.I)


def test_a_name_in_the_log_cannot_become_markup():
    log = (LogView(0, "noted", (), {"text": "<b>late</b>"}),)
    view = pictured.opening(prompts=(PromptView("unplugged", (), "<i>x</i>"),))
    page = render_page(view, EN, "", RefereeView(log=log, since=(SinceView("unplugged", (), 0),)))
    assert "<b>late" not in page
    assert "<i>x" not in page


def test_a_lost_tile_is_told_on_the_referees_page_and_on_no_other():
    """Whose it is and where it was last seen; by its letter only what can be on no rack."""
    view, referee = pictured.long_game(), RefereeView(strays=(
        StrayView("", 0, "rack", 2), StrayView("", 1, "bag_in"), StrayView("", None, "bag_out"),
        StrayView("QU", None, "bag_out")))
    rows = [text_of(row) for row in re.findall(r'<tr class="lost">(.*?)</tr>', shown(view, referee)["places"])]
    one, other = (side.name for side in view.seats)
    assert rows == [f"{one} last seen on the rack 2", f"{other} went into the bag 1",
                    "Drawn, nobody knows by whom left the bag, or went back unseen 1",
                    "QU left the bag, or went back unseen"]
    for wish in EVERYBODYS:
        assert "last seen on the rack" not in render_page(view, wish, "", referee)


@pytest.mark.parametrize(("actions", "offered"), [
    (("start", "counted", "drawn", "begins"), ["counted", "drawn", "begins"]), (("pass",), [])])
def test_count_and_draw_are_the_referees_too_when_they_are_anybodys(actions, offered):
    """Where no reader tells; each with a dialog of its own."""
    view = pictured.offering(pictured.opening(), actions, ())
    steering = shown(view, RefereeView())["steering"]
    assert [name for name in ("counted", "drawn", "begins") if f'data-dialog="{name}"' in steering] == offered
    page = render_page(view, EN, "", RefereeView())
    assert all(page.count(f'data-act="{name}"') == 1 for name in ("counted", "drawn", "begins"))
