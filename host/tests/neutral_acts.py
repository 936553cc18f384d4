"""Things that befall a table and are put right again: when they are over, nothing may have changed.

The host is killed, a cable comes out, a hand knocks a played tile: of all that the rules know nothing. Which act,
where, and what befalls the table in the middle of it, is chance's to say.
"""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import NamedTuple

from engine_lite.layout import SIDE, SQUARES
from engine_lite.notation import square_name
from host.adapters.link_health import STARTS_MOST
from host.core.phases import Phase
from host.simulator.stock import rack, square
from host.tests.two_courses import Impossible, TwoCourses

NEAR = 2  # squares that a knocked tile slides at most
WITHIN = 0.4  # how often something befalls the table in the middle of an act
SETTLES_S = 5  # longer than a sweep of the board, and than a tile may be off it (000 r10)

RESTART = "fault restart board"


class NeutralActs:
    """What befalls the tables of `courses` between two lines."""

    def __init__(self, courses: TwoCourses, chance: Random) -> None:
        self._courses = courses
        self._chance = chance
        self._inside = False

    def befall(self) -> None:
        """One act by chance, begun and put right. Raises Difference."""
        act = self._chance.choice([act for act in ACTS if act.can(self)])
        self._courses.begins(act.name)
        with suppress(Impossible):  # there is no second tile, or a tile lies where nothing can go
            act.does(self)
        self._courses.play(f"wait {SETTLES_S}")
        self._courses.done()

    # --- what there is -----------------------------------------------------------------------------

    def played(self) -> list[int]:
        """Squares on which a played tile truly stands."""
        return [place for place in sorted(self._courses.stage.table.played) if self._stands(place)]

    def reads_tags(self) -> bool:
        """Whether the board reads tags: where it does not, a tile that was carried off is a strange one."""
        return bool(self._courses.stage.table.radio and self.played())

    def holds_tiles(self) -> bool:
        """Whether the side on turn has a tile to lay where it should not."""
        return self.reads_tags() and bool(self._rack())

    def _rack(self) -> list[str]:
        seat = self._courses.stage.table.game.on_turn or 0
        return [tile.face for tile in self._courses.stock.at(rack(seat))]

    def _stands(self, place: int) -> bool:
        return bool(self._courses.stock.at(square(place)))

    def _one(self) -> str:
        return square_name(self._chance.choice(self.played()))

    def _two(self) -> tuple[str, str]:
        played = self.played()
        if len(played) < 2:
            raise Impossible("two played tiles are needed")
        one, other = self._chance.sample(played, 2)
        return square_name(one), square_name(other)

    def _free(self, near: str = "") -> str:
        """A free square, if may be no further than NEAR from the one called `near`."""
        free = [place for place in range(SQUARES)
                if not self._stands(place) and place not in self._courses.stage.table.played]
        close = [place for place in free if near and _apart(square_name(place), near) <= NEAR]
        return square_name(self._chance.choice(close or free))

    def _then(self, *lines: str) -> None:
        for line in lines:
            self._courses.sense(line)

    def _meanwhile(self) -> None:
        """Perhaps the host dies in the middle of it."""
        if self._chance.random() < WITHIN:
            self.kill()

    # --- acts --------------------------------------------------------------------------------------

    def kill(self) -> None:
        """The host dies and comes back: whose clock ran, it runs again when people go on."""
        stood = self._courses.stage.table.phase is Phase.PAUSED
        self._then("fault kill host")
        if self._courses.stage.table.phase is Phase.PAUSED and not stood:
            self._then("resume")

    def restart(self) -> None:
        """The board loses its power for a moment."""
        self._then(RESTART, "wait 3")

    def may_restart(self) -> bool:
        """Whether one start more is not too many: that would pause the game."""
        return sum(line.startswith(RESTART) for line in self._courses.lines) < STARTS_MOST

    def unplug(self) -> None:
        """The board's cable comes out; a tile may be lifted meanwhile."""
        self._then("fault unplug board")
        lifted = self.reads_tags() and self._chance.random() < WITHIN and self._one()
        if lifted:
            self._then(f"lift {lifted}")
        self._meanwhile()
        back = self._chance.random() < WITHIN
        if lifted and back:
            self._then(f"putback {lifted}")
        self._then("heal unplug", "wait 2")
        if lifted and not back:
            self._then(f"putback {lifted}")

    def noise(self) -> None:
        """Bytes are spoiled on their way."""
        self._then("fault noise 0.002")
        self._meanwhile()
        self._then("heal noise", "wait 1")

    def lift(self) -> None:
        """A played tile is lifted and put back."""
        place = self._one()
        self._then(f"lift {place}")
        self._meanwhile()
        self._then(f"putback {place}")

    def lift_two(self) -> None:
        """Two are lifted and put back in any order."""
        one, other = self._two()
        self._then(f"lift {one}", f"lift {other}")
        self._meanwhile()
        self._then(*(f"putback {place}" for place in self._chance.sample((one, other), 2)))

    def knock(self) -> None:
        """A sleeve pushes a played tile to a square nearby."""
        place = self._one()
        self._then(f"knock {place} {self._free(place)}")
        self._meanwhile()
        self._then(f"putback {place}")

    def face_down(self) -> None:
        """A played tile is put down on its face."""
        place = self._one()
        self._then(f"facedown {place}")
        self._meanwhile()
        self._then(f"putback {place}")

    def swap(self) -> None:
        """Two played tiles change places, and change back."""
        one, other = self._two()
        self._then(f"swap {one} {other}")
        self._meanwhile()
        self._then(f"swap {one} {other}")

    def move(self) -> None:
        """A played tile is laid elsewhere, and brought back."""
        place = self._one()
        away = self._free()
        self._then(f"move {place} {away}")
        self._meanwhile()
        self._then(f"move {away} {place}")

    def bump(self) -> None:
        """Somebody bumps the board, all tiles slide by a square and are put right."""
        self._then("fault bumped 19 0", "wait 1")
        self._meanwhile()
        self._then("heal bumped", "wait 1")

    def foreign(self) -> None:
        """A ring or a card lies on the board for a while."""
        place = self._free()
        self._then(f"fault foreign {place}", "wait 1")
        self._meanwhile()
        self._then(f"heal foreign {place}", "wait 1")

    def stack(self) -> None:
        """A tile is laid on a played one, and taken off again."""
        place = self._one()
        self._then(f"stack {self._chance.choice(self._rack())} {place}", f"lift {place}")


class Act(NamedTuple):
    """What befalls a table, and whether it can just now."""

    name: str
    does: Callable[[NeutralActs], None]
    can: Callable[[NeutralActs], bool]


def _always(_acts: NeutralActs) -> bool:
    return True


ACTS = (
    Act("the host is killed", NeutralActs.kill, _always),
    Act("the board starts anew", NeutralActs.restart, NeutralActs.may_restart),
    Act("the cable comes out", NeutralActs.unplug, _always),
    Act("the line is noisy", NeutralActs.noise, _always),
    Act("a tile is lifted", NeutralActs.lift, NeutralActs.reads_tags),
    Act("two tiles are lifted", NeutralActs.lift_two, NeutralActs.reads_tags),
    Act("a tile is knocked away", NeutralActs.knock, NeutralActs.reads_tags),
    Act("a tile is laid on its face", NeutralActs.face_down, NeutralActs.reads_tags),
    Act("two tiles change places", NeutralActs.swap, NeutralActs.reads_tags),
    Act("a tile is laid elsewhere", NeutralActs.move, NeutralActs.reads_tags),
    Act("the board is bumped", NeutralActs.bump, NeutralActs.reads_tags),
    Act("a strange thing lies there", NeutralActs.foreign, NeutralActs.reads_tags),
    Act("a tile is laid on another", NeutralActs.stack, NeutralActs.holds_tiles),
)


def _apart(one: str, other: str) -> int:
    """How many squares lie from `one` to `other`, the longer of both ways.

    >>> _apart("h8", "g10"), _apart("h8", "h8")
    (2, 0)
    """
    rows = abs(ord(one[0]) - ord(other[0]))
    columns = abs(int(one[1:]) - int(other[1:]))
    assert max(rows, columns) < SIDE
    return max(rows, columns)
