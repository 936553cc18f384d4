"""The closed lists of names that scripts and screens rely on. Decides none of them but the order."""

from engine_lite.placement import Reason
from host.core import disorder
from host.core.phases import Phase
from host.core.state import END_REASONS

# What a table asks hands to do about the course of the game rather than about tiles that lie wrong.
COURSE_PROMPTS = (
    "draw_again", "overdraw", "senyors_one", "senyors_more", "senyors_none", "touched_tile", "owner_open",
    "count_wrong",
)
PROMPTS = (*disorder.PROMPTS, "between", *COURSE_PROMPTS)


def names() -> dict[str, list[str]]:
    """Phases, ways to end, reasons of a refusal and prompts."""
    return {
        "phases": [str(phase) for phase in Phase],
        "ended": list(END_REASONS),
        "reasons": [str(reason) for reason in Reason],
        "prompts": list(PROMPTS),
    }
