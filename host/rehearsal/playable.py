"""Which lines of a script can be played where: through the sensors, or on the rules alone.

A line that cannot is refused before anything moves. Knows nothing of what a line does.
"""

from collections.abc import Callable, Iterator, Mapping

from host.rehearsal.script import Action, BadScript, Script

# What no rule has to do with: it happens to tiles and boards, and the table has to notice.
SENSING = frozenset({"slide", "knock", "swap", "stack", "facedown", "between", "fault", "heal"})

SETTINGS_NOT_YET_SENSED = ("draw-start", "turns-used", "clock-used", "bag-left", "readers")
ACTIONS_NOT_YET_SENSED = frozenset({
    "confirm", "accept-play", "hold", "release", "appeal", "kind", "return", "overdraw", "take", "mix", "exchange",
    "short-exchange", "senyors", "waive", "accept", "resign", "disqualify", "dispute", "referee", "correct", "at",
    "stack", "facedown", "between", "expect bag", "expect final", "expect winner",
})  # fmt: skip
"""What the virtual table has no buttons, readers or pages for yet."""


def refuse_unplayable(script: Script, through: str) -> None:
    """Raise BadScript for the first line that cannot be played through `engine` or `sensors`."""
    for number, words in sorted(_WHAT[through](script)):
        raise BadScript(number, words)


def _through_engine(script: Script) -> Iterator[tuple[int, str]]:
    for action in script.actions:
        if action.word in SENSING:
            yield action.number, about_sensing(action.word)


def about_sensing(word: str, what: str = "") -> str:
    """The sentence for a line that only sensors can play."""
    return f"`{word}`{what} is about sensing: run the script with --through sensors"


def _through_sensors(script: Script) -> Iterator[tuple[int, str]]:
    for word in SETTINGS_NOT_YET_SENSED:
        if word in script.set_at:
            yield script.set_at[word], _not_yet(word)
    for action in script.actions:
        if words := _beyond_sensors(action):
            yield action.number, _not_yet(words)


def _beyond_sensors(action: Action) -> str:
    """The words of a line that the virtual table cannot play yet; "" when it can."""
    if action.word in ACTIONS_NOT_YET_SENSED:
        return action.word
    named = (action.word, *action.names)
    if (action.word == "challenge" and action.names) or named == ("verdict", "auto"):
        return f"{action.word} {action.names[0]}"
    return ""


def _not_yet(words: str) -> str:
    remedy = "leave the line out" if words in SENSING else "run the script with --through engine"
    return f"`{words}` cannot be played through the sensors yet: {remedy}"


_WHAT: Mapping[str, Callable[[Script], Iterator[tuple[int, str]]]] = {
    "engine": _through_engine, "sensors": _through_sensors,
}
