"""Thirty loops under the board and four under the racks, their diodes' bias of 24 V, and which tags each reaches.

A loop carries the field when its output of the chain sinks and the bias stands, SETTLE_US later.
Knows nothing of radio protocols. The moment is an argument; places come from the world.
"""

from sim.tag_model import Tag
from sim.tpic_model import Tpic
from sim.world import HALF, PITCH, SIDE

CHIPS = 5                  # TPIC6B595: 40 outputs, 34 of them loops (15 rows, 15 columns, 4 racks)
ROWS, COLUMNS = 0, 15      # number of the first row loop and of the first column loop
BOARD_LOOPS, LOOPS = 30, 34   # after the board's come those of the racks
SIDE_REACH = 8500 + 1500   # um from the loop's middle line: half its strip of 17 mm, and what a coil of 16 mm bridges
REACH = 5000               # um of height: the field is weak on purpose, a tag at 3 mm is read and one at 10 mm not
AGC_TUNED, AGC_ASTRAY = 0x160, 0x3A0   # the reader's gain with a sound loop, and with a loop open or none selected
HALF_WIDTH, TAG_UM = 8500, 1500   # um
PEAK_MV = 1800             # of the nominal field, behind the detector
SETTLE_US = 500            # the diodes' bias, after the change of a loop
RAIL_MV = 24_000
RAMP_US = 10_000           # the rail's rise, in a straight line
UNFED_MV = 4_700           # what the converter lets through of its 5 V when it does not run
BIAS_LEAST_MV = 20_000     # below it the diodes of the other loops do not block, and no loop is in tune


class AntennaModel:
    """The loops as the reader's chip feels them, the shift chain as the microcontroller does.

    Pins: latch(level), off(level), clear(level), supply(level), and rail_mv() behind the divider; bus: exchange(sent,
    got, fill, mode).
    """

    def __init__(self, world, seed=0):
        self.selected = []        # numbers of the loops that are on, ascending
        self.open_loops = set()   # fault: these carry no current
        self.gains = {}           # fault: loops out of tune, each with its gain
        self.heights = {}         # fault: loops whose field reaches lower or higher than REACH, each with its um
        self.bridged = {}         # fault: loops joined to another one, which has the field with them
        self.chain = Tpic(CHIPS, seed)
        self.no_supply = False    # fault: the converter does not run
        self.two_loops = 0        # how often more than one loop was on with the field on
        self.dead = set()         # fault: tiles (on a rack: tags) that never answer
        self._world = world
        self._tags = {}           # tile, or the identity of a tag on a rack -> Tag
        self.no_peak = False      # fault: the peak detector tells nothing
        self._per_cent = 100      # of the nominal field
        self._near = [set() for _ in range(BOARD_LOOPS)]
        self._fed_us = None       # when the converter was switched on; None: it is off
        self._settled_us = 0      # when the diodes of what is selected have settled
        self._field = False
        self._period = 0          # counts the times that a loop's field came on
        self._since_us = self._ended_us = 0
        world.watch(self.tile_changed)
        for tile in sorted(world.tiles):
            self.tile_changed(tile, None, world.tiles[tile], 0)

    # ---- from the microcontroller -------------------------------------------------------------------------------

    def exchange(self, sent, got, fill, mode):
        """A transfer through the chain."""
        self.chain.exchange(sent, got, fill, mode)

    def latch(self, level, now_us):
        """RCLK: the rising edge shows the shift stage at the outputs."""
        self.chain.latch(level)
        self.select(now_us)

    def off(self, level, now_us):
        """/G: high switches all outputs off."""
        self.chain.off(level)
        self.select(now_us)

    def clear(self, level):
        """/SRCLR: low clears the shift stage, not the outputs."""
        self.chain.clear(level)

    def supply(self, level, now_us):
        """24V_EN: the rail rises for RAMP_US, and is gone at once."""
        if bool(level) != (self._fed_us is not None):
            self._fed_us = now_us if level else None

    def rail_mv(self, now_us):
        """The diodes' supply."""
        if self._fed_us is None or self.no_supply:
            return UNFED_MV
        return min(RAIL_MV, UNFED_MV + (RAIL_MV - UNFED_MV) * (now_us - self._fed_us) // RAMP_US)

    def select(self, now_us):
        """Look at the chain's outputs again."""
        bits = self.chain.sinking()
        selected = [n for n in range(8 * CHIPS) if bits >> n & 1] if bits else []
        if selected != self.selected:
            field = self._field
            self.field(False, now_us)
            self.selected = selected
            self._settled_us = now_us + SETTLE_US
            self.field(field, now_us)

    def _biased(self, now_us):
        return self.rail_mv(now_us) >= BIAS_LEAST_MV

    # ---- from the reader's chip ---------------------------------------------------------------------------------

    def field(self, on, now_us):
        """The reader's field comes on or goes off."""
        if on and not self._field:
            self._period += 1
            self._since_us = max(now_us, self._settled_us)
            self.two_loops += len(self.selected) > 1
        elif self._field and not on:
            self._ended_us = now_us
        self._field = on

    def drive(self, per_cent):
        """The reader's transmitter drives so much of the nominal field."""
        self._per_cent = per_cent

    def peak_mv(self, now_us):
        """Behind the peak detector: goes with the field."""
        if self.no_peak or not self._field or not self._is_sound(now_us):
            return 0
        return PEAK_MV * self._per_cent // 100

    def _is_sound(self, now_us):
        return len(self.selected) == 1 and self.selected[0] not in self.open_loops and self._biased(now_us)

    def agc(self, now_us):
        """The receiver's gain, 0..1023: AGC_TUNED with one sound loop."""
        return self.gains.get(self.selected[0], AGC_TUNED) if self._is_sound(now_us) else AGC_ASTRAY

    def listeners(self, now_us):
        """The tags within reach of what is selected, each with its power brought up to date."""
        found = []
        if not self._field or now_us < self._settled_us or not self._biased(now_us):
            return found
        for loop in self._fed():
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
        return standing is not None and any(self._reaches(loop, standing, now_us) for loop in self._fed())

    def _fed(self):
        """The loops in which current flows: those selected, and what is joined to them by a fault."""
        if not self.bridged:
            return self.selected
        return self.selected + [self.bridged[loop] for loop in self.selected if loop in self.bridged]

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
        reach = self.heights.get(loop, REACH)
        if z > (reach if self._per_cent == 100 else _weakened(reach, self._per_cent)):
            return False
        return abs((y if loop < COLUMNS else x) - _middle_line(loop)) <= SIDE_REACH


def _weakened(reach, per_cent):
    """How high a loop reads that reads to `reach` um with the whole field; -1: not even on the board.

    Over a long loop of two wires 17 mm apart the field falls as 1 / (1 + (z / 8.5 mm)^2); a tag that lies on the
    board is TAG_UM above the wires.
    """
    left = per_cent * (HALF_WIDTH ** 2 + (reach + TAG_UM) ** 2) // 100 - HALF_WIDTH ** 2
    return int(left ** 0.5) - TAG_UM if left > TAG_UM ** 2 else -1


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
