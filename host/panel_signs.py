"""The panel as table.toml has it, and what its status lamp and buzzer say of the table.

The status lamp goes on and off once a second while the board is not heard or no disk takes the game, else it is lit.
The buzzer sounds once when a press is refused, never in a rated game. Time is an argument.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from host.adapters.panel import Button, NoGpio, Output, Panel, PanelEdge, PanelPins
from host.adapters.panel_debounce import MS, Holds
from host.config import PanelSettings
from host.schemas import PromptView
from host.words import notice_sentence

JAMMED = {  # the notice of each button, and the seat that it names
    Button.CLOCK_A: ("clock_button_jammed", 0), Button.CLOCK_B: ("clock_button_jammed", 1),
    Button.CHALLENGE_A: ("challenge_button_jammed", 0), Button.CHALLENGE_B: ("challenge_button_jammed", 1),
    Button.REFEREE: ("referee_button_jammed", None),
}
LOST: dict[Button, tuple[str, int | None]] = {Button.REFEREE: ("referee_press_lost", None)} | {
    button: ("press_lost", seat) for button, (_, seat) in JAMMED.items() if seat is not None}
LOST_SHOWN_NS = 10_000 * MS  # long enough to be read, and to press again
BLINK_NS = 500 * MS  # lit and dark: nothing on the table flashes more than once a second


def built_panel(settings: PanelSettings, post: Callable[[PanelEdge], None], clock_ns: Callable[[], int],
                said: Callable[[str], None]) -> Panel | None:
    """The panel that `settings` describe; None, and said once, where there are no pins: the table goes on without."""
    try:
        return Panel(pins_of(settings), post, clock_ns, holds=holds_of(settings), said=said)
    except NoGpio as why:
        said(f"{why} The table goes on without its buttons.")
        return None


def pins_of(settings: PanelSettings) -> PanelPins:
    """The wiring among the settings."""
    written = msgspec.structs.asdict(settings)
    return PanelPins(**{name: written[name] for name in PanelPins.__slots__})


def holds_of(settings: PanelSettings) -> Holds:
    """The times among the settings, in nanoseconds.

    >>> holds_of(PanelSettings()) == Holds()
    True
    """
    return Holds(settings.release_ms * MS, settings.lock_out_ms * MS, settings.stuck_s * 1000 * MS)


def jammed_notices(jammed: Iterable[Button], seats: Sequence[str], language: str) -> tuple[PromptView, ...]:
    """What everybody is told of buttons that are down and stay down; `seats` are the players' names.

    >>> [each.sentence for each in jammed_notices([Button.CLOCK_B], ("Anna", "Biel"), "en")]
    ['The clock button of Biel is jammed. Free it, or call the referee.']
    """
    return tuple(_notice(*JAMMED[button], seats, language) for button in jammed)


def lost_notices(lost: Iterable[Button], seats: Sequence[str], language: str) -> tuple[PromptView, ...]:
    """What everybody is told of buttons that are down though nobody heard them being pressed.

    >>> [each.sentence for each in lost_notices([Button.CHALLENGE_A], ("Anna", "Biel"), "en")]
    ['A press of Anna was not heard. Press again.']
    """
    return tuple(_notice(*LOST[button], seats, language) for button in lost)


def _notice(name: str, seat: int | None, seats: Sequence[str], language: str) -> PromptView:
    player = seats[seat] if seat is not None and seat < len(seats) else ""
    data = {"player": player} if player else {"player": "-"} if seat is not None else {}
    return PromptView(name, (), notice_sentence(name, data, language), data)


class Signs:
    """Status lamp and buzzer of `panel`; every moment is one of the same clock, in nanoseconds."""

    def __init__(self, panel: Panel, beep_ms: int) -> None:
        self._panel = panel
        self._beep_ns = beep_ms * MS
        self._quiet_ns: int | None = None  # when the buzzer falls silent

    def refused(self, rated: bool, at_ns: int) -> None:
        """A press changed nothing: one short sound, but in a rated game."""
        if rated:
            return
        self._panel.switch(Output.BUZZER, True)
        self._quiet_ns = at_ns + self._beep_ns

    def tick(self, well: bool, at_ns: int) -> None:
        """Bring lamp and buzzer to what they show at `at_ns`; to be called more often than a beep lasts."""
        self._panel.switch(Output.STATUS, well or at_ns // BLINK_NS % 2 == 0)
        if self._quiet_ns is not None and at_ns >= self._quiet_ns:
            self._panel.switch(Output.BUZZER, False)
            self._quiet_ns = None
