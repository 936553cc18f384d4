"""What several files of tests play with: a script on the rules alone, through the sensors, and both."""

from collections.abc import Callable
from pathlib import Path

import pytest

from host.rehearsal.outcome import Failure, rehearse
from host.tests import sound
from host.tests.board_line import require_micropython

Played = Callable[[str], list[Failure]]


@pytest.fixture(params=["engine", "sensors"])
def both_ways(request: pytest.FixtureRequest, tmp_path: Path) -> Played:
    """What a script failed in. On the rules alone no hand lays again (`lay-as`) what the sensors have seen leave.

    A table with sensors must be sound after it; it has fewer tiles than a set where `bag-left` has put some aside.
    """
    alone = request.param == "engine"
    if not alone:
        require_micropython()

    def failures(text: str) -> list[Failure]:
        if alone:
            text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("lay-as"))
        script = tmp_path / "script.txt"
        script.write_text(text, encoding="utf-8")
        done = rehearse(script, request.param)
        for check in () if alone else sound.CHECKS:
            if "bag-left" not in text or check is not sound.no_tile_is_lost_or_made:
                check(done.table)
        return done.failures

    return failures


@pytest.fixture
def sensed(tmp_path: Path) -> Played:
    """What a script failed in through the sensors."""
    require_micropython()

    def failures(text: str) -> list[Failure]:
        script = tmp_path / "script.txt"
        script.write_text(text, encoding="utf-8")
        return rehearse(script, "sensors").failures

    return failures
