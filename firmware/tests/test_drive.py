"""Protects bench check T18's steps: a reader whose transmitter conducts less reaches less far, by as much as the peak
detector tells; a restart gives the whole field back."""

from drivers import pn5180_drive
from sim.antenna_model import PEAK_MV
from sim.pn5180_model import DRIVE_LOADED, drive_per_cent
from tests.radio_rig import Rig

SQUARE, LOOP = 112, 7


def heard(drive=None, height_um=0, rig=None):
    """Whether the square's row loop reads a tile so high above it, and what the peak detector says, in mV."""
    rig = rig or Rig()
    rig.lay(1, SQUARE, z=height_um)
    rig.reader.reset()
    if drive is not None:
        pn5180_drive.drive(rig.reader, drive)
    rig.mux.select(LOOP)
    rig.reader.field_on()
    rig.clock.sleep_us(1500)
    peak_mv = rig.air.peak_mv(rig.clock.now_us)
    rig.reader.begin(0x26, bytes(8), 0)
    count = rig.reader.slot()
    while count is None:
        rig.clock.sleep_us(1000)
        count = rig.reader.slot()
    rig.reader.field_off()
    return count > 0, peak_mv


def test_the_nominal_field_is_the_one_that_is_loaded():
    rig = Rig()
    rig.reader.reset()
    assert pn5180_drive.drive(rig.reader) == DRIVE_LOADED
    assert heard(rig=rig) == (True, PEAK_MV)


def test_a_weaker_drive_reaches_less_far_and_the_detector_says_by_how_much():
    """A tag at 3 mm sees 1 / (1 + (4.5 / 8.5)^2) = 0.78 of the field, and one that is just read at 5 mm 0.63."""
    for drive in range(1, DRIVE_LOADED + 1):
        part = drive_per_cent(drive)
        assert heard(drive) == (part >= 66, PEAK_MV * part // 100), drive
        assert heard(drive, 3000)[0] == (part >= 81), drive


def test_a_restart_gives_the_whole_field_back():
    rig = Rig()
    assert heard(2, rig=rig)[0] is False
    assert heard(rig=rig) == (True, PEAK_MV)


def test_no_peak_is_told_without_field_or_where_a_loop_is_open():
    rig = Rig()
    rig.reader.reset()
    rig.mux.select(LOOP)
    assert rig.air.peak_mv(rig.clock.now_us) == 0
    rig.air.open_loops.add(LOOP)
    assert heard(rig=rig) == (False, 0)
