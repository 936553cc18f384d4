"""What the other board's sensors feel: a stir hides what was settled until it settles anew or comes to nothing."""

from scan.magnets import STIRS_MS, Magnets


def test_a_square_is_occupied_once_its_magnet_has_settled():
    magnets = Magnets()
    magnets.stirs(112, 0)
    assert not magnets.occupied(112)
    magnets.settles(112, 1)
    assert magnets.occupied(112)
    assert not magnets.occupied(111)


def test_a_stir_leaves_a_square_open_and_a_flicker_gives_it_back():
    magnets = Magnets()
    magnets.settles(0, 1)
    magnets.stirs(0, 1000)
    magnets.calm(1000 + STIRS_MS - 1)
    assert not magnets.occupied(0)
    assert magnets.is_on(0)
    magnets.calm(1000 + STIRS_MS)
    assert magnets.occupied(0)


def test_the_whole_state_tells_what_was_held_to_be_otherwise():
    magnets = Magnets()
    magnets.settles(0, 1)
    magnets.settles(7, 1)
    bits = bytearray(29)
    bits[0], bits[28] = 0x81, 0x80   # squares 0, 7 and 224
    assert magnets.told(bytes(bits)) == [224]
    assert magnets.told(bytes(29)) == [0, 7, 224]
    assert not magnets.is_on(224)
