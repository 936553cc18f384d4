"""A challenge, its verdict, an appeal, and the removal of a withdrawn play.

Knows nothing of until when a play may be challenged, nor of what words exist: a verdict comes in, or the lexicon is
asked for what was challenged and for nothing else.
"""

from dataclasses import replace

from engine_lite.choices import Challenge as Rule
from engine_lite.choices import ChallengeBy, ChallengeScope
from engine_lite.course_events import Appealed, Challenged, KindTold, Removed, Ruled, TakenUp, Unchallenged
from engine_lite.course_state import Challenge, Course, Phase, Refused, Standing, Verdict
from engine_lite.course_turns import missed, turn_taken, withdrawn
from engine_lite.course_window import open_play, settled
from engine_lite.game import Adjustment, AdjustmentKind, Game
from engine_lite.placement import Placement, wrong_with
from engine_lite.reasons import NOT_IN_RULES, Data, Reason
from engine_lite.rulings import RULINGS
from engine_lite.scoring import Score, explain

# Who alone may say what another has said, and what a verdict wants.
NOT_REFEREE: Data = (("not_referee", ""),)
CHALLENGER: Data = (("challenger", ""),)
LOSER: Data = (("loser", ""),)
REFEREED: Data = (("refereed", ""),)
NO_CHALLENGE: Data = (("no_challenge", ""),)
NO_VERDICT: Data = (("no_verdict", ""),)
NO_LIST: Data = (("no_list", ""),)
WAITS: Data = (("waits", ""),)
APPEALED: Data = (("appealed", ""),)


def challenged(course: Course, event: Challenged) -> Course:
    """A challenge in time, of the whole play or of the words named; clocks stand (000 r23, 001 B4, 003 L51)."""
    standing = _challengeable(course, event.by)
    formed = words_of(course, standing)
    limit = course.rulebook.challenges_per_play
    chosen = course.rulebook.challenge_scope is ChallengeScope.CHOSEN_WORDS
    asked = tuple(word.upper() for word in event.words if chosen) or formed
    if not set(asked) <= set(formed):
        raise course.refused(Reason.WRONG_PHASE, knob="challenge_scope", data=(("formed", ", ".join(formed)),))
    if limit and standing.challenges >= limit:
        raise course.refused(Reason.ALREADY_CHALLENGED)
    if set(asked) <= standing.ruled:
        raise course.refused(Reason.ALREADY_CHALLENGED, data=(("judged", ", ".join(asked)),))
    challenge = Challenge(event.by, asked, course.phase)
    return replace(course, phase=Phase.CHALLENGED, challenge=challenge, standing=standing)


def _challengeable(course: Course, by: int | None) -> Standing:
    """The play that `by` may challenge now; raises Refused."""
    rules = course.rulebook
    if course.phase is Phase.CHALLENGED:
        raise course.refused(Reason.ALREADY_CHALLENGED, data=WAITS)
    if rules.challenge is Rule.VOID:
        raise course.refused(Reason.WRONG_PHASE, knob="challenge", data=NOT_IN_RULES)
    if course.phase not in (Phase.PLAYING, Phase.HOLDING, Phase.SETTLING):
        raise course.refused(Reason.WRONG_PHASE, knob="challenge")
    if by is None and rules.challenge_by is not ChallengeBy.OPPONENTS_OR_REFEREE:
        raise course.refused(Reason.OUT_OF_TURN, knob="challenge_by", data=NOT_REFEREE)
    standing = open_play(course, by)
    if isinstance(standing, Refused):
        raise standing
    if not standing.pressed and (defects := wrong_with(course.game.board, standing.placement, rules)):
        raise Refused(defects)
    return standing


def words_of(course: Course, standing: Standing) -> tuple[str, ...]:
    """The words of the play that stands, in capitals, the main word first."""
    if standing.pressed:
        score = course.game.turns[-1].score
        assert score is not None, "a play that stands was scored"
    else:
        score = explain(course.game.board, standing.placement, course.rulebook)
    return words_in(course.game, score)


def words_in(game: Game, score: Score) -> tuple[str, ...]:
    """The words of `score` in capitals, the main word first; a word formed twice stands twice."""
    return tuple(game.rulebook.tile_set.text(word.tiles).upper() for word in score.words)


def unchallenged(course: Course, event: Unchallenged) -> Course:
    """The challenge is taken back; it does not count as one."""
    if course.challenge is None:
        raise course.refused(Reason.WRONG_PHASE, data=NO_CHALLENGE)
    if course.challenge.by != event.by:
        raise course.refused(Reason.OUT_OF_TURN, data=CHALLENGER)
    return _in_pause_as(course, replace(course, phase=course.challenge.was, paused=None, challenge=None))


def ruled(course: Course, event: Ruled) -> Course:
    """The verdict: the play stands, or is withdrawn with 0 points and its turn is over."""
    challenge, standing = course.challenge, course.standing
    if challenge is None or standing is None:
        raise course.refused(Reason.WRONG_PHASE, data=NO_CHALLENGE)
    valid = event.valid
    if valid is None:
        if course.lexicon is None:
            raise course.refused(Reason.WRONG_PHASE, knob="lexicon", data=NO_LIST)
        valid = all(word in course.lexicon for word in challenge.words)
    asked = replace(course, phase=Phase.CHALLENGED, paused=None, disputed=False, verdict=None)
    after = _stands(asked, challenge, standing) if valid else _falls(asked, standing)
    return _in_pause_as(course, replace(after, judged=True, verdict=Verdict(valid, asked, event.by_list)))


def _in_pause_as(before: Course, after: Course) -> Course:
    """The course `after` a challenge was decided, still in its pause: people say when play goes on."""
    if before.phase is not Phase.PAUSED or after.ended:
        return after
    return replace(after, phase=Phase.PAUSED, paused=after.phase, disputed=before.disputed)


def _stands(course: Course, challenge: Challenge, standing: Standing) -> Course:
    """The play stands; what a wrong challenge costs is a row of RULINGS."""
    limit = course.rulebook.challenges_per_play
    standing = replace(
        standing,
        challenges=standing.challenges + 1,
        ruled=standing.ruled | set(challenge.words),
        held_ns=course.at_ns if standing.held_ns is not None else None,
    )
    settling = course.settling_ns is not None
    phase = Phase.SETTLING if settling else Phase.PLAYING
    course = replace(course, phase=phase, challenge=None, standing=standing)
    course = _priced(course, challenge, standing)
    if not settling:
        return missed(course) if standing.pressed else course
    whole = set(words_of(course, standing)) <= standing.ruled
    if whole or (limit and standing.challenges >= limit):
        return settled(course)
    return replace(course, settling_ns=course.at_ns)


def _priced(course: Course, challenge: Challenge, standing: Standing) -> Course:
    ruling, game = RULINGS[course.rulebook.challenge], course.game
    if bonus := ruling.points(len(challenge.words)):
        game = game.adjusted(Adjustment(AdjustmentKind.BONUS, standing.seat, bonus))
    if ruling.cost and challenge.by is not None:
        game = game.adjusted(Adjustment(AdjustmentKind.PENALTY, challenge.by, -ruling.cost))
    return replace(course, game=game, misses_turn=challenge.by if ruling.turn_lost else course.misses_turn)


def _falls(course: Course, standing: Standing) -> Course:
    seat, placement, drawn = standing.seat, standing.placement, course.fresh[standing.seat]
    course = replace(course, challenge=None)
    if standing.pressed:
        course = replace(course, game=course.game.withdraw())
    else:
        course = turn_taken(course, course.game.play(placement).withdraw())
    return withdrawn(course, seat, placement, drawn, standing.mixed)


def appealed(course: Course, event: Appealed) -> Course:
    """The verdict is contested with new arguments: the challenge waits for another (003 L44)."""
    verdict = course.verdict
    open_to_it = course.phase in (Phase.PLAYING, Phase.REMOVING, Phase.SETTLING, Phase.OVER)
    if not course.rulebook.appeals:
        raise course.refused(Reason.WRONG_PHASE, knob="appeals", data=NOT_IN_RULES)
    if verdict is None or not open_to_it:
        raise course.refused(Reason.WRONG_PHASE, knob="appeals", data=() if verdict else NO_VERDICT)
    before = verdict.before
    challenge, standing = before.challenge, before.standing
    assert challenge is not None, "a verdict is on a challenge"
    assert standing is not None, "a challenge is of a play"
    if event.by != (challenge.by if verdict.valid else standing.seat):
        raise course.refused(Reason.OUT_OF_TURN, knob="appeals", data=LOSER)
    if challenge.appeals >= course.rulebook.appeals:
        raise course.refused(Reason.ALREADY_CHALLENGED, knob="appeals", data=APPEALED)
    challenge = replace(challenge, appeals=challenge.appeals + 1)
    return replace(before, challenge=challenge, clock=course.clock, at_ns=course.at_ns)


def removed(course: Course, event: Removed) -> Course:
    """The withdrawn tiles are off the board; the game goes on, or is over."""
    if course.phase is not Phase.REMOVING:
        raise course.refused(Reason.WRONG_PHASE)
    return replace(course, removing=Placement(), phase=Phase.OVER if course.ended else Phase.PLAYING)


def one_removed(course: Course, event: TakenUp) -> Course:
    """One withdrawn tile is off the board."""
    if event.square not in course.removing.squares:
        raise course.refused(Reason.NOT_REMOVED, course.removing.squares)
    kept = Placement(tuple(each for each in course.removing.tiles if each[0] != event.square))
    course = replace(course, removing=kept)
    return course if len(kept) else removed(course, Removed())


def kind_told(course: Course, event: KindTold) -> Course:
    """Without a referee the kind of the challenged word is told to all (000 r24, reading 11)."""
    rules = course.rulebook
    if not rules.kind_of_word_told:
        raise course.refused(Reason.WRONG_PHASE, knob="kind_of_word_told", data=NOT_IN_RULES)
    if course.referee:
        raise course.refused(Reason.WRONG_PHASE, knob="kind_of_word_told", data=REFEREED)
    if not (course.judged or course.challenge):
        raise course.refused(Reason.WRONG_PHASE, knob="kind_of_word_told", data=NO_CHALLENGE)
    return replace(course, told=(*course.told, event.text))
