"""The record in a board's EEPROM, over its line: read, written and read back, and put to use by a new start.

Knows the messages, and no chip. What the record means is tablewire.record's.
"""

from typing import Any

from tablewire.messages import RecordPage, TestWanted
from tablewire.record import KEPT, NO_EEPROM, PAGE, PAGES, READ_PAGE, WRITE_PAGE, BadRecord, unpack_record

from hardware_tests.bench import Bench, Unanswered

ANSWERS_S = 2.0   # a page takes 5 ms, and a message that was lost is sent again after 0.2 s
STARTS_S = 12.0   # the watchdog bites after 2 s; a board without one has gone on by itself by then
STEP_S = 0.05
HANG_TEST = 27    # the watchdog ends it: so the board starts anew


class CannotKeep(Exception):
    """The board has not kept its record, or has none to keep it in; the text says why and what to do."""


def read(bench: Bench) -> bytes:
    """The pages of the record as they stand in the EEPROM. Raises CannotKeep, and Unanswered."""
    return b"".join(_asked(bench, RecordPage(page, READ_PAGE, bytes(PAGE))).stored for page in range(PAGES))


def in_use(bench: Bench) -> tuple[bytes, tuple[int, ...]] | None:
    """The order that the board has learned and its masked squares; None where it has none that can be used.

    Raises CannotKeep, and Unanswered.
    """
    try:
        kept: tuple[bytes, tuple[int, ...]] | None = unpack_record(read(bench))
    except BadRecord:
        return None
    return kept


def keep(bench: Bench, record: bytes) -> None:
    """Write `record` (PAGES pages) and read it back. Raises CannotKeep, and Unanswered."""
    for page in range(PAGES):
        stored = record[PAGE * page:PAGE * (page + 1)]
        told = _asked(bench, RecordPage(page, WRITE_PAGE, stored))
        if told.kept != KEPT:
            raise CannotKeep(f"the EEPROM did not keep page {page}: look at its supply and its WP pin, which must be"
                             " at ground, then type the line again")
    if read(bench) != record:
        raise CannotKeep("the EEPROM reads back other than it was written: change it, then type the line again")


def start_anew(bench: Bench) -> bool:
    """Have the board start anew, so that it uses what it keeps; whether it is there again.

    A board on USB takes its port away with it: whether it comes back is not seen then.
    """
    try:
        before, began_s = bench.boot(), bench.now_s()
        bench.say(TestWanted(HANG_TEST, 1))
        while bench.boot() in (0, before) and bench.now_s() < began_s + STARTS_S:
            bench.wait(STEP_S)
        return bench.boot() not in (0, before)
    except Unanswered:
        return False


def _asked(bench: Bench, message: Any) -> Any:
    """The RecordPage that answers `message`."""
    bench.told(0)
    bench.say(message)

    def answers(heard: object) -> bool:
        return isinstance(heard, RecordPage) and heard.page == message.page

    told = [each.message for each in bench.told(ANSWERS_S, answers) if answers(each.message)]
    if not told:
        raise CannotKeep("the board does not answer for its EEPROM: bring its program up to date with"
                         " taula flash PORT")
    if told[-1].kept == NO_EEPROM:
        raise CannotKeep("no EEPROM answers on this board: look at its SDA at GP10, its SCL at GP11 and its supply; a"
                         " board with a pad there has none, and its sensors must be wired as drawn")
    return told[-1]
