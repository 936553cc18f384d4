"""Protects what the radio tells of a square: the truth, once, in time; and a named absence when it cannot know."""

from tests.radio_rig import Rig, identity, laid, settle

NONE = ()


# ---- tiles set down and taken up ---------------------------------------------------------------------------------

def test_a_tile_is_read_beside_its_settling_and_reported_when_it_has_settled():
    rig = Rig()
    rig.run(700)                 # the sweep of the start is over
    rig.lay(1, 112)
    rig.radio.stir(112)
    rig.run(120)
    assert rig.reports == []
    assert rig.radio.busy
    rig.radio.stir(112, settled=True)
    assert rig.said() == [(112, (identity(1),))]
    assert not rig.radio.busy
    assert rig.radio.known == {112: (identity(1),)}


def test_a_word_of_seven_among_others():
    rig = laid(*range(0, 225, 16))
    word = [7 * 15 + column for column in range(14) if column != 7][:7]
    for tile, square in enumerate(word):
        rig.lay(50 + tile, square)
    settle(rig, *word)
    assert sorted(rig.said()) == [(square, (identity(50 + tile),)) for tile, square in enumerate(word)]


def test_a_lifted_tile_is_verified_and_forgotten():
    rig = laid(112, 113)
    rig.lift(0, 112)
    settle(rig, 112)
    assert rig.said() == [(112, NONE)]
    assert rig.radio.known == {113: (identity(1),)}


def test_a_tile_moved_to_the_next_square():
    rig = laid(112)
    rig.lift(0, 112)
    rig.lay(0, 113)
    settle(rig, 112, 113)
    rig.run(300)
    assert sorted(rig.said()) == [(112, NONE), (113, (identity(0),))]


def test_two_tiles_swapped():
    rig = laid(112, 120, 127)
    rig.lift(0, 112)
    rig.lift(1, 120)
    rig.lay(0, 120)
    rig.lay(1, 112)
    settle(rig, 112, 120)
    rig.run(300)
    assert sorted(rig.said()) == [(112, (identity(1),)), (120, (identity(0),))]


def test_a_tile_lifted_and_put_back_is_told_once():
    rig = laid(112)
    settle(rig, 112)
    assert rig.said() == [(112, (identity(0),))]


# ---- where Hall sensor and radio disagree: the truth table of hardware design 7 -----------------------------------

def test_two_stacked_tiles():
    """Row 24: one magnet edge, two tags."""
    rig = Rig()
    rig.lay(1, 112)
    rig.lay(2, 112, z=2000)
    settle(rig, 112)
    assert rig.said() == [(112, tuple(sorted((identity(1), identity(2)))))]


def test_a_tile_turned_face_down_is_still_named():
    """Row 22: Hall 0, RFID 1 is a fault that the host must see."""
    rig = laid(112)
    rig.lift(0, 112)
    rig.lay(0, 112, flip=True)
    settle(rig, 112)
    assert rig.said() == [(112, (identity(0),))]


def test_a_dead_tag_is_reported_as_none_after_five_readings():
    """Row 30."""
    rig = Rig()
    rig.air.dead.add(1)
    rig.lay(1, 112)
    rig.radio.stir(112, settled=True)
    took_ms = rig.until_quiet()
    assert rig.said() == [(112, NONE)]
    assert 4 * 25 <= took_ms < 300


def test_a_foreign_magnet_on_a_full_row_names_no_tile():
    """Row 21: the row's other tags must not be taken for it."""
    rig = laid(*[7 * 15 + column for column in range(14)])
    rig.hall.add(119)
    settle(rig, 119)
    assert rig.said() == [(119, NONE)]


def test_a_tile_still_coming_down_is_read_when_it_lies():
    rig = Rig()
    rig.lay(1, 112, z=10_000)
    rig.radio.stir(112)
    rig.run(60)
    rig.lay(1, 112)
    rig.run(60)
    rig.radio.stir(112, settled=True)
    rig.until_quiet()
    assert rig.said() == [(112, (identity(1),))]


def test_a_tile_hovering_over_an_empty_square_is_no_tile():
    rig = laid(112)
    rig.lift(0, 112)
    rig.lay(0, 112, z=10_000)
    rig.hall.discard(112)
    settle(rig, 112)
    assert rig.said() == [(112, NONE)]


def test_a_flicker_is_not_reported():
    rig = laid(112)
    rig.radio.stir(112)
    rig.radio.stir(50)
    rig.run(600)
    assert rig.reports == []
    assert not rig.radio.busy


def caught_in_the_second_walk():
    """A rig that has just heard tile 1, on 112 between four others, over its second loop (the whole row)."""
    rig = Rig()
    for tile, square in ((1, 112), (2, 113), (3, 111), (5, 110), (6, 114)):
        rig.lay(tile, square)
        rig.radio.stir(square)
    loops = rig.radio.loops
    while not (loops._field == 7 and identity(1) in loops.inventory.found):
        rig.step()
    assert not loops.is_heard(7)
    return rig


def test_an_edge_during_the_reading_makes_it_count_for_nothing():
    """The tile is exchanged when both its loops have just been read: the first identity is never told."""
    rig = caught_in_the_second_walk()
    rig.lift(1, 112)
    rig.lay(4, 112)
    settle(rig, 112, 113, 111, 110, 114)
    assert (112, (identity(4),)) in rig.said()
    assert len(rig.reports) == 5


def test_what_was_heard_before_an_edge_is_not_kept_for_the_loop():
    """Lifted in the midst of the row's reading: the row must be read again before it says anything of 112."""
    rig = caught_in_the_second_walk()
    rig.lift(1, 112)
    rig.radio.stir(112)
    while rig.radio.loops._field == 7:
        rig.step()
    assert not rig.radio.loops.is_heard(7)


# ---- squares for which the host asks ------------------------------------------------------------------------------

def full_lines_beside(square):
    """A rig with tiles on the seven squares before `square` and the seven above it: its loops take long to read."""
    return laid(*range(square - 7, square), *range(square - 105, square, 15))


def test_a_question_holds_up_no_tile_that_comes_to_lie_on_its_square():
    """The long reading for the question is broken off, and the tile is known as soon as it has settled."""
    rig = full_lines_beside(119)
    rig.radio.ask(119)
    rig.run(10)
    rig.lay(50, 119)
    settle(rig, 119)
    assert rig.said() == [(119, (identity(50),))]
    assert rig.reports[0][0] - rig.stirred_ms < 130   # 120 to settle, and at most a scan


def test_a_question_for_a_square_that_is_settling_is_answered_by_what_is_read_beside_that():
    rig = laid(*range(112, 119))
    rig.lay(50, 119)
    rig.radio.stir(119)
    rig.run(5)
    rig.radio.ask(119)
    rig.run(115)
    assert rig.reports == []
    rig.radio.stir(119, settled=True)
    rig.until_quiet()
    rig.run(300)
    assert rig.said() == [(119, (identity(50),))]


def test_a_question_is_answered_though_the_square_only_flickered():
    """Before the question or after it: the host waits for the answer."""
    for first, second in (("ask", "stir"), ("stir", "ask")):
        rig = full_lines_beside(119)
        getattr(rig.radio, first)(119)
        rig.run(5)
        getattr(rig.radio, second)(119)
        rig.run(600)
        assert rig.said() == [(119, NONE)]
        assert not rig.radio.busy


def test_a_sweep_gives_way_to_a_tile():
    """It is broken off within a slot's time or two, and goes on when the tile has been read."""
    rig = laid(*range(105, 112))
    rig.radio.sweep()
    while rig.radio.loops._field != 7:
        rig.step()
    rig.run(3)
    rig.lay(20, 150)
    rig.radio.stir(150)
    start_us = rig.clock.now_us
    while rig.radio.loops._field == 7:
        rig.step()
    assert rig.clock.now_us - start_us < 10_000
    settle(rig, 150)
    assert rig.said() == [(150, (identity(20),))]
    assert rig.radio.sweeping
    rig.run(2000)
    assert not rig.radio.sweeping
    assert len(rig.reports) == 1


def test_reading_again_is_a_new_reading():
    """The host asks again (ReadAgain) while others over the same row are still being read."""
    rig = laid(112, 113, 114, 115)
    for square in (112, 113, 114, 115):
        rig.radio.stir(square, settled=True)
    while not rig.reports:
        rig.step()
    rig.lay(9, 112, z=2000)
    rig.radio.stir(112, settled=True)
    rig.until_quiet()
    assert rig.said()[-1] == (112, tuple(sorted((identity(0), identity(9)))))


def test_the_same_identity_on_two_squares_is_told_of_both():
    """Row 27: a cloned tag; one in another row, then one in the very same row."""
    for second in (60, 115):
        rig = laid(112)
        rig.lay(9, second, identity(0))
        settle(rig, second)
        rig.run(300)
        assert rig.said() == [(second, (identity(0),))]
        assert rig.radio.known == {112: (identity(0),), second: (identity(0),)}
        assert not rig.radio.busy
