"""Protects the table of counts that a heartbeat carries: every driver has one, every name is one driver's alone."""

from drivers.field_permit import FieldPermit
from drivers.hall_chain import HallChain
from drivers.lamp_limit import LampLimit
from drivers.serial_link import UartLink
from drivers.troubles import counted
from scan.nopad import NoPad
from sim.chain_model import CHIPS, Chain
from tablewire.messages import TROUBLES
from tests.pad_rig import PadRig
from tests.radio_rig import Clock, Line, Rig


class Uart:
    """Room for four bytes."""

    def write(self, view):
        return min(4, len(view))


class Bus:
    def __init__(self, chain):
        self._chain = chain

    def write(self, sent):
        self._chain.exchange(sent, None, 0, 2)

    def write_readinto(self, sent, got):
        self._chain.exchange(sent, got, 0, 2)


def drivers():
    rig, chain = Rig(), Chain(lambda: bytes(CHIPS))
    permit = FieldPermit(Line(lambda level: None), Line(source=lambda: 1), Clock(), True)
    hall = HallChain(Bus(chain), chain.load, lambda level: None)
    return [rig.reader, rig.mux, permit, hall, LampLimit(256), UartLink(Uart()), rig.radio.loops], chain


def test_every_name_is_one_drivers_alone_and_there_from_the_start():
    parts, _ = drivers()
    names = [name for name, _ in counted(*parts)]
    assert len(set(names)) == len(names)
    assert len(names) > 15
    assert sorted(names) == sorted(set(TROUBLES) - {"pad_crowds", "pad_failed"} | {"reader_restarts"})
    assert NoPad.troubles == {}
    assert sorted(PadRig().pad.troubles) == ["pad_crowds", "pad_failed"]
    assert not any(count for _, count in counted(*parts))


def test_a_count_is_found_by_its_name():
    parts, chain = drivers()
    chain.break_at(3)
    wrong = parts[3].loop_back()
    parts[5].write(b"12345")
    parts[5].write(b"1234")
    table = dict(counted(*parts, None))
    assert table["chain_wrong_bits"] == wrong > 0
    assert table["link_cut_short"] == 1
    assert sum(table.values()) == wrong + 1
