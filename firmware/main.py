"""Starts the program, unless this start is for service or the files do not fit each other; nothing else.

Until they are known to fit it needs service, settings and sums alone. The watchdog runs before the program is so much
as imported: that takes a quarter of a second on the emulated board, and until both loops have gone round another
second, of the 8.4 that it waits. What ends in an exception at its first steps ends at MicroPython's prompt, where the
files can be written anew, and stays there; so does what hangs there again and again (see rounds.py).
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
    watched(wrong)


def watched(wrong):
    """The program for ever; back at once where the last starts have all hung. Raises what the program raises."""
    from drivers.watchdog import Watchdog
    from rounds import MOST_HUNG, Rounds
    rounds = Rounds(Watchdog())
    if not rounds.begin():
        print("The program does not start: it has hung at its first steps %d times. Type: taula flash PORT"
              % MOST_HUNG)
        return
    try:
        import program
        program.run(wrong, rounds)
    finally:
        rounds.ended()


if __name__ == "__main__" and not service.wanted:
    start()
