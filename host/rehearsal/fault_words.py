"""What may follow the name of a fault in a script: one row a fault, its words read or refused with their line.

Pure. Whether a fault can happen at the table at hand (a ring that is not there, a square without a tile) only shows
when the line is played; what no table could take is refused before anything moves.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine_lite.notation import BadNotation, parse_square
from host.rehearsal.script import BadScript
from host.rehearsal.strange_things import LONGEST_SLEEVE_S

CHIPS = 30  # of the chain of shift registers, eight inputs each: 225 squares and 15 sentinels
ROWS = 15  # each with its sentinel
LOOPS = 30  # antennas of the board: a row or a column each
OUTPUTS = 40  # of the antennas' switch
MOST_BUMP_MM = 100
MOST_COUNT = 9_999  # answers, slots or transfers that go wrong, one after the other
EEPROM_BYTES = 4_096  # of a 24LC32A
MOST_MA = 10_000  # of the lamps' supply
SUPPLY_MV = 3_300
FIVE_MOST_MV = 6_600  # what the divider and the converter of the board can tell
MOST_OHM = 1_000_000  # a strap that is hardly there
LAMPS = 256  # of the reference design
MOST_GAIN = 1_023  # of the radio reader's receiver
MOST_MS = 10_000  # from one look of a sensor to the next
MOST_US = 100_000  # that each turn of the firmware takes more
MOST_UM = 100_000  # that a loop's field reaches above the board
MOST_MT = 100  # millitesla: far more than the magnet of any tile brings

_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)
_TAG = re.compile(r"(?:[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{16})", re.ASCII)


class Word(NamedTuple):
    """One word after a fault's name: what it is, with its range, and whether it is that."""

    what: str
    fits: Callable[[str], bool]


class Fault(NamedTuple):
    """`example` is a whole line; `words` may follow, the first `needed` of them must; the last may be repeated.

    `heals` is False where nothing can be healed, the fault passes by itself; of the words after `heal` the first
    `heal_needs` must stand there.
    """

    example: str
    words: tuple[Word, ...] = ()
    needed: int = 0
    repeated: bool = False
    heals: bool = True
    heal_needs: int = 0

    def hint(self, word: str) -> str:
        """A whole line that begins with `word`, `fault` or `heal`: which one is healed is said by its place alone."""
        words = self.example.split()
        placed = 2 if self.heal_needs or self.words[:1] in [(place,) for place in _PLACES] else 1
        return " ".join([word, *(words if word == "fault" else words[:placed])])


def _one_of(*words: str) -> Word:
    return Word(" or ".join(f"`{word}`" for word in words), lambda word: word in words)


def _whole(what: str, least: int, most: int) -> Word:
    return Word(f"{what}, {least} to {most}", lambda word: _in_range(word, least, most) and "." not in word)


def _number(what: str, least: int, most: int) -> Word:
    return Word(f"{what}, {least} to {most}", lambda word: _in_range(word, least, most))


def _in_range(word: str, least: int, most: int) -> bool:
    return _NUMBER.fullmatch(word) is not None and least <= float(word) <= most


def _is_square(word: str) -> bool:
    try:
        parse_square(word)
    except BadNotation:
        return False
    return True


def _is_version(word: str) -> bool:
    return re.fullmatch(r"[0-9a-f]{2}", word, re.ASCII) is not None


_SQUARE = Word("a square such as h8", _is_square)
_ROW = Word("a row, a to o", lambda word: re.fullmatch("[a-o]", word) is not None)
_SHARE = Word("a share of the bytes, more than 0 and less than 1",
              lambda word: _in_range(word, 0, 1) and 0 < float(word) < 1)
_PROBABILITY = _number("a probability", 0, 1)
_COUNT = _whole("how many", 1, MOST_COUNT)
_LOOP = _whole("a loop", 0, LOOPS - 1)
_OUTPUT = _whole("an output of the antenna switch", 0, OUTPUTS - 1)
_BUMP = _whole("millimetres", -MOST_BUMP_MM, MOST_BUMP_MM)
_TAGGED = Word("a tag, 8, 14 or 16 hexadecimal digits", lambda word: _TAG.fullmatch(word) is not None)
_PLACES = (_SQUARE, _LOOP, _OUTPUT, _TAGGED)  # a fault may be at several, and one of them may be healed

FAULTS: dict[str, Fault] = {
    "unplug": Fault("unplug board", (_one_of("board", "bag", "racks"),)),
    "noise": Fault("noise 0.001", (_SHARE,), 1),
    "doubled": Fault("doubled"),
    "kill": Fault("kill host", (_one_of("host"),), heals=False),
    "restart": Fault("restart board", (_one_of("board"),), heals=False),
    "undervoltage": Fault("undervoltage"),
    "over_temperature": Fault("over_temperature"),
    "disk_full": Fault("disk_full"),
    "disk_low": Fault("disk_low"),
    "drop": Fault("drop racks 0.2", (_one_of("bag", "racks"), _PROBABILITY), 2, heal_needs=1),
    "ring_misses": Fault("ring_misses 2", (_whole("how many tiles", 0, MOST_COUNT),), 1),
    "foreign": Fault("foreign c3", (_SQUARE,), 1, repeated=True),
    "copied": Fault("copied h8 c3", (_SQUARE, _SQUARE), 2),
    "bleeds": Fault("bleeds h8 h9", (_SQUARE, _SQUARE), 2),
    "sleeve": Fault("sleeve 2 h11 i9", (_whole("seconds", 1, LONGEST_SLEEVE_S), _SQUARE), 2, repeated=True,
                    heals=False),
    "transposed": Fault("transposed"),
    "bumped": Fault("bumped 19 0", (_BUMP, _BUMP)),
    "rotated": Fault("rotated 90", (_one_of("90", "180", "270"),), 1),
    "reflected": Fault("reflected"),
    "mirrored": Fault("mirrored"),
    "swapped": Fault("swapped a c", (_ROW, _ROW)),
    "shuffled": Fault("shuffled 7", (_whole("a seed", 0, MOST_COUNT),)),
    "eeprom_absent": Fault("eeprom_absent"),
    "eeprom_byte": Fault("eeprom_byte 100 1", (_whole("an address", 0, EEPROM_BYTES - 1),
                                               _whole("the bits of a byte", 1, 255)), 1, heal_needs=1),
    "eeprom_cut": Fault("eeprom_cut"),
    "hang": Fault("hang", heals=False),
    "brown_out": Fault("brown_out", heals=False),
    "hall_stuck": Fault("hall_stuck h5 on", (_SQUARE, _one_of("on", "off")), 2),
    "hall_drift": Fault("hall_drift h5 3", (_SQUARE, _number("millitesla", -MOST_MT, MOST_MT)), 1),
    "hall_noise": Fault("hall_noise 1", (_number("millitesla", 0, MOST_MT),)),
    "magnet_weak": Fault("magnet_weak h8 0.1", (_SQUARE, _number("a share", 0, 1)), 1),
    "hall_slow": Fault("hall_slow 200", (_whole("milliseconds", 1, MOST_MS),)),
    "slow": Fault("slow 5000", (_whole("microseconds", 0, MOST_US),)),
    "watchdog_off": Fault("watchdog_off"),
    "hall_power_stuck": Fault("hall_power_stuck"),
    "hall_supply_low": Fault("hall_supply_low 1500", (_whole("millivolts", 0, SUPPLY_MV),), 1),
    "hall_rail_open": Fault("hall_rail_open"),
    "sentinel_loose": Fault("sentinel_loose 3", (_whole("a row", 0, ROWS - 1),)),
    "chain_break": Fault("chain_break 3", (_whole("a chip", 0, CHIPS - 1),)),
    "chain_bridge": Fault("chain_bridge h5", (_SQUARE,), 1),
    "chain_noise": Fault("chain_noise 0.01", (_PROBABILITY,)),
    "chain_glitch": Fault("chain_glitch 2", (_COUNT,)),
    "rf_dropout": Fault("rf_dropout 0.05", (_PROBABILITY,), 1),
    "rf_no_field": Fault("rf_no_field"),
    "rf_ghost": Fault("rf_ghost 3", (_COUNT,)),
    "rf_refused": Fault("rf_refused 3", (_COUNT,)),
    "rf_stale": Fault("rf_stale 3", (_COUNT,)),
    "rf_garble": Fault("rf_garble 4", (_whole("the bits of a byte", 1, 255),), 1),
    "reader_hang": Fault("reader_hang"),
    "reader_hot": Fault("reader_hot"),
    "reader_dead": Fault("reader_dead"),
    "tag_dead": Fault("tag_dead h8", (_SQUARE,), 1),
    "loop_open": Fault("loop_open 7", (_LOOP,), 1),
    "loop_detuned": Fault("loop_detuned 7 450", (_LOOP, _whole("a gain", 0, MOST_GAIN)), 1),
    "loop_height": Fault("loop_height 7 1000", (_LOOP, _whole("micrometres", 0, MOST_UM)), 1),
    "loop_bridged": Fault("loop_bridged 7 8", (_LOOP, _LOOP), 1),
    "mux_stuck": Fault("mux_stuck 7", (_OUTPUT,), 1),
    "mux_short": Fault("mux_short 7", (_OUTPUT,), 1),
    "antenna_supply": Fault("antenna_supply"),
    "peak_dead": Fault("peak_dead"),
    "rail_sag": Fault("rail_sag 900", (_whole("milliamperes", 0, MOST_MA),), 1),
    "five_low": Fault("five_low 4500", (_whole("millivolts", 0, FIVE_MOST_MV),), 1),
    "lamp_dead": Fault("lamp_dead 12", (_whole("a lamp", 0, LAMPS - 1),)),
    "strap": Fault("strap 820 5000", (_whole("millivolts", 0, SUPPLY_MV), _whole("ohms", 0, MOST_OHM))),
    "pad_bit_errors": Fault("pad_bit_errors 0.01", (_PROBABILITY,), 1),
    "pad_hang": Fault("pad_hang"),
    "pad_deaf": Fault("pad_deaf"),
    "pad_dead": Fault("pad_dead"),
    "pad_brown_out": Fault("pad_brown_out", heals=False),
    "pad_version": Fault("pad_version 91", (Word("two hexadecimal digits", _is_version),)),
    "pad_self_test": Fault("pad_self_test"),
    "pad_lost": Fault("pad_lost 0.1", (_PROBABILITY,), 1),
    "pad_tag_dead": Fault("pad_tag_dead 04a1b2c3d4e5f6", (_TAGGED,), 1),
    "pad_parity": Fault("pad_parity 2", (_COUNT,)),
    "pad_cut_short": Fault("pad_cut_short 2", (_COUNT,)),
}


def read_fault(number: int, word: str, words: Sequence[str]) -> tuple[str, ...]:
    """Name and words of a `fault` or `heal` on line `number`, as they stand there. Raises BadScript.

    >>> read_fault(7, "fault", ["loop_open", "99"])
    Traceback (most recent call last):
    ...
    host.rehearsal.script.BadScript: line 7: `loop_open` needs a loop, 0 to 29, not '99': fault loop_open 7
    """
    if not words:
        raise BadScript(number, f"`{word}` needs the name of a fault; known: {', '.join(sorted(FAULTS))}")
    name, *told = words
    if (row := FAULTS.get(name)) is None:
        raise BadScript(number, f"unknown fault '{name}'; known: {', '.join(sorted(FAULTS))}")
    if word == "heal" and not row.heals:
        raise BadScript(number, f"`{name}` passes by itself: there is nothing to heal")
    _check(number, row, name, told, word)
    return tuple(words)


def _check(number: int, row: Fault, name: str, told: list[str], begins: str) -> None:
    """Refuse what does not fit its place, what is missing, what is too much: in this order."""
    needed, hint = row.needed if begins == "fault" else row.heal_needs, row.hint(begins)
    places = row.words + row.words[-1:] * (len(told) - len(row.words)) if row.repeated else row.words
    for place, word in zip(places, told, strict=False):
        if not place.fits(word):
            raise BadScript(number, f"`{name}` needs {place.what}, not '{word}': {hint}")
    if len(told) < needed:
        raise BadScript(number, f"`{name}` needs {places[len(told)].what}: {hint}")
    if len(told) > len(places):
        raise BadScript(number, f"nothing may follow here, but there is '{told[len(places)]}': {hint}")
