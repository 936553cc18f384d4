"""Protects what a board says of a reader that does not work: each error of a driver has its own number on the wire,
one that derives from another its own too; and a reader that works again is said no more."""

from drivers.antenna_mux import MuxBroken, NoBias, TwoLoops
from drivers.bag_loops import NoCurrent
from drivers.mfrc522 import ReaderForgot, SelfTestFailed, StrangeReader
from drivers.mfrc522 import ReaderSilent as PadSilent
from drivers.pn5180 import NoField, ReaderHot, ReaderRefused, ReaderSilent
from scan.nopad import NoPad
from scan.pad import Unread
from tablewire import messages as wire
from tests.bag_rig import BagRig
from tests.pad_rig import NTAG, PadRig
from tests.radio_rig import Rig
from wrong import told, where_of


def said(*readers):
    """(reader, where) of those that do not work."""
    return [(message.reader, message.where) for message in told(9, readers)]


def test_each_error_has_its_number():
    assert [where_of(error("why")) for error in (
        ReaderSilent, PadSilent, ReaderRefused, NoField, ReaderHot, NoBias, MuxBroken, TwoLoops, NoCurrent,
        StrangeReader, ReaderForgot, SelfTestFailed, Unread)] == [
        wire.WHERE_SILENT, wire.WHERE_SILENT, wire.WHERE_SILENT, wire.WHERE_NO_FIELD, wire.WHERE_HOT, wire.WHERE_RAIL,
        wire.WHERE_CHAIN, wire.WHERE_TWO_LOOPS, wire.WHERE_NO_CURRENT,
        wire.WHERE_STRANGE, wire.WHERE_FORGETS, wire.WHERE_SELF_TEST, wire.WHERE_UNREAD]


def test_the_bags_reader_is_said_while_it_hangs_or_its_ring_is_open():
    rig = BagRig()
    rig.run(100)
    assert said((2, rig.bag), (3, NoPad)) == []
    rig.chip.dead = True
    rig.run(1000)
    assert said((2, rig.bag), (3, NoPad)) == [(2, wire.WHERE_SILENT)]
    rig.chip.dead = False
    rig.run(6000)
    rig.air.open_loops.add(0)
    rig.run(200)
    assert said((2, rig.bag)) == [(2, wire.WHERE_NO_CURRENT)]
    rig.air.open_loops.clear()
    rig.run(1000)
    assert said((2, rig.bag)) == []


def test_the_radio_and_the_pad_are_said_by_their_own_reasons():
    rig = Rig()
    rig.run(100)
    rig.chip.no_rf_on = True
    rig.lay(1, 7)
    rig.radio.stir(7, settled=True)
    rig.run(3000)
    assert said((1, rig.radio)) == [(1, wire.WHERE_NO_FIELD)]
    pad = PadRig(version=0x12)
    pad.run(2000)
    assert said((3, pad.pad)) == [(3, wire.WHERE_STRANGE)]
    pad = PadRig(NTAG)
    pad.chip.wrong_parity = 100000
    pad.run(3000)
    assert said((3, pad.pad)) == [(3, wire.WHERE_UNREAD)]
