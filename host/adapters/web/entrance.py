"""Where browsers come in: a listening port that is closed without losing hold of those who are just coming in.

Knows nothing of pages.
"""

import asyncio

from aiohttp import web

HAND_OVER_TURNS = 2  # of the loop: an accepted connection becomes a transport, and that is told to its protocol


class Entrance(web.TCPSite):
    """A site whose `stop` lets nobody more in before it closes.

    When asyncio's server is closed between the moment in which it has accepted a connection and its hand-over, the
    connection belongs to nobody and its socket is never closed (CPython 3.11, `Server._attach`).
    """

    async def stop(self) -> None:
        """Close the port; what came in before is the runner's to end."""
        if isinstance(self._server, asyncio.Server):
            for listening in self._server.sockets:
                asyncio.get_running_loop().remove_reader(listening.fileno())
            for _ in range(HAND_OVER_TURNS):
                await asyncio.sleep(0)
        await super().stop()
