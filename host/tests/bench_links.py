"""A million messages over links that hurt: none lost, none doubled, none out of order.

    python -m host.tests.bench_links [MESSAGES]

The same two real ends as in test_hostile_links.py, at ten times its length and with more seeds. Exit 1 when a message
is missing, doubled or out of its place; prints a line a link, and messages a second of virtual time.
"""

import sys
import time
from collections.abc import Callable

from host.tests.cables import Cable, corrupt, dribble, everything, lossy, noisy, perfect, twice
from host.tests.test_hostile_links import STEP_MS, World, play

MESSAGES = 1_000_000
LIFE = 10_000  # messages of one run: then another seed
SHARE_OF_QUESTIONS = 6  # one message in so many goes from the host to the board
STALLS_MS = 5_000  # what a host that has stopped reading misses, at most


def steady(world: World) -> None:
    """Nothing happens but what the cable does."""


def cut_again_and_again(world: World) -> None:
    """The plug is pulled in the middle of a frame, for up to three seconds."""
    if world.now_ms > world.unplugged_until_ms and world.chance.random() < 0.02:
        world.cut(for_ms=STEP_MS * world.chance.randrange(1, 300))


def stall_again_and_again(world: World) -> None:
    """The host stops reading and writing for up to STALLS_MS; what the board sends meanwhile is lost."""
    if world.stalled_until_ms < world.now_ms and world.chance.random() < 0.01:
        world.stall(for_ms=STEP_MS * world.chance.randrange(1, STALLS_MS // STEP_MS))


LINKS: dict[str, tuple[Cable, Callable[[World], None]]] = {
    "perfect": (perfect, steady),
    "dribble": (dribble, steady),
    "loss": (lossy, steady),
    "duplication": (twice, steady),
    "noise": (noisy, steady),
    "damage": (corrupt, steady),
    "all of these": (everything, steady),
    "cut": (corrupt, cut_again_and_again),
    "stalled host": (corrupt, stall_again_and_again),
    "killed host": (lossy, steady),
}


def faults_of(name: str, messages: int, seed: int) -> tuple[int, int]:
    """Messages lost, doubled or out of order over the link `name`; and the virtual milliseconds that it took."""
    cable, happens = LINKS[name]
    world = World(seed, cable)
    world.kill_chance = 0.01 if name == "killed host" else 0.0
    questions = 0 if name == "killed host" else messages // SHARE_OF_QUESTIONS  # a host's own die with it
    edges = messages - questions
    play(world, edges, questions, happens)
    wrong = [a != b for a, b in zip(world.edges, range(edges), strict=False)]
    wrong += [a != b for a, b in zip(world.asked, range(questions), strict=False)]
    return sum(wrong) + abs(len(world.edges) - edges) + abs(len(world.asked) - questions), world.now_ms


def main(total: int) -> int:
    """Play `total` messages, spread over the links; how many went wrong."""
    each, wrong = -(-total // len(LINKS)), 0
    for name in LINKS:
        began, left, seed, faults, virtual_ms = time.perf_counter(), each, 100, 0, 0
        while left:
            count = min(LIFE, left)
            these, ms = faults_of(name, count, seed)
            faults, virtual_ms, left, seed = faults + these, virtual_ms + ms, left - count, seed + 1
        print(f"{name:13} {each:8} messages, {faults} lost, doubled or out of order;"
              f" {virtual_ms / 1000:9.0f} s of the line, {time.perf_counter() - began:5.0f} s here", flush=True)
        wrong += faults
    print(f"{each * len(LINKS)} messages, {wrong} wrong", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main(int(sys.argv[1]) if len(sys.argv) > 1 else MESSAGES) else 0)
