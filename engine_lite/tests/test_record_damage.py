"""A game with one thing wrong in it is noticed, whatever and wherever, unless what is left could be meant too."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from engine_lite.tests.damages import KINDS, Damage, damages, noticed
from engine_lite.tests.test_games_of_ours import GAMES, OURS, record_in, text_in

EVERY = 7  # of all 5,700 damages one in so many, over all games: some four seconds
MOST_UNSEEN = 0.06  # of each kind, the excused; over all damages 3.7 % of letters, 3.5 % of racks, else under 1 %


def unseen(tried: Counter[str]) -> Iterator[tuple[str, Damage]]:
    """The damages that go unseen, with the game; counts in `tried` what was done."""
    for path in GAMES:
        record = record_in(path)
        if OURS not in record.description:
            continue  # a game from elsewhere need not be whole
        for damage in islice(damages(text_in(path)), 0, None, EVERY):
            tried[damage.kind] += 1
            if not noticed(damage, record):
                yield path.name, damage


def test_every_slip_is_noticed_or_leaves_a_game_that_could_be_meant() -> None:
    """Score, total, letter, direction, square, blank, rack, end line, one at a time; prints what goes unseen."""
    tried = Counter[str]()
    escaped = list(unseen(tried))
    for name, damage in escaped:
        print(f"{name}: line {damage.line}: {damage.kind} changed, unseen: {damage.excuse or 'WITHOUT EXCUSE'}")
    assert [each for each in escaped if not each[1].excuse] == []
    assert set(tried) == set(KINDS)
    unseen_of = Counter(damage.kind for _, damage in escaped)
    assert {kind: count for kind, count in unseen_of.items() if count > MOST_UNSEEN * tried[kind]} == {}
