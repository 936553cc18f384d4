"""A board that loses its power for a moment, or hangs, amid a removal: it has taken up nothing, so nothing goes on.

Manacor's plays are challenged before the press, and frs_romanian's are withdrawn when they are pressed too late; a
table may lack the readers of its racks or of its bag.
"""

import pytest

from host.rehearsal.outcome import rehearse
from host.tests.board_line import require_micropython

RACKS = "rack A S O L E R T A\nrack B S O L T E N C\nstart A\nlay h8 S O L\n"
CHALLENGED = "challenge B\nverdict no\n"
WITHDRAWN = {
    "manacor": "rulebook manacor\nlexicon none\n{readers}" + RACKS + CHALLENGED,
    "fisc_classic": "rulebook fisc_classic\nlexicon none\n{readers}" + RACKS + "press A\n" + CHALLENGED,
    "frs_romanian": "rulebook frs_romanian\nlexicon none\n{readers}clock 0:10\n" + RACKS + "wait 15\npress A\n",
}
ANEW = """
lift h9
fault {fault}
wait 20
expect phase removing
expect prompt remove h8 h10
press B
expect refused not_removed h8 h10
expect total A 0 B 0
remove
expect quiet started_by_power started_by_watchdog
expect turn B
"""


@pytest.mark.parametrize("fault", ["restart board", "hang"])
@pytest.mark.parametrize("readers", ["all", "no-racks", "no-bag", "pad"])
@pytest.mark.parametrize("rulebook", WITHDRAWN)
def test_a_board_that_starts_anew_ends_no_removal(rulebook, readers, fault, tmp_path):
    require_micropython()
    script = tmp_path / "anew.txt"
    script.write_text(WITHDRAWN[rulebook].format(readers=f"readers {readers}\n") + ANEW.format(fault=fault))
    assert rehearse(script, "sensors").failures == []
