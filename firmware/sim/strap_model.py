"""The divider at the role strap, and the pulls of the microcontroller that bend it.

Circuit: a voltage behind a resistance at the pin; the chip's pull-up or pull-down of 60 kohm against it.
"""

import pinout

_PULL_OHM = 60_000         # RP2040: 50 to 80 kohm
_SUPPLY_MV = 3300
_PULL_UP = 1               # as `machine.Pin` numbers them; 2 is the one to ground
# Volts in mV and resistance at the pin: a wire to ground, 10 kohm and 10 kohm, a wire to 3.3 V; nothing soldered.
_STRAPS = {"board": (0, 0), "radio": (1650, 5_000), "bag": (_SUPPLY_MV, 0), "whole": (0, 10**9)}


def wire_strap(circuit, role):
    """Solder the divider of `role` to the strap pin of `circuit`. Fault: `strap MV [OHM]`, another one."""
    soldered = [_STRAPS[role]]

    def volts(pull):
        open_mv, ohm = soldered[-1]
        if pull is None:
            return open_mv
        pulled_mv = _SUPPLY_MV if pull == _PULL_UP else 0
        return (open_mv * _PULL_OHM + pulled_mv * ohm) // (_PULL_OHM + ohm)

    def strap(millivolts="820", ohm="5000"):
        soldered[1:] = [] if millivolts == "off" else [(int(millivolts), int(ohm))]

    circuit.net(pinout.ROLE_STRAP).volts = volts
    circuit.on_fault("strap", strap)
