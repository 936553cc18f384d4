"""The referee's console: what is wrong as cards with what can be done about each, where the tiles are, the log.

From the published view and what the referee's page gets besides. Knows nothing of markup or of the rules.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from host import words
from host.adapters.web.asks import moment
from host.adapters.web.geometry import name
from host.adapters.web.position import OVER, Position
from host.schemas import GameView, PlaceView, PromptView, RefereeView, StrayView
from host.words import say

# No fault that hands can put right now: how the game stands, what this table does without.
NOTES = ("no_bag_reader", "no_rack_readers", "resumed", "new_game_asked", "count_set", "counting", "begins")
# The game goes on as it is.
WARNINGS = ("loops_out", "rack_loop_out", "board_clock", "reader_hot", "undervoltage", "too_hot", "pad_unread",
            "press_lost", "referee_press_lost", "line_noisy", "sensor_chatters")  # fmt: skip
SENYORS = "senyors_"  # begins the names of the prompts after which the referee looks into the bag (000 r17)
# What another look of the reader may put right, or shows to have been put right.
READ_AGAIN = ("bumped", "ghost", "stacked", "between", "swapped", "blanks_swapped", "replaced", "moved",
              "lifted_play", "missing", "turned", "unreadable", "foreign", "disturbed", "unknown_tile",
              "moving")  # fmt: skip
# What people can say where no sensor does.
BY_HAND = ("turned", "unreadable", "unclaimed", "unnamed", "hall_stuck", "missing")
# What the console itself offers besides: an action, or a dialog.
DEEDS = {"resumed": "resume", "starts_often": "resume", "chain_broken": "resume", "two_loops": "resume",
         "new_game_asked": "new_game"}  # fmt: skip
DIALOGS = {"racks_wanted": "rack", "overdraw": "named", "owner_open": "named", "not_your_turn": "named",
           "touched_tile": "named", "count_set": "counted", "counting": "counted", "who_begins": "begins",
           "draw_again": "drawn"}  # fmt: skip
TO_CORRECTIONS = "no_longer_fits"
MOST_READ = 20  # squares that one press of the button has read
SQUARES_SHOWN = 8


class Deed(NamedTuple):
    """One button of a card: an `action` done at once, a `dialog`, for `squares`, or the `pane` it leads to."""

    label: str
    action: str = ""
    dialog: str = ""
    pane: str = ""
    squares: tuple[str, ...] = ()
    grave: bool = False


class Card(NamedTuple):
    """Something that is wrong: `look` is fault, warning, out or note, `sign` its number or mark.

    `since_ms` is the game time since which it has been so, None where that is not known; `age` says how long.
    """

    key: str
    look: str
    sign: str
    title: str
    text: str
    squares: str
    since_ms: int | None
    age: str
    deeds: tuple[Deed, ...]


class Place(NamedTuple):
    """A line of where the tiles are; `note` says why they are reckoned, `lost` that they are to be looked for."""

    name: str
    tiles: int
    note: str
    lost: bool


class Stray(NamedTuple):
    """Tiles that are lost: a letter, or whose they are and how many, and where they were last seen."""

    name: str
    where: str
    tiles: str


class Act(NamedTuple):
    """A line of the log: game time and what happened."""

    time: str
    text: str


class Console(NamedTuple):
    """All of it; `total` is how many tiles the places hold, `counted` the map in figures, `faults` their number.

    `reads_again`: the square looked at can be read again now.
    """

    cards: tuple[Card, ...]
    places: tuple[Place, ...]
    strays: tuple[Stray, ...]
    total: int
    log: tuple[Act, ...]
    counted: str
    faults: int
    reads_again: bool


def faults_of(view: GameView) -> tuple[PromptView, ...]:
    """The prompts that are faults, in the order of their numbers."""
    return tuple(prompt for prompt in view.prompts if look_of(prompt) == "fault")


def look_of(prompt: PromptView) -> str:
    """How grave a prompt is: fault, warning or note."""
    return "note" if prompt.name in NOTES else "warning" if prompt.name in WARNINGS else "fault"


def console_of(view: GameView, referee: RefereeView, position: Position, language: str) -> Console:
    """What the console shows of `view`."""
    cards = _cards(view, referee, language)
    faults = [card for card in cards if card.look == "fault"]
    mild = sum(card.look in ("warning", "out") for card in cards)
    standing = sum(each.stands is not None for each in referee.sensed)
    return Console(
        cards=cards,
        places=tuple(_place(view, place, language) for place in referee.places),
        strays=tuple(_stray(view, stray, language) for stray in referee.strays),
        total=sum(place.count for place in referee.places),
        log=tuple(Act(moment(each.at_ms), words.log_sentence(each.name, each.squares, each.data, language))
                  for each in referee.log),
        counted=words.counted(standing if referee.sensed else len(position.played), len(faults), mild, language),
        faults=len(faults),
        reads_again=referee.reads_again,
    )  # fmt: skip


# --- what is wrong -----------------------------------------------------------------------------------


def _cards(view: GameView, referee: RefereeView, language: str) -> tuple[Card, ...]:
    """Faults by their numbers, then what the game goes on with, what is left out, and what is only to be known."""
    since = {(each.name, each.squares): each.at_ms for each in referee.since}
    found: list[Card] = []
    for prompt in view.prompts:
        look = look_of(prompt)
        faults = sum(card.look == "fault" for card in found)
        sign = {"fault": str(faults + 1), "warning": "!", "note": "i"}[look]
        found.append(_card(view, referee, prompt, look, sign, since.get((prompt.name, prompt.squares)), language))
    order = ("fault", "warning", "out", "note")
    return tuple(sorted((*_apart(found), *_left_out(referee, language)), key=lambda card: order.index(card.look)))


def _apart(cards: Iterable[Card]) -> Iterator[Card]:
    """The cards, each with a key of its own: two boards may tell the same, and a live page keeps one of each key."""
    seen: Counter[str] = Counter()
    for card in cards:
        seen[card.key] += 1
        yield card if seen[card.key] == 1 else card._replace(key=f"{card.key}-{seen[card.key]}")


def _card(view: GameView, referee: RefereeView, prompt: PromptView, look: str, sign: str, since_ms: int | None,
          language: str) -> Card:
    title, _, text = said_to(prompt, view, language).partition(". ")
    if prompt.name.startswith(SENYORS) and referee.bag and "bag" not in prompt.data:
        text = f"{text} {words.in_the_bag(referee.bag, language)}".lstrip()
    return Card(
        "-".join((prompt.name, *prompt.squares)), look, sign, title if text else title.removesuffix("."), text,
        _unnamed(prompt, f"{title} {text}"), since_ms,
        "" if since_ms is None else words.age(view.at_ms - since_ms, language),
        _deeds(view, referee, prompt, look, language),
    )  # fmt: skip


def said(prompt: PromptView, view: GameView, language: str) -> str:
    """A prompt's sentence: the table's own in its language, else ours from the prompt's name."""
    if language == view.language and prompt.sentence:
        return prompt.sentence
    return words.prompt_sentence(prompt.name, prompt.squares, prompt.data, language)


def said_to(prompt: PromptView, view: GameView, language: str) -> str:
    """Its sentence where all may read it: before it the name of the side to which alone it is said."""
    sentence = said(prompt, view, language)
    return sentence if prompt.to is None else f"{view.seats[prompt.to].name}: {sentence}"


def _unnamed(prompt: PromptView, sentence: str) -> str:
    """The squares of a prompt whose sentence does not name them."""
    return "" if all(square in sentence for square in prompt.squares) else _squares(prompt.squares)


def _squares(names: tuple[str, ...]) -> str:
    """The squares as they are written, a long list cut.

    >>> _squares(("h7", "j9"))
    'h7 j9'
    """
    more = len(names) - SQUARES_SHOWN
    return " ".join((*names[:SQUARES_SHOWN], *((f"+{more}",) if more > 0 else ())))


def _deeds(view: GameView, referee: RefereeView, prompt: PromptView, look: str, language: str) -> tuple[Deed, ...]:
    """The main action first: what is likeliest to help, else a pause for as long as the clocks run."""
    kind, over = prompt.name, bool(view.ended) or view.phase in OVER
    found = []
    if referee.reads_again and kind in READ_AGAIN and 0 < len(prompt.squares) <= MOST_READ:
        found.append(Deed(words.deed("read_again", language), "read_again", squares=prompt.squares))
    if not over and kind in BY_HAND and prompt.squares:
        found.append(Deed(words.deed("name_tile", language), dialog="name_tile", squares=prompt.squares[:1]))
    if kind in DEEDS and (kind != "resumed" or view.phase == "paused"):
        grave = DEEDS[kind] == "new_game"
        found.append(Deed(words.deed(DEEDS[kind], language), DEEDS[kind], grave=grave))
    if kind in DIALOGS:
        found.append(Deed(say("In a player's name", language) if DIALOGS[kind] == "named"
                          else words.deed(DIALOGS[kind], language), dialog=DIALOGS[kind]))  # fmt: skip
    if kind == TO_CORRECTIONS:
        found.append(Deed(say("Corrections", language), pane="corrections"))
    if look == "fault" and not found and any(seat.running for seat in view.seats):
        found.append(Deed(say("Pause", language), "pause"))
    return tuple(found)


def _left_out(referee: RefereeView, language: str) -> tuple[Card, ...]:
    """One card for the squares whose sensors are not believed."""
    from_squares = tuple(name(each.square) for each in referee.sensed if each.masked)
    if not from_squares:
        return ()
    title = say("{squares} left out", language, squares=", ".join(from_squares))
    text = say("A magnet is felt there and no tile. A tile that is laid there must be named by hand.", language)
    deed = Deed(words.deed("name_tile", language), dialog="name_tile", squares=from_squares[:1])
    return (Card("out", "out", "×", title, text, "", None, "", (deed,)),)


# --- where the tiles are -----------------------------------------------------------------------------


def _place(view: GameView, place: PlaceView, language: str) -> Place:
    notes = {"silent": say("not read now: reckoned", language), "never": say("no reader: reckoned", language)}
    return Place(_place_name(view, place, language), place.count, notes.get(place.told, ""),
                 place.place in ("lost", "open"))


def _stray(view: GameView, stray: StrayView, language: str) -> Stray:
    where = {"rack": say("last seen on the rack", language), "bag_in": say("went into the bag", language)}
    left = say("left the bag, or went back unseen", language)
    unnamed = say("Drawn, nobody knows by whom", language) if stray.seat is None else view.seats[stray.seat].name
    return Stray(stray.face or unnamed, where.get(stray.seen, left), "" if stray.face else str(stray.count))


def _place_name(view: GameView, place: PlaceView, language: str) -> str:
    match place.place:
        case "bag":
            return say("Bag", language)
        case "rack":
            return say("Rack of {player}", language, player=view.seats[place.seat or 0].name)
        case "board":
            return say("Board", language)
        case "aside":
            return say("Set aside", language)
        case "open":
            return say("Drawn, nobody knows by whom", language)
    if place.squares:
        return say("Not found: {squares}", language, squares=", ".join(place.squares))
    return say("Not found", language)
