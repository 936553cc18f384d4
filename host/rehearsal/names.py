"""The closed lists of names that scripts and screens rely on. Decides none of them but the order."""

from engine_lite.placement import Reason
from host.core.phases import Phase
from host.core.prompts import PROMPTS
from host.core.state import END_REASONS
from host.words.sentences import NOTICES


def names() -> dict[str, list[str]]:
    """Phases, ways to end, reasons of a refusal, prompts, and notices: what is wrong with a board or a button."""
    return {
        "phases": [str(phase) for phase in Phase],
        "ended": list(END_REASONS),
        "reasons": [str(reason) for reason in Reason],
        "prompts": list(PROMPTS),
        "notices": list(NOTICES),
    }
