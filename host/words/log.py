"""A line of the referee's log by name -> a sentence. Names that stand in no list here are those of prompts.

Knows nothing of when a line is written, or where it is shown.
"""

from collections.abc import Mapping, Sequence

from host.words.catalogue import say, say_count
from host.words.numbers import clock, signed
from host.words.sentences import ended_sentence, prompt_sentence

# What happened; {player} is who did it or whose it is, {squares} are all squares named.
ACTS = {
    "appealed": "Appeal",
    "board_gone": "Board not connected",
    "board_there": "Board connected",
    "carried": "Game brought to this table",
    "challenged": "Challenge: {words}",
    "clock_set": "Clock of {player} set to {clock}",
    "corrected": "Turn {turn}: {before} → {after}",
    "correction_undone": "Correction {number} undone",
    "disputed": "{player}: the score is wrong",
    "disqualified": "{player} disqualified",
    "ended": "Final: {reason}",
    "masked": "{squares} left out",
    "named_empty": "Nothing lies on {squares}: said by hand",
    "no_play": "No play is possible",
    "noted": "Note: {text}",
    "opened": "Game opened",
    "paused": "Pause",
    "points": "{player}: {points} points",
    "rack_typed": "Rack of {player} typed",
    "reopened": "Game taken up again",
    "resigned": "{player} resigns",
    "ruled_invalid": "Verdict: {words} not valid",
    "ruled_valid": "Verdict: {words} valid",
    "started": "{player} starts the clock",
    "tile_named": "{squares} named by hand: {face}",
    "tile_replaced": "Another tile for a broken one",
    "unchallenged": "Challenge taken back",
    "unmasked": "{squares} counts again",
    "went_on": "Clocks started again",
}
# The same where less is known, and more.
TILE_NAMED = "{squares} named by hand"
BY_LIST = "{verdict} (word list {list})"
BY = "{what} ({player})"
LAST_FOR = {"s": "{count} s ago", "min": "{count} min ago", "h": "{count} h ago"}
MINUTE_S, HOUR_S = 60, 3600


def log_sentence(name: str, squares: Sequence[str], data: Mapping[str, str], language: str) -> str:
    """One line of the log; of a prompt, what is wrong and not what is to be done.

    >>> log_sentence("clock_set", (), {"player": "Biel", "left_ms": "725000"}, "en")
    'Clock of Biel set to 12:05'
    >>> log_sentence("moved", ("h7", "j9"), {"face": "N"}, "en")
    'The N of h7 is on j9'
    """
    if name not in ACTS:
        return prompt_sentence(name, squares, data, language).partition(". ")[0].removesuffix(".")
    fields = {**data, "squares": ", ".join(squares)}
    if "left_ms" in data:
        fields["clock"] = clock(int(data["left_ms"]), language)
    if "points" in data:
        fields["points"] = signed(int(data["points"]))
    if "ended" in data:
        fields["reason"] = ended_sentence(data["ended"], language)
    fields |= {field: _turned(data[field], language) for field in ("before", "after") if field in data}
    sentence = TILE_NAMED if name == "tile_named" and "face" not in data else ACTS[name]
    said = say(sentence, language, **fields)
    if "list" in data:
        said = say(BY_LIST, language, verdict=said, list=data["list"])
    if "player" in data and "{player}" not in sentence:
        said = say(BY, language, what=said, player=data["player"])
    return f"{said} · {data['why']}" if "why" in data else said


def age(since_ms: int, language: str) -> str:
    """How long ago something began, in whole seconds, minutes or hours.

    >>> age(6_400, "en"), age(61_000, "ca"), age(7_300_000, "es")
    ('6 s ago', 'fa 1 min', 'hace 2 h')
    """
    seconds = max(0, since_ms) // 1000
    if seconds < MINUTE_S:
        return say(LAST_FOR["s"], language, count=seconds)
    if seconds < HOUR_S:
        return say(LAST_FOR["min"], language, count=seconds // MINUTE_S)
    return say(LAST_FOR["h"], language, count=seconds // HOUR_S)


def counted(tiles: int, faults: int, warnings: int, language: str) -> str:
    """What the map shows, in figures.

    >>> counted(51, 1, 0, "en")
    '51 tiles · 1 fault · 0 warnings'
    """
    return " · ".join((
        say_count("{count} tile", "{count} tiles", tiles, language),
        say_count("{count} fault", "{count} faults", faults, language),
        say_count("{count} warning", "{count} warnings", warnings, language),
    ))


def _turned(state: str, language: str) -> str:
    """A turn's points, and what it is when it is no play: `22`, `0 withdrawn`."""
    points, _, kind = state.partition(" ")
    return f"{points} {say('withdrawn', language)}" if kind == "withdrawn" else points
