"""What a page asks for, carried to the table: read, checked against what its side may do, told to the core.

Answers in one sentence. Knows no rule of the game and nothing of how a page is served.
"""

from host.actions import BadAction, event_of, rack_before
from host.app import App
from host.core.effects import Effect, Refuse
from host.core.events import Event
from host.core.table import Table
from host.replacing import replacement
from host.schemas import Action, Role, may_send
from host.view import refusal_sentence
from host.words import prompt_sentence

REPLACE = "replace_tile"  # the one action whose meaning depends on what lies on the board
# What needs its tiles named where no reader follows them; an exchange may say how many instead.
NAMES_TILES = ("exchange", "return")


def act(app: App, action: Action, role: Role, has_referee: bool) -> str:
    """Do what a page of `role` asks for; "" when it is done, else why not, in the language of that page."""
    refusals: list[Refuse] = []

    def watch(_event: Event, _table: Table, effects: tuple[Effect, ...]) -> None:
        refusals.extend(effect for effect in effects if isinstance(effect, Refuse))

    try:
        _check(app, action, role, has_referee)
        first, event = _events(app, action, role)
    except BadAction as bad:
        return bad.sentence(role.language)
    app.watchers.append(watch)
    try:
        if first is not None:
            app.happened(first)
        if not refusals:
            app.happened(event)
    finally:
        app.watchers.remove(watch)
    if app.trouble:
        return prompt_sentence("storage_full", (), {}, role.language)
    return " ".join(_why(refusal, role.language) for refusal in refusals)


def _events(app: App, action: Action, role: Role) -> tuple[Event | None, Event]:
    """What the core is told: the event asked for, and what must be known before it, if anything."""
    if action.action == REPLACE and role.seat is None:
        return None, replacement(app.table, action, app.time.now())
    asked = (action, role, len(app.table.seats), app.table.game.rulebook.tile_set, app.time.now())
    return rack_before(*asked), event_of(*asked)


def _check(app: App, action: Action, role: Role, has_referee: bool) -> None:
    """A seat does what its page offers and no more; the referee does what the core lets happen."""
    if role.seat is None:
        return
    if not role.seat < len(app.table.seats):
        raise BadAction("bad_seat", count=str(len(app.table.seats)))
    if not may_send(action.action, role, has_referee):
        raise BadAction("not_yours")
    offer = app.view().seats[role.seat]
    if action.action not in offer.actions:
        raise BadAction("not_now")
    named = action.tiles.strip() or (action.count and action.action == "exchange")
    if action.action in NAMES_TILES and not named and not offer.follows:
        raise BadAction("no_tiles")


def _why(refusal: Refuse, language: str) -> str:
    return " ".join(refusal_sentence(defect, language) for defect in refusal.defects)
