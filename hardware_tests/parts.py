"""The parts of a table that a board may be without, by its role: a check of such a part is not for that board."""

from tablewire.messages import BAG, BOARD, RADIO, WHOLE

from hardware_tests.bench import Part

ASKED = 15  # the check that tells whether a board that may have a radio reader has one
MAGNETS = Part("Hall sensor", (RADIO, BAG))
LAMPS = Part("lamp", (RADIO, BAG))
LOOPS = Part("loop under a square", (BOARD, BAG), ASKED)  # the low-cost table has none
RACK_LOOPS = Part("loop under a rack", (WHOLE, BOARD, BAG))
BAG_LOOPS = Part("bag", (WHOLE, BOARD, RADIO))
