"""What is to be said of a board besides the game: it cannot play its part, a reader of it or the chain of its sensors
does not work, its supply is too low, it has started anew by itself, its line is disturbed, or its clock is out of
order.

Knows what a line has heard of its board; knows nothing of the table, and decides nothing about the game.
"""

from collections.abc import Iterable

from engine_lite.notation import square_name
from host.adapters.link import Link
from host.adapters.link_board import CHAIN, HOT, RACK_LOOPS, RECORD, UNREAD
from host.adapters.link_health import HALL_READ_LEAST_MV
from host.core.state import BAG
from host.schemas import PromptView
from host.words import notice_sentence

MOST_NAMED = 8  # squares in a sentence
_ROWS, _SIDE = "abcdefghijklmno", 15


def notices(links: Iterable[Link], language: str, first: Iterable[str] = ()) -> tuple[PromptView, ...]:
    """Those named in `first`, then one for each thing that is wrong with a board at the end of one of `links`, in the
    order of the lines.
    """
    no_data: dict[str, str] = {}
    found = [*((name, no_data) for name in first), *(each for link in links for each in _of(link))]
    return tuple(PromptView(name, _placed(data), notice_sentence(name, data, language), data) for name, data in found)


def _placed(data: dict[str, str]) -> tuple[str, ...]:
    """The squares of a notice that names some: they are shown on the board too."""
    return tuple(name for name in data["squares"].split(", ") if name != "…") if "squares" in data else ()


def come_up(before: Iterable[PromptView], now: Iterable[PromptView]) -> list[str]:
    """What is wrong `now` and was not `before`, or on another square, as sentences for the service's own record."""
    known = {(each.name, each.squares) for each in before}
    return [notice_sentence(each.name, each.data, "en") for each in now if (each.name, each.squares) not in known]


def _of(link: Link) -> Iterable[tuple[str, dict[str, str]]]:
    if link.wrong_firmware:
        yield "other_firmware", {}
    if link.unwell and link.unwell.why == "strap":
        yield "board_strap", {"volts": f"{link.unwell.detail / 1000:.2f}"}
    elif link.unwell:
        yield f"board_{link.unwell.why}", {}
    yield from _of_readers(link)
    yield from _of_loops(link.loops_out if link.part != BAG else ())
    for rail, mv in link.supplies.low.items():
        name = "hall_unread" if rail == "hall" and mv < HALL_READ_LEAST_MV else f"{rail}_low"
        yield name, {"volts": f"{mv / 1000:.2f}"}
    if link.supplies.started:
        yield f"started_by_{link.supplies.started}", {}
    if link.noise.noisy:
        yield "line_noisy", {}
    ppm = link.clock.ppm
    if link.clock.drifts and ppm is not None:
        yield "board_clock", {"ppm": f"{ppm:.0f}"}


def _of_readers(link: Link) -> Iterable[tuple[str, dict[str, str]]]:
    """Of its readers, and of the sensors of the squares."""
    for reader, where in link.readers_down.items():
        if reader == CHAIN:
            yield "chain_out", {"row": _ROWS[where : where + 1]}
            continue
        name = "board_record" if reader == RECORD else f"{reader}_reader"
        yield {HOT: "reader_hot", UNREAD: "pad_unread"}.get(where, name), {}
    if link.chain_fails:
        yield "chain_fails", {}
    if named := [square_name(square) for square in link.chatters]:
        yield "sensor_chatters", {"squares": ", ".join([*named[:MOST_NAMED], *(["…"] if named[MOST_NAMED:] else [])])}


def _of_loops(out: Iterable[int]) -> Iterable[tuple[str, dict[str, str]]]:
    """Of the loops of squares as rows and columns are named there, and of those of the racks."""
    lines = [_ROWS[loop] if loop < _SIDE else str(loop - _SIDE + 1) for loop in out if loop < RACK_LOOPS]
    racks = [str(loop - RACK_LOOPS + 1) for loop in out if loop >= RACK_LOOPS]
    if lines:
        yield "loops_out", {"lines": ", ".join(lines)}
    if racks:
        yield "rack_loop_out", {"racks": ", ".join(racks)}
