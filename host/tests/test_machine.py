"""`taula doctor --config`: each trouble of the computer is told in one line with its remedy, and all fit on a screen.

A folder stands for the computer; what programs say is given.
"""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from host.adapters.panel_stamps import TRIES, share, wake_ups
from host.cli import main
from host.system import machine
from host.system.machine import Machine, looks

SCREEN = 24  # lines of a terminal that nobody has made larger


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_told):
        """Nothing is printed between the test's dots."""


@pytest.fixture
def page():
    """The address's port of a page that answers."""
    server = HTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


class Pi:
    """A folder with what a Raspberry Pi has, and what its programs say."""

    def __init__(self, folder, page):
        self.folder = folder
        self.said = {"vcgencmd": "throttled=0x0\n",
                     "systemctl": "LoadState=loaded\nActiveState=active\nNRestarts=0\nResult=success\n"}
        self.on_bus = {("i2c-1", 0x3C), ("i2c-1", 0x3D)}
        self.delays = (60_000,) * 95 + (900_000,) * 5
        self.put("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.5\0")
        for name in ("ttyACM0", "ttyACM1", "gpiochip0", "i2c-1"):
            self.put(f"dev/{name}")
        (folder / "dev/serial/by-id").mkdir(parents=True)
        (folder / "dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e66-if00").symlink_to("../../ttyACM0")
        self.put("table.toml", f'[table]\njournal = "games"\n[link]\nport = "/dev/ttyACM0"\n'
                               f'[readers]\nbag = "/dev/ttyACM1"\n[web]\nport = {page}\n[panel]\n[displays]\n')

    def put(self, name, text=""):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def looks(self):
        whole = Machine(self.folder / "table.toml", self.folder, lambda words: self.said.get(words[0]),
                        lambda: self.delays, lambda bus, address: (bus.name, address) in self.on_bus)
        return {look.name: look for look in looks(whole)}


@pytest.fixture
def pi(tmp_path, page, monkeypatch):
    monkeypatch.setattr(machine, "_has", lambda module: True)  # the packages of the extra `pi`
    return Pi(tmp_path, page)


def test_a_sound_computer_is_well_in_every_look(pi):
    found = pi.looks()
    assert list(found) == ["computer", "settings", "disk", "board", "bag", "pins", "stamps", "displays", "service",
                           "page"]
    assert [look for look in found.values() if not look.well or look.advice] == []
    assert "late by 0.06 ms (19 of 20), 0.90 ms at worst of 100" in found["stamps"].found


def unplug(pi):
    (pi.folder / "dev/ttyACM0").unlink()


def slow(pi):
    pi.delays = (9_000_000,) * 100


def sagging(pi):
    pi.said["vcgencmd"] = "throttled=0x50005\n"


def hot(pi):
    pi.said["vcgencmd"] = "throttled=0x8\n"


def failed(pi):
    pi.said["systemctl"] = "LoadState=loaded\nActiveState=failed\nNRestarts=7\nResult=watchdog\n"


def no_bus(pi):
    (pi.folder / "dev/i2c-1").unlink()


def only_the_buses_of_the_screens(pi):
    """As on a Pi whose bus 1 is switched off."""
    no_bus(pi)
    for name in ("i2c-20", "i2c-21"):
        pi.put(f"dev/{name}")


def no_display_b(pi):
    pi.on_bus.discard(("i2c-1", 0x3D))


def no_pins(pi):
    (pi.folder / "dev/gpiochip0").unlink()


def no_page(pi):
    path = pi.folder / "table.toml"
    path.write_text(path.read_text().replace("[web]\nport = ", "[web]\nhost = '127.0.0.2'\nport = "))


def misspelt(pi):
    pi.put("table.toml", "[link]\nport = 'x'\n[panel]\nclock_a = 40\n")


@pytest.mark.parametrize(("trouble", "name", "says"), [
    (unplug, "board", "usb-MicroPython_Board_in_FS_mode_e66-if00"), (slow, "stamps", "python3-lgpio"),
    (sagging, "computer", "supply"), (hot, "computer", "air"), (failed, "service", "journalctl"),
    (no_bus, "displays", "raspi-config"), (only_the_buses_of_the_screens, "displays", "raspi-config"),
    (no_display_b, "displays", "wires of side B"), (no_pins, "pins", "Raspberry Pi"), (no_page, "page", "service"),
    (misspelt, "settings", "panel.clock_a is 40"),
])
def test_each_trouble_is_told_where_it_is_with_its_remedy(pi, trouble, name, says):
    """A look that cannot fail is none; and no other look may fail with it but what nobody can know any more."""
    trouble(pi)
    found = pi.looks()
    assert [look.name for look in found.values() if not look.well] == [name]
    assert says in found[name].advice


def test_what_is_no_i2c_bus_answers_at_no_address(tmp_path):
    """The real question, to a file of bytes and to nothing; a bus is not to be had here."""
    (tmp_path / "i2c-1").write_bytes(b"\x06")
    assert [machine._answers(tmp_path / name, 0x3C) for name in ("i2c-1", "i2c-2")] == [False, False]


def test_missing_packages_are_told_with_the_line_to_type(pi, monkeypatch):
    monkeypatch.setattr(machine, "_has", lambda module: False)
    found = pi.looks()
    assert [(name, "pip install" in look.advice) for name, look in found.items() if not look.well] == [
        ("pins", True), ("displays", True)]


@pytest.mark.skipif(os.geteuid() == 0, reason="not run: needs a user whom a file's mode binds")
def test_what_may_not_be_opened_is_told_with_its_group(pi):
    for name in ("ttyACM0", "gpiochip0", "i2c-1"):
        (pi.folder / "dev" / name).chmod(0)
    found = pi.looks()
    assert [found[name].advice.split()[-1] for name in ("board", "pins", "displays")] == [
        "dialout.", "gpio.", "i2c."]


def test_the_command_fits_on_one_screen_and_answers_no_when_something_is_wrong(tmp_path, capsys):
    path = tmp_path / "table.toml"
    path.write_text('[link]\nport = "/dev/none"\n[readers]\nbag = "/dev/none1"\nracks = "/dev/none2"\n[panel]\n'
                    '[displays]\n')
    assert main(["doctor", "--config", str(path)]) == 1
    told = capsys.readouterr().out
    assert len(told.splitlines()) <= SCREEN
    assert "/dev/none2 is not there" in told
    assert main(["doctor", "--json", "--config", str(path)]) == 1
    rows = json.loads(capsys.readouterr().out)
    assert {"check": "board", "passed": False} .items() <= next(
        row for row in rows if row["check"] == "board").items()


def test_the_error_of_stamps_taken_in_a_callback_is_measured_on_this_machine():
    """The figure that `taula doctor` shows: real threads, woken in truth."""
    delays = wake_ups()
    assert len(delays) == TRIES
    assert all(delay > 0 for delay in delays)
    assert share(delays, 95) < 1_000_000_000
