"""The report of a table: what is wrong stands at its square on the map, in the JSON and in the table of checks."""

import json
import re
import xml.etree.ElementTree as Xml

import pytest

from hardware_tests.bench import Finding, not_here
from hardware_tests.plan import CHECKS
from hardware_tests.report import NoReport, board_map, kept_gains, page, report

WALK, TUNING, MARGIN = CHECKS[6], CHECKS[16], CHECKS[17]
WHEN = "2026-11-30 11:00"
FOUND = [
    (WALK, Finding(False, "224 of 225 squares sound", WALK.limit, "h8 <feels> no tile", {112: "feels no tile"})),
    (TUNING, Finding(True, "34 of 34 loops", TUNING.limit, "", gains={0: 350, 33: 361})),
    (MARGIN, Finding(False, "1 of 2", MARGIN.limit, "tune row h", {112: "not read below 85 %"}, {112: 85, 0: 65})),
]


def test_the_json_has_checks_squares_margins_and_gains():
    told = json.loads(json.dumps(report("The table", WHEN, FOUND, {})))
    assert [row["check"] for row in told["checks"]] == ["T07", "T17", "T18"]
    assert told["squares"] == {"h8": ["T07 feels no tile", "T18 not read below 85 %"]}
    assert told["margins_per_cent"] == {"a1": 65, "h8": 85}
    assert told["gains"] == told["gains_measured"] == {"0": 350, "33": 361}


def test_the_gains_that_are_compared_with_are_those_of_the_first_run_that_passed():
    """Else a loop that goes off a little at each run, or has failed once, is never found again."""
    assert report("The table", WHEN, FOUND, {0: 300})["gains"] == {"0": 300, "33": 361}
    failed = [(TUNING, Finding(False, "34 of 34 loops", TUNING.limit, "out of tune", gains={0: 350, 33: 361}))]
    assert report("The table", WHEN, failed, {0: 300})["gains"] == {"0": 300}
    assert report("The table", WHEN, failed, {0: 300}, anew=True)["gains"] == {"0": 300}
    assert report("The table", WHEN, FOUND, {0: 300, 1: 310}, anew=True)["gains"] == {"0": 350, "1": 310, "33": 361}
    told = report("The table", WHEN, failed, {})
    assert (told["gains"], told["gains_measured"]) == ({}, {"0": 350, "33": 361})


def test_the_page_has_every_row_and_what_is_written_in_it_is_no_markup():
    text = page("The table at COM<1>", WHEN, FOUND)
    assert "Not passed: T07, T18." in text
    assert "h8 &lt;feels&gt; no tile" in text
    assert "COM&lt;1&gt;" in text
    assert "<b>h8</b> T07 feels no tile; T18 not read below 85 %" in text
    assert "<li>row a 350</li><li>rack 4 361</li>" in text
    assert WHEN in text
    absent = [(CHECKS[13], not_here("no identify pad on this board", CHECKS[13].limit))]
    told = page("The table", WHEN, FOUND[1:2] + absent, {"ok": "bé", "failed": "FALLA", "not here": "no hi és"})
    assert "All 1 checks passed. No hi és: 1." in told
    assert "<td>no hi és</td><td>no identify pad on this board</td><td></td>" in told
    assert "All 1 checks passed." in page("The table", WHEN, FOUND[1:2])


def test_the_map_has_225_squares_and_marks_the_one_that_failed():
    picture = Xml.fromstring(board_map({112: ["x"]}, {112: 85, 0: 65}))
    cells = [each.get("class").strip() for each in picture.iter() if each.tag.endswith("rect")]
    assert len(cells) == 225
    assert cells[112] == "cell wrong"
    assert cells[0] == "cell sound"
    assert cells.count("cell") == 223
    assert re.findall(r">([\d.]+)</text>", board_map({}, {5: 92})).count("92") == 1


def test_gains_are_kept_from_an_earlier_report_and_anything_else_is_refused(tmp_path):
    """It would be written over, and with it what the loops are compared with."""
    path = tmp_path / "table.json"
    assert kept_gains(path) == {}
    path.write_text(json.dumps(report("The table", WHEN, FOUND, {})))
    assert kept_gains(path) == {0: 350, 33: 361}
    gains = ("3", '{"x": 1}', '{"0": Infinity}', '{"0": 1.5}', '{"34": 300}', '{"0": 1024}', '{"0": true}')
    for text in ("", "[]", "{}", "[" * 100_000, *(f'{{"gains": {each}}}' for each in gains)):
        path.write_text(text)
        with pytest.raises(NoReport, match=r"table\.json is no report of earlier checks, and is not written over"):
            kept_gains(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(NoReport, match="is no report"):
        kept_gains(path)
    with pytest.raises(NoReport, match=r"cannot be read \(Is a directory\)"):
        kept_gains(tmp_path)
