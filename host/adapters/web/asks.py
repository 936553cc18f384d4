"""What a seat's page and the referee's offer at this moment: buttons, blanks to name, words to tick, the result.

From the published view alone; which actions a side has stands there. Knows nothing of markup or of the rules.
"""

from typing import NamedTuple

from host import words
from host.adapters.web.faces import Face, face_of
from host.adapters.web.geometry import name
from host.adapters.web.position import WITHDRAWN
from host.schemas import (
    OF_A_SEAT,
    WITHOUT_REFEREE,
    CorrectionView,
    GameView,
    PointsView,
    SeatView,
    TileView,
    TurnView,
)
from host.words import say

# How a button looks: what the game waits for, what ends a turn, what is rare, what cannot be taken back.
MAIN = ("start", "accept_play", "release", "resume", "accept", "rack", "unchallenge", "verdict_auto", "take",
        "return")  # fmt: skip
QUIET = ("pause", "dispute", "waive", "seen", "mix", "kind", "draw", "overdraw", "name_tile", "counted", "drawn",
         "begins")
GRAVE = ("resign", "verdict_no", "no_play", "disqualify", "withdraw", "new_game")  # held down for a second
# These need something written.
DIALOGS = ("exchange", "short_exchange", "senyors", "overdraw", "take", "return", "kind", "rack",
           "name_tile", "counted", "drawn", "begins")  # fmt: skip
FOLLOWED = ("exchange", "senyors", "take", "return")  # not where readers tell which tiles
OWN_PLACE = ("declare", "challenge")  # drawn as forms of their own
# What the referee may do in a player's name.
OF_ITS_OWN = ("declare", "pause", "rack", "name_tile", "counted", "drawn", "begins")  # on the referee's page
SEAT_DEEDS = tuple(name for name in OF_A_SEAT if name not in OF_ITS_OWN)


class Button(NamedTuple):
    """One action; `look` is main, plain, quiet or grave, `dialog` says that something is written first."""

    action: str
    label: str
    look: str
    dialog: bool


class Key(NamedTuple):
    """One face that a blank may stand for."""

    face: str
    drawn: Face


class Blank(NamedTuple):
    """A blank that may be named: its square (`h8`) and what it stands for by now, "" for nothing."""

    square: str
    face: str


class Line(NamedTuple):
    """Points that no play made: for what, how they are reckoned (`Z X A = 19 ×2`), by which paragraph."""

    title: str
    detail: str
    rule: str
    points: int


class Sum(NamedTuple):
    """One side's result, line by line: plays, then what no play made; whether it has won, and accepted that."""

    name: str
    plays: int
    lines: tuple[Line, ...]
    total: int
    won: bool
    accepted: bool


class Seal(NamedTuple):
    """The code of the accepted result, and the game time at which it was accepted (`43:10`)."""

    code: str
    time: str


class Put(NamedTuple):
    """What was put right: its number, what and whose it was, who did it when and why, before and after."""

    number: int
    title: str
    player: str
    by: str
    time: str
    why: str
    before: str
    after: str
    value: str
    undone: str


class Asks(NamedTuple):
    """All that a seat's page offers now."""

    name: str
    now: str
    blanks: tuple[Blank, ...]
    keys: tuple[Key, ...]
    words: tuple[str, ...]
    challenge: bool
    chosen_words: bool
    buttons: tuple[Button, ...]
    note: str
    result: tuple[Sum, ...]
    tie: bool
    seal: Seal | None


class Ruling(NamedTuple):
    """What the referee has before him: what is awaited, and the words of a challenged play."""

    now: str
    open: bool
    words: tuple[str, ...]
    auto: bool
    result: tuple[Sum, ...]
    tie: bool
    seal: Seal | None


def asks_of(view: GameView, seat: int, refereed: bool, language: str) -> Asks:
    """What the page of `seat` offers; `refereed`: verdicts are the referee's."""
    side = view.seats[seat]
    offered = [each for each in side.actions if not (refereed and each in WITHOUT_REFEREE)]
    return Asks(
        name=side.name,
        now=_now(view, seat, language),
        blanks=_blanks(view.laid) if "declare" in offered else (),
        keys=tuple(Key(face, face_of(TileView(0, face, False, 0))._replace(value="")) for face in view.faces),
        words=view.questioned,
        challenge="challenge" in offered,
        chosen_words=view.chosen_words,
        buttons=tuple(_button(each, side.follows, language) for each in offered if each not in OWN_PLACE),
        note=_note(side, language),
        result=result_of(view, language),
        tie=_tie(view),
        seal=seal_of(view, language),
    )


def ruling_of(view: GameView, language: str) -> Ruling:
    """What the referee's page asks for now."""
    is_open = view.phase == "challenged"
    asked = view.questioned if is_open else ()
    auto = any("verdict_auto" in side.actions for side in view.seats)
    return Ruling(_now(view, None, language), is_open, asked, auto, result_of(view, language), _tie(view),
                  seal_of(view, language))


def corrections_of(view: GameView, language: str) -> tuple[Put, ...]:
    """What was put right, the newest first."""
    return tuple(_put(view, each, language) for each in view.corrections[::-1])


def entries_of(view: GameView) -> tuple[TurnView, ...]:
    """The turns that can be corrected, the newest first."""
    return view.turns[::-1]


def result_of(view: GameView, language: str) -> tuple[Sum, ...]:
    """The result of a game that is over, side by side; () before."""
    if view.phase not in ("settling", "over", "agreed"):
        return ()
    return tuple(_sum(view, number, language) for number in range(len(view.seats)))


def _sum(view: GameView, number: int, language: str) -> Sum:
    lines = tuple(_line(view, each, language) for each in view.points if each.seat == number)
    side = view.seats[number]
    won = bool(view.ended) and view.winner == number
    return Sum(side.name, side.total - sum(line.points for line in lines), lines, side.total, won, side.accepted)


def _line(view: GameView, each: PointsView, language: str) -> Line:
    title, detail = words.points_title(each.kind, language), each.rack
    if each.kind == "end_bonus" and each.owner is not None:
        title = say("Rack of {player}", language, player=view.seats[each.owner].name)
    if each.rack:
        detail = f"{each.rack} = {each.worth}{' ×2' if abs(each.times) == 2 else ''}"
    if each.unsure:
        detail = say("not certain yet", language)
    if each.over_ms:
        detail = say("{time} over", language, time=moment(each.over_ms))
    return Line(title, detail, each.rule, each.points)


def _tie(view: GameView) -> bool:
    return bool(view.ended) and view.winner is None


def seal_of(view: GameView, language: str) -> Seal | None:
    """The seal of an accepted result."""
    return Seal(view.seal.code, moment(view.seal.at_ms)) if view.seal else None


def moment(at_ms: int) -> str:
    """Game time as minutes and seconds, `43:10`.

    >>> moment(2_590_999)
    '43:10'
    """
    minutes, seconds = divmod(at_ms // 1000, 60)
    return f"{minutes}:{seconds:02}"


STANDS = "stands"  # of a correction: a play that no longer fits, and stands all the same


def _put(view: GameView, each: CorrectionView, language: str) -> Put:
    played = next((turn for turn in view.turns if turn.number == each.turn), None)
    seat = played.seat if played else each.seat
    player = "" if seat is None else view.seats[seat].name
    value = each.value if each.what == "play" else ""
    before, after = (_clock(state, language) if each.what == "clock" else _turned(state, language)
                     for state in (each.before, each.after))
    after = f"{after} {say('stands', language)}" if each.what == STANDS else after
    return Put(each.number, _title(each, language), player, _who(view, each.by, language), moment(each.at_ms),
               each.why, before, after, value, each.undone)


def _title(each: CorrectionView, language: str) -> str:
    if each.turn:
        return say("turn {number}", language, number=str(each.turn))
    return say("clock", language) if each.what == "clock" else words.points_title(each.what, language)


def _clock(seconds: str, language: str) -> str:
    """A clock's face without tenths: `28:12`."""
    return words.clock(int(seconds) * 1000, language).removesuffix(",0").removesuffix(".0")


def _who(view: GameView, by: str, language: str) -> str:
    """Who put it right: a side's name, or the referee."""
    seat = by.removeprefix("seat ")
    if seat != by and seat.isdigit() and int(seat) <= len(view.seats):
        return view.seats[int(seat) - 1].name
    return say("Referee", language) if by == "referee" else by


def _turned(state: str, language: str) -> str:
    """A turn's points, and what it is when it is no play: `22`, `0 retirada`."""
    points, _, kind = state.partition(" ")
    return f"{points} {say('withdrawn', language)}" if kind == WITHDRAWN else points


def _now(view: GameView, seat: int | None, language: str) -> str:
    on_turn = next((number for number, side in enumerate(view.seats) if side.on_turn), None)
    player = "" if on_turn is None else view.seats[on_turn].name
    removed = [prompt.data for prompt in view.prompts if prompt.name == "remove"]
    corrected = bool(removed) and all("corrected" in data for data in removed)
    return words.now_sentence(view.phase, player, on_turn is not None and on_turn == seat, language, corrected)


def _note(side: SeatView, language: str) -> str:
    """What a side that may exchange has to do first where readers follow its tiles."""
    if side.on_turn and side.follows and "pass" in side.actions and "exchange" not in side.actions:
        return say("To exchange, put the tiles into the bag and draw as many; then press the clock.", language)
    return ""


def _button(action: str, follows: bool, language: str) -> Button:
    looks = ((GRAVE, "grave"), (MAIN, "main"), (QUIET, "quiet"))
    look = next((name for actions, name in looks if action in actions), "plain")
    named = action in DIALOGS and not (follows and action in FOLLOWED)
    return Button(action, words.deed(action, language), look, named)


def _blanks(laid: tuple[TileView, ...]) -> tuple[Blank, ...]:
    """The blanks of this turn, those without a face first."""
    found = (Blank(name(tile.square), "" if tile.face == "?" else tile.face) for tile in laid if tile.blank)
    return tuple(sorted(found, key=lambda blank: bool(blank.face)))

