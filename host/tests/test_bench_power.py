"""Bench check T26 with a person who cuts the power of a real journal: a kept game's file is torn in its last records,
and `taula journal` must say that it is whole or mend it without losing a turn. A bad card damages the file."""

import json
import random
import shutil
from pathlib import Path

import pytest

from hardware_tests import t26_power
from hardware_tests.bench import Notes
from hardware_tests.person import Nobody, Request, What
from host import cli

KEPT = Path(__file__).parent / "journals" / "format1-interrupted.journal"
TURNS = 2  # in that game
SAFE = 36  # records up to the end of turn 2: synced, so no cut takes them


class Person(Nobody):
    """Cuts, starts again and asks `taula journal`; the meter shows the budget. bad_card: the file is damaged."""

    def __init__(self, folder: Path, told: pytest.CaptureFixture[str], bad_card: bool = False) -> None:
        self._folder, self._told, self._bad_card = folder, told, bad_card
        self._chance = random.Random(26)

    def measures(self, request: Request) -> float:
        return {"idle": 1.7, "peak": 3.5}[request.name]

    def sees(self, request: Request) -> bool:
        if request.what is not What.CUT:
            return request.name != "low_cost"
        path = self._folder / f"{request.count}.journal"
        shutil.copy(KEPT, path)
        data = bytearray(path.read_bytes())
        safe = sum(len(line) + 1 for line in bytes(data).split(b"\n")[:SAFE])
        data = data[:self._chance.randrange(safe, len(data))]
        if self._bad_card and request.count % 5 == 0:
            data[self._chance.randrange(0, safe)] ^= 0x40
        path.write_bytes(data)
        return self._is_whole(path)

    def _is_whole(self, path: Path) -> bool:
        if cli.main(["journal", "repair", str(path), "--json"]) != 0:
            self._told.readouterr()
            return False
        self._told.readouterr()
        code = cli.main(["journal", "check", str(path), "--json"])
        return code == 0 and json.loads(self._told.readouterr().out)["turns"] == TURNS


class PaperBench:
    notes = Notes()
    buttons = None

    def __init__(self, person: Nobody) -> None:
        self.person = person


@pytest.mark.parametrize(("bad_card", "measured"), [(False, "20 of 20 games whole"), (True, "16 of 20 games whole")])
def test_games_survive_power_cuts_and_a_bad_card_is_found(
        bad_card: bool, measured: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    finding = t26_power.measure(PaperBench(Person(tmp_path, capsys, bad_card)))
    assert measured in finding.measured
    assert finding.passed is not bad_card
    assert ("change the card" in finding.advice) is bad_card
