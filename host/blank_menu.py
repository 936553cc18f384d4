"""A blank named at the table, by the two buttons and the display of the side on turn: which face is shown now.

Pure. The challenge button steps through the alphabet, from the last face on to the first; the clock button says
the face that is shown. Before the first step no face is shown: a press of the clock that came too soon names nothing,
and is refused as one with an undeclared blank. The menu is no part of the game: like a finger on a page it changes
nothing until a face is said, and only that (BlankDeclared) is kept; after a restart it opens anew.
"""

from dataclasses import dataclass, replace

from engine_lite.course_state import Phase as CoursePhase
from engine_lite.notation import square_name
from engine_lite.tile_set import NAMELESS
from host.core import disorder
from host.core.state import Table
from host.possible import blank_faces
from host.schemas import MenuView

MS = 1_000_000  # nanoseconds
REPEAT_AFTER_NS = 700 * MS  # a button that is still down then steps on by itself
REPEAT_NS = 250 * MS  # slow enough to let go at the right letter


@dataclass(frozen=True, slots=True)
class BlankMenu:
    """The blank of `seat` on `square` (0..224) that is being named; `place` is the face shown, None before any."""

    seat: int
    square: int
    place: int | None = None


def brought(menu: BlankMenu | None, table: Table) -> BlankMenu | None:
    """The menu as `table` now wants it: None when no blank of this turn is without a face, a new one for another."""
    square, seat = asked(table), table.course.on_turn
    if square is None or seat is None:
        return None
    if menu is not None and (menu.seat, menu.square) == (seat, square):
        return menu
    return BlankMenu(seat, square)


def asked(table: Table) -> int | None:
    """The square of the first blank of this turn that stands for nothing yet; None without one, or in a press."""
    if table.press is not None or table.course.phase is not CoursePhase.PLAYING:
        return None
    nameless = (square for square, tile in disorder.placement(table).tiles if tile.face == NAMELESS)
    return next(nameless, None)


def stepped(menu: BlankMenu, table: Table) -> BlankMenu:
    """The menu at the next face; after the last comes the first."""
    faces = blank_faces(table.game.rulebook.tile_set)
    return replace(menu, place=0 if menu.place is None else (menu.place + 1) % len(faces))


def face_of(menu: BlankMenu, table: Table) -> str:
    """The face that is shown, "" before any."""
    return "" if menu.place is None else blank_faces(table.game.rulebook.tile_set)[menu.place]


def repeats(held_ns: int, after_ns: int = REPEAT_AFTER_NS, every_ns: int = REPEAT_NS) -> int:
    """How many steps a button that has been down for `held_ns` has made beside the one of its press.

    >>> [repeats(ms * MS) for ms in (100, 699, 700, 949, 950)]
    [0, 0, 1, 1, 2]
    """
    return 0 if held_ns < after_ns else 1 + (held_ns - after_ns) // every_ns


def menu_view(menu: BlankMenu, table: Table) -> MenuView:
    """What a display and the pages show of it."""
    return MenuView(menu.seat, square_name(menu.square), face_of(menu, table))
