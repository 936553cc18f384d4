"""Every game in the folder `games`: replayed without a difference, and written so that it reads back the same.

A file put there is tested here; nothing else needs to be changed.
"""

from pathlib import Path

import pytest

from engine_lite.gcg import ExchangeEntry, Record, plain, read, write
from engine_lite.record import EndRule, replay
from engine_lite.tiles import TILE_SETS

FOLDER = Path(__file__).with_name("games")
GAMES = sorted(FOLDER.glob("*.gcg"))
OURS = "constructed for Taula and played by nobody"


def text_in(path: Path) -> str:
    """What stands in a file: UTF-8, or ISO-8859-1 where it is not."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")


def record_in(path: Path) -> Record:
    """The game in a file."""
    return read(text_in(path))


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in GAMES])
def test_it_agrees_with_its_own_scores(path: Path) -> None:
    """Every score and total stated in the file; those of our own games come from a scorer that is none of this."""
    record = record_in(path)
    replayed = replay(record)
    assert replayed.differences == ()
    if OURS in record.description:
        assert replayed.doubts == ()


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in GAMES])
def test_it_reads_back_and_replays_the_same(path: Path) -> None:
    """Written strictly, the game is the same game."""
    record = record_in(path)
    again = read(write(record))
    assert again == plain(record)
    assert replay(again).game == replay(record).game


def test_our_own_games_have_every_line_every_end_and_every_tile_set() -> None:
    """So that the suite stands by itself: nothing of this needs games from elsewhere."""
    ours = [record for path in GAMES if OURS in (record := record_in(path)).description]
    kinds = {entry.kind for record in ours for entry in record.entries}
    exchanges = [entry for record in ours for entry in record.entries if isinstance(entry, ExchangeEntry)]
    assert len(ours) >= 12
    assert kinds == {"play", "withdraw", "bonus", "penalty", "pass", "exchange", "endpts", "endpen", "time"}
    assert {entry.tiles is None for entry in exchanges} == {True, False}
    assert {replay(record).end_rule for record in ours} == set(EndRule)
    assert {len(record.players) for record in ours} == {1, 2, 3, 4}
    assert {record.tile_set.name for record in ours} == set(TILE_SETS)
    assert any(record.racks_left for record in ours)
    assert any("\n" in note.text for record in ours for note in record.notes)


def test_our_own_games_have_digraphs_as_tiles_and_as_blanks() -> None:
    """L·L, NY, QU, CH, LL and RR lie on boards, and some of them as blanks."""
    tiles = {tile for path in GAMES for _, tile in replay(record_in(path)).game.board if len(tile.face) > 1}
    assert {tile.face for tile in tiles} == {"L·L", "NY", "QU", "CH", "LL", "RR"}
    assert {tile.face for tile in tiles if tile.blank} >= {"NY", "QU"}
