"""A reader's task that has died, sleeps or waits for ever starves the watchdog of its board, though all else goes on.
What a reader may lawfully need does not, nor does an absent host.

The boards are built as on the table, their chips models.
"""

import asyncio
import time

import machine
import pinout
from bag import ROUND_MOST_MS as BAG_MS
from line import Line
from pinout import SCAN_MS, WATCHDOG_MS
from radio import ROUND_MOST_MS as RADIO_MS
from rig import Watchdog, run
from roles.building import built
from rounds import Rounds
from scan.pad import ROUND_MOST_MS as PAD_MS
from sim import wiring
from sim.beside import tag_named
from sim.world import World
from tablewire.session import BoardSession

BAG = {"role": "bag", "radio": False, "pad": True}
RADIO = {"role": "radio", "radio": False, "pad": False}
WHOLE = {"role": "whole", "radio": True, "pad": False}
LOW_COST = {"role": "whole", "radio": False, "pad": True}
RUN_S = 20               # longer than any round, and the watchdog after it
LATE_MS = 2 * SCAN_MS    # from one feeding to the next while all is well: scan and link
BETWEEN_MS = 100         # as much again as a chip that starts holds up the other tasks


class Port:
    """A host that is not there."""

    def read(self):
        return None

    def write(self, view):
        return 0


class Table:
    """A board of these settings, with its watchdog."""

    def __init__(self, settings):
        self.world = World()
        machine.circuit = self.circuit = wiring.wired(settings["role"], self.world, lambda: time.now_us, 1, settings,
                                                      lambda note: None)
        self.watchdog = Watchdog()
        session = BoardSession(1, b"VIRTUAL0", 1, 0, Port().write)
        self.line = Line(session, Port(), Rounds(self.watchdog, 1))
        self.role = built(settings)[1](self.line)

    def starved_ms(self, tasks=None, seconds=RUN_S):
        """The longest time in which the watchdog was not fed, with `tasks` in the place of the role's."""
        self.watchdog.fed_us = time.now_us
        run(seconds, self.line.talk(self.role.obey), *(self.role.tasks() if tasks is None else tasks))
        return self.watchdog.look()


async def none():
    """A task that has died."""


async def sleeps():
    await asyncio.sleep_ms(1 << 28)


def for_ever():
    """In place of an interlock's ask(): it is never answered."""
    while True:
        yield 2


def one_hangs(settings, nth, task):
    """Starved so long when `task` is in the place of the role's task number `nth`."""
    table = Table(settings)
    tasks = list(table.role.tasks())
    tasks[nth].close()
    tasks[nth] = task
    return table.starved_ms(tasks)


def test_a_bags_reader_that_has_died_or_sleeps_starves_the_watchdog_though_the_pad_goes_on():
    for task in (none(), sleeps()):
        assert one_hangs(BAG, 0, task) > 1000 * RUN_S - BAG_MS - BETWEEN_MS


def test_a_pads_reader_that_has_died_or_sleeps_starves_the_watchdog_of_its_board():
    for task in (none(), sleeps()):
        assert one_hangs(BAG, 1, task) > 1000 * RUN_S - PAD_MS - BETWEEN_MS
    assert one_hangs(LOW_COST, 3, sleeps()) > 1000 * RUN_S - PAD_MS - BETWEEN_MS


def test_a_radio_that_has_died_or_sleeps_starves_the_watchdog_of_its_board():
    for task in (none(), sleeps()):
        assert one_hangs(RADIO, 0, task) > 1000 * RUN_S - RADIO_MS - BETWEEN_MS
    assert one_hangs(WHOLE, 2, sleeps()) > 1000 * RUN_S - RADIO_MS - BETWEEN_MS


def test_a_reader_that_waits_for_ever_for_its_field_starves_the_watchdog():
    for settings, part, most_ms in ((BAG, "_reader", BAG_MS), (RADIO, "_radio", RADIO_MS)):
        table = Table(settings)
        getattr(table.role, part).loops._interlock.ask = for_ever
        table.world.beside.lie_on_rack(0, (tag_named("E004010000000001"),))
        assert table.starved_ms() > 1000 * RUN_S - most_ms - BETWEEN_MS


def test_readers_with_and_without_work_feed_it_at_every_round_of_scan_and_link():
    for settings in (BAG, RADIO, WHOLE, LOW_COST):
        assert Table(settings).starved_ms() <= LATE_MS + BETWEEN_MS, settings


def test_a_full_bag_that_is_counted_while_the_other_board_hangs_on_to_the_field_does_not_starve_it():
    """The wire stays low: each permit is waited for to the end."""
    table = Table(BAG)
    table.world.beside.fill_bag([tag_named("E0040100%08X" % nth) for nth in range(100)])
    table.circuit.net(pinout.FIELD_GRANT).drive(0)
    assert table.starved_ms(seconds=60) <= LATE_MS + BETWEEN_MS


def test_racks_that_are_read_while_the_other_board_hangs_on_to_the_field_do_not_starve_it():
    table = Table(RADIO)
    table.world.beside.lie_on_rack(0, [tag_named("E0040100%08X" % nth) for nth in range(7)])
    table.circuit.net(pinout.FIELD_GRANT).drive(0)
    assert table.starved_ms(seconds=60) <= LATE_MS + BETWEEN_MS


def test_air_in_which_every_slot_clashes_is_no_reason_to_reset():
    for settings in (BAG, RADIO):
        table = Table(settings)
        table.world.beside.lie_on_rack(0, (tag_named("E004010000000001"),))
        table.circuit.fault("rf_ghost", ("1000000",))
        assert table.starved_ms(seconds=60) <= LATE_MS + BETWEEN_MS, settings


def test_readers_that_do_not_answer_are_no_reason_to_reset():
    for settings, fault in ((BAG, "reader_dead"), (RADIO, "reader_dead"), (LOW_COST, "pad_dead")):
        table = Table(settings)
        table.circuit.fault(fault, ())
        assert table.starved_ms() <= LATE_MS + BETWEEN_MS, settings
    assert WATCHDOG_MS > LATE_MS + BETWEEN_MS
