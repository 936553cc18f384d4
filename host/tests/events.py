"""Hypothesis strategies: any event that the core may ever be told, sensible or absurd."""

from hypothesis import strategies as st

from host.core import events

TAGS = [f"e004{number:012x}" for number in range(12)]
FOREIGN = "e00400000000ffff"
FACES = ("QU", "I", "N", "A", "S", "E", "L·L", "NY", "M", "?", "?", "O")

at_ns = st.integers(0, 10_000_000_000)
squares = st.one_of(st.integers(105, 125), st.integers(-3, 300))
seats = st.integers(-1, 4)
tag_lists = st.lists(st.sampled_from([*TAGS, FOREIGN]), max_size=2).map(tuple)

opened = st.just(events.GameOpened(
    0, "fisc_classic", ("Anna", "Biel"), (1_800_000_000_000,) * 2, tuple(zip(TAGS, FACES, strict=True))))

any_event = st.one_of(
    st.builds(events.Started, at_ns, seats),
    st.builds(events.ClockPressed, at_ns, seats),
    st.builds(events.ChallengePressed, at_ns, seats),
    st.builds(events.Ruled, at_ns, st.booleans()),
    st.builds(events.Passed, at_ns, seats),
    st.builds(events.BlankDeclared, at_ns, squares, st.sampled_from(["NY", "ny", "K", "", "L·L", "[", "QUE", "a"])),
    st.builds(events.Exchanged, at_ns, seats, st.integers(-1, 9)),
    st.builds(events.PointsGiven, at_ns, seats, st.sampled_from(["bonus", "penalty", "time", "end_bonus", ""]),
              st.integers(-50, 50)),
    st.builds(events.EndRack, at_ns, seats, st.sampled_from(["QUINA", "L·L?", "", "K", "["]), st.integers(-5, 5)),
    st.builds(events.Paused, at_ns),
    st.builds(events.Resumed, at_ns),
    st.builds(events.Ended, at_ns, st.sampled_from(["no_play", "resigned", "?"])),
    st.builds(events.Due, at_ns),
    st.builds(events.BoardUp, at_ns, st.booleans()),
    st.builds(events.BoardDown, at_ns),
    st.builds(events.HallChanged, at_ns, squares, st.booleans()),
    st.builds(events.Stirred, at_ns),
    st.builds(events.Calmed, at_ns),
    st.builds(events.BoardTold, at_ns, st.lists(squares, max_size=5).map(tuple)),
    st.builds(events.StateTold, at_ns),
    st.builds(events.TagsRead, at_ns, squares, tag_lists),
    opened,
)
