"""The end of a game at the reference table, its boards emulated: hands, chips, the image, three lines, the host."""

from pathlib import Path

from host.rehearsal.builds import EMULATED
from host.rehearsal.outcome import rehearse

GAMES = Path(__file__).parents[1] / "games"


def test_a_game_is_played_to_its_end_and_scored():
    assert rehearse(GAMES / "fisc_classic-going-out.txt", "sensors", EMULATED).failures == []
