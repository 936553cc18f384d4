"""Which tags answer in the field: the ISO 15693 anti-collision walk over masks.

Pure. Knows nothing of chips, loops or squares. The reader it walks with offers
`begin(flags, mask, length)`, `slot()`, `next_slot()`, `wait_ms()` and `answer`, as drivers.pn5180 describes them.
Source: ISO/IEC 15693-3, sections 8 and 10.3.
"""

ONE_SLOT, SIXTEEN_SLOTS = 0x26, 0x06   # flags: high rate, inventory, and one slot or 16
SLOTS = 16
SILENCE, CLASH, GHOST = 0, -1, -2      # what slot() says beside a number of bytes
IDENTITY_BITS = 64
BREATH = 4                  # silent slots (3 ms) between two chances for other tasks to run
DEEPEST = 15                # rounds below each other: four bits each leave the last four to the slots
REPEATS_MOST = 2            # rounds over one mask that bring nothing at all: the second one ends the branch
ROUNDS_MOST = 150           # of one walk: a bag of 100 tags takes about 60, noise would never end
ISSUER = 0xE0               # the first byte of every ISO 15693 identity


class Inventory:
    """One reading after the other. `found`: identities (8 bytes, E0 first) of the last walk, in order of answering.

    walk() and confirm() are generators: each value is a number of whole milliseconds that the caller may spend
    elsewhere before going on. `lap` as in scan.lap: of the task that walks; it ends with each request.
    """

    def __init__(self, reader, lap=None):
        self.found = []
        self.damaged = 0            # answers that were no sound identity, since the start
        self.between = True         # no round is on the air: other tags may be asked meanwhile, over another loop
        self.ghosts = 0             # clashes in which nobody was found, since the start
        self._reader = reader
        self._lap = lap
        self._mask = bytearray(IDENTITY_BITS // 8)
        self._clashes = [0] * (DEEPEST + 1)   # by depth: a bit for each slot still to be looked into
        self._answered = False

    def walk(self, single):
        """Find all tags; `single`: at most one is expected, so one slot is tried first."""
        self.found = []
        if single:
            heard = yield from self._one_slot(0)
            if heard >= 0:
                return
        yield from self._sixteen_slots()

    def confirm(self, identity):
        """Ask for this very tag; then `found` holds it, or nothing. Asked twice when it stays silent."""
        self.found = []
        for i in range(8):
            self._mask[i] = identity[7 - i]
        for _ in range(2):
            heard = yield from self._one_slot(IDENTITY_BITS)
            if heard > 0:
                return

    def _one_slot(self, length):
        reader = self._reader
        reader.begin(ONE_SLOT, self._mask, length)
        yield reader.wait_ms()
        heard = reader.slot()
        while heard is None:
            yield reader.wait_ms()
            heard = reader.slot()
        if heard > 0:
            self._take(reader.answer)
        self._ends()
        return heard

    def _sixteen_slots(self):
        """Depth first: a slot in which several answered is asked again with its four bits added to the mask."""
        clashes = self._clashes
        depth = repeats = 0
        for _ in range(ROUNDS_MOST):
            clashes[depth] = yield from self._round(4 * depth)
            if depth and not self._answered:         # not even damaged bytes: a ghost, unless it comes again
                repeats += 1
                if repeats < REPEATS_MOST:
                    continue
                clashes[depth] = 0
                self.ghosts += 1
            repeats = 0
            while depth >= 0 and (not clashes[depth] or depth == DEEPEST):
                depth -= 1
            if depth < 0:
                return
            depth = self._descend(depth)

    def _descend(self, depth):
        """Add the lowest slot still open at `depth` to the mask."""
        slot = 0
        while not self._clashes[depth] >> slot & 1:
            slot += 1
        self._clashes[depth] &= ~(1 << slot)
        byte = depth // 2
        if depth % 2:
            self._mask[byte] = self._mask[byte] & 0x0F | slot << 4
        else:
            self._mask[byte] = slot
        return depth + 1

    def _round(self, length):
        """All 16 slots under the first `length` bits of the mask: a bit for each slot in which tags clashed."""
        reader = self._reader
        clashes = 0
        self._answered = self.between = False
        reader.begin(SIXTEEN_SLOTS, self._mask, length)
        for slot in range(SLOTS):
            if slot:
                reader.next_slot()
            heard = reader.slot()
            while heard is None:
                yield reader.wait_ms()
                heard = reader.slot()
            if heard > 0:
                self._answered = True
                self._take(reader.answer)
            elif heard:
                self._answered = self._answered or heard == CLASH
                clashes |= 1 << slot
            self.between = slot == SLOTS - 1
            if slot % BREATH == BREATH - 1:
                yield 0
        self._ends()
        return clashes

    def _ends(self):
        if self._lap is not None:
            self._lap.ends()

    def _take(self, answer):
        """Keep the identity in `answer` (flags, DSFID, eight bytes, low byte first) when it can be one."""
        if answer[0] or answer[9] != ISSUER:
            self.damaged += 1
            return
        identity = bytes((answer[9], answer[8], answer[7], answer[6], answer[5], answer[4], answer[3], answer[2]))
        if identity not in self.found:
            self.found.append(identity)
