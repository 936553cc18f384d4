"""Which lines of a script can be played where: through the sensors, or on the rules alone.

A line that cannot is refused before anything moves. Knows nothing of what a line does.
"""

from host.rehearsal.script import BadScript, Script

# What no rule has to do with: it happens to tiles and boards, and the table has to notice.
SENSING = frozenset({
    "slide", "knock", "swap", "stack", "facedown", "between", "fault", "heal",
    "slide-on", "hover", "lay-as", "presses", "dip", "replace", "name",
})


def refuse_unplayable(script: Script, through: str) -> None:
    """Raise BadScript for the first line that cannot be played through `engine` or `sensors`: these play all."""
    for action in (*script.draws, *script.actions):
        if through == "engine" and action.word in SENSING:
            raise BadScript(action.number, about_sensing(action.word))


def about_sensing(word: str, what: str = "") -> str:
    """The sentence for a line that only sensors can play."""
    return f"`{word}`{what} is about sensing: run the script with --through sensors"
