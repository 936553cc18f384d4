"""A board's own files: settings that say what is wrong with them, starts that are counted whatever befalls the file,
and a sum that changes with any file of the firmware."""

import pytest
from settings import (
    DEFAULTS,
    NOT_READ,
    UNKNOWN_WORD,
    WRONG_VALUE,
    BadSettings,
    build_sum,
    count_boot,
    read_settings,
)


@pytest.fixture(autouse=True)
def board_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_a_file_the_defaults_hold_and_a_file_alters_what_it_names(board_files):
    assert read_settings() == DEFAULTS
    (board_files / "board.json").write_text('{"radio": true}')
    assert read_settings() == {**DEFAULTS, "radio": True}
    assert DEFAULTS["radio"] is False


@pytest.mark.parametrize(("text", "says"), [
    ('{"colour": 1}', "unknown word colour; it may hold link, pad, radio, role"),
    ('{"radio": ', "is no JSON; mend it, or delete it"),
    ("[]", "must be words and values in braces"),
    ('{"link": "wifi"}', 'link is "usb" or "uart", not "wifi"'),
    ('{"radio": 1.5}', "radio is false or true, not 1.5"),
    ('{"pad": 1}', "pad is false or true, not 1"),
    ('{"pad": []}', "pad is false or true, not "),
    ('{"role": null}', 'role is "board" or "radio" or "bag" or "whole", not null'),
    ("[" * 100_000, "is no JSON"),
])
def test_what_is_wrong_is_said_in_a_sentence(board_files, text, says):
    (board_files / "board.json").write_text(text)
    with pytest.raises(BadSettings, match=says):
        read_settings()


def test_starts_are_counted_from_one_and_a_spoilt_count_begins_again(board_files):
    assert [count_boot() for _ in range(3)] == [1, 2, 3]
    (board_files / "boots.txt").write_bytes(b"\xff\x00")
    assert count_boot() == 1
    (board_files / "boots.txt").write_text(str(2**32 - 1))
    assert count_boot() == 1  # 0 would ask who the board is


@pytest.mark.parametrize(("data", "kind", "link"), [
    (b"\xff\xfe\x00", NOT_READ, "usb"),
    (b'{"link": "uart", ', NOT_READ, "uart"),
    (b"7", NOT_READ, "usb"),
    (b'{"link": "uart", "colour": 1}', UNKNOWN_WORD, "uart"),
    (b'{"link": "uart", "role": "king"}', WRONG_VALUE, "uart"),
    (b'{"link": ["uart"]}', WRONG_VALUE, "usb"),
])
def test_what_is_wrong_has_a_number_and_the_line_to_the_host_is_kept_where_it_can_be(board_files, data, kind, link):
    (board_files / "board.json").write_bytes(data)
    with pytest.raises(BadSettings) as raised:
        read_settings()
    assert (raised.value.kind, raised.value.link) == (kind, link)


def test_a_folder_in_the_place_of_the_file_is_no_settings(board_files):
    (board_files / "board.json").mkdir()
    with pytest.raises(BadSettings, match="is no JSON"):
        read_settings()


def test_the_sum_changes_with_every_file_and_with_nothing_else(board_files):
    for folder in ("roles", "scan", "drivers", "tablewire"):
        (board_files / folder).mkdir()
        (board_files / folder / "a.py").write_text("1")
    (board_files / "main.py").write_text("1")
    sums = [build_sum(f"{board_files}/")]
    for name in ("main.py", "roles/a.py", "scan/a.py", "drivers/a.py", "tablewire/a.py"):
        (board_files / name).write_text("2")
        sums.append(build_sum(f"{board_files}/"))
    assert len(set(sums)) == 6
    (board_files / "boots.txt").write_text("7")
    assert build_sum("") == sums[-1]
