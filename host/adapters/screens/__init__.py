"""Decides what the display of each side shows at any moment: the play, the score just made, a prompt, a menu.

Pure: views, presses and moments in, pictures of 128 x 64 dots out. Knows nothing of the chip that shows them.
"""

from msgspec.structs import replace

from host.adapters.screens.layouts import (
    LASTING,
    blank_screen,
    challenge_screen,
    play_screen,
    prompt_screen,
    result_screen,
    score_screen,
    to_next_second,
    verdict_screen,
)
from host.adapters.screens.picture import Picture
from host.schemas import GameView

SCORE_MS = 4000  # long enough to read five words
VERDICT_MS = 6000  # a verdict is waited for, and what follows from it must not take its place at once
LASTING_MS = 8000  # twice a score: it is said once that a reader is silent, then the clocks are wanted again
REFUSED_MS = 200  # one blink, felt without being looked for
SHIFT_MS = 300_000  # a picture that stands for hours marks the display: it moves a dot every five minutes


class Screens:
    """Follows the game and draws for each seat; every moment is game time in milliseconds, as in the view.

    A score is shown only for a turn that this object saw being made, a verdict only when it saw it being given: not
    those of a game just resumed.
    """

    def __init__(self) -> None:
        self._view: GameView | None = None
        self._score_until_ms = 0
        self._verdict_until_ms = 0
        self._lasting_until_ms = 0
        self._refused_until_ms: dict[int, int] = {}

    def saw(self, view: GameView) -> None:
        """Take `view` as what now stands."""
        before, self._view = self._view, view
        known = {prompt.name for prompt in before.prompts} if before else set()
        if any(prompt.name in LASTING and prompt.name not in known for prompt in view.prompts):
            self._lasting_until_ms = view.at_ms + LASTING_MS
        if before is None or view.verdict is None:
            self._verdict_until_ms = 0
        elif view.verdict != before.verdict:
            self._verdict_until_ms = view.at_ms + VERDICT_MS
        if before is None or len(view.turns) < len(before.turns):
            self._score_until_ms = 0
        elif [turn.kind for turn in view.turns] != [turn.kind for turn in before.turns]:
            self._score_until_ms = view.at_ms + SCORE_MS

    def refused(self, seat: int, at_ms: int) -> None:
        """A press of `seat` changed nothing: that display blinks once."""
        self._refused_until_ms[seat] = at_ms + REFUSED_MS

    def until_turn_ms(self, at_ms: int) -> int | None:
        """How long after `at_ms` a running clock shows its next second; None while none runs."""
        view = self._view
        if view is None:
            return None
        left = (seat.clock_ms - (at_ms - view.at_ms) for seat in view.seats if seat.running)
        return min(map(to_next_second, left), default=None)

    def picture(self, seat: int, at_ms: int) -> Picture:
        """What `seat` (0, 1, ...) is shown at `at_ms`; dark before the first view and where nobody sits."""
        view = self._view
        if view is None or seat >= len(view.seats):
            return Picture()
        picture = self._due(view, seat, at_ms)
        if at_ms < self._refused_until_ms.get(seat, 0):
            picture = picture.inverted()
        return picture.shifted(at_ms // SHIFT_MS % 2)

    def _due(self, view: GameView, seat: int, at_ms: int) -> Picture:
        """The screen that is due: what this side is asked first, then what hands must put right, then the game."""
        if view.menu is not None and view.menu.seat == seat:
            return blank_screen(view, seat, at_ms)
        if view.verdict is not None and at_ms < self._verdict_until_ms:
            return verdict_screen(view, seat, at_ms)
        own = tuple(prompt for prompt in view.prompts if prompt.to in (None, seat))
        wanted = tuple(prompt for prompt in own if prompt.name not in LASTING)
        lasting = own if at_ms < self._lasting_until_ms else ()
        if shown := wanted or lasting:
            return prompt_screen(replace(view, prompts=shown), seat, at_ms)
        if view.turns and at_ms < self._score_until_ms:
            return score_screen(view, seat, at_ms)
        if view.phase == "challenged":
            return challenge_screen(view, seat, at_ms)
        if view.phase in ("over", "agreed"):
            return result_screen(view, seat, at_ms)
        return play_screen(view, seat, at_ms)


__all__ = ["Picture", "Screens"]
