"""What a page asks for, carried to the table: read, checked against what its side may do, told to the core.

Answers in one sentence. Knows no rule of the game and nothing of how a page is served.
"""

from engine_lite.notation import BadNotation, parse_square
from host.actions import BadAction, event_of, rack_before
from host.app import App
from host.core.effects import Effect, Refuse
from host.core.events import Event
from host.core.table import Table, step
from host.possible import follows
from host.replacing import replacement
from host.schemas import Action, Role, may_send
from host.view import refusal_sentence
from host.words import prompt_sentence

REPLACE = "replace_tile"  # the one action whose meaning depends on what lies on the board
READ_AGAIN = "read_again"  # the one that asks the board and changes nothing: no event of the game
MOST_READ = 20  # squares at once: what waits for a board has its bounds
# What needs its tiles named where no reader follows them: nothing is to be judged by a guess. An exchange may say how
# many instead; of senyors both the rack put back and what was drawn.
NAMES_TILES = ("exchange", "return", "senyors")


class NotOffered(Exception):
    """A page asks for what its side cannot do now."""


def act(app: App, action: Action, role: Role, has_referee: bool) -> str:
    """Do what a page of `role` asks for; "" when it is done, else why not, in the language of that page."""
    refusals: list[Refuse] = []

    def watch(_event: Event, _table: Table, effects: tuple[Effect, ...]) -> None:
        refusals.extend(effect for effect in effects if isinstance(effect, Refuse))

    try:
        _check(app, action, role, has_referee)
        if action.action == READ_AGAIN and role.seat is None:
            return _read_again(app, action)
        _ask_for_tiles(app.table, action, role)
        first, event = _events(app, action, role)
    except BadAction as bad:
        return bad.sentence(role.language)
    except NotOffered:
        return _why_not(app, action, role)
    app.watchers.append(watch)
    try:
        if first is not None:
            app.happened(first)
        if not refusals:
            app.happened(event)
    finally:
        app.watchers.remove(watch)
    if app.trouble_name:
        return prompt_sentence(app.trouble_name, (), {}, role.language)
    return " ".join(_why(refusal, role.language) for refusal in refusals)


def _events(app: App, action: Action, role: Role) -> tuple[Event | None, Event]:
    """What the core is told: the event asked for, and what must be known before it, if anything."""
    if action.action == REPLACE and role.seat is None:
        return None, replacement(app.table, action, app.time.now())
    asked = (action, role, len(app.table.seats), app.table.game.rulebook.tile_set, app.time.now())
    return rack_before(*asked), event_of(*asked)


def _read_again(app: App, action: Action) -> str:
    """Have the squares named read once more; what they tell comes as any other reading does."""
    squares = [_square(name) for name in action.text.split()]
    if not 0 < len(squares) <= MOST_READ or not app.read_again(squares):
        raise BadAction("not_now")
    return ""


def _square(name: str) -> int:
    try:
        return parse_square(name)
    except BadNotation:
        raise BadAction("bad_square", square=name) from None


def _check(app: App, action: Action, role: Role, has_referee: bool) -> None:
    """A seat does what its page offers and no more; the referee does what the core lets happen."""
    if role.seat is None:
        return
    if not role.seat < len(app.table.seats):
        raise BadAction("bad_seat", count=str(len(app.table.seats)))
    if not may_send(action.action, role, has_referee):
        raise BadAction("not_yours")
    if action.action not in app.view().seats[role.seat].actions:
        raise NotOffered


def _ask_for_tiles(table: Table, action: Action, role: Role) -> None:
    seat = action.seat if role.seat is None else role.seat
    if action.action not in NAMES_TILES or seat is None or not seat < len(table.seats) or follows(table, seat):
        return
    named = action.tiles.strip() or (action.count and action.action == "exchange")
    whole = action.keeps.strip() or action.action != "senyors"
    if not named or not whole:
        raise BadAction("no_tiles")


def _why(refusal: Refuse, language: str) -> str:
    return " ".join(refusal_sentence(defect, language) for defect in refusal.defects)


def _why_not(app: App, action: Action, role: Role) -> str:
    """Why the rules refuse what is not offered, as far as they say; the table stays as it is."""
    try:
        _, event = _events(app, action, role)
    except BadAction as bad:
        return bad.sentence(role.language)
    _, effects = step(app.table, event)
    refusals = [effect for effect in effects if isinstance(effect, Refuse)]
    if not refusals:
        return BadAction("not_now").sentence(role.language)
    return " ".join(_why(refusal, role.language) for refusal in refusals)
