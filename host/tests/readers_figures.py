"""What the boards of racks and bag need on the virtual table, for `make bench`: virtual time, figures of models."""

from collections.abc import Iterator

from tablewire import messages as wire

from host.simulator.board_process import BoardProcess
from host.tests.board_line import Line, messages, tag

REPEATS = 20  # as bench checks T21 and T22 ask
BAG = 100  # tiles
BAG_MS = 1.3 * 1160  # the budgets: by 30 % at most above the realistic column of hardware design 4.5
BAG_AIR_MS = 877.0  # what the radio takes by itself, in the mean: hardware design 4.3
RACK_AIR_MS = 2 * 55.0  # of seven tags, read twice alike
STEP_S = 0.005


def reader_figures() -> Iterator[tuple[str, float, float, str, float | None]]:
    """(what, value, budget, unit, floor) of each."""
    yield "a rack of seven, wanted until told, worst of 20 (model)", max(racks_ms()), 300, "ms", RACK_AIR_MS
    yield "bag of 100 that can all be read, until told (model)", bag_ms(), BAG_MS, "ms", BAG_AIR_MS
    yield "unseen of a fist of seven in the neck, worst of 20 (model)", max(unseen()), 2, "tiles", None


def racks_ms() -> Iterator[float]:
    """Seven tiles on an empty rack, as T21 asks. Tiles that have gone take longer: their silence must be believed."""
    with BoardProcess({"role": "radio", "radio": False}) as board:
        line = Line(board)
        line.run(1)
        for repeat in range(REPEATS):
            board.lies_on_rack(repeat % 4, [])
            line.run(3 + 0.05 * repeat)
            board.lies_on_rack(repeat % 4, [tag(7919 * (7 * repeat + n)) for n in range(7)])
            line.say(wire.RackWanted(repeat % 4))
            yield _until(line, wire.RackEnd, 1)
        line.port.close()


def bag_ms() -> float:
    with BoardProcess({"role": "bag", "radio": False}) as board:
        line = Line(board)
        board.fault("bag_unread", 0)
        board.in_bag([tag(7919 * n * n) for n in range(BAG)])
        line.run(1)
        line.say(wire.StateWanted())
        took_ms = _until(line, wire.BagTag, BAG)
        line.port.close()
        return took_ms


def unseen() -> Iterator[int]:
    with BoardProcess({"role": "bag", "radio": False}) as board:
        line = Line(board)
        for repeat in range(REPEATS):
            line.run(0.1 + 0.007 * repeat)
            for n in range(7):
                board.tile_passes(tag(7919 * (7 * repeat + n)), board.now_us + 20_000 * n, 150_000)
            yield 7 - sum(isinstance(m, wire.BagSighting) for m in messages(line.run(1)))
        line.port.close()


def _until(line: Line, kind: type, count: int) -> float:
    """Virtual ms until so many messages of `kind` have been told."""
    began_us = line.board.now_us
    while count > 0:
        told = [t for t in line.run(STEP_S) if isinstance(t.message, kind)]
        count -= len(told)
        assert line.board.now_us < began_us + 10_000_000, f"{kind.__name__} is not told"
    return (told[-1].at_us - began_us) / 1000
