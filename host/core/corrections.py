"""Turns put right after the event: who, when, why, before and after are kept, and a correction can be undone.

Pure. The game is always what its turns as they happened come to with the corrections that hold; what those make of
later turns is computed anew by the rules, and what no longer fits is listed.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from engine_lite.course import Course, Refused
from engine_lite.course_end import brought_back, judged_again, resettled, surplus_asked
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.course_state import Verdict
from engine_lite.course_tiles import plain
from engine_lite.course_time import ticking
from engine_lite.course_window import last_play_again
from engine_lite.game import Game, TurnKind
from engine_lite.notation import BadNotation, NotWhole, OffBoard, SeedStart
from engine_lite.placement import Defect, Placement, Reason, read_play
from engine_lite.reasons import Data
from engine_lite.rewriting import Agreement, Change, rewritten
from engine_lite.tiles import NotATile, Tile, TileSet
from host.core import trail
from host.core.effects import Effect
from host.core.events import Corrected, CorrectionUndone
from host.core.moved_tiles import first_changed, tiles_moved
from host.core.refusals import refused
from host.core.state import Correction, Table
from host.core.telling import in_step, ran_since

Outcome = tuple[Table, tuple[Effect, ...]]

PLAY_WANTED: Data = (("play_wanted", ""),)
NO_CORRECTION: Data = (("no_correction", ""),)
JUDGED_FIRST: Data = (("judged_first", ""),)
DOTS: Data = (("dots", ""),)  # of a gap that the text has: a dot stands for a tile that lay there before

MOST_POINTS = 2_000  # a play's agreed score: more than any play of any set can be worth


def corrected(table: Table, event: Corrected) -> Outcome:
    """The table with one turn put right and all after it computed again; refused when the turn cannot be that."""
    try:
        change = _change(table, event)
        correction = Correction(event, change, _line(table.game, event.turn), "")
        after = _with(table, (*table.corrections, correction))
    except Refused as why:
        return refused(table, None, why.defects)
    correction = replace(correction, after=_line(after.game, event.turn))
    return replace(after, corrections=(*table.corrections, correction), refusal=None), ()


def undone(table: Table, event: CorrectionUndone) -> Outcome:
    """The table without correction `number`; it stays on the record as undone."""
    place = event.number - 1
    if not 0 <= place < len(table.corrections) or table.corrections[place].undone:
        return refused(table, None, (Defect(Reason.WRONG_PHASE, data=NO_CORRECTION),))
    by = " ".join(word for word in (event.by, event.why) if word) or "undone"
    undo = table.corrections[place].event
    if not isinstance(undo, Corrected):
        return trail.taken_back(table, place, by, event.at_ns)
    kept = list(table.corrections)
    kept[place] = replace(kept[place], undone=by)
    try:
        return replace(_with(table, tuple(kept)), refusal=None), ()
    except Refused as why:
        return refused(table, None, why.defects)


def _line(game: Game, number: int) -> str:
    turn = game.turns[number - 1]
    return f"{turn.points} {turn.kind}"


def _change(table: Table, event: Corrected) -> Change:
    """What the correction makes of its turn. Raises Refused."""
    turns = table.game.turns
    turn = turns[event.turn - 1] if 1 <= event.turn <= len(turns) else None
    if turn is None:
        raise Refused((Defect(Reason.WRONG_PHASE, data=(("no_turn", str(event.turn)),)),))
    if event.what == "withdrawn" and turn.kind is TurnKind.PLAY:
        return Change(kind=TurnKind.WITHDRAWN)
    if event.what == "reinstated" and turn.kind is TurnKind.WITHDRAWN:
        return Change(kind=TurnKind.PLAY)
    if event.what == "stands" and (found := [each for each in table.misfits if each.turn == event.turn]):
        return Change(stands=(found[0].defects,))
    if event.what == "score" and turn.kind is TurnKind.PLAY and event.value.removeprefix("-").isdecimal():
        points = int(event.value[:6])
        if abs(points) <= MOST_POINTS:
            return Change(agreed=(Agreement(_as_it_is_now(table, event.turn), points),))
    if event.what == "play":
        return Change(placement=_placement(table, event))
    raise Refused((Defect(Reason.WRONG_PHASE, data=(("not_so", str(event.turn)),)),))


def _as_it_is_now(table: Table, number: int) -> Placement:
    """What play `number` is by the corrections that hold, on the board or not."""
    placement = changes_of(table).get(number, Change()).placement or table.as_played[number - 1].placement
    assert placement is not None, "a play has a placement"
    return placement


def _placement(table: Table, event: Corrected) -> Placement:
    before = rewritten(table.began, table.as_played[: event.turn - 1], (), changes_of(table)).game
    try:
        reading = read_play(event.value, before.board, before.rulebook.tile_set)
    except NotWhole as part:
        raise Refused((Defect(Reason.GAPPED, part.squares, data=(("whole", part.play),)),)) from None
    except BadNotation:
        raise Refused((_unread(event.value, before.rulebook.tile_set),)) from None
    if reading.defects:
        raise Refused(tuple(replace(each, data=DOTS) if each.reason is Reason.GAPPED else each
                            for each in reading.defects))
    if not reading.placement.tiles and reading.start is not None:  # all of them were there before that turn
        raise Refused((Defect(Reason.TAKEN, (reading.start.square,)),))
    unnamed = tuple(square for square, tile in reading.placement.tiles if tile.blank and not tile.named)
    if unnamed:
        raise Refused((Defect(Reason.BLANK_UNDECLARED, unnamed),))
    return reading.placement


def _unread(play: str, tile_set: TileSet) -> Defect:
    """Why a text is no play: its square is none, or its tiles, or it is longer than any line."""
    if not play.strip():
        return Defect(Reason.NOTHING_LAID, data=PLAY_WANTED)
    place, _, word = play.strip().partition(" ")
    try:
        SeedStart.parse(place)
    except OffBoard:
        pass
    except BadNotation:
        return Defect(Reason.OFF_BOARD)
    try:
        tile_set.tiles(word.replace(".", ""))
    except NotATile:
        return Defect(Reason.NOT_A_FACE)
    return Defect(Reason.OFF_BOARD) if word.strip() else Defect(Reason.NOTHING_LAID, data=PLAY_WANTED)


def changes_of(table: Table) -> Mapping[int, Change]:
    """The changes that hold, by turn number, later ones over earlier ones."""
    return _changes_one_by_one(table)[-1]


def _changes_one_by_one(table: Table) -> list[Mapping[int, Change]]:
    """No changes, and what has changed after each correction that holds."""
    found: list[Mapping[int, Change]] = [{}]
    for each in table.corrections:
        if not each.undone and isinstance(each.event, Corrected):
            number, changes = each.event.turn, found[-1]
            found.append({**changes, number: each.change.over(changes.get(number, Change()))})
    return found


def _with(table: Table, corrections: tuple[Correction, ...]) -> Table:
    """The table as it is with `corrections` in force.

    Raises Refused when the set has not the tiles for it.
    """
    table = replace(table, corrections=corrections)
    old = table.game
    steps = [rewritten(table.began, table.as_played, old.adjustments, each) for each in _changes_one_by_one(table)]
    done, games = steps[-1], [each.game for each in steps]
    game = replace(done.game, on_turn=old.on_turn)
    table = _laid_before(table, game)
    _refuse_in_the_way(table.course, game)
    moved = tiles_moved(table, replace(table.course, game=game, verdict=None), games)
    course = _board_cleared(judged_again(table.course, moved.course), _was_there(table))
    course = replace(course, verdict=_verdict_kept(table, game))
    course = resettled(course) if course.ended else last_play_again(table.course, course, table.at_ns)
    course = brought_back(course, table.at_ns)
    course = ticking(replace(course, at_ns=max(course.at_ns, table.at_ns)))  # none runs while tiles must come off
    since = ran_since(table, course.clock)
    return _taken_back(table, in_step(replace(moved, course=course, misfits=done.misfits, ran_since_ns=since)))


def _verdict_kept(table: Table, game: Game) -> Verdict | None:
    """The last verdict, which may be appealed against while the game is the one that it left."""
    return table.judged[0] if table.judged is not None and table.judged[1] == game else None


def _taken_back(before: Table, after: Table) -> Table:
    """Tiles that a correction takes off the sheet are known, after the end too: their side has them again.

    So has the side whose withdrawn play still lies where another play is again.
    """
    placed = after.placed_tags
    turn = first_changed(before.game, after.game)
    sides = {} if turn is None else dict.fromkeys(frozenset(before.played.values()) - placed, turn.seat)
    sides |= {tag: before.laid_by[square] for square, tag in before.recalled.items()
              if tag in before.placed_tags - placed and square in before.laid_by}
    ledger = after.ledger
    for tag, seat in sides.items():
        ledger = ledger.taken_up(seat, (tag,))
    return in_step(replace(after, ledger=ledger)) if sides else after


def _laid_before(table: Table, game: Game) -> Table:
    """The table without those tiles of this turn that a correction puts where they lie: laid for it, not for a play.

    They count as the side's on turn until they are known to be another's.
    """
    course, seat = table.course, table.course.on_turn
    there = [(square, tile) for square, tile in course.laid.tiles if game.board.at(square) == tile]
    if not there or seat is None:
        return table
    laid = Placement(tuple(each for each in course.laid.tiles if each not in there))
    back = plain(tile for _, tile in there)
    touched = tuple((Counter(course.touched) - Counter(back)).elements())
    course = replace(course, laid=laid, touched=touched).with_rack(seat, (*course.rack(seat), *back))
    laid_tags = {square: tag for square, tag in table.laid_tags.items() if square in laid.squares}
    return replace(table, course=course, laid_tags=laid_tags)


def _refuse_in_the_way(course: Course, game: Game) -> None:
    """Raise Refused where a play is being decided on, or tiles of this turn lie where a play is to be again."""
    if game.board == course.game.board:
        return
    if {course.phase, course.paused} & {CoursePhase.HOLDING, CoursePhase.CHALLENGED}:
        raise Refused((Defect(Reason.WRONG_PHASE, data=JUDGED_FIRST),))
    if taken := tuple(square for square in course.laid.squares if game.board.at(square) is not None):
        raise Refused((Defect(Reason.TAKEN, taken),))


def _was_there(table: Table) -> tuple[tuple[int, Tile], ...]:
    """What may lie on the board; after the end nobody was asked to clear away what earlier corrections withdrew."""
    played = rewritten(table.began, table.as_played, (), {}).game.board if table.ended else ()
    return (*played, *table.game.board)


def _board_cleared(course: Course, was: tuple[tuple[int, Tile], ...]) -> Course:
    """What a correction withdraws must leave the board, what it brings back need not; so what was drawn for it."""
    board = course.game.board
    gone = () if course.ended else was  # once it is over nothing more is laid there
    left = [each for each in (*course.removing.tiles, *gone) if board.at(each[0]) is None]
    return surplus_asked(_in_phase(replace(course, removing=Placement(tuple(dict(left).items())))))


def _in_phase(course: Course) -> Course:
    """The course in the phase that goes with what must leave the board, paused or not."""
    before, after = CoursePhase.REMOVING, CoursePhase.OVER if course.ended else CoursePhase.PLAYING
    if len(course.removing):
        before, after = after, before
    if course.phase is CoursePhase.PAUSED:
        return replace(course, paused=after) if course.paused is before else course
    return replace(course, phase=after) if course.phase is before else course
