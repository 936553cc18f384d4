"""What a board is given: every file it needs, none of the virtual table's, each with its sum; a lost byte is seen."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host.firmware_image import FIRMWARE, PACKAGE, as_text, names, package, release, version_here

# Run where the firmware's own modules are found: what the board would find wrong.
LOOK = "import sys; sys.path.insert(0, sys.argv[1]); from sums import wrong_files; print(*wrong_files(sys.argv[1]))"


def found_wrong(folder: Path) -> list[str]:
    run = subprocess.run([sys.executable, "-B", "-c", LOOK, f"{folder}/"], capture_output=True, text=True, check=True)
    return run.stdout.split()


@pytest.fixture
def released(tmp_path: Path) -> Path:
    release(tmp_path / "out", "0.1.0")
    return tmp_path / "out"


def test_the_package_in_the_checkout_lists_exactly_the_files_that_lie_there() -> None:
    right = as_text(package(names(), version_here()))
    assert (FIRMWARE / PACKAGE).read_text("utf-8") == right, "type: python -m host.firmware_image"


def test_a_board_gets_its_program_and_nothing_of_the_virtual_table() -> None:
    assert {"boot.py", "main.py", "tablewire/messages.py", "roles/__init__.py"} <= set(names())
    assert not [name for name in names() if name.startswith(("sim", "tests")) or "conftest" in name]


def test_the_list_of_a_release_names_every_file_of_it(released: Path) -> None:
    """`mip` copies what the list says: a module that it leaves out is an error at some table, on some evening."""
    listed = {target for target, _ in json.loads((released / PACKAGE).read_text("utf-8"))["urls"]}
    assert listed == {p.relative_to(released).as_posix() for p in released.rglob("*.*")} - {PACKAGE}


def test_a_release_finds_nothing_wrong_with_itself_and_names_every_file_that_has_changed(released: Path) -> None:
    assert found_wrong(released) == []
    spoilt = (released / "scan" / "settle.py").read_bytes()
    (released / "scan" / "settle.py").write_bytes(bytes([spoilt[0] ^ 1]) + spoilt[1:])
    (released / "roles" / "board.py").unlink()
    (released / "board.json").write_text("{}")  # a board's own files are nobody's business
    assert found_wrong(released) == ["roles/board.py", "scan/settle.py"]
    (released / "sums.json").write_text('{"main.py": ')
    assert found_wrong(released) == ["sums.json"]


def test_a_checkout_is_not_compared(released: Path) -> None:
    (released / "sums.json").unlink()
    (released / "main.py").write_text("")
    assert found_wrong(released) == []


def test_a_release_can_be_made_again_from_itself(released: Path, tmp_path: Path) -> None:
    shutil.copytree(released, tmp_path / "copy")
    release(tmp_path / "again", "0.1.0", tmp_path / "copy")
    assert [p.name for p in (tmp_path / "again").iterdir()] != []
    assert found_wrong(tmp_path / "again") == []
