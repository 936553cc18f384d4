"""Connects the EEPROM of the magnets' board to its I2C bus; its cells outlive the board's starts in a file.

Knows the bus and the model; decides nothing.
"""

import os

import pinout
from drivers.eeprom import ADDRESS
from sim.eeprom_model import Eeprom

CELLS = "eeprom.bin"   # beside the board's own files


def wire_eeprom(circuit):
    """Plug the chip into `circuit` and name its faults."""
    chip = Eeprom(circuit.clock, _kept(), ADDRESS & 7, _keep)
    circuit.i2c(pinout.EEPROM_I2C).attach(chip)

    def eeprom_absent(how="on"):
        chip.absent = how != "off"

    def eeprom_byte(address, bits="1"):
        """These bits of the byte at `address` read wrong."""
        chip.worn[int(address)] = int(bits) & 0xFF

    def eeprom_cut(how="on"):
        """The next writing is cut short: the chip has lost its power, until the board starts anew."""
        chip.cut = how != "off"

    circuit.on_fault("eeprom_absent", eeprom_absent)
    circuit.on_fault("eeprom_byte", eeprom_byte, places=1, healed="0")
    circuit.on_fault("eeprom_cut", eeprom_cut)


def _kept():
    """What the chip holds since an earlier start; None the first time."""
    if CELLS not in os.listdir():
        return None
    with open(CELLS, "rb") as file:
        return bytearray(file.read())


def _keep(memory):
    with open(CELLS, "wb") as file:
        file.write(memory)
