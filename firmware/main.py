"""Starts the program, unless this start is for service or the files do not fit each other; nothing else.

Until they are known to fit it needs service, settings and sums alone. What ends in an exception at its first steps
ends at MicroPython's prompt, where the files can be written anew, and stays there; so does what hangs there again and
again (see rounds.py).
"""

import service
from settings import firmware_folder
from sums import SUMS, wrong_files

# What a board that must not play needs to say so. When one of these is wrong itself, nothing of it is run.
SPEAKING = ("boot", "drivers/ports", "drivers/serial_link", "drivers/troubles", "drivers/watchdog", "line", "main",
            "pinout", "program", "roles/__init__", "roles/unwell", "rounds", "service", "settings", "strap", "sums",
            "sync", "tablewire/__init__", "tablewire/delivery", "tablewire/fields", "tablewire/frames",
            "tablewire/messages", "tablewire/session")


def silenced(wrong):
    """Those of the names `wrong` without which the board cannot say that they are."""
    return [name for name in wrong if name != SUMS and name[:name.rfind(".")] in SPEAKING]


def start():
    wrong = wrong_files(firmware_folder())
    dumb = silenced(wrong)
    if dumb:
        print("The program does not start: not as released: %s. Type: taula flash PORT" % ", ".join(dumb))
        return
    import program
    program.run(wrong)


if __name__ == "__main__" and not service.wanted:
    start()
