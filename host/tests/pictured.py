"""The games that the page's tests show, as published views: seed 002's two plays, and one with every kind of tile.

The scores are the engine's explained ones; the tests hold the first two against the seed.
"""

import msgspec

from engine_lite.board import Board
from engine_lite.placement import parse_play
from engine_lite.rulebooks.fisc_classic import FISC_CLASSIC
from engine_lite.scoring import Score, explain, formula
from host.possible import blank_faces
from host.schemas import (
    CorrectionView,
    GameView,
    PointsView,
    PromptView,
    SealView,
    SeatView,
    SquareScore,
    TileView,
    TurnView,
    VerdictView,
    WordView,
)

TILES = FISC_CLASSIC.tile_set
OPENING = ("h5 QUINA", "i4 SESAM")
LONG = (*OPENING, "g6 CAnyA", "10e FORÇA", "11d XAI", "exchange", "12d AIRE", "13g HOME", "14h CANTA", "j1 ZERO",
        "k4 LLUM", "l1 BOSSA", "15l VIL·LA")  # fmt: skip
# The demonstration's own game: words of eight letters and more, VERDESCA for 95 as the fifteenth turn.
WIDE = ("h5 QUINA", "h1 BLANQUINA", "5h QUIMS", "3h AJAIEU", "l2 RENY", "1l PEÇA", "j2 DA", "g6 quITE", "9e AL·LE",
        "7e ALINEACIO", "o1 ARRONSAM", "j7 ALTERNEU", "8a ALIER", "12h ZENIT", "a1 VERDESCA", "c5 ORGIAquES")


def view_of(plays: tuple[str, ...], clocks_ms: tuple[int, int], **changes: object) -> GameView:
    """Anna and Biel after `plays` in turn, the side to play's clock running; `changes` replace fields of the view."""
    board, totals, turns = Board(), [0, 0], []
    for number, text in enumerate(plays):
        seat = number % 2
        if text in ("exchange", "pass"):
            turns.append(TurnView(number + 1, seat, text, 0, totals[seat]))
            continue
        start, placement = parse_play(text, board, TILES)
        score = explain(board, placement, FISC_CLASSIC)
        board = board.with_tiles(placement.tiles)
        totals[seat] += score.total
        turns.append(_turn(number + 1, seat, str(start), score, totals[seat]))
    on_turn = len(plays) % 2
    seats = tuple(
        SeatView(name, totals[seat], clocks_ms[seat], seat == on_turn, seat == on_turn)
        for seat, name in enumerate(("Anna", "Biel"))
    )
    tiles = tuple(TileView(square, tile.face, tile.blank, TILES.value(tile)) for square, tile in board)
    view = GameView("3", "fisc_classic", "ca", "playing", 0, True, True, seats, tiles, (), tuple(turns), ())
    return msgspec.structs.replace(view, **changes)


def _turn(number: int, seat: int, start: str, score: Score, total: int) -> TurnView:
    words = tuple(
        WordView(
            TILES.text(word.tiles),
            word.score,
            formula(word),
            tuple(
                SquareScore(at.square, at.tile.face, at.tile.blank, at.value, at.letter_multiplier,
                            at.word_multiplier, at.fresh)
                for at in word.squares
            ),
        )
        for word in score.words
    )  # fmt: skip
    tiles = tuple(TileView(at.square, at.face, at.blank, at.value) for at in words[0].squares if at.fresh)
    return TurnView(number, seat, "play", score.total, total, start, words[0].text, start[0].isdigit(), score.bonus,
                    tiles, words)  # fmt: skip


def opening(**changes: object) -> GameView:
    """Seed 002: QUINA h5 22, then SESAM i4 24; Anna to play."""
    return view_of(OPENING, (1_692_000, 1_663_000), **changes)


def long_game(**changes: object) -> GameView:
    """Thirteen turns with NY as a blank, QU, L·L, Ç, an exchange and a word at the edge; Biel to play."""
    return view_of(LONG, (587_000, 725_000), **changes)


def withdrawn(**changes: object) -> GameView:
    """SESAM has fallen to a challenge and still lies on the board."""
    view = opening()
    seats = (view.seats[0], msgspec.structs.replace(view.seats[1], total=0))
    fallen = msgspec.structs.replace(view.turns[1], kind="withdrawn", score=0, total=0)
    prompt = PromptView("remove", ("i4", "i5", "i6", "i7", "i8"), "")
    gone = {tile.square for tile in view.turns[1].tiles}
    return msgspec.structs.replace(
        view,
        seats=seats,
        phase="removing",
        turns=(view.turns[0], fallen),
        prompts=(prompt,),
        board=tuple(tile for tile in view.board if tile.square not in gone),
        **changes,
    )


def disturbed() -> GameView:
    """A tile has moved from h7 to j9, one is gone from i4 and one on k7 cannot be read."""
    prompts = (
        PromptView("moved", ("h7", "j9"), "La N de h7 és a j9. Torna-la a h7.", {"face": "N"}),
        PromptView("missing", ("i4",), "Falta una fitxa a i4. Torna-la al seu lloc."),
        PromptView("unreadable", ("k7",), "Fitxa sense lectura a k7. Aixeca-la i torna-la a posar."),
    )
    return opening(phase="disturbed", prompts=prompts)


def unpressed() -> GameView:
    """Anna has laid FI above SESAM and not pressed: no score may show."""
    return opening(laid=(TileView(146, "F", False, 4), TileView(161, "I", True, 0)))


def late() -> GameView:
    """Anna is 61 seconds into overtime, Biel has nine and a half seconds left."""
    view = opening()
    anna, biel = view.seats
    seats = (
        msgspec.structs.replace(anna, clock_ms=-61_000),
        msgspec.structs.replace(biel, clock_ms=9_450),
    )
    return msgspec.structs.replace(view, seats=seats)


def over(ended: str = "out") -> GameView:
    """The opening, taken as the whole game."""
    view = opening(phase="over", ended=ended)
    seats = tuple(msgspec.structs.replace(seat, running=False, on_turn=False) for seat in view.seats)
    return msgspec.structs.replace(view, seats=seats)


def playing(seat: SeatView) -> SeatView:
    """`seat` on turn with its clock running."""
    return msgspec.structs.replace(seat, running=True, on_turn=True)


def standing(seat: SeatView) -> SeatView:
    """`seat` waiting."""
    return msgspec.structs.replace(seat, running=False, on_turn=False)


def offering(view: GameView, *actions: tuple[str, ...]) -> GameView:
    """`view` with the actions that each seat's page offers, and the faces of a blank."""
    seats = tuple(
        msgspec.structs.replace(seat, actions=own) for seat, own in zip(view.seats, actions, strict=True)
    )
    return msgspec.structs.replace(view, seats=seats, faces=blank_faces(TILES))


def asked() -> GameView:
    """SESAM can be challenged word by word by Anna, who is on turn."""
    view = opening(questioned=("SESAM", "QUE", "IS", "NA", "AM"), chosen_words=True)
    own = ("accept_play", "hold", "challenge", "dispute", "exchange", "pass", "senyors", "pause", "no_play", "resign")
    return offering(view, own, ("pause", "resign"))


def with_blank() -> GameView:
    """Anna has laid a blank on k12 that stands for nothing yet."""
    view = opening(laid=(TileView(146, "F", False, 4), TileView(161, "?", True, 0)))
    return offering(view, ("declare", "exchange", "pass", "pause", "resign"), ())


def settled() -> GameView:
    """The game is over: racks and time have changed the totals, each line explained; Anna has accepted."""
    points = (
        PointsView(1, "bonus", 5),
        PointsView(1, "end_bonus", 38, "Z X A", owner=0, worth=19, times=2, rule="003 L36"),
        PointsView(0, "time", -10, over_ms=61_000, rule="003 L15"),
    )
    anna, biel = over().seats
    seats = (msgspec.structs.replace(anna, total=12, clock_ms=-61_000, accepted=True),
             msgspec.structs.replace(biel, total=67))
    return offering(msgspec.structs.replace(over(), points=points, seats=seats, winner=1), (), ("rack", "accept"))


def agreed() -> GameView:
    """Both have accepted: the result is sealed, and nothing is offered any more."""
    seats = tuple(msgspec.structs.replace(seat, accepted=True, actions=()) for seat in settled().seats)
    return msgspec.structs.replace(settled(), phase="agreed", seats=seats, seal=SealView(2_590_000, "K7QM-2XTA"))


def holding() -> GameView:
    """Anna has said HOLD to SESAM."""
    view = opening(phase="holding", questioned=("SESAM", "QUE", "IS", "NA", "AM"), chosen_words=True)
    return offering(view, ("release", "challenge", "dispute", "pause", "resign"), ("pause", "resign"))


def removing() -> GameView:
    """SESAM has fallen and is being taken off the board."""
    return offering(withdrawn(), ("pause", "resign"), ("pause", "resign"))


def overdrawn() -> GameView:
    """Biel has drawn two tiles too many and has not looked at them; the bag of this table is not read."""
    prompts = (PromptView("overdraw", (), "", {"player": "Biel", "count": "2"}), PromptView("no_bag_reader", (), ""))
    own = ("take", "exchange", "pause", "resign")
    return offering(opening(prompts=prompts), own, ("return", "seen", "mix", "pause", "resign"))


def silent_reader() -> GameView:
    """All is well but for the bag, which is not read."""
    return offering(opening(prompts=(PromptView("no_bag_reader", (), ""),)), ("exchange", "pass", "pause"), ())


def unread() -> GameView:
    """A tile on h9 whose tag does not answer; nothing reads the bag or the racks of this table, so hands tell."""
    prompts = (PromptView("unreadable", ("h9",), ""), PromptView("no_bag_reader", (), ""),
               PromptView("no_rack_readers", (), ""))
    own = ("name_tile", "draw", "overdraw", "exchange", "pass", "pause", "resign")
    return offering(opening(prompts=prompts), own, ("name_tile", "draw", "overdraw", "pause", "resign"))


def judged() -> GameView:
    """SESAM was challenged and stands."""
    return opening(verdict=VerdictView(("SESAM", "QUE", "IS", "NA", "AM"), "i4", True, "DISC 2, 2026-05"))


def corrected() -> GameView:
    """The long game with two turns put right, the first of which was undone, and one that no longer fits."""
    puts = (
        CorrectionView(1, 1_310_000, 2, "score", "26", "referee", "misread from the sheet", "24 play", "26 play",
                       "referee"),
        CorrectionView(2, 1_402_000, 5, "withdrawn", "", "seat 2", "both agree", "40 play", "0 withdrawn"),
        CorrectionView(3, 1_502_000, 7, "play", "12d AIRE", "referee", "", "9 play", "11 play"),
    )
    return long_game(corrections=puts, misfits=(9,))


def ruling() -> GameView:
    """SESAM is challenged and waits for its verdict."""
    words = ("SESAM", "QUE", "IS", "NA", "AM")
    return offering(opening(phase="challenged", questioned=words), ("unchallenge",), ("verdict_no",))
