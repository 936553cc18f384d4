"""Whatever tags lie wherever: the walk finds just those in the field, and the radio knows just what lies there."""

from hypothesis import given, settings
from hypothesis import strategies as st
from scan.inventory import Inventory
from tests.paper_reader import PaperReader
from tests.radio_rig import Rig, identity, settle

identities = st.sets(
    st.one_of(st.integers(0, 2**56 - 1), st.integers(0, 40), st.integers(0, 40).map(lambda n: n << 40)), max_size=40,
).map(lambda numbers: sorted((0xE0 << 56 | number).to_bytes(8, "big") for number in numbers))


@given(identities)
@settings(max_examples=150, deadline=None)
def test_the_walk_finds_every_tag_and_no_other(tags):
    inventory = Inventory(PaperReader(tags))
    for _ in inventory.walk(False):
        pass
    assert sorted(inventory.found) == tags


@given(st.lists(st.tuples(st.integers(0, 7), st.sampled_from((0, 1, 15, 16, 112, 113, 127, 224)),
                          st.sampled_from(("upright", "upright", "face down"))), max_size=10))
@settings(max_examples=40, deadline=None)
def test_after_any_hands_the_radio_knows_what_lies_where(hands):
    """A tile named again is taken up (from wherever it lay) and laid anew; the squares are close together and few, so
    that tiles come to be stacked, swapped, turned and moved next door."""
    rig, lies = Rig(), {}
    for tile, square, how in hands:
        stirred = {square, lies.get(tile, square)}
        rig.world.take_away(tile, rig.clock.now_us)
        rig.lay(tile, square, flip=how == "face down", z=500 * list(lies.values()).count(square))
        lies[tile] = square
        for empty in stirred - set(lies.values()):
            rig.hall.discard(empty)
        settle(rig, *sorted(stirred))
        rig.run(200)
    truth = {}
    for tile, square in lies.items():
        truth.setdefault(square, []).append(identity(tile))
    assert rig.radio.known == {square: tuple(sorted(tags)) for square, tags in truth.items()}
    assert not rig.radio.busy
