"""The 225 Hall switches under the board: which are on, from where the tiles' magnets are.

Each sensor looks every SAMPLE_US at a moment of its own, switches at two points of its own, and holds its output in
between (TI DRV5032, unipolar: the wrong pole does nothing). Knows nothing of shift registers or pins.
"""

from array import array

from pinout import SIDE, SQUARES, chain_bit, sentinel
from sim.chance import Chance
from sim.magnet import field
from sim.world import REST_GAP, middle, nearest

SAMPLE_US = 50_000     # 20 Hz, DRV5032DU
OPERATE_LEAST_MT, OPERATE_MT = 1.8, 3.9   # operate point of DRV5032DU: a sensor at the end is hardest to switch on
RELEASE_MT = 0.9       # smallest release point: the hardest to switch off; the largest is near the operate point
# Between the two. An assumption: the sources at hand give 3.9 mT as the largest operate point and 0.9 as the smallest
# release point of DRV5032DU, but no least distance of one sensor's. As small as this it makes the model's sensors
# chatter sooner than real ones, never later; the bench check of the magnet walk (T07) shows what a real one does.
HYSTERESIS_LEAST_MT = 0.1
FOR_EVER = 1 << 60     # us
_OUT_OF_SIGHT = 28_600  # um aside and below: three halves of a pitch; the field there is under 0.02 mT


def contribution(pose, square):
    """What a tile at `pose` (x, y, z in um, face down) adds at the sensor of `square`, in mT.

    >>> round(contribution((9500, 9500, 0, False), 0), 1), round(contribution((9500, 9500, 0, True), 0), 1)
    (18.8, -18.8)
    """
    x, y, z, flip = pose
    if z > _OUT_OF_SIGHT:
        return 0.0
    dx, dy = middle(square)
    dx -= x
    dy -= y
    aside = dx * dx + dy * dy
    if aside > _OUT_OF_SIGHT * _OUT_OF_SIGHT:
        return 0.0
    strength = field(aside ** 0.5 / 1000, (REST_GAP + z) / 1000)
    return -strength if flip else strength


def reach(standing):
    """All squares whose sensors may feel the tile somewhere on its way."""
    row, column = nearest(min(standing.x0, standing.x1), min(standing.y0, standing.y1))
    last_row, last_column = nearest(max(standing.x0, standing.x1), max(standing.y0, standing.y1))
    return [SIDE * r + c for r in range(max(row - 1, 0), min(last_row + 2, SIDE))
            for c in range(max(column - 1, 0), min(last_column + 2, SIDE))]


def _drawn(chance, least_mt, most_mt):
    """A point of a sensor in uT, each as likely as the next."""
    least, most = round(1000 * least_mt), round(1000 * most_mt)
    return least + chance.below(most - least + 1)


class HallField:
    """All sensors. `outputs`: 30 bytes in the order of the chain, 0 for a magnet, sentinels in place.

    A sensor is looked at only while a tile that it may feel moves, and one sampling period longer.
    """

    def __init__(self, world, seed):
        self.outputs = bytearray(b"\xff" * 30)
        for row in range(SIDE):
            self.outputs[2 * row + 1] = 0xFE | sentinel(row)
        chance = Chance(seed)
        self._sample_us = SAMPLE_US
        self._phase = [chance.below(SAMPLE_US) for _ in range(SQUARES)]
        self._operate = array("H", bytes(2 * SQUARES))   # of each sensor, in uT
        self._release = array("H", bytes(2 * SQUARES))
        for square in range(SQUARES):
            self._operate[square] = operate = _drawn(chance, OPERATE_LEAST_MT, OPERATE_MT)
            self._release[square] = _drawn(chance, RELEASE_MT, operate / 1000 - HYSTERESIS_LEAST_MT)
        self._world = world
        self._still = [0.0] * SQUARES   # mT of the tiles at rest, by square
        self._at_rest = {}              # tile -> ((square, mT), ...) as added to _still
        self._moving = {}               # tile -> its Standing
        self._due = {}                  # square that is awake -> its next sample, us
        self._until = {}                # square that is awake -> when it may sleep again, us
        self._next = None               # the earliest sample due; None while all sleep
        self._on = bytearray(SQUARES)
        self._stuck = {}
        self._drift = {}                # square -> mT by which its points lie higher
        self._weak = {}                 # tile -> share of its magnet that is left
        self._noise_mt = 0.0
        self._chance = Chance(seed + 1)
        self._powered = True
        world.watch(self.tile_changed)

    def tile_changed(self, tile, before, after, now_us):
        """Called by the world: the tile moves in another way from `now_us` on."""
        self.advance(now_us)
        for square, strength in self._at_rest.pop(tile, ()):
            self._still[square] -= strength
        self._moving.pop(tile, None)
        if before:
            self._wake(reach(before), now_us, now_us)
        if after:
            self._moving[tile] = after
            self._wake(reach(after), now_us, max(now_us, after.t1))

    def advance(self, now_us):
        """Take all samples up to `now_us`. Costs next to nothing while no tile moves."""
        if self._next is None or now_us < self._next:
            return
        for square in list(self._due):
            due = self._due[square]
            while due <= now_us:
                self._sample(square, due)
                due += self._sample_us
            if due > self._until[square]:
                del self._due[square], self._until[square]
            else:
                self._due[square] = due
        self._next = min(self._due.values()) if self._due else None
        for tile in sorted(self._moving):
            if self._moving[tile].t1 <= now_us:
                self._lay_to_rest(tile, self._moving.pop(tile))

    def power(self, level, now_us):
        """HALL_PWR_EN: without power no sensor pulls its output down; with it all look afresh."""
        self.advance(now_us)
        self._powered = bool(level)
        for square in range(SQUARES):
            self._on[square] = 0
            self._show(square)
        if level:
            self._wake(range(SQUARES), now_us, now_us)

    def stick(self, square, how):
        """Fault: the output of `square` stays `how` ("on" or "off") whatever the field; "free" ends it."""
        if how == "free":
            self._stuck.pop(square, None)
        elif how in ("on", "off"):
            self._stuck[square] = how == "on"
        else:
            raise ValueError(how)
        self._show(square)

    def points(self, square):
        """The sensor's (operate, release) points in mT, drift included."""
        drift = self._drift.get(square, 0.0)
        return self._operate[square] / 1000 + drift, self._release[square] / 1000 + drift

    def switch_at(self, square, operate_mt, release_mt, now_us):
        """Let the sensor of `square` be one that switches on at `operate_mt` and off at `release_mt`.

        Raises ValueError outside what the data sheet allows.
        """
        if not (OPERATE_LEAST_MT <= operate_mt <= OPERATE_MT
                and RELEASE_MT <= release_mt <= operate_mt - HYSTERESIS_LEAST_MT):
            raise ValueError("no DRV5032DU switches on at %s mT and off at %s" % (operate_mt, release_mt))
        self.advance(now_us)
        self._operate[square] = round(1000 * operate_mt)
        self._release[square] = round(1000 * release_mt)
        self._wake((square,), now_us, now_us)

    def drift(self, square, millitesla, now_us):
        """Fault: both switching points of `square` lie so much higher (lower, if negative); 0 ends it."""
        self.advance(now_us)
        self._drift[square] = millitesla
        self._wake((square,), now_us, now_us)

    def weaken(self, tile, share, now_us):
        """Fault: the magnet of `tile` has only this share of its field left, as of its next motion too; 1 ends it."""
        self._weak[tile] = share
        standing = self._world.tiles.get(tile)
        if standing is not None:
            self.tile_changed(tile, standing, standing, now_us)

    def make_noise(self, millitesla, now_us):
        """Fault: each sample of each sensor is off by up to `millitesla` to either side; 0 ends it."""
        self.advance(now_us)
        self._noise_mt = millitesla
        for square in range(SQUARES):
            self._until[square] = 0
        self._wake(range(SQUARES), now_us, FOR_EVER if millitesla else now_us)

    def sample_every(self, us, now_us):
        """Fault: the sensors are of a kind that looks only so often."""
        self.advance(now_us)
        self._sample_us = us

    def loosen_sentinel(self, row):
        """Fault: the sentinel wire of `row` has come off, and its input reads the wrong level; -1 mends it."""
        for each in range(SIDE):
            level = sentinel(each) ^ (each == row)
            self.outputs[2 * each + 1] = self.outputs[2 * each + 1] & 0xFE | level

    def _wake(self, squares, now_us, until_us):
        """Let `squares` look until each has seen what is there at `until_us`."""
        for square in squares:
            if square not in self._due:
                self._due[square] = now_us + (self._phase[square] - now_us) % self._sample_us
            self._until[square] = max(self._until.get(square, 0), until_us + self._sample_us)
        self._next = min(self._due.values()) if self._due else None

    def _lay_to_rest(self, tile, standing):
        """The tile has arrived and every sample before that is taken: from now on it is part of the sums."""
        pose = self._world.pose(standing, standing.t1)
        share = self._weak.get(tile, 1.0)
        parts = [(square, share * contribution(pose, square)) for square in reach(standing)]
        self._at_rest[tile] = [part for part in parts if part[1]]
        for square, strength in self._at_rest[tile]:
            self._still[square] += strength

    def _sample(self, square, at_us):
        if not self._powered:
            return
        total = self._still[square] - self._drift.get(square, 0.0)
        for tile, standing in self._moving.items():
            total += self._weak.get(tile, 1.0) * contribution(self._world.pose(standing, at_us), square)
        if self._noise_mt:
            total += self._noise_mt * (self._chance.below(2001) - 1000) / 1000
        total *= 1000
        if total >= self._operate[square] if not self._on[square] else total <= self._release[square]:
            self._on[square] ^= 1
            self._show(square)

    def _show(self, square):
        on = self._stuck.get(square, self._on[square])
        byte, mask = chain_bit(square)
        if on:
            self.outputs[byte] &= ~mask & 0xFF
        else:
            self.outputs[byte] |= mask
