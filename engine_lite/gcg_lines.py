"""One event line of an annotated game (GCG): from its text to an entry of the record.

Knows nothing of the lines around it, of the board, or of whether the entry can have happened.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypedDict

from engine_lite.gcg_record import (
    AgreedEntry,
    BonusEntry,
    EndBonusEntry,
    EndPenaltyEntry,
    Entry,
    ExchangeEntry,
    GivenEntry,
    PassEntry,
    PenaltyEntry,
    PlayEntry,
    Player,
    Tiles,
    TimeEntry,
    WithdrawEntry,
)
from engine_lite.gcg_sheet import BLANKS, Line
from engine_lite.gcg_tiles import Spelling
from engine_lite.layout import SIDE
from engine_lite.notation import BadNotation, GcgStart
from engine_lite.quoting import quoted
from engine_lite.tiles import NotATile

CHALLENGE, TIME = "(challenge)", "(time)"
AGREED, GIVEN = "(agreed)", "(given)"  # ours: small letters, which are no tiles left over
WITHDRAWN, PASS = "--", "-"
BANK = "bank="  # scrabscrap's word before the tiles left over
EDITED = "\N{PENCIL}\N{VARIATION SELECTOR-16}"  # its sign before the nickname of a line corrected by hand

ACTIONS = "a square and a word as in 8D WORD, -, -TILES, --, (challenge), (time) or (TILES)"

_SPACE = re.compile(f"[{BLANKS}]+")
_START = re.compile(r"[0-9]+[A-Za-z]|[A-Za-z][0-9]+")
_NUMBER = re.compile(r"\+?-?[0-9]{1,5}")  # five digits hold any score; Quackle writes +-6


class Common(TypedDict):
    """What every entry has, read already."""

    line: int
    seat: int
    rack: Tiles | None
    rack_text: str
    score: int
    total: int
    free_text: str


class Words(NamedTuple):
    """An event line cut at its blanks: who, the rack as written, what is done and what follows."""

    line: Line
    spelling: Spelling
    seat: int
    rack_text: str
    action: str
    rest: tuple[str, ...]

    def common(self, at: int = 0) -> Common:
        """The rack, and score, total and free text from the word `at` behind the action; raises BadGcg."""
        numbers = self.rest[at : at + 2]
        for what, number in zip(("score", "total"), (*numbers, "", ""), strict=False):
            if not _NUMBER.fullmatch(number):
                there = quoted(number) if number else "nothing"
                raise self.line.bad(f"{there} stands where the {what} is due; expected +score total, as in +24 136")
        score, total = (int(number.removeprefix("+")) for number in numbers)
        return Common(
            line=self.line.number,
            seat=self.seat,
            rack=self._rack(),
            rack_text=self.rack_text,
            score=score,
            total=total,
            free_text=" ".join(self.rest[at + 2 :]),
        )

    def _rack(self) -> Tiles | None:
        try:
            return self.spelling.rack(self.rack_text)
        except NotATile as error:
            raise self.line.bad(f"the rack is no rack, {error}; expected its tiles") from error

    def tiles(self, text: str) -> Tiles:
        """Tiles that are exchanged or left over."""
        try:
            return self.spelling.held(text)
        except NotATile as error:
            raise self.line.bad(f"these are no tiles, {error}; expected those exchanged or left") from error


def entry_of(line: Line, players: tuple[Player, ...], spelling: Spelling) -> Entry:
    """The entry that an event line, which begins with >, is; raises BadGcg.

    >>> from engine_lite.tiles import ENGLISH
    >>> players, english = (Player("p1", "Ann"), Player("p2", "Bo")), Spelling(ENGLISH)
    >>> entry = entry_of(Line(7, ">p2: AEHLORT 8D OTHE. +24 60"), players, english)
    >>> entry.kind, entry.seat, entry.score, entry.total, str(entry.start)
    ('play', 1, 24, 60, '8D')
    """
    words = _cut(line, players, spelling)
    if _START.fullmatch(words.action):
        return _play(words)
    if words.action in _ENTRIES:
        return _ENTRIES[words.action](words)
    return _exchange(words) if words.action.startswith(PASS) else _end(words)


def _cut(line: Line, players: tuple[Player, ...], spelling: Spelling) -> Words:
    seat, rest = _seat(line, players)
    words = tuple(_SPACE.split(rest)) if rest else ()
    has_rack = bool(words) and not _is_action(words[0])
    rack_text, at = (words[0], 1) if has_rack else ("", 0)
    if len(words) <= at or not _is_action(words[at]):
        there = quoted(words[at]) if len(words) > at else "nothing"
        raise line.bad(f"{there} stands where the turn is due; expected {ACTIONS}")
    return Words(line, spelling, seat, rack_text, words[at], words[at + 1 :])


def _is_action(word: str) -> bool:
    return word.startswith((PASS, "(", BANK)) or bool(_START.fullmatch(word))


def _seat(line: Line, players: tuple[Player, ...]) -> tuple[int, str]:
    """Whose line it is, and the rest of it. A nickname may hold a colon, so the longest that fits is meant."""
    text = line.text[1:].lstrip(BLANKS)
    fitting = _fitting(text, players)
    if not fitting:
        text = text.lstrip(BLANKS + EDITED)
        fitting = _fitting(text, players)
    if not fitting:
        first = _SPACE.split(text)[0]
        known = " or ".join(f">{player.nick}:" for player in players)
        raise line.bad(f"{quoted(first)} is no player's nickname with a colon; expected {known}")
    seat = max(fitting, key=lambda each: len(players[each].nick))
    return seat, text[len(players[seat].nick) + 1 :].strip(BLANKS)


def _fitting(text: str, players: tuple[Player, ...]) -> list[int]:
    return [seat for seat, player in enumerate(players) if text.startswith(f"{player.nick}:")]


def _play(words: Words) -> PlayEntry:
    text = words.rest[0] if words.rest else ""
    try:
        start = GcgStart.parse(words.action)
    except BadNotation as error:
        raise words.line.bad(f"{error}; expected a square of the board, as in 8D or D8") from error
    try:
        letters, said_old = words.spelling.word(text)
    except NotATile as error:
        raise words.line.bad(f"the word is none, {error}; expected the tiles laid, and . for an old one") from error
    row, column = divmod(start.square, SIDE)
    room = SIDE - (row if start.down else column)
    if len(letters) > room:
        raise words.line.bad(f"{words.action} {text} runs over the edge; expected at most {room} letters from there")
    if not any(letters):
        raise words.line.bad(f"the play at {words.action} lays no tile; expected a word with at least one")
    return PlayEntry(**words.common(1), start=start, letters=letters, said_old=said_old, word_text=text)


def _withdraw(words: Words) -> WithdrawEntry:
    common = words.common()
    if common["score"] > 0:
        raise words.line.bad(f"a play taken back adds {common['score']}; expected its points off, as in -- -24 112")
    return WithdrawEntry(**common)


def _challenge(words: Words) -> BonusEntry | PenaltyEntry:
    common = words.common()
    return PenaltyEntry(**common) if common["score"] < 0 else BonusEntry(**common)


def _time(words: Words) -> TimeEntry:
    common = words.common()
    if common["score"] > 0:
        raise words.line.bad(f"overtime adds {common['score']}; expected points off, as in (time) -10 402")
    return TimeEntry(**common)


def _agreed(words: Words) -> AgreedEntry:
    return AgreedEntry(**words.common())


def _given(words: Words) -> GivenEntry:
    return GivenEntry(**words.common())


def _pass(words: Words) -> PassEntry:
    return PassEntry(**words.common())


def _exchange(words: Words) -> ExchangeEntry | PassEntry:
    """Tiles or their number behind the minus sign; none at all is a pass."""
    common, text = words.common(), words.action.removeprefix(PASS)
    if re.fullmatch("[0-9]{1,2}", text):
        return ExchangeEntry(**common, tiles=None, count=int(text)) if int(text) else PassEntry(**common)
    tiles = words.tiles(text)
    return ExchangeEntry(**common, tiles=tiles, count=len(tiles))


def _end(words: Words) -> EndBonusEntry | EndPenaltyEntry:
    """Tiles in brackets: other racks add, the own one, written in front as well, takes off."""
    shape = re.fullmatch(rf"\((.*)\)|{BANK}(.*)", words.action)
    if not shape:
        raise words.line.bad(f"{quoted(words.action)} is not closed; expected the tiles left in round brackets")
    text = shape[1] or shape[2] or ""
    common, tiles = words.common(), words.tiles(text)
    takes_off = PASS in words.rest[0] or (words.rack_text and not common["score"])
    if not takes_off:
        return EndBonusEntry(**common, tiles=tiles)
    if common["rack"] is not None and Counter(common["rack"]) != Counter(tiles):
        raise words.line.bad(f"the rack is {words.rack_text} and {text} is counted; expected the same tiles twice")
    return EndPenaltyEntry(**common, tiles=tiles)


_ENTRIES: Mapping[str, Callable[[Words], Entry]] = {
    WITHDRAWN: _withdraw,
    PASS: _pass,
    CHALLENGE: _challenge,
    TIME: _time,
    AGREED: _agreed,
    GIVEN: _given,
}
