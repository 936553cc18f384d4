"""The buttons beside a real table as the bench check T24 wants them: every edge, bounces and all.

Knows the panel and no check. The GPIO library calls from a thread of its own; the edges are taken in the caller's.
"""

from collections.abc import Callable
from queue import Empty, SimpleQueue

from hardware_tests.bench import Edge
from host.adapters.panel import Panel, PanelEdge, PanelPins
from host.adapters.panel_edges import Gpio


class PanelButtons:
    """The buttons on `pins`; one that is not there has no name here.

    `gpio` and `clock_ns` as in Panel. Raises NoGpio. `close` gives the pins back.
    """

    def __init__(self, pins: PanelPins, clock_ns: Callable[[], int], gpio: Gpio | None = None) -> None:
        self._come: SimpleQueue[PanelEdge] = SimpleQueue()
        self.names = tuple(button.value for button in pins.buttons().values())
        self._edges: dict[str, list[Edge]] = {name: [] for name in self.names}
        self._panel = Panel(pins, self._come.put, clock_ns, gpio)

    def edges(self, name: str) -> list[Edge]:
        while True:
            try:
                edge = self._come.get_nowait()
            except Empty:
                break
            self._edges[edge.button.value].append(Edge(edge.at_ns, edge.down))
        edges, self._edges[name] = self._edges[name], []
        return edges

    def pulse(self) -> int | None:
        return self._panel.pulse()

    def close(self) -> None:
        """Give the pins back."""
        self._panel.close()
