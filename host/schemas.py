"""The published JSON: what the page, the broker and the hub share, and what a page may send back.

Shapes, and the table of who may send what. There is no slot for a rack in play, an unseen tile or a score before its
press: what is not here cannot leak.
Times are milliseconds; squares are 0..224, row by row from the top left.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

VERSION = 1
MAX_SEATS = 4
SEAT_LETTERS = "abcd"  # a seat's page is /seat/a, /seat/b and so on

# Everything that a page may ask for, by who may. The referee's page may send all of it, for any seat.
OF_A_SEAT = (
    "start", "counted", "drawn", "begins", "press", "pass", "exchange", "short_exchange", "senyors", "declare",
    "confirm", "accept_play", "hold", "release", "challenge", "unchallenge", "appeal", "waive", "draw",
    "overdraw", "mix", "seen", "take", "return", "pause",
    "dispute", "no_play", "resign", "rack", "accept", "new_game", "name_tile",
)
# A seat's page too, at a table that has no referee's page: the side a verdict goes against says it itself.
WITHOUT_REFEREE = ("verdict_yes", "verdict_no", "verdict_auto", "kind", "resume")
OF_THE_REFEREE = (
    "disqualify", "points", "correct", "undo_correction", "set_clock", "withdraw", "reinstate", "let_stand",
    "note", "replace_tile", "read_again",
)
ACTIONS = OF_A_SEAT + WITHOUT_REFEREE + OF_THE_REFEREE


class Published(msgspec.Struct, frozen=True):
    """A value that is published as JSON; fields with defaults may be absent."""


class TileView(Published, frozen=True):
    """A tile on the board; `face` in capitals ("L·L", "QU"), `blank` when it is a blank standing for it."""

    square: int
    face: str
    blank: bool
    value: int


class SquareScore(Published, frozen=True):
    """What one square gives to one word."""

    square: int
    face: str
    blank: bool
    value: int
    letter_multiplier: int
    word_multiplier: int
    fresh: bool


class WordView(Published, frozen=True):
    """One word of a play; `formula` as it is shown: `(4×2 + 1 + 10 + 1) ×3`."""

    text: str
    score: int
    formula: str
    squares: tuple[SquareScore, ...]


class TurnView(Published, frozen=True):
    """One turn of the score sheet; a play has `start` in seed notation (`i4`), tiles and words.

    `kind` is play, pass, exchange or withdrawn (a play taken back after a challenge).
    """

    number: int
    seat: int
    kind: str
    score: int
    total: int
    start: str = ""
    text: str = ""
    down: bool = False
    bingo: int = 0
    tiles: tuple[TileView, ...] = ()
    words: tuple[WordView, ...] = ()


class SeatView(Published, frozen=True):
    """One side of the table. `clock_ms` at the view's `at_ms`; below zero in overtime."""

    name: str
    total: int
    clock_ms: int
    running: bool
    on_turn: bool
    actions: tuple[str, ...] = ()
    """What this side's page may offer now, of ACTIONS."""
    accepted: bool = False
    """This side has accepted the result."""
    follows: bool = False
    """Readers tell which tiles this side exchanges, so that nobody need name them."""
    rack_size: int | None = None
    """How many tiles stand on this side's rack; None where its rulebook shows none, or no reader tells."""


class PromptView(Published, frozen=True):
    """Something that hands must put right: the name, its squares (`h5`) and the sentence in the table's language.

    `data` is what the sentence says besides, for who would say it in another language. `to` is the side (0, 1, ...)
    to which alone it is said, since what it asked for was refused; None: everybody.
    """

    name: str
    squares: tuple[str, ...]
    sentence: str
    data: dict[str, str] = {}
    to: int | None = None


class PointsView(Published, frozen=True):
    """Points that no play made; `kind` is bonus, penalty, end_bonus, end_penalty or time.

    The rest explains a settlement: `rack` is the text of the rack that was settled, told once the game is over,
    `owner` the seat whose rack it was (None: those of several), `worth` what its tiles are worth and `times` how
    often that counts (-1: taken off). `over_ms` is the time over the allotted one, `rule` the rulebook's paragraph.
    `unsure`: which tiles that rack holds is not certain yet, and it is not shown.
    """

    seat: int
    kind: str
    points: int
    rack: str = ""
    owner: int | None = None
    worth: int = 0
    times: int = 0
    over_ms: int = 0
    rule: str = ""
    unsure: bool = False


class CorrectionView(Published, frozen=True):
    """What was put right after the event: what was asked, by whom and why, what was before and is after.

    `what` is play, score, withdrawn, reinstated or stands, `value` the play or the points; `before` and `after` are
    points and kind of turn `turn`, `22 play`. Or it is clock, and these are the seconds left to `seat`; or what
    points are given for, and these are its totals; then `turn` is 0. `undone` tells by whom it no longer holds, else
    it is "".
    """

    number: int
    at_ms: int
    turn: int
    what: str
    value: str
    by: str
    why: str
    before: str
    after: str
    undone: str = ""
    seat: int | None = None


class SealView(Published, frozen=True):
    """The result that all sides have accepted: when, and the code that the same sheet gives wherever it is made."""

    at_ms: int
    code: str


class VerdictView(Published, frozen=True):
    """The last verdict while nothing has followed it: on which words, where the play begins, whether it stands.

    `by_list` is the name and date of the word list that gave it, "" when people did.
    """

    words: tuple[str, ...]
    start: str
    valid: bool
    by_list: str = ""


class MenuView(Published, frozen=True):
    """A blank that `seat` names with its two buttons: the square (`h8`) and the face that is shown now."""

    seat: int
    square: str
    face: str


class GameView(Published, frozen=True):
    """The public view of one table: everything that a page may show, and nothing else."""

    table: str
    rulebook: str
    language: str
    phase: str
    at_ms: int
    linked: bool
    live: bool
    seats: tuple[SeatView, ...]
    board: tuple[TileView, ...]
    laid: tuple[TileView, ...]
    turns: tuple[TurnView, ...]
    prompts: tuple[PromptView, ...]
    ended: str = ""
    faces: tuple[str, ...] = ()
    """All that a blank may stand for, in alphabetical order: the same list whatever fits."""
    questioned: tuple[str, ...] = ()
    """The words of the play that can be challenged, or is; in capitals."""
    chosen_words: bool = False
    """A challenge names words, else it is of the whole play."""
    points: tuple[PointsView, ...] = ()
    winner: int | None = None
    """Who has won a game that is over; None: nobody yet, or a tie."""
    corrections: tuple[CorrectionView, ...] = ()
    misfits: tuple[int, ...] = ()
    """Numbers of the turns that no longer fit what was put right before them."""
    seal: SealView | None = None
    menu: MenuView | None = None
    verdict: VerdictView | None = None
    look_ms: int = 0
    """How long a side may look at the tiles from which it picks for the other (003 L23, L32); 0: nothing is said."""
    version: int = VERSION


# --- what the referee's page alone shows: published nowhere; of racks it names what is lost --------------------


class PlaceView(msgspec.Struct, frozen=True):
    """How many tiles are at one place: `bag`, `rack` (that of `seat`), `board`, `aside`, `open` (out of the bag,
    nobody knows whose) or `lost` (on no square and on no rack where they should be; `squares` are where they were).

    `told` is `read` where a reader counts them, `silent` where it does not work now, `never` where there is none;
    the last two are reckoned.
    """

    place: str
    count: int
    seat: int | None = None
    squares: tuple[str, ...] = ()
    told: str = "read"


class StrayView(msgspec.Struct, frozen=True):
    """Tiles of the set that are nowhere: how many, the `seat` whose rack lacks them, and where they were last seen.

    `seen` is `rack`, `bag_in` (the ring saw them go into the bag, in no exchange) or `bag_out` (the ring saw them
    leave the bag, and no rack has them; of no seat it is a doubt: they may have gone back unseen). `face` names one
    tile that can be on nobody's rack and in no hand; of any other it is "": no page shows a rack while a game is on.
    """

    face: str
    seat: int | None
    seen: str
    count: int = 1


class SensedView(msgspec.Struct, frozen=True):
    """What is known of one square: whether a `magnet` is felt, how many `tags` answer, and what follows from it.

    `evidence` is empty, certain, claimed, unknown or conflict; `why` names what is wrong, "" for nothing. `stands` is
    the tile that is known to stand there, `belongs` the one that the game has there. `masked`: its magnet is no
    tile's; `named`: people have said what stands there. `since_ms` is when the magnet came, None if it always was.
    """

    square: int
    evidence: str
    magnet: bool
    tags: int
    why: str = ""
    stands: TileView | None = None
    belongs: TileView | None = None
    masked: bool = False
    named: bool = False
    since_ms: int | None = None


class SinceView(msgspec.Struct, frozen=True):
    """Since when the prompt `name` on `squares` has been there."""

    name: str
    squares: tuple[str, ...]
    at_ms: int


class LogView(msgspec.Struct, frozen=True):
    """One line of the log: what happened, of host.words.log or a prompt's name, on which squares, and what else."""

    at_ms: int
    name: str
    squares: tuple[str, ...] = ()
    data: dict[str, str] = {}


class RefereeView(msgspec.Struct, frozen=True):
    """What the referee's page shows besides the public view.

    `places` hold all tiles of the set between them. `sensed` are the squares of which something is to be said.
    `since` has an entry for each prompt of the view, `log` the last acts, the newest first. `reads_again`: the tags
    of squares can be read again now. `bag` are the faces in the bag while a rule sends the referee to look into it
    (000 r17), in alphabetical order; () at any other time, and where it is not known what the racks hold.
    """

    places: tuple[PlaceView, ...] = ()
    sensed: tuple[SensedView, ...] = ()
    since: tuple[SinceView, ...] = ()
    log: tuple[LogView, ...] = ()
    reads_again: bool = False
    bag: tuple[str, ...] = ()
    strays: tuple[StrayView, ...] = ()
    """Tiles that are lost; those of racks by number."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends: the name, one of ACTIONS, and what that one needs; the rest stays empty.

    `seat` counts from 0 and is who acts; a seat's page acts only for itself. `tiles` are faces with spaces between
    them (`A L·L ?`), `keeps` those that the other side picked in a short exchange, or that a senyors exchange puts
    back. `other` and `count` say from whom how many tiles were taken; of an exchange `count` says how many tiles,
    where nobody says which, of a draw how many since the last turn (nothing: until the rack is full), of an overdraw
    how many too many, on the rack of `other` or of `seat`. `square` is `h8`; of
    `name_tile` an empty `face` says that nothing stands there; of `read_again` the `text` names squares with spaces
    between them. `turn` counts from 1; of `undo_correction` it is the
    correction's number. `play` is `h5 QUINA`, `clock` is `12:30`, `points` are those
    given or agreed on, `why` goes into the record.
    """

    action: Annotated[str, Meta(max_length=40)]
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None = None
    words: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=15)] = ()
    text: Annotated[str, Meta(max_length=200)] = ""
    square: Annotated[str, Meta(max_length=8)] = ""
    face: Annotated[str, Meta(max_length=8)] = ""
    tiles: Annotated[str, Meta(max_length=200)] = ""
    keeps: Annotated[str, Meta(max_length=200)] = ""
    other: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None = None
    count: Annotated[int, Meta(ge=0, le=100)] | None = None
    turn: Annotated[int, Meta(ge=1, le=999)] | None = None
    play: Annotated[str, Meta(max_length=60)] = ""
    clock: Annotated[str, Meta(max_length=9)] = ""
    points: Annotated[int, Meta(ge=-9999, le=9999)] | None = None
    why: Annotated[str, Meta(max_length=200)] = ""


class Role(msgspec.Struct, frozen=True):
    """Whose page an action came from: that of `seat`, or the referee's (None); answers are said in `language`."""

    seat: int | None
    language: str


def may_send(action: str, role: Role, has_referee: bool) -> bool:
    """Whether a page of `role` may send `action` at a table that has, or has not, a referee's page.

    >>> may_send("pass", Role(0, "ca"), True), may_send("set_clock", Role(0, "ca"), False)
    (True, False)
    >>> may_send("verdict_no", Role(0, "ca"), True), may_send("verdict_no", Role(0, "ca"), False)
    (False, True)
    """
    if role.seat is None:
        return action in ACTIONS
    return action in OF_A_SEAT or (not has_referee and action in WITHOUT_REFEREE)
