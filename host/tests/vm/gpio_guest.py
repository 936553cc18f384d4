"""Runs inside the virtual machine: the panel on real pins of the kernel's gpio-sim, by every way of stamping edges.

Prints a line for each thing proven and ends with 1 at the first that is not so. The pins' other ends are files of
gpio-sim: `pull` moves a wire, `value` shows what stands on it. Source: Linux, admin-guide/gpio/gpio-sim.rst.

The machine is translated and shares its processors: wires move at its pace, not at the trace's. So the panel has the
longest `release_ms` that the settings allow.
"""

import importlib
import multiprocessing
import os
import queue
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import pinout

from host.adapters.panel import Button, Output, Panel, PanelEdge, PanelPins, Press
from host.adapters.panel_debounce import Holds
from host.adapters.panel_edges import CallbackEdges, Clocks, GpiodEdges, LgpioEdges, best_edges
from host.simulator.bounces import PRESSED, UP, Bounce, bounce

CONFIG = Path("/sys/kernel/config/gpio-sim/table")
LABEL, LINES = "pinctrl-bcm2711", 58  # a Pi 4's
PRESSES = {"lgpio": 50, "gpiod": 20, "RPi.GPIO": 50}  # of each button; lgpio and gpiod read the same stamps
HOLDS = Holds(release_ns=50_000_000)
APART_S = 0.12  # longer than release_ns; and nothing more is told of what moved so long ago
LOOK_S = 0.01
SETTLED_S = 0.3  # far more than callbacks take here
WIRED = (*Button, *Output)
PINS = PanelPins(**{name: getattr(pinout, f"PI_{name.upper()}") for name in WIRED})
MS = 1_000_000


class Wires:
    """The other ends of the pins; moved by a process of its own, which waits for no thread of the panel's."""

    def __init__(self) -> None:
        (CONFIG / "b0").mkdir(parents=True)
        (CONFIG / "b0/label").write_text(LABEL)
        (CONFIG / "b0/num_lines").write_text(str(LINES))
        (CONFIG / "live").write_text("1")
        device, chip = ((CONFIG / name).read_text().strip() for name in ("dev_name", "b0/chip_name"))
        self._folder = Path("/sys/devices/platform") / device / chip
        self._line, far = multiprocessing.Pipe()
        multiprocessing.Process(target=self._move, args=(far,), daemon=True).start()
        for pin in PINS.buttons():
            self.trace(pin, [(0, UP)])

    def _move(self, line: Connection) -> None:
        files = {pin: os.open(self._folder / f"sim_gpio{pin}/pull", os.O_WRONLY) for pin in PINS.buttons()}
        while True:
            pin, trace = line.recv()
            moments = []
            for after_us, level in trace:
                until_ns = time.monotonic_ns() + after_us * 1000
                while time.monotonic_ns() < until_ns:
                    pass
                moments.append(time.monotonic_ns())
                os.pwrite(files[pin], b"pull-up" if level else b"pull-down", 0)
            line.send(moments[0])

    def trace(self, pin: int, trace: Bounce) -> int:
        """Drive `pin` through `trace` in real time; gives the moment of its first edge."""
        self._line.send((pin, trace))
        first_ns: int = self._line.recv()
        return first_ns

    def level(self, pin: int) -> int:
        return int((self._folder / f"sim_gpio{pin}/value").read_text())


def clocks() -> Clocks:
    return Clocks(time.monotonic_ns, time.time_ns)


def ways(gpio: object) -> dict[str, Callable[[], object]]:
    """What each way of watching is built by."""
    lgpio, gpiod = importlib.import_module("lgpio"), importlib.import_module("gpiod")
    importlib.import_module("gpiod.line")
    return {
        "lgpio": lambda: LgpioEdges(lgpio, lgpio.gpiochip_open(0), clocks()),
        "gpiod": lambda: GpiodEdges(gpiod, "/dev/gpiochip0", clocks()),
        "RPi.GPIO": lambda: CallbackEdges(gpio, time.monotonic_ns),  # type: ignore[arg-type]
    }


def bounced(wires: Wires, edges: object, name: str, gpio: object) -> None:
    """Every press with bounces is one press, none doubled or lost; and how far the stamps are off.

    A press in whose bounce this machine stood still for longer than `release_ms` is left out, and counted.
    """
    posted: queue.SimpleQueue[PanelEdge] = queue.SimpleQueue()
    panel = Panel(PINS, posted.put, time.monotonic_ns, gpio, edges=edges, holds=HOLDS)  # type: ignore[arg-type]
    random, late, stalled = Random(name), [], 0
    buttons = PINS.buttons()
    for _ in range(PRESSES[name]):
        downs = {button: wires.trace(pin, bounce(random, PRESSED)) for pin, button in buttons.items()}
        rested(posted)
        ups = {button: wires.trace(pin, bounce(random, UP)) for pin, button in buttons.items()}
        rested(posted)
        told = taken_from(posted)
        found = [press for edge in told if (press := panel.press(edge)) is not None]
        for button in buttons.values():
            if stood_still([edge for edge in told if edge.button is button], ups[button]):
                stalled += 1
                continue
            own = [press for press in found if press.button is button]
            expect(len(own) == 1, f"{name}: one press of {button} came as {own}")
            late.append(own[0].at_ns - downs[button])
    all_of_them = PRESSES[name] * len(buttons)
    expect(len(late) > 0.8 * all_of_them, f"{name}: the machine stood still in all but {len(late)} presses")
    panel.light(1)
    panel.switch(Output.STATUS, True)
    lit = {output for output, pin in PINS.outputs().items() if wires.level(pin)}
    expect(lit == {Output.LED_B, Output.STATUS}, f"{name}: what is on is {lit}")
    late.sort()
    middle_ms, worst_ms = late[len(late) // 2] / MS, late[-1] / MS
    print(f"ok {name}: {len(late)} presses with bounces on {len(Button)} buttons, none doubled or lost, {stalled} of "
          f"{all_of_them} left out; "
          f"stamped {panel.stamps}, {middle_ms:.2f} ms after the wire, {worst_ms:.2f} ms at most")
    panel.close()


def rested(posted: "queue.SimpleQueue[PanelEdge]") -> None:
    """Let time pass until nothing has been told for APART_S."""
    known, since_s = -1, time.monotonic()
    while time.monotonic() - since_s < APART_S:
        if known != posted.qsize():
            known, since_s = posted.qsize(), time.monotonic()
        time.sleep(LOOK_S)


def taken_from(posted: "queue.SimpleQueue[PanelEdge]") -> list[PanelEdge]:
    return [posted.get_nowait() for _ in range(posted.qsize())]


def presses(panel: Panel, posted: "queue.SimpleQueue[PanelEdge]") -> list[Press]:
    return [press for edge in taken_from(posted) if (press := panel.press(edge)) is not None]


def stood_still(edges: list[PanelEdge], up_ns: int) -> bool:
    """Whether two edges of the same bounce came so far apart that they are two bounces; `up_ns` parts the two."""
    bursts = ([edge.at_ns for edge in edges if edge.at_ns < up_ns],
              [edge.at_ns for edge in edges if edge.at_ns >= up_ns])
    return any(after - before > HOLDS.release_ns for burst in bursts for before, after in pairwise(burst))


def choice(gpio: object) -> None:
    """Left to itself the panel lets the kernel stamp."""
    edges = best_edges(gpio, clocks())  # type: ignore[arg-type]
    expect(edges.kernel, f"the best way here is {edges.stamps}")
    edges.close()
    print(f"ok left to itself the panel has its edges stamped {edges.stamps}")


def taken(wires: Wires, gpio: object) -> None:
    """A pin that another program holds is said once, and the panel goes on without that part."""
    gpiod = importlib.import_module("gpiod")
    said: list[str] = []
    posted: queue.SimpleQueue[PanelEdge] = queue.SimpleQueue()
    asked = {PINS.challenge_a: gpiod.LineSettings(direction=gpiod.line.Direction.INPUT)}
    with gpiod.request_lines("/dev/gpiochip0", consumer="another program", config=asked):
        panel = Panel(PINS, posted.put, time.monotonic_ns, gpio,  # type: ignore[arg-type]
                      edges=best_edges(gpio, clocks()), said=said.append)  # type: ignore[arg-type]
        expect(len(said) == 1 and "challenge_a on pin 16" in said[0], f"a pin that is taken: {said}")
    panel.mend(time.monotonic_ns() + 61_000 * MS)
    expect(len(said) == 2 and "is there again" in said[1], f"and let go: {said}")
    wires.trace(int(PINS.challenge_a), [(0, PRESSED)])
    time.sleep(SETTLED_S)
    found = presses(panel, posted)
    expect([press.button for press in found] == [Button.CHALLENGE_A], f"pressed after that: {found}")
    wires.trace(int(PINS.challenge_a), [(0, UP)])
    panel.close()
    print("ok a pin that another program holds is said once, and used when it is let go")


def blinka(wires: Wires) -> None:
    """Blinka takes this machine for a Pi 4B and finds the header's pins by the label of their chip."""
    os.environ |= {"BLINKA_FORCEBOARD": "RASPBERRY_PI_4B", "BLINKA_FORCECHIP": "BCM2XXX"}
    board, digitalio = importlib.import_module("board"), importlib.import_module("digitalio")
    lamp = digitalio.DigitalInOut(board.D13)
    lamp.switch_to_output(value=True)
    high = wires.level(13)
    lamp.value = False
    expect((high, wires.level(13)) == (1, 0), f"Blinka as a Pi 4B drives pin 13: {high}, {wires.level(13)}")
    print(f"ok Blinka as a {board.board_id} drives a pin")


def expect(holds: bool, what: str) -> None:
    if not holds:
        print(f"FAIL {what}")
        sys.exit(1)


def main() -> None:
    wires = Wires()
    os.environ |= {"RPI_LGPIO_REVISION": "c03114", "RPI_LGPIO_CHIP": "0"}
    gpio = importlib.import_module("RPi.GPIO")
    for name, build in ways(gpio).items():
        bounced(wires, build(), name, gpio)
    choice(gpio)
    taken(wires, gpio)
    blinka(wires)


if __name__ == "__main__":
    main()
