"""A published view of the game -> the page and its parts as markup, for one reader's language and choices.

One renderer for both: the first answer holds every part, the stream sends those that changed.
Knows nothing of connections; decides nothing about the game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from host import words
from host.adapters.web.asks import SEAT_DEEDS, asks_of, corrections_of, entries_of, moment, ruling_of
from host.adapters.web.board import LETTERS, board_of, closeup_of
from host.adapters.web.cards import cards_of, status_of
from host.adapters.web.console import console_of, said, said_to
from host.adapters.web.faces import face_of
from host.adapters.web.plan import looked_at, map_of, plan_of, squares_told
from host.adapters.web.position import OVER, PLAYED, WITHDRAWN, Position, position_at
from host.adapters.web.sheet import addition, graph_of, main_letters, rows_of
from host.adapters.web.speech import board_sentence, squares_table, turn_sentence
from host.schemas import SEAT_LETTERS, GameView, PromptView, RefereeView, TileView

TEMPLATES = Path(__file__).parent / "templates"
THEMES = ("auto", "light", "dark")
# Parts that the stream replaces, by the id of their element; each has a template of its name.
PARTS = ("status", "cards", "faults", "coordinates", "tiles", "overlay", "squares", "last", "graph", "count", "sheet",
         "replay", "spoken", "board-says")  # fmt: skip
SEAT_PARTS = ("status", "cards", "faults", "coordinates", "tiles", "overlay", "closeup", "last", "spoken",
              "board-says", "asks")  # fmt: skip
REFEREE_PARTS = ("status", "cards", "alarm", "troubles", "count-of-faults", "counted", "coordinates", "tiles", "plan",
                 "overlay", "told", "spoken", "board-says", "ruling", "turns", "corrections", "controls", "steering",
                 "places", "log", "square-deeds")  # fmt: skip
# What hands cannot put right in the middle of a game.
LASTING = ("count_set", "no_bag_reader", "no_rack_readers", "undervoltage", "too_hot")
TILES_KEPT = 1024  # drawings of single tiles, 0.5 kB each: several whole boards
NAME_IN_TILES = tuple(TileView(0, letter, False, 1) for letter in "TAULA")


@dataclass(frozen=True, slots=True)
class Wish:
    """What a reader has chosen; `turn` None follows the game, a number shows the position after that turn.

    `page` is whose page it is: "" everybody's, a seat's letter, or `referee`; `refereed`: there is such a page.
    """

    language: str
    theme: str = "auto"
    turned: bool = False
    large: bool = False
    turn: int | None = None
    page: str = ""
    refereed: bool = False


class Said(NamedTuple):
    """A prompt in the reader's language; `lasting` ones are no fault that hands can put right now."""

    sentence: str
    lasting: bool


def prepare() -> None:
    """Compile every template, lest the first reader wait for it."""
    for path in TEMPLATES.glob("*.html"):
        _environment().get_template(path.name)


def render_page(view: GameView, wish: Wish, as_of: str, referee: RefereeView | None = None) -> str:
    """The whole page, complete without scripts; `as_of` (HH:MM:SS) is when its clocks were right.

    `referee` goes to the referee's page and to no other.
    """
    context = context_of(view, wish, referee)
    parts = _render_parts(context)
    return _template(_kind(wish)).render(context, parts=parts, as_of=as_of, themes=THEMES)


def render_parts(view: GameView, wish: Wish, referee: RefereeView | None = None) -> dict[str, str]:
    """The inside of every part, by element id; `referee` as in render_page."""
    return _render_parts(context_of(view, wish, referee))


def render_notice(sentence: str, language: str, again: bool) -> str:
    """A page with one sentence on it; with `again` it asks for the game's page every two seconds."""
    return _template("notice").render(_words(language), sentence=sentence, again=again, brand=_brand())


def render_door(view: GameView | None, wish: Wish, wrong: str) -> str:
    """The page that asks for the number of another page; `wrong` is why the last one was not taken."""
    title = words.say("Referee", wish.language)
    path = "/referee"
    if wish.page in SEAT_LETTERS:
        title = view.seats[SEAT_LETTERS.index(wish.page)].name if view is not None else wish.page
        path = f"/seat/{wish.page}"
    return _template("door").render(
        _words(wish.language), wish=wish, wrong=wrong, title=title, path=path, brand=_brand()
    )


def _render_parts(context: dict[str, Any]) -> dict[str, str]:
    names = {"page": PARTS, "seat": SEAT_PARTS, "referee": REFEREE_PARTS}[_kind(context["wish"])]
    return {part: _template(part).render(context) for part in names}


def _kind(wish: Wish) -> str:
    """The template of a whole page."""
    return {"": "page", "referee": "referee"}.get(wish.page, "seat")


def context_of(view: GameView, wish: Wish, referee: RefereeView | None = None) -> dict[str, Any]:
    """All that the templates draw from."""
    position = position_at(view, None if wish.page else wish.turn)
    seats = len(view.seats)
    return _words(wish.language) | {
        "view": view,
        "wish": wish,
        "position": position,
        "status": status_of(view, position, wish.language),
        "cards": cards_of(view, position, wish.language),
        "board": board_of(view, position, wish.turned),
        "board_sentence": board_sentence(view, position, wish.language),
        "turn_sentence": turn_sentence(position.last, view.seats, wish.language),
        "squares": squares_table(position, wish.turned, wish.language),
        "columns": range(15, 0, -1) if wish.turned else range(1, 16),
        "row_letters": LETTERS[::-1] if wish.turned else LETTERS,
        "rows": rows_of(position.turns, seats),
        "graph": graph_of(position.turns, seats),
        "prompts": () if position.replayed else tuple(_said(prompt, view, wish) for prompt in view.prompts
                                                      if _is_for(prompt, wish)),
        "title": words.table_title(view.table, wish.language),
        "rulebook": words.rulebook_title(view.rulebook, wish.language),
        "to_play": next_seat(view, position),
        "brand": _brand(),
        **_for_hands(view, wish),
        **(_for_referee(view, wish, referee or RefereeView(), position) if wish.page == "referee" else {}),
    }


def _for_hands(view: GameView, wish: Wish) -> dict[str, Any]:
    """What a seat's page draws besides, on which a side acts."""
    if wish.page not in tuple(SEAT_LETTERS):
        return {}
    asks = asks_of(view, SEAT_LETTERS.index(wish.page), wish.refereed, wish.language)
    close = closeup_of(view, wish.turned) if asks.blanks else None
    return {"asks": asks, "closeup": close, "look": moment(view.look_ms) if view.look_ms else ""}


def _for_referee(view: GameView, wish: Wish, referee: RefereeView, position: Position) -> dict[str, Any]:
    """What the referee's page draws besides; its map takes the place of the board."""
    return {
        "console": console_of(view, referee, position, wish.language),
        "board": map_of(view, referee, position),
        "plan": plan_of(view, referee),
        "told": squares_told(referee, position, wish.language),
        "looked_at": looked_at(view, position),
        "ruling": ruling_of(view, wish.language),
        "entries": entries_of(view),
        "corrections": corrections_of(view, wish.language),
        "deed_of": SEAT_DEEDS,
    }


def next_seat(view: GameView, position: Position) -> int | None:
    """The side whose play is awaited; None in a replay and after the game."""
    if position.replayed or view.phase in OVER:
        return None
    return next((number for number, seat in enumerate(view.seats) if seat.on_turn), None)


def _is_for(prompt: PromptView, wish: Wish) -> bool:
    """Whether a page shows it: a side's own page shows nothing that is said to another side alone."""
    return prompt.to is None or wish.page not in tuple(SEAT_LETTERS) or SEAT_LETTERS[prompt.to] == wish.page


def _said(prompt: PromptView, view: GameView, wish: Wish) -> Said:
    told = said if wish.page in tuple(SEAT_LETTERS) else said_to
    return Said(told(prompt, view, wish.language), prompt.name in LASTING)


def _words(language: str) -> dict[str, Any]:
    return {
        "language": language,
        "say": partial(_say, language),
        "deed": lambda action: words.deed(action, language),
        "age": lambda since_ms: words.age(since_ms, language),
        "say_count": lambda one, many, count, **data: words.say_count(one, many, count, language, **data),
    }


def _say(language: str, sentence: str, **data: object) -> str:
    return words.say(sentence, language, **data)


def _brand() -> tuple[Any, ...]:
    return tuple(face_of(tile) for tile in NAME_IN_TILES)


def units(number: float) -> str:
    """A length in u, with no more digits than a screen can show.

    >>> units(0.5), units(3.0), units(-0.345)
    ('.5', '3', '-.345')
    """
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


@lru_cache(maxsize=1)
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["u"] = units
    helpers: dict[str, Callable[..., Any]] = {
        "addition": addition,
        "main_letters": main_letters,
        "signed": words.signed,
        "language_name": words.language_name,
    }
    # A tile looks the same in every view until it moves: drawn once, however often the page is rendered.
    tiles: Any = environment.get_template("tile.html").module
    marks: Any = environment.get_template("marks.html").module
    drawn = {"drawn_tile": tiles.tile, "drawn_reading": marks.reading, "drawn_sensor": marks.sensor,
             "drawn_cell": marks.cell}
    kept = {name: lru_cache(maxsize=TILES_KEPT)(draw) for name, draw in drawn.items()}
    environment.globals.update(helpers, **kept)
    environment.globals.update(LANGUAGES=words.LANGUAGES, PLAYED=PLAYED, WITHDRAWN=WITHDRAWN, OVER=OVER)
    return environment


def _template(part: str) -> jinja2.Template:
    return _environment().get_template(f"{part}.html")
