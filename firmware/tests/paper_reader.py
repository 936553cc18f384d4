"""A reader on paper: tags are numbers, slots take no time. For tests of the anti-collision walk alone."""

from scan.inventory import CLASH, GHOST, ONE_SLOT, SILENCE


class PaperReader:
    """`identities`: those in the field. `ghosts`: so many silent slots look like a clash of nothing. `deaf`: so many
    answers go unheard. `rounds` counts requests."""

    def __init__(self, identities, ghosts=0, deaf=0):
        self.answer = bytearray(10)
        self.ghosts = ghosts
        self.deaf = deaf
        self.rounds = 0
        self._numbers = [int.from_bytes(identity, "big") for identity in identities]
        self._in_slot = [[] for _ in range(16)]
        self._slot = 0

    def begin(self, flags, mask, length):
        self.rounds += 1
        wanted = int.from_bytes(mask, "little") & (1 << length) - 1
        self._slot = 0
        self._in_slot = [[] for _ in range(16)]
        for number in self._numbers:
            if number & (1 << length) - 1 == wanted:
                self._in_slot[0 if flags == ONE_SLOT else number >> length & 15].append(number)

    def next_slot(self):
        self._slot += 1

    def wait_ms(self):
        return 0

    def slot(self):
        numbers = self._in_slot[self._slot]
        if numbers and self.deaf:
            self.deaf -= 1
            return SILENCE
        if not numbers:
            if self.ghosts:
                self.ghosts -= 1
                return GHOST
            return SILENCE
        if any(number != numbers[0] for number in numbers):
            return CLASH
        self.answer[2:] = numbers[0].to_bytes(8, "little")
        return len(self.answer)
