"""What the commands share: JSON that every terminal can show, and the one kind of error that is only a sentence."""

import json
import sys


class Wrong(Exception):
    """The input or the set-up of a command is wrong (exit code 2); the text is a sentence: what, and what to do."""


def json_text(value: object) -> str:
    """`value` as one line of JSON; with escapes only where the terminal has no letters such as ·."""
    unicode_out = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    return json.dumps(value, ensure_ascii=not unicode_out)
