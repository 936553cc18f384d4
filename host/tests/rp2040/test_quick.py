"""The emulator's own short cut: each instruction that it executes itself does what the emulator's library does."""

import re
import subprocess

import pytest

from host.simulator.emulated_board import EMULATOR, node

LIMIT_S = 120
LEAST = 170_000  # of 257,568: all that touch memory and registers alone


@pytest.mark.parametrize("seed", [1, 2])
def test_every_instruction_of_16_bits_does_the_same_from_states_by_chance(seed):
    done = subprocess.run([node(), "quick_check.mjs", str(seed)], cwd=EMULATOR, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    compared, own = map(int, re.findall(r"\d+", done.stdout)[:2])
    assert compared > own > LEAST
