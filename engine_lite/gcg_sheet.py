"""An annotated game (GCG) sorted into its lines: players, facts about the game, events, notes, racks left over.

Knows nothing of what an event line says, nor of tiles.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine_lite.gcg_record import BadGcg, Note, Player
from engine_lite.quoting import quoted

MOST_SEATS = 4  # a club's table has four sides
LONGEST_TEXT = 500_000  # characters; a game with a page of notes on every turn has fewer, a wrong file more
MOST_LINES = 10_000  # as many as such notes have

BLANKS = " \t"
BYTE_ORDER_MARK = "\ufeff"  # some Windows programs begin UTF-8 with it
OURS = "taula "  # a note that begins so hides a line from readers that do not know its form
NOTE = "#note "

_LINE_END = re.compile(r"\r\n|\n|\r")
_PRAGMA = re.compile(r"#([^ \t]+)[ \t]*(.*)", re.DOTALL)

GOES_ON = "-"  # the pragma whose text belongs to the one before
CONTINUED = frozenset({"note", "description", "title"})  # their text may go on in lines without a sign in front


def hides(note: str) -> bool:
    """Whether the text of a note holds a line of ours.

    >>> hides("taula >p1: (challenge) -10 14"), hides("taula rasa")
    (True, False)
    """
    return note.startswith((f"{OURS}>", f"{OURS}#"))


class Line(NamedTuple):
    """A line with its number, counted from 1 as editors do."""

    number: int
    text: str

    def bad(self, what: str) -> BadGcg:
        """The error about this line: `what` stands there and what is expected."""
        return BadGcg(self.number, f"{quoted(self.text)}: {what}")


class RackLine(NamedTuple):
    """A `#rackN` line, or `#incomplete RACK` with the seat None."""

    line: Line
    seat: int | None
    text: str


class Sheet:
    """The lines of one record, taken one after another."""

    def __init__(self) -> None:
        self.seats: dict[int, Player] = {}
        self.facts: dict[str, str] = {}
        self.where: dict[str, Line] = {}
        self.events: list[Line] = []
        self.notes: list[Note] = []
        self.racks: list[RackLine] = []
        self._last = ""  # the pragma that a line without a sign goes on with
        self._begun = False

    def take(self, line: Line) -> None:
        """Sort one line in; raises BadGcg."""
        sign = line.text[:1]
        if sign == ">":
            self._event(line)
        elif sign == "#":
            self._pragma(line)
        elif line.text:
            self._more(line)
        self._begun = self._begun or bool(line.text)

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in the order of their seats; raises BadGcg when a seat between is empty."""
        if not self.seats:
            raise BadGcg(1, "there is no player; expected #player1 NICKNAME NAME before the first event")
        for seat in range(max(self.seats)):
            if seat not in self.seats:
                line = self.where[f"player{max(self.seats) + 1}"]
                raise line.bad(f"there is no player {seat + 1}; expected a line #player{seat + 1} too")
        return tuple(self.seats[seat] for seat in sorted(self.seats))

    def _event(self, line: Line) -> None:
        if left := [rack for rack in self.racks if rack.seat is not None]:
            where = f"after the rack left over in line {left[0].line.number}"
            raise line.bad(f"an event stands {where}; expected the racks behind all events")
        self._last = ""
        self.events.append(line)

    def _pragma(self, line: Line, hidden: bool = False) -> None:
        shape = _PRAGMA.fullmatch(line.text)
        if not shape:
            raise line.bad("there is no word behind the #; expected one such as #note")
        name, text = shape[1].lower(), shape[2].strip(BLANKS)
        if name != GOES_ON:
            self._last = name
        for pattern, take in _PRAGMAS.items():
            if found := re.fullmatch(pattern, name):
                take(self, line, found[0], text)
                break
        else:
            self._fact(line, name, text, hidden)

    def _more(self, line: Line) -> None:
        """A line without a sign goes on with the note or the description before it."""
        if self._last not in CONTINUED:
            raise line.bad("this is neither an event nor a pragma; expected > or # in front")
        if self._last == "note":
            self._note_goes_on(line, "\n")
        else:
            self.facts[self._last] = f"{self.facts[self._last]} {line.text}".strip(BLANKS)

    def _note_goes_on(self, line: Line, between: str) -> None:
        last = self.notes[-1]
        if last.text:
            self.notes[-1] = Note(last.line, f"{last.text}{between}{line.text}", last.after)
        else:
            self._note(line, "note", line.text)

    def _note(self, line: Line, _: str, text: str) -> None:
        if hides(text):
            self._hidden(Line(line.number, text.removeprefix(OURS)))
        else:
            self.notes.append(Note(line.number, text, len(self.events)))

    def _hidden(self, line: Line) -> None:
        """A line in our note; a `#note` in it is a note that only looks as if it hid something."""
        if line.text.startswith(NOTE):
            self.notes.append(Note(line.number, line.text.removeprefix(NOTE), len(self.events)))
            return
        if line.text.startswith(">"):
            self._event(line)
        else:
            self._pragma(line, hidden=True)
        self._last = ""

    def _player(self, line: Line, name: str, text: str) -> None:
        seat = int(name.removeprefix("player")) - 1
        nick, *name_words = re.split(f"[{BLANKS}]+", text, maxsplit=1)
        if seat >= MOST_SEATS or seat < 0:
            raise line.bad(f"there is no seat {seat + 1}; expected #player1 to #player{MOST_SEATS}")
        if not nick:
            raise line.bad("the player has no nickname; expected #player1 NICKNAME NAME")
        if self.events:
            raise line.bad(f"a player comes after the first event in line {self.events[0].number}; expected before")
        self._once(line, f"player{seat + 1}")
        for other, player in self.seats.items():
            if player.nick == nick:
                raise line.bad(f"{quoted(nick)} is player {other + 1} already; expected another nickname")
        self.seats[seat] = Player(nick, "".join(name_words) or nick)

    def _rack(self, line: Line, name: str, text: str) -> None:
        seat = int(name.removeprefix("rack")) - 1
        if seat not in self.seats:
            raise line.bad(f"there is no player {seat + 1}; expected the rack of one of {len(self.seats)} players")
        if not text:
            raise line.bad(f"there is no rack; expected its tiles, as in #{name} AEINRST")
        self._once(line, f"rack{seat + 1}")
        self.racks.append(RackLine(line, seat, text))

    def _incomplete(self, line: Line, name: str, text: str) -> None:
        self._once(line, name)
        self.facts[name] = ""
        self._last = ""
        if text:
            self.racks.append(RackLine(line, None, text))

    def _encoding(self, line: Line, name: str, text: str) -> None:
        if self._begun:
            raise line.bad(f"the encoding stands in line {line.number}; expected it in line 1 or not at all")
        if not text:
            raise line.bad("there is no encoding; expected #character-encoding UTF-8")
        self._once(line, name)

    def _goes_on(self, line: Line, _: str, text: str) -> None:
        if self._last in self.facts:
            self.facts[self._last] = f"{self.facts[self._last]} {text}".strip(BLANKS)
        elif self._last == "note":
            self._note_goes_on(Line(line.number, text), " ")
        else:
            raise line.bad("there is nothing that it could go on with; expected a pragma in the line before")

    def _drop(self, line: Line, _: str, text: str) -> None:
        """`#tile UPPER lower`: our own tile sets know their faces."""

    def _fact(self, line: Line, name: str, text: str, hidden: bool) -> None:
        if self.events and not hidden:
            raise line.bad(
                f"#{name} comes after the first event in line {self.events[0].number}; "
                "expected only #note, #rack1 and the like there"
            )
        self._once(line, name)
        self.facts[name] = text

    def _once(self, line: Line, name: str) -> None:
        if name in self.where:
            raise line.bad(f"#{name} stands in line {self.where[name].number} already; expected it once")
        self.where[name] = line


_PRAGMAS: Mapping[str, Callable[[Sheet, Line, str, str], None]] = {
    "note": Sheet._note,
    "player[0-9]{1,3}": Sheet._player,
    "rack[0-9]{1,3}": Sheet._rack,
    "incomplete": Sheet._incomplete,
    "character-encoding": Sheet._encoding,
    GOES_ON: Sheet._goes_on,
    "tile": Sheet._drop,
}


def sheet_of(text: str) -> Sheet:
    """The lines of `text`, sorted; raises BadGcg for one that is out of place."""
    if len(text) > LONGEST_TEXT:
        raise BadGcg(1, f"the text has {len(text)} characters; expected a game, of at most {LONGEST_TEXT}")
    lines = _LINE_END.split(text.removeprefix(BYTE_ORDER_MARK))
    if len(lines) > MOST_LINES:
        raise BadGcg(MOST_LINES, f"the text has {len(lines)} lines; expected a game, of at most {MOST_LINES}")
    sheet = Sheet()
    for number, line in enumerate(lines, 1):
        sheet.take(Line(number, line.strip(BLANKS)))
    return sheet
