"""A board that cannot play its part is spoken of in the page's language, with what to do; it counts as not there."""

import pytest
from tablewire import messages as wire

from host import games
from host.adapters.link import Link
from host.adapters.link_health import Unwell
from host.adapters.link_words import Received
from host.adapters.web.page import Wish, render_page
from host.app import App
from host.board_notices import notices
from host.core import events
from host.simulator.board_process import BoardProcess
from host.tests.board_line import require_micropython, tag
from host.tests.far_board import MS, Far, met
from host.tests.recorded_game import OPENED
from host.workbench import VirtualLine, Workbench


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
    ("ca", "Hi ha fitxers malmesos en una placa. Entre partides, escriu: taula flash PORT"),
    ("ro", "O placă are fișiere deteriorate. Între partide, scrie: taula flash PORT"),
    ("en", "Files of a board are damaged. Between games, type: taula flash PORT"),
    ("es", "Hay archivos dañados en una placa. Entre partidas, escribe: taula flash PORT"),
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


def beat(far, *down):
    """A heartbeat, and what the board says after it."""
    far.wait_ms(500)
    far.says(wire.Heartbeat(9, 0, 0, 0, 0))
    for reader, where in down:
        far.says(wire.ReaderDown(9, reader, where))


@pytest.mark.parametrize(("reader", "where", "language", "says"), [
    (wire.READER_BAG, wire.WHERE_SILENT, "en",
     "The reader at the bag does not work. Look at its cables; until then say on a page what is drawn."),
    (wire.READER_BAG, wire.WHERE_NO_CURRENT, "ca",
     "El lector de la bossa no funciona. Mira'n els cables; mentrestant, digues en una pàgina què s'ha agafat."),
    (wire.READER_RADIO, wire.WHERE_TWO_LOOPS, "es",
     "El lector del tablero no funciona. Mira sus cables; mientras tanto, di las fichas a mano."),
    (wire.READER_PAD, wire.WHERE_SILENT, "ro",
     "Cititorul de litere nu funcționează. Verifică-i cablul; până atunci numește literele manual."),
    (wire.READER_PAD, wire.WHERE_UNREAD, "en",
     "The tile on the pad cannot be read. Lay it flat on the middle of the pad."),
    (wire.READER_RADIO, wire.WHERE_HOT, "en",
     "A reader of the table is too hot and rests. Let it cool down; the game goes on."),
])
def test_a_reader_that_does_not_work_is_named_with_what_to_do(reader, where, language, says):
    far = met()
    beat(far, (reader, where))
    assert sentences(far, language) == [says]


def test_a_reader_is_spoken_of_until_its_board_has_not_done_so_for_three_heartbeats():
    """One word lost on the wire must not make a sentence flicker on the screens."""
    far = met()
    for _ in range(5):
        beat(far, (wire.READER_BAG, wire.WHERE_SILENT))
        beat(far)
        assert [each.name for each in notices([far.link], "en")] == ["bag_reader"]
    beat(far)
    assert [each.name for each in notices([far.link], "en")] == ["bag_reader"]
    beat(far)
    assert notices([far.link], "en") == ()


def test_a_board_that_has_gone_or_started_anew_has_no_reader_to_speak_of():
    far = met()
    beat(far, (wire.READER_BAG, wire.WHERE_SILENT))
    far.says(far.hello._replace(boot=8))
    assert notices([far.link], "en") == ()
    beat(far, (wire.READER_BAG, wire.WHERE_SILENT))
    far.link.cut(far.now_ns)
    assert notices([far.link], "en") == ()


def test_settings_that_make_no_sense_are_named():
    far = unwell(wire.BAD_SETTINGS, 1)
    assert sentences(far, "en") == ["A board cannot make out its file board.json. Correct that file, or delete it."]
    assert str(far.link.unwell).startswith("board.json on the board cannot be read")


@pytest.mark.parametrize(("settings", "fault", "reader"), [
    ({"role": "bag", "radio": False}, ("reader_dead",), "bag"),
    ({"role": "bag", "radio": False}, ("loop_open", "ring"), "bag"),
    ({"role": "radio", "radio": False}, ("reader_dead",), "radio"),
    ({"role": "radio", "radio": False}, ("antenna_supply",), "radio"),
    ({}, ("rf_no_field",), "radio"),
    ({"radio": False, "pad": True}, ("pad_dead",), "pad"),
    ({"role": "bag", "radio": False, "pad": True}, ("pad_dead",), "pad"),
])
def test_a_reader_that_hangs_is_said_on_the_screens_until_it_works_again(tmp_path, settings, fault, reader):
    """From the chip to the page, through firmware, wire and host."""
    require_micropython()
    board = BoardProcess(settings)
    bench = Workbench(VirtualLine(board))
    app = App(games.begin(tmp_path / "one.journal", OPENED, lambda: 5 * MS), Link({}, 0),
              readers={"bag": bench.link}, language="en")

    def shown():
        return [each.name for each in app.view().prompts if each.name != "unplugged"]  # no magnets' board is here

    try:
        bench.wait(1)
        assert shown() == []
        board.fault(*fault)
        board.lies_on_rack(0, [tag(1)])
        bench.wait(4)
        assert shown() == [f"{reader}_reader"]
        assert "does not work" in render_page(app.view(), Wish(language="en"), "00:00:00")
        board.heal(*fault)
        bench.wait(9)
        assert shown() == []
    finally:
        app.close()
        bench.close()


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
