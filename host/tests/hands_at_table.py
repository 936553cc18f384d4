"""Hands at a table that is told events one by one: they know where the tiles are, and what readers see of that.

For the tests of the core: everything goes through the machine's `take`, nothing is kept that a table does not have.
"""

from dataclasses import replace

from engine_lite.course_tiles import less, plain, whole_set
from engine_lite.layout import SIDE
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tiles import BLANK
from host.core import events
from host.core.beliefs import sees_draws
from host.core.state import BAG, BOARD, RACKS, Table
from host.core.table import open_table, step
from host.core.telling import faces_of
from host.tests import events as strategies

SECOND = 1_000_000_000
MS = 1_000_000


def opened(rulebook, readers=(), own=False):
    """A game of which every tile has a tag, the first twelve those of the strategies; `own`: the rules settle it."""
    tile_set = RULEBOOKS[rulebook].tile_set
    faces = {kind.face for kind in tile_set.faces}
    first = tuple(BLANK if face == BLANK.face else tile_set.tiles(face if face in faces else "A")[0]
                  for face in strategies.FACES)
    rest = less(whole_set(tile_set), first)
    tags = [*strategies.TAGS, *(f"e0040000000001{number:02x}" for number in range(len(rest)))]
    tiles = tuple((tag, tile.face) for tag, tile in zip(tags, (*first, *rest), strict=True))
    return events.GameOpened(0, rulebook, ("Anna", "Biel"), (600 * SECOND,) * 2, tiles, readers=readers,
                             self_ending=own, sees_opening=True)


class Machine:
    """A table that is told events, its boards up, and the hands at it; `rules` are knobs that it sets otherwise."""

    def __init__(self, rulebook, readers=(BAG, RACKS), rules=()):
        self.table = open_table(replace(opened(rulebook, readers, own=True), rules=tuple(rules)))
        self.hands = Hands(self)
        for part in (BOARD, *readers):
            self.take(events.BoardUp(0, False, part))

    def take(self, event):
        self.table, _ = step(self.table, event)

    def say(self, kind, *args):
        self.take(kind(*args, at_ns=self.table.at_ns))

    @property
    def sizes(self):
        """How many tiles are on each rack and in the bag."""
        return (*map(len, self.table.course.racks), len(self.table.course.bag))


class Hands:
    """What two players do with their tiles, for a machine with a `table` and a `take`."""

    def __init__(self, machine):
        self.machine = machine

    @property
    def table(self) -> Table:
        return self.machine.table

    @property
    def _mover(self) -> int:
        return self.table.game.on_turn or 0

    def _take(self, kind, *args, ms=0):
        self.machine.take(kind(self.table.at_ns + ms * MS, *args))

    def _say(self, kind, *args):
        self.machine.take(kind(*args, at_ns=self.table.at_ns))

    # --- what readers see -------------------------------------------------------------------------------

    def read(self, seat, tags):
        """The loop of `seat` reads `tags`, each once."""
        tags = dict.fromkeys(tags)
        for tag in tags:
            self._take(events.RackTagRead, seat, tag)
        self._take(events.RackTold, seat, len(tags))

    def ring(self, tags):
        for tag in tags:
            self._take(events.BagSighted, tag)

    def put(self, square, tag):
        self._take(events.HallChanged, square, True)
        self._take(events.TagsRead, square, (tag,))
        self._take(events.Calmed)

    def lift(self, square):
        self._take(events.HallChanged, square, False)
        self._take(events.TagsRead, square, ())
        self._take(events.Calmed)

    def board_restarts(self):
        """The board goes, comes back, and tells all that stands on it."""
        standing = dict(self.table.sensed.tags)
        on = tuple(sorted(self.table.sensed.on))
        self._take(events.BoardDown, "board")
        self._take(events.BoardUp, True, "board")
        self._take(events.BoardTold, on)
        for square, tags in standing.items():
            self._take(events.TagsRead, square, tags)
        self._take(events.StateTold)

    # --- what players do --------------------------------------------------------------------------------

    def start(self, seat):
        """Both racks are filled, and the first clock runs."""
        for each in range(2):
            self.draw(each, 0)
        self._say(events.Started, seat)

    def in_bag(self, count):
        """Tags that lie in the bag as far as anybody knows."""
        table = self.table
        gone = {*table.played.values(), *table.laid_tags.values(), *table.recalled.values(), *table.sensed_tags,
                *table.ledger.held, *table.ledger.out, *table.ledger.loose,
                *(tag for tags in table.ledger.racks.values() for tag in tags)}
        bag, found = table.course.bag, []
        for tag in table.tiles:
            if len(found) < count and tag not in gone and (left := less(bag, (table.tile_of(tag),))) is not None:
                found, bag = [*found, tag], left
        return found

    def draw(self, seat, more):
        """`seat` fills its rack, and takes `more`: as ring and loop see it."""
        table = self.table
        tags = self.in_bag(max(0, table.course.room(seat)) + more)
        if table.reads(BAG):
            self.ring(tags)
        if table.reads(RACKS):
            self.read(seat, [*self.rack_tags(seat), *tags])

    def rack_tags(self, seat):
        table = self.table
        standing = {*table.played.values(), *table.laid_tags.values(), *table.sensed_tags}
        return [tag for tag in {*table.ledger.of(seat), *table.ledger.racks.get(seat, ())} if tag not in standing]

    def exchange(self, count, seen):
        """`count` tiles are put away and as many drawn: `seen` by the readers, else said."""
        table, seat = self.table, self._mover
        out = sorted(self.rack_tags(seat))[:count]
        if not seen or not sees_draws(table) or not out:
            self._take(events.ExchangeTyped, seat, count)
            return
        drawn = self.in_bag(len(out))
        kept = [tag for tag in self.rack_tags(seat) if tag not in out]
        if table.reads(RACKS):
            self.read(seat, kept)
        if table.reads(BAG):
            self.ring([*drawn, *out])
        if table.reads(RACKS):
            self.read(seat, [*kept, *drawn])
        self.press()

    def put_back(self, seat):
        """What was drawn beyond a full rack goes back, by the owner or by the other side."""
        over = self.table.course.overdraw
        if over is None:
            return
        tiles = (over.new or self.table.course.rack(over.seat))[-over.surplus :]
        self._say(events.Returned, over.seat, tiles)
        for taken in (1, over.surplus, over.surplus + 1, 3):
            self._say(events.Took, 1 - over.seat, over.seat, taken, tiles)

    def clear(self):
        """The tiles of a withdrawn play are taken up."""
        for square in self.table.removing:
            self.lift(square)

    def press(self):
        self._take(events.ClockPressed, self._mover)
        self.machine.take(events.Due(at_ns=self.table.at_ns + 200 * MS))

    def lay(self, count):
        """Up to `count` tiles of the side on turn in one line through a played tile; how many it laid."""
        squares = _line(self.table, count)
        laid = 0
        for square, tag in zip(squares, self._to_lay(len(squares)), strict=False):
            self.put(square, tag)
            if self.table.tiles[tag] == BLANK.face:
                self._take(events.BlankDeclared, square, "a")
            laid += 1
        return laid

    def _to_lay(self, count):
        """Tags that the side on turn may lay: those known on its rack, else those that it is believed to have."""
        table, seat = self.table, self._mover
        rack, found = list(table.course.rack(seat)), []
        standing = {*table.played.values(), *table.laid_tags.values(), *table.sensed_tags}
        others = {tag for tag, holder in table.ledger.held.items() if holder != seat}
        own = [*table.ledger.of(seat), *(tag for tag in table.tiles if tag not in table.ledger.held)]
        for tag in own:
            tile = table.tile_of(tag)
            free = tag not in standing and tag not in others and tag not in table.ledger.aside
            if len(found) < count and free and tile in rack and tile.face != "Q":
                rack.remove(tile)
                found.append(tag)
        return found

    def play(self, count, drawing=True):
        """A whole turn: tiles laid, the rack filled, the clock pressed. Whether there was something to lay."""
        seat = self._mover
        fewest = 1 if len(self.table.game.board) else 2
        if self.lay(max(count, fewest)) < fewest:
            return False
        if drawing or self.table.course.rulebook.order == "draw_then_press":
            self.draw(seat, 0)
        self.press()
        if drawing:
            self.draw(seat, 0)
        return True

    # --- the truth restored --------------------------------------------------------------------------------

    def restore(self):
        """All tiles where the game has them, every reader telling so; False where no hand can bring that about."""
        self.machine.take(events.Due(at_ns=self.table.at_ns + 4 * SECOND))
        if self.table.press is not None or self.table.ended:
            return False
        for part in ("board", *sorted(self.table.readers)):
            self._take(events.BoardUp, False, part)
        wanted = self._true_board()
        if wanted is None:
            return False
        for square in sorted(self.table.sensed.named):  # of a tile that nothing senses only people can take it back
            self._take(events.TileNamed, square, "")
        self._take(events.BoardTold, tuple(sorted(wanted)))
        for square, tag in sorted(wanted.items()):
            self._take(events.TagsRead, square, (tag,))
        self._take(events.Calmed)
        return self._true_racks()

    def _true_board(self):
        """By square the tag of every tile that the game has played; None where none is left for one."""
        table, found = self.table, dict(self.table.played)
        used = {*found.values(), *table.ledger.held}
        for square, tile in table.game.board:
            if square in found:
                continue
            plain_face = plain((tile,))[0]
            tag = next((tag for tag in table.tiles if tag not in used and table.tile_of(tag) == plain_face), None)
            if tag is None:
                return None
            used.add(tag)
            found[square] = tag
        return found

    def _true_racks(self):
        """Every rack's loop reads as many tiles of each face as the game has on it."""
        if not self.table.reads(RACKS):
            return True
        for seat in range(2):
            table = self.table
            tags = list(table.ledger.of(seat))
            used = {*table.played.values(), *table.ledger.held}
            missing = less(table.course.rack(seat), faces_of(table, tags))
            for tile in missing or ():
                tag = next((tag for tag in table.tiles if tag not in used and table.tile_of(tag) == tile), None)
                if tag is None:
                    return False
                used.add(tag)
                tags.append(tag)
            self.read(seat, tags)
        return True

    def may_play(self):
        """Whether the rules ask for nothing else first."""
        course = self.table.course
        return (course.phase == "playing" and course.overdraw is None and not course.touched and course.again is None
                and course.room(self._mover) >= 0)


def _line(table, count):
    """Up to `count` free squares of one line next to a played tile, or through the centre."""
    board = table.game.board
    taken = {*board.squares, *table.sensed.occupied()}
    if not len(board):
        centre = table.game.rulebook.layout.centre
        return [square for square in range(centre, centre + count) if square not in taken]
    for anchor in sorted(board.squares):
        for unit, most in ((SIDE, SIDE - 1 - anchor // SIDE), (1, SIDE - 1 - anchor % SIDE)):
            line = [anchor + unit * step for step in range(1, most + 1)]
            free = [square for square in line if square not in taken]
            if free and free[0] == line[0]:
                return free[:count]
    for square in range(225):
        if square not in taken and any(_beside(square, other) for other in board.squares):
            return [square]
    return []


def _beside(one, other):
    same_row = one // SIDE == other // SIDE
    return abs(one - other) == SIDE or (same_row and abs(one - other) == 1)
