"""T20: are two stacked tiles told from one?

Source of the limit: hardware test plan, T20. A sensor cannot see a stack; two identities, or their collision, can.
"""


from hardware_tests import hearing
from hardware_tests.bench import Bench, Check, Finding, square_name
from hardware_tests.parts import LOOPS

SQUARE = 112
TILE_UM = 4000       # the height of a tile
TRIES = 3
LIMIT = f"two identities within {TRIES} tries"


def measure(bench: Bench) -> Finding:
    """Have one tile laid on another, and the square read."""
    bench.person.does(hearing.lay(SQUARE, 1))
    bench.person.does(hearing.lay(SQUARE, 2, height_um=TILE_UM, how="on top of tile 1"))
    bench.wait(hearing.SETTLES_S)
    most, tried = 0, 0
    while tried < TRIES and most < 2:
        tried += 1
        most = max(most, len(hearing.tags_on(bench, SQUARE)))
    for tile in (2, 1):
        bench.person.does(hearing.lift(SQUARE, tile))
    advice = ""
    if most < 2:
        advice = (f"of two tiles on {square_name(SQUARE)} {most or 'none'} is read: the field is too weak for the"
                  " upper one, or one of the two tags is dead: read each by itself")
    return Finding(not advice, f"{most} identities in {tried} {'try' if tried == 1 else 'tries'}", LIMIT, advice,
                   {SQUARE: "a stack is not seen"} if advice else {})


CHECK = Check("T20", "stack", "A tile is laid on another one on h8.", LIMIT, measure, needs_person=True, part=LOOPS)
