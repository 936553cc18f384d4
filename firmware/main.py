"""Builds what this board's role needs and starts its tasks; nothing else."""

import asyncio

from drivers import parts
from line import Line, Rounds
from roles.building import built
from settings import build_sum, count_boot, firmware_folder, read_settings
from tablewire.session import BoardSession


async def serve():
    """Run the board for ever."""
    settings = read_settings()
    boot, build = count_boot(), build_sum(firmware_folder())
    port = parts.link(settings["link"])
    number, build_role = built(settings)
    session = BoardSession(number, parts.identity(), boot, build, port.write)
    line = Line(session, port, Rounds(parts.watchdog()))
    role = build_role(line)
    await asyncio.gather(line.talk(role.obey), line.beat(parts.heartbeat_led(), role.counts), *role.tasks())


def run():
    asyncio.run(serve())


if __name__ == "__main__":
    run()
