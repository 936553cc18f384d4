"""A turn: tiles laid, moved and taken up, blanks named, and the press or the pass that ends it.

Knows nothing of exchanges, of tiles drawn, or of what a challenge comes to.
"""

from collections import Counter
from dataclasses import replace

from engine_lite.choices import Challenge, Overtime
from engine_lite.clock import NS_PER_S
from engine_lite.course_conditions import (
    asks_first,
    must_open,
    nothing_on_board,
    on_turn,
    only_left,
    out_of_time,
    owes,
    playing_seat,
    refuse_overfull,
    refuse_unfinished_senyors,
    touched_off,
)
from engine_lite.course_end import concluded, ending
from engine_lite.course_events import Declared, Form, Laid, Moved, Passed, PlayAccepted, Pressed, TakenUp, Waived
from engine_lite.course_state import MS, NO_TILES, Course, Overdraw, Phase, Refused, Standing
from engine_lite.course_tiles import Tiles, less, plain
from engine_lite.course_window import accepted, begun_by_opponent, challengeable, last_play
from engine_lite.game import Game
from engine_lite.layout import SQUARES
from engine_lite.placement import Placement, wrong_with
from engine_lite.reasons import NOT_IN_RULES, PLAIN, Data, Reason
from engine_lite.scoring import explain
from engine_lite.tiles import Tile

FILL_FIRST: Data = (("fill_first", ""),)  # where the rack is filled before the press
NONE_OFF: Data = (("none_off", ""),)
NOT_MOVER: Data = (("not_mover", ""),)  # who may let a touched tile be taken back


def laid(course: Course, event: Laid) -> Course:
    """A tile of the rack on an empty square; it accepts the play before, except where HOLD may still be said."""
    seat = _handling(course)
    square, tile = event.square, event.tile
    if not 0 <= square < SQUARES:
        raise course.refused(Reason.OFF_BOARD)
    if course.game.board.at(square) or square in course.laid.squares:
        raise course.refused(Reason.TAKEN, (square,))
    rack = less(course.rack(seat), plain((tile,)))
    if rack is None:
        raise course.refused(Reason.NOT_IN_RACK, (square,))
    if not course.rulebook.tile_set.holds(tile):
        raise course.refused(Reason.NOT_A_FACE, (square,))
    refuse_unfinished_senyors(course)
    course = begun_by_opponent(course)
    course = course.with_rack(seat, rack, laid=Placement((*course.laid.tiles, (square, tile))), again=None)
    return _touching(course)


def taken_up(course: Course, event: TakenUp) -> Course:
    """A tile of this turn back on the rack; nothing stands in the way of it but too many tiles drawn in this turn."""
    over = course.overdraw
    seat = playing_seat(course) if over and over.withdrawn else _handling(course)
    tile = _laid_at(course, event.square)
    kept = tuple(each for each in course.laid.tiles if each[0] != event.square)
    return _touching(course.with_rack(seat, (*course.rack(seat), *plain((tile,))), laid=Placement(kept)))


def moved(course: Course, event: Moved) -> Course:
    """A tile of this turn to another empty square (reading 9)."""
    playing_seat(course)
    tile = _laid_at(course, event.source)
    if not 0 <= event.target < SQUARES:
        raise course.refused(Reason.OFF_BOARD)
    if course.game.board.at(event.target) or event.target in course.laid.squares:
        raise course.refused(Reason.TAKEN, (event.target,))
    kept = tuple(each for each in course.laid.tiles if each[0] != event.source)
    return replace(course, laid=Placement((*kept, (event.target, tile))))


def _handling(course: Course) -> int:
    """The seat on turn, which may handle its tiles: not while some of them must go back."""
    seat = playing_seat(course)
    if course.overdraw and course.overdraw.seat == seat:
        raise course.refused(Reason.OVERDRAWN)
    return seat


def _laid_at(course: Course, square: int) -> Tile:
    """The tile of this turn on `square`; raises Refused where there is none."""
    for where, tile in course.laid.tiles:
        if where == square:
            return tile
    if 0 <= square < SQUARES:
        played = course.game.board.at(square) is not None
        raise course.refused(Reason.DISTURBED if played else Reason.NOTHING_LAID, (square,))
    raise course.refused(Reason.OFF_BOARD)


def declared(course: Course, event: Declared) -> Course:
    """A blank of this turn is named, or named anew; once played it keeps its face (000 r9, 001 B13, 004 L96-98)."""
    square = event.square
    if 0 <= square < SQUARES and (old := course.game.board.at(square)):
        if old.blank:
            raise course.refused(Reason.BLANK_FIXED, (square,))
        raise course.refused(Reason.NOT_A_FACE, (square,), data=PLAIN)
    playing_seat(course)
    tile = _laid_at(course, square)
    if not tile.blank:
        raise course.refused(Reason.NOT_A_FACE, (square,), data=PLAIN)
    if not course.rulebook.tile_set.can_be(event.face):
        raise course.refused(Reason.NOT_A_FACE, (square,))
    kept = tuple(each for each in course.laid.tiles if each[0] != square)
    return replace(course, laid=Placement((*kept, (square, Tile(event.face, blank=True)))))


def pressed(course: Course, event: Pressed) -> Course:
    """The turn ends with what is laid: a play, or the loss of the turn for a touched tile that is asked for in vain.

    After a last play the opponent's press, or pass, accepts it (reading 13).
    """
    if course.phase is Phase.SETTLING:
        return accepted(course, PlayAccepted(event.seat))
    seat = on_turn(course, event.seat)
    untouched = not touched_off(course)
    if not len(course.laid):
        if untouched:
            raise course.refused(Reason.NOTHING_LAID, data=only_left(course))
        return _ends_without(course)
    if defects := wrong_with(course.game.board, course.laid, course.rulebook):
        raise Refused(defects)
    if not untouched:
        return _ends_without(course)
    refuse_overfull(course, seat)
    _refuse_unknown_words(course)
    if owes(course, seat):
        raise course.refused(Reason.WRONG_COUNT, knob="order", data=FILL_FIRST)
    if course.rulebook.overtime is Overtime.FRS_ROMANIAN and out_of_time(course, seat):
        return _played_late(course, seat)
    return _played(course, seat)


def _refuse_unknown_words(course: Course) -> None:
    """Without challenges a play with an invalid word is no play; the closed list has no reason of its own for it."""
    if course.rulebook.challenge is not Challenge.VOID or course.lexicon is None:
        return
    text, score = course.rulebook.tile_set.text, explain(course.game.board, course.laid, course.rulebook)
    spelt = [(text(word.tiles).upper(), word) for word in score.words]
    unlisted = [(word, scored) for word, scored in spelt if word not in course.lexicon]
    if unlisted:
        wrong = sorted({each.square for _, scored in unlisted for each in scored.squares})
        named = ", ".join(word for word, _ in unlisted)
        raise course.refused(Reason.WRONG_PHASE, wrong, knob="challenge", data=(("unlisted", named),))


def _played(course: Course, seat: int) -> Course:
    before = course.standing
    bag_empty = not course.bag and not course.fresh[seat]
    standing = Standing(seat, course.laid, True, course.at_ns, bag_empty)
    if before and not before.pressed and before.placement == course.laid:
        standing = replace(standing, challenges=before.challenges, ruled=before.ruled, accepted=before.accepted)
    course = turn_taken(course, course.game.play(course.laid))
    course = replace(course, standing=standing)
    if not challengeable(course):
        return ended_or(replace(course, standing=None))
    if ending(course):
        return last_play(course)
    return missed(course)


def _played_late(course: Course, seat: int) -> Course:
    """A play after the time is withdrawn and counts 0, a zero turn and no failed play (readings 6 and 30)."""
    placement = course.laid
    course = turn_taken(course, course.game.play(placement).withdraw())
    return withdrawn(replace(course, late=course.late | {len(course.game.turns)}), seat, placement)


def withdrawn(course: Course, seat: int, placement: Placement, drawn: Tiles = (), mixed: bool = False) -> Course:
    """A withdrawn play's tiles are the mover's again and must leave the board before anything else.

    What was `drawn` for it goes back into the bag (003 L50, 000 r28b iii). In a game that people tell, what else
    the rack was believed to hold gives way: nobody has said what was drawn.
    """
    rack = (*course.rack(seat), *plain(tile for _, tile in placement.tiles))
    left = tuple(each for each in course.removing.tiles if each[0] not in placement.squares)  # of a correction
    if course.typed and (over := len(rack) - course.rulebook.rack_size) > 0:
        course, rack = replace(course, bag=(*course.bag, *rack[:over])), rack[over:]
    removing = Placement((*placement.tiles, *left))
    phase = Phase.REMOVING if len(removing) else course.phase
    course = course.with_rack(seat, rack, removing=removing, phase=phase, standing=None, settling_ns=None)
    if (surplus := -course.room(seat)) > 0:
        form = Form.MIXED if mixed else Form.UNSEEN
        course = replace(course, overdraw=Overdraw(seat, surplus, drawn, form, withdrawn=True))
    return ended_or(course)


def passed(course: Course, event: Passed) -> Course:
    """A turn given up, the press included (000 r18, 001 B11, 002, 003 L25)."""
    if course.phase is Phase.SETTLING:
        return accepted(course, PlayAccepted(event.seat))
    on_turn(course, event.seat)
    nothing_on_board(course)
    if touched_off(course):
        return _ends_without(course)
    refuse_overfull(course, event.seat)
    must_open(course)
    refuse_unfinished_senyors(course)
    return ended_or(turn_taken(course, course.game.passed()))


def _ends_without(course: Course) -> Course:
    """The turn would end without a touched tile: asked for at once, unless that was done before (reading 9)."""
    off_ns = course.off_since_ns
    if off_ns is None or not asks_first(course, course.at_ns):
        return _loses_turn(course)
    shown_ns = course.at_ns - course.rulebook.touched_tile_s * NS_PER_S - MS
    return replace(course, off_since_ns=min(off_ns, shown_ns), halted=course.halts)


def _loses_turn(course: Course) -> Course:
    """A touched tile was not played: every tile back, the turn passes (000 r10).

    As after a verdict no clock runs until the board is clear, for the other side cannot play around what lies there,
    and until what was drawn is in the bag again (000 r28b iii).
    """
    seat, laid = playing_seat(course), course.laid
    drawn = course.fresh[seat]
    return withdrawn(turn_taken(course, course.game.passed()), seat, laid, drawn)


def waived(course: Course, event: Waived) -> Course:
    """The touched tile may stay off the board."""
    if not course.rulebook.touched_tile:
        raise course.refused(Reason.WRONG_PHASE, knob="touched_tile", data=NOT_IN_RULES)
    seat = playing_seat(course)
    if event.by == seat:
        raise course.refused(Reason.OUT_OF_TURN, knob="touched_tile", data=NOT_MOVER)
    if not touched_off(course):
        raise course.refused(Reason.WRONG_PHASE, knob="touched_tile", data=NONE_OFF)
    on_board = plain(tile for _, tile in course.laid.tiles)
    return replace(course, touched=on_board, off_since_ns=None, halted=False)


def _touching(course: Course) -> Course:
    """The course with what has settled on the board noted, and since when one of those tiles is off it."""
    if not course.rulebook.touched_tile:
        return course
    both = Counter(course.touched) | Counter(plain(tile for _, tile in course.laid.tiles))
    course = replace(course, touched=tuple(sorted(both.elements())))
    since = course.at_ns if course.off_since_ns is None else course.off_since_ns
    return replace(course, off_since_ns=since if touched_off(course) else None)


def turn_taken(course: Course, game: Game) -> Course:
    """The course after a turn: what belonged to it is done with."""
    seat = game.turns[-1].seat
    course = replace(course, game=game, laid=NO_TILES, touched=(), off_since_ns=None, again=None, standing=None)
    course = replace(course, no_play=frozenset(), told=(), judged=False, undecided="", halted=False)
    return course.with_fresh(seat, ())


def ended_or(course: Course) -> Course:
    """The course at its end, if the last turn has ended the game; else at the next turn."""
    ended = ending(course)
    if ended is None:
        return missed(course)
    loser = course.game.turns[-1].seat if ended == "three_strikes" else None
    return concluded(course, ended, loser)


def missed(course: Course) -> Course:
    """The next turn, or the one after it when that side loses it for a wrong challenge."""
    if course.misses_turn is None or course.on_turn != course.misses_turn:
        return course
    seat = course.misses_turn
    rack = (*course.rack(seat), *plain(tile for _, tile in course.laid.tiles))
    course = course.with_rack(seat, rack, misses_turn=None)
    return ended_or(turn_taken(course, course.game.passed()))
