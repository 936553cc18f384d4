"""Why a play or an action is refused: the closed list of reasons, each with the squares and the rule behind it.

Decides nothing; knows no language: the sentences are made elsewhere.
"""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """One reason for a refusal; the values are what scripts read."""

    # the squares of a placement
    OFF_BOARD = "off_board"
    TAKEN = "taken"
    BENT = "bent"
    GAPPED = "gapped"
    OFF_CENTRE = "off_centre"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    DETACHED = "detached"
    # its tiles
    NOT_IN_RACK = "not_in_rack"
    NOT_A_FACE = "not_a_face"
    Q_WITHOUT_U = "q_without_u"
    BLANK_UNDECLARED = "blank_undeclared"
    BLANK_FIXED = "blank_fixed"
    # what the table senses
    MOVING = "moving"
    UNKNOWN_TILE = "unknown_tile"
    STACKED = "stacked"
    DISTURBED = "disturbed"
    NOT_REMOVED = "not_removed"
    # the course of the game
    OVERDRAWN = "overdrawn"
    WRONG_COUNT = "wrong_count"
    OUT_OF_TURN = "out_of_turn"
    TOO_LATE = "too_late"
    ALREADY_CHALLENGED = "already_challenged"
    BAG_TOO_SMALL = "bag_too_small"
    MUST_OPEN = "must_open"
    NOT_SENYORS = "not_senyors"
    NOTHING_LAID = "nothing_laid"
    WRONG_PHASE = "wrong_phase"


Data = tuple[tuple[str, str], ...]  # names with what a sentence says of them


# What a sentence says besides, where the reason alone would not tell what is the matter.
PLAIN: Data = (("plain", ""),)  # of a tile that is no blank
NOT_IN_RULES: Data = (("not_in_rules", ""),)  # of what the rulebook does not know at all
NO_SUCH_EXCHANGE: Data = (("no_such_exchange", ""),)
NOT_PRESSED: Data = (("not_pressed", ""),)  # of a play that lies there, and is judged after its press
NO_PLAY_YET: Data = (("no_play_yet", ""),)
RACK_FULL: Data = (("full", ""),)  # of tiles for which it has no room
NO_PLAY: Data = (("no_play", ""),)  # the last turn was none
OWN_PLAY: Data = (("own_play", ""),)  # of what only another side may say of it


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong: why, on which squares (0..224), and the paragraph that says so ("" if none does).

    `data` is what a sentence can say besides, by name: words, or how many tiles.
    """

    reason: Reason
    squares: tuple[int, ...] = ()
    rule: str = ""
    data: Data = ()


class IllegalPlay(Exception):
    """A well-formed play that the rules refuse on this board; `defects` are all that is wrong with it."""

    def __init__(self, defects: tuple[Defect, ...]) -> None:
        super().__init__("the play is refused: " + ", ".join(defect.reason for defect in defects))
        self.defects = defects
