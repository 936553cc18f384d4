"""The properties of test_any_wire.py for as long as wanted, each time with other chances.

    python -m host.tests.fuzz_wire [--minutes 10] [--seed 1]

`make test` tries a hundred examples of each; this goes round all of them until the time is over, and tells how many
examples each has had. Exit 1 at the first that fails, with its shortest example and the seed that finds it again.
"""

import argparse
import functools
import random
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

from hypothesis import seed, settings

from host.tests import test_any_wire

EXAMPLES = 200  # of one property before the next has its turn: some seconds
S_PER_MINUTE = 60


def properties(module: Any) -> dict[str, Callable[[], None]]:
    """The tests of `module` that Hypothesis feeds, by name."""
    return {name: test for name, test in vars(module).items()
            if name.startswith("test_") and hasattr(test, "hypothesis")}


def counted(test: Any) -> list[int]:
    """Have Hypothesis feed `test` EXAMPLES at a time, with no deadline; the number of its examples so far."""
    examples, body = [0], test.hypothesis.inner_test

    @functools.wraps(body)
    def counts(*arguments: Any, **named: Any) -> None:
        examples[0] += 1
        body(*arguments, **named)

    test.hypothesis.inner_test = counts  # Hypothesis looks for it there at each run
    settings(max_examples=EXAMPLES, deadline=None, database=None)(test)
    return examples


def fuzz(tests: dict[str, Any], is_over: Callable[[], bool], chance: random.Random) -> str:
    """Go round all `tests` until `is_over()`; the name of the first that fails and its seed, or ""."""
    while True:
        for name, test in tests.items():
            if is_over():
                return ""
            number = chance.randrange(2**32)
            try:
                seed(number)(test)()
            except Exception:
                traceback.print_exc()
                return f"{name}, seed {number}"


def main() -> int:
    """Fuzz for so many minutes and print a line a property; 1 when one fails."""
    asked = argparse.ArgumentParser(description="Both ends of the line against whatever may come over it.")
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--seed", type=int, default=None, help="of all chance; another one each time if left out")
    wish = asked.parse_args()
    tests = properties(test_any_wire)
    examples = {name: counted(test) for name, test in tests.items()}
    end_s = time.monotonic() + S_PER_MINUTE * wish.minutes
    failed = fuzz(tests, lambda: time.monotonic() >= end_s, random.Random(wish.seed))
    for name, (count,) in examples.items():
        print(f"{count:9} {name}")
    total = sum(count for count, in examples.values())
    print(f"{total:9} examples; {f'failed: {failed}' if failed else 'none failed'}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
