"""The readings: what is taken where a rule document is silent or can be read in two ways, each with its reason.

A number never changes its reading. Knows no rulebook; a rulebook's source names the reading behind a value.
"""

from dataclasses import dataclass

NOT_FROM_A_SEED = "not from the seed"  # about which the rulebook's documents are silent
TABLES_OWN = "this table's own"  # set by the club itself


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading: its number and what is taken, with the reason."""

    number: int
    text: str

    def of(self, paragraphs: str = NOT_FROM_A_SEED) -> "Source":
        """The source of a value that this reading takes from `paragraphs`."""
        return Source(paragraphs, self)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value comes from: paragraphs of the rule documents and, where they leave it open, the reading.

    >>> str(Source("000 r28d")), str(TWO_TILES.of())
    ('000 r28d', 'not from the seed, reading 17: a word of one tile is no word, so the first play lays two')
    """

    paragraphs: str
    reading: Reading | None = None

    @property
    def short(self) -> str:
        """Without the reading's words."""
        return self.paragraphs if self.reading is None else f"{self.paragraphs}, reading {self.reading.number}"

    def __str__(self) -> str:
        return self.short if self.reading is None else f"{self.short}: {self.reading.text}"


SIX_ZERO_TURNS = Reading(
    1,
    "six zero turns in all are allowed on an empty board, three a side as the rule says; "
    "then the side on turn must lay a play: a pass or an exchange is refused",
)
BOTH_CLOCKS = Reading(
    2,
    "the 70 minutes are the sum of both clocks, for clocks stop during disputes; "
    "the game ends when the sum is above 70:00, not at it",
)
ONE_MINUTE_MORE = Reading(
    3,
    "the example makes 4:00 cost 50: full minutes and one more; nothing at 0:00, 110 at 10:00, "
    "and the game is lost from the first moment above 10:00",
)
EXCHANGES_SCORE_NOTHING = Reading(
    4,
    "an exchange scores 0, so it is one of the six; each side takes off its own rack, as after two passes",
)
HOLD_WINDOW = Reading(
    5,
    "“20 s or until a tile is drawn” is taken literally: HOLD is too late only when both have gone by",
)
SILENT_ROMANIAN = Reading(
    6,
    "where document 004 is silent on the free game, the federation's document 003 speaks; 004 L102 stands before it: "
    "a play counts only within the time, so there is no grace and no forfeit; "
    "the blank is last only when letters are announced; no time is named, 25 minutes is a preset",
)
TURN_LIMIT = Reading(
    7,
    "a pass, an exchange and a withdrawn play each use a turn, for each is a line of the sheet; "
    "the second side completes its last turn; overtime has no price in the document, so the judge decides",
)
NO_PLAY_AGREED = Reading(8, "whether no play is possible is for both sides to agree, or for the referee to say")
TOUCHED_TILE = Reading(
    9,
    "a tile that has settled on the board must be on it when the turn ends, on whatever square; "
    "more than 3 s off it brings a reminder; opponent and referee may waive it",
)
COMMON = Reading(
    10,
    "a wrong challenge costs nothing, for no document sets a price; the bonus needs a full rack of tiles; "
    "a blank stands for one tile face",
)
NO_HINTS = Reading(
    11,
    "the table helps nobody: no word hint in a rated game, a bare yes or no after a challenge, from a list that is "
    "named; the referee can overrule it; without a referee the players say the kind of word themselves",
)
OVERDRAWN = Reading(
    12,
    "one tile for each tile too many; of seen tiles three, or the surplus if that is more; "
    "one more than the surplus, or all there are",
)
ACCEPTANCE = Reading(
    13,
    "drawing accepts one's own play, the next play accepts the other's; with an empty bag the opponent's first tile, "
    "pass or press accepts; after a last play nobody's clock runs until the opponent accepts or the wait is over",
)
DRAW_AFTER_PRESS = Reading(14, "tiles are drawn for an accepted play, so the clock is pressed before")
ACCEPTED_AS_SCHOOL = Reading(15, "a play is accepted as in the school game of the same federation")
CLASSIC_TIME = Reading(16, "document 002 names no time; 30 minutes a side is a preset")
TWO_TILES = Reading(17, "a word of one tile is no word, so the first play lays two")
ZERO_PLACEMENT = Reading(
    18,
    "a play worth 0 is a zero turn where the document counts 0-point plays, "
    "and none where it names passes, exchanges and failed plays",
)
EXCHANGE_BREAKS = Reading(
    19,
    "an exchange is no lost turn, so it breaks the series, on an empty board too, until the opening is forced",
)
CAP_STRIKES = Reading(20, "tiles laid and not pressed when the time of the game is over go back and are taken off")
Q_EVERYWHERE = Reading(21, "the Q needs its U in every word formed, not in the main word alone")
STILL_PLAYING = Reading(
    22,
    "three zero turns each come to the same end; agreement or the referee's word is a short cut",
)
STRIKES = Reading(
    23,
    "two failed plays and a pass, in any order within three turns of one side, lose the game; "
    "an exchange among them does not count",
)
PRINTED_Q = Reading(24, "the sheet prints what the rule writes: QE, QADRE; QU is understood when typed")
FORGOTTEN_CLOCK = Reading(25, "the table mends a forgotten clock only on the referee's own order")
BAG_IN_SENYORS = Reading(26, "the rule sends the referee to look, so what the bag holds is shown to nobody else")
RACK_SIZES = Reading(27, "the rack must let the partner see how many tiles it holds: the displays show it")
EVENTS = Reading(28, "the start of the first clock and the confirmed score are recorded as events")
PAUSE = Reading(29, "the pause button is the call for the referee and no free thinking time")
LATE_PLAY = Reading(
    30,
    "a late play is withdrawn as a zero turn, not as a failed play, for nobody challenged it; "
    "a side without time can only pass, and the game goes on until it ends by itself",
)
