"""Annotated games as files: which characters the bytes of a .gcg file are.

Knows nothing of what the text says.
"""

import re
import stat
from pathlib import Path

from engine_lite.gcg_sheet import LONGEST_TEXT
from engine_lite.quoting import quoted

LARGEST = 4 * LONGEST_TEXT  # bytes; the longest text that is read as a game, in the widest UTF-8

UTF_8, ISO_8859_1 = "utf-8", "iso-8859-1"

# As records spell them; GCG 1.2 itself names these two only.
SPELLINGS = {
    "utf-8": UTF_8,
    "utf8": UTF_8,
    "iso-8859-1": ISO_8859_1,
    "iso 8859-1": ISO_8859_1,
    "iso8859-1": ISO_8859_1,
    "latin-1": ISO_8859_1,
    "latin1": ISO_8859_1,
}

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_DECLARATION = re.compile(rb"[\r\n \t]*#character-encoding(?:[ \t]+([^\r\n]*))?(?=[\r\n]|\Z)", re.IGNORECASE)


class UnreadableFile(Exception):
    """A file that cannot be opened or whose bytes are not the characters that it declares; one sentence."""


def read_text(path: str | Path) -> str:
    """The text of the file: in the encoding that its first line declares, else UTF-8, else ISO-8859-1.

    By the letter of GCG 1.2 a file that declares nothing is ISO-8859-1; many are UTF-8, and bytes that are UTF-8 by
    accident do not occur. Raises UnreadableFile.
    """
    name = Path(path).name
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise UnreadableFile(f"{path} is no ordinary file")
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror}") from error
    if len(data) > LARGEST:
        raise UnreadableFile(f"{name} has more than {LARGEST} bytes; an annotated game is much shorter")
    return text_of(data, name)


def text_of(data: bytes, name: str) -> str:
    """The characters of a file's bytes; `name` is what the errors call it. Raises UnreadableFile.

    >>> text_of("#player1 a Çesc".encode("iso-8859-1"), "game.gcg")
    '#player1 a Çesc'
    """
    if data.startswith(_UTF_16_MARKS):
        raise UnreadableFile(f"{name} is UTF-16; save it as UTF-8")
    marked = data.startswith(_BYTE_ORDER_MARK)
    body = data.removeprefix(_BYTE_ORDER_MARK)
    declared = _declared(body, name)
    if marked and declared == ISO_8859_1:
        raise UnreadableFile(f"{name} declares ISO-8859-1 and begins with the mark of UTF-8; save it as UTF-8")
    try:
        return body.decode(declared or UTF_8)
    except UnicodeDecodeError as error:
        if not declared and not marked:
            return body.decode(ISO_8859_1)
        line = len(re.split(rb"\r\n|\n|\r", body[: error.start]))
        raise UnreadableFile(
            f"{name} says that it is UTF-8, and byte {body[error.start]:#04x} in line {line} is not; "
            "declare ISO-8859-1 or save it as UTF-8"
        ) from error


def _declared(body: bytes, name: str) -> str | None:
    """The encoding that the first line declares; None when it declares none."""
    declaration = _DECLARATION.match(body)
    if not declaration:
        return None
    spelling = (declaration[1] or b"").decode(ISO_8859_1).strip()
    if encoding := SPELLINGS.get(spelling.lower()):
        return encoding
    raise UnreadableFile(f"{name} declares the encoding {quoted(spelling)} in line 1; expected UTF-8 or ISO-8859-1")
