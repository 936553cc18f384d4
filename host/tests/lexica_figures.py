"""The budgets of a lexicon, measured: time of a look-up, and memory that an open word file adds to a process.

    python -m host.tests.lexica_figures

On DISC's 582,236 words where `../shared` has them, else on as many made-up ones, and the figure says so.
"""

import lzma
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from engine_lite.tiles import CATALAN
from host.lexica.lists import gather
from host.lexica.wordfile import open_lexicon, write

DISC = Path(__file__).resolve().parents[3] / "shared" / "lexica" / "disc-ca.txt.xz"
WORDS = 582_236
LOOKED_UP = 20_000  # words of each kind: hits, and misses that differ by their last letter
LOOKUP_US, RESIDENT_MB = 5, 4  # the budgets

# Asks for every word of the list, so that every page of the file has been touched; all else has been loaded before.
RESIDENT = """
import sys
from pathlib import Path
from host.lexica.wordfile import open_lexicon

def resident_kb():
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))

def found(lexicon):
    with open(sys.argv[2], encoding="utf-8") as words:
        return sum(word.rstrip() in lexicon for word in words)

found(open_lexicon(Path(sys.argv[1])))
before = resident_kb()
lexicon = open_lexicon(Path(sys.argv[3]))
print(found(lexicon), resident_kb() - before)
"""


def made_up(chance: random.Random) -> Iterator[str]:
    """Words of syllables, so that they share beginnings and ends as those of a language do."""
    ends = ["", "S", "R", "NT", "VA", "VEN", "REM", "RIA"]
    while True:
        yield "".join(chance.choice("BCDFGLMNPRSTV") + chance.choice("AEIOU") for _ in range(4)) + chance.choice(ends)


def words() -> tuple[list[str], str]:
    """The words to measure on, and how a figure names them."""
    if DISC.exists():
        return lzma.decompress(DISC.read_bytes()).decode().split(), f"{WORDS:,} words of DISC"
    found: set[str] = set()
    source = made_up(random.Random(7))
    while len(found) < WORDS:
        found.add(next(source))
    return sorted(found), f"{WORDS:,} made-up words"


def lookup_figures() -> Iterator[tuple[str, float, float, str]]:
    """(what, measured, budget, unit) of the median hit and miss, and of what the open file adds to the process."""
    listed, name = words()
    with tempfile.TemporaryDirectory(prefix="taula-lexicon-") as folder:
        path = Path(folder) / "figures.words"
        keys = gather(listed, CATALAN).keys
        write(path, keys, CATALAN.name, name="figures", date="2024-11-03", source=name)
        lexicon = open_lexicon(path)
        hits = random.Random(7).sample(listed, LOOKED_UP)
        misses = [word for word in (f"{hit[:-1]}Ç" for hit in hits) if word not in lexicon]
        for kind, asked in (("in the list", hits), ("not in it", misses)):
            yield f"look-up of a word {kind}, median of {name}", _median_us(lexicon, asked), LOOKUP_US, "us"
        yield f"memory of an open lexicon, {name}", _resident_mb(path, listed), RESIDENT_MB, "MB resident"


def _median_us(lexicon, asked: list[str]) -> float:
    times_us = []
    for word in asked:
        began_ns = time.perf_counter_ns()
        word in lexicon  # noqa: B015  only the time is of interest
        times_us.append((time.perf_counter_ns() - began_ns) / 1_000)
    return statistics.median(times_us)


def _resident_mb(path: Path, listed: list[str]) -> float:
    text, small = path.with_suffix(".txt"), path.with_name("small.words")
    text.write_text("\n".join(listed), encoding="utf-8")
    write(small, ["AA"], CATALAN.name, name="small", date="2024-11-03", source="typed")
    command = [sys.executable, "-c", RESIDENT, str(small), str(text), str(path)]
    found, added_kb = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert int(found) == len(listed)
    return int(added_kb) / 1024


if __name__ == "__main__":
    for what, measured, budget, unit in lookup_figures():
        print(f"{what}: {measured:.2f} {unit}, budget {budget} {unit}")
