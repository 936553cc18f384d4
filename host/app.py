"""One table at work: journal, core, link and outlets joined. The only place that knows all of them.

Bytes and presses come in, `step` decides, effects go out, in this order: an event is written to the journal, then
applied, then acknowledged to the board. Time is whatever `GameTime` says, so the same App runs against the wall
clock and in the lock-step of the virtual table. Holds no rule of the game.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Protocol

import msgspec

from engine_lite.course_close import RUNNING
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.lexicon import Lexicon
from host.adapters.journal_files import StorageLow
from host.adapters.journal_lines import JournalError
from host.adapters.link import Link
from host.adapters.link_pair import Pair
from host.adapters.link_words import Received, StartsOften
from host.board_notices import notices
from host.board_stands import STARTS_OFTEN, BoardStands
from host.core.effects import AskState, Effect, LightSeat, LightSquares, ReadAgain, RecordTotals, SyncJournal
from host.core.events import Due, Event, Paused, Resumed, Ruled, Source
from host.core.prompts import dimmed, lamps_of
from host.core.state import BOARD, RACKS
from host.core.table import Table, deadline, step
from host.games import OpenGame
from host.referee_view import reads_again, referee_view
from host.schemas import GameView, PromptView, RefereeView
from host.view import public_view
from host.words import prompt_sentence

BEFORE = (CoursePhase.SETUP, CoursePhase.COUNT, CoursePhase.DRAW, CoursePhase.RACKS)  # no clock has run yet
CLOCK_SYNC_NS = 1_000_000_000  # a power cut costs nobody more than this of a running clock
STORAGE_RETRY_NS = 1_000_000_000  # how often a full or read-only disk is tried again

Watcher = Callable[[Event, Table, tuple[Effect, ...]], None]


class Lamps(Protocol):
    """Where the lamp of the running clock is shown."""

    def light(self, seat: int | None) -> None: ...


class NoLamps:
    """A table without a panel."""

    def light(self, seat: int | None) -> None:
        """Nothing is wired: nothing is lit."""


class App:
    """The host of one game.

    `readers` are the lines of the boards beside that of the squares, by what they read. `lexicon` answers
    a challenge when nobody else rules it. `watchers` are told of every event with the table and effects after it
    (pages, displays, a terminal).
    """

    def __init__(self, game: OpenGame, link: Link, *, readers: Mapping[str, Link] | None = None,
                 lamps: Lamps | None = None, language: str = "ca", lexicon: Lexicon | None = None) -> None:
        self.table = game.table
        self.time = game.time
        self.watchers: list[Watcher] = []
        self.language = language
        self._log = game.log
        self._journal = game.journal
        self._time_file = game.time_file
        self._links = {BOARD: link, **(readers or {})}
        for each in self._links.values():
            each.taken = partial(self._taken, each)
        self._pair = Pair(link, self._links.get(RACKS))
        self._lexicon = lexicon
        self._list_name = game.opened.lexicon
        self._lamps = lamps or NoLamps()
        self._time_synced_ns = self.time.now()
        self.trouble = ""  # why no disk takes events, as a sentence
        self.trouble_name = ""  # and as the name of a prompt
        self._waiting: list[Callable[[], None]] = []  # what is to be written when a disk takes it again
        self._retry_ns = 0
        self._failed_ns = 0
        self._pause_is_ours = False
        self._board_stands = BoardStands()
        self._stands_for: tuple[str, ...] = ()  # what of a board has paused the game, until people go on
        if game.resume:
            for each in self._links.values():
                each.ask_state()  # what happened to the board meanwhile was told to nobody
        self._links[BOARD].show(lamps_of(self.table), dimmed(self.table))
        self._light_seat(self.table.clock.running)

    # --- what comes in ---------------------------------------------------------------------------

    def receive(self, data: bytes, part: str = BOARD) -> None:
        """Bytes from the line of the board that reads `part`."""
        link = self._links[part]
        self._take_all(link, link.feed(data, self.time.now()))

    def pulsed(self, at_ns: int) -> None:
        """SYNC was raised at game time `at_ns`: every board that has the line tells when it felt that."""
        for link in self._links.values():
            link.pulsed(at_ns)

    def cut(self, part: str = BOARD) -> None:
        """A board's line has gone, or is there again: half a frame is forgotten, nothing that waits is."""
        link = self._links[part]
        self._take_all(link, link.cut(self.time.now()))

    def _taken(self, link: Link, part: str) -> bool:
        """Whether another line than `link` carries the board that reads `part`: the first one stays in use."""
        return any(other.carries == part for other in self._links.values() if other is not link)

    @property
    def doubled(self) -> Mapping[str, tuple[str, str]]:
        """For each line whose board is left alone: what that reads, and the line of the board that is used for it."""
        used = {link.carries: line for line, link in self._links.items() if link.carries}
        return {line: (link.doubled, used[link.doubled])
                for line, link in self._links.items() if link.doubled in used}

    def happened(self, event: Event) -> None:
        """Something that a button, a page or the referee's console reports.

        While no disk takes events the game is visibly paused, and what people do must not seem to count.
        """
        if not self._waiting:
            self._take(self._ruled(event), None)

    def _ruled(self, event: Event) -> Event:
        """A verdict that is left to the word list, with its answer: the journal keeps what was said, not a list."""
        challenge = self.table.course.challenge
        if not isinstance(event, Ruled) or event.valid is not None or challenge is None or self._lexicon is None:
            return event
        valid = all(word in self._lexicon for word in challenge.words)
        return replace(event, valid=valid, by_list=self._list_name)

    def read_again(self, squares: Iterable[int]) -> bool:
        """Have the tags of `squares` (0..224) read once more. False where nothing can, or too much waits already."""
        return reads_again(self.table) and all([self._pair.read_again(square) for square in squares])

    def tick(self) -> None:
        """Do what is due by now: the table's own deadline, a silent board, the time file, a disk to try again."""
        now = self.time.now()
        if self._waiting and now >= self._retry_ns:
            self._write_waiting()
        for link in self._links.values():
            self._take_all(link, link.tick(now))
        due = self._deadline()
        if due is not None and now >= due:
            self._take(Due(at_ns=now), None)
        if self._times_a_clock() and now - self._time_synced_ns >= CLOCK_SYNC_NS:
            self._write(self._sync_time)

    def _times_a_clock(self) -> bool:
        """Whether game time is to be kept each second: no clock runs while nothing can be written."""
        return self.table.clock.running is not None and not self._waiting

    def _deadline(self) -> int | None:
        """The table's own, in ns of game time; none while nothing can be written, for then nothing happens."""
        return None if self._waiting else deadline(self.table)

    # --- what goes out ---------------------------------------------------------------------------

    def outgoing(self, part: str = BOARD) -> bytes:
        """Bytes for the line of the board that reads `part`, due now."""
        self._pair.flush()
        return self._links[part].outgoing(self.time.now())

    def next_due_ns(self) -> int:
        """The game time at which `tick` or `outgoing` next has something to do, if nothing is heard before."""
        now = self.time.now()
        due = [link.next_due_ns(now) for link in self._links.values()]
        if self._times_a_clock():
            due.append(self._time_synced_ns + CLOCK_SYNC_NS)
        if (own := self._deadline()) is not None:
            due.append(own)
        if self._waiting:
            due.append(self._retry_ns)
        return max(now, min(due))

    def view(self) -> GameView:
        """The public view as of now; while no disk takes events, as of then, and paused."""
        if not self._waiting:
            judges = self._lexicon is not None
            shown = public_view(self.table, self.time.now(), self.language, judges=judges)
            wrong = self.notices()
            return msgspec.structs.replace(shown, prompts=(*wrong, *shown.prompts)) if wrong else shown
        course = replace(self.table.course, phase=CoursePhase.PAUSED, clock=self.table.clock.stop(self._failed_ns))
        standing = replace(self.table, course=course, press=None)
        shown = public_view(standing, self._failed_ns, self.language)
        full = PromptView(self.trouble_name, (), prompt_sentence(self.trouble_name, (), {}, self.language))
        return msgspec.structs.replace(shown, prompts=(full, *shown.prompts))

    def for_referee(self, shown: GameView) -> RefereeView:
        """What the referee's page shows besides `shown`, which is about to be published."""
        self._log.saw(shown.prompts, shown.at_ms)
        return referee_view(self.table, self._log.since, self._log.lines)

    def notices(self) -> tuple[PromptView, ...]:
        """What is wrong with the boards themselves, as of now: no event of the game tells when that changes."""
        phase = self.table.course.phase
        stands = self._stands_for if phase is CoursePhase.PAUSED else ()
        if phase in BEFORE:
            stands = self._board_stands.before(self.time.now())
        return notices(self._links.values(), self.language, stands)

    def abandon(self) -> None:
        """Let the files go without a last word, as a host that is killed does."""
        self._time_file.close()
        self._journal.close()

    def close(self) -> None:
        """Leave the game as it stands, to be resumed from its journal; a pause for want of room costs nobody."""
        with suppress(JournalError):  # a restart may then cost a second more
            self._time_file.sync(self._failed_ns if self._waiting else self.time.now())
        self.abandon()

    @property
    def reading(self) -> bool:
        """Whether another board than that of the magnets still has tags of squares to read."""
        return self._pair.reading

    # --- inside ----------------------------------------------------------------------------------

    def _take_all(self, link: Link, received: Iterable[Received]) -> None:
        for each in self._pair.taken(link, received):
            if isinstance(each.event, Event):
                self._take(each.event, each.source)
            elif isinstance(each.event, StartsOften):
                self._starts_often()
            elif each.source is not None:
                self._write(partial(self._kept, each.source))
        if self._begun:  # what is wrong before is news when it begins
            for name in sorted(self._board_stands.news(self._links.values(), self.time.now())):
                self._stand_for(name)

    @property
    def _begun(self) -> bool:
        """Whether there is a clock that runs, or may run again."""
        return self.table.course.phase in (*RUNNING, CoursePhase.PAUSED)

    def _starts_often(self) -> None:
        if self._begun:
            self._stand_for(STARTS_OFTEN)
        else:
            self._board_stands.starts_often(self.time.now())

    def _take(self, event: Event, source: Source | None) -> None:
        self._write(partial(self._keep_and_apply, event, source))

    def _write(self, job: Callable[[], None]) -> None:
        """Do `job`, which writes to the journal, behind all that waits; a disk that refuses makes it wait too."""
        if self._waiting:
            self._waiting.append(job)
            return
        try:
            job()
        except JournalError as why:
            self._visibly_paused(why, job)

    def _visibly_paused(self, why: JournalError, job: Callable[[], None]) -> None:
        """The clocks stand from now on; what boards and referee still tell is kept in order for a better disk."""
        self._failed_ns = now = self.time.now()
        self._trouble_is(why)
        self._retry_ns = now + STORAGE_RETRY_NS
        running = self.table.course.phase in RUNNING
        self._waiting = [partial(self._keep_and_apply, Paused(at_ns=now), None)] if running else []
        self._waiting.append(job)
        self._pause_is_ours |= running  # what comes of a job that waited may fail too, in that same pause

    def _trouble_is(self, why: JournalError) -> None:
        self.trouble = str(why)
        self.trouble_name = "storage_low" if isinstance(why, StorageLow) else "storage_full"

    def _stand_for(self, name: str) -> None:
        """For what is wrong with a board, by the `name` of its notice, the game stands until people go on."""
        running = self.table.course.phase in RUNNING
        if (running or self.table.course.phase is CoursePhase.PAUSED) and name not in self._stands_for:
            self._stands_for = (*self._stands_for, name)
        if self._waiting:
            self._pause_is_ours = False  # not to be ended by room on the disk
        elif running:
            self._take(Paused(at_ns=self.time.now()), None)

    def _write_waiting(self) -> None:
        """Try the disk again."""
        jobs, self._waiting = self._waiting, []
        for place, job in enumerate(jobs):
            try:
                job()
            except JournalError as why:
                self._trouble_is(why)
                self._retry_ns = self.time.now() + STORAGE_RETRY_NS
                self._waiting = jobs[place:]
                return
            if self._waiting:  # what the job went on to write failed in its turn
                self._waiting += jobs[place + 1 :]
                return
        self.trouble = self.trouble_name = ""
        if self._pause_is_ours:
            self._pause_is_ours = False
            self._take(Resumed(at_ns=self.time.now()), None)

    def _keep_and_apply(self, event: Event, source: Source | None) -> None:
        self._journal.append(event, source)
        self.table, effects = step(self.table, event)
        if self.table.course.phase is not CoursePhase.PAUSED and self.table.press is None:
            self._stands_for = ()  # a press is decided before the pause that comes after it
        self._log.happened(event, self.table, effects)
        for effect in effects:
            self._carry_out(effect)
        if source is not None:
            self._kept(source)
        for watch in self.watchers:
            watch(event, self.table, effects)

    def _kept(self, source: Source) -> None:
        for link in self._links.values():
            link.kept(source)

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case SyncJournal():
                self._write(self._journal.sync)
            case RecordTotals(turn=turn, totals=totals):
                self._write(partial(self._journal.record_totals, turn, totals))
            case LightSquares(lamps=lamps, dimmed=dim):
                self._links[BOARD].show(lamps, dim)
            case ReadAgain(squares=squares):
                for square in squares:
                    self._pair.read_again(square)
            case LightSeat(seat=seat):
                self._light_seat(seat)
            case AskState(part=part):
                for link in self._links.values():
                    if link.part == part:  # what the board at the other end says that it reads, however it is plugged
                        link.ask_state()

    def _light_seat(self, seat: int | None) -> None:
        self._lamps.light(seat)
        self._links[BOARD].light_seat(seat)

    def _sync_time(self) -> None:
        """Keep the game time beside the journal; a disk that takes not even that, or is nearly full, has no room for
        the game either.
        """
        self._time_synced_ns = now = self.time.now()
        self._time_file.sync(now)
        self._journal.need_room()
