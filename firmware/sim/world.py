"""Where every tile stands, at any moment: the one world that all chip models of a board look at.

Knows nothing of chips, fields or time's passing: the moment is an argument. Runs on both interpreters.
"""

from sim.beside import Beside

PITCH = 19000   # um from square to square
HALF = 9500     # um from the board's edge to the middle of its first square
REST_GAP = 3400  # um from magnet to sensor when a tile lies on the board (z = 0)
SIDE = 15       # squares in a row


def middle(square):
    """The middle of `square` (0..224) as x, y in um from the top left corner of the board."""
    return HALF + PITCH * (square % SIDE), HALF + PITCH * (square // SIDE)


def nearest(x, y):
    """The row and column whose middle is nearest to x, y (um); may lie off the board."""
    return y // PITCH, x // PITCH


class Standing:
    """One tile: its tag (8 bytes, E0 first) and one straight motion, at rest before and after it."""

    def __init__(self, tag, motion, flip):
        self.tag = tag
        self.t0, self.x0, self.y0, self.z0, self.t1, self.x1, self.y1, self.z1 = motion
        self.flip = flip


class World:
    """Tiles by number. x to the right, y downwards, z up from the playing surface; um and us throughout.

    `beside`: the tiles on racks and in the bag, which have a place and no pose.
    """

    def __init__(self):
        self.beside = Beside()
        self.tiles = {}      # tile number -> Standing
        self._watchers = []

    def watch(self, watcher):
        """Have `watcher(tile, before, after, now_us)` called at each change; None stands for no such tile."""
        self._watchers.append(watcher)

    def put(self, tile, tag, motion, flip, now_us):
        """Tile moves as `motion` (t0, x0, y0, z0, t1, x1, y1, z1) says, from now on; `flip`: face down."""
        self._change(tile, Standing(tag, motion, flip), now_us)

    def take_away(self, tile, now_us):
        """The tile is nowhere near the board any more."""
        if tile in self.tiles:
            self._change(tile, None, now_us)

    def _change(self, tile, after, now_us):
        before = self.tiles.get(tile)
        if after is None:
            del self.tiles[tile]
        else:
            self.tiles[tile] = after
        for watcher in self._watchers:
            watcher(tile, before, after, now_us)

    def pose(self, standing, now_us):
        """Where `standing` is at `now_us`: x, y, z in um, and whether it lies face down."""
        s = standing
        if now_us >= s.t1:
            return s.x1, s.y1, s.z1, s.flip
        if now_us <= s.t0:
            return s.x0, s.y0, s.z0, s.flip
        part, whole = now_us - s.t0, s.t1 - s.t0
        return (s.x0 + (s.x1 - s.x0) * part // whole, s.y0 + (s.y1 - s.y0) * part // whole,
                s.z0 + (s.z1 - s.z0) * part // whole, s.flip)
