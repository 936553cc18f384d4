"""The script of prototype P1, which a maker runs on Pico B before any antenna board is ordered, on the models."""

import runpy
from pathlib import Path

import pytest
from drivers.antenna_mux import NoBias
from scan.inventory import Inventory
from scan.loops import GAIN_HIGH, GAIN_LOW
from tests.radio_rig import Rig, identity

CHECKOUT = Path(__file__).resolve().parents[3]
P1 = runpy.run_path(str(CHECKOUT / "docs" / "hardware" / "p1.py"))
H8, H1 = 112, 105


def looked(rig: Rig) -> dict[str, tuple[list[str], int]]:
    rig.reader.reset()
    looks = P1["looks"](rig.reader, rig.mux, Inventory(rig.reader), rig.clock)
    return {name: (tags, gain) for name, tags, gain in looks}


def test_each_loop_names_the_tags_above_it_and_no_others():
    """A tile on h8 by both; seven more along the row by the row alone; what hovers 10 mm above by none."""
    rig = Rig()
    tags = [identity(tile).hex().upper() for tile in range(8)]
    rig.lay(7, H8)
    assert [found for found, _ in looked(rig).values()] == [[tags[7]], [tags[7]]]
    for tile in range(7):
        rig.lay(tile, H1 + tile)
    found = looked(rig)
    assert found["row h"][0] == sorted(tags)
    assert found["column 8"][0] == [tags[7]]
    assert all(GAIN_LOW <= gain <= GAIN_HIGH for _, gain in found.values())
    rig = Rig()
    rig.lay(0, H8, z=10_000)
    assert [found for found, _ in looked(rig).values()] == [[], []]


def test_a_loop_that_is_open_shows_by_its_gain_and_a_missing_supply_by_its_own_sentence():
    rig = Rig()
    rig.air.open_loops.add(22)
    found = looked(rig)
    assert GAIN_LOW <= found["row h"][1] <= GAIN_HIGH < found["column 8"][1]
    rig.air.rail_mv = lambda now_us: 3000
    with pytest.raises(NoBias, match="supply"):
        looked(rig)


def test_the_loops_are_those_that_the_switch_has_for_row_h_and_column_8():
    assert dict(P1["LOOPS"]) == {"row h": H8 // 15, "column 8": 15 + H8 % 15}
