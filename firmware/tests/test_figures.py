"""The board reads as fast as the design asks, on the models: the figures of `make bench`, which only people start."""

from tests.figures import figures


def test_every_figure_of_the_models_keeps_its_bound_and_none_beats_its_floor():
    measured = figures()
    assert len(measured) == 10
    for value, bound, floor, _, what in measured:
        assert bound is None or value <= bound, (what, value, bound)
        assert floor is None or value >= floor, (what, value, floor)
