"""One script on two tables at once, line by line: on the rules alone, and through all the sensors.

After each line both tables must have come to the same game. Where they may differ, since only sensors can know,
stands in lawful_differences.py. Whether chance has written the lines or a person is none of its concern.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from engine_lite.board import Board
from engine_lite.course_state import Course
from engine_lite.game import TurnKind
from engine_lite.layout import SQUARES
from engine_lite.notation import square_name
from engine_lite.reasons import Defect
from engine_lite.scoring import explain
from engine_lite.tiles import BLANK, Tile
from host import games
from host.core.prompts import never_built, prompts
from host.rehearsal.actions import read_action
from host.rehearsal.deal import stock_of
from host.rehearsal.engine import hands_of
from host.rehearsal.hands import NS_PER_S, Rehearsal
from host.rehearsal.reading import parse
from host.rehearsal.script import SEATS, Action, BadScript
from host.simulator.stock import rack, square
from host.tests.fault_play import watched
from host.tests.lawful_differences import lawful

SENSORS = "  # sensors"  # behind a line that the rules are not told of
BEGINS, DONE = "# sensors: ", "# as before"  # around lines that must change nothing


class Impossible(Exception):
    """No hand can do what the line says; it is not in the script, and nothing has been touched."""


class Difference(Exception):
    """The two tables have not come to the same game, or one of them is not sound; the text is one sentence."""


class TwoCourses:
    """The tables and the `lines` that they have played; `folder` is for the journal.

    Play before anything else `settings`, the lines up to `start`.
    """

    def __init__(self, settings: Sequence[str], folder: Path) -> None:
        self.lines = list(settings)
        self.script = parse("\n".join(settings))
        self.stock = stock_of(self.script)
        self.rules = hands_of(self.script, stock_of(self.script), folder)
        self._journal = folder / "game.journal"
        self.stage = watched(self.script, self.stock, self._journal)
        self.sensors = Rehearsal(self.script, self.stock, self.stage)
        self._before: Mapping[str, object] = {}  # what must be as before when what befell the table is put right
        self._rules_before: object = None
        self.refused: tuple[Defect, ...] = ()

    def start(self) -> None:
        """Draw for the first move, fill the racks, start the first clock. Raises Difference."""
        self.stage.rest()
        for line in self.script.draws:
            self.rules.play(line)
            self.sensors.play(line)
        self.rules.begin()
        self.sensors.begin()
        self._compare(())

    @property
    def course(self) -> Course:
        """The course of the game on the rules alone."""
        return self.rules.course

    def lacking(self) -> set[int]:
        """Squares of the game on which another tile truly stands, or none; and where one stands that it has not."""
        course = self.course
        wanted = {place: BLANK.face if tile.blank else tile.face for place, tile in course.game.board}
        standing = {place: tiles[-1].face for place in range(SQUARES) if (tiles := self.stock.at(square(place)))}
        open_to = {*course.laid.squares, *course.removing.squares}
        return {place for place in {*wanted, *standing} - open_to if wanted.get(place) != standing.get(place)}

    def room_on_rack(self, seat: int) -> int:
        """How many tiles the rack of `seat` can truly take: what a correction wants on the board may be there yet."""
        return self.course.rulebook.rack_size - len(self.stock.at(rack(seat)))

    def is_free(self, place: int) -> bool:
        """Whether nothing truly stands on the square `place`."""
        return not self.stock.at(square(place))

    def has_on_rack(self, seat: int, tile: Tile) -> bool:
        """Whether such a tile truly stands on the rack of `seat`."""
        return (BLANK.face if tile.blank else tile.face) in [each.face for each in self.stock.at(rack(seat))]

    # --- lines -----------------------------------------------------------------------------------

    def play(self, line: str) -> tuple[Defect, ...]:
        """Play `line` at both tables; why it was refused, () if it was not. Raises Impossible, Difference."""
        action = self._action(line)
        if action.word == "wait":  # time is the sensors' to tell, for hands take some
            self._sensed(action)
            self.refused = ()
        else:
            try:
                self.rules.play(action)
            except BadScript as why:
                raise Impossible(str(why)) from None
            self.refused = self.rules.refused
            self._sensed(action, refused=bool(self.refused))
        self.lines.append(line)
        seen = tuple(defect for refusal in self.stage.refusals for defect in refusal.defects)
        self._catch_up()
        self._compare(seen)
        phase, refused = self.course.phase, self.refused
        self.lines.append(f"expect refused {refused[0].reason}" if refused else f"expect phase {phase}")
        return refused

    def tried(self, line: str) -> bool:
        """Whether `line` can be played at both tables, which is then done, and is not refused. Raises Difference."""
        try:
            return not self.play(line)
        except Impossible:
            return False

    def sense(self, line: str) -> None:
        """Play `line` through the sensors alone. Raises Impossible, Difference."""
        try:
            self.sensors.play(self._action(line))
        except BadScript as why:
            raise Impossible(str(why)) from None
        self.lines.append(line + SENSORS)
        self._catch_up()
        self._all_sound()

    def begins(self, what: str) -> None:
        """What the sensors see from now on must leave everything as it is."""
        self._before, self._rules_before = self._shown(), self._by_rules()
        self.lines.append(BEGINS + what)

    def done(self) -> None:
        """It has been put right: nothing may be other than before, and no prompt be left. Raises Difference."""
        before, after = self._before, self._shown()
        self.lines.append(DONE)
        by_time = self._by_rules() != self._rules_before  # the end of the last play's wait, a tile off the board
        if before != after and not by_time:
            name = next(name for name in after if before[name] != after[name])
            self._found(f"what should have changed nothing changed {name}: {_said(before[name])} before, "
                        f"{_said(after[name])} after it")
        self._compare(())

    def _action(self, line: str) -> Action:
        try:
            return read_action(self.script, len(self.lines) + 1, line)
        except BadScript as why:
            raise Impossible(str(why)) from None

    def _sensed(self, action: Action, refused: bool = False) -> None:
        try:
            self.sensors.play(action, refused_next=refused)
            self.stage.rest()
        except BadScript as why:
            self.lines.append(action.text)
            self._found(f"hands cannot do at the table what the rules {'refuse' if refused else 'take'}: {why}")

    def _catch_up(self) -> None:
        """As much time goes by on the rules alone as hands have taken."""
        gone_s = (self.stage.now_ns() - self.rules.now_ns) / NS_PER_S
        if gone_s > 0:
            self.rules.play(Action(0, "", "wait", seconds=gone_s))

    # --- what is compared --------------------------------------------------------------------------

    def _compare(self, seen: tuple[Defect, ...]) -> None:
        self._all_sound()
        told, felt = _refusals(self.refused), _refusals(seen)
        if told != felt and not lawful("reasons" if told and felt else "refused", self):
            self._found(f"the rules refuse {_said(told)}, the sensors {_said(felt)}")
        rules, sensors = what_stands(self.course), what_stands(self.stage.table.course)
        other = [name for name in rules if rules[name] != sensors[name] and not lawful(name, self)]
        if other:
            name = other[0]
            self._found(f"{name} is {_said(rules[name])} by the rules, {_said(sensors[name])} by the sensors")
        held = [sorted(tile.face for tile in self.stock.at(rack(seat))) for seat in range(self.course.game.seats)]
        moved = self.course.ended or self.course.removing or self.lacking()  # what nobody has carried out, or need
        if held != rules["racks"] and not moved:
            self._found(f"racks are {_said(rules['racks'])} by the rules, and truly {_said(held)}")

    def _all_sound(self) -> None:
        if self.stage.broken:
            self._found(self.stage.broken[0])
        if self.sensors.failures:
            failure = self.sensors.failures[0]
            self._found(f"{failure.expected}; found: {failure.was}")

    def _shown(self) -> Mapping[str, object]:
        """What people see of the sensors' table: the game, and every prompt that is not there all the time."""
        table = self.stage.table
        always = {prompt.name for prompt in never_built(table)} | {"resumed"}
        shown = [(prompt.name, prompt.squares) for prompt in prompts(table) if prompt.name not in always]
        return {**what_stands(table.course), "phase": str(table.phase), "prompts": shown}

    def _by_rules(self) -> object:
        """What the rules alone tell, for which time may have gone by."""
        return what_stands(self.course), self.course.prompts

    def _found(self, sentence: str) -> None:
        raise Difference(f"line {len(self.lines)}: {sentence}")

    # --- the end -----------------------------------------------------------------------------------

    def end(self) -> None:
        """The boards are stopped: look at the game once more, its journal and its sums. Raises Difference."""
        table = self.stage.table
        if games.resume(self._journal, lambda: 0).table.course != table.course:
            self._found("the journal played again comes to another game")
        if (wrong := wrong_sums(table.began.board, table.began.totals, table.course)):
            self._found(wrong)


def what_stands(course: Course) -> Mapping[str, object]:
    """What two tables with the same game have in common, by name; clocks tell only whose runs."""
    game, over = course.game, course.overdraw
    return {
        "phase": str(course.phase), "on turn": game.on_turn, "ended": str(course.ended),
        "undecided": str(course.undecided), "winner": course.winner, "totals": game.totals,
        "turns": [(turn.seat, str(turn.kind), turn.points) for turn in game.turns],
        "board": _placed(game.board), "laid": _placed(course.laid.tiles),
        "removing": course.removing.squares, "overdraw": over and (over.seat, over.surplus),
        "settlement": [(each.seat, str(each.kind), each.points) for each in course.settlement],
        "agreed": sorted(course.agreed), "running": course.clock.running, "misses a turn": course.misses_turn,
        "bag": len(course.bag), "rack sizes": [len(rack) for rack in course.racks],
        "racks": [sorted(tile.face for tile in rack) for rack in course.racks],
    }


def wrong_sums(board: Board, totals: Sequence[int], course: Course) -> str:
    """What is wrong with the totals when every turn is scored again on the board before it; "" for nothing.

    A play that no longer fits since a correction keeps the points that it had: where there is one it says nothing.
    """
    sums = list(totals)
    for turn in course.game.turns:
        if turn.kind is TurnKind.PLAY and turn.placement is not None:
            if turn.agreed is not None or any(board.at(square) for square in turn.placement.squares):
                return ""
            points = explain(board, turn.placement, course.rulebook).total
            if points != turn.points:
                return f"turn {turn.number} counts {turn.points} and is worth {points}"
            board = board.with_tiles(turn.placement.tiles)
        sums[turn.seat] += turn.points
    for each in course.game.adjustments:
        sums[each.seat] += each.points
    right = tuple(sums) == course.game.totals
    return "" if right else f"the totals are {course.game.totals}, and the turns come to {tuple(sums)}"


def _placed(tiles: object) -> list[str]:
    return [f"{square_name(square)} {tile.face.lower() if tile.blank else tile.face}"
            for square, tile in sorted(tiles, key=lambda placed: placed[0])]  # type: ignore[call-overload]


def _refusals(defects: Sequence[Defect]) -> list[str]:
    """Each reason with its squares."""
    return sorted({" ".join([str(each.reason), *map(square_name, sorted(each.squares))]) for each in defects})


def _said(value: object) -> str:
    """A value for a sentence.

    >>> _said(["gapped h9", "bent"]), _said([]), _said(None)
    ('gapped h9, bent', 'nothing', 'nothing')
    """
    if isinstance(value, (list, tuple)):
        return ", ".join(_said(each) if isinstance(each, (list, tuple)) else str(each) for each in value) or "nothing"
    return "nothing" if value in (None, "") else str(value)


def expected_of(courses: TwoCourses) -> list[str]:
    """Lines that expect of the sensors what the rules have: the last of a script on which they differ."""
    course = courses.course
    totals = " ".join(f"{SEATS[seat]} {points}" for seat, points in enumerate(course.game.totals))
    lines = [f"expect refused {courses.refused[0].reason}"] if courses.refused else []
    lines += [f"expect phase {course.phase}", f"expect total {totals}", f"expect bag {len(course.bag)}"]
    if course.ended:
        return [*lines, f"expect ended {course.ended}"]
    return lines + ([] if course.on_turn is None else [f"expect turn {SEATS[course.on_turn]}"])
