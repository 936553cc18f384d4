"""Runs every test_* function of the test_*.py files (or .mpy) beside it, under MicroPython as under CPython.

    micropython firmware/tests/run.py [FILE-PREFIX [FOLDER]]

These files keep to the smaller Python that a board speaks: plain functions and `assert`, no pytest and no Hypothesis.
Tests that need those stand in tests/cpython/, where this runner does not look. Those of FOLDER tests/timed/ need what
only MicroPython has, and the virtual table's `time` and `machine`: MICROPYPATH begins with sim/shadow.
"""

import gc
import os
import sys


def run(folder, prefix):
    """Run all tests; returns how many ran and how many failed."""
    ran = failed = 0
    for name in sorted(os.listdir(folder)):
        if not (name.startswith(prefix) and name.endswith((".py", ".mpy"))):
            continue
        gc.collect()
        module = __import__(name[:name.rfind(".")])
        for test in sorted(t for t in dir(module) if t.startswith("test_")):
            ran += 1
            gc.collect()  # a board's heap is small, and what the last test has left lies across it
            try:
                getattr(module, test)()
            except Exception as error:
                failed += 1
                print("FAILED %s: %s" % (name, test))
                if hasattr(sys, "print_exception"):
                    sys.print_exception(error)
                else:
                    raise
    return ran, failed


if __name__ == "__main__":
    here = __file__.rsplit("/", 1)[0] if "/" in __file__ else "."
    if len(sys.argv) > 2:
        here = sys.argv[2]
        sys.path.insert(0, here)
    else:
        sys.path[0:1] = [here, here + "/.."]
    ran, failed = run(here, sys.argv[1] if len(sys.argv) > 1 else "test_")
    print("%d tests, %d failed" % (ran, failed))
    sys.exit(1 if failed or not ran else 0)
