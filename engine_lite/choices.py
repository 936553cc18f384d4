"""The closed lists from which a rulebook chooses: one class a question, one member an answer.

Each member is its own name in settings and scripts and has a sentence for people. Applies nothing.
"""

from enum import StrEnum

__all__ = [
    "Challenge", "ChallengeBy", "ChallengeScope", "ChallengeWindow", "Choice", "Count", "DrawBlank", "DrawTie",
    "FirstClock", "Order", "Overdraw", "Overtime", "QFace", "SettleOut", "Settlement", "SheetKeeper", "ShortExchange",
    "TieBreak",
]  # fmt: skip


class Choice(StrEnum):
    """An answer out of a closed list; `text` says in English what it means."""

    text: str

    def __new__(cls, name: str, text: str) -> "Choice":
        """A member that equals its name."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.text = text
        return member


class Order(Choice):
    """When a side fills its rack: before the clock is pressed or after it."""

    DRAW_THEN_PRESS = "draw_then_press", "fill the rack, then press the clock"
    PRESS_THEN_DRAW = "press_then_draw", "press the clock, then fill the rack"


class Overtime(Choice):
    """What it costs to use more than the allotted time; named for the rulebook that has it."""

    JUDGE = "judge", "shown, and left to the judge"
    MANACOR = "manacor", "points for each minute begun: nothing at 0:00, one minute from 0:01 to 1:00"
    FRS_ENGLISH = "frs_english", "points for each full minute and one more: nothing at 0:00, two minutes at 1:00"
    FRS_ROMANIAN = "frs_romanian", "a play pressed after the time is withdrawn and scores 0"


class FirstClock(Choice):
    """From when on the other side may start the first clock."""

    TILE_SEEN = "tile_seen", "once the starter has drawn all tiles, has seen one or has one on the rack"
    RACKS_FULL = "racks_full", "once both racks are full"


class Count(Choice):
    """When the tiles of the set are counted."""

    BEFORE = "before", "before the game"
    BEFORE_AND_AFTER = "before_and_after", "before the game and after it"


class DrawBlank(Choice):
    """Where the blank stands when sides draw for the first move."""

    FIRST = "first", "before A"
    LAST = "last", "after the last letter"


class DrawTie(Choice):
    """What happens to two equal tiles when sides draw for the first move."""

    SET_ASIDE = "set_aside", "the equal tiles are set aside and new ones are drawn"
    PUT_BACK = "put_back", "the equal tiles go back and the draw is repeated"


class QFace(Choice):
    """What is printed on the tile, and on the sheet, for the Q."""

    QU = "QU", "QU"
    Q = "Q", "Q"
    NONE = "none", "there is no such tile"


class ShortExchange(Choice):
    """What becomes of an exchange that was made with too few tiles in the bag."""

    REFUSED = "refused", "it is refused and nothing changes"
    OPPONENT_PICKS = "opponent_picks", "the opponent sees the whole bag and picks the tiles of the offender"


class Challenge(Choice):
    """What a challenge of a sound play costs; `rulings.py` has the figures."""

    VOID = "void", "there are no challenges: a play with an invalid word is refused"
    SINGLE = "single", "nothing"
    DOUBLE = "double", "the challenger loses the next turn"
    FIVE_POINTS = "five_points", "the challenged side adds 5 points"
    TEN_POINTS = "ten_points", "the challenged side adds 10 points"
    FIVE_PER_WORD = "five_per_word", "the challenged side adds 5 points for each word challenged"
    MINUS_TEN = "minus_ten", "the challenger loses 10 points"


class ChallengeBy(Choice):
    """Who may challenge."""

    OPPONENTS = "opponents", "any opponent"
    OPPONENTS_OR_REFEREE = "opponents_or_referee", "any opponent, or the referee"


class ChallengeWindow(Choice):
    """From when until when a play may be challenged."""

    UNTIL_REFILLED = "until_refilled", "from the play on the board until the mover has filled the rack"
    UNTIL_DRAWN = "until_drawn", "from the press until the mover has drawn a tile"
    HOLD = "hold", "after HOLD, which must come in time or before the mover has drawn a tile"


class ChallengeScope(Choice):
    """What a challenge is about."""

    WHOLE_PLAY = "whole_play", "the whole play: it falls with any invalid word"
    CHOSEN_WORDS = "chosen_words", "the words named: another invalid word lets the play stand"


class Overdraw(Choice):
    """How tiles drawn beyond a full rack are taken back."""

    ONE_AT_RANDOM = "one_at_random", "the opponents take one at random for each tile too many"
    SURPLUS_OR_THREE = "surplus_or_three", (
        "unseen, the surplus goes back; seen, the opponents take three, look, and put back as many as are too many"
    )
    ONE_MORE = "one_more", (
        "the opponent takes one more than the surplus, from the new tiles or, if they were mixed, from all, "
        "and puts the surplus back"
    )


class SettleOut(Choice):
    """What the tiles left on the other racks, worth v, are to the side that has gone out."""

    DEDUCTED = "deducted", "the side that is out adds v, the other takes v off"
    DOUBLED = "doubled", "the side that is out adds twice v, the other keeps its total"


class Settlement(Choice):
    """What the tiles left on the racks are worth at an end at which nobody has gone out."""

    NONE = "none", "nothing"
    OWN_RACK = "own_rack", "each side takes off its own rack"


class SheetKeeper(Choice):
    """Who must keep the score sheet."""

    STARTER = "starter", "the side that starts; the other is advised to"
    EACH = "each", "each side its own"


class TieBreak(Choice):
    """What ranks sides of a tournament that have equally many match points."""

    UNSAID = "unsaid", "not said"
    DIFFERENTIAL = "differential", "points scored less points conceded"
