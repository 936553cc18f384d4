"""`taula journal`: a flipped bit is named by record and turn, nothing behind it disappears in silence, a repair loses
nothing, and no rack of a running game leaves.
"""

import json
import re
from bisect import bisect_right
from pathlib import Path
from random import Random

import pytest

from host import cli
from host.adapters.journal import Journal, read_story
from host.adapters.journal_files import StorageFull
from host.adapters.journal_lines import HEADER_BYTES, OtherVersion, crc_of, renumbered
from host.adapters.journal_repair import held
from host.adapters.journal_story import Damaged, read
from host.adapters.journal_survey import survey
from host.adapters.journal_time import GameTimeFile, time_path
from host.core.events import (
    Accepted,
    Corrected,
    CorrectionUndone,
    EndRack,
    EndTyped,
    ExchangeTyped,
    GameOpened,
    NoPlay,
    Passed,
    PointsGiven,
)
from host.core.phases import Phase
from host.core.table import step
from host.games import ReplayDiffers, replayed, resume
from host.journal_dump import HIDDEN, told_fields
from host.journal_findings import findings
from host.journal_mending import Choice, Mended, Refused, mended
from host.tests.kept_games import KeptGame
from host.tests.recorded_game import GAME
from host.tests.torn_file import TEARS, PowerCut, TornDisk

JOURNALS = Path(__file__).parent / "journals"
OLD = {  # records, turns, totals
    "format1-virtual-table": (137, 8, [77, 179]), "format1-referee": (83, 6, [21, -122]),
    "format1-interrupted": (41, 2, [22, 24]), "format2-trail": (40, 3, [9, 7]),
}  # fmt: skip
SENTENCE = re.compile(r"\A[^\n]{20,700}\.\n\Z")
FLIPS = 200
RACK = "TRS?ENA"
TAG_OF_A_TILE = '["e004000000000000", "?"]'


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A whole game: plays, a blank, a play withdrawn, a pass, an exchange, the end, racks settled."""
    path = tmp_path_factory.mktemp("whole") / "g.journal"
    with KeptGame(path, "manacor") as game:
        game.play("h5 QUINA")
        game.play("8h Any")
        game.play("4d FEInES")
        game.withdraw()
        for _ in range(3):
            game.tell(Passed(game.seat, at_ns=game.now()))
        game.tell(ExchangeTyped(game.now(), game.seat, 3))
        at = game.now()
        game.tell(EndTyped(at, "no_play"))
        game.tell(EndRack(at, 0, RACK, -1))
        game.tell(PointsGiven(at, 1, "time", -10))
    return path.read_bytes()


def starts(data: bytes) -> list[int]:
    return [match.end() for match in re.finditer(rb"\A|\n(?!\Z)", data)]


def flipped(data: bytes, offset: int, bit: int) -> bytes:
    spoiled = bytearray(data)
    spoiled[offset] ^= 1 << bit
    return bytes(spoiled)


def spoiled(data: bytes, *records: int) -> bytes:
    """`data` with a bit flipped in the middle of each of `records`."""
    for record in records:
        data = flipped(data, starts(data)[record - 1] + 40, 2)
    return data


def event_record(data: bytes, text: bytes) -> int:
    """The number of the first record that holds `text`."""
    return data[: data.index(text)].count(b"\n") + 1


def told(capfd: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    """Exit code and answer of `taula journal`, which has nothing to complain of."""
    code = cli.main(["journal", *map(str, words)])
    out, err = capfd.readouterr()
    assert err == ""
    return code, out


def refused(capfd: pytest.CaptureFixture[str], *words: object) -> str:
    """The sentence with which the command ends, having written nothing else."""
    assert cli.main(["journal", *map(str, words)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert SENTENCE.match(err), err
    return err


def sound(capfd: pytest.CaptureFixture[str], path: Path) -> dict[str, object]:
    """What `check` says of a file that it calls sound, and a start too goes on with."""
    code, out = told(capfd, "check", "--json", path)
    assert (code, json.loads(out)["sound"]) == (0, True)
    replayed(read_story(path))
    return json.loads(out)


# --- single flipped bits -------------------------------------------------------------------------------------


def flips(whole: bytes, seed: int) -> list[tuple[int, bytes]]:
    """Record number hit and file, one random bit each."""
    random = Random(seed)
    offsets = [random.randrange(len(whole)) for _ in range(FLIPS)]
    return [(bisect_right(starts(whole), at), flipped(whole, at, random.randrange(8))) for at in offsets]


def flip_in_each_record(whole: bytes, seed: int) -> list[tuple[int, bytes]]:
    """The same with one bit in every record."""
    random = Random(seed)
    ends = [*starts(whole)[1:], len(whole)]
    spans = list(zip(starts(whole), ends, strict=True))
    return [(number, flipped(whole, random.randrange(*span), random.randrange(8)))
            for number, span in enumerate(spans, 1)]


def test_each_of_200_flipped_bits_is_named_by_turn_and_what_stands_behind_it_is_told(whole: bytes) -> None:
    """As the start of the service names it; and record by record what stands behind."""
    records = survey(whole).kept
    for hit, data in flips(whole, 1):
        with pytest.raises(Damaged) as raised:
            read(data, "g")
        found = survey(data)
        (gap,) = found.gaps
        named = raised.value
        assert (gap.number, gap.last, gap.line, gap.turn) == (hit, hit, named.line, named.turn)
        assert [each.number for each in found.before] == list(range(1, hit))
        assert [each.name for each in found.after] == [each.name for each in records[hit:]]
        assert tuple(each.number for each in found.after) == named.sound_after
        assert [each.turn for each in found.after] == [each.turn for each in records[hit:]]


def test_a_repair_of_a_bit_in_each_record_is_sound_or_refused_with_the_totals_that_differ(whole: bytes) -> None:
    """Every record of the old file stands in the new one or is named as left out; which bit it is makes no odds."""
    skips = {"mended": 0, "refused": 0}
    for hit, data in flip_in_each_record(whole, 2):
        found = findings(data, "g")
        assert isinstance(mended(found, Choice()), Refused)
        if hit == 1:
            assert isinstance(mended(found, Choice(until=2)), Refused)
            continue
        back = mended(found, Choice(until=hit))
        assert isinstance(back, Mended)
        assert back.found.sound
        assert back.data == whole[: starts(whole)[hit - 1]]
        left = [each.record.number for each in back.left_out if each.record]
        assert [*range(1, hit), *left] == [each.number for each in found.survey.kept]
        skips[_skip(found, hit)] += 1
    assert min(skips.values()) > 10, skips


def _skip(found, hit: int) -> str:
    skipped = mended(found, Choice(skip=(hit,)))
    if isinstance(skipped, Refused):
        assert skipped.differences
        assert any("--accept-totals" in choice for choice in skipped.choices)
    accepted = mended(found, Choice(skip=(hit,), accept_totals=True))
    assert isinstance(accepted, Mended)
    assert accepted.found.sound
    replayed(read(accepted.data, "g").story)
    assert len(accepted.left_out) == 1
    events = [each.name for each in accepted.found.survey.kept if each.name != "Totals"]
    assert events == [each.name for each in found.survey.kept if each.name != "Totals"]
    return "refused" if isinstance(skipped, Refused) else "mended"


def test_a_turn_whose_totals_are_lost_is_still_that_turn(whole: bytes) -> None:
    """Points given later belong to the turn that they change; what stands behind lost totals to the turn after."""
    totals = event_record(whole, b'"note":"Totals"')
    turns = {each.number: each.turn for each in survey(spoiled(whole, totals)).kept}
    assert (turns[totals - 1], turns[totals + 1]) == (1, 2)
    points = event_record(whole, b"PointsGiven")
    assert {each.number: each.turn for each in survey(whole).kept}[points] == 7


def test_a_lost_sector_is_one_place_with_all_its_records(whole: bytes) -> None:
    at = starts(whole)[20] + 30
    data = whole[:at] + bytes(512) + whole[at + 512 :]
    (gap,) = survey(data).gaps
    behind = survey(data).after[0].number
    assert (gap.number, gap.last) == (21, behind - 1)
    assert [each.number for each in survey(data).after] == list(range(behind, len(starts(whole)) + 1))


@pytest.mark.parametrize("change", ["missing", "doubled", "swapped", "foreign"])
def test_lines_out_of_their_place_are_each_accounted_for(whole: bytes, change: str) -> None:
    """A copy by hand: every line of the file is kept, told as out of its place, or unreadable."""
    lines = whole.splitlines(keepends=True)
    changed = {
        "missing": [*lines[:19], *lines[20:]],
        "doubled": [*lines[:20], *lines[19:]],
        "swapped": [*lines[:19], lines[20], lines[19], *lines[21:]],
        "foreign": [*lines[:20], b"a note by hand\n", *lines[20:]],
    }[change]
    found = survey(b"".join(changed))
    with pytest.raises(Damaged) as raised:
        read(b"".join(changed), "g")
    assert (found.gaps[0].number, found.gaps[0].line) == (raised.value.record, raised.value.line)
    strays = sum(len(gap.strays) for gap in found.gaps)
    assert len(found.kept) + strays + (change == "foreign") == len(changed)
    assert mended(findings(b"".join(changed), "g"), Choice(skip=tuple(gap.number for gap in found.gaps)))


def test_a_line_with_a_right_crc_that_the_next_one_disowns_is_not_believed(whole: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    body = lines[19][HEADER_BYTES:-1].replace(b'"at_ns":', b'"at_ns":1')
    lines[19] = renumbered(body, 20, crc_of(lines[18]))
    (gap,) = survey(b"".join(lines)).gaps
    assert (gap.number, [each.number for each in gap.strays]) == (20, [20])


# --- the commands --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OLD)
def test_a_journal_of_an_earlier_version_is_read(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Journals that version 0.1.0 wrote come to the totals that their README names, and can be written out."""
    path = JOURNALS / f"{name}.journal"
    found, torn = sound(capfd, path), name == "format1-interrupted"
    assert (found["records"], found["turns"], found["totals"]) == OLD[name]
    assert (found["format"], found["code"]) == (int(name[6]), "0.1.0")
    assert (found["torn"] is not None) == torn
    code, out = told(capfd, "dump", path)
    assert (code, len(out.splitlines())) == (0, OLD[name][0] + torn)


def test_a_game_of_an_earlier_version_numbers_its_corrections_as_then_and_stays_accepted() -> None:
    """Correction 1 was that of turn 1: points given and clocks set had no number; nobody had told the racks."""
    table, _ = replayed(read_story(JOURNALS / "format2-trail.journal"))
    assert [(type(each.event), each.undone) for each in table.corrections] == [
        (Corrected, "Clara no: 22"), (Corrected, "")]
    assert (table.phase, table.course.winner, table.course.untold) == (Phase.AGREED, 0, frozenset())


def test_a_game_of_an_earlier_version_goes_on_as_it_began(tmp_path: Path) -> None:
    """Cut off before its end: what is added counts as before, and is read so again."""
    path = tmp_path / "g.journal"
    path.write_bytes((JOURNALS / "format2-trail.journal").read_bytes())
    journal, story = Journal.open(path, until=37)
    table, _ = replayed(story)
    at = table.at_ns
    later = (PointsGiven(at, 0, "penalty", -3), CorrectionUndone(at, 2), NoPlay(None, at_ns=at),
             Accepted(0, at_ns=at), Accepted(1, at_ns=at))
    for event in later:
        journal.append(event)
        table, _ = step(table, event)
        assert table.refusal is None
    journal.close()
    assert [each.undone for each in table.corrections] == ["Clara no: 22", "undone"]
    assert (table.phase, table.game.totals) == (Phase.AGREED, (22 - 3 - 13, 1 + 5 - 8))
    again, _ = replayed(read_story(path))
    assert (again.phase, again.game.totals, again.corrections) == (table.phase, table.game.totals, table.corrections)


@pytest.mark.parametrize("absent", [("stands_unplugged", "sees_opening"), ("sees_opening",), ()])
def test_the_fields_of_a_first_record_of_format_2_tell_what_held(absent: tuple[str, ...], tmp_path: Path) -> None:
    opening = (JOURNALS / "format2-trail.journal").read_bytes().splitlines()[0][HEADER_BYTES:]
    named = {"stands_unplugged", "sees_opening"} - set(absent)
    known = b"".join(b'"%s":true,' % each.encode() for each in sorted(named))
    path = tmp_path / "g.journal"
    path.write_bytes(renumbered(opening.replace(b'"readers":', known + b'"readers":'), 1, 0))
    opened = read_story(path).events[0][0]
    assert isinstance(opened, GameOpened)
    assert opened.undo_counts_turns == ("stands_unplugged" in absent)
    assert opened.guesses_settle == ("sees_opening" in absent)


def test_check_speaks_of_several_records_as_of_several(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Five lines cut out of the middle; of one alone it is said as of one."""
    path = tmp_path / "g.journal"
    at = starts(whole)
    path.write_bytes(whole[: at[10]] + whole[at[15] :])
    code, out = told(capfd, "check", path)
    assert code == 1
    assert "records 11 to 15 (line 11, turn 1) are missing: number 16 stands in their place" in out
    path.write_bytes(whole[: at[10]] + whole[at[11] :])
    assert "record 11 (line 11, turn 1) is missing: number 12 stands in its place" in told(capfd, "check", path)[1]


def test_a_line_that_stands_twice_is_told_as_that_and_nothing_as_missing(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The record behind it stands one line below; a line from elsewhere in the game is told in the same way."""
    path = tmp_path / "g.journal"
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:20], *lines[19:]]))
    code, out = told(capfd, "check", path)
    assert code == 1
    assert "  record 20 stands twice, before record 21 (line 21, turn 2)\n" in out
    assert "missing" not in out
    path.write_bytes(b"".join([*lines[:19], lines[20], lines[19], *lines[21:]]))
    out = told(capfd, "check", path)[1]
    assert "  record 20 stands out of its place, before record 22 (line 21, turn 2)\n" in out


def test_dump_tells_a_lost_opening_record_before_the_second_one(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.journal"
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[1:]))
    lines = told(capfd, "dump", path)[1].splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["1", "2", "3"]
    assert "DAMAGE" in lines[0]


def test_check_names_the_damage_and_what_stands_around_it(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.journal"
    press = event_record(whole, b"ClockPressed")
    path.write_bytes(spoiled(whole, press))
    last = len(starts(whole))
    code, out = told(capfd, "check", path)
    assert code == 1
    assert "g.journal: damaged\n" in out
    assert f"  before the damage: {press - 1} sound records; 0 turns, totals Anna 0, Biel 0\n" in out
    assert f"  record {press} (line {press}, turn 1) is damaged; " in out
    assert f"  behind the first damage: {last - press} sound records\n" in out
    assert path.read_bytes() == spoiled(whole, press)
    code, out = told(capfd, "check", "--json", path)
    assert [each["record"] for each in json.loads(out)["sound_after"]] == list(range(press + 1, last + 1))


def test_repair_of_damage_without_a_choice_names_the_choices_and_changes_nothing(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.journal"
    path.write_bytes(spoiled(whole, 20, 30))
    code, out = told(capfd, "repair", path)
    assert code == 1
    assert "--until 20: " in out
    assert "--skip 20 --skip 30: " in out
    assert told(capfd, "repair", path, "--skip", 20)[0] == 1, "the second damage is not left out in silence"
    assert (path.read_bytes(), [each.name for each in tmp_path.iterdir()]) == (spoiled(whole, 20, 30), ["g.journal"])


def test_repair_until_goes_back_with_the_game_time_and_keeps_the_old_file_whole(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The clock that runs at that record must not be charged all that was played since."""
    path = tmp_path / "g.journal"
    path.write_bytes(spoiled(whole, 30))
    time = GameTimeFile.create(time_path(path))
    time.sync(900_000_000_000)
    time.close()
    code, out = told(capfd, "repair", path, "--until", 30)
    assert code == 0
    assert "  left out: record 30 (line 30, turn " in out
    for record in survey(spoiled(whole, 30)).after:
        assert f"  left out: record {record.number} (turn {record.turn}) {record.name}\n" in out
    assert (tmp_path / "g.journal.torn").read_bytes() == spoiled(whole, 30)
    assert path.read_bytes() == whole[: starts(whole)[29]]
    assert sound(capfd, path)["records"] == 29
    assert not time_path(path).exists()
    assert (tmp_path / "g.journal.time.torn").exists()


def test_repair_skip_of_a_press_must_be_accepted_with_the_totals_that_follow(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Without the press the first play was never made: 22 points are not lost without a word."""
    path = tmp_path / "g.journal"
    press = event_record(whole, b"ClockPressed")
    path.write_bytes(spoiled(whole, press))
    code, out = told(capfd, "repair", path, "--skip", press)
    assert code == 1
    assert "turn 1: stored 22, 0; its events come to" in out
    assert path.read_bytes() == spoiled(whole, press)
    code, out = told(capfd, "repair", path, "--skip", press, "--accept-totals")
    assert code == 0
    assert f"left out: record {press} (line {press}, turn 1) is damaged" in out
    assert "replaced: record " in out
    sound(capfd, path)
    assert (tmp_path / "g.journal.torn").read_bytes() == spoiled(whole, press)


def test_repair_skip_of_a_record_of_totals_writes_them_again(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """They follow from the events: the very same file comes out."""
    path = tmp_path / "g.journal"
    totals = event_record(whole, b'"note":"Totals"')
    path.write_bytes(spoiled(whole, totals))
    code, out = told(capfd, "repair", path, "--skip", totals)
    assert code == 0
    assert "written again: the totals of turn 1" in out
    assert path.read_bytes() == whole


def test_repair_of_a_torn_tail_cuts_it_off_and_a_second_time_has_nothing_to_do(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.journal"
    path.write_bytes(whole[:-5])
    assert "torn tail: " in told(capfd, "repair", path)[1]
    assert path.read_bytes() == whole[: starts(whole)[-1]]
    assert (tmp_path / "g.journal.torn").read_bytes() == whole[:-5]
    code, out = told(capfd, "repair", path)
    assert (code, out) == (0, "g.journal: nothing to repair; the file is left as it is\n")
    assert not (tmp_path / "g.journal.torn-2").exists()


def test_totals_that_differ_without_damage_are_found_and_accepted_only_on_request(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """As another version of the rules would have written them: no line is damaged."""
    path = tmp_path / "g.journal"
    with KeptGame(path) as game:
        game.play("h5 QUINA")
    journal, _ = Journal.open(path)
    journal.record_totals(2, (99, 99))
    journal.close()
    with pytest.raises(ReplayDiffers, match="turn 2"):
        replayed(read_story(path))
    before = path.read_bytes()
    code, out = told(capfd, "check", path)
    assert (code, "turn 2: stored 99, 99; its events come to no turn that ends there" in out) == (1, True)
    assert told(capfd, "repair", path)[0] == 1
    assert path.read_bytes() == before
    assert told(capfd, "repair", "--accept-totals", path)[0] == 0
    assert sound(capfd, path)["totals"] == [22, 0]


def test_a_power_cut_during_a_repair_loses_nothing_and_never_passes_for_sound(whole: bytes) -> None:
    """At every call to the medium: the old file, the new one, or plain damage with the old one whole beside it."""
    old = spoiled(whole, event_record(whole, b"ClockPressed"))
    mend = mended(findings(old, "g"), Choice(skip=(event_record(whole, b"ClockPressed"),), accept_totals=True))
    assert isinstance(mend, Mended)
    random, seen, cut = Random(5), set(), 0
    while True:
        disk = TornDisk()
        disk.put(GAME, old)
        disk.cut_after = cut
        try:
            with held(GAME, disk) as journal:
                journal.rewrite(mend.data)
            break
        except PowerCut:
            cut += 1
        for tear in TEARS * 5:
            after = disk.after_power_cut(random, tear).files
            data = after[GAME].now()
            seen.add({old: "old", mend.data: "new"}.get(data, "between"))
            if data != old:
                assert after[GAME.with_name(f"{GAME.name}.torn")].now() == old
            if data not in (old, mend.data):
                with pytest.raises(Damaged):
                    read(data, "g")
    assert seen == {"old", "new", "between"}
    assert disk.files[GAME].synced == mend.data


def test_no_room_to_keep_the_old_file_leaves_it_as_it_is(whole: bytes) -> None:
    disk = TornDisk()
    disk.put(GAME, whole)
    disk.room = 100
    with held(GAME, disk) as journal, pytest.raises(StorageFull):
        journal.rewrite(whole[:500])
    assert (disk.files[GAME].now(), list(disk.files)) == (whole, [GAME])


# --- racks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_dump_tells_no_rack_while_the_game_is_not_over(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str], form: tuple[str, ...]
) -> None:
    """A rack in a game that has not ended (here a record in a game gone back to), and one of a game that has."""
    path = tmp_path / "g.journal"
    path.write_bytes(whole)
    shown = told(capfd, "dump", path, *form)[1]
    assert (RACK in shown, TAG_OF_A_TILE in shown) == (True, bool(form))
    end = event_record(whole, b'"EndTyped"')
    path.write_bytes(spoiled(whole, end))
    code, out = told(capfd, "dump", path, *form)
    assert code == 1
    assert "EndRack" in out
    assert RACK not in out
    assert TAG_OF_A_TILE not in out


@pytest.mark.parametrize("accepts", [(), (0,), (0, 1)])
def test_a_game_is_over_whoever_has_accepted_its_result(
    accepts: tuple[int, ...], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """One that is sealed is as much over as one that is not: check says so, and dump shows its racks."""
    path = tmp_path / "g.journal"
    with KeptGame(path, "manacor") as game:
        game.play("h5 QUINA")
        at = game.now()
        game.tell(EndTyped(at, "no_play"))
        game.tell(EndRack(at, 1, RACK, -1))
        for seat in accepts:
            game.tell(Accepted(seat, at_ns=at))
    assert "the game is over (no_play)" in told(capfd, "check", path)[1]
    found = sound(capfd, path)
    assert (found["over"], found["ended"]) == (True, "no_play")
    assert RACK in told(capfd, "dump", path)[1]


def test_dump_hides_what_nobody_has_called_public() -> None:
    """A later event that holds tiles is hidden until somebody has thought about it."""
    data = (JOURNALS / "format1-interrupted.journal").read_bytes()
    last = survey(data).kept[-1]
    line = renumbered(b'{"n":1,"after":"00000000","event":"Drawn","at_ns":5,"seat":0,"tags":["e004"],"drew":"QUX"}',
                      last.number + 1, last.body.crc)
    (new,) = survey(data[: last.end] + line).kept[last.number :]
    fields = told_fields(new, over=False)
    assert (fields["seat"], fields["tags"], fields["drew"]) == (0, HIDDEN, HIDDEN)


def test_dump_lines_say_number_time_turn_name_fields_and_source(capfd: pytest.CaptureFixture[str]) -> None:
    path = JOURNALS / "format1-virtual-table.journal"
    line = told(capfd, "dump", path, "--until", 6)[1].splitlines()[-1]
    assert line.split() == ["5", "0:00.630", "turn", "1", "HallChanged", "square=h5", "on=true",
                            "[5649525455414c30", "1", "1]"]
    records = [json.loads(each) for each in told(capfd, "dump", "--json", path)[1].splitlines()]
    assert [each["record"] for each in records] == list(range(1, 138))
    assert records[4] == {"record": 5, "turn_of_game": 1, "event": "HallChanged", "at_ns": records[4]["at_ns"],
                          "square": 109, "on": True, "source": ["5649525455414c30", 1, 1]}


# --- bad input -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["check", "repair", "dump"])
@pytest.mark.parametrize(
    ("content", "says"),
    [(b"", "holds no sound record"), (Random(1).randbytes(9_000), "holds no sound record"),
     (b"#player1 a Ann\n>a: AEIRTWX 8D WAITE +24 24\n", "holds no sound record"),
     (bytes(4096), "holds no sound record"), (None, "No such file")],
)  # fmt: skip
def test_what_is_no_journal_is_refused_and_left_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], action: str, content: bytes | None, says: str
) -> None:
    path = tmp_path / "g.journal"
    if content is not None:
        path.write_bytes(content)
    assert says in refused(capfd, action, path)
    assert "is a folder" in refused(capfd, action, tmp_path)
    assert "is no file" in refused(capfd, action, "/dev/null")
    assert "cannot be read" in refused(capfd, action, tmp_path / ("x" * 300))
    assert [each.read_bytes() for each in tmp_path.iterdir()] == ([] if content is None else [content])


def test_a_format_or_rules_that_this_version_has_not_are_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = (JOURNALS / "format1-referee.journal").read_bytes()
    opening = data.splitlines()[0][HEADER_BYTES:]
    for old, new, says in ((b'"format":1', b'"format":9', "format 9"), (b"manacor", b"nowhere", "nowhere")):
        path = tmp_path / "g.journal"
        path.write_bytes(renumbered(opening.replace(old, new), 1, 0))
        assert says in refused(capfd, "check", path)


@pytest.mark.parametrize("code", [b'"code":"9.0",', b""])
@pytest.mark.parametrize("action", ["check", "repair", "dump"])
def test_a_game_of_a_later_format_is_told_in_one_sentence_and_left_alone(
    action: str, code: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Sound, torn or damaged: what this version does not understand it neither judges nor mends nor plays on."""
    opening, *others = (JOURNALS / "format1-referee.journal").read_bytes().splitlines(keepends=True)
    later = opening[HEADER_BYTES:].replace(b'"format":1', b'"format":99').replace(b'"code":"0.1.0",', code)
    lines = [renumbered(later, 1, 0)]
    for number, line in enumerate(others, 2):
        lines.append(renumbered(line[HEADER_BYTES:], number, crc_of(lines[-1])))
    data = b"".join(lines)
    path = tmp_path / "g.journal"
    for content in (data, data[:-30], spoiled(data, 20)):
        path.write_bytes(content)
        told = refused(capfd, action, path)
        assert "format 99, and this version reads format 3" in told
        assert told.endswith("wrote it, or with a newer one.\n")
        assert told.count("9.0") == bool(code)
        with pytest.raises(OtherVersion):
            resume(path, lambda: 0)
        assert [each.read_bytes() for each in tmp_path.iterdir()] == [content]


def test_a_choice_that_is_none_is_refused(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.journal"
    data = spoiled(whole, 20)
    path.write_bytes(data)
    assert "not both" in refused(capfd, "repair", path, "--until", 20, "--skip", 20)
    assert "too far" in refused(capfd, "repair", path, "--until", 21)
    assert "begin the game anew" in refused(capfd, "repair", path, "--until", 1)
    assert "only a damaged one can: 20" in refused(capfd, "repair", path, "--skip", 19)
    refused(capfd, "repair", path, "--until", "soon")
    assert (path.read_bytes(), len(list(tmp_path.iterdir()))) == (data, 1)


def test_a_lost_opening_record_cannot_be_repaired(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.journal"
    path.write_bytes(spoiled(whole, 1))
    for words in ((), ("--skip", 1), ("--until", 2)):
        code, out = told(capfd, "repair", path, *words)
        assert (code, "the record that opens the game is damaged" in out) == (1, True)
    assert told(capfd, "check", path)[0] == 1
    assert told(capfd, "dump", path)[0] == 1
    assert path.read_bytes() == spoiled(whole, 1)


def test_a_running_game_is_checked_but_not_repaired(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.journal"
    path.write_bytes(whole)
    journal, _ = Journal.open(path)
    sound(capfd, path)
    assert "another Taula is writing this game" in refused(capfd, "repair", path, "--until", 20)
    journal.close()
    assert path.read_bytes() == whole
