"""A script played on the rules alone: each line becomes an event of the course of the game, and hands take no time.

Holds no rule: what may be done is the course's to say, and what a hand finds in the bag is chance's.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from engine_lite import course_events as happen
from engine_lite.course import Course, Phase, Refused, deadline
from engine_lite.notation import square_name
from engine_lite.reasons import Defect, Reason
from engine_lite.tiles import BLANK, NotATile, Tile
from host.core.events import TableEvent
from host.core.state import Table
from host.core.telling import told
from host.core.wanted import wanting
from host.rehearsal import drawing
from host.rehearsal.correcting import CORRECTS, UNDO, Guesses, corrected, correction, taken_off
from host.rehearsal.deal import READERS
from host.rehearsal.engine_board import (
    COMPARED,
    STANDS,
    asked_for,
    come,
    followed,
    gone,
    in_the_game,
    is_right,
    laid_where_wanted,
    movable,
    on_rack,
    stood_after,
)
from host.rehearsal.engine_expectations import found_instead
from host.rehearsal.free_squares import free_squares
from host.rehearsal.hands import Failure
from host.rehearsal.opening_hands import cannot_start, counted, refuse_drawn_again
from host.rehearsal.playable import about_sensing
from host.rehearsal.refused import with_refusal
from host.rehearsal.said import SAID
from host.rehearsal.script import SEATS, Action, BadScript, Script
from host.simulator.stock import Chance, NoSuchTile

NS_PER_S = 1_000_000_000
ENDS_A_TURN = frozenset(("press", "pass", "exchange", "short-exchange"))


class EngineHands:
    """One script on one course. `failures` grows as expectations fail; `run` plays all lines.

    `history` has every event that was accepted, in order; `table` has the course and what corrections need beside it.
    """

    def __init__(self, script: Script, course: Course, chance: Chance) -> None:
        self.script = script
        self.table = Table(course, course.game, tuple(SEATS[: course.game.seats]), {}, at_ns=course.at_ns)
        self.now_ns = course.at_ns
        self.failures: list[Failure] = []
        self.refused: tuple[Defect, ...] = ()
        self.history: list[happen.Event | TableEvent] = []
        self._chance = chance
        self._standing = in_the_game(course)  # where hands have left tiles, whatever has been corrected since
        self._lifted: dict[int, Tile] = {}  # tiles of this turn taken up, by the square they came from
        self._stood = self._standing  # the last tile on each square that the game has
        self._guessed: Guesses = {}
        self._said: frozenset[int] = frozenset()  # where a tile stands that the rules do not take: it is said once

    @property
    def course(self) -> Course:
        """The course of the game, as the last line has left it."""
        return self.table.course

    def run(self) -> list[Failure]:
        """Play every line. Raises BadScript when a line asks for the impossible."""
        for action in self.script.draws:
            self.play(action)
        self.begin()
        for action in self.script.actions:
            self.play(action)
        return self.failures

    def begin(self) -> None:
        """Start the first clock: of whom the draw has chosen, else of whom the script says."""
        chosen = self.course.on_turn
        seat = self.script.first if chosen is None else chosen
        try:
            self._happens(happen.Started(seat))
        except Refused as refused:
            raise cannot_start(self.script, seat, refused.defects) from None

    def play(self, action: Action) -> None:
        """Carry out one line; a refused one changes nothing but what `refused` says."""
        if action.word.startswith("expect "):
            if (was := found_instead(action, self.table, self.refused, self._standing)) is not None:
                was = with_refusal(was, action.word, self.refused)
                self.failures.append(Failure(action.number, action.text, was))
            return
        lifted, chance = dict(self._lifted), self._chance.mark()
        before = (self.table, self._guessed, len(self.history), lifted, self._standing, chance)
        self.refused = ()
        try:
            self._refuse_unlaid(action)
            _LINES[action.word](self, action)
            self._board_compared()
        except Refused as refused:
            self.refused = refused.defects
            self.table, self._guessed, kept, self._lifted, self._standing, chance = before
            del self.history[kept:]
            self._chance.back_to(chance)
        except NoSuchTile as missing:
            raise BadScript(action.number, str(missing)) from None
        self._stood = stood_after(self.course, self._stood, self._standing)

    def _refuse_unlaid(self, action: Action) -> None:
        """Raise Refused for a line that would end a turn over a board which does not show a correction yet."""
        ends = action.word in ENDS_A_TURN and action.seat == self.course.on_turn
        if ends and self.course.phase is Phase.PLAYING and (unlaid := wanting(self.table).keys() - self._standing):
            raise Refused((Defect(Reason.DISTURBED, tuple(sorted(unlaid))),))

    def _happens(self, event: happen.Event) -> None:
        """An event that hands carry out on the board, where it has to do with tiles there. Raises Refused."""
        before = self.course
        self._tell(event)
        self._standing = followed(self._standing, before, self.course)

    def _tell(self, event: happen.Event) -> None:
        """Tell the rules what has happened. Raises Refused."""
        event = replace(event, at_ns=self.now_ns)
        before = self.table
        self.table = told(replace(before, at_ns=self.now_ns), event)
        self._guessed = taken_off(before, self.table, self._stood, self._guessed)
        self.history.append(event)

    # --- the board -------------------------------------------------------------------------------

    def _board_compared(self) -> None:
        """While play goes on the rules are told what hands have changed on the board; a refusal is said once."""
        if self.course.phase not in COMPARED:
            return
        defects: tuple[Defect, ...] = ()
        wrong: set[int] = set()
        if self.course.phase is Phase.REMOVING:
            self._tell_all(gone(self.course, self._standing))
        if self.course.phase is Phase.PLAYING:
            defects = self._tell_all(gone(self.course, self._standing))
        for place, events in come(self.course, self._standing).items():
            if refused := self._tell_all(events):
                defects += refused
                wrong.add(place)
        if defects and not (wrong and wrong <= self._said):
            self.refused = defects
        self._said = frozenset(wrong)

    def _tell_all(self, events: Iterable[happen.Event]) -> tuple[Defect, ...]:
        """Tell the rules what hands have done already: why they do not take it, () when they do."""
        try:
            for event in events:
                self._tell(event)
        except Refused as refused:
            return refused.defects
        return ()

    def _lay(self, action: Action) -> None:
        wanted = asked_for(self.table, self._stood)
        occupied = {*self._standing, *(place for place, _ in self.course.game.board)} - wanted
        placed = list(zip(free_squares(action, occupied), action.tiles, strict=True))
        self._refuse_unlayable(action, placed, wanted)
        for place, tile in placed:
            if place in wanted:
                self.table = laid_where_wanted(self.table, tile, wanted - self._standing.keys(), self._guessed)
                self._standing = {**self._standing, place: tile}
            else:
                self._lay_one(place, tile)

    def _refuse_unlayable(self, action: Action, placed: Sequence[tuple[int, Tile]], wanted: frozenset[int]) -> None:
        """Before anything is laid: the rack must have it, and what lies where another tile is wanted sensors tell.

        What is wanted any side may lay.
        """
        rack = on_rack(self.table, self._standing)
        for place, tile in placed:
            plain = BLANK if tile.blank else tile
            if place in wanted and not is_right(self.course, place, tile):
                raise BadScript(action.number, about_sensing(action.word, " where another tile is wanted"))
            if plain not in rack and place not in wanted and not self.course.ended:
                held = " ".join(each.face for each in rack) or "nothing"
                raise BadScript(action.number, f"there is no {plain.face} on the rack, which holds {held}")
            rack = tuple(drawing.less_one(rack, plain))

    def _lay_one(self, place: int, tile: Tile) -> None:
        if self.course.phase in STANDS:
            self._standing = {**self._standing, place: tile}
            return
        self._happens(happen.Laid(place, BLANK if tile.blank else tile))
        if tile.blank and tile.named:
            self._happens(happen.Declared(place, tile.face))

    def _lift(self, action: Action) -> None:
        place = action.squares[0]
        self._refuse_old(action, place)
        if place not in self.course.removing.squares:
            self._lifted[place] = self._standing[place]
        if self._is_told(place):
            self._happens(happen.TakenUp(place))
        else:
            self._standing = {square: tile for square, tile in self._standing.items() if square != place}

    def _putback(self, action: Action) -> None:
        place = action.squares[0]
        if place in self._lifted and place in wanting(self.table).keys() - self._standing:
            self._standing = {**self._standing, place: self._lifted.pop(place)}  # its play is on the sheet again
            return
        self._refuse_old(action, place, lifted=True)
        self._lay_one(place, self._lifted.pop(place))

    def _move(self, action: Action) -> None:
        source, target = action.squares
        self._refuse_old(action, source)
        wanted = asked_for(self.table, self._stood)
        if target in self._standing or (self.course.game.board.at(target) and target not in wanted):
            raise BadScript(action.number, f"{square_name(target)} is not free")
        if self._is_told(source) and target not in wanted:
            self._happens(happen.Moved(source, target))
        else:
            self._standing = {(target if square == source else square): tile
                              for square, tile in self._standing.items()}

    def _is_told(self, place: int) -> bool:
        """Whether the rules are told at once of a tile that leaves `place`: they know it, and play goes on."""
        known = {*self.course.laid.squares, *self.course.removing.squares}
        return place in known and self.course.phase not in STANDS

    def _refuse_old(self, action: Action, place: int, lifted: bool = False) -> None:
        """Old tiles that are moved are a matter for sensors; where nothing is, nothing can be moved."""
        on_board = place in movable(self.course, self._standing)
        if self.course.game.board.at(place) and not on_board:
            raise BadScript(action.number, about_sensing(action.word, " of an old tile"))
        if lifted and place not in self._lifted:
            raise BadScript(action.number, f"no tile of this turn was lifted from {square_name(place)}")
        if not lifted and not on_board:
            raise BadScript(action.number, f"no tile stands on {square_name(place)}")

    def _declare(self, action: Action) -> None:
        try:
            faces = self.script.rulebook.tile_set.tiles(action.names[0].lower())
        except NotATile:
            faces = ()
        face = faces[0].face if len(faces) == 1 else action.names[0].upper()
        self._happens(happen.Declared(action.squares[0], face))

    # --- the bag ---------------------------------------------------------------------------------

    def _found(self, count: int) -> tuple[Tile, ...]:
        return drawing.found(self._chance, self.script.rulebook.tile_set, self.course.bag, count)

    def _draw(self, action: Action) -> None:
        count = action.count or len(action.tiles)
        if count > self.course.room(action.seat):
            raise BadScript(action.number, f"a rack holds {self.script.rulebook.rack_size} tiles: draw fewer")
        tiles = action.tiles or self._found(count)
        self._happens(happen.Drew(action.seat, drawing.named(self.course.bag, tiles)))

    def _overdraw(self, action: Action) -> None:
        count = action.count - len(self.course.rack(action.seat))
        if count < 1:
            raise BadScript(action.number, f"the rack holds {len(self.course.rack(action.seat))} tiles already")
        tiles = self._found(count)
        self._happens(happen.Overdrew(action.seat, tiles, happen.Form(action.names[0])))

    def _take(self, action: Action) -> None:
        returns = action.kept or drawing.surplus(self._chance, self.course, action.count)
        self._happens(happen.Took(action.seat, action.other, action.count, returns))

    def _exchange(self, action: Action) -> None:
        count = min(len(action.tiles), len(self.course.bag))
        self._happens(happen.Exchanged(action.seat, action.tiles, self._found(count)))

    def _senyors(self, action: Action) -> None:
        drawn = drawing.senyors(self._chance, self.course, action.seat)
        self._happens(happen.Senyors(action.seat, drawn))

    # --- the referee and the clock ---------------------------------------------------------------

    def _remove(self, action: Action) -> None:
        if not self.course.removing:
            raise BadScript(action.number, "no play has been withdrawn, so there is nothing to remove")
        off = self.course.removing.squares
        self._lifted |= {square: tile for square, tile in self._standing.items() if square in off}
        if self.course.phase is Phase.REMOVING:
            self._happens(happen.Removed())
        else:  # in a pause, or while the last play waits to be accepted: it counts once play goes on
            self._standing = {square: tile for square, tile in self._standing.items() if square not in off}

    def _note(self, _action: Action) -> None:
        """What the referee says for the record changes nothing in the game."""

    def _correct(self, action: Action) -> None:
        event = correction(action, self.now_ns)
        before = self.table
        self.table, self._guessed = corrected(before, event, self._guessed)
        self._guessed = taken_off(before, self.table, self._stood, self._guessed)
        self.history.append(event)

    def _wait(self, action: Action) -> None:
        self._pass_time(self.now_ns + round(action.seconds * NS_PER_S))

    def _at(self, action: Action) -> None:
        left_ns = self.course.clock.at(self.now_ns)[action.seat] - round(action.seconds * NS_PER_S)
        if self.course.clock.running != action.seat or left_ns < 0:
            seat = SEATS[action.seat]
            raise BadScript(action.number, f"the clock of {seat} does not run, or it has gone past that already")
        self._pass_time(self.now_ns + left_ns)

    def _draw_to_start(self, action: Action) -> None:
        refuse_drawn_again(action, self.course, READERS[self.script.readers])
        if self.course.phase is not Phase.RACKS:  # there the tiles are in the bag again, or on racks that are given
            drawing.named(self.course.bag, action.tiles)
        self._happens(happen.DrawnToStart(action.tiles))

    def _count(self, action: Action) -> None:
        self._happens(happen.Counted(counted(self.script.rulebook.tile_set, action)))

    def _pass_time(self, until_ns: int) -> None:
        """Let time go by, stopping where something happens by itself."""
        while (due := deadline(self.course)) is not None and self.now_ns < due < until_ns:
            self.now_ns = due
            self._happens(happen.Due())
        self.now_ns = until_ns
        self._happens(happen.Due())


def _event(make: Callable[[Action], happen.Event]) -> Callable[[EngineHands, Action], None]:
    """A line that is nothing but one event."""
    return lambda hands, action: hands._happens(make(action))


_LINES: Mapping[str, Callable[[EngineHands, Action], None]] = {
    **{word: _event(make) for word, make in SAID.items()},
    "lay": EngineHands._lay, "lift": EngineHands._lift, "putback": EngineHands._putback,
    "move": EngineHands._move, "declare": EngineHands._declare, "draw": EngineHands._draw,
    "overdraw": EngineHands._overdraw, "take": EngineHands._take, "exchange": EngineHands._exchange,
    "senyors": EngineHands._senyors, "referee": EngineHands._note,
    **dict.fromkeys((*CORRECTS, UNDO), EngineHands._correct),
    "wait": EngineHands._wait, "at": EngineHands._at,
    **dict.fromkeys(("count", "counted"), EngineHands._count),
    "draw-start": EngineHands._draw_to_start,
    "press": _event(lambda line: happen.Pressed(line.seat)),
    "return": _event(lambda line: happen.Returned(line.seat, line.tiles)),
    "short-exchange": _event(lambda line: happen.ShortExchanged(line.seat, line.tiles, line.kept)),
    "remove": EngineHands._remove,
}
