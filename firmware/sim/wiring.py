"""The wires between the microcontroller's pins and the chip models, as the reference design draws them.

Knows no firmware: it sees pins, levels and bytes on a bus. Models plug in here and nowhere else:

* `circuit.net(PIN).listen(f)`: f(level) at each change by the microcontroller; `.drive(level)`: the model's end;
  `.source = f`: f() -> level is asked at each reading; `.stream = f`: f(bytes) takes what a state machine sends;
  `.volts = f`: f(pull) -> mV for the converter, `pull` as the microcontroller has set it (None, Pin.PULL_UP, ...).
* `circuit.bus(ID).attach(chip)`: chip.exchange(sent, got, fill, mode) for every transfer, whoever is selected;
  chip.clocked_at(hz), where it has a limit, when the bus is set up.
  `sent` bytes or None (then `fill` for each byte), `got` a buffer to fill or None, `mode` 0..3.
* `circuit.i2c(ID).attach(chip)`: see sim.i2c_bus.
* `circuit.clock()`: microseconds of the world. `circuit.on_fault(NAME, f)`: f(*words) when NAME is injected; healing
  it calls f with the first `places` of these words and the word `healed`.
"""

from pinout import FIELD_GRANT, FIELD_REQUEST, LAMPS, LAMPS_FEW
from sim.hall_parts import wire_hall
from sim.lamp_model import wire_lamps
from sim.strap_model import wire_strap


class UnknownFault(Exception):
    """A fault was asked for that no model of this board has, or with words that make no sense there."""


class Net:
    """One wire: a level, and those who look at it."""

    def __init__(self):
        self.level = 1
        self.source = None
        self.stream = None
        self.volts = None
        self.pull = None
        self.on_rise = None
        self.on_fall = None
        self._listeners = []

    def listen(self, listener):
        """Call `listener(level)` whenever the microcontroller changes the level."""
        self._listeners.append(listener)

    def drive(self, level):
        """Set the level from the model's end; the microcontroller's interrupt runs at once."""
        changed = bool(level) != bool(self.level)
        self.level = level
        heard = self.on_rise if level else self.on_fall
        if changed and heard:
            heard()

    def write(self, level):
        """Set the level from the microcontroller's end."""
        if level != self.level:
            self.level = level
            for listener in self._listeners:
                listener(level)

    def read(self):
        """The level that the microcontroller sees."""
        return self.source() if self.source else self.level


class Bus:
    """One SPI bus: all chips on it see every transfer and answer only when they are selected."""

    def __init__(self):
        self._chips = []

    def attach(self, chip):
        """Put `chip` on the bus."""
        self._chips.append(chip)

    def chips(self):
        """All that are on it."""
        return tuple(self._chips)

    def clocked_at(self, hz):
        """The microcontroller will run it at `hz`. A chip that this is too fast for raises an error of its own."""
        for chip in self._chips:
            if hasattr(chip, "clocked_at"):
                chip.clocked_at(hz)

    def exchange(self, sent, got, fill, mode):
        """One transfer; see the module's text."""
        for chip in self._chips:
            chip.exchange(sent, got, fill, mode)


class Circuit:
    """All wires and buses of one board, made as they are asked for."""

    def __init__(self, clock):
        self.clock = clock
        self.hand = None       # at the identify pad, where there is one: see sim.pad_parts
        self._nets = {}
        self._buses = {}
        self._i2cs = {}
        self._faults = {}

    def net(self, pin):
        """The wire at `pin`."""
        if pin not in self._nets:
            self._nets[pin] = Net()
        return self._nets[pin]

    def bus(self, number):
        """The SPI bus `number`."""
        if number not in self._buses:
            self._buses[number] = Bus()
        return self._buses[number]

    def i2c(self, number):
        """The I2C bus `number`."""
        if number not in self._i2cs:
            from sim.i2c_bus import I2cBus
            self._i2cs[number] = I2cBus()
        return self._i2cs[number]

    def on_fault(self, name, inject, places=0, healed="off"):
        """Let `inject(*words)` answer for the fault `name`, and `inject(*words[:places], healed)` for its healing."""
        self._faults[name] = inject, places, healed

    def fault_names(self):
        """All faults that the models of this board have."""
        return sorted(self._faults)

    def fault(self, name, words, heal=False):
        """Inject or heal the fault `name`. Raises UnknownFault."""
        if name not in self._faults:
            raise UnknownFault("no model of this board has the fault %s" % name)
        inject, places, healed = self._faults[name]
        if heal:
            words = tuple(words[:places]) + (healed,)
        try:
            inject(*words)
        except (TypeError, ValueError):
            raise UnknownFault("the fault %s does not go with '%s'" % (name, " ".join(words))) from None


def wired(role, world, clock, seed, settings, tell):
    """The circuit of a board of `role` (a word of board.json), with what its `settings` say.

    `tell(line)` takes what is to be seen from outside.
    """
    circuit = Circuit(clock)
    wire_strap(circuit, role)
    if role in ("radio", "bag"):
        circuit.net(FIELD_REQUEST).listen(lambda level: tell("wire %d %d" % (FIELD_GRANT, level)))
    if role in ("board", "whole"):
        wire_hall(circuit, world, seed)
        wire_lamps(circuit, tell, LAMPS_FEW if role == "whole" and settings["pad"] else LAMPS)
    if role == "board" or (role == "whole" and not settings["pad"]):
        from sim.eeprom_parts import wire_eeprom
        wire_eeprom(circuit)
    if role == "radio" or (role == "whole" and settings["radio"]):
        from sim.radio_parts import wire_radio
        wire_radio(circuit, world, seed, role == "whole")
    if role in ("whole", "bag") and settings["pad"]:
        from sim.pad_parts import wire_pad
        circuit.hand = wire_pad(circuit, seed, with_bag=role == "bag")
    if role == "bag":
        from sim.bag_parts import wire_bag
        wire_bag(circuit, world, seed)
    return circuit
