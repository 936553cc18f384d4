"""Lines of a script that nobody needs hands for: what a player or the referee says is one event of the course.

The same through the sensors and on the rules alone; only when it happened is added there.
"""

from collections.abc import Callable, Mapping

from engine_lite import course_events as happen
from host.rehearsal.script import Action

SAID: Mapping[str, Callable[[Action], happen.Event]] = {
    "begins": lambda line: happen.StarterNamed(line.seat),
    "confirm": lambda line: happen.Confirmed(line.seat),
    "accept-play": lambda line: happen.PlayAccepted(line.seat),
    "mix": lambda line: happen.Mixed(line.seat),
    "waive": lambda _line: happen.Waived(),
    "hold": lambda line: happen.Held(line.seat),
    "release": lambda line: happen.Released(line.seat),
    "challenge": lambda line: happen.Challenged(line.seat, line.names),
    "unchallenge": lambda line: happen.Unchallenged(line.seat),
    "verdict": lambda line: happen.Ruled({"yes": True, "no": False}.get(line.names[0])),
    "appeal": lambda line: happen.Appealed(line.seat),
    "kind": lambda line: happen.KindTold(line.names[0]),
    "pass": lambda line: happen.Passed(line.seat),
    "accept": lambda line: happen.Accepted(line.seat),
    "resign": lambda line: happen.Resigned(line.seat),
    "disqualify": lambda line: happen.Disqualified(line.seat),
    "no-play": lambda _line: happen.NoPlay(),
    "pause": lambda _line: happen.Paused(),
    "resume": lambda _line: happen.Resumed(),
    "dispute": lambda line: happen.Disputed(line.seat),
}
