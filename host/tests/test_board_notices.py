"""A board that cannot play its part is spoken of in the page's language, with what to do; it counts as not there."""

import pytest
from tablewire import messages as wire

from host import games
from host.adapters.link import Received, Unwell
from host.app import App
from host.board_notices import notices
from host.core import events
from host.tests.far_board import MS, Far, met
from host.tests.recorded_game import OPENED


def unwell(code, detail):
    """A board that says that it is unwell, greeted as one without a role."""
    far = Far()
    far.hello = far.hello._replace(role=wire.NO_ROLE)
    far.meet()
    far.says(wire.Unwell(9, code, detail))
    return far


def sentences(far, language):
    return [each.sentence for each in notices([far.link], language)]


def test_a_board_that_is_well_is_not_spoken_of():
    assert notices([met().link], "ca") == ()


@pytest.mark.parametrize(("language", "says"), [
    ("ca", "Hi ha fitxers malmesos en una placa. Entre partides, escriu: taula flash"),
    ("ro", "O placă are fișiere deteriorate. Între partide, scrie: taula flash"),
    ("en", "Files of a board are damaged. Between games, type: taula flash"),
    ("es", "Hay archivos dañados en una placa. Entre partidas, escribe: taula flash"),
])
def test_damaged_files_are_named_with_their_remedy_in_four_languages(language, says):
    assert sentences(unwell(wire.BAD_FILES, 2), language) == [says]


def test_a_wrong_strap_is_named_with_what_it_reads():
    far = unwell(wire.BAD_STRAP, 820)
    assert far.link.unwell == Unwell("strap", 820)
    assert sentences(far, "en") == ["A board reads 0.82 V at its role strap, which is no role. Check its resistors."]


def test_another_protocol_has_a_sentence_too():
    far = Far(protocol=wire.PROTOCOL + 1)
    far.says(far.hello)
    assert [each.name for each in notices([far.link], "en")] == ["other_firmware"]


def test_a_clock_that_drifts_is_told_by_how_much():
    far = met()
    for nth in range(1, 31):
        far.wait_ms(1000)
        far.link.pulsed(far.now_ns)
        us = round(far.now_ns / 1000 * (1 - 150e-6))
        far.says(wire.Synced(us // 1000 + 1, us, nth))
    (notice,) = notices([far.link], "en")
    assert (notice.name, notice.data) == ("board_clock", {"ppm": "150"})


def test_a_board_that_is_unwell_counts_as_not_there_and_takes_service():
    far = met()
    hello = far.hello._replace(boot=8, role=wire.NO_ROLE)
    assert far.says(hello) == [Received(events.BoardDown(far.now_ns, "board"), None)]
    far.hears()
    far.takes(0)
    far.says(wire.Unwell(9, wire.BAD_FILES, 1))
    assert far.link.service()
    assert wire.Service() in [message for _, message in far.hears()]
    far.wait_ms(5000)
    assert far.link.tick(far.now_ns) == []  # it had gone before


def test_a_board_that_is_well_again_is_up_and_no_longer_spoken_of():
    far = unwell(wire.BAD_FILES, 1)
    received = far.says(far.hello._replace(boot=8, role=wire.BOARD))
    assert received == [Received(events.BoardUp(far.now_ns, True, "board"), None)]
    assert notices([far.link], "en") == ()


def test_the_page_shows_it_before_all_else(tmp_path):
    far = unwell(wire.BAD_FILES, 1)
    app = App(games.begin(tmp_path / "one.journal", OPENED, lambda: 5 * MS), far.link, language="en")
    assert app.view().prompts[0].name == "board_files"
    app.close()
