"""What can be wrong with the cable of the virtual table: pulled out, or noisy. Chance comes from a seed."""

from collections.abc import Sequence
from random import Random


class BadFault(Exception):
    """A fault that is not understood; the text says what is."""


class CableFaults:
    """Bytes pass through; `switch` spoils them.

    `unplug` loses all, `noise P` flips a bit in a share P of them, `doubled` lets every burst arrive twice.
    """

    NAMES = ("unplug", "noise", "doubled")

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._unplugged = False
        self._noise = 0.0
        self._doubled = False

    def switch(self, name: str, arguments: Sequence[str], on: bool) -> None:
        """Begin or end the fault `name`. Raises BadFault."""
        if name == "unplug":
            if list(arguments) not in ([], ["board"]):
                words = " ".join(arguments)
                raise BadFault(f"`unplug` may be followed by `board`, `bag` or `racks`, not by '{words}'")
            self._unplugged = on
        elif name == "doubled":
            self._doubled = on
        else:
            self._noise = _share(arguments) if on else 0.0

    def __call__(self, data: bytes) -> bytes:
        """`data` as it comes out at the other end."""
        if self._unplugged:
            return b""
        if self._doubled:
            data += data
        if not self._noise:
            return data
        return bytes(
            byte ^ 1 << self._random.randrange(8) if self._random.random() < self._noise else byte for byte in data)


def _share(arguments: Sequence[str]) -> float:
    try:
        share = float(arguments[0]) if len(arguments) == 1 else -1.0
    except ValueError:
        share = -1.0
    if not 0 < share < 1:
        raise BadFault("`noise` needs a share of the bytes, more than 0 and less than 1: fault noise 0.001")
    return share
