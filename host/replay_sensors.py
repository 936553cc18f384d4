"""A recorded game through a whole table: hands, chip models, firmware under MicroPython, wire, host.

What is compared comes from the table alone: after each line of the record, the game as the host then has it.
"""

import subprocess
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

from engine_lite.game import Game
from engine_lite.gcg import Record
from engine_lite.record import CannotReplay, Difference, Move, Replayed, differences_of, move_of, replay
from engine_lite.rulebook import Rulebook
from host import games
from host.core.events import Event
from host.rehearsal.builds import L1, WHOLE
from host.rehearsal.readers import PAD
from host.rehearsal.recorded import NotAtATable, RecordedHands, record_opening, record_stock
from host.rehearsal.virtual import VirtualTable
from host.simulator.board_process import BoardDied, BoardHangs, NoMicroPython, find_micropython
from host.simulator.stock import PAD_TAG_PREFIX, TAG_PREFIX

TURNS = ("play", "pass", "exchange")  # entries that end a turn


class NoTable(Exception):
    """The virtual table cannot be had, or has failed; the text is a sentence."""


def through_sensors(record: Record, rulebook: Rulebook, build: str = WHOLE) -> tuple[Replayed, str]:
    """The record played at a virtual table of this build, and the interpreter of its boards.

    Raises CannotReplay, NoTable.

    The rules replay it first: what cannot have happened never reaches a table.
    """
    on_rules = replay(record, rulebook)
    try:
        hands, _events = played(record, rulebook, build)
        interpreter = _micropython()
    except NotAtATable as why:
        raise CannotReplay(why.line, why.sentence) from why
    except (BoardDied, BoardHangs, NoMicroPython) as why:
        raise NoTable(str(why)) from why
    moves, differences = _compared(record, hands.games)
    return Replayed(hands.games[-1] if hands.games else on_rules.game, moves, on_rules.end_rule, differences,
                    on_rules.doubts), interpreter


def played(record: Record, rulebook: Rulebook, build: str = WHOLE) -> tuple[RecordedHands, list[Event]]:
    """The record played by hands; and every event that the host received."""
    stock = record_stock(record, prefix=PAD_TAG_PREFIX if build == L1 else TAG_PREFIX)
    opened = record_opening(record, rulebook.name, stock)
    if build == L1:
        opened = replace(opened, radio=False, readers=(PAD,), last_look=False)
    with tempfile.TemporaryDirectory(prefix="taula-replay-") as folder:
        journal = Path(folder) / "game.journal"
        with VirtualTable(lambda clock: games.begin(journal, opened, clock), boards=build) as stage:
            hands = RecordedHands(record, stock, stage)
            hands.play()
            return hands, stage.events


def _compared(record: Record, after: list[Game]) -> tuple[tuple[Move, ...], tuple[Difference, ...]]:
    """What each entry came to at the table, and where the record says otherwise."""
    moves: list[Move] = []
    differences: list[Difference] = []
    before = (0,) * len(record.players)
    off = [0] * len(record.players)
    turns = 0
    for entry, game in zip(record.entries, after, strict=True):
        turns += entry.kind in TURNS
        if len(game.turns) != turns:
            raise CannotReplay(entry.line, f"the table did not take this {entry.kind}")
        score = game.totals[entry.seat] - before[entry.seat]
        moves.append(move_of(entry, game, score))
        differences += differences_of(entry, score, game.totals[entry.seat], off[entry.seat])
        off[entry.seat] = entry.total - game.totals[entry.seat]
        before = game.totals
    return tuple(moves), tuple(differences)


@cache
def _micropython() -> str:
    """Which MicroPython runs the boards, as it names itself."""
    program = "import sys; print('.'.join(map(str, sys.implementation.version[:3])))"
    told = subprocess.run([find_micropython(), "-c", program], capture_output=True, text=True, check=True)
    return f"MicroPython {told.stdout.strip()}"
