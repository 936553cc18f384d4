"""What the commands print, in a form that every terminal and every program can read."""

import json
import sys


def json_text(value: object) -> str:
    """`value` as one line of JSON; with escapes only where the terminal has no letters such as ·."""
    unicode_out = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    return json.dumps(value, ensure_ascii=not unicode_out)
