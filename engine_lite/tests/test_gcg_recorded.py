"""The recorded and constructed games: each line read to what an independent checker found, and written back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine_lite.gcg import PlayEntry, Record, plain, read, write
from engine_lite.tests.test_recorded_games import recorded
from hardware_tests import needs

FOLDERS = {"real": "expected.jsonl.gz", "constructed": "constructed-expected.jsonl.gz"}
COUNTS = {"real": 117, "constructed": 67}


def text_of(path: Path) -> str:
    """UTF-8, or ISO-8859-1 as nine of the constructed games are."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")


def records(folder: str) -> Iterator[tuple[dict, Record]]:
    """What the checker found in each game, and what is read from it."""
    games = needs.shared(f"games/{folder}")
    for found in recorded(FOLDERS[folder]):
        yield found, read(text_of(games / f"{found['source']}.gcg"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_line_is_read_as_the_checker_read_it(folder: str) -> None:
    """Kind, line, player, rack, score and total as stated; square, direction and word of plays; the tile set."""
    count = 0
    for found, record in records(folder):
        count += 1
        moves = found["moves"]
        where = found["source"]
        assert (record.tile_set.name, len(record.players)) == (found["language"], found["players"]), where
        assert [
            (entry.line, entry.kind, entry.seat, entry.rack_text, entry.score, entry.total)
            for entry in record.entries
        ] == [
            (move["line"], move["kind"], move["player"], move["rack"], move["stated"], move["total"][move["player"]])
            for move in moves
        ], where
        assert [
            (str(entry.start), "down" if entry.start.down else "across", entry.word_text)
            for entry in record.entries
            if isinstance(entry, PlayEntry)
        ] == [(move["pos"], move["dir"], move["play"]) for move in moves if move["kind"] == "play"], where
    assert count == COUNTS[folder]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_tile_is_read_as_the_checker_read_it(folder: str) -> None:
    """The writer finds the old tiles by itself: what it leaves is what the checker says was laid."""
    for found, record in records(folder):
        plays = [entry for entry in plain(record).entries if isinstance(entry, PlayEntry)]
        laid = [[(letter.face, letter.blank) for letter in entry.letters if letter] for entry in plays]
        tiles = [
            [(face.replace("_", "?"), blank) for _, _, face, blank in move["tiles"]]
            for move in found["moves"]
            if move["kind"] == "play"
        ]
        assert laid == tiles, found["source"]


# The forms that the strictest readers take, as gcg.md's table and their own sources describe them. A rack is any
# run without blanks, and only bonus, overtime and end bonus may leave it out.
RACK = r"\S+"
STRICT = re.compile(
    rf">\S+: (?:{RACK} [A-O0-9]+ [^\s()]+ \+\d+ -?\d+"
    rf"|{RACK} -- -\d+ -?\d+|{RACK} -\S* \+0 -?\d+"
    rf"|(?:{RACK})? \(challenge\) \+\d+ -?\d+|(?:{RACK})? \(time\) -\d+ -?\d+"
    rf"|\(\S+\) \+\d+ -?\d+|(?P<rack>{RACK}) \((?P=rack)\) -\d+ -?\d+)(?: .+)?"
    r"|#player[12] \S+ .+|#rack[12] \S+|#note .+|#id \S+ \S+"
    r"|#(?:title|description|lexicon|game-type|tile-set|board-layout|tile-distribution) .+"
)


def leaves_the_strict_form(record: Record) -> bool:
    """A record that GCG has no strict form for: more players or fewer, a turn of an unknown rack."""
    needs_rack = [entry for entry in record.entries if entry.kind in ("play", "withdraw", "pass", "exchange")]
    return len(record.players) != 2 or any(entry.rack is None for entry in needs_rack)


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_written_reads_back_and_strict_readers_take_it(folder: str) -> None:
    """The same record, the same text again, and each line in the form that macondo and MAGPIE know."""
    loose = []
    for found, record in records(folder):
        text = write(record)
        again = read(text)
        assert again == plain(record), found["source"]
        assert write(again) == text, found["source"]
        if leaves_the_strict_form(record):
            loose.append(found["source"])
            continue
        first, *lines = text.splitlines()
        assert first == "#character-encoding UTF-8"
        in_note = False
        for line in lines:
            in_note = line.startswith("#note") or (in_note and line[0] not in "#>")
            assert in_note or STRICT.fullmatch(line), f"{found['source']}: {line}"
    assert len(loose) == {"real": 6, "constructed": 0}[folder], loose
