"""How numbers are written for people: clocks, scores with their sign, decimals.

Knows nothing of where they are shown.
"""

MINUS = "\N{MINUS SIGN}"
TENTHS_UNDER_MS = 10_000  # in the last ten seconds tenths are shown


def decimal_point(language: str) -> str:
    """The comma, but in English."""
    return "." if language == "en" else ","


def clock(milliseconds: int, language: str) -> str:
    """A clock's face: mm:ss, h:mm:ss from one hour, tenths under ten seconds, a minus sign in overtime.

    >>> clock(1_692_000, "ca"), clock(3_600_000, "ca"), clock(9_450, "ca"), clock(9_450, "en"), clock(-61_000, "ca")
    ('28:12', '1:00:00', '00:09,4', '00:09.4', '−01:01')
    """
    sign = MINUS if milliseconds < 0 else ""
    seconds, rest = divmod(abs(milliseconds), 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    tenths = f"{decimal_point(language)}{rest // 100}" if 0 <= milliseconds < TENTHS_UNDER_MS else ""
    return f"{sign}{f'{hours}:' if hours else ''}{minutes:02}:{seconds:02}{tenths}"


def signed(number: int) -> str:
    """A score with its sign.

    >>> signed(24), signed(-8), signed(0)
    ('+24', '−8', '+0')
    """
    return f"{MINUS if number < 0 else '+'}{abs(number)}"
