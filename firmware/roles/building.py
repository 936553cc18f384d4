"""Puts a board's parts together as its role wants them. Decides nothing else; opens pins only when called.

What a role does not have is not imported: it would take from the heap.
"""

import asyncio
import time

import pinout
from drivers import parts, ports
from strap import is_open
from tablewire.messages import BAG, BOARD, RACKS, RADIO, WHOLE


def built(settings):
    """The role's number on the wire, and a function of the board's line that builds it."""
    return _ROLES[settings["role"]](settings)


def _whole(settings):
    return WHOLE, lambda line: _board(line, settings["radio"], settings["pad"], False)


def _board_alone(settings):
    return BOARD, lambda line: _board(line, False, False, True)


# A board that carries all reads no racks: that of the reference design does, and beside a virtual table of one board
# ideal readers tell of racks and bag, so that it is the quickest.
def _board(line, has_radio, has_pad, tells_stirs):
    from scan.settle import Settle

    from roles.board import Board, NoRadio
    from roles.checking import Checking
    from roles.kept import Kept
    kept = Kept(None if has_pad else parts.eeprom())   # where the pad is, the EEPROM's pins are the pad's
    settle = Settle(pinout.SETTLE_MS, *kept.wiring)
    chain, reader, mux = parts.hall_chain(), None, None
    if has_radio:
        reader, mux = parts.reader(True), parts.antennas(True)
    radio = _matrix(reader, mux, settle.occupied) if has_radio else NoRadio()
    chip = parts.pad_reader() if has_pad else None
    pad = _pad(chip)
    lamps, posts = _lamps(has_pad)
    strip = parts.lamps(lamps)
    _watched(line, radio, pad)
    rails = _rails()
    checking = Checking(line, chain, reader, mux, radio.loan, chip, pad.loan, kept, rails)
    return Board(chain, settle, radio, pad, posts, line, strip, tells_stirs, checking,
                 (chain, reader, mux, strip, pad, radio.loops), kept, rails)


def _rails():
    """Without the sensors' supply where that pin is open, as on tables built before it was looked at."""
    return parts.rails(not is_open(*ports.pulled(pinout.HALL_RAIL)))


def _watched(line, *tasks):
    """Have the watchdog hear of it when one of `tasks` does not go round any more."""
    for task in tasks:
        line.rounds.needs(task.lap)


def _matrix(reader, mux, occupied, **how):
    from radio import Radio
    return Radio(reader, mux, occupied, **how)


def _pad(chip, beside=None):
    if chip is None:
        from scan.nopad import NoPad
        return NoPad()
    from scan.pad import Pad
    return Pad(chip, asyncio.sleep_ms, time, beside)


def _lamps(few):
    if few:
        from scan.edges import Edges
        return pinout.LAMPS_FEW, Edges()
    from scan.posts import Posts
    return pinout.LAMPS, Posts()


def _radio(settings):
    def build(line):
        from scan.magnets import Magnets
        from scan.racks import Racks

        from roles.checking import Checking
        from roles.radio import RadioBoard, rack_told
        magnets, racks = Magnets(), Racks(RACKS, rack_told(line), time)
        chips = parts.reader(False), parts.antennas(False), parts.field_permit(True)
        radio = _matrix(chips[0], chips[1], magnets.occupied, racks=racks, interlock=chips[2])
        _watched(line, radio)
        checking = Checking(line, reader=chips[0], mux=chips[1], radio_loan=radio.loan)
        return RadioBoard(radio, racks, magnets, line, checking, chips + (radio.loops,))
    return RADIO, build


def _bag(settings):
    def build(line):
        from bag import BagReader
        from scan.turns import turns

        from roles.bag import BagBoard
        from roles.checking import Checking
        chip = parts.bag_pad_reader() if settings["pad"] else None   # first: else its NSS floats on the reader's bus
        chips = parts.reader(False), parts.field_permit(False)
        switch = parts.bag_loops()
        ring, beside = turns(chips[1], time) if chip else (chips[1], None)
        reader = BagReader(chips[0], switch, interlock=ring)
        pad = _pad(chip, beside)
        _watched(line, reader, pad)
        checking = Checking(line, reader=chips[0], mux=switch, radio_loan=reader.loan, pad=chip, pad_loan=pad.loan)
        return BagBoard(reader, pad, line, checking, chips + (pad, reader.loops))
    return BAG, build


_ROLES = {"whole": _whole, "board": _board_alone, "radio": _radio, "bag": _bag}
