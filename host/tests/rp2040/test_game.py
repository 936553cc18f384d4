"""A whole game at the reference table, its boards emulated: hands, chips, the image, three lines, the host; and what
it leaves of each board's heap."""

from pathlib import Path

from host.board_image import image_here
from host.rehearsal import builds
from host.rehearsal.outcome import rehearse
from host.simulator.reference_boards import EmulatedReferenceBoards

GAMES = Path(__file__).parents[1] / "games"
LIMIT_S = 900       # of real time; three boards, one after the other: a minute or two of a processor
LEAST = 100 * 1024  # bytes of heap free after the start
GROWTH = 4 * 1024   # bytes that a game may leave behind: what is known of five tiles, and of where each lies
# Runs the program; every second the heap is collected: what was free after the start, what is free now, the least. A
# register is written only when that changes: each time costs the emulator half a second.
WATCHED = b"""
import asyncio, gc, machine, program
from drivers.watchdog import Watchdog
from rounds import Rounds

FIRST, LAST, LEAST = 0x4005800C, 0x40058010, 0x40058014   # scratch registers of the watchdog

async def watch():
    first = last = least = 0
    await asyncio.sleep_ms(500)
    while True:
        gc.collect()
        free = gc.mem_free()
        if not first:
            first = machine.mem32[FIRST] = free
        if abs(free - last) > 64:
            last = machine.mem32[LAST] = free
        if not least or free < least:
            least = machine.mem32[LEAST] = free
        await asyncio.sleep_ms(1000)

async def both():
    await asyncio.gather(program.serve((), Rounds(Watchdog())), watch())

asyncio.run(both())
"""


def test_a_whole_game_is_played_scored_and_leaves_the_heaps_as_they_were(monkeypatch):
    image, heaps = image_here(), {}

    class Watched(EmulatedReferenceBoards):
        def __init__(self, image, seed):
            files = {**image.files, "main.py": WATCHED, "sums.json": b"{}"}
            super().__init__(image._replace(files=files), seed)

        def close(self):
            heaps.update(board=self.scratch, loops=self.loops.scratch, bag=self.bag.scratch)
            super().close()

    monkeypatch.setattr(builds, "EmulatedReferenceBoards", Watched)
    assert rehearse(GAMES / "fisc_classic-three-turns.txt", "sensors", builds.EMULATED).failures == []
    for name, (first, last, least, _) in heaps.items():
        print(f"{name}: {first} bytes free after the start, {last} after the game, {least} at the least")
        assert first >= LEAST
        assert last >= first - GROWTH
        assert least >= first - 2 * GROWTH
    assert image.files["main.py"] != WATCHED
