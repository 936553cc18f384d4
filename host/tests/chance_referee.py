"""What a referee puts right by chance, and what hands do about it on the board.

A correction may be one that no hand can carry out, since its tiles are gone: then it is thought better of.
"""

from collections.abc import Callable, Sequence
from random import Random

from engine_lite.course_state import Course
from engine_lite.game import Turn, TurnKind
from engine_lite.layout import SQUARES
from engine_lite.notation import SeedStart, square_name
from host.tests.two_courses import TwoCourses

TURNS_BACK = 4  # how far back a referee corrects
CLEARS = 0.8  # how often what is withdrawn leaves the board at once
LAID = 0.5  # how often what a correction wants on the board is laid there at once
OTHER_LETTER, LONGER = 0.4, 0.6  # how often a corrected play has another letter, and how often that or one more


class ChanceReferee:
    """The referee at the tables of `courses`; `befall` is what may happen between the correction and the hands."""

    def __init__(self, courses: TwoCourses, chance: Random, befall: Callable[[], None]) -> None:
        self._courses = courses
        self._chance = chance
        self._befall = befall

    @property
    def _course(self) -> Course:
        return self._courses.course

    def correct(self) -> None:
        """An earlier turn is put right, and hands follow. Raises Difference."""
        turns = self._course.game.turns
        if not turns:
            return
        turn = self._chance.choice(turns[-TURNS_BACK:])
        undone = self._chance.randint(1, max(1, len(self._courses.stage.table.corrections)))
        self._courses.tried(self._chance.choice((
            f"withdraw {turn.number}", f"reinstate {turn.number}", f"undo-correction {undone}",
            self._other_play(turn),
        )))
        self._befall()
        if self._chance.random() < LAID:
            self._lay_what_is_wanted()
        withdrawn = self._course.removing.squares
        if withdrawn and self._chance.random() < CLEARS:
            self._courses.tried("remove")
        self.think_better_of_it(withdrawn)

    def _lay_what_is_wanted(self) -> None:
        """The side on turn lays what a correction wants on the board, as far as its rack has that."""
        for place in sorted(self._courses.lacking()):
            tile, seat = self._course.game.board.at(place), self._course.on_turn
            if tile is None or seat is None or not self._courses.is_free(place):
                continue
            if self._courses.has_on_rack(seat, tile):
                self._courses.tried(f"lay {SeedStart(place, False)} {tile.face.lower() if tile.blank else tile.face}")

    def think_better_of_it(self, at_hand: Sequence[int] = ()) -> None:
        """What no hand can bring about is taken back: a play whose tiles are gone, a tile that never lay there.

        The tiles of the squares `at_hand` have just been taken up.
        """
        if not self._courses.lacking():
            return
        holds = [number for number, each in enumerate(self._courses.stage.table.corrections, 1) if not each.undone]
        if holds:
            self._courses.tried(f"undo-correction {holds[-1]}")
        for place in sorted(self._courses.lacking() & set(at_hand)):
            self._courses.tried(f"putback {square_name(place)}")
        for turn in self._course.game.turns:
            squares = turn.placement.squares if turn.placement is not None else ()
            if turn.kind is TurnKind.PLAY and self._courses.lacking() & set(squares):
                self._courses.tried(f"withdraw {turn.number}")
        if self._course.removing:
            self._courses.tried("remove")

    def _other_play(self, turn: Turn) -> str:
        """A line that says what the turn truly was: a letter, a blank or the place may be other."""
        placement, chance = turn.placement, self._chance
        if placement is None or not placement.tiles or turn.start is None:
            return f'correct {turn.number} "h{chance.randint(5, 8)} AE"'
        letters = [tile.face.lower() if tile.blank else tile.face for _, tile in placement.tiles]
        how = chance.random()
        if how < OTHER_LETTER:
            letters[chance.randrange(len(letters))] = chance.choice("AESRTNa")
        elif how < LONGER:
            letters.append(chance.choice("AES"))
        square = placement.squares[0] + chance.choice((0, 0, 0, 1, -1, 15, -15))
        start = SeedStart(max(0, min(SQUARES - 1, square)), turn.start.down)
        word = "".join(f"[{each}]" if len(each) > 1 else each for each in letters)
        return f'correct {turn.number} "{start} {word}"'
