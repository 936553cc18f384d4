"""`taula flash`: its steps, what it refuses, and that it knows a board's build as the board itself tells it."""

import hashlib

import pytest
from tablewire.messages import BAG, PROTOCOL, BoardHello

from hardware_tests import needs
from host.board_files import BoardTrouble, greeted, greeting
from host.cli import main
from host.firmware_image import FOLDERS, sums
from host.flash_command import DRIVE_MARK, CannotFlash, build_of, check_role, released
from host.release_folder import UF2
from host.tests.test_release_folder import lay_release

# As the chip's ROM writes it. Source: Raspberry Pi, pico-bootrom-rp2040, bootrom/virtual_disk.c.
PICO = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"


@pytest.fixture(autouse=True)
def _no_image(tmp_path, monkeypatch):
    """As in a checkout where `make image` has made none."""
    monkeypatch.setattr("host.flash_command.RELEASE", tmp_path / "build" / "release")


def test_a_dry_run_tells_every_file_with_its_sum_and_touches_nothing(capsys, tmp_path):
    assert main(["flash", str(tmp_path / "no-port"), "--dry-run"]) == 0
    told = capsys.readouterr().out
    for name, data in released(None).items():
        assert f"{hashlib.sha256(data).hexdigest()}  {name}\n" in told
    assert "main.py" in told
    assert list(tmp_path.iterdir()) == []


def test_what_make_image_has_made_goes_before_the_checkout_and_a_named_release_before_both(capsys, tmp_path):
    lay_release(tmp_path / "named", {"main.py": b"named"})
    lay_release(tmp_path / "build" / "release", {"main.py": b"made"})
    assert released(None)["main.py"] == b"made"
    assert released(tmp_path / "named")["main.py"] == b"named"
    (tmp_path / "build" / "release" / "files" / "main.py").write_bytes(b"spoilt")
    assert main(["flash", str(tmp_path / "no-port"), "--dry-run"]) == 2
    assert "main.py is not as SHA256SUMS says" in capsys.readouterr().err


def test_a_release_made_before_the_firmware_was_changed_is_not_taken_for_it(capsys, tmp_path, monkeypatch):
    """Whoever slows the chain down in pinout.py must not flash the speed of before."""
    folder = lay_release(tmp_path / "build" / "release")
    assert main(["flash", str(tmp_path / "no-port"), "--dry-run"]) == 0
    capsys.readouterr()
    monkeypatch.setattr("host.flash_command.sums", lambda: {**sums(), "pinout.py": "0" * 64})
    for words in ([], ["--dry-run"]):
        assert main(["flash", str(tmp_path / "no-port"), *words]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err) == ("", f"taula flash: {folder} was made from another firmware/pinout.py than "
                                            f"is here now; type: make image, or take it as it is with --release "
                                            f"{folder}.\n")
    assert main(["flash", str(tmp_path / "no-port"), "--dry-run", "--release", str(folder)]) == 0


def test_the_build_is_what_the_board_says(tmp_path, monkeypatch):
    """Reckoned by the firmware's own function over the same files."""
    settings = needs.package("settings")
    files = {"main.py": b"one", "scan/settle.mpy": b"two", "sums.json": b"{}", "roles/a.py": b"three"}
    for folder in FOLDERS[1:]:
        (tmp_path / folder).mkdir()
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    assert build_of(files) == settings.build_sum(f"{tmp_path}/")


def test_a_port_that_is_not_there_is_one_sentence(capsys, tmp_path):
    assert main(["flash", str(tmp_path / "no-port")]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "cannot be opened" in told


def test_a_folder_that_is_no_boot_drive_is_refused_and_left_alone(capsys, tmp_path):
    assert main(["flash", str(tmp_path)]) == 2
    assert "BOOTSEL" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_boot_drive_gets_micropython(capsys, tmp_path):
    release, drive = tmp_path / "release", tmp_path / "drive"
    drive.mkdir()
    (drive / DRIVE_MARK).write_text(PICO)
    assert main(["flash", str(drive)]) == 2
    assert "make image" in capsys.readouterr().err
    lay_release(release)
    assert main(["flash", str(drive), "--release", str(release), "--dry-run"]) == 0
    assert not (drive / UF2).exists()
    assert main(["flash", str(drive), "--release", str(release)]) == 0
    assert (drive / UF2).read_bytes() == (release / UF2).read_bytes()


@pytest.mark.parametrize("words", [["--role", "bag"], ["--greets", "UART"], ["--role", "bag", "--greets", "UART"]])
def test_a_role_or_a_line_named_beside_a_boot_drive_is_refused(capsys, tmp_path, words):
    """MicroPython alone goes there: nobody would have looked at the role, or listened at the line."""
    release, drive = lay_release(tmp_path / "release"), tmp_path / "drive"
    drive.mkdir()
    (drive / DRIVE_MARK).write_text(PICO)
    for more in ([], ["--dry-run"]):
        assert main(["flash", str(drive), "--release", str(release), *words, *more]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err) == ("", "taula flash: the boot drive gets MicroPython, which greets nobody; type "
                                            "--role and --greets once it has it, with the board's port.\n")
    assert [path.name for path in drive.iterdir()] == [DRIVE_MARK]


@pytest.mark.parametrize(("told", "named"), [
    ("UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n", "RP2350"),
    ("UF2 Bootloader v3.4.0\nModel: Trinket M0\nBoard-ID: SAMD21E18A-Trinket-v0\n", "SAMD21E18A-Trinket-v0"),
    ("", "an unknown board"),
])
def test_the_boot_drive_of_another_chip_is_refused_and_left_alone(capsys, tmp_path, told, named):
    """It would pass over the RP2040's MicroPython without a word, and no port would ever come."""
    release, drive = lay_release(tmp_path / "release"), tmp_path / "drive"
    drive.mkdir()
    (drive / DRIVE_MARK).write_text(told)
    for words in ([], ["--dry-run"]):
        assert main(["flash", str(drive), "--release", str(release), *words]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert f"is the boot drive of {named}, and the firmware is for the RP2040" in told.err
    assert [path.name for path in drive.iterdir()] == [DRIVE_MARK]


def test_a_dry_run_tells_the_role_that_is_checked(capsys):
    assert main(["flash", "PORT", "--dry-run"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("1. ask the board at PORT to start without its program\n")
    assert told.endswith("; its role must be: as before, or any when it was bare\n")
    assert main(["flash", "PORT", "--dry-run", "--role", "bag", "--greets", "LINE"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("1. ask the board at LINE to start without its program; refuse it unless it is of "
                           "role bag\n")
    assert "bytes, to PORT and" in told
    assert told.endswith("; its role must be: bag\n")
    assert "4. restart it, and wait at LINE until" in told


def test_a_board_that_speaks_by_its_uart_gets_its_files_by_usb(monkeypatch, capsys):
    """Its program is asked to stop, and awaited, where it speaks; MicroPython's prompt is at USB only."""
    asked = []
    hello = BoardHello(PROTOCOL, BAG, bytes(8), 1, 0, 0, build_of(released(None)))
    for name, gives in (("greeted", hello), ("stop_program", None), ("copy", []), ("restart", None),
                        ("greeting", hello)):
        monkeypatch.setattr(f"host.flash_command.{name}",
                            lambda port, *_, name=name, gives=gives: asked.append((name, port)) or gives)
    assert main(["flash", "USB", "--greets", "UART"]) == 0
    assert asked == [("greeted", "UART"), ("stop_program", "UART"), ("copy", "USB"), ("restart", "USB"),
                     ("greeting", "UART")]
    assert "role bag" in capsys.readouterr().out


def test_a_port_that_goes_away_is_named(tmp_path):
    with pytest.raises(BoardTrouble, match="cannot be opened"):
        greeted(str(tmp_path / "gone"))


def test_a_board_that_never_greets_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("host.board_files.START_S", 0.0)
    with pytest.raises(BoardTrouble, match="does not greet"):
        greeting(str(tmp_path / "gone"))


def test_a_board_of_another_role_is_named_with_the_role_that_it_has():
    hello = BoardHello(PROTOCOL, BAG, bytes(8), 1, 0, 0, 0)
    check_role(hello, "bag")
    check_role(hello, None)
    with pytest.raises(CannotFlash, match=r"greets as bag and not as board.*GP28.*--role bag"):
        check_role(hello, "board")
