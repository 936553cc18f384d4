"""Connects the identify pad's reader to the microcontroller's pins and bus, and gives the hand that lays tags on it.

Knows the pins and the models; decides nothing.
"""

import pinout
from sim.chance import Chance
from sim.mfrc522_model import Mfrc522Model
from sim.pad_field import PadField
from sim.tag14443_model import Tag14443


def wire_pad(circuit, seed, version=0x92, with_bag=False):
    """Plug a reader of `version` into `circuit` where the low-cost table or the bag's board has it; name its faults.

    Returns the hand: see Hand.
    """
    clock = circuit.clock
    chance = Chance(seed)
    field = PadField(chance)
    chip = Mfrc522Model(field, clock, chance, version)
    bus, nss, rst = ((pinout.RADIO_SPI, pinout.BAG_PAD_NSS, pinout.BAG_PAD_RST) if with_bag else
                     (pinout.PAD_SPI, pinout.PAD_NSS, pinout.PAD_RST))
    circuit.bus(bus).attach(chip)
    circuit.net(nss).listen(chip.select)
    circuit.net(rst).listen(chip.reset)
    if not with_bag:
        circuit.net(pinout.PAD_IRQ).source = chip.irq
    hand = Hand(field, clock)
    faults = Faults(chip, field, hand)
    for name, places, healed in FAULTS:
        circuit.on_fault(name, getattr(faults, name), places, healed)
    return hand


class Hand:
    """Lays tags on the pad and takes them off, in a simulator's words.

    `tag`: 16 hex digits as on the wire (07, seven bytes; 04 00 00 00, four bytes), or the identity alone (14 or 8).
    """

    def __init__(self, field, clock):
        self._field = field
        self._clock = clock
        self._tags = {}            # identity -> Tag14443

    def tag(self, digits):
        """The tag with this identity; it keeps its state from laying to laying. Raises ValueError."""
        identity = bytes([int(digits[i:i + 2], 16) for i in range(0, len(digits), 2)])
        if len(identity) == 8:
            identity = identity[8 - identity[0]:] if identity[0] in (4, 7) else b""
        if len(identity) not in (4, 7):
            raise ValueError("%s is no identity that the pad can read: it has 4 or 7 bytes" % digits)
        if identity not in self._tags:
            self._tags[identity] = Tag14443(identity)
        return self._tags[identity]

    def pad_lay(self, digits, height_um="0"):
        """Put a tag on the pad, or so many um above it. Raises ValueError."""
        self._field.lay(self.tag(digits), self._clock(), int(height_um))

    def pad_take(self, digits):
        """Take a tag off the pad. Raises ValueError."""
        self._field.take(self.tag(digits))


# name, how many words say where, the word that heals: see sim.wiring
FAULTS = (
    ("pad_bit_errors", 0, "0"), ("pad_hang", 0, "off"), ("pad_deaf", 0, "off"), ("pad_dead", 0, "off"),
    ("pad_brown_out", 0, "off"), ("pad_version", 0, "92"), ("pad_self_test", 0, "off"), ("pad_lost", 0, "0"),
    ("pad_tag_dead", 1, "off"), ("pad_parity", 0, "0"), ("pad_cut_short", 0, "0"),
)


class Faults:
    """What may go wrong, by the names that scripts use. `how` "off", or 0, heals."""

    def __init__(self, chip, field, hand):
        self._chip = chip
        self._field = field
        self._hand = hand

    def pad_bit_errors(self, probability="0"):
        """One bit of a transfer on the bus is wrong with this probability."""
        self._chip.bit_errors = float(probability)

    def pad_hang(self, how="on"):
        """The chip reads 00 until RST."""
        self._chip.hung = how != "off"

    def pad_deaf(self, how="on"):
        """Until RST the chip waits for answers for ever, past its own timer."""
        self._chip.deaf = how != "off"

    def pad_dead(self, how="on"):
        """The chip reads FF for ever: as if it were not there."""
        self._chip.dead = how != "off"

    def pad_brown_out(self, how="on"):
        """The supply dips once: the chip starts afresh by itself."""
        if how != "off":
            self._chip.brown_out()

    def pad_version(self, version="92"):
        """The chip says that it is this version (two hex digits)."""
        number = int(version, 16)
        if not 0 <= number <= 0xFF:   # 136 is no 0x88: no register holds it, and it would be of no kind
            raise ValueError(version)
        self._chip.version = number

    def pad_self_test(self, how="on"):
        """The chip's own test brings one wrong bit."""
        self._chip.test_wrong = how != "off"

    def pad_lost(self, probability="0"):
        """Each frame on the air is lost with this probability."""
        self._field.frames_lost = float(probability)

    def pad_parity(self, answers="1"):
        """So many answers to come have a wrong parity bit."""
        self._chip.wrong_parity = int(answers)

    def pad_cut_short(self, answers="1"):
        """So many answers to come end in the midst of a byte."""
        self._chip.cut_short = int(answers)

    def pad_tag_dead(self, tag, how="on"):
        """The tag never answers."""
        self._hand.tag(tag).dead = how != "off"
