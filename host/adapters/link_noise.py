"""Whether the line to a board spoils too many of the frames on it, either way: hardware page 7, row 6.

Pure. Knows nothing of what the frames carry.
"""

from collections import deque

FRAMES = 1_000  # one damaged frame in so many is too many
FEW = 3  # what one spark or one touch of a plug damages says nothing of the line
WITHIN = (FEW - 1) * FRAMES
_ROUND = 1 << 16  # a board's count begins again


class LineNoise:
    """Counts the frames of one line. `noisy` from the FEW damaged ones within WITHIN frames on, until FRAMES in a row
    were sound.

    >>> noise = LineNoise()
    >>> noise.heard(500, 2), noise.noisy
    (None, False)
    >>> noise.heard(500, 3), noise.noisy
    (None, True)
    >>> noise.heard(FRAMES, 3), noise.noisy
    (None, False)
    """

    def __init__(self) -> None:
        self.noisy = False
        self._frames = 0
        self._damaged_at: deque[int] = deque(maxlen=FEW)  # by the count of frames
        self._near = 0  # damaged, as last told of what we hear
        self._far: int | None = None  # and of what the board hears

    def began(self) -> None:
        """A board has started anew, or is another one: what it broke off in its midst was no fault of the line."""
        self.noisy = False
        self._damaged_at.clear()
        self._far = None

    def heard(self, frames: int, damaged: int) -> None:
        """So many sound `frames` have come, and `damaged` ones since this host's start."""
        fresh, self._near = damaged - self._near, damaged
        self._count(frames, fresh)

    def sent(self, frames: int) -> None:
        """So many have gone."""
        self._frames += frames

    def told(self, damaged: int) -> None:
        """The board has found so many damaged since its start, modulo 2**16."""
        fresh = 0 if self._far is None else (damaged - self._far) % _ROUND
        self._far = damaged
        self._count(0, fresh)

    def _count(self, frames: int, damaged: int) -> None:
        self._frames += frames + damaged
        self._damaged_at.extend([self._frames] * min(damaged, FEW))
        if not self._damaged_at or self._frames - self._damaged_at[-1] >= FRAMES:
            self.noisy = False
        elif len(self._damaged_at) == FEW and self._frames - self._damaged_at[0] <= WITHIN:
            self.noisy = True
