"""What a board keeps in its own files: its settings, the count of its starts, and the sum over its firmware.

All is read and written once at start-up: flash is never written during a game. Knows no hardware.
"""

import binascii
import json
import os

SETTINGS = "board.json"
BOOTS = "boots.txt"
# link: "usb" or "uart"; role: of a board whose strap is open; radio, pad: what a whole table has besides its magnets;
# pad also: whether the bag's board has one
DEFAULTS = {"link": "usb", "role": "whole", "radio": False, "pad": False}
ALLOWED = {"link": ("usb", "uart"), "role": ("board", "radio", "bag", "whole"),
           "radio": (False, True), "pad": (False, True)}
_FOLDERS = ("", "roles", "scan", "drivers", "tablewire")


class BadSettings(Exception):
    """board.json is not as it should be; the text says what to change."""


def read_settings():
    """The words of board.json over DEFAULTS. Raises BadSettings."""
    found = _json(SETTINGS) if SETTINGS in os.listdir() else {}
    if not isinstance(found, dict):
        raise BadSettings("%s must be words and values in braces, such as {\"radio\": true}" % SETTINGS)
    for word in found:
        if word not in DEFAULTS:
            raise BadSettings("%s: unknown word %s; it may hold %s" % (SETTINGS, word, ", ".join(sorted(DEFAULTS))))
    settings = dict(DEFAULTS)
    settings.update(found)
    for word in sorted(settings):
        if settings[word] not in ALLOWED[word]:
            raise BadSettings("%s: %s is %s, not %s" % (SETTINGS, word, " or ".join(map(json.dumps, ALLOWED[word])),
                                                        json.dumps(settings[word])))
    return settings


def count_boot():
    """One more start: its number, 1 the first time. A file that cannot be read counts from 1 again."""
    boot = 1
    if BOOTS in os.listdir():
        with open(BOOTS, "rb") as file:
            text = file.read().strip()
        boot = int(text) % 0xFFFFFFFF + 1 if text and all(c in b"0123456789" for c in text) else 1
    with open(BOOTS, "w") as file:
        file.write(str(boot))
    return boot


def firmware_folder():
    """Where the firmware lies, "" or ending in /: here."""
    return __file__[:__file__.rfind("/") + 1]


def build_sum(root):
    """CRC-32 over the firmware's files in folder `root` ("" or ending in /), by name: what runs here."""
    total = 0
    for folder in _FOLDERS:
        path = root + folder
        for name in sorted(os.listdir(path or ".")):
            if name.endswith((".py", ".mpy")):
                with open((path + "/" if folder else path) + name, "rb") as file:
                    total = binascii.crc32(file.read(), total)
    return total


def _json(name):
    try:
        with open(name) as file:
            return json.load(file)
    except ValueError:
        raise BadSettings("%s is no JSON; mend it, or delete it to go back to the defaults" % name) from None
