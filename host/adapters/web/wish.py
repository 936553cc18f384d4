"""What a reader has chosen, from the address or, as the browser remembers it, from cookies.

Every choice is one of a closed list or a bounded number: nothing that a browser sends is repeated on a page.
"""

from aiohttp import web

from host.adapters.web.page import THEMES, Wish
from host.schemas import GameView
from host.words import LANGUAGES

YEAR_S = 365 * 24 * 3600
CHOICES = {"lang": LANGUAGES, "theme": THEMES, "turned": ("0", "1"), "large": ("0", "1")}
DEFAULT_LANGUAGE = "ca"


def wish_of(request: web.Request, view: GameView | None) -> Wish:
    """The reader's choices; the table's language where none was chosen, the newest turn where none is named."""
    spoken = view.language if view is not None and view.language in LANGUAGES else DEFAULT_LANGUAGE
    return Wish(
        language=_chosen(request, "lang", spoken),
        theme=_chosen(request, "theme", "auto"),
        turned=_chosen(request, "turned", "0") == "1",
        large=_chosen(request, "large", "0") == "1",
        turn=_turn(request.query.get("turn", ""), view),
    )


def remember(request: web.Request, answer: web.Response) -> None:
    """Let the browser keep the choices made in this address."""
    for name, allowed in CHOICES.items():
        value = request.query.get(name)
        if value in allowed:
            answer.set_cookie(name, str(value), max_age=YEAR_S, path="/", samesite="Lax")


def _chosen(request: web.Request, name: str, otherwise: str) -> str:
    for value in (request.query.get(name), request.cookies.get(name)):
        if value in CHOICES[name]:
            return str(value)
    return otherwise


def _turn(text: str, view: GameView | None) -> int | None:
    """The turn to show; None for what is no number or not earlier than the newest."""
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        return None
    number = int(text)
    return None if view is None or number >= len(view.turns) else number
