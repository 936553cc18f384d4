"""Text -> Script. One line is one setting or one action; `#` starts a comment; `start A` ends the settings."""

from host.rehearsal import parts
from host.rehearsal.actions import read_action
from host.rehearsal.script import BadScript, Script
from host.rehearsal.settings import read_setting, rulebook_of


def parse(text: str) -> Script:
    """The script in `text`. Raises BadScript for the first line that is not understood."""
    lines = [(number, line.split("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    begins = next((place for place, (_, line) in enumerate(lines) if line.split()[0] == "start"), None)
    if begins is None:
        raise BadScript(0, "the script has no line `start A`: it ends the settings and says who begins")
    script = Script(rulebook_of(lines[:begins]))
    script.clock_s = script.rulebook.clock_s
    for number, line in lines[:begins]:
        read_setting(script, number, line)
    _read_start(script, *lines[begins])
    script.actions = [read_action(script, number, line) for number, line in lines[begins + 1 :]]
    return script


def _read_start(script: Script, number: int, line: str) -> None:
    """`start A`; alone, it leaves the first move to the draw that stands before it."""
    words = line.split()[1:]
    if words or not script.draws:
        script.first = parts.seat_at(script, number, words)
    script.set_at["start"] = number
