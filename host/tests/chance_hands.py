"""Lines that people might come to, by chance: what two sides and a referee do in each phase of a game, and what not.

Most lines are what the phase asks for, some are out of place; both tables say which. Where the tiles are is read off
the course of the rules, what happens next is chance's to say.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from engine_lite.choices import Order
from engine_lite.course_overdraw import new_on_rack, taking_told
from engine_lite.course_state import Course, Phase
from engine_lite.notation import SeedStart, square_name
from engine_lite.tiles import BLANK, Tile
from host.core.state import BAG, RACKS
from host.rehearsal.script import SEATS
from host.tests.chance_referee import ChanceReferee
from host.tests.chance_squares import line_beside
from host.tests.neutral_acts import NeutralActs
from host.tests.two_courses import TwoCourses

TRIES = 8  # of putting right what the table asks for, before the hands do something else
ODD = 0.06  # how often somebody says what has no place there
NEUTRAL = 0.12  # how often something befalls the table between two lines
BLANKS_NAMED = "aesrt"  # faces that every tile set has

Way = Callable[["ChanceHands"], None]


class ChanceHands:
    """Two sides and a referee at the tables of `courses`, `neutral` being how often something befalls those."""

    def __init__(self, courses: TwoCourses, chance: Random, neutral: float = NEUTRAL) -> None:
        self._courses = courses
        self._chance = chance
        self._neutral = neutral
        self._acts = NeutralActs(courses, chance)
        self._referee = ChanceReferee(courses, chance, self._befall)

    @property
    def _course(self) -> Course:
        return self._courses.course

    def act(self) -> None:
        """One thing that somebody does, with what belongs to it. Raises Difference."""
        self._befall()
        self._referee.think_better_of_it()
        odd = self._chance.random() < ODD
        ways = WAYS[Phase.OVER] if self._course.ended and not self._course.removing else WAYS[self._course.phase]
        way = ChanceHands._odd if odd else self._drawn(ways)
        if not self._reads_racks and way is not ChanceHands.contest:
            self._draw()  # the table believes that a side has filled its rack by its next turn
        way(self)

    def _drawn(self, ways: Mapping[Way, int]) -> Way:
        return self._chance.choices(list(ways), list(ways.values()))[0]

    def _befall(self) -> None:
        if self._chance.random() < self._neutral:
            self._acts.befall()

    def _do(self, line: str) -> bool:
        return self._courses.tried(line)

    def _said(self, *words: str) -> None:
        """One of `words`, by any seat."""
        self._do(f"{self._chance.choice(words)} {self._chance.choice(self._seats)}")

    @property
    def _reads_racks(self) -> bool:
        return RACKS in self._courses.stage.table.readers

    @property
    def _seats(self) -> str:
        return SEATS[: self._course.game.seats]

    @property
    def _mover(self) -> int:
        return self._course.on_turn or 0

    def _some(self, tiles: Sequence[Tile], count: int) -> list[Tile]:
        return self._chance.sample(list(tiles), min(count, len(tiles)))

    # --- a turn ------------------------------------------------------------------------------------

    def play_turn(self) -> None:
        """The side on turn lays a play and presses; what is refused is taken up again."""
        seat = self._mover
        if self._course.overdraw is not None:
            return self.settle_overdraw()
        if self._course.laid:  # a challenge has come between: the same play is pressed, or another is laid
            if self._chance.random() < 0.5 and self._do(f"press {SEATS[seat]}"):
                return None
            self._take_back()
        self._draw()
        tiles = self._some(self._course.rack(seat), self._chance.randint(1, self._chance.choice((2, 3, 4, 5, 7))))
        found = line_beside(self._course, len(tiles), self._chance) if tiles else None
        if found is None:
            self._do(f"pass {SEATS[seat]}")
            return None
        start, squares = found
        if self._lay(start, squares, tiles) and self._still(seat):
            self._before_the_press(seat, squares)
        if self._still(seat) and not self._do(f"press {SEATS[seat]}") and self._still(seat):
            self._take_back()
        return None

    def _still(self, seat: int) -> bool:
        return self._course.phase is Phase.PLAYING and self._course.on_turn == seat

    def _lay(self, start: SeedStart, squares: Sequence[int], tiles: Sequence[Tile]) -> bool:
        """In one go, or in two with something between; a blank is named as it is laid, or a moment later."""
        words = [self._word(tile) for tile in tiles]
        cut = self._chance.randint(1, len(words)) if self._chance.random() < 0.3 else len(words)
        if not self._do(f"lay {start} {' '.join(words[:cut])}"):
            return False
        if cut < len(words):
            self._befall()
            rest = SeedStart(squares[cut], start.down)
            if not self._still(self._mover) or not self._do(f"lay {rest} {' '.join(words[cut:])}"):
                return False
        for place, word in zip(squares, words, strict=True):
            if word == BLANK.face:
                self._do(f"declare {square_name(place)} {self._chance.choice(BLANKS_NAMED).upper()}")
        return True

    def _word(self, tile: Tile) -> str:
        if tile == BLANK:
            return BLANK.face if self._chance.random() < 0.2 else self._chance.choice(BLANKS_NAMED)
        return tile.face

    def _before_the_press(self, seat: int, squares: Sequence[int]) -> None:
        """A tile taken up again, a pause, a challenge where it comes now, and the draw where that does."""
        place = square_name(self._chance.choice(squares))
        if self._chance.random() < 0.08:
            self._do(f"lift {place}")
            self._befall()
            self._do(f"putback {place}")
        self._befall()
        if self._course.rulebook.order is Order.DRAW_THEN_PRESS:
            for challenge in (True, False):
                if self._chance.random() < 0.1:
                    self._do(f"challenge {SEATS[1 - seat]}")
                if challenge and self._still(seat):
                    self._draw()
        if self._chance.random() < 0.05 and self._do("pause"):
            self._befall()
            self._do("resume")

    def _take_back(self) -> None:
        for place in list(self._course.laid.squares):
            self._do(f"lift {square_name(place)}")
        if self._course.touched:
            self._do("wait 4")
            self._do("waive touched")

    def _draw(self) -> None:
        """Whoever has room draws, a whole rack mostly; now and then too many."""
        for seat, name in enumerate(self._seats):
            room = min(self._course.room(seat), self._courses.room_on_rack(seat), len(self._course.bag))
            whole = not self._reads_racks or self._chance.random() < 0.8
            if self._course.overdraw is not None or room < 1 or not (whole or self._chance.random() < 0.5):
                continue
            if room + 2 < len(self._course.bag) and self._chance.random() < 0.05:
                held = len(self._course.rack(seat)) + room + self._chance.randint(1, 2)
                self._do(f"overdraw {name} {held} {self._chance.choice(('seen', 'unseen', 'mixed'))}")
                self.settle_overdraw()
                continue
            count = room if whole else self._chance.randint(1, room)
            self._do(f"draw {name} {_faces(self._some(self._course.bag, count))}")

    def settle_overdraw(self) -> None:
        """What a side has too many goes back as the rules say, or first as they do not."""
        for _ in range(TRIES):
            over = self._course.overdraw
            if over is None or not over.surplus:
                return
            self._befall()
            told = dict(taking_told(self._course))
            inside = new_on_rack(self._course, over) if "taken_new" in told else self._course.rack(over.seat)
            how_many = [told[name] for name in ("taken_new", "taken", "taken_all") if name in told]
            taken = int((how_many or [str(over.surplus)])[0].split("–")[-1])
            owner, other = SEATS[over.seat], SEATS[1 - over.seat]
            back = min(taken, over.surplus)
            if told and self._chance.random() < 0.9:
                self._do(f"take {other} FROM {owner} {taken} returns {_faces(self._some(inside, back))}")
            else:
                new = new_on_rack(self._course, over) or self._course.rack(over.seat)
                self._do(f"return {owner} {_faces(self._some(new, over.surplus))}")

    def exchange(self) -> None:
        """Some tiles for others; with a small bag the other side may pick."""
        rack, bag, name = self._course.rack(self._mover), self._course.bag, SEATS[self._mover]
        gone = self._some(rack, self._chance.randint(1, 7))
        if not gone:
            return
        if len(bag) < self._course.rulebook.exchange_min_bag and self._chance.random() < 0.5:
            kept = self._some([*bag, *gone], len(gone))
            self._do(f"short-exchange {name} {_faces(gone)} keeps {_faces(kept)}")
        else:
            self._do(f"exchange {name} {_faces(gone)}")

    def give_up_turn(self) -> None:
        """A pass, or what a side may do instead."""
        name = SEATS[self._mover]
        unseen = self._course.laid and BAG not in self._courses.stage.table.readers  # what goes back beside a play
        ways = {f"pass {name}": 8, f"senyors {name}": 0 if unseen else 3, "no-play": 1, f"resign {name}": 1}
        self._do(self._chance.choices(list(ways), list(ways.values()))[0])

    # --- challenges, pauses, the referee -----------------------------------------------------------

    def contest(self) -> None:
        """The other side does with the last play what its window lets it do, or does not."""
        ways = ("challenge", "challenge", "hold", "accept-play", "accept-play", "confirm")
        if self._chance.random() < 0.1:
            self._said(*ways)
        else:
            self._do(f"{self._chance.choice(ways)} {SEATS[self._mover]}")

    def rule(self) -> None:
        """The verdict, or what may come before it."""
        self._do(self._chance.choices(("verdict no", "verdict yes", "kind nom"), (4, 4, 1))[0])

    def take_back_challenge(self) -> None:
        """A challenge is taken back."""
        self._said("unchallenge")

    def appeal(self) -> None:
        """The verdict is contested."""
        self._said("appeal")

    def remove(self) -> None:
        """The withdrawn tiles leave the board, mostly all at once."""
        squares = self._course.removing.squares
        if squares and self._chance.random() < 0.2:
            self._do(f"lift {square_name(self._chance.choice(squares))}")
        else:
            self._do("remove")

    def leave_hold(self) -> None:
        """HOLD is ended, or the time of the mover's draw comes."""
        name = SEATS[self._mover]
        self._do(self._chance.choice((f"challenge {name}", f"release {name}", f"accept-play {name}", "wait 65")))
        self._draw()

    def pause(self) -> None:
        """The game stands for a moment."""
        if self._do(self._chance.choice(("pause", f"dispute {SEATS[self._mover]}"))):
            self._befall()

    def go_on(self) -> None:
        """The game goes on, once a withdrawn play is off the board."""
        if not self._do("resume") and self._course.removing:
            self._do("remove")

    def let_time_pass(self) -> None:
        """Nobody does anything for a while."""
        self._do(f"wait {self._chance.choice((2, 70))}")

    def accept(self) -> None:
        """A side accepts the final score."""
        self._said("accept")

    def correct(self) -> None:
        """The referee puts an earlier turn right."""
        self._referee.correct()

    def _odd(self) -> None:
        """What has no place there, as a rule."""
        name, number = self._chance.choice(self._seats), self._chance.randint(1, len(self._course.game.turns) + 1)
        self._do(self._chance.choice((
            f"press {name}", f"challenge {name}", f"hold {name}", f"release {name}", f"unchallenge {name}",
            f"accept-play {name}", f"confirm {name}", f"appeal {name}", f"mix {name}", f"pass {name}",
            f"accept {name}", f"dispute {name}", f"disqualify {name}" if self._chance.random() < 0.1 else "pause",
            "verdict yes", "verdict no", "waive touched", "resume", "kind nom", "referee hm",
            f"withdraw {number}", f"reinstate {number}", f"undo-correction {number}",
        )))


def _faces(tiles: Sequence[Tile]) -> str:
    return " ".join(tile.face for tile in tiles)


_H = ChanceHands
WAYS: Mapping[Phase, Mapping[Way, int]] = {
    Phase.PLAYING: {_H.play_turn: 60, _H.contest: 14, _H.exchange: 7, _H.give_up_turn: 6, _H.pause: 5, _H.correct: 5,
                    _H.let_time_pass: 2},
    Phase.HOLDING: {_H.leave_hold: 6, _H.pause: 1},
    Phase.CHALLENGED: {_H.rule: 8, _H.take_back_challenge: 1, _H.pause: 1},
    Phase.REMOVING: {_H.remove: 8, _H.appeal: 2, _H.correct: 2, _H.pause: 1},
    Phase.PAUSED: {_H.go_on: 7, _H.correct: 3, _H.remove: 1},
    Phase.SETTLING: {_H.contest: 6, _H.let_time_pass: 2, _H.correct: 1, _H.pause: 1, _H.give_up_turn: 1},
    Phase.OVER: {_H.accept: 3, _H.correct: 4, _H.appeal: 1, _H.let_time_pass: 2},
    Phase.AGREED: {_H.accept: 1, _H.correct: 3, _H.let_time_pass: 2},
}
