"""Protects a board whose own files are spoilt: it starts, and says so, whatever its JSON parser makes of them."""

import hashlib
import json
import os

from settings import BOOTS, DEFAULTS, SETTINGS, BadSettings, count_boot, read_settings
from sums import SUMS, wrong_files

TEMPORARY = "tmp"           # at the root of most machines: a folder to work in
DEEP = b"[" * 20_000        # deeper than any heap has room for
NO_SETTINGS = (
    b"", b"7", b"null", b"[]", b'"x"', b"{", b"}", b"{]", b"[}", b"{:}", b'{"radio"}', b'{"radio":}',
    b'{"radio" true}', b'{"radio"true:}', b'{"radio",true}', b'{"radio":true,}', b'{"radio":true}}',
    b'{"radio":true}\0\0',
    b'{"radio":truE}', b'{"radio" "x"}', b'{"radio":true "pad":true}', b"{1:2}", b"\xff\xfe", b"{" * 3000, DEEP,
)
NO_SUMS = (
    b"", b"{}", b"{]", b"7", b"null", b"[]", b'["x"]', b'"x"', b"{1:2}", b"{null:1}", b"\xff\xfe", DEEP,
)


class Folder:
    """An empty folder to work in, as `with` has it; then all is as before."""

    def __enter__(self):
        self._before = os.getcwd()
        there = "/%s/" % TEMPORARY if TEMPORARY in os.listdir("/") else ""
        self._name = there + "board" + "".join("%02x" % byte for byte in os.urandom(6))
        os.mkdir(self._name)
        os.chdir(self._name)
        return self

    def __exit__(self, *why):
        for name in os.listdir("."):
            try:
                os.remove(name)
            except OSError:
                os.rmdir(name)
        os.chdir(self._before)
        os.rmdir(self._name)


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


def settings_of(data):
    """What is read from them, or the kind of what is wrong."""
    write(SETTINGS, data)
    try:
        return read_settings()
    except BadSettings as why:
        return why.kind


def test_settings_that_only_a_lenient_parser_understands_are_none():
    with Folder():
        for data in NO_SETTINGS:
            assert settings_of(data) == 1, data


def test_settings_in_any_order_with_any_blanks_hold():
    with Folder():
        wanted = dict(DEFAULTS)
        assert settings_of(b"{}") == settings_of(b" { } \n") == wanted
        wanted.update({"radio": True, "pad": True, "link": "uart"})
        for data in (b'{"radio": true, "pad": true, "link": "uart"}',
                     b'\n{"pad":true,"link" :"uart",\t"radio":true }\r\n'):
            assert settings_of(data) == wanted, data
        assert settings_of(b'{"colour": [1, 2]}') == 2
        assert settings_of(b'{"role": "king of all, and more"}') == 3


def test_sums_that_make_no_sense_are_a_wrong_file_and_not_an_error():
    with Folder():
        assert wrong_files("") == ()
        for data in NO_SUMS:
            write(SUMS, data)
            assert wrong_files("") == (SUMS,), data
        os.remove(SUMS)
        os.mkdir(SUMS)
        assert wrong_files("") == (SUMS,)


def test_sums_name_what_is_other_than_released():
    with Folder():
        digest = "".join("%02x" % byte for byte in hashlib.sha256(b"whole").digest())
        for name in ("whole.py", "broken.py"):
            write(name, b"whole")
        write(SUMS, json.dumps({"whole.py": digest, "broken.py": digest, "gone.py": digest, "odd.py": 7}).encode())
        write("broken.py", b"broken")
        assert wrong_files("") == ("broken.py", "gone.py", "odd.py")


def test_starts_that_cannot_be_kept_have_numbers_of_chance():
    with Folder():
        assert [count_boot() for _ in range(3)] == [1, 2, 3]
        os.remove(BOOTS)
        os.mkdir(BOOTS)
        assert count_boot(lambda count: bytes((0, 0, 2, 1))) == 0x0201
        assert count_boot(bytes) == 1                        # 0 would ask who the board is
        os.rmdir(BOOTS)
        for spoilt in (b"", b"12a", b"-1", b"\xff", b"9" * 5000):
            write(BOOTS, spoilt)
            assert 1 <= count_boot() < 1 << 32
