"""Runs the tests of the rules on one mutant after the other, in copies of the project, two at a time.

Knows nothing of which mutants there are; each test run is a process of its own, which may hang or die.
"""

import os
import shutil
import signal
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from importlib.util import cache_from_source
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SETTINGS = tomllib.loads((HERE / "mutants.toml").read_text(encoding="utf-8"))
GROUPS = SETTINGS["group"]
WORKERS = 2  # processes, each with a copy of the project: the tests of one mutant keep one core busy
NEEDED = ("engine_lite", "hardware_tests", "pyproject.toml")  # of the project, for the tests to run


class Mutant(NamedTuple):
    """The change of `operator` at the `occurrence`-th place, from 0, where it applies in `module`, one of `group`."""

    group: int
    module: str
    operator: str
    occurrence: int


class Verdict(NamedTuple):
    """What became of a mutant, and the first line, from 1, in which it differs."""

    mutant: Mutant
    survived: bool
    line: int
    before: str
    after: str


def modules(group: int, project: Path) -> list[Path]:
    """The files that are changed in one group."""
    return [path for pattern in GROUPS[group]["modules"] for path in sorted((project / "engine_lite").glob(pattern))]


def begin(folders: "SimpleQueue[str]") -> None:
    """Go to a copy of the project, and import once what the tests of every mutant need."""
    import hypothesis.strategies
    import pytest  # noqa: F401

    os.chdir(folders.get())
    sys.path[0] = str(Path.cwd())
    for name in [name for name in sys.modules if name.partition(".")[0] == "engine_lite"]:
        del sys.modules[name]  # those of the checkout; the copy's are imported instead
    hypothesis.settings.register_profile(
        "mutants", derandomize=True, database=None, deadline=None, max_examples=SETTINGS["examples"],
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )  # fmt: skip
    hypothesis.settings.load_profile("mutants")


def tried(mutant: Mutant) -> Verdict:
    """Put the mutant into this worker's copy, run the tests on it, and put the module back."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    path = Path(mutant.module)
    source = path.read_text(encoding="utf-8")
    code = mutate_code(source, get_operator(mutant.operator)(), mutant.occurrence)
    put(path, code)
    survived = passes(mutant.group)
    put(path, source)
    return Verdict(mutant, survived, *difference(source.splitlines(), code.splitlines()))


def difference(before: list[str], after: list[str]) -> tuple[int, str, str]:
    """The first line, from 1, in which they differ, and how it reads in either; "" where it is gone.

    >>> difference(["a", "@b", "c"], ["a", "c"]), difference(["a", "b < c"], ["a", "b > c"])
    ((2, '@b', ''), (2, 'b < c', 'b > c'))
    """
    matches = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    _, first, end, start, stop = next(each for each in matches if each[0] != "equal")
    return first + 1, "".join(before[first:end][:1]).strip(), "".join(after[start:stop][:1]).strip()


def put(path: Path, code: str) -> None:
    """Write `code`, and drop what was compiled: Python would not see a change of equal length within one second."""
    path.write_text(code, encoding="utf-8")
    Path(cache_from_source(str(path))).unlink(missing_ok=True)


def passes(group: int) -> bool:
    """Whether the group's tests pass on this copy; asked of a process of its own, which may hang or die."""
    if child := os.fork():
        return os.waitpid(child, 0)[1] == 0
    failed = True
    try:
        signal.alarm(SETTINGS["limit_s"])  # ends this process, wherever it hangs
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        failed = bool(exit_code(group))
    finally:
        os._exit(failed)


def exit_code(group: int) -> int:
    """The exit code of the group's tests, 0 when they pass; not 0 when they ran on any other copy."""
    import pytest

    tests = [f"engine_lite/tests/{name}" for name in GROUPS[group]["tests"]]
    without = [f"--deselect=engine_lite/tests/{name}" for name in GROUPS[group]["left_out_tests"]]
    quietly = ["-x", "-q", "--tb=no", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    code = pytest.main([*quietly, *without, *tests, *map(str, modules(group, Path()))])
    import engine_lite

    return code or engine_lite.__path__[0] != str(Path.cwd() / "engine_lite")


def verdicts(chosen: Iterable[Mutant]) -> Iterator[Verdict]:
    """What becomes of each, as it is known. Raises SystemExit when the tests fail on the project unchanged."""
    context = get_context("fork")
    folders = context.SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for copy in (Path(folder, str(number)) for number in range(WORKERS)):
            copy.mkdir()
            for name in NEEDED:
                (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copy / name)
            folders.put(str(copy))
        with context.Pool(WORKERS, begin, (folders,)) as pool:
            if not all(pool.map(passes, range(len(GROUPS)))):
                raise SystemExit("The tests fail on the rules unchanged; type `make test` and mend that first.")
            yield from pool.imap_unordered(tried, chosen)
