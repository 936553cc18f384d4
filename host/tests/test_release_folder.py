"""A release is used whole or not at all: what is changed, lost or added is named, and no board is touched."""

import hashlib
import json

import pytest

from host.cli import main
from host.firmware_image import sums as sources_here
from host.flash_command import DRIVE_ID, DRIVE_MARK
from host.release_folder import LISTED, MADE_FROM, UF2, BadRelease, checked, for_board, list_sums, made_from_others

BOARD_FILES = {"main.py": b"one", "line.mpy": b"two", "scan/settle.mpy": b"three"}


def lay_release(folder, board_files=BOARD_FILES):
    """A release with these files for the board, as if made from this checkout, and sums over them and over itself."""
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in board_files.items()}
    for name, data in {**board_files, "sums.json": json.dumps(sums).encode()}.items():
        (folder / "files" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "files" / name).write_bytes(data)
    (folder / UF2).write_bytes(b"UF2\n" * 500)
    (folder / "BUILT-FROM").write_text("taula\n")
    (folder / MADE_FROM).write_text(json.dumps(sources_here()))
    list_sums(folder)
    return folder


@pytest.fixture
def release(tmp_path):
    return lay_release(tmp_path / "release")


@pytest.fixture
def drive(tmp_path):
    (tmp_path / "drive").mkdir()
    (tmp_path / "drive" / DRIVE_MARK).write_text(f"UF2 Bootloader v3.0\nBoard-ID: {DRIVE_ID}\n")
    return tmp_path / "drive"


def test_a_whole_release_gives_its_files_and_what_goes_onto_a_board(release):
    found = checked(release)
    assert set(found) == {"BUILT-FROM", MADE_FROM, UF2, "files/sums.json", *(f"files/{name}" for name in BOARD_FILES)}
    assert {name: data for name, data in for_board(found).items() if name != "sums.json"} == BOARD_FILES


def test_what_a_release_was_made_from_is_compared_file_by_file(release):
    """One file changed, one gone, one new; a release that does not say is made from none of them."""
    found, here = checked(release), sources_here()
    assert made_from_others(release, found, here) == []
    assert made_from_others(release, found, {**here, "pinout.py": "0" * 64}) == ["pinout.py"]
    assert made_from_others(release, found, {**here, "new.py": "0" * 64}) == ["new.py"]
    assert made_from_others(release, found, {name: here[name] for name in here if name != "bag.py"}) == ["bag.py"]
    assert made_from_others(release, {}, here) == sorted(here)
    for damaged in (b"[]", b"{", b"[" * 100000):
        with pytest.raises(BadRelease, match=r"sources\.json does not tell what the release was made from"):
            made_from_others(release, {MADE_FROM: damaged}, here)


def drop(folder, name):
    (folder / name).unlink()


def put(name, data):
    def spoil(folder):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    return spoil


def listed_anew(spoil):
    """As `spoil`, and the sums of the release are those of what it left."""
    def both(folder):
        spoil(folder)
        list_sums(folder)
    return both


@pytest.mark.parametrize(("spoil", "says"), [
    (put("files/line.mpy", b"tvo"), r"files/line\.mpy is not as SHA256SUMS says"),
    (put("files/sums.json", b"{}"), r"files/sums\.json is not as SHA256SUMS says"),
    (put(UF2, b"UF2\n" * 250), r"micropython\.uf2 is not as SHA256SUMS says"),
    (put("BUILT-FROM", b""), r"BUILT-FROM is not as SHA256SUMS says"),
    (lambda folder: drop(folder, UF2), r"micropython\.uf2 cannot be read \(No such file"),
    (lambda folder: drop(folder, "files/line.mpy"), r"files/line\.mpy cannot be read \(No such file"),
    (put("files/old/more.mpy", b""), r"files/old/more\.mpy is not in SHA256SUMS"),
    (put(LISTED, b"abc  files/main.py\n"), r"SHA256SUMS has no sum and name in line 1"),
    (put(LISTED, b"0" * 64 + b"  ../secret\n"), r"SHA256SUMS has no sum and name in line 1"),
    (put(LISTED, b"\xff\xfe"), r"SHA256SUMS has no sum and name in line 1"),
    (put(LISTED, b""), r"files/line\.mpy is not in SHA256SUMS"),
    (listed_anew(lambda folder: drop(folder, "files/main.py")), r"files/main\.py is not in SHA256SUMS"),
    (listed_anew(lambda folder: drop(folder, "files/sums.json")), r"files/sums\.json is not in SHA256SUMS"),
    (listed_anew(put("files/line.mpy", b"tvo")), r"files/sums\.json does not tell the sums of the files beside it"),
    (listed_anew(put("files/sums.json", b"[" * 100000)), r"files/sums\.json does not tell the sums"),
    (listed_anew(put("files/sums.json", b"{")), r"files/sums\.json does not tell the sums"),
])
def test_a_release_that_is_not_whole_is_refused_and_nothing_is_touched(release, drive, capsys, spoil, says):
    spoil(release)
    with pytest.raises(BadRelease, match=f"^taula flash: .*({says}).*make image.*\\.$"):
        checked(release)
    for words in ([str(drive)], [str(drive), "--dry-run"], ["no-port"], ["no-port", "--dry-run"]):
        assert main(["flash", *words, "--release", str(release)]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert "cannot be opened" not in told.err
    assert [path.name for path in drive.iterdir()] == [DRIVE_MARK]


@pytest.mark.parametrize("make", [
    lambda folder: None,
    lambda folder: folder.write_text("a file"),
    lambda folder: folder.mkdir(),
    lambda folder: [folder.mkdir(), (folder / "files").mkdir()],
    lambda folder: [folder.mkdir(), (folder / "files").write_text(""), (folder / LISTED).write_text("")],
])
def test_what_is_named_and_is_no_release_is_refused_in_place_of_this_checkout(tmp_path, capsys, make):
    folder = tmp_path / "typed-wrong"
    make(folder)
    for words in ([], ["--dry-run"]):
        assert main(["flash", "no-port", "--release", str(folder), *words]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert told.err.startswith(f"taula flash: {folder} is no release, it has no ")
        assert "--release" in told.err


def test_the_release_that_a_boot_drive_gets_micropython_from_is_named_where_it_has_none(release, drive, capsys):
    (release / UF2).unlink()
    list_sums(release)
    assert main(["flash", str(drive), "--release", str(release)]) == 2
    assert f"there is no {UF2} in {release}; type: make image" in capsys.readouterr().err
