"""Which characters the bytes of an annotated game are: declared, not declared, declared wrongly."""

from pathlib import Path

import pytest

from host.gcg_files import LARGEST, UnreadableFile, read_text, text_of

NAME = "#player1 césar César\n"
UTF_8, LATIN = NAME.encode("utf-8"), NAME.encode("iso-8859-1")


@pytest.mark.parametrize("spelling", ["UTF-8", "utf-8", "utf8", " UTF-8 "])
def test_declared_utf_8(spelling: str) -> None:
    """In any spelling that records have."""
    first = f"#character-encoding {spelling}\n"
    assert text_of(first.encode() + UTF_8, "game.gcg") == first + NAME


@pytest.mark.parametrize("spelling", ["ISO-8859-1", "iso 8859-1", "Latin-1", "latin1"])
def test_declared_iso_8859_1_is_taken_at_its_word(spelling: str) -> None:
    """Also where the bytes would be UTF-8."""
    first = f"#character-encoding {spelling}\r\n"
    assert text_of(first.encode() + LATIN, "game.gcg") == first + NAME
    assert text_of(first.encode() + UTF_8, "game.gcg") == first + NAME.replace("é", "Ã©")


def test_not_declared() -> None:
    """UTF-8 where the bytes are, with a mark in front or not, else ISO-8859-1, the default of the format."""
    assert text_of(UTF_8, "game.gcg") == NAME
    assert text_of(b"\xef\xbb\xbf" + UTF_8, "game.gcg") == NAME
    assert text_of(LATIN, "game.gcg") == NAME
    assert text_of("L·L Ç\n".encode("iso-8859-1"), "game.gcg") == "L·L Ç\n"
    assert text_of(b"", "game.gcg") == ""


def test_a_declaration_further_down_declares_nothing() -> None:
    """The reader of the text refuses it with its line; here it must not change the bytes' meaning."""
    late = b"#character-encoding ISO-8859-1\n"
    assert text_of(UTF_8 + late, "game.gcg") == NAME + late.decode()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b"#character-encoding UTF-8\r\n#player1 a A\r\n" + LATIN,
            "game.gcg says that it is UTF-8, and byte 0xe9 in line 3 is not; declare ISO-8859-1 or save it as UTF-8",
        ),
        (
            b"\xef\xbb\xbf" + LATIN,
            "game.gcg says that it is UTF-8, and byte 0xe9 in line 1 is not; declare ISO-8859-1 or save it as UTF-8",
        ),
        (
            b"#character-encoding windows-1252\n" + LATIN,
            "game.gcg declares the encoding “windows-1252” in line 1; expected UTF-8 or ISO-8859-1",
        ),
        (
            b"#character-encoding\n" + UTF_8,
            "game.gcg declares the encoding “” in line 1; expected UTF-8 or ISO-8859-1",
        ),
        (
            b"\xef\xbb\xbf#character-encoding ISO-8859-1\n" + UTF_8,
            "game.gcg declares ISO-8859-1 and begins with the mark of UTF-8; save it as UTF-8",
        ),
        (NAME.encode("utf-16"), "game.gcg is UTF-16; save it as UTF-8"),
    ],
)
def test_bytes_that_are_not_what_they_say(data: bytes, sentence: str) -> None:
    """One sentence that names the file, the line and the remedy."""
    with pytest.raises(UnreadableFile) as caught:
        text_of(data, "game.gcg")
    assert str(caught.value) == sentence


def test_a_file(tmp_path: Path) -> None:
    """Its bytes are read whole; a path may be text too."""
    path = tmp_path / "game.gcg"
    path.write_bytes(LATIN)
    assert read_text(path) == read_text(str(path)) == NAME


def test_a_file_that_is_not_there_or_no_file_or_too_large(tmp_path: Path) -> None:
    """A sentence each, never a trace."""
    with pytest.raises(UnreadableFile, match=r"none.gcg cannot be read: No such file"):
        read_text(tmp_path / "none.gcg")
    with pytest.raises(UnreadableFile, match=r"is no ordinary file"):
        read_text(tmp_path)
    large = tmp_path / "large.gcg"
    large.write_bytes(b"x" * (LARGEST + 1))
    with pytest.raises(UnreadableFile, match=r"large.gcg has more than 2000000 bytes"):
        read_text(large)
