"""Games of random lines on the rules alone and through all the sensors, held against each other line by line.

    python -m host.tests.hands_by_chance [--minutes 10] [--seed 1] [--readers all] [--into build/chance]
    python -m host.tests.hands_by_chance --again FILE [--shorten]

A seed is a game, at one of the tables of READERS and in a rulebook by chance. Where the two courses differ, the lines
so far go into a file that `taula rehearse FILE` plays again; its last lines expect what the rules came to. Exit 1.
"""

import argparse
import itertools
import re
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from engine_lite.rulebooks import RULEBOOKS
from host.rehearsal.script import BadScript
from host.rehearsal.settings import READERS
from host.tests.chance_hands import NEUTRAL, ChanceHands
from host.tests.shorter import shorter
from host.tests.two_courses import BEGINS, DONE, SENSORS, Difference, Impossible, TwoCourses, expected_of

ACTS = 25  # of a game: what hands do, a line or several each
BOOKS = ("manacor", "fisc_school", "fisc_classic", "frs_english", "frs_romanian")
SMALL_BAGS = (0, 0, 3, 6, 9, 14)  # tiles left: the end of a game is near
NAMES = re.compile(r"[a-o][0-9]+|[0-9]+|\b[A-Z?]\b")  # squares, numbers, tiles: other ones when lines are left out
OFTEN = 4  # faces of which there are most: no chance deals all of one to the first racks
S_PER_MINUTE = 60


@dataclass(frozen=True, slots=True)
class Played:
    """A game by chance: its lines with what was expected after them, and the sentence on which it ended, or ""."""

    lines: tuple[str, ...]
    differs: str

    @property
    def text(self) -> str:
        """The script, with the sentence on top."""
        return "\n".join([f"# {self.differs}", *self.lines, ""])


def settings(chance: Random, readers: str) -> list[str]:
    """The lines up to `start`, for a table with these readers."""
    book = chance.choice(BOOKS)
    lines = [f"rulebook {book}", f"readers {readers}", f"referee {chance.choice(('yes', 'yes', 'no'))}",
             f"seed {chance.randint(1, 10**6)}"]
    if chance.random() < 0.4:
        lines.append(f"bag-left {chance.choice(SMALL_BAGS)}")
    elif chance.random() < 0.2:
        kinds = sorted(RULEBOOKS[book].tile_set.faces, key=lambda kind: -kind.count)
        one, other = chance.sample([kind.face for kind in kinds[:OFTEN]], 2)
        return [*lines, f"draw-start A {one} B {other}", "start"]
    return [*lines, f"start {chance.choice('AB')}"]


def game(seed: int, readers: str, acts: int = ACTS, neutral: float = NEUTRAL) -> Played:
    """The game of `seed` at a table with `readers`, to the end of its `acts` or to the first difference."""
    chance = Random(f"{seed} {readers}")
    begin = settings(chance, readers)

    def go_on(courses: TwoCourses) -> None:
        hands = ChanceHands(courses, chance, neutral)
        for _ in range(acts):
            hands.act()

    return _played(begin, go_on)


def again(lines: Sequence[str]) -> Played:
    """The same of lines that were written down: what `taula rehearse` plays, on both tables."""
    lines = [line for line in lines if line and not line.startswith("expect")]
    begins = 1 + next((place for place, line in enumerate(lines) if line.split()[0] == "start"), -1)
    if not begins:  # it has been left out, and nothing begins
        return Played(tuple(lines), "")

    def go_on(courses: TwoCourses) -> None:
        for line in lines[begins:]:
            _one_again(courses, line)

    try:
        return _played([line for line in lines[:begins] if not line.startswith("#")], go_on)
    except BadScript:  # a setting has been left out without which nothing begins
        return Played(tuple(lines), "")


def _one_again(courses: TwoCourses, line: str) -> None:
    try:
        if line.startswith(BEGINS):
            courses.begins(line.removeprefix(BEGINS))
        elif line.startswith("#"):
            if line == DONE:
                courses.done()
        elif line.endswith(SENSORS):
            courses.sense(line.removesuffix(SENSORS))
        else:
            courses.play(line)
    except Impossible:  # a line before it, that it needs, has been left out
        return


def _played(begin: list[str], go_on: Callable[[TwoCourses], None]) -> Played:
    with tempfile.TemporaryDirectory(prefix="taula-") as folder:
        courses = TwoCourses(begin, Path(folder))
        try:
            with courses.stage:
                courses.start()
                go_on(courses)
            courses.end()
        except Difference as difference:
            return Played((*courses.lines, *expected_of(courses)), str(difference))
        except Exception:  # a crash is a defect too, whatever it is: the lines before it are what counts
            told = traceback.format_exc(limit=-4).strip().replace("\n", "\n# ")
            return Played(tuple(courses.lines), f"{told}\n# line {len(courses.lines) + 1}: a crash")
        return Played(tuple(courses.lines), "")


def fuzz(seeds: Iterator[int], readers: Sequence[str], is_over: Callable[[], bool], into: Path) -> Counter[str]:
    """Games until `is_over()`, each table's in turn; what was counted, and a file in `into` for each difference."""
    counted: Counter[str] = Counter()
    for seed, table in zip(seeds, itertools.cycle(readers), strict=False):
        if is_over():
            break
        played = game(seed, table)
        counted += Counter(games=1, lines=len(played.lines), differences=bool(played.differs))
        if played.differs:
            into.mkdir(parents=True, exist_ok=True)
            file = into / f"{table}-{seed}.txt"
            file.write_text(played.text, encoding="utf-8")
            print(f"{file}: {played.differs.splitlines()[-1].removeprefix('# ')}", flush=True)
    return counted


def main() -> int:
    """Play for so many minutes and print what was counted; 1 when the two courses have differed."""
    asked = argparse.ArgumentParser(description="Hands by chance, on the rules alone and through the sensors.")
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--seed", type=int, default=None, help="of the first game; another one each time if left out")
    asked.add_argument("--readers", choices=READERS, action="append", help="of the table; all of them in turn")
    asked.add_argument("--into", type=Path, default=Path("build/chance"), help="the folder for what differs")
    asked.add_argument("--again", type=Path, metavar="FILE", help="play this file on both tables instead")
    asked.add_argument("--shorten", action="store_true", help="and leave out what it does not need to differ")
    wish = asked.parse_args()
    if wish.again:
        return _again(wish.again, wish.shorten)
    end_s = time.monotonic() + S_PER_MINUTE * wish.minutes
    first = Random().randrange(10**6) if wish.seed is None else wish.seed
    counted = fuzz(itertools.count(first), wish.readers or READERS, lambda: time.monotonic() >= end_s, wish.into)
    print(f"{counted['games']} games by chance from seed {first} on, {counted['lines']} lines, "
          f"{counted['differences']} differences")
    return int(bool(counted["differences"]))


def _again(file: Path, shorten: bool) -> int:
    lines = file.read_text(encoding="utf-8").splitlines()
    played = again(lines)
    if played.differs and shorten:
        played = again(shorter(played.lines, lambda fewer: alike(again(fewer), played)))
        file.with_suffix(".short.txt").write_text(played.text, encoding="utf-8")
    print(played.differs or "no difference")
    return int(bool(played.differs))


def alike(one: Played, other: Played) -> bool:
    """Whether two games have differed in the same way, on whichever line."""
    said, also = (each.differs.split(": ", 1)[-1] for each in (one, other))
    return bool(said) and NAMES.sub("", said) == NAMES.sub("", also)


if __name__ == "__main__":
    sys.exit(main())
