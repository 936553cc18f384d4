"""`taula install --root TREE`: units that systemd takes, names that no plugging changes, settings that are kept."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hardware_tests import needs
from host import config as settings
from host.cli import main
from host.system import install

SERIALS = {"board": "e660c0d1c7115e29", "bag": "e660c0d1c7115e30", "racks": "e660c0d1c7115e31"}
ALL = [word for part, serial in SERIALS.items() for word in (f"--{part}", serial)]


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    root.mkdir()
    return root


@pytest.fixture
def program(tmp_path):
    """A command that can be started, as systemd-analyze wants it."""
    path = tmp_path / "taula"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def installed(tree, *more):
    return main(["install", "--root", str(tree), *more])


def files_of(tree):
    return {str(path.relative_to(tree)): path.read_text() for path in tree.rglob("*") if path.is_file()}


def test_systemd_takes_every_unit_without_a_word(tree, program):
    """The unit's own judge: unknown keys, missing programs, dependencies in circles."""
    analyze = needs.program("systemd-analyze")
    assert installed(tree, "--program", str(program), "--journal-partition", "LABEL=games", *ALL) == 0
    units = sorted((tree / "etc/systemd/system").iterdir())
    assert [unit.name for unit in units] == ["taula-kiosk.service", "taula.service", "var-lib-taula-journal.mount"]
    done = subprocess.run([analyze, "verify", "--man=no", *map(str, units)], capture_output=True, text=True,
                          check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_service_is_shut_in_as_far_as_systemd_can_judge(tree, program):
    """`systemd-analyze security` gives 0.0 to what can do nothing and 9.6 to what is not shut in at all."""
    analyze = needs.program("systemd-analyze")
    assert installed(tree, "--program", str(program)) == 0
    unit = tree / "etc/systemd/system/taula.service"
    done = subprocess.run([analyze, "security", "--offline=yes", "--no-pager", str(unit)], capture_output=True,
                          text=True, check=False)
    (exposure,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert float(exposure) < 3.0, done.stdout


def test_the_boards_have_names_by_their_serial_numbers_and_the_settings_use_them(tree):
    assert installed(tree, *ALL) == 0
    written = files_of(tree)
    rules = written["etc/udev/rules.d/70-taula.rules"]
    assert [f'ATTRS{{serial}}=="{serial}", SYMLINK+="taula/{part}"' in rules for part, serial in SERIALS.items()] == [
        True] * 3
    config = settings.load(tree / "etc/taula/table.toml")
    assert settings.port_of(config) == "/dev/taula/board"
    assert settings.readers_of(config) == {"bag": "/dev/taula/bag", "racks": "/dev/taula/racks"}
    assert config.table.journal == "/var/lib/taula/journal"


def test_udev_takes_the_rules(tree):
    """Each line is read by udev itself, which names the line that it does not understand."""
    udevadm = needs.program("udevadm")
    assert installed(tree, *ALL) == 0
    if "verify" not in subprocess.run([udevadm, "--help"], capture_output=True, text=True, check=False).stdout:
        pytest.skip("not run: needs udevadm verify (systemd 254)")
    rules = tree / "etc/udev/rules.d/70-taula.rules"
    done = subprocess.run([udevadm, "verify", str(rules)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_settings_that_are_there_are_left_alone_and_their_port_names_the_board(tree):
    """An update must not cost a club its settings."""
    path = tree / "etc/taula/table.toml"
    path.parent.mkdir(parents=True)
    port = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e660aabbccddeeff-if00"
    mine = f'[table]\njournal = "/srv/games"\n[link]\nport = "{port}"\n[web]\nport = 80\n'
    path.write_text(mine)
    assert installed(tree) == 0
    assert path.read_text() == mine
    written = files_of(tree)
    assert 'ATTRS{serial}=="e660aabbccddeeff", SYMLINK+="taula/board"' in written["etc/udev/rules.d/70-taula.rules"]
    unit = written["etc/systemd/system/taula.service"]
    assert "ReadWritePaths=/var/lib/taula /srv/games\n" in unit
    assert "AmbientCapabilities=CAP_NET_BIND_SERVICE\n" in unit


def test_boards_that_the_settings_do_not_name_are_told_with_the_lines_that_are_missing(tree, capsys):
    """A name in /dev alone has no table read its racks."""
    assert installed(tree, "--board", "e1") == 0
    assert "names no port" not in capsys.readouterr().out
    assert installed(tree, "--board", "e1", "--bag", "e2", "--racks", "e3") == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "names no port" in line]
    assert told == ['/etc/taula/table.toml was there, is left as it is, and names no port for the bag and the racks: '
                    'write bag = "/dev/taula/bag" and racks = "/dev/taula/racks" under [readers].']
    path = tree / "etc/taula/table.toml"
    path.write_text(path.read_text() + '[readers]\nbag = "/dev/taula/bag"\nracks = "/dev/taula/racks"\n')
    assert installed(tree, "--board", "e1", "--bag", "e2", "--racks", "e3") == 0
    assert "names no port" not in capsys.readouterr().out


def test_a_folder_of_games_that_the_settings_leave_out_is_the_settings_own_on_that_system(tree):
    """Not a folder below the root as this computer sees it."""
    path = tree / "etc/taula/table.toml"
    path.parent.mkdir(parents=True)
    path.write_text('[link]\nport = "/dev/ttyACM0"\n')
    assert installed(tree) == 0
    assert "ReadWritePaths=/var/lib/taula /etc/taula/journal\n" in files_of(tree)["etc/systemd/system/taula.service"]


def test_installing_twice_comes_to_the_same(tree):
    """Also where the second time names no board: its name in /dev is what the settings use."""
    assert installed(tree, *ALL) == 0
    once = files_of(tree)
    assert installed(tree) == 0
    assert files_of(tree) == once


def test_another_number_for_one_board_leaves_the_names_of_the_others(tree):
    assert installed(tree, *ALL) == 0
    assert installed(tree, "--board", "e9") == 0
    named = {part: serial for serial, part in install.OF_A_BOARD.findall(files_of(tree)[install.RULES])}
    assert named == {**SERIALS, "board": "e9"}
    assert installed(tree, "--board", SERIALS["bag"]) == 0          # the two have changed places, and one is told
    named = {part: serial for serial, part in install.OF_A_BOARD.findall(files_of(tree)[install.RULES])}
    assert named == {"board": SERIALS["bag"], "racks": SERIALS["racks"]}


@pytest.mark.parametrize(("more", "says"), [
    (["--board", "e66 "], "--board is 'e66 '"), (["--board", 'e66", RUN+="rm'], "letters and digits"),
    (["--board", "e66", "--bag", "e66"], "the same serial number"), (["--journal-partition", "games"], "UUID="),
])
def test_what_cannot_be_installed_is_one_sentence_and_nothing_is_written(tree, more, says, capsys):
    assert installed(tree, *more) == 2
    told = capsys.readouterr().err
    assert says in told
    assert len(told.splitlines()) == 1
    assert files_of(tree) == {}


def test_bad_settings_and_a_root_that_is_none_are_named(tree, capsys):
    assert main(["install", "--root", str(tree / "none")]) == 2
    assert "is no folder" in capsys.readouterr().err
    path = tree / "etc/taula/table.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[panel]\nclock_a = 40\n")
    assert installed(tree) == 2
    assert "panel.clock_a is 40" in capsys.readouterr().err


def test_a_link_does_not_lead_out_of_the_root(tree, tmp_path, capsys):
    """A card of another computer, mounted here: its links point into this one."""
    (tmp_path / "elsewhere").mkdir()
    (tree / "etc").symlink_to(tmp_path / "elsewhere")
    assert installed(tree) == 2
    assert "leads out of" in capsys.readouterr().err
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_the_release_in_use_is_named_by_the_link_that_an_update_turns(tmp_path, monkeypatch):
    """Update and rollback turn one link and restart; the unit must not name a release."""
    releases = [tmp_path / "opt" / name for name in ("0.1", "0.2")]
    for release in releases:
        (release / ".venv").mkdir(parents=True)
    current = tmp_path / "opt" / "current"
    monkeypatch.setattr(install, "CURRENT", current)
    for release in (*releases, releases[0]):  # installed, updated, rolled back
        new = current.with_name("new")
        new.symlink_to(release)
        new.replace(current)
        monkeypatch.setattr(sys, "prefix", str(release / ".venv"))
        assert install.program_of(None) == current / ".venv" / "bin" / "taula"
    monkeypatch.setattr(sys, "prefix", str(releases[1] / ".venv"))  # a release that is not the one in use
    assert install.program_of(None) == releases[1] / ".venv" / "bin" / "taula"
    assert install.program_of(Path("here/taula")) == Path.cwd() / "here/taula"
