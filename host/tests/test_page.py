"""The page says what the view says: words, numbers, squares and states, in four languages, and nothing beyond it."""

import re
from html.parser import HTMLParser

import msgspec
import pytest

from engine_lite.layout import STANDARD
from host.adapters.web import geometry
from host.adapters.web.page import PARTS, Wish, render_page, render_parts
from host.adapters.web.position import position_at
from host.schemas import GameView, PromptView, VerdictView
from host.tests import pictured
from host.words import LANGUAGES, notice_sentence
from host.words.sentences import NOTICES

CA = Wish("ca")


class _Reader(HTMLParser):
    """Collects the text of a piece of markup, a space between elements."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words += data.split()


def text_of(markup: str) -> str:
    """What a reader sees of `markup`, in order, single spaces."""
    reader = _Reader()
    reader.feed(markup)
    return " ".join(reader.words)


def parts(view: GameView, wish: Wish = CA) -> dict[str, str]:
    """The parts of the page as text."""
    return {name: text_of(markup) for name, markup in render_parts(view, wish).items()}


def squares_with(markup: str, look: str) -> set[str]:
    """Names of the squares whose drawn tile has this look."""
    found = re.findall(rf'class="tile {look}"[^>]*data-square="(\d+)"', markup)
    return {geometry.name(int(number)) for number in found}


def test_the_drawn_premiums_are_the_engines():
    """The page keeps its own picture of the board, since it may not import the rules: both must be one board."""
    assert STANDARD.picture == geometry.LAYOUT


def test_the_seeds_second_play_is_explained_as_in_seed_002():
    """Seed 002: SESAM 7, QUE 9, IS 2, NA 3, AM 3, together 24."""
    last = parts(pictured.opening())["last"]
    assert "SESAM i4 +24" in last
    assert last.endswith(
        "SESAM 1 + 1 + 1 + 1×2 + 2 7 QUE 8 + 1 9 IS 1 + 1 2 NA 1 + 1×2 3 AM 1 + 2 3 7 + 9 + 2 + 3 + 3 = 24"
    )


def test_totals_clocks_and_turn_stand_on_the_cards():
    """A reader must see at once who plays, both clocks and both totals."""
    assert parts(pictured.opening())["cards"] == (
        "Anna Juga 28:12 22 rellotge en marxa punts Biel Espera 27:43 24 rellotge aturat punts"
    )


def test_tiles_stand_on_their_squares_and_the_last_play_is_marked():
    """Old tiles, the last play's tiles and tiles laid but not pressed must not be taken for one another."""
    tiles = render_parts(pictured.unpressed(), CA)["tiles"]
    assert squares_with(tiles, "played") == {"h5", "h6", "h7", "h8"}
    assert squares_with(tiles, "new") == {"i4", "i5", "i6", "i7", "i8"}
    assert squares_with(tiles, "laid") == {"j12", "k12"}


def test_a_score_is_not_shown_before_the_press():
    """Fair play: laid tiles change no number anywhere on the page."""
    before, after = parts(pictured.opening()), parts(pictured.unpressed())
    for name in ("cards", "last", "sheet", "graph", "overlay", "spoken"):
        assert before[name] == after[name], name


def test_sums_stand_on_the_square_after_each_word():
    """7 on i9, 9 2 3 3 on j5 to j8, and the one premium that counted is a double letter on i7."""
    overlay = render_parts(pictured.opening(), CA)["overlay"]
    chips = re.findall(r'<g class="sum[^"]*" data-word="\d">.*?translate\(([\d. -]+)\).*?>(\d+)</text>', overlay)
    assert chips == [("8.5 8.5", "7"), ("4.5 9.5", "9"), ("5.5 9.5", "2"), ("6.5 9.5", "3"), ("7.5 9.5", "3")]
    assert re.findall(r'multiplier (\w\w)" transform="translate\(([^)]+)\)', overlay) == [("DL", "6.15 7.985")]


def test_a_sum_past_the_edge_stands_on_the_wood():
    """VIL·LA ends on o15 and AV on l15: both sums lie off the field, inside the frame of .62 u."""
    overlay = render_parts(pictured.long_game(), CA)["overlay"]
    assert 'translate(14.5 15.29)' in overlay
    assert 'translate(15.29 11.5)' in overlay


def test_digraphs_and_blanks_are_one_tile_each():
    """NY as a blank has a ring and no value; QU is one tile; the dot of L·L is drawn between its letters."""
    tiles = render_parts(pictured.long_game(), CA)["tiles"]
    drawn = dict(re.findall(r'data-square="(\d+)"[^>]*>(.*?)</g></g>', tiles))
    blank_ny = drawn[str(geometry.find("g8"))]
    assert "ring" in blank_ny
    assert 'class="value"' not in blank_ny
    assert text_of(blank_ny) == "NY"
    assert text_of(drawn[str(geometry.find("h5"))]) == "QU 8"
    ela_geminada = drawn[str(geometry.find("n15"))]
    assert text_of(ela_geminada) == "L L 10"
    assert 'class="dot"' in ela_geminada


def test_the_sheet_pairs_the_turns_and_rings_the_blank():
    """Two sides a line, an exchange with a dash, the newest line marked, the blank's letter in a ring."""
    markup = render_parts(pictured.long_game(), CA)["sheet"]
    text = text_of(markup)
    assert "2 g6 CA NY A 17 39 10e FORÇA 24 48" in text
    assert "3 11d XAI 36 75 – canvi 0 48" in text
    assert '<span class="ringed">NY</span>' in markup
    assert markup.count('class="newest') == 1


def test_a_withdrawn_play_is_struck_through_and_its_tiles_are_outlines():
    """The play lost its points: no hull, no sum, the word struck through with the word for it, tiles asked for."""
    markup = render_parts(pictured.withdrawn(), CA)
    assert "<s>SESAM</s> <em>retirada</em>" in markup["sheet"]
    assert squares_with(markup["tiles"], "withdrawn") == {"i4", "i5", "i6", "i7", "i8"}
    assert "hull" not in markup["overlay"]
    assert text_of(markup["faults"]) == "1 La jugada no compta. Treu les fitxes de i4, i5, i6, i7, i8."
    assert parts(pictured.withdrawn())["cards"].endswith("0 rellotge aturat punts")


def test_a_verdict_stands_under_the_play_with_its_words_and_the_list_that_gave_it():
    """Who comes to the page a minute later must see how the challenge ended; an earlier turn's board says nothing."""
    stands = VerdictView(("SESAM", "QUE"), "i4", True, "DISC, 2026-05")
    falls = VerdictView(("AM",), "i4", False)
    told = "impugnada: vàlida · SESAM QUE · DISC, 2026-05"
    assert parts(pictured.opening(verdict=stands))["last"].endswith(told)
    assert told not in parts(pictured.opening(verdict=stands), Wish("ca", turn=1))["last"]
    assert parts(pictured.withdrawn(verdict=falls))["last"].endswith("retirada · AM")


def test_faults_are_numbered_alike_on_the_board_and_in_the_list():
    """A missing tile has a dashed ring, an unread one a solid ring; an arrow leads to where the tile belongs."""
    markup = render_parts(pictured.disturbed(), CA)
    assert text_of(markup["faults"]).startswith("1 La N de h7 és a j9. Torna-la a h7. 2 Falta")
    assert markup["overlay"].count('class="fault missing"') == 2
    assert markup["overlay"].count('class="fault"') == 2
    numbers = re.findall(r'class="fault-number".*?<text y=".105">(\d)', markup["overlay"])
    assert numbers == ["1", "1", "2", "3"]
    assert 'd="M8 9L8 8L7 8"' in markup["overlay"]


def test_prompts_are_said_in_the_readers_language():
    """A reader of another language than the table's gets the sentence made from the prompt's name and squares."""
    assert "Tile missing on i4" in parts(pictured.disturbed(), Wish("en"))["faults"]


@pytest.mark.parametrize("name", NOTICES)
def test_what_is_wrong_with_a_board_or_a_button_is_said_in_the_readers_language(name):
    """A lost press says *Press again* to whoever reads another language than the table's, too."""
    data = {"player": "Anna", "volts": "0.82", "lines": "d, 7", "racks": "2", "ppm": "140", "row": "d",
            "squares": "c3"}
    view = pictured.opening(prompts=(PromptView(name, (), notice_sentence(name, data, "ca"), data),))
    for language in LANGUAGES:
        assert notice_sentence(name, data, language) in parts(view, Wish(language))["faults"]


def test_overtime_and_the_last_seconds_have_a_word_of_their_own():
    """Minus sign and word in overtime; tenths with a comma (a point in English) under ten seconds."""
    cards = parts(pictured.late())["cards"]
    assert "−01:01 22 temps extra" in cards
    assert "00:09,4 24 menys d'1 minut" in cards
    assert "00:09.4" in parts(pictured.late(), Wish("en"))["cards"]


def test_the_end_names_its_reason_and_the_winner():
    """The winner's card keeps the colour of the side to play; the sign between the totals points at it."""
    view = pictured.over()
    assert parts(view)["status"] == "Final: totes les fitxes jugades"
    assert "card won" in render_parts(view, CA)["cards"].split('data-key="seat1"')[0].rsplit("<article", 1)[1]
    assert parts(view)["cards"].endswith("<")


def test_no_winner_is_named_where_totals_do_not_decide():
    """After a forfeit the other side wins whatever the totals, and the view does not say who: claim nothing."""
    assert "card won" not in render_parts(pictured.over("time_forfeit"), CA)["cards"]


def test_a_pause_is_told_by_word_and_mark():
    """Both cards lose the colour of the turn."""
    cards = render_parts(pictured.opening(phase="paused"), CA)["cards"]
    assert cards.count("card paused") == 2
    assert "card turn" not in cards


def test_a_challenged_play_shows_question_marks_instead_of_sums():
    """Until the verdict the sums are in doubt: dashed hull, a question mark on each word."""
    overlay = render_parts(pictured.opening(phase="challenged"), CA)["overlay"]
    assert "hull main challenged" in overlay
    assert text_of(overlay) == "? ? ? ? ?"


def test_a_silent_board_is_named():
    """Without its board the page shows the last known squares and must say so."""
    assert parts(pictured.opening(linked=False))["status"] == "Tauler sense connexió"


def test_an_earlier_turn_shows_its_own_board_totals_and_says_that_it_is_a_replay():
    """After turn 2 of 13: seed 002's nine tiles and 22 to 24; clocks stay the newest."""
    replay = render_parts(pictured.long_game(), Wish("ca", turn=2))
    now = render_parts(pictured.opening(), CA)
    assert text_of(replay["status"]) == "Repetició, torn 2 de 13"
    assert replay["tiles"] == now["tiles"]
    assert replay["overlay"] == now["overlay"]
    assert text_of(replay["cards"]).startswith("Anna Espera 09:47 22")


def test_every_replayed_board_is_one_play_larger_and_the_last_is_the_newest():
    """Replay must neither lose nor invent a tile, with tiles on the board from before the first turn too."""
    whole = pictured.long_game()
    late_start = msgspec.structs.replace(whole, turns=whole.turns[4:])
    for view in (whole, late_start):
        boards = [position_at(view, number).played for number in range(len(view.turns) + 1)]
        assert boards[-1] == view.board
        for turn, before, after in zip(view.turns, boards, boards[1:], strict=False):
            assert set(after) - set(before) == set(turn.tiles)
    assert len(position_at(late_start, 0).played) == sum(len(turn.tiles) for turn in whole.turns[:4])


def test_turning_the_board_moves_squares_and_never_turns_a_letter():
    """From the other side i4 is drawn where g12 was; no glyph gets a rotation."""
    here, there = (render_parts(pictured.opening(), Wish("ca", turned=turned)) for turned in (False, True))
    assert 'data-square="123" transform="translate(3 8)"' in here["tiles"]
    assert 'data-square="123" transform="translate(11 6)"' in there["tiles"]
    assert "rotate" not in there["tiles"]
    assert text_of(there["coordinates"]).startswith("1 2 3")
    assert re.search(r'x="14.5"[^>]*>1<', there["coordinates"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_renders_every_state(language):
    """No state may lack a word in any language; placeholders never reach a page."""
    makers = (pictured.opening, pictured.long_game, pictured.withdrawn, pictured.disturbed, pictured.late,
              pictured.over, pictured.unpressed)  # fmt: skip
    for make in makers:
        for wish in (Wish(language), Wish(language, turn=1), Wish(language, turned=True, large=True, theme="dark")):
            page = render_page(make(), wish, "18:42:07")
            assert f'<html lang="{language}"' in page
            visible = text_of(page)
            assert not re.search(r"\{(?!time\})\w*\}", visible)


def test_the_words_of_the_table_of_words_are_used():
    """The agreed words of each language, on the page where they belong."""
    agreed = {
        "ca": ("Juga", "Espera", "Última jugada", "Full de puntuació", "En directe", "lletra ×2", "escarràs"),
        "ro": ("La mutare", "Așteaptă", "Ultima mutare", "Foaie de scor", "În direct", "literă ×2", "joker"),
        "en": ("To play", "Waiting", "Last play", "Score sheet", "Live", "letter ×2", "blank"),
        "es": ("Juega", "Espera", "Última jugada", "Hoja de puntos", "En directo", "letra ×2", "comodín"),
    }
    for language, words in agreed.items():
        page = text_of(render_page(pictured.opening(), Wish(language), ""))
        assert [word for word in words if word not in page] == []


@pytest.mark.parametrize(("blank", "turned", "window", "asked"), [
    (161, False, ("8.8", "7.8"), ("11", "10")),   # k12, in the middle of its neighbours
    (0, False, ("-.2", "-.2"), ("0", "0")),     # a1: what is shown ends at the board's edge
    (0, True, ("9.8", "9.8"), ("14", "14")),
])  # fmt: skip
def test_a_blank_to_be_named_is_shown_large_with_its_neighbours(blank, turned, window, asked):
    laid = (msgspec.structs.replace(pictured.with_blank().laid[1], square=blank),)
    view = msgspec.structs.replace(pictured.with_blank(), laid=laid)
    markup = render_parts(view, Wish("ca", page="a", turned=turned))["closeup"]
    assert re.search(r'viewBox="(\S+) (\S+) 5.4 5.4"', markup).groups() == window
    assert re.search(r"translate\((\S+) (\S+)\)", markup).groups() == asked


def test_the_whole_board_is_shown_to_who_is_asked_for_no_blank():
    named = (msgspec.structs.replace(pictured.with_blank().laid[1], face="E"),)
    view = msgspec.structs.replace(pictured.with_blank(), laid=named)
    assert not render_parts(view, Wish("ca", page="a"))["closeup"]
    assert not render_parts(pictured.with_blank(), Wish("ca", page="b"))["closeup"]


def test_a_name_cannot_become_markup():
    """A player called <script> is a player with an odd name."""
    view = pictured.opening()
    seat = msgspec.structs.replace(view.seats[0], name="<script>alert(1)</script>&\"'")
    page = render_page(msgspec.structs.replace(view, seats=(seat, view.seats[1]), table='"><b>'), CA, "")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert '"><b>' not in page


def test_the_first_page_is_complete_without_scripts():
    """Board, totals, sheet and clocks with the time they were right; nothing comes from outside."""
    page = render_page(pictured.opening(), CA, "18:42:07")
    assert "Rellotges a les 18:42:07" in page
    assert all(f'id="{name}"' in page for name in PARTS)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
    assert not re.search(r"<script(?![^>]*src=)", page)
    assert not re.search(r"\sstyle=|\son\w+=", page)


def test_a_screen_reader_hears_the_position():
    """The drawing is one image with a sentence; beside it 15 rows of 15 squares; the last play is announced."""
    page = render_page(pictured.opening(), CA, "")
    assert 'id="board" viewBox="-.62 -.62 16.24 16.24" role="img" aria-labelledby="board-says"' in page
    told = parts(pictured.opening())
    assert told["board-says"] == "Tauler amb 9 fitxes. QUINA h5, SESAM i4. Anna 22, Biel 24 punts."
    assert told["spoken"] == "Biel: SESAM, i4, 24 punts, total 24"
    squares = render_parts(pictured.opening(), Wish("en"))["squares"]
    assert len(re.findall(r"<td data-square", squares)) == 225
    assert len(re.findall(r'<th scope="row"', squares)) == 15
    assert ">i7, A, 1 point, letter ×2, last play<" in squares
    assert ">a1, empty, word ×3<" in squares


def test_a_play_of_seven_tiles_shows_its_bonus_as_a_term():
    """The fifty points are a term of the sum, not hidden in a word."""
    view = pictured.opening()
    turn = msgspec.structs.replace(view.turns[1], bingo=50, score=74)
    last = parts(msgspec.structs.replace(view, turns=(view.turns[0], turn)))["last"]
    assert "7 + 9 + 2 + 3 + 3 + 50 = 74" in last


def test_a_prompt_names_its_tile_in_the_readers_language_too():
    """The table says its sentence in Catalan; who reads the page in English loses nothing of it."""
    shown = " ".join(parts(pictured.disturbed(), Wish("en")).values())
    assert "The N of h7 is on j9. Put it back on h7." in shown


def text_at(view: GameView, part: str, wish: Wish) -> str:
    """The words of one part."""
    return parts(view, wish)[part]


def test_a_settlement_is_read_line_by_line():
    """Whose rack, what it is worth, twice or once, by which paragraph; overtime, how much over; who has accepted."""
    said = text_at(pictured.settled(), "asks", Wish("en", page="b"))
    assert "Rack of Anna 003 L36 Z X A = 19 ×2 +38" in said
    assert "Time 003 L15 1:01 over −10" in said
    assert "Biel Winner not accepted yet" in said
    assert "Anna ✓ accepted" in said
    assert "Seal" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_seal_is_shown_with_what_it_proves_once_all_have_accepted(language):
    """On the seats' pages and the referee's; then nothing is left to be pressed."""
    for page, part in (("a", "asks"), ("b", "asks"), ("referee", "ruling")):
        said = text_at(pictured.agreed(), part, Wish(language, page=page))
        assert "K7QM-2XTA" in said
        assert "43:10" in said
    assert "data-act" not in render_parts(pictured.agreed(), Wish(language, page="a"))["asks"]


def test_a_tie_is_called_one():
    """No winner in a game that is over is no missing winner."""
    view = msgspec.structs.replace(pictured.settled(), winner=None)
    assert "A tie" in text_at(view, "asks", Wish("en", page="a"))


def test_the_referee_reads_every_correction_and_undoes_it_by_its_number():
    """Who, when, why, before and after; one that was undone stays to be read, and cannot be undone again."""
    shown = render_parts(pictured.corrected(), Wish("en", page="referee"))
    said = text_of(shown["corrections"])
    assert "turn 5 Anna 40 → 0 withdrawn 23:22 · Biel · both agree Undo" in said
    assert "turn 2 Biel 24 → 26 21:50 · Referee · misread from the sheet undone" in said
    assert re.findall(r'data-act="undo_correction" data-turn="(\d+)"', shown["corrections"]) == ["3", "2"]
    assert "no longer fits" in text_of(shown["turns"])
    assert re.findall(r'data-act="let_stand" data-turn="(\d+)"', shown["turns"]) == ["9"]


def test_a_silent_reader_is_told_as_a_note_and_not_as_a_fault():
    """The game goes on without it: its line has a sign of its own, and faults keep their numbers."""
    shown = render_parts(pictured.silent_reader(), Wish("en", page="a"))["faults"]
    assert "The bag is not being read." in shown
    assert 'class="note"' in shown
    faults = render_parts(pictured.overdrawn(), Wish("en", page="b"))["faults"]
    assert "Biel has drawn 2 tiles too many." in faults


def test_where_readers_follow_the_tiles_nothing_has_to_be_written():
    """The same button: with readers it acts at once, without it asks for the tiles."""
    for follows in (True, False):
        view = pictured.offering(pictured.opening(), ("exchange", "pass"), ())
        anna = msgspec.structs.replace(view.seats[0], follows=follows)
        view = msgspec.structs.replace(view, seats=(anna, view.seats[1]))
        shown = render_parts(view, Wish("en", page="a"))["asks"]
        assert ('data-dialog="exchange"' in shown) is not follows
        waiting = msgspec.structs.replace(anna, actions=("pass",))
        view = msgspec.structs.replace(view, seats=(waiting, view.seats[1]))
        hint = "To exchange, put the tiles into the bag" in render_parts(view, Wish("en", page="a"))["asks"]
        assert hint is follows
