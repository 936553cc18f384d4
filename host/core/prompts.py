"""Everything that hands must put right now: tiles that lie wrong, what the course of the game asks for, readers gone.

Pure. Knows no sentence: host/words renders a prompt.
"""

from collections.abc import Iterator

from engine_lite.course_end import counts_racks
from engine_lite.course_overdraw import look_s, taking_told
from engine_lite.course_state import Phase as CoursePhase
from host.core import counting, disorder, first_move
from host.core.beliefs import bag_looked_into, loop_reads, may_have_drawn, unsure_racks
from host.core.disorder import Prompt
from host.core.effects import Colour
from host.core.reopening import offered
from host.core.state import BAG, RACKS, Table
from host.core.wanted import wanting

# What the course of the game asks of hands, beside tiles that lie wrong.
COURSE_PROMPTS = (
    "begins", "who_begins", "draw_again", "overdraw", "senyors_one", "senyors_more", "senyors_none", "touched_tile",
    "owner_open", "count_set", "counting", "count_wrong", "left_lying", "drew_early",
    "put_back", "racks_wanted", "no_bag_reader", "no_rack_readers",
    "not_your_turn", "no_longer_fits", "resumed", "new_game_asked", "undervoltage", "too_hot",
)
PROMPTS = (*disorder.PROMPTS, *COURSE_PROMPTS)
OVERDRAWN, NOT_PLACED = "overdraw", ("remove",)
NO_RING = "no_bag_reader"
NOT_READ = ((BAG, NO_RING), (RACKS, "no_rack_readers"))
UNDERVOLTAGE, TOO_HOT = "undervoltage", "too_hot"  # of the computer in the table


def prompts(table: Table) -> tuple[Prompt, ...]:
    """Everything that hands must put right, what lies wrong on the board first."""
    wrong = (*disorder.prompts(table), *_of_the_course(table), *_of_the_ledger(table), *_of_the_readers(table))
    strained = (Prompt(name) for name in (UNDERVOLTAGE, TOO_HOT) if name in table.strained)
    return (*wrong, *_of_the_offer(table), *strained)


def lamps_of(table: Table) -> tuple[tuple[int, Colour], ...]:
    """Every square whose posts are lit, and how: what a refused press names, and what each prompt shows."""
    refused = table.refusal.defects if table.refusal else ()
    lamps = {square: Colour.FAULT for defect in refused for square in defect.squares}
    for prompt in prompts(table):
        lamps |= disorder.lamp_pattern(prompt)
    return tuple(sorted(lamps.items()))


def dimmed(table: Table) -> bool:
    """Whether the lamps are to take less current, since the supply sags (hardware page 7, row 9)."""
    return UNDERVOLTAGE in table.strained


def _of_the_course(table: Table) -> Iterator[Prompt]:
    course = table.course
    for misfit in table.misfits:
        squares = {square for defect in misfit.defects for square in defect.squares}
        yield Prompt("no_longer_fits", tuple(sorted(squares)), {"turn": str(misfit.turn)})
    if course.undecided and course.phase is CoursePhase.PAUSED:
        yield Prompt("no_longer_fits", (), {"ended": course.undecided})
    yield from first_move.prompts(table)
    yield from counting.prompts(table)
    if strangers := _of_the_other_side(table):
        yield Prompt("not_your_turn", strangers)
    for name in course.prompts:
        if name in NOT_PLACED:
            continue  # disorder.py says which squares are still to be cleared
        over = course.overdraw if name == OVERDRAWN else None
        data = {} if over is None else {"player": table.seats[over.seat], "count": str(over.surplus)}
        data |= taking_told(course) if over else ()
        if over and (seconds := look_s(course)):
            data |= {"look": f"{seconds // 60}:{seconds % 60:02}"}
        if course.again == name and course.rulebook.senyors_bag_public:
            data |= {"bag": " ".join(tile.face for tile in bag_looked_into(table))}
        data |= first_move.tie(table) if name == "draw_again" else ()
        data |= counting.wrong(table) if name == "count_wrong" else ()
        yield Prompt(name, (), data)


def _of_the_other_side(table: Table) -> tuple[int, ...]:
    """Squares on which tiles stand that a side not on turn holds."""
    course, held = table.course, table.ledger.held
    if course.phase is not CoursePhase.PLAYING or course.typed:
        return ()
    return tuple(square for square, tag in disorder.laid(table) if held.get(tag, course.on_turn) != course.on_turn)


def _of_the_ledger(table: Table) -> Iterator[Prompt]:
    course, ledger = table.course, table.ledger
    if course.ended:
        if course.phase is CoursePhase.OVER and counts_racks(course) and not course.overdraw:
            yield from _of_unsure_racks(table)
        return
    refused = table.refused_tags - table.seen_tags - ledger.held.keys() if table.refused_tags else ()
    if refused and course.phase in (CoursePhase.HOLDING, CoursePhase.CHALLENGED, CoursePhase.REMOVING):
        yield Prompt("drew_early")
    if ledger.out and not table.reads(RACKS) and course.phase is CoursePhase.PLAYING:
        owing = [seat for seat in range(len(table.seats)) if course.room(seat) > 0]
        if len(owing) > 1:
            yield Prompt("owner_open", (), {"count": str(len(ledger.out))})
    for seat, name in enumerate(table.seats):  # how many, never which: the prompt is for everybody to see
        owed = len(ledger.owed & ledger.racks.get(seat, frozenset()))
        if owed > (first := len(wanting(table, seat)) if owed and table.corrections else 0):  # that go to the board
            yield Prompt("put_back", (), {"player": name, "count": str(owed - first)})
    yield from counting.lost_by_side(table)


def _of_unsure_racks(table: Table) -> Iterator[Prompt]:
    """That people must tell the racks, at the end: by name where loops have not read what the ring saw leave."""
    unsure = unsure_racks(table)
    ringed = table.reads(BAG)
    drew = [seat for seat in sorted(unsure) if ringed and loop_reads(table, seat) and may_have_drawn(table, seat)]
    if unsure:
        players = ", ".join(table.seats[seat] for seat in drew)
        yield Prompt("racks_wanted", (), {"player": players} if unsure == set(drew) else {})


def _of_the_offer(table: Table) -> Iterator[Prompt]:
    """A game that was taken up again, and which sides would rather begin another one."""
    if offered(table):
        yield Prompt("resumed")
    if table.leaving and not table.left:
        players = ", ".join(table.seats[seat] for seat in sorted(table.leaving))
        yield Prompt("new_game_asked", (), {"player": players})


def lost_tiles(table: Table) -> tuple[str, ...]:
    """Tags that should be on the rack of a side not on turn, and are nowhere that a reader looks."""
    return tuple(stray.tag for stray in counting.lost(table))


def _of_the_readers(table: Table) -> Iterator[Prompt]:
    """A reader that does not speak, or that this table was built without: what people must do instead."""
    if not table.linked:
        return
    never = {prompt.name for prompt in never_built(table)}
    for part, name in NOT_READ:
        if name in never or (part in table.readers and part not in table.parts):
            yield _unread(table, name)


def _unread(table: Table, name: str) -> Prompt:
    """That a reader is missed: of the bag's nobody has to say what was exchanged while every rack's loop tells it."""
    told = name == NO_RING and all(loop_reads(table, seat) for seat in range(len(table.seats)))
    return Prompt(name, (), {"racks_tell": ""} if told else {})


def never_built(table: Table) -> tuple[Prompt, ...]:
    """What stands on the screens of a table without a ring or loops for as long as a game there is played.

    Where people tell the whole course of a game, readers would change nothing, and none is missed.
    """
    if table.course.typed or table.course.ended or not table.linked:
        return ()
    return tuple(_unread(table, name) for part, name in NOT_READ if part not in table.readers)
