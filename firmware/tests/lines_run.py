"""Runs the tests beside it and prints which lines of the firmware they reach: `make coverage-firmware`.

    MICROPYPATH=.frozen:firmware/tests micropython-settrace firmware/tests/lines_run.py FILE-PREFIX FOLDER

Needs a MicroPython with sys.settrace, which firmware/image/micropython.sh builds. Prints one line a file at the end:
`reached FILE NUMBER NUMBER ...`. Which lines could have been reached is for host.tests.firmware_lines to say.
"""

import sys

import run as runner

reached = {}
keepers = {}


def trace(frame, event, argument):
    """What keeps the lines of this call; None for tests and models, where most of the time goes by."""
    name = frame.f_code.co_filename
    if name not in keepers:
        beside = name.replace("/tests/..", "")
        keepers[name] = None if "/tests/" in beside or "/sim/" in beside else keeper(name)
    keep = keepers[name]
    if keep:
        keep(frame, event, argument)
    return keep


def keeper(name):
    """Keeps the lines of the file `name`, in a dictionary of its own."""
    lines = reached[name] = {}

    def keep(frame, event, argument):
        lines[frame.f_lineno] = True
        return keep

    return keep


if __name__ == "__main__":
    here = __file__.rsplit("/", 1)[0]
    folder = sys.argv[2]
    sys.path[0:1] = [here, here + "/.."] if folder == here else [folder]
    sys.settrace(trace)
    ran, failed = runner.run(folder, sys.argv[1])
    sys.settrace(None)
    for name in sorted(reached):
        print("reached", name, *sorted(reached[name]))
    print("%d tests, %d failed" % (ran, failed))
    sys.exit(1 if failed or not ran else 0)
