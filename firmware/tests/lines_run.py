"""Runs the tests beside it and prints which lines of the firmware they reach: `make coverage-firmware`.

    MICROPYPATH=.frozen:firmware/tests micropython-settrace firmware/tests/lines_run.py FILE-PREFIX FOLDER

Needs a MicroPython with sys.settrace, which firmware/image/micropython.sh builds. Prints one line a file at the end:
`reached FILE NUMBER NUMBER ...`. Which lines could have been reached is for host.tests.firmware_lines to say.
"""

import sys

import run as runner

reached = {}


def trace(frame, event, argument):
    """Keep the line; the numbers stand in one dictionary a file."""
    name = frame.f_code.co_filename
    if name not in reached:
        reached[name] = {}
    reached[name][frame.f_lineno] = True
    return trace


if __name__ == "__main__":
    here = __file__.rsplit("/", 1)[0]
    folder = sys.argv[2]
    sys.path[0:1] = [here, here + "/.."] if folder == here else [folder]
    sys.settrace(trace)
    ran, failed = runner.run(folder, sys.argv[1])
    sys.settrace(None)
    for name in sorted(reached):
        if "/tests/" not in name.replace("/tests/..", ""):
            print("reached", name, *sorted(reached[name]))
    print("%d tests, %d failed" % (ran, failed))
    sys.exit(1 if failed or not ran else 0)
