"""A board says what its supplies give and why it has started; screens say what is too low, and a start that nobody
wanted; the doctor shows the figures. A board whose program is older says nothing of it, and is understood."""

import pytest
from tablewire import messages as wire

from hardware_tests import t01_hello
from host.adapters.link_health import FIVE_LEAST_MV, HALL_LEAST_MV, HALL_READ_LEAST_MV, TOLD_NS
from host.board_notices import notices
from host.simulator.board_process import FIRMWARE, BoardProcess
from host.tests.board_line import Line, hall_board, require_micropython
from host.tests.far_board import met
from host.workbench import VirtualLine, Workbench

MINUTE_MS = TOLD_NS // 10**6


def beat(far, *supply):
    """A heartbeat, and after it what the board says of its supplies."""
    far.wait_ms(500)
    far.says(wire.Heartbeat(9, 0, 0, 0, 0))
    if supply:
        far.says(wire.Supply(9, *supply))


def names(far):
    return [each.name for each in notices([far.link], "en")]


def sentences(far, language="en"):
    return [each.sentence for each in notices([far.link], language)]


# ---- from chip to wire -------------------------------------------------------------------------------------------


def test_a_board_of_the_magnets_tells_its_supplies_with_every_heartbeat() -> None:
    require_micropython()
    with hall_board() as line:
        line.run(5)
        told = line.supplies[2:]
        assert len(line.supplies) == len(line.beats)
        assert all(5050 <= supply.five_mv <= 5100 for supply in told)
        assert all(3290 <= supply.hall_mv <= 3300 for supply in told)
        assert {supply.cause for supply in told} == {wire.CAUSE_POWER}


@pytest.mark.parametrize("role", ["radio", "bag"])
def test_a_board_that_measures_none_says_so(role: str) -> None:
    require_micropython()
    with BoardProcess({"role": role, "radio": False}) as board:
        line = Line(board)
        line.run(2)
        assert {supply[2:] for supply in line.supplies} == {(0xFFFF,) * 4}
        line.port.close()


def test_low_supplies_are_told_as_they_are_and_afterwards_as_the_least() -> None:
    require_micropython()
    with hall_board() as line:
        line.run(1)
        line.board.fault("five_low", 4400)
        line.board.fault("hall_supply_low", 2500)
        line.run(2)
        low = line.supplies[-1]
        assert 4390 <= low.five_mv <= 4400
        assert 2490 <= low.hall_mv <= 2500
        line.board.heal("five_low")
        line.board.heal("hall_supply_low")
        line.run(2)
        healed = line.supplies[-1]
        assert (healed.five_least_mv, healed.hall_least_mv) == (low.five_mv, low.hall_mv)
        assert healed.five_mv > 5000
        assert healed.hall_mv > 3200


def test_the_check_that_cuts_the_sensors_supply_is_no_low_supply() -> None:
    require_micropython()
    with hall_board() as line:
        line.run(1)
        line.say(wire.TestWanted(5, 20))
        line.run(3)
        assert line.supplies[-1].hall_least_mv > HALL_LEAST_MV


def test_a_brown_out_is_told_from_a_watchdogs_start() -> None:
    require_micropython()
    with hall_board() as line:
        line.run(1)
        for fault, cause in (("brown_out", wire.CAUSE_POWER), ("hang", wire.CAUSE_WATCHDOG),
                             ("brown_out", wire.CAUSE_POWER)):
            boots = line.board.boots
            line.board.fault(fault)
            line.run(4)
            assert line.board.boots == boots + 1
            assert line.supplies[-1].cause == cause


# ---- from wire to screens ----------------------------------------------------------------------------------------


def test_low_supplies_are_named_with_what_to_do_until_they_are_well() -> None:
    far = met()
    beat(far, wire.CAUSE_POWER, FIVE_LEAST_MV, FIVE_LEAST_MV, HALL_LEAST_MV, HALL_LEAST_MV)
    assert sentences(far) == []
    beat(far, wire.CAUSE_POWER, 4500, 4500, 2500, 2500)
    assert sentences(far) == [
        "A board of the table gets only 4.50 V of its 5. Use a stronger supply or a thicker cable; the game goes on.",
        "The sensors of the squares get only 2.50 V of their 3.3. Look at the wires of their supply."]
    assert sentences(far, "ca")[1].startswith("Els sensors de les caselles reben només 2.50 V")
    for _ in range(3):
        assert names(far) == ["five_low", "hall_low"]
        beat(far, wire.CAUSE_POWER, 5100, 4500, 3300, 2500)
    assert names(far) == []


def test_of_a_board_that_is_not_heard_any_more_nobody_says_what_it_gets() -> None:
    far = met()
    beat(far, wire.CAUSE_POWER, 4500, 4500, 3300, 3300)
    assert names(far) == ["five_low"]
    far.link.cut(far.now_ns)
    assert names(far) == []


def test_the_pages_and_the_bench_hold_a_board_to_the_same_volts() -> None:
    assert (FIVE_LEAST_MV, HALL_LEAST_MV) == (t01_hello.FIVE_LEAST_MV, t01_hello.HALL_LEAST_MV)


def test_board_and_host_agree_from_where_on_readings_are_dropped() -> None:
    rule = (FIRMWARE / "scan" / "supplied.py").read_text()
    assert f"\nHALL_READ_LEAST_MV = {HALL_READ_LEAST_MV}\n" in rule


def test_sensors_without_any_supply_are_named() -> None:
    far = met()
    beat(far, wire.CAUSE_POWER, 5100, 5100, 0, 0)
    assert names(far) == ["hall_unread"]


@pytest.mark.parametrize(("language", "says"), [
    ("en", "nothing that lies on the squares counts until they get more"),
    ("ca", "res del que hi ha a les caselles compta fins que en rebin més"),
    ("es", "nada de lo que hay en las casillas cuenta hasta que reciban más"),
    ("ro", "nimic din ce stă pe pătrate nu contează până nu primesc mai mult")])
def test_it_is_said_from_where_on_the_board_drops_what_it_reads(language: str, says: str) -> None:
    far = met()
    beat(far, wire.CAUSE_POWER, 5100, 5100, HALL_READ_LEAST_MV, HALL_READ_LEAST_MV)
    assert names(far) == ["hall_low"]
    beat(far, wire.CAUSE_POWER, 5100, 5100, HALL_READ_LEAST_MV - 1, HALL_READ_LEAST_MV - 1)
    assert says in sentences(far, language)[0]


@pytest.mark.parametrize(("cause", "name"), [
    (wire.CAUSE_POWER, "started_by_power"), (wire.CAUSE_WATCHDOG, "started_by_watchdog")])
def test_a_start_in_the_midst_is_spoken_of_for_a_minute(cause: int, name: str) -> None:
    far = met()
    beat(far, wire.CAUSE_POWER, 5100, 5100, 3300, 3300)
    assert names(far) == []
    far.says(far.hello._replace(boot=8))
    beat(far, cause, 5100, 5100, 3300, 3300)
    assert names(far) == [name]
    for _ in range(MINUTE_MS // 500 + 1):
        far.link.tick(far.now_ns)
        beat(far, cause, 5100, 5100, 3300, 3300)
    far.link.tick(far.now_ns)
    assert names(far) == []


def test_a_start_that_was_wanted_or_with_another_program_is_not_spoken_of() -> None:
    for ask, changes in ((True, {}), (False, {"build": 0xBEEF}), (False, {"uid": bytes(8)})):
        far = met()
        if ask:
            assert far.link.service()
        far.says(far.hello._replace(boot=8, **changes))
        beat(far, wire.CAUSE_WATCHDOG, 5100, 5100, 3300, 3300)
        assert names(far) == []


def test_a_board_whose_program_tells_no_supplies_is_read_as_before() -> None:
    far = met()
    for _ in range(3):
        beat(far)
    far.says(far.hello._replace(boot=8))
    beat(far)
    assert names(far) == []
    assert far.link.heartbeat == wire.Heartbeat(9, 0, 0, 0, 0)
    assert far.link.not_understood == 0
    assert (far.link.supplies.five_mv, far.link.supplies.hall_mv) == (None, None)


# ---- the doctor --------------------------------------------------------------------------------------------------


def test_the_bench_has_what_the_supplies_gave_at_the_last_heartbeat() -> None:
    require_micropython()
    bench = Workbench(VirtualLine(BoardProcess({"role": "board", "radio": False})))
    try:
        bench.meet()
        bench.wait(2)
        beat = bench.beat()
        assert beat is not None
        assert beat.five_mv in range(5050, 5101)
        assert beat.hall_mv in range(3290, 3301)
    finally:
        bench.close()
