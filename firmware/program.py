"""Builds what this board's role needs and starts its tasks; nothing else. main.py has looked at the files before, and
has started the watchdog."""

import asyncio

import service
from drivers import ports
from line import Line, ServiceWanted
from settings import DEFAULTS, BadSettings, build_sum, count_boot, firmware_folder, read_settings
from strap import BadStrap, role_at
from sync import Sync
from tablewire.messages import BAD_FILES, BAD_SETTINGS, BAD_STRAP, CAUSE_POWER, CAUSE_UNKNOWN, CAUSE_WATCHDOG
from tablewire.session import BoardSession


def chosen(settings, bad, wrong):
    """The role's number on the wire, and a function of the board's line that builds it.

    bad: what is wrong with board.json, or None. wrong: the names of the files that are not as released; no file of a
    role is imported unless there are none.
    """
    from roles.unwell import unwell
    if wrong:
        return unwell(BAD_FILES, len(wrong))
    if bad:
        return unwell(BAD_SETTINGS, bad.kind)
    try:
        settings["role"] = role_at(*ports.strap()) or settings["role"]
    except BadStrap as why:
        return unwell(BAD_STRAP, why.millivolts)
    from roles.building import built
    return built(settings)


def cause():
    """Why the board has started, as the wire has it."""
    return {ports.BY_POWER: CAUSE_POWER, ports.BY_WATCHDOG: CAUSE_WATCHDOG}.get(ports.started_by(), CAUSE_UNKNOWN)


async def serve(wrong, rounds):
    """Run the board for ever, or until it is asked to be left without a program. wrong: as for chosen().

    rounds: hears of each round.
    """
    settings, bad = dict(DEFAULTS), None
    try:
        settings = read_settings()
    except BadSettings as why:
        settings["link"], bad = why.link, why
    boot, build = count_boot(), build_sum(firmware_folder())
    number, build_role = chosen(settings, bad, wrong)
    port = ports.link(settings["link"])
    session = BoardSession(number, ports.identity(), boot, build, port.write)
    line = Line(session, port, rounds)
    role, sync = build_role(line), Sync(line)
    ports.on_sync(settings["role"], sync.edge)
    try:
        await asyncio.gather(line.talk(role.obey),
                             line.beat(ports.heartbeat_led(), role, cause()),
                             sync.run(), *role.tasks())
    except ServiceWanted:
        service.ask()
        ports.restart()


def run(wrong, rounds):
    """As serve(). Raises what the program raises."""
    asyncio.run(serve(wrong, rounds))
