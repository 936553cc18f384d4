"""T23: is every tile of the set there once, with a tag of its own that the table knows by its letter?

Source of the limits: hardware test plan, T23. What the set and the register should be comes with the notes.
"""

from collections.abc import Mapping

from hardware_tests import hearing
from hardware_tests.bench import Bench, Check, Finding
from hardware_tests.parts import LOOPS
from hardware_tests.person import Request, What

SQUARE = 112
LIMIT = "every tile read once, no tag twice, each with its letter in the register"


def measure(bench: Bench) -> Finding:
    """Have all tiles laid on h8 one after the other, letter by letter."""
    letters, register = bench.notes.letters, bench.notes.register
    if not letters:
        return Finding(False, "no tile set named", LIMIT, "name the tile set in table.toml, then check again")
    seen: dict[bytes, str] = {}
    wrong: list[str] = []
    number = 0
    for letter, count in letters.items():
        for nth in range(1, count + 1):
            number += 1
            what = f"{letter} {nth} of {count}"
            bench.person.does(Request(What.LAY, f"Lay {what} on h8, instead of the tile there.", SQUARE, number,
                                      name=letter))
            tags = hearing.tags_on(bench, SQUARE)
            wrong += _wrong(what, letter, tags, seen, register)
            bench.person.does(hearing.lift(SQUARE, number))
    advice = "; ".join(wrong[:3]) + (f"; and {len(wrong) - 3} more" if len(wrong) > 3 else "")
    return Finding(not wrong, f"{len(seen)} identities of {number} tiles", LIMIT, advice)


def _wrong(what: str, letter: str, tags: tuple[bytes, ...], seen: dict[bytes, str],
           register: Mapping[str, str]) -> list[str]:
    """What is wrong with this tile; its tag is added to `seen`."""
    if len(tags) != 1:
        return [f"{what} is not read: change its tag" if not tags else f"{what} has two tags"]
    [tag] = tags
    if tag in seen:
        return [f"{what} has the tag of {seen[tag]}: change one of the two"]
    seen[tag] = what
    known = register.get(tag.hex()) if register else letter
    if known is None:
        return [f"{what} belongs to another set: type taula tiles register"]
    return [] if known == letter else [f"{what} is {known} in the register: type taula tiles register"]


DOES = "Every tile of the set is laid on h8 once, letter by letter."
CHECK = Check("T23", "tile set", DOES, LIMIT, measure, needs_person=True, part=LOOPS)
