"""Puts a board's parts together as its role wants them. Decides nothing else; opens pins only when called."""

import asyncio
import time

import pinout
from drivers import parts
from radio import Radio
from scan.edges import Edges
from scan.pad import NoPad, Pad
from scan.posts import Posts
from scan.settle import Settle
from tablewire.messages import BAG, BOARD, RACKS, RADIO, WHOLE


def built(settings):
    """The role's number on the wire, and a function of the board's line that builds it."""
    return _ROLES[settings["role"]](settings)


def _whole(settings):
    return WHOLE, lambda line: _board(line, settings["radio"], settings["pad"], False)


def _board_alone(settings):
    return BOARD, lambda line: _board(line, False, False, True)


def _board(line, has_radio, has_pad, tells_stirs):
    from roles.board import Board, NoRadio
    settle = Settle()
    radio = Radio(parts.reader(True), parts.antennas(True), settle.occupied) if has_radio else NoRadio()
    pad = Pad(parts.pad_reader(), asyncio.sleep_ms, time) if has_pad else NoPad()
    lamps, posts = (pinout.LAMPS_FEW, Edges()) if has_pad else (pinout.LAMPS, Posts())
    return Board(parts.hall_chain(), settle, radio, pad, posts, line, parts.lamps(lamps), tells_stirs)


def _radio(settings):
    def build(line):
        from scan.magnets import Magnets
        from scan.racks import Racks

        from roles.radio import RadioBoard, rack_told
        magnets, racks = Magnets(), Racks(RACKS, rack_told(line), time)
        radio = Radio(parts.reader(False), parts.antennas(False), magnets.occupied, racks=racks,
                      interlock=parts.field_permit(True))
        return RadioBoard(radio, racks, magnets, line)
    return RADIO, build


def _bag(settings):
    def build(line):
        from bag import BagReader

        from roles.bag import BagBoard
        reader = BagReader(parts.reader(False), parts.bag_loops(), interlock=parts.field_permit(False))
        return BagBoard(reader, NoPad(), line)
    return BAG, build


_ROLES = {"whole": _whole, "board": _board_alone, "radio": _radio, "bag": _bag}
