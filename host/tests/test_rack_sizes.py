"""004 L58-61: the partner must be able to see how many tiles a rack holds, and the displays show it; never which."""

import msgspec
import pytest

from host.adapters.screens.layouts import play_screen
from host.adapters.web.page import Wish, render_parts
from host.tests import pictured
from host.tests.hands_at_table import Machine
from host.tests.test_screens import ANNA, BIEL, game, kept
from host.tests.test_screens import image as picture_of
from host.view import public_view

READERS = ("bag", "racks")


class Shown(Machine):
    """A table, and how many tiles of each rack its view tells."""

    def shown(self):
        return [seat.rack_size for seat in public_view(self.table, self.table.at_ns, "en").seats]


@pytest.mark.parametrize("rulebook", ["frs_english", "frs_romanian", "international"])
def test_each_rack_is_counted_as_its_tiles_stand_there(rulebook):
    """Three laid, one drawn, two too many: as anybody could count them on a rack of wood."""
    machine = Shown(rulebook)
    assert machine.shown() == [None, None]
    machine.hands.start(0)
    assert machine.shown() == [7, 7]
    assert machine.hands.play(3, drawing=False)
    assert machine.shown() == [4, 7]
    more = machine.hands.in_bag(5)
    for count, size in ((1, 5), (5, 9)):
        machine.hands.ring(more[:count])
        machine.hands.read(0, [*machine.hands.rack_tags(0), *more[:count]])
        assert machine.shown() == [size, 7]


@pytest.mark.parametrize("rulebook", ["manacor", "fisc_school", "fisc_classic"])
def test_where_the_document_does_not_ask_for_it_no_count_is_shown(rulebook):
    """The other documents say nothing of the kind."""
    machine = Shown(rulebook)
    machine.hands.start(0)
    assert machine.shown() == [None, None]


def test_no_count_is_shown_that_nobody_has_read():
    """Without ring and loops the number is a guess, and a guess is shown to nobody."""
    machine = Shown("frs_romanian", ())
    machine.hands.start(0)
    assert machine.shown() == [None, None]


def test_the_page_has_the_number_before_the_name_and_says_what_it_is():
    """A card's name may be cut, the number never; a reader of screens is told what it counts."""
    view = pictured.opening()
    sizes = (7, 1)
    seats = tuple(msgspec.structs.replace(seat, rack_size=size) for seat, size in zip(view.seats, sizes, strict=True))
    cards = render_parts(msgspec.structs.replace(view, seats=seats), Wish("ro"))["cards"]
    assert 'aria-label="7 litere pe suport"' in cards
    assert 'aria-label="1 literă pe suport"' in cards
    assert cards.index(">7</span>Anna</h2>") < cards.index(">1</span>Biel</h2>")
    assert 'class="rack"' not in render_parts(view, Wish("ro"))["cards"]


@pytest.mark.parametrize("tiles", [0, 1, 7, 9, 10])
def test_on_the_display_the_other_sides_tiles_stand_above_its_name(tiles):
    """As many blocks as tiles, right above the line, and nothing else is drawn otherwise; one's own are not shown."""
    seats = (msgspec.structs.replace(ANNA, rack_size=3), msgspec.structs.replace(BIEL, rack_size=tiles))
    plain, shown = picture_of(play_screen(game(), 0, 1000)), picture_of(play_screen(game(seats=seats), 0, 1000))
    kept(shown, f"rack-{tiles}")
    row = [shown.getpixel((x, 46)) != plain.getpixel((x, 46)) for x in range(128)]
    assert sum(now and not before for before, now in zip([False, *row], row, strict=False)) == tiles
    assert not any(row[:64])
    for part in ((0, 0, 128, 45), (0, 48, 128, 64)):
        assert shown.crop(part).tobytes() == plain.crop(part).tobytes()
