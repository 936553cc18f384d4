"""Tables of the manual that are printed from the code: what they list is written down once.

A page asks for one with a line such as `<!-- printed: messages -->`. Knows nothing of how pages look.
"""

import json
import re
import runpy
import struct
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from tablewire import messages

from host.config import SECTIONS, Config
from host.core.phases import NEXT

CHECKOUT = Path(__file__).resolve().parents[1]


class UnknownTable(LookupError):
    """A page asks for a table that this file does not print."""


def printed(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    """A Markdown table.

    >>> print(printed(("pin", "signal"), [(2, "SCK | clock")]))
    | pin | signal |
    |---|---|
    | 2 | SCK \\| clock |
    """
    lines = ["| " + " | ".join(str(word).replace("|", "\\|") for word in row) + " |" for row in (head, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]])


def message_table() -> str:
    """One row a message, in the order of tablewire.messages.ROWS; lengths are in bytes, the kind included."""
    return printed(
        ("kind", "message", "way", "numbered", "fields", "length", "says"),
        (
            (f"`0x{kind:02X}`", f"`{name}`", way.replace(" ", "&nbsp;"), "yes" if numbered else "no",
             ", ".join(f"`{field}`" for field in fields), struct.calcsize(packing), says)
            for kind, name, way, numbered, packing, _, fields, says in messages.ROWS
        ),
    )


def phase_table() -> str:
    """One row a way from phase to phase, in the order of host.core.phases.NEXT."""
    return printed(
        ("in", "when", "then"),
        ((f"**{phase}**", trigger, f"**{then}**") for phase, ways in NEXT.items() for trigger, then in ways.items()),
    )


def pin_table(name: str) -> str:
    """One row a pin of the list `name` of firmware/pinout.py, which on a board is a module of its own."""
    pins = runpy.run_path(str(CHECKOUT / "firmware" / "pinout.py"))[name]
    return printed(("pin", "signal", "remark"), ((f"GP{number}", signal, remark) for number, signal, remark in pins))


def default_of(field: Any, must: str) -> str:
    """What stands for `field`, a msgspec field, when it is left out; addresses as people solder them."""
    if field.required:
        return "must be written"
    if must.startswith("0x"):
        return f"`0x{field.default:02X}`"
    return f"`{json.dumps(field.default, ensure_ascii=False)}`"


def settings_table() -> str:
    """One row a setting of table.toml, with its bounds and default, in the order of host.config.Config."""
    rows = []
    for section in msgspec.structs.fields(Config):
        kind = SECTIONS[section.name]
        hints = get_type_hints(kind, include_extras=True)
        for field in msgspec.structs.fields(kind):
            must = hints[field.name].__metadata__[0].description
            rows.append((f"`[{section.name}]`", f"`{field.name}`", must, default_of(field, must)))
    return printed(("section", "setting", "is", "when left out"), rows)


PRINTED: dict[str, Callable[[], str]] = {
    "messages": message_table,
    "phases": phase_table,
    "settings": settings_table,
    "board_pins": lambda: pin_table("BOARD_PINS"),
    "radio_pins": lambda: pin_table("RADIO_PINS"),
}


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by MkDocs for each page: the page's text with its printed tables filled in. Raises UnknownTable."""

    def fill(wanted: re.Match[str]) -> str:
        if wanted[1] not in PRINTED:
            raise UnknownTable(f"No table is called {wanted[1]}; there are {', '.join(PRINTED)}.")
        return PRINTED[wanted[1]]()

    return re.sub(r"<!-- printed: (\w+) -->", fill, markdown)
