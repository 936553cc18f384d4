"""A loop that hangs is not hidden by the other one: the watchdog starves. An absent or a deaf host starves nobody."""

import asyncio

from line import Line
from pinout import SCAN_MS, WATCHDOG_MS
from rig import Watchdog, run
from rounds import Rounds
from tablewire.frames import UNNUMBERED, frame
from tablewire.messages import PROTOCOL, HallChanged, HostHello, Service, pack
from tablewire.session import BoardSession

RUN_S = 6
HUNG_MS = 1000 * RUN_S // 2


class Port:
    """A host that says these frames and takes nothing when it is deaf."""

    def __init__(self, says=(), deaf=False):
        self._says = list(says)
        self._deaf = deaf
        self.taken = 0

    def read(self):
        return self._says.pop(0) if self._says else None

    def write(self, view):
        if self._deaf:
            return 0
        self.taken += len(view)
        return len(view)


def hello():
    return frame(UNNUMBERED, pack(HostHello(PROTOCOL, 1, 0, 0)))


def rig(port):
    watchdog = Watchdog()
    session = BoardSession(1, b"VIRTUAL0", 1, 0, port.write)
    return Line(session, port, Rounds(watchdog, 1)), watchdog


async def scanning(line, rounds=1 << 40, posting=False):
    """A scan loop that goes round so often, and then hangs as a task does: it waits for what never comes."""
    for nth in range(rounds):
        if posting:
            line.post(HallChanged(nth, nth % 225, 1))
        line.rounds.scanned()
        await asyncio.sleep_ms(SCAN_MS)
    await asyncio.sleep_ms(1 << 28)



def test_it_is_fed_at_every_round_as_long_as_both_loops_go_on():
    line, watchdog = rig(Port([hello()]))
    run(RUN_S, line.talk(None), scanning(line))
    assert watchdog.look() <= 2 * SCAN_MS


def test_a_scan_that_hangs_starves_it_though_the_link_goes_on():
    line, watchdog = rig(Port([hello()]))
    run(RUN_S, line.talk(None), scanning(line, rounds=HUNG_MS // SCAN_MS))
    assert watchdog.look() > WATCHDOG_MS


def test_a_link_that_hangs_starves_it_though_the_scan_goes_on():
    line, watchdog = rig(Port([hello()]))

    async def talking():
        talk = asyncio.create_task(line.talk(None))
        await asyncio.sleep_ms(HUNG_MS)
        talk.cancel()

    run(RUN_S, talking(), scanning(line))
    assert watchdog.look() > WATCHDOG_MS


def test_an_absent_host_does_not_starve_it():
    line, watchdog = rig(Port())
    run(RUN_S, line.talk(None), scanning(line, posting=True))
    assert watchdog.look() <= 2 * SCAN_MS


def test_a_host_that_greets_and_then_reads_nothing_does_not_starve_it_even_when_there_is_no_room_left():
    line, watchdog = rig(Port([hello()], deaf=True))
    run(RUN_S, line.talk(None), scanning(line, posting=True))
    assert line._session.lost > 0  # 600 messages: more than fit
    assert watchdog.look() <= 2 * SCAN_MS


def test_service_is_left_for_after_half_a_second_in_which_it_is_acknowledged_as_often_as_it_is_asked():
    from line import LEAVE_MS, ServiceWanted
    port = Port([hello(), frame(0, pack(Service())), None, frame(0, pack(Service()))])
    line, _ = rig(port)
    try:
        run(RUN_S, line.talk(None), scanning(line))
        raise AssertionError("the board went on")
    except ServiceWanted:
        assert port.taken > 2 * len(frame(UNNUMBERED, b"\x03\0\0\0\0"))
        assert LEAVE_MS == 500
