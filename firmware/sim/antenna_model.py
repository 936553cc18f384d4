"""Thirty loops under the board and four under the racks, the chain of TPIC6B595 that selects one, and which tags
each loop reaches.

Knows nothing of radio protocols. The moment is an argument; places come from the world.
"""

from sim.tag_model import Tag
from sim.world import HALF, PITCH, SIDE

CHIPS = 5                  # TPIC6B595: 40 outputs, 34 of them loops (15 rows, 15 columns, 4 racks)
ROWS, COLUMNS = 0, 15      # number of the first row loop and of the first column loop
BOARD_LOOPS, LOOPS = 30, 34   # after the board's come those of the racks
SIDE_REACH = 8500 + 1500   # um from the loop's middle line: half its strip of 17 mm, and what a coil of 16 mm bridges
REACH = 5000               # um of height: the field is weak on purpose, a tag at 3 mm is read and one at 10 mm not
AGC_TUNED, AGC_ASTRAY = 0x160, 0x3A0   # the reader's gain with a sound loop, and with a loop open or none selected


class AntennaModel:
    """The loops as the reader's chip feels them, the shift chain as the microcontroller does.

    Pins: latch(level), off(level), clear(level); bus: exchange(sent, got, fill, mode).
    """

    def __init__(self, world):
        self.selected = []        # numbers of the loops that are on, ascending
        self.open_loops = set()   # fault: these carry no current
        self.stuck_bits = 0       # fault: outputs of the shift stage that stay 1
        self.two_loops = 0        # how often more than one loop was on with the field on
        self.dead = set()         # fault: tiles (on a rack: tags) that never answer
        self._world = world
        self._tags = {}           # tile, or the identity of a tag on a rack -> Tag
        self._near = [set() for _ in range(BOARD_LOOPS)]
        self._stage = 0           # 40 bits, the last output's bit the highest
        self._latched = 0
        self._off = 1
        self._field = False
        self._period = 0          # counts the times that a loop's field came on
        self._since_us = self._ended_us = 0
        world.watch(self.tile_changed)
        for tile in sorted(world.tiles):
            self.tile_changed(tile, None, world.tiles[tile], 0)

    # ---- from the microcontroller -------------------------------------------------------------------------------

    def exchange(self, sent, got, fill, mode):
        """Shift: highest bit first into output 0's stage; what falls out at SER OUT comes back."""
        count = len(sent) if sent is not None else len(got)
        for i in range(count):
            out = self._stage >> 8 * (CHIPS - 1) & 255
            byte = sent[i] if sent is not None else fill
            self._stage = (self._stage << 8 | byte) & (1 << 8 * CHIPS) - 1 | self.stuck_bits
            if got is not None:
                got[i] = out

    def latch(self, level, now_us):
        """RCLK: the rising edge shows the shift stage at the outputs."""
        if level:
            self._latched = self._stage
            self._select(now_us)

    def off(self, level, now_us):
        """/G: high switches all outputs off."""
        self._off = level
        self._select(now_us)

    def clear(self, level):
        """/SRCLR: low clears the shift stage, not the outputs."""
        if not level:
            self._stage = self.stuck_bits

    def _select(self, now_us):
        bits = 0 if self._off else self._latched
        selected = [n for n in range(8 * CHIPS) if bits >> n & 1] if bits else []
        if selected != self.selected:
            field = self._field
            self.field(False, now_us)
            self.selected = selected
            self.field(field, now_us)

    # ---- from the reader's chip ---------------------------------------------------------------------------------

    def field(self, on, now_us):
        """The reader's field comes on or goes off."""
        if on and not self._field:
            self._period += 1
            self._since_us = now_us
            self.two_loops += len(self.selected) > 1
        elif self._field and not on:
            self._ended_us = now_us
        self._field = on

    def agc(self):
        """The receiver's gain, 0..1023: AGC_TUNED with one sound loop."""
        sound = len(self.selected) == 1 and self.selected[0] not in self.open_loops
        return AGC_TUNED if sound else AGC_ASTRAY

    def listeners(self, now_us):
        """The tags within reach of what is selected, each with its power brought up to date."""
        found = []
        if not self._field:
            return found
        for loop in self.selected:
            if loop in self.open_loops or loop >= LOOPS:
                continue
            if loop >= BOARD_LOOPS:
                for identity in self._world.beside.on_rack(loop - BOARD_LOOPS):
                    found.append(self._powered(identity))
                continue
            for tile in sorted(self._near[loop]):
                if self._reaches(loop, self._world.tiles[tile], now_us):
                    found.append(self._powered(tile))
        return found

    def hears(self, tag, now_us):
        """Whether `tag` is still within reach."""
        if tag.tile is None:
            return any(tag.identity in self._world.beside.on_rack(loop - BOARD_LOOPS) for loop in self.selected)
        standing = self._world.tiles.get(tag.tile)
        return standing is not None and any(self._reaches(loop, standing, now_us) for loop in self.selected)

    def _powered(self, tile):
        if tile not in self._tags:
            self._tags[tile] = Tag(tile)     # of a rack: it has no number
        tag = self._tags[tile]
        tag.dead = tile in self.dead
        tag.power(self._period, self._since_us, self._since_us - self._ended_us)
        return tag

    # ---- from the world -----------------------------------------------------------------------------------------

    def tile_changed(self, tile, before, after, now_us):
        """Called by the world: from `now_us` on the tile moves in another way, or is not there (None)."""
        if before:
            for loop in _crossed(before):
                self._near[loop].discard(tile)
        if after:
            for loop in _crossed(after):
                self._near[loop].add(tile)
            if tile not in self._tags or self._tags[tile].identity != after.tag:
                self._tags[tile] = Tag(after.tag, tile)

    def _reaches(self, loop, standing, now_us):
        x, y, z, _ = self._world.pose(standing, now_us)   # a tag is read face down as well
        return z <= REACH and abs((y if loop < COLUMNS else x) - _middle_line(loop)) <= SIDE_REACH


def _middle_line(loop):
    return HALF + PITCH * (loop % SIDE)


def _crossed(standing):
    """The loops that the tile may couple to somewhere on its way."""
    return (_span(ROWS, standing.y0, standing.y1, standing.x0, standing.x1)
            + _span(COLUMNS, standing.x0, standing.x1, standing.y0, standing.y1))


def _span(first, start, end, start_along, end_along):
    edge = SIDE * PITCH
    if max(start_along, end_along) < 0 or min(start_along, end_along) > edge:
        return []
    low, high = min(start, end) - SIDE_REACH, max(start, end) + SIDE_REACH
    return [first + n for n in range(SIDE) if low <= HALF + PITCH * n <= high]
