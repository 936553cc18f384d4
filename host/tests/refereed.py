"""What the referee's page shows besides the games of `pictured`: a table in trouble, and one where all is well."""

import msgspec

from host.adapters.web.geometry import find
from host.possible import blank_faces
from host.schemas import (
    GameView,
    LogView,
    PlaceView,
    PromptView,
    RefereeView,
    SensedView,
    SinceView,
    TileView,
)
from host.tests import pictured

MOVED = PromptView("moved", ("h7", "j9"), "", {"face": "N"})
UNREAD = PromptView("unreadable", ("k7",), "")
LOOPS = PromptView("loops_out", (), "", {"lines": "d, 12"})


def standing(tile: TileView, **changes: object) -> SensedView:
    """`tile` on its square, with magnet and tag."""
    sensed = SensedView(tile.square, "certain", True, 1, stands=tile, belongs=tile, since_ms=1_000)
    return msgspec.structs.replace(sensed, **changes)


def calm(view: GameView) -> RefereeView:
    """All of `view` lies as it should."""
    on_board = len(view.board)
    places = (PlaceView("bag", 86 - on_board), PlaceView("rack", 7, 0), PlaceView("rack", 7, 1),
              PlaceView("board", on_board))
    return RefereeView(places, tuple(standing(tile) for tile in view.board), reads_again=True)


def troubled(**changes: object) -> tuple[GameView, RefereeView]:
    """The long game: N of h7 is on j9, k7 is not read, an antenna is out, m3 is left out, no loop under the racks."""
    prompts = (LOOPS, MOVED, UNREAD, PromptView("no_rack_readers", (), ""))
    view = pictured.long_game(phase="disturbed", prompts=prompts, at_ms=2_590_000,
                              faces=blank_faces(pictured.TILES), **changes)
    named = {tile.square: tile for tile in view.board}
    h7, j9, k7, m3 = (find(name) or 0 for name in ("h7", "j9", "k7", "m3"))
    sensed = {tile.square: standing(tile) for tile in view.board}
    sensed[h7] = SensedView(h7, "empty", False, 0, belongs=named[h7])
    sensed[j9] = SensedView(j9, "certain", True, 1, stands=msgspec.structs.replace(named[h7], square=j9),
                            since_ms=2_584_000)
    sensed[k7] = SensedView(k7, "unknown", True, 0, "unread", belongs=named[k7], since_ms=812_000)
    sensed[m3] = SensedView(m3, "empty", True, 0, "stuck", masked=True)
    places = (
        PlaceView("bag", 36), PlaceView("rack", 7, 0, told="never"), PlaceView("rack", 7, 1, told="never"),
        PlaceView("board", 49), PlaceView("lost", 1, squares=("k7",)),
    )  # fmt: skip
    since = (SinceView("loops_out", (), 40_000), SinceView("moved", ("h7", "j9"), 2_584_000),
             SinceView("unreadable", ("k7",), 2_576_000))
    log = (
        LogView(2_584_000, "moved", ("h7", "j9"), {"face": "N"}), LogView(2_576_000, "unreadable", ("k7",)),
        LogView(2_500_000, "ruled_valid", (), {"words": "AV", "list": "DISC 2, 2026-05"}),
        LogView(2_490_000, "challenged", (), {"player": "Biel", "words": "AV"}),
        LogView(1_942_000, "clock_set", (), {"player": "Biel", "left_ms": "725000"}),
        LogView(1_402_000, "corrected", (), {"turn": "5", "before": "40 play", "after": "0 withdrawn"}),
        LogView(2_000, "masked", ("m3",)), LogView(0, "opened"),
    )  # fmt: skip
    return view, RefereeView(places, tuple(sensed[at] for at in sorted(sensed)), since, log, True)
