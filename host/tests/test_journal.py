"""A game's journal: what it writes, what it tells again, and what it says of another version's file."""

import typing
from dataclasses import fields
from pathlib import Path
from zlib import crc32

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from host.adapters import journal_files, journal_lines
from host.adapters.journal import Journal, code_version, read_story
from host.adapters.journal_lines import (
    EVENTS,
    OtherVersion,
    Source,
    Totals,
    Unwritable,
    body_at,
    line_of,
    meaning_of,
)
from host.core.events import Event, GameOpened, Started, TagsRead
from host.tests.recorded_game import GAME, OPENED, records, write, written
from host.tests.torn_file import TornDisk


def line(json: str, after: int = 0) -> bytes:
    """A line as the format's description has it, made without the code under test."""
    body = json.replace("AFTER", f"{after:08x}").encode()
    return f"{len(body):06d} {crc32(body):08x} ".encode() + body + b"\n"


def file_of(*jsons: str) -> bytes:
    content, after = b"", 0
    for json in jsons:
        content += (latest := line(json, after))
        after = int(latest[7:15], 16)
    return content


OPENING = msgspec.json.encode(OPENED).decode()[1:]
FIRST = '{"n":1,"after":"AFTER","format":3,"code":"9.9","event":"GameOpened",' + OPENING


# --- the format --------------------------------------------------------------------------------------


def test_the_file_is_lines_that_a_person_can_read_and_search(tmp_path: Path) -> None:
    """The format is a contract with whoever opens the file without us: written out here, byte for byte."""
    path = tmp_path / "g1"
    journal = Journal.create(path, OPENED)
    journal.append(TagsRead(17, 112, ("e004015032a7c1f0",)), Source("board", 3, 41))
    journal.record_totals(1, (22, 0))
    journal.close()
    assert path.read_bytes() == file_of(
        FIRST.replace("9.9", code_version()),
        '{"n":2,"after":"AFTER","event":"TagsRead","at_ns":17,"square":112,"tags":["e004015032a7c1f0"],'
        '"source":["board",3,41]}',
        '{"n":3,"after":"AFTER","note":"Totals","turn":1,"totals":[22,0]}',
    )


def test_a_resumed_game_tells_all_that_was_appended_and_goes_on(tmp_path: Path) -> None:
    """Nothing is lost, doubled or changed over a restart, nor over a second one."""
    path = tmp_path / "g1"
    written(path, journal_files.DISK, turns=2)
    expected = [(OPENED, None), *records(2)]
    for restart in range(2):
        journal, story = Journal.open(path)
        assert list(story.events) == [(what, source) for what, source in expected if isinstance(what, Event)]
        assert list(story.totals) == [what for what, _ in expected if isinstance(what, Totals)]
        assert story.sources == {"board": (3, 21), "panel": (1, 3)}
        assert (story.damage, story.code) == (None, code_version())
        expected.append((Started(1, at_ns=restart), None))
        write(journal, *expected[-1])
        journal.close()


def test_game_time_goes_on_from_the_latest_event_not_the_last(tmp_path: Path) -> None:
    """A board stamps a change with its first reading, so a later record may be of an earlier moment."""
    journal = Journal.create(tmp_path / "g1", OPENED)
    journal.append(Started(0, at_ns=900))
    journal.append(Started(0, at_ns=400))
    journal.close()
    assert read_story(tmp_path / "g1").last_ns == 900


def test_a_board_that_started_anew_is_asked_from_its_new_boot(tmp_path: Path) -> None:
    """Message numbers begin at 0 at a boot: the number of an older boot would skip what the new one has to say."""
    journal = Journal.create(tmp_path / "g1", OPENED)
    journal.append(Started(0, at_ns=1), Source("board", 3, 800))
    journal.append(Started(0, at_ns=2), Source("board", 4, 0))
    journal.close()
    assert read_story(tmp_path / "g1").sources == {"board": (4, 1)}


def test_an_append_is_one_call_to_the_kernel() -> None:
    """So a kill between two instructions leaves whole lines, and a line is in the kernel before it is applied."""
    disk = TornDisk()
    journal = Journal.create(GAME, OPENED, disk)
    for what, source in records(1):
        write(journal, what, source)
    calls = [change.data or b"" for change in disk.files[GAME].changes]
    assert len(calls) == 11
    assert [call.find(b"\n") for call in calls] == [len(call) - 1 for call in calls]


def test_an_appended_event_is_with_the_kernel_before_any_sync(tmp_path: Path) -> None:
    """Another process sees it at once, so the end of this one, however sudden, does not lose it."""
    journal = Journal.create(tmp_path / "g1", OPENED)
    for count, (what, source) in enumerate(records(1), 2):
        write(journal, what, source)
        story = read_story(tmp_path / "g1")
        assert len(story.events) + len(story.totals) == count
    journal.close()


# --- every event, there and back ------------------------------------------------------------------------


def strategy_of(hint: object) -> SearchStrategy[object]:
    """Values of a field's type, as far as JSON and 64 bits carry them."""
    parts = typing.get_args(hint)
    if hint is int:
        return st.integers(-(2**63), 2**63 - 1)
    if typing.get_origin(hint) is tuple and parts[-1] is Ellipsis:
        return st.lists(strategy_of(parts[0]), max_size=4).map(tuple)
    if typing.get_origin(hint) is tuple:
        return st.tuples(*map(strategy_of, parts))
    return st.from_type(typing.cast(type, hint))


def values_of(kind: type) -> SearchStrategy[object]:
    hints = typing.get_type_hints(kind)
    return st.builds(kind, **{field.name: strategy_of(hints[field.name]) for field in fields(kind)})


SOURCES = st.none() | st.builds(Source, st.text(max_size=8), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))


@given(what=st.one_of([values_of(kind) for kind in (*EVENTS.values(), Totals)]), source=SOURCES)
def test_every_event_comes_back_equal_from_its_line(what: Event | Totals, source: Source | None) -> None:
    """Whatever the fields hold, quotation marks and newlines in a name included, a line says the same again."""
    number = 1 if isinstance(what, GameOpened) else 2
    encoded = line_of(number, 7, what, source, code="0.1")
    body = body_at(encoded, 0)
    assert body is not None
    assert (encoded.count(b"\n"), body.end, body.after) == (1, len(encoded) - 1, 7)
    assert meaning_of(body) == (what, source)


def test_no_event_has_a_field_that_the_line_uses_itself() -> None:
    """Else one would overwrite the other in silence."""
    reserved = {"n", "after", "event", "note", "source", "format", "code"}
    assert {field.name for kind in EVENTS.values() for field in fields(kind)} & reserved == set()
    assert "Totals" not in EVENTS
    assert len(EVENTS) > 10


@pytest.mark.parametrize("event", [
    TagsRead(1, 2, ("\ud800",)),
    TagsRead(1, 2, ("e" * journal_lines.LONGEST_JSON,)),
])
def test_an_event_that_no_line_can_hold_is_refused_and_the_journal_goes_on(event: Event) -> None:
    """One sentence, nothing written, no crash in the middle of a game."""
    disk = TornDisk()
    journal = Journal.create(GAME, OPENED, disk)
    before = disk.files[GAME].now()
    with pytest.raises(Unwritable):
        journal.append(event)
    assert disk.files[GAME].now() == before
    journal.append(Started(0, at_ns=1))
    assert journal.number == 2


# --- another version's file -----------------------------------------------------------------------------


@pytest.mark.parametrize(("second", "named"), [
    ('{"n":2,"after":"AFTER","event":"TileEaten","at_ns":1}', "an unknown event, TileEaten"),
    ('{"n":2,"after":"AFTER","event":7,"at_ns":1}', "an unknown event, 7"),
    ('{"n":2,"after":"AFTER","note":"Weather","at_ns":1}', "an unknown event, Weather"),
    ('{"n":2,"after":"AFTER","event":"Event","at_ns":1}', "an unknown event, Event"),
    ('{"n":2,"after":"AFTER","event":"Started","at_ns":1,"seat":0,"mood":"good"}', "an unknown field, mood"),
    ('{"n":2,"after":"AFTER","event":"Started","at_ns":1}', "Started, holds an unknown value"),
    ('{"n":2,"after":"AFTER","event":"Started","at_ns":"1","seat":0}', "Started, holds an unknown value"),
    ('{"n":2,"after":"AFTER","event":"Started","at_ns":1,"seat":0,"source":["b"]}', "holds an unknown value"),
])
def test_a_record_of_another_version_names_the_version_to_use(tmp_path: Path, second: str, named: str) -> None:
    """A newer file is not damage: it says which version reads it, and what stands before can still be looked at."""
    path = tmp_path / "g1"
    path.write_bytes(file_of(FIRST, second))
    with pytest.raises(OtherVersion) as raised:
        read_story(path)
    assert str(raised.value).startswith("g1: Record 2")
    assert named in str(raised.value)
    assert "version 9.9" in str(raised.value)
    assert len(read_story(path, until=2).events) == 1


def test_a_file_of_another_format_is_named(tmp_path: Path) -> None:
    """The format's number is the first thing looked at."""
    (tmp_path / "g1").write_bytes(file_of(FIRST.replace('"format":3', '"format":4')))
    with pytest.raises(OtherVersion, match="format 3"):
        Journal.open(tmp_path / "g1")


def test_a_field_with_a_default_may_be_absent(tmp_path: Path) -> None:
    """So that a version which adds one still reads the games before it."""
    path = tmp_path / "g1"
    path.write_bytes(file_of(FIRST.replace(',"made_by":""', "")))
    assert read_story(path).events[0][0] == OPENED
