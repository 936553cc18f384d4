"""What one side may do at this moment, for its page to offer: what the rules would take if it were said now.

An offer only: the core decides what is asked for. Each statement that needs nothing written is tried on the rules, so
that what a page offers is not refused out of hand. Shows nothing that a side does not see on the table: a senyors
exchange is offered whatever stands on the rack.
"""

from collections.abc import Iterator
from dataclasses import replace
from unicodedata import normalize

from engine_lite import course as rules
from engine_lite import course_events as events
from engine_lite.choices import Challenge as ChallengeRule
from engine_lite.choices import ChallengeScope
from engine_lite.choices import Overdraw as OverdrawRule
from engine_lite.course import Refused
from engine_lite.course_events import Event, Form
from engine_lite.course_state import Again, Course, Overdraw, Standing
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.course_surplus import new_on_rack
from engine_lite.course_tiles import Tiles
from engine_lite.course_window import open_play
from engine_lite.game import TurnKind
from engine_lite.placement import Placement, wrong_with
from engine_lite.scoring import explain
from engine_lite.tile_set import NAMELESS
from engine_lite.tiles import TileSet
from host.core import disorder
from host.core.adjustments import asked_by_a_correction
from host.core.beliefs import loop_reads, unsure_racks
from host.core.effects import Refuse
from host.core.phases import Phase
from host.core.reopening import may_leave
from host.core.state import Table
from host.core.statements import refuse_disorder, stated
from host.core.telling import guesses
from host.core.turns import exchange_seen, racks_filled
from host.core.unread import before_it_laid

MOST_TAKEN = 10  # tiles off an overfull rack: three more than it should hold

BEFORE = (CoursePhase.SETUP, CoursePhase.COUNT, CoursePhase.DRAW, CoursePhase.RACKS)


def actions_of(table: Table, seat: int, at_ns: int = 0, judges: bool = False) -> tuple[str, ...]:
    """The actions that `seat` may ask for at game time `at_ns`, of host.schemas.ACTIONS, the likeliest first.

    `judges`: a word list can give the verdict. While a press is being read there are none.
    """
    if table.press is not None:
        return ()
    asked = Asked(table, seat, max(at_ns, table.at_ns), judges or table.course.lexicon is not None)
    another = ("new_game",) if may_leave(table) and seat not in table.leaving else ()
    if table.course.phase in BEFORE:
        return tuple(asked.before_the_game()) + another
    if table.course.ended:
        return tuple(asked.after_the_end()) + another
    if table.phase is Phase.PAUSED:
        return (*asked.those("resume", events.Resumed(at_ns=asked.at_ns)), "resign", *another)
    return tuple(asked.of_the_turn()) + tuple(asked.of_a_play()) + tuple(asked.at_any_time())


class Asked:
    """One side's question what it may do now; nothing here changes the table."""

    def __init__(self, table: Table, seat: int, at_ns: int, judges: bool) -> None:
        self.table = table
        self.course: Course = table.course
        self.seat = seat
        self.at_ns = at_ns
        self.judges = judges

    def those(self, name: str, event: Event) -> tuple[str, ...]:
        """`name` alone if the rules take `event` now, else nothing."""
        try:
            rules.step(self.course, event)
        except Refused:
            return ()
        return (name,)

    def stated(self, name: str, event: Event) -> tuple[str, ...]:
        """As `those`, for what the table first fills with what its readers have followed."""
        _, effects = stated(self.table, event)
        return () if any(isinstance(effect, Refuse) for effect in effects) else (name,)

    def before_the_game(self) -> Iterator[str]:
        """The first clock, which waits for no rack that nobody reads; the count, the draw and who begins."""
        at_ns = self.at_ns
        yield from self.stated("start", events.Started(self.seat, at_ns=at_ns))
        yield from self.those("counted", events.Counted((), at_ns=at_ns))
        yield from self.those("drawn", events.DrawnToStart(self.course.bag[: len(self.table.seats)], at_ns=at_ns))
        yield from self.those("begins", events.StarterNamed(self.seat, at_ns=at_ns))

    def of_the_turn(self) -> Iterator[str]:
        """What ends the turn of the side on turn, and the name of its blank."""
        course, seat, at_ns = self.course, self.seat, self.at_ns
        if course.phase is not CoursePhase.PLAYING or seat != course.on_turn:
            return
        if any(tile.blank for _, tile in disorder.placement(self.table).tiles):
            yield "declare"
        if disorder.laid(self.table):
            yield "press"  # for a table whose button is jammed, or that has none
        yield "name_tile"  # where a sensor is dead nothing tells that it is
        yield from self._exchanges()
        yield from self.stated("pass", events.Passed(seat, at_ns=at_ns))
        lies = bool(course.laid) or bool(course.overdraw)
        if course.rulebook.senyors and not lies and course.again is not Again.NONE and course.bag:
            yield "senyors"

    def _exchanges(self) -> Iterator[str]:
        """An exchange where the tiles are typed, or where the readers have seen them go."""
        table, seat, at_ns = self.table, self.seat, self.at_ns
        if follows(table, seat):
            out, _ = exchange_seen(table, seat)
            if out:
                yield from self._exchange_of(len(out))
            return
        one = self.course.rack(seat)[:1] or self.course.bag[:1]
        if found := self._exchange_of(1):
            yield from found
        elif one:
            keeps = self.course.bag[:1]
            yield from self.stated("short_exchange", events.ShortExchanged(seat, one, keeps, at_ns=at_ns))

    def _exchange_of(self, count: int) -> tuple[str, ...]:
        """`exchange` if so many tiles may be exchanged now, whichever they are: everybody sees what is offered."""
        try:
            refuse_disorder(self.table, self.seat)
            course = racks_filled(self.table, self.seat).course
            rules.step(course, events.Exchanged(self.seat, course.rack(self.seat)[:count], course.bag[:count],
                                                at_ns=self.at_ns))
        except Refused:
            return ()
        return ("exchange",)

    def of_a_play(self) -> Iterator[str]:
        """What may be said of the other side's play, of a challenge, of its verdict."""
        course, seat, at_ns = self.course, self.seat, self.at_ns
        if course.phase is CoursePhase.CHALLENGED:
            yield from self._of_a_challenge()
        elif self._open():
            holding = course.phase is CoursePhase.HOLDING
            if holding:
                yield from self.those("release", events.Released(seat, at_ns=at_ns))
            else:
                yield from self.those("accept_play", events.PlayAccepted(seat, at_ns=at_ns))
                yield from self.those("hold", events.Held(seat, at_ns=at_ns))
            yield from self.those("challenge", events.Challenged(seat, at_ns=at_ns))
        if course.phase is not CoursePhase.CHALLENGED and (self._open() or self._scored_last()):
            yield from self.those("dispute", events.Disputed(seat, at_ns=at_ns))
        if course.standing is not None and course.standing.pressed and not course.standing.confirmed:
            yield from self.those("confirm", events.Confirmed(seat, at_ns=at_ns))
        if course.verdict is not None:
            yield from self.those("appeal", events.Appealed(seat, at_ns=at_ns))
        yield from self.those("waive", events.Waived(seat, at_ns=at_ns))

    def _open(self) -> bool:
        """Whether another side's play can be challenged by this one, which has not accepted it."""
        if self.course.rulebook.challenge is ChallengeRule.VOID or questioned(self.table, self.seat) is None:
            return False
        standing = self.course.standing
        return standing is None or self.seat not in standing.accepted

    def _scored_last(self) -> bool:
        """Whether the last turn is a play and no other lies there yet: only now its score is seen (000 r28b ii)."""
        course = self.course
        last = course.game.turns[-1] if course.game.turns else None
        return last is not None and last.kind is TurnKind.PLAY and not len(course.laid)

    def _of_a_challenge(self) -> Iterator[str]:
        """Without a referee each side may say the verdict that goes against it; the word list, either."""
        course, challenge = self.course, self.course.challenge
        if challenge is not None and self.seat == challenge.by:
            yield from ("unchallenge", "verdict_yes")
        elif course.standing is not None and self.seat == course.standing.seat:
            yield "verdict_no"
        if self.judges:
            yield "verdict_auto"
        yield from self.those("kind", events.KindTold("-", at_ns=self.at_ns))

    def at_any_time(self) -> Iterator[str]:
        """What does not hang on whose turn it is."""
        course, seat, at_ns = self.course, self.seat, self.at_ns
        yield from self._of_a_draw()
        yield from self._of_an_overdraw()
        if course.phase is not CoursePhase.CHALLENGED:  # there the clocks stand already
            yield from self.those("pause", events.Paused(at_ns=at_ns))
        if seat not in course.no_play:
            yield from self.those("no_play", events.NoPlay(seat, at_ns=at_ns))
        yield "resign"

    def _of_a_draw(self) -> Iterator[str]:
        """That tiles were drawn, and too many by whom, where no loop tells."""
        course, seat = self.course, self.seat
        if not follows(self.table, seat):
            yield from self.those("draw", events.Drew(seat, course.bag[:1], at_ns=self.at_ns))
        if any(self._may_have_overdrawn(each) for each in range(course.game.seats)):
            yield "overdraw"

    def _may_have_overdrawn(self, seat: int) -> bool:
        """Whether it has drawn since its last turn, or may have; for a lost one, too, of which nobody has told."""
        course = before_it_laid(self.table, seat).course
        room, own = course.room(seat), [turn.kind for turn in course.game.turns if turn.seat == seat]
        lost = own[-1:] in ([TurnKind.WITHDRAWN], [TurnKind.PASS])
        if follows(self.table, seat) or not (room > 0 or course.fresh[seat] or lost):
            return False
        try:
            rules.step(course, events.Overdrew(seat, course.bag[: room + 1], at_ns=self.at_ns))
        except Refused:
            return False
        return True

    def _of_an_overdraw(self) -> Iterator[str]:
        """Who has to put tiles back, or take them, and what may be said of them first."""
        course, seat, at_ns, over = self.course, self.seat, self.at_ns, self.course.overdraw
        if over is None:
            if course.phase in (CoursePhase.HOLDING, CoursePhase.CHALLENGED):
                mixed = course.standing is not None and course.standing.mixed
                yield from () if mixed else self.those("mix", events.Mixed(seat, at_ns=at_ns))
            return
        if over.seat != seat:
            yield from self._take(over.seat, over.surplus, new_on_rack(course, over))
            return
        yield from self._return_of(over)
        if over.form is Form.UNSEEN and not over.withdrawn:
            yield "seen"
        if over.form is not Form.MIXED and _mixing_matters(course, over):
            yield "mix"

    def _return_of(self, over: Overdraw) -> tuple[str, ...]:
        """`return` if so many tiles may go back now, whichever they are."""
        rack = self.course.rack(self.seat)
        course = replace(self.course, overdraw=replace(over, new=rack))
        try:
            rules.step(course, events.Returned(self.seat, rack[: over.surplus], at_ns=self.at_ns))
        except Refused:
            return ()
        return ("return",)

    def _take(self, other: int, surplus: int, new: Tiles) -> Iterator[str]:
        """Whether the opponent takes tiles now: any number of them that the rules would take."""
        for taken in range(1, MOST_TAKEN + 1):
            for pool in (new, self.course.rack(other)):
                event = events.Took(self.seat, other, taken, pool[: min(surplus, taken)], at_ns=self.at_ns)
                if self.those("take", event):
                    yield "take"
                    return

    def after_the_end(self) -> Iterator[str]:
        """The own rack where no reader has told it, and the result."""
        if self.course.verdict is not None:
            yield from self.those("appeal", events.Appealed(self.seat, at_ns=self.at_ns))
        if self.course.phase is CoursePhase.AGREED:
            yield from self.those("counted", events.Counted((), at_ns=self.at_ns))
        if self.course.phase is not CoursePhase.OVER:
            return
        yield from self._of_an_overdraw()
        if asks_for_rack(self.table, self.seat):
            yield "rack"
        if self.seat not in self.course.agreed:
            yield from self.those("accept", events.Accepted(self.seat, at_ns=self.at_ns))


def _mixing_matters(course: Course, over: Overdraw) -> bool:
    """Whether other tiles may be taken once the new ones are no longer apart: not where any may be taken anyhow."""
    return over.withdrawn or course.rulebook.overdraw is not OverdrawRule.ONE_AT_RANDOM


def follows(table: Table, seat: int) -> bool:
    """Whether readers tell which tiles `seat` exchanges: its rack's loop does, the bag's ring alone does not."""
    return loop_reads(table, seat)


def asks_for_rack(table: Table, seat: int) -> bool:
    """Whether `seat` may say, once the game is over, what is left on its rack: no reader has told it."""
    unknown = seat in table.told_racks or seat in unsure_racks(table) or bool(guesses(table, seat))
    free = table.course.overdraw is None or asked_by_a_correction(table, seat)
    return unknown and free and not table.course.typed


def questioned(table: Table, seat: int) -> Placement | None:
    """The play of another side that `seat` might challenge: laid and not pressed yet, or the last one pressed."""
    course = table.course
    if course.phase is CoursePhase.CHALLENGED and course.standing is not None:
        return course.standing.placement
    if course.phase not in (CoursePhase.PLAYING, CoursePhase.HOLDING, CoursePhase.SETTLING):
        return None
    found = open_play(course, seat)
    return found.placement if isinstance(found, Standing) else None


def questioned_words(table: Table) -> tuple[str, ...]:
    """The words of the play that can be challenged now, or is; () without one, or while it is no sound play."""
    if table.course.phase is CoursePhase.CHALLENGED and table.course.challenge is not None:
        return table.course.challenge.words
    for seat in range(table.game.seats):
        if (placement := questioned(table, seat)) is not None:
            return _words(table, placement)
    return ()


def chosen_words(table: Table) -> bool:
    """Whether a challenge names words, and not the whole play."""
    return table.game.rulebook.challenge_scope is ChallengeScope.CHOSEN_WORDS


def _words(table: Table, placement: Placement) -> tuple[str, ...]:
    rules = table.game.rulebook
    for turn in table.game.turns[-1:]:
        if turn.placement == placement and turn.score is not None:
            return tuple(rules.tile_set.text(word.tiles).upper() for word in turn.score.words)
    if wrong_with(table.game.board, placement, rules):
        return ()
    words = explain(table.game.board, placement, rules).words
    return tuple(rules.tile_set.text(word.tiles).upper() for word in words)


def blank_faces(tile_set: TileSet) -> tuple[str, ...]:
    """All that a blank may stand for, in alphabetical order, always the same whatever fits.

    >>> from engine_lite.tiles import CATALAN, ROMANIAN
    >>> " ".join(blank_faces(CATALAN))
    'A B C Ç D E F G H I J L L·L M N NY O P QU R S T U V X Z'
    >>> " ".join(blank_faces(ROMANIAN))
    'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z'
    """
    faces = [kind.face for kind in tile_set.faces if kind.face != NAMELESS]
    for face in tile_set.blank_only:  # the set itself is in the order of its alphabet
        place = next((at for at, other in enumerate(faces) if _plain(other) > _plain(face)), len(faces))
        faces.insert(place, face)
    return tuple(faces)


def _plain(face: str) -> str:
    """A face without accents."""
    return normalize("NFD", face)[:1]
