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


NOT_READ, UNKNOWN_WORD, WRONG_VALUE = 1, 2, 3   # kinds of BadSettings, as the wire has them


class BadSettings(Exception):
    """board.json is not as it should be; the text says what to change.

    `kind`: NOT_READ, UNKNOWN_WORD or WRONG_VALUE. `link`: the line to the host, so far as the file can be made out.
    """

    def __init__(self, text, kind, link=DEFAULTS["link"]):
        self.kind = kind
        self.link = link
        super().__init__(text)


def read_settings():
    """The words of board.json over DEFAULTS. Raises BadSettings."""
    found = _json(SETTINGS) if SETTINGS in os.listdir() else {}
    link = found.get("link")
    link = link if _fits("link", link) else DEFAULTS["link"]
    for word in found:
        if word not in DEFAULTS:
            raise BadSettings("%s: unknown word %s; it may hold %s" % (SETTINGS, word, ", ".join(sorted(DEFAULTS))),
                              UNKNOWN_WORD, link)
    for word in sorted(found):
        if not _fits(word, found[word]):
            raise BadSettings("%s: %s is %s, not %s" % (SETTINGS, word, " or ".join(map(json.dumps, ALLOWED[word])),
                                                        json.dumps(found[word])), WRONG_VALUE, link)
    settings = dict(DEFAULTS)
    settings.update(found)
    return settings


def _fits(word, value):
    """Whether `word` may have this value; 1 is not true, though they are equal."""
    return value in ALLOWED[word] and type(value) is type(DEFAULTS[word])


def count_boot(chance=os.urandom):
    """One more start: its number, 1 the first time. A file that cannot be read counts from 1 again.

    Where the number cannot be kept it is one of `chance`: the host takes two starts of one number for one.
    """
    boot = 1
    try:
        with open(BOOTS, "rb") as file:
            text = file.read().strip()
        boot = int(text) % 0xFFFFFFFF + 1 if text and all(c in b"0123456789" for c in text) else 1
    except (OSError, ValueError):    # no file, a folder of its name, more digits than are turned into a number
        pass
    try:
        with open(BOOTS, "w") as file:
            file.write(str(boot))
    except OSError:
        boot = int.from_bytes(chance(4), "big") or 1
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
    """The words and values of the file."""
    data, why = b"", "is no JSON; mend it, or delete it to go back to the defaults"
    try:
        with open(name, "rb") as file:
            data = file.read()
        text = data.decode()
        found = json.loads(text)
        if not isinstance(found, dict):
            why = "must be words and values in braces, such as {\"radio\": true}"
        elif _parts(text) == _parts(json.dumps(found)):
            return found
    except (ValueError, RuntimeError, MemoryError, OSError):    # no JSON, nested too deep, too long, or no file
        pass
    # A board on the serial pins must be heard on them: so much is looked for in what makes no sense.
    raise BadSettings("%s %s" % (name, why), NOT_READ, "uart" if b"uart" in data else DEFAULTS["link"])


def _parts(text):
    """The words with their values as they stand in `text`, in order, without blanks.

    MicroPython takes {"radio" true}, {] and {"radio"} for JSON, and reads something out of them: what is written must
    come out again when what was read is written.
    """
    text = "".join(text.split())
    return [text[:1], text[-1:]] + sorted(text[1:-1].split(","))
