"""The two buttons of a side while its display asks what a blank stands for: they belong to the menu, not to the game.

Holds the open menu (blank_menu.py tells what it shows) and how far a held button has stepped it. Knows no pins.
"""

from collections.abc import Callable

import msgspec

from host import blank_menu
from host.adapters.panel import Button, Press
from host.adapters.panel_debounce import MS
from host.config import PanelSettings
from host.core.state import Table
from host.schemas import GameView

CHALLENGE_BUTTONS = (Button.CHALLENGE_A, Button.CHALLENGE_B)
SEATS_WITH_BUTTONS = {Button.CLOCK_A: 0, Button.CLOCK_B: 1, Button.CHALLENGE_A: 0, Button.CHALLENGE_B: 1}


class MenuButtons:
    """`shows(seat)`: whether that side has a display on which it sees the menu; nobody names a blank without."""

    def __init__(self, shows: Callable[[int], bool]) -> None:
        self._shows = shows
        self._menu: blank_menu.BlankMenu | None = None
        self._repeated = 0  # steps of the button that is held down now

    def saw(self, table: Table) -> None:
        """The menu opens, stays or closes as `table` now wants it."""
        self._menu = blank_menu.brought(self._menu, table)

    def close(self) -> None:
        """Another game has begun: nothing of this one is asked any more."""
        self._menu = None

    def over(self, view: GameView, table: Table) -> GameView:
        """`view` with the menu that is open, if somebody sees it."""
        if self._menu is None or not self._shows(self._menu.seat):
            return view
        return msgspec.structs.replace(view, menu=blank_menu.menu_view(self._menu, table))

    def asks(self, button: Button) -> bool:
        """Whether `button` belongs to the open menu: the clock's does once a face is shown."""
        menu = self._menu
        if menu is None or SEATS_WITH_BUTTONS.get(button) != menu.seat or not self._shows(menu.seat):
            return False
        return button in CHALLENGE_BUTTONS or menu.place is not None

    def pressed(self, press: Press, table: Table) -> tuple[int, str] | None:
        """After a press of a button that asks(): square and face that are said, None when it only stepped on."""
        menu = self._menu
        assert menu is not None, "a button of an open menu"
        if press.button in CHALLENGE_BUTTONS:
            self._menu = blank_menu.stepped(menu, table)
            self._repeated = 0
            return None
        return menu.square, blank_menu.face_of(menu, table)

    def held(self, held_ns: Callable[[Button], int], times: PanelSettings, table: Table) -> bool:
        """A challenge button that is held down (for held_ns of it) steps on by itself; whether it has now."""
        menu, before = self._menu, self._repeated
        if menu is None or menu.place is None:
            return False
        button = CHALLENGE_BUTTONS[menu.seat]
        since_ns = held_ns(button) if self.asks(button) else 0
        due = blank_menu.repeats(since_ns, times.repeat_after_ms * MS, times.repeat_ms * MS)
        while self._repeated < due:
            menu = blank_menu.stepped(menu, table)
            self._repeated += 1
        self._menu = menu
        return self._repeated > before
