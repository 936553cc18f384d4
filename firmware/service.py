"""Service: how a board is kept from starting its program, so that its files can be written over the USB port.

The host's message Service makes the program write the flag and reset; boot.py takes the flag away and leaves a note
in `wanted`, which main.py reads. MicroPython starts main.py after boot.py whatever boot.py did, and main.py starts
the watchdog: so it is main.py that must do nothing. The start after that is an ordinary one.
"""

import os

FLAG = "service"
wanted = False


def ask():
    """Have the next start be one for service."""
    with open(FLAG, "w") as file:
        file.write("delete me, or start the board once")


def begin():
    """What boot.py does at each start."""
    global wanted
    wanted = FLAG in os.listdir()
    if wanted:
        os.remove(FLAG)
