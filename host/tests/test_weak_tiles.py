"""Tiles whose magnet grows weak are named for service, and those that only lay badly once are not.

Source: hardware page 7, row 19: the same tile weak on several squares.
"""

import json

from engine_lite.tiles import CATALAN
from host import games
from host.cli import main
from host.core.events import BoardTold, Calmed, GameOpened, HallChanged, StateTold, TagsRead
from host.core.weak_tiles import weak_tiles, without_magnet
from host.simulator.stock import Stock
from host.tests.board_line import require_micropython

WEAK, SOUND = "e004000000000001", "e004000000000002"


def lies(square, *tags):
    return [TagsRead(0, square, tags), Calmed(0)]


def gone(square):
    return lies(square)


def test_a_tile_that_lay_still_without_its_magnet_on_three_squares_is_for_service():
    """Over several games; the square counts, not how often."""
    first = without_magnet([*lies(112, WEAK), *gone(112), *lies(112, WEAK), *gone(112), *lies(113, WEAK)])
    second = without_magnet(lies(20, WEAK))
    assert weak_tiles([first]) == {}
    assert weak_tiles([first, second]) == {WEAK: (20, 112, 113)}


def test_what_hands_do_makes_no_tile_weak():
    """A tile on its way, across a border, on another one, or with its magnet; a board that tells its state anew."""
    events = [TagsRead(0, 1, (WEAK,)), TagsRead(0, 1, ()), Calmed(0)]
    events += [TagsRead(0, 2, (WEAK,)), *lies(3, WEAK), TagsRead(0, 2, ()), *gone(3)]
    events += [*lies(4, WEAK, SOUND), *gone(4), HallChanged(0, 5, True), *lies(5, WEAK)]
    events += [BoardTold(0, (6,)), TagsRead(0, 6, (WEAK,)), StateTold(0)]
    assert without_magnet(events) == {}


def test_the_set_is_counted_and_the_weak_tile_named(tmp_path, capsys):
    """At the virtual table, whose tiles are all there: a tile for service is no flaw of the set."""
    require_micropython()
    register = tmp_path / "tiles.json"
    assert main(["tiles", "register", "--table", "virtual", "--out", str(register)]) == 0
    tag = sorted(json.loads(register.read_text(encoding="utf-8"))["tiles"])[0]
    stock = Stock((face.face for face in CATALAN.faces for _ in range(face.count)), seed=3)
    opened = GameOpened(0, "manacor", ("A", "B"), (10**12,) * 2, tuple(stock.register))
    game = games.begin(tmp_path / "g.journal", opened, lambda: 0)
    for square in (20, 112, 113):
        for event in (*lies(square, tag), *gone(square)):
            game.journal.append(event)
    game.journal.close()
    capsys.readouterr()
    played = tmp_path / "g.journal"
    asked = ["tiles", "check", "--table", "virtual", "--register", str(register), "--games", str(played)]
    assert main(asked) == 0
    assert f"For service: the tile {tag} was read without its magnet on b6, h8, h9;" in capsys.readouterr().out
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["service"] == [{"tag": tag, "squares": ["b6", "h8", "h9"]}]
    assert main([*asked[:-1], str(tmp_path / "none.journal")]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
