"""Whatever is sent, whenever: the models that take whole bytes and those that follow every edge say the same."""

import pinout
from hypothesis import given, settings
from hypothesis import strategies as st
from sim.chain_model import Chain
from sim.pn5180_model import BOOT_US, EEPROM, Pn5180Model
from sim.tpic_model import Tpic
from tests.edge_exact import Hc165, Hc595, Master, Mfrc522Edges, Pn5180Edges
from tests.pad_rig import PadRig

CHIPS = 30
MUX_CHIPS = 5
MUX_BITS = 8 * MUX_CHIPS

modes = st.integers(0, 3)
transfers = st.one_of(
    st.tuples(st.just("send"), st.binary(min_size=1, max_size=40)),
    st.tuples(st.just("read"), st.tuples(st.integers(1, 40), st.integers(0, 255))),
)


def both(fast, master, mode, step):
    """One transfer on both: the bytes that came back."""
    kind, value = step
    if kind == "send":
        got = bytearray(len(value))
        fast.exchange(value, got, 0, mode)
        return bytes(got), master.exchange(value)
    got = bytearray(value[0])
    fast.exchange(None, got, value[1], mode)
    return bytes(got), master.exchange(bytes((value[1],)) * value[0])


@given(modes, st.integers(-1, CHIPS - 1),
       st.lists(st.one_of(transfers, st.tuples(st.just("load"), st.integers(0, 1)),
                          st.tuples(st.just("inputs"), st.binary(min_size=CHIPS, max_size=CHIPS))), max_size=8))
@settings(max_examples=60, deadline=None)
def test_the_hall_chain(mode, broken_at, story):
    raw = bytearray(CHIPS)
    fast, exact = Chain(lambda: raw), Hc165(CHIPS, lambda: raw)
    master = Master(exact, mode)
    fast.break_at(broken_at)
    exact.broken_at = broken_at
    for step in story:
        if step[0] == "load":
            fast.load(step[1])
            exact.load(step[1])
        elif step[0] == "inputs":
            raw[:] = step[1]
        else:
            fast_got, exact_got = both(fast, master, mode, step)
            assert fast_got == exact_got


@given(modes, st.integers(0, 1000), st.sets(st.integers(0, MUX_BITS - 1), max_size=2),
       st.lists(st.one_of(transfers, st.tuples(st.sampled_from(("latch", "off", "clear")), st.integers(0, 1))),
                max_size=12))
@settings(max_examples=120, deadline=None)
def test_the_antenna_switch(mode, seed, stuck, story):
    fast = Tpic(MUX_CHIPS, seed)
    fast.off(0)
    exact = Hc595(MUX_CHIPS, fast._stage, fast.sinking())
    exact.off(0)
    master = Master(exact, mode)
    bits = sum(1 << bit for bit in stuck)
    fast.stuck_bits = bits
    fast._stage |= bits
    exact.stick(bits)
    for step in story:
        if step[0] in ("send", "read"):
            fast_got, exact_got = both(fast, master, mode, step)
            assert fast_got == exact_got
        else:
            getattr(fast, step[0])(step[1])
            getattr(exact, step[0])(step[1])
        assert fast.sinking() == exact.sinking()


class NoAir:
    """No antenna: these commands never go on the air."""

    def field(self, on, now_us):
        pass

    def drive(self, per_cent):
        """There is nothing to drive."""

    def agc(self, now_us):
        return 0


addresses = st.integers(0x20, 0x3F)
values = st.binary(min_size=4, max_size=4)
group = st.tuples(addresses, st.integers(1, 3), values).map(lambda g: bytes(g[:2]) + g[2])
frames = st.one_of(
    st.tuples(st.integers(0, 2), addresses, values).map(lambda f: bytes(f[:2]) + f[2]),
    st.lists(group, min_size=1, max_size=4).map(lambda groups: b"\x03" + b"".join(groups)),
    addresses.map(lambda address: bytes((4, address))),
    st.lists(addresses, min_size=1, max_size=4).map(lambda many: b"\x05" + bytes(many)),
    st.tuples(st.integers(0, 22), st.integers(1, 12)).map(lambda f: bytes((7, *f))),
    st.tuples(st.integers(0, 5), st.binary(max_size=3)).map(lambda f: bytes((f[0],)) + f[1]),   # cut short
    st.binary(min_size=1, max_size=6).map(lambda rest: b"\x3f" + rest),                         # unknown
)
steps = st.one_of(
    st.tuples(st.just("frame"), frames),
    st.tuples(st.just("fetch"), st.integers(1, 4)),
    st.tuples(st.just("wait"), st.integers(0, 300)),
    st.tuples(st.just("unselected"), frames),
)


@given(st.sampled_from((0, 120)), st.lists(steps, max_size=14))
@settings(max_examples=150, deadline=None)
def test_the_readers_host_interface(process_us, story):
    now = [0]
    fast = Pn5180Model(NoAir(), lambda: now[0])
    fast.process_us = process_us
    now[0] = BOOT_US
    exact = Pn5180Edges(lambda: now[0], EEPROM, process_us)
    master = Master(exact, pinout.RADIO_MODE)
    fast._look()
    for kind, value in story:
        if kind == "wait":
            now[0] += value
        elif kind == "unselected":
            fast.exchange(value, None, 0, pinout.RADIO_MODE)
            master.exchange(value)
        else:
            frame(fast, exact, master, kind, value)
        assert fast.busy() == exact.busy()
    for address in (0x02, *range(0x20, 0x40)):
        assert fast._registers[address] == exact.registers.get(address, 0)


def frame(fast, exact, master, kind, value):
    """One frame on both, whether they are busy or not; the levels of BUSY and the bytes fetched agree."""
    fast.select(0)
    exact.select(0)
    waiting = fast._out is not None and not fast.busy()
    if kind == "frame":
        fast.exchange(value, None, 0, 0)
        master.exchange(value)
    else:
        got = bytearray(min(value, len(fast._out)) if waiting else value)
        fast.exchange(None, got, 0xFF, 0)
        exact_got = master.exchange(b"\xff" * len(got))
        if waiting:
            assert bytes(got) == exact_got
    assert fast.busy() == exact.busy()
    fast.select(1)
    exact.select(1)


# Registers of the pad's reader that keep what is written, those of its FIFO, and the one that says its version.
KEPT = (0x11, 0x15, 0x24, 0x26, 0x2A, 0x2B, 0x2C, 0x2D)
FIFO, LEVEL, FLUSH, VERSION = 0x09, 0x0A, 0x80, 0x37
asked = st.lists(st.sampled_from((*KEPT, FIFO, LEVEL, VERSION)), min_size=1, max_size=8)
pad_frames = st.one_of(
    st.tuples(st.sampled_from(KEPT), st.binary(min_size=1, max_size=4)).map(lambda f: bytes((f[0] << 1,)) + f[1]),
    st.binary(min_size=1, max_size=20).map(lambda values: bytes((FIFO << 1,)) + values),
    st.just(bytes((LEVEL << 1, FLUSH))),
    asked.map(lambda addresses: bytes(0x80 | address << 1 for address in addresses) + b"\0"),
    st.tuples(asked, st.binary(min_size=1, max_size=3)).map(     # a byte with its highest bit clear asks for nothing
        lambda f: bytes(0x80 | address << 1 for address in f[0]) + bytes(byte & 0x7F for byte in f[1])),
)


@given(st.lists(st.tuples(st.booleans(), pad_frames), max_size=12))
@settings(max_examples=150, deadline=None)
def test_the_pads_host_interface(story):
    rig = PadRig()
    rig.clock.now_us += 2000
    exact = Mfrc522Edges({address: rig.read(address) for address in (*KEPT, VERSION)})
    master = Master(exact, pinout.PAD_MODE)
    for selected, sent in story:
        if selected:
            rig.chip.select(0)
            exact.select(0)
        got = bytearray(len(sent))
        rig.chip.exchange(sent, got, 0, pinout.PAD_MODE)
        exact_got = master.exchange(sent)
        if selected:
            assert bytes(got) == exact_got
        rig.chip.select(1)
        exact.select(1)
    assert exact.flagged == []
    assert {address: rig.read(address) for address in KEPT} == {address: exact.registers[address] for address in KEPT}
    assert rig.read(LEVEL) == len(exact.fifo)
