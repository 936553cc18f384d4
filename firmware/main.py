"""Builds the parts for this board's role and starts its tasks; nothing else."""

import asyncio

from drivers import parts
from radio import Radio
from scan.posts import Posts
from scan.settle import Settle
from settings import build_sum, count_boot, firmware_folder, read_settings
from tablewire.messages import BOARD
from tablewire.session import BoardSession
from tasks import Board, NoRadio, Rounds


async def serve():
    """Run the board for ever."""
    settings = read_settings()
    boot, build = count_boot(), build_sum(firmware_folder())
    link = parts.link(settings["link"])
    session = BoardSession(BOARD, parts.identity(), boot, build, link.write)
    settle = Settle()
    radio = Radio(parts.reader(), parts.antennas(), settle.occupied) if settings["radio"] else NoRadio()
    board = Board(parts.hall_chain(), settle, radio, Posts(), session, link, Rounds(parts.watchdog()))
    await asyncio.gather(board.scan(), board.talk(), radio.run(board.tell_tags), board.light(parts.lamps()),
                         board.beat(parts.heartbeat_led()))


def run():
    asyncio.run(serve())


if __name__ == "__main__":
    run()
