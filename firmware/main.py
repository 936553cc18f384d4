"""Builds what this board's role needs and starts its tasks; nothing else."""

import asyncio

import service
from drivers import ports
from line import Line, ServiceWanted
from rounds import Rounds
from settings import DEFAULTS, BadSettings, build_sum, count_boot, firmware_folder, read_settings
from strap import BadStrap, role_at
from sums import wrong_files
from sync import Sync
from tablewire.messages import BAD_FILES, BAD_SETTINGS, BAD_STRAP
from tablewire.session import BoardSession


def chosen(settings, bad, root):
    """The role's number on the wire, and a function of the board's line that builds it.

    bad: what is wrong with board.json, or None. No file of a role is imported before all are known to be whole.
    """
    from roles.unwell import unwell
    wrong = wrong_files(root)
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


async def serve():
    """Run the board for ever, or until it is asked to be left without a program."""
    settings, bad = dict(DEFAULTS), None
    try:
        settings = read_settings()
    except BadSettings as why:
        settings["link"], bad = why.link, why
    root = firmware_folder()
    boot, build = count_boot(), build_sum(root)
    number, build_role = chosen(settings, bad, root)
    port = ports.link(settings["link"])
    session = BoardSession(number, ports.identity(), boot, build, port.write)
    line = Line(session, port, Rounds(ports.watchdog()))
    role, sync = build_role(line), Sync(line)
    ports.on_sync(settings["role"], sync.edge)
    try:
        await asyncio.gather(line.talk(role.obey),
                             line.beat(ports.heartbeat_led(), role.counts, role.losses, role.down, role.drivers),
                             sync.run(), *role.tasks())
    except ServiceWanted:
        service.ask()
        ports.restart()


def run():
    asyncio.run(serve())


if __name__ == "__main__" and not service.wanted:
    run()
