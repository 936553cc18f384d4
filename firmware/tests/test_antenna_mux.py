"""Protects the antenna switch: never two loops, nothing on before a pattern is known to be all off, 24 V within its
limits or no loop at all; and that the model can fail in each of these ways."""

from drivers.antenna_mux import LOOPS, NOWHERE, RAMP_MS, AntennaMux, MuxBroken, NoBias, TwoLoops
from radio import TRIAL_MS
from sim.antenna_model import AGC_ASTRAY, AGC_TUNED, RAIL_MV, RAMP_US, AntennaModel
from sim.tag_model import NO_SLOT
from sim.tpic_model import MOST_MA, Tpic
from sim.world import World
from tests.radio_rig import Clock, Line, Meter, Rig, Spi, identity, settle

ALL = b"\x26\x01\x00"      # an inventory of one slot without mask


class Bench:
    """The driver on the model; `log`: what the pins were told, in order."""

    def __init__(self, seed=0, metered=True):
        self.clock = clock = Clock(1_000_000)
        self.air = air = AntennaModel(World(), seed)
        self.log = []
        self.rail_mv = None      # measured, where it is not the model's
        self.mux = None
        self._pins = (
            self._pin("RCLK", lambda level: air.latch(level, clock.now_us)),
            self._pin("/G", lambda level: air.off(level, clock.now_us)), self._pin("/SRCLR", air.clear),
            self._pin("24V_EN", lambda level: air.supply(level, clock.now_us)),
        )
        self._meter = Meter(lambda: self.air.rail_mv(clock.now_us) if self.rail_mv is None else self.rail_mv)
        self.start(metered)

    def start(self, metered=True):
        latch, off, clear, supply = self._pins
        self.mux = AntennaMux(Spi(self.air, self.clock), latch, off, clear, supply, self.clock,
                              self._meter if metered else None)

    def _pin(self, name, heard):
        def told(level):
            self.log.append((name, level))
            heard(level)
        return Line(told)


def raises(error, call, *arguments):
    try:
        call(*arguments)
    except error as raised:
        return str(raised)
    raise AssertionError("nothing was raised")


# ---- power-up ----------------------------------------------------------------------------------------------------

def test_what_the_outputs_hold_at_power_up_is_left_to_chance_and_never_seen():
    held = set()
    for seed in range(8):
        chain = Tpic(5, seed)
        assert chain.sinking() == 0          # /G is pulled up
        chain.off(0)
        held.add(chain.sinking())
        assert Bench(seed).air.selected == []
    assert len(held) == 8


def test_the_supply_comes_on_only_after_an_all_off_pattern_has_been_latched():
    log = Bench().log
    assert log.index(("/G", 1)) < log.index(("RCLK", 1)) < log.index(("24V_EN", 1))
    assert ("/G", 0) not in log


def test_the_supply_stays_off_while_the_chain_does_not_answer():
    bench = Bench()
    bench.air.chain.stuck_bits = 1 << 12
    bench.log.clear()
    bench.air.supply(0, 0)
    bench.start()
    assert ("24V_EN", 1) not in bench.log
    raises(MuxBroken, bench.mux.select, 3)
    assert ("24V_EN", 1) not in bench.log
    bench.air.chain.stuck_bits = 0
    bench.mux.select(3)
    assert bench.air.selected == [3]


def test_the_first_loop_waits_until_the_rail_stands_and_no_other_does():
    bench = Bench()
    start_us = bench.clock.now_us
    bench.mux.select(3)
    assert RAMP_US < RAMP_MS * 1000
    assert RAMP_MS * 1000 - 1000 <= bench.clock.now_us - start_us <= RAMP_MS * 1000 + 1000
    assert bench.mux.rail_mv() // 100 == RAIL_MV // 100
    start_us = bench.clock.now_us
    bench.mux.select(4)
    assert bench.clock.now_us - start_us < 500


# ---- one loop at a time ------------------------------------------------------------------------------------------

def test_the_old_loop_is_off_before_the_new_one_is_on():
    bench = Bench()
    bench.mux.select(3)
    bench.log.clear()
    bench.mux.select(4)
    assert bench.log == [("/G", 1), ("RCLK", 1), ("RCLK", 0), ("/G", 0)]


def test_a_number_that_is_no_loop_is_refused():
    bench = Bench()
    for loop in (-1, LOOPS, 39):
        raises(ValueError, bench.mux.select, loop)
    assert bench.air.selected == []


def test_any_stuck_flip_flop_is_found_before_its_pattern_is_shown():
    for output in range(40):
        bench = Bench()
        bench.mux.select(7)
        bench.air.chain.stuck_bits = 1 << output
        raises(MuxBroken, bench.mux.select, 8)
        assert bench.air.selected == []
        assert bench.mux.loop is None
        assert bench.mux.troubles == {"mux_echo": 1, "mux_rail": 0, "mux_two_loops": 0}


# ---- the rail ----------------------------------------------------------------------------------------------------

def test_the_rail_must_lie_between_22_and_26_volts():
    for millivolts, sound in ((21_900, False), (22_100, True), (25_900, True), (26_100, False)):
        bench = Bench()
        bench.rail_mv = millivolts
        if sound:
            bench.mux.select(3)
            continue
        assert "instead of 22 to 26" in raises(NoBias, bench.mux.select, 3)
        assert bench.air.selected == []
        assert bench.mux.troubles["mux_rail"] == 1


def test_without_24_volts_no_loop_carries_the_field_and_the_driver_says_so():
    bench = Bench()
    bench.air.no_supply = True
    assert "4.6 V" in raises(NoBias, bench.mux.select, 3)
    blind = Bench(metered=False)
    blind.air.no_supply = True
    blind.mux.select(3)
    assert blind.mux.rail_mv() is None
    assert blind.air.agc(blind.clock.now_us) == AGC_ASTRAY


def test_a_board_whose_rail_fails_reports_squares_without_tags_and_reads_again_when_it_is_back():
    rig = Rig()
    rig.lay(1, 112)
    settle(rig, 112)
    rig.air.no_supply = True
    rig.lay(2, 60)
    settle(rig, 60)
    assert rig.said() == [(112, (identity(1),)), (60, ())]
    assert "the antennas' supply gives" in str(rig.radio.wrong)
    rig.air.no_supply = False
    rig.run(TRIAL_MS + 1000)
    assert rig.radio.wrong is None
    assert rig.radio.known[60] == (identity(2),)


# ---- the self-test: T16 ------------------------------------------------------------------------------------------

def test_the_self_test_walks_all_loops_with_none_of_them_on():
    bench = Bench()
    bench.log.clear()
    assert bench.mux.self_test() == (LOOPS, 0, NOWHERE)
    assert ("/G", 0) not in bench.log
    bench.mux.select(33)
    assert bench.air.selected == [33]


def test_the_self_test_counts_what_fails_and_names_the_first_loop():
    bench = Bench()
    bench.air.chain.stuck_bits = 1 << 39
    assert bench.mux.self_test() == (LOOPS, LOOPS, 0)
    bench.air.chain.stuck_bits = 0
    bench.air.no_supply = True
    raises(NoBias, bench.mux.self_test)


# ---- two loops at once -------------------------------------------------------------------------------------------

def test_a_shorted_output_is_found_by_the_gain_with_all_loops_off():
    rig = Rig()
    rig.lay(1, 112)
    rig.lay(2, 3 * 15)
    settle(rig, 112)
    rig.air.chain.shorted = 1 << 3
    rig.air.select(rig.clock.now_us)
    rig.lay(4, 60)
    settle(rig, 60)
    assert rig.air.two_loops > 0
    assert rig.said() == [(112, (identity(1),)), (60, ())]
    assert rig.mux.troubles["mux_two_loops"] > 0
    raises(TwoLoops, rig.mux.second_loop)


# ---- the model ---------------------------------------------------------------------------------------------------

def test_clearing_the_shift_stage_leaves_the_outputs():
    chain = Tpic(5)
    chain.exchange(b"\0\0\1\0\0", None, 0, 0)
    chain.latch(1)
    chain.off(0)
    chain.clear(0)
    assert chain.sinking() == 1 << 16
    got = bytearray(5)
    chain.clear(1)
    chain.exchange(bytes(5), got, 0, 0)
    assert got == bytes(5)


def test_only_a_rising_edge_of_the_latch_shows():
    chain = Tpic(1)
    chain.off(0)
    chain.exchange(b"\x01", None, 0, 0)
    chain.latch(1)
    chain.exchange(b"\x02", None, 0, 0)
    chain.latch(1)
    assert chain.sinking() == 1
    chain.latch(0)
    assert chain.sinking() == 1
    chain.latch(1)
    assert chain.sinking() == 2


def test_an_output_sinks_150_milliamperes_and_no_more():
    chain = Tpic(1)
    chain.exchange(b"\x03", None, 0, 0)
    chain.latch(1)
    chain.off(0)
    chain.loads_ma = {0: MOST_MA, 1: MOST_MA + 1}
    assert chain.sinking() == 1


def test_a_tag_answers_a_millisecond_and_a_half_after_its_loop_was_selected():
    """hardware design 4.4: half a millisecond of the diodes, one of the tag."""
    rig = Rig()
    rig.lay(1, 112)
    rig.mux.select(3)
    rig.air.field(True, rig.clock.now_us)
    rig.mux.select(7)
    at_us = rig.clock.now_us
    assert rig.air.agc(at_us) == AGC_TUNED
    assert rig.air.listeners(at_us + 499) == []
    tag = rig.air.listeners(at_us + 500)[0]
    assert [tag.hear(ALL, at_us + late_us) for late_us in (1499, 1500)] == [NO_SLOT, 0]
