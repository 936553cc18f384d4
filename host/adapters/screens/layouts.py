"""Decides where everything stands on the display of one side: the play, the score and the prompt screen.

Pure: a view, a seat and a moment in, a picture out. Knows nothing of when which screen is due, nor of the chip.
Measures are dots of a 128 x 64 display; a baseline is the row below a letter's foot.
"""

from textwrap import wrap

from host.adapters.screens.labels import Labels, labels
from host.adapters.screens.picture import WIDTH, Picture, bold, small
from host.schemas import GameView, PromptView, SeatView, TurnView

STEP_MS = 3000  # a prompt of many squares or lines turns the page: time to read three short lines
MINUS = "−"
NAME_LETTERS = 7
# Shown for a while: nobody can put them right in mid game.
LASTING = ("count_set", "no_bag_reader", "no_rack_readers", "undervoltage", "too_hot",
           "clock_button_jammed", "challenge_button_jammed", "referee_button_jammed", "press_lost",
           "referee_press_lost")
BAR = 13  # rows of the bar at the top
BAR_END = 125
FOOT_END = 126
SIGN_X = 3
TILE_PITCH = 6  # dots from one tile of a rack to the next
RACK_MOST = 10  # of the other side's tiles are drawn, half the display's width: more than any overdraw leaves long
TEXT_X = {"": 3, ">": 12, "=": 12, "!": 10}  # where a bar's text begins after its sign
WORDS_X = 60

# Segments of a large digit, 22 x 28 dots with a stroke of 5: x, y, width, height of each.
TOP, MIDDLE, BOTTOM = (0, 0, 22, 5), (0, 11, 22, 5), (0, 23, 22, 5)
UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT = (0, 0, 5, 16), (17, 0, 5, 16), (0, 11, 5, 17), (17, 11, 5, 17)
SEGMENTS = {
    "0": (TOP, BOTTOM, UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT),
    "1": ((8, 0, 5, 28),),
    "2": (TOP, UPPER_RIGHT, MIDDLE, LOWER_LEFT, BOTTOM),
    "3": (TOP, UPPER_RIGHT, MIDDLE, LOWER_RIGHT, BOTTOM),
    "4": (UPPER_LEFT, UPPER_RIGHT, MIDDLE, LOWER_RIGHT),
    "5": (TOP, UPPER_LEFT, MIDDLE, LOWER_RIGHT, BOTTOM),
    "6": (TOP, UPPER_LEFT, MIDDLE, LOWER_LEFT, LOWER_RIGHT, BOTTOM),
    "7": (TOP, UPPER_RIGHT, LOWER_RIGHT),
    "8": (TOP, UPPER_LEFT, UPPER_RIGHT, MIDDLE, LOWER_LEFT, LOWER_RIGHT, BOTTOM),
    "9": (TOP, UPPER_LEFT, UPPER_RIGHT, MIDDLE, LOWER_RIGHT, BOTTOM),
}
DIGIT_X = (7, 32, 72, 97)
DIGIT_Y = 16
CORNERS = ((0, 0), (21, 0), (0, 27), (21, 27))


def clock_text(clock_ms: int) -> str:
    """A clock as the pages show it, less the tenths, for which there is no room: mm:ss, from one hour h:mm:ss.

    >>> clock_text(1_692_999), clock_text(0), clock_text(-61_000), clock_text(3_600_000)
    ('28:12', '00:00', '−01:01', '1:00:00')
    """
    seconds = abs(clock_ms) // 1000
    hours, minutes = divmod(seconds // 60, 60)
    sign = MINUS if clock_ms < 0 else ""
    return f"{sign}{f'{hours}:' if hours else ''}{minutes:02}:{seconds % 60:02}"


def to_next_second(clock_ms: int) -> int:
    """After how many ms a running clock that stands at `clock_ms` is written otherwise.

    >>> [to_next_second(ms) for ms in (1_692_000, 1_692_999, 0, -1, -1_000)]
    [1, 1000, 1000, 999, 1000]
    """
    return clock_ms % 1000 + 1 if clock_ms > 0 else 1000 - -clock_ms % 1000


def clock_at(view: GameView, seat: SeatView, at_ms: int) -> str:
    """The clock of `seat` at `at_ms`, which may lie after the view was taken."""
    return clock_text(seat.clock_ms - (max(0, at_ms - view.at_ms) if seat.running else 0))


def opposite(view: GameView, seat: int) -> SeatView | None:
    """The side shown beside `seat`: of several the one on turn, else the next round the table; None when alone."""
    others = view.seats[seat + 1 :] + view.seats[:seat]
    return next((side for side in others if side.on_turn), others[0] if others else None)


def play_screen(view: GameView, seat: int, at_ms: int) -> Picture:
    """The own clock in large digits; the bar holds whose turn it is and the other clock, the last line the totals."""
    picture = Picture()
    own, other = view.seats[seat], opposite(view, seat)
    sign, word, filled = _state(view, own)
    _bar(picture, word, clock_at(view, other, at_ms) if other else "", sign=sign, filled=filled)
    _large_clock(picture, clock_at(view, own, at_ms))
    picture.box(0, 48, WIDTH, 1)
    name, total = _side(own)
    x = picture.text(2, 60, name, small())
    picture.text(x + _gap(name, total), 60, total, bold())
    if other:
        name, total = _side(other)
        x = picture.right(FOOT_END, 60, total, bold())
        picture.right(x - _gap(name, total), 60, name, small())
        _rack(picture, other.rack_size or 0)
    return picture


def _rack(picture: Picture, tiles: int) -> None:
    """The tiles on the other side's rack, standing on the line above its name (004 L58-61)."""
    for place in range(min(tiles, RACK_MOST)):
        picture.box(FOOT_END + 1 - (place + 1) * TILE_PITCH + 2, 45, TILE_PITCH - 2, 3)


def score_screen(view: GameView, seat: int, at_ms: int) -> Picture:
    """What the last turn scored and how it adds up. There must have been a turn."""
    picture, words, turn = Picture(), labels(view.language), view.turns[-1]
    left = f"{turn.text} {turn.start}" if turn.kind == "play" else _kind(turn, words)
    long = f"{words.turn} {turn.number}"
    _bar(picture, left, long if len(left) + len(long) <= bold().fits(BAR_END - 3 - TEXT_X[""]) else str(turn.number))
    score = f"+{turn.score}" if turn.score >= 0 else f"{MINUS}{-turn.score}"
    # Four double letters just fit before the words, five would reach them.
    picture.text(4 if len(score) < 4 else 1, 40, score, bold(), scale=2 if len(score) <= 4 else 1)
    for baseline, (text, points) in zip((23, 32, 41, 50), score_lines(turn, words), strict=False):
        x = picture.right(FOOT_END, baseline, points, small())
        picture.text(WORDS_X, baseline, text[: small().fits(x - WORDS_X - small().width)], small())
    _foot(picture, view, seat, at_ms)
    return picture


def score_lines(turn: TurnView, words: Labels) -> list[tuple[str, str]]:
    """Up to four lines of text and points, which always add up to the score; a bonus stands last.

    A play that was taken back still has its words, and they count nothing: only its main word is named.
    """
    if turn.kind != "play":
        return [(turn.text, str(turn.score))] if turn.text else []
    bonus = [(words.bingo, str(turn.bingo))] if turn.bingo else []
    return _folded([(word.text, word.score) for word in turn.words], 4 - len(bonus)) + bonus


def _folded(terms: list[tuple[str, int]], room: int) -> list[tuple[str, str]]:
    """`terms` on `room` lines: one too many shares the last line if short enough, else the rest is summed there."""
    lines = [(text, str(points)) for text, points in terms]
    if len(terms) <= room:
        return lines
    (text, points), (last, last_points) = lines[room - 1 : room + 1]
    shared = f"{text} {points} · {last}"
    if len(terms) == room + 1 and len(f"{shared} {last_points}") <= small().fits(FOOT_END - WORDS_X):
        return [*lines[: room - 1], (shared, last_points)]
    return [*lines[: room - 1], ("…", str(sum(points for _, points in terms[room - 1 :])))]


def blank_screen(view: GameView, seat: int, at_ms: int) -> Picture:
    """The blank that `seat` is naming: its square in the bar, the face shown now in a ring, what each button does."""
    picture, menu, words = Picture(), view.menu, labels(view.language)
    assert menu is not None, "a menu is open"
    _bar(picture, words.blank, menu.square, filled=True)
    picture.box(4, 16, 34, 34)
    for row, inset in enumerate((3, 1, 1)):  # its corners are round
        for x, y in ((4, 16 + row), (38 - inset, 16 + row), (4, 49 - row), (38 - inset, 49 - row)):
            picture.box(x, y, inset, 1, lit=False)
    _ring(picture, 4, 16, menu.face or "?")
    shown = words.steps if menu.face else words.steps[:2]  # nothing is shown yet that the clock could say
    for baseline, line in zip((25, 36, 47), shown, strict=False):
        picture.text(46, baseline, line, small())
    _foot(picture, view, seat, at_ms)
    return picture


def _ring(picture: Picture, x: int, y: int, face: str) -> None:
    """A ring of the tile's blank cut out of a lit tile at (x, y), with the face in it."""
    for dx, dy, width, height in ((9, 4, 16, 1), (9, 29, 16, 1), (4, 9, 1, 16), (29, 9, 1, 16)):
        picture.box(x + dx, y + dy, width, height, lit=False)
    for step in range(5):
        for dx, dy in ((8 - step, 5 + step), (25 + step, 5 + step), (8 - step, 28 - step), (25 + step, 28 - step)):
            picture.box(x + dx, y + dy, 1, 1, lit=False)
    scale = 2 if len(face) == 1 else 1
    left = x + 17 - len(face) * bold().width * scale // 2 + (scale > 1)
    picture.text(left, y + (27 if scale == 2 else 22), face, bold(), scale=scale, lit=False)


def challenge_screen(view: GameView, seat: int, at_ms: int) -> Picture:
    """The words that are challenged, and where the play begins; more than three lines take turns."""
    picture, words = Picture(), labels(view.language)
    start = view.turns[-1].start if view.turns and view.questioned and view.turns[-1].text else ""
    _bar(picture, words.challenged, start, sign="!", filled=True)
    lines = wrap(" ".join(view.questioned), bold().fits(WIDTH - 8)) or [""]
    screens = [lines[first : first + 3] for first in range(0, len(lines), 3)]
    shown = screens[max(0, at_ms) // STEP_MS % len(screens)]
    for baseline, line in zip((26, 38, 50), shown, strict=False):
        picture.text(4, baseline, line, bold())
    _foot(picture, view, seat, at_ms)
    return picture


def verdict_screen(view: GameView, seat: int, at_ms: int) -> Picture:
    """The words that were challenged, the list that has answered, and whether the play stands. There must be one."""
    picture, words, verdict = Picture(), labels(view.language), view.verdict
    assert verdict is not None, "a verdict has been given"
    _bar(picture, words.challenged, verdict.start, sign="!", filled=True)
    picture.text(4, 26, _cut(" ".join(verdict.words), bold().fits(WIDTH - 8)), bold())
    picture.text(4, 37, _listed(verdict.by_list, small().fits(WIDTH - 8)), small())
    picture.text(4, 48, words.valid if verdict.valid else words.not_valid, bold())
    _foot(picture, view, seat, at_ms)
    return picture


def _listed(name: str, letters: int) -> str:
    """A list's name and date, `DISC, 2026-05`, on a line: the date stays whole.

    >>> _listed("Diccionari oficial, 2026-05", 20)
    'Diccionar… · 2026-05'
    """
    title, comma, date = name.rpartition(", ")
    return f"{_cut(title, letters - 3 - len(date))} · {date}" if comma else _cut(name, letters)


def _cut(text: str, letters: int) -> str:
    """`text`, its end gone where there is no room for it."""
    return text if len(text) <= letters else f"{text[: letters - 1]}…"


def result_screen(view: GameView, seat: int, at_ms: int) -> Picture:
    """The totals side by side when the game is over, the winner's with a triangle, and the seal once accepted."""
    picture, words = Picture(), labels(view.language)
    tie = view.winner is None
    _bar(picture, words.ended, words.tie if tie else "", filled=True)
    shown = [view.seats[seat], *(side for number, side in enumerate(view.seats) if number != seat)][:2]
    for baseline, side in zip((29, 44), shown, strict=False):
        if not tie and view.winner is not None and side is view.seats[view.winner]:
            picture.triangle(3, baseline - 9, 4)
        picture.text(11, baseline, side.name[:12], small())
        picture.right(FOOT_END, baseline, str(side.total).replace("-", MINUS), bold())
    picture.box(0, 50, WIDTH, 1)
    if view.seal is not None:
        picture.text(4, 62, view.seal.code, bold())
    else:
        accepted = sum(side.accepted for side in view.seats)
        picture.right(FOOT_END, 62, f"{words.accepted} {accepted}/{len(view.seats)}", small())
    return picture


def prompt_screen(view: GameView, seat: int, at_ms: int) -> Picture:
    """The first prompt: its square in a box, its sentence beside it; more squares or lines take turns."""
    picture, prompt = Picture(), view.prompts[0]
    wanted = len(view.prompts)
    count = f"1/{wanted}" if wanted > 1 else ""
    _bar(picture, labels(view.language).attention, count, sign="!", filled=True)
    step = max(0, at_ms) // STEP_MS
    if prompt.squares:
        _boxed(picture, prompt.squares[step % len(prompt.squares)])
    x, screens = prompt_lines(prompt)
    for baseline, line in zip((25, 36, 47), screens[step % len(screens)], strict=False):
        picture.text(x, baseline, line, small())
    _foot(picture, view, seat, at_ms)
    return picture


def prompt_lines(prompt: PromptView) -> tuple[int, list[list[str]]]:
    """Where the sentence begins, and its lines three to a screen: 13 letters beside a square, else 20."""
    x, letters = (47, 13) if prompt.squares else (4, 20)
    lines = wrap(prompt.sentence, letters) or [""]
    return x, [lines[first : first + 3] for first in range(0, len(lines), 3)]


def _state(view: GameView, own: SeatView) -> tuple[str, str, bool]:
    """Sign, word and filling of the play screen's bar."""
    words = labels(view.language)
    if view.ended:
        return "", words.ended, False
    if view.phase == "paused":
        return "=", words.paused, False
    named = {"holding": words.holding, "removing": words.removing, "settling": words.settling}
    if view.phase in named:
        return "!", named[view.phase], own.on_turn
    if any(prompt.name in LASTING for prompt in view.prompts):
        return "!", words.on_turn if own.on_turn else words.waiting, own.on_turn
    return (">", words.on_turn, True) if own.on_turn else ("=", words.waiting, False)


def _kind(turn: TurnView, words: Labels) -> str:
    return {"pass": words.passed, "exchange": words.exchanged, "withdrawn": words.withdrawn}.get(turn.kind, turn.text)


def _side(side: SeatView) -> tuple[str, str]:
    """Name and total; the name gives way, the digits never: both sides share 124 dots."""
    total = str(side.total).replace("-", MINUS)
    room = small().fits(61 - 3 - bold().width * len(total))
    return side.name[: min(NAME_LETTERS, room)], total


def _gap(name: str, total: str) -> int:
    """Dots between a name and its total: a letter's width where there is room."""
    return max(3, min(small().width, 61 - small().width * len(name) - bold().width * len(total)))


def _bar(picture: Picture, left: str, right: str, *, sign: str = "", filled: bool = False) -> None:
    """The bar: `sign` is > (triangle), = (two bars), ! or none; `left` is cut where `right` begins."""
    picture.box(0, 0 if filled else BAR - 1, WIDTH, BAR if filled else 1)
    end = picture.right(BAR_END, 10, right, bold(), lit=not filled) - 3 if right else WIDTH
    if sign == ">":
        picture.triangle(SIGN_X, 2, 5, lit=not filled)
    elif sign == "=":
        picture.box(SIGN_X, 3, 2, 7, lit=not filled)
        picture.box(SIGN_X + 4, 3, 2, 7, lit=not filled)
    elif sign:
        picture.text(SIGN_X - 1, 10, sign, bold(), lit=not filled)
    x = TEXT_X[sign]
    picture.text(x, 10, left[: bold().fits(end - x)], bold(), lit=not filled)


def _large_clock(picture: Picture, clock: str) -> None:
    """The own clock; from one hour it is too long for large digits and stands in double letters."""
    digits = clock.removeprefix(MINUS)
    if len(digits) != len("mm:ss"):
        picture.text((WIDTH - len(clock) * 2 * bold().width) // 2, 40, clock, bold(), scale=2)
        return
    if clock != digits:
        picture.box(0, DIGIT_Y + 12, 5, 3)
    for x, digit in zip(DIGIT_X, digits.replace(":", ""), strict=True):
        for left, top, width, height in SEGMENTS[digit]:
            picture.box(x + left, DIGIT_Y + top, width, height)
        for left, top in CORNERS:
            picture.box(x + left, DIGIT_Y + top, 1, 1, lit=False)
    picture.box(60, 23, 5, 5)
    picture.box(60, 33, 5, 5)


def _boxed(picture: Picture, square: str) -> None:
    """`square` cut out of a lit box of 40 x 34 dots."""
    picture.box(2, 16, 40, 34, cut=2)
    pitch = 2 * bold().width - (len(square) > 2)  # three letters need the dark column that ends each cell
    x = 2 + (40 - pitch * len(square)) // 2 + 1
    for number, letter in enumerate(square):
        picture.text(x + number * pitch, 42, letter, bold(), scale=2, lit=False)


def _foot(picture: Picture, view: GameView, seat: int, at_ms: int) -> None:
    """Both clocks, own at the left, a triangle before the one that runs."""
    own, other = view.seats[seat], opposite(view, seat)
    picture.box(0, 52, WIDTH, 1)
    picture.text(9, 62, clock_at(view, own, at_ms), small())
    if own.running:
        picture.triangle(2, 55, 4)
    if other:
        x = picture.right(FOOT_END, 62, clock_at(view, other, at_ms), small())
        if other.running:
            picture.triangle(x - 7, 55, 4)
