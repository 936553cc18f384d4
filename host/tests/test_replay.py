"""The command `taula replay`: its published shape, its exit codes, the sentence for each file that is no game."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine_lite.tests.test_games_of_ours import FOLDER, GAMES
from hardware_tests import needs
from host.cli import main

HEADER = "#player1 ann Ann\n#player2 bo Bo\n"
GOOD = HEADER + ">ann: AEIRTWS 8D WAITE +24 24\n>bo: DEEFINO D8 .EFO +10 10\n"
SHAPE = {
    "source", "language", "players", "start", "events", "features", "final", "board", "moves", "rulebook", "end_rule",
    "through", "interpreter", "agrees", "differences", "doubts",
}  # fmt: skip
MOVE = {"line", "player", "kind", "rack", "stated", "score", "total"}
PLAY = MOVE | {"pos", "dir", "play", "tiles", "words", "bingo"}


class Ran:
    """What the command did: its exit code, what it printed, and the objects that it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], arguments: tuple[str | Path, ...]) -> None:
        self.code = main(["replay", *map(str, arguments)])
        self.out, self.err = capsys.readouterr()

    @property
    def games(self) -> list[dict]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def replay(capsys: pytest.CaptureFixture[str]):
    """Runs `taula replay`."""

    def run(*arguments: str | Path) -> Ran:
        return Ran(capsys, arguments)

    return run


@pytest.fixture
def game(tmp_path: Path):
    """Writes a game to a file of that name."""

    def write(text: str, name: str = "game.gcg", encoding: str = "utf-8") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding=encoding)
        return path

    return write


def expected(name: str) -> dict[str, dict]:
    with gzip.open(needs.shared(f"games/{name}"), "rt", encoding="utf-8") as lines:
        return {found["source"]: found for found in map(json.loads, lines)}


# --- recorded games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("folder", "name", "count"),
    [("real", "expected.jsonl.gz", 117), ("constructed", "constructed-expected.jsonl.gz", 67)],
)
def test_recorded_games_come_out_in_the_shape_of_the_checkers_objects(replay, folder, name, count) -> None:
    """Every field that both have, of every game, equal; moves in every field, features where we count them. How a
    bare exchange or end rack is spelled (`arg`) is left aside: it comes out in brackets.
    """
    run = replay(needs.shared(f"games/{folder}"), "--json")
    known = expected(name)
    assert (run.code, run.err, len(run.games)) == (0, "", count)
    for found in run.games:
        want = known.pop(found["source"])
        assert found["features"].items() <= want.pop("features").items(), found["source"]
        whole = want.keys() & found.keys() - {"moves"}
        assert {key: found[key] for key in whole} == {key: want[key] for key in whole}, found["source"]
        plain = [[{key: value for key, value in move.items() if key != "arg"} for move in each["moves"]]
                 for each in (found, want)]  # fmt: skip
        assert plain[0] == plain[1], found["source"]
    assert known == {}


def test_files_that_must_be_refused(replay) -> None:
    """All 24: exit 2, one sentence each that names file and line, and no object."""
    paths = sorted(needs.shared("games/refused").glob("*.gcg"))
    assert len(paths) == 24
    for path in paths:
        run = replay(path, "--json")
        assert (run.code, run.out) == (2, ""), path.name
        assert run.err.startswith(f"{path}: line "), run.err
        assert run.err.count("\n") == 1, run.err


# --- our own games, so that nothing here needs others ----------------------------------------------------------


def test_a_folder_is_a_table_and_a_count(replay) -> None:
    """A row a game in the order of names, and how many agree."""
    run = replay(FOLDER)
    lines = run.out.splitlines()
    assert (run.code, run.err) == (0, "")
    assert [line.split()[0] for line in lines[1:-1]] == [path.name for path in GAMES]
    assert lines[-1].startswith(f"{len(GAMES)} games: {len(GAMES)} agree, 0 differ, 0 refused; ")


def test_the_published_shape(replay, game) -> None:
    """Every name of it."""
    (found,) = replay(game(GOOD, "one.gcg"), "--json").games
    assert set(found) == SHAPE
    assert set(found["moves"][0]) == PLAY
    assert found["moves"][1] | {"tiles": 0} == {
        "line": 4, "player": 1, "kind": "play", "rack": "DEEFINO", "stated": 10, "score": 10, "total": [24, 10],
        "pos": "D8", "dir": "down", "play": ".EFO", "tiles": 0, "words": [["WEFO", 10]], "bingo": False,
    }  # fmt: skip
    assert found["moves"][1]["tiles"] == [[8, 3, "E", False], [9, 3, "F", False], [10, 3, "O", False]]
    assert (found["source"], found["language"], found["players"], found["start"]) == ("one", "english", 2, 0)
    assert (found["events"], found["final"], found["rulebook"]) == (2, [24, 10], "recorded")
    assert (found["through"], found["end_rule"], found["agrees"]) == ("engine", "none", True)
    assert found["interpreter"].startswith("CPython 3.")
    assert found["board"][7][3:8] == list("WAITE")


def test_a_wrong_score_is_a_mismatch_that_names_line_recorded_and_computed(replay, game) -> None:
    """In the table's remarks and in JSON; exit 1."""
    path = game(GOOD.replace("+10 10", "+11 11"))
    run = replay(path)
    assert run.code == 1
    assert f"{path}: line 4: score 11 recorded, 10 computed" in run.out
    found = replay(path, "--json")
    assert (found.code, found.games[0]["agrees"]) == (1, False)
    assert found.games[0]["differences"] == [
        {"line": 4, "what": "score", "recorded": 11, "computed": 10},
        {"line": 4, "what": "total", "recorded": 11, "computed": 10},
    ]


def test_a_wrong_total_alone_is_a_mismatch(replay, game) -> None:
    """Exit 1; the score is right."""
    (found,) = replay(game(GOOD.replace("+10 10", "+10 12")), "--json").games
    assert found["differences"] == [{"line": 4, "what": "total", "recorded": 12, "computed": 10}]


def test_a_wrong_number_in_a_settlement_is_a_refusal(replay, game) -> None:
    """Exit 2: nobody can tell which rule was meant."""
    path = game(GOOD + ">ann: RSX (RSX) -11 13\n")
    run = replay(path)
    assert (run.code, run.err) == (2, f"{path}: line 5: (RSX) is worth -10 here, not -11.\n")


def test_the_other_games_of_a_folder_go_on_and_the_worst_exit_wins(replay, game, tmp_path) -> None:
    """A refused one between one that differs and one that agrees."""
    game(GOOD.replace("+10 10", "+11 11"), "1.gcg")
    game(GOOD.replace("8D WAITE", "8A WAITE"), "2.gcg")
    game(GOOD, "3.gcg")
    game("no game", "notes.txt")
    run = replay(tmp_path, "--json")
    assert (run.code, [found["source"] for found in run.games]) == (2, ["1", "3"])
    assert run.err.startswith(f"{tmp_path / '2.gcg'}: line 3: 8A WAITE: the opening play must cover 8H")
    assert replay(tmp_path).out.splitlines()[-1].startswith("3 games: 1 agree, 1 differ, 1 refused;")


@pytest.mark.parametrize(
    ("tiles", "rulebook"),
    [("catalan", "fisc_classic"), ("catalan_q", "fisc_school"), ("romanian", "frs_romanian"), ("german", "recorded")],
)
def test_whose_rules_when_nobody_says(replay, game, tiles, rulebook) -> None:
    """The one club that plays with these tiles, else what all have in common."""
    (found,) = replay(game(f"{HEADER}#tile-distribution {tiles}\n>ann: - +0 0\n"), "--json").games
    assert (found["language"], found["rulebook"]) == (tiles, rulebook)


def test_a_rulebook_by_name_and_one_with_other_tiles(replay, game) -> None:
    """Its tiles hold for a record that names none; a record that names others is not played by it."""
    (found,) = replay(game(HEADER + ">ann: - +0 0\n"), "--rulebook", "manacor", "--json").games
    assert (found["language"], found["rulebook"]) == ("catalan", "manacor")
    named = game(HEADER + "#tile-distribution english\n>ann: - +0 0\n")
    run = replay(named, "--rulebook", "manacor")
    assert run.code == 2
    assert "played with the english tiles and the rulebook manacor has the catalan ones" in run.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--rulebook", "mancor", "game.gcg"), "no rulebook is called “mancor”; there are manacor, "),
        ((".",), "holds no .gcg file; name a file or another folder."),
        (("missing.gcg",), "missing.gcg cannot be read: No such file"),
        ((), "taula replay: the following arguments are required: FILE"),
        (("game.gcg", "--through", "air"), "invalid choice: 'air'"),
        (("game.gcg", "--through", "engine", "--table", "l1"), "leave out --table, or play through the sensors."),
    ],
)
def test_wrong_arguments_get_one_sentence(replay, tmp_path, monkeypatch, arguments, sentence) -> None:
    """Exit 2, no trace, nothing replayed."""
    monkeypatch.chdir(tmp_path)
    run = replay(*arguments)
    assert (run.code, run.err.count("\n")) == (2, 1)
    assert sentence in run.err


def test_encodings_of_files(replay, game) -> None:
    """UTF-8 without saying so, ISO-8859-1 where it is no UTF-8, and what it says and is not."""
    text = f"{HEADER}#tile-distribution catalan\n>ann: ÇAEIORS - +0 0\n"
    for encoding in ("utf-8", "iso-8859-1"):
        (found,) = replay(game(text, encoding=encoding), "--json").games
        assert found["moves"][0]["rack"] == "ÇAEIORS"
    run = replay(game("#character-encoding UTF-8\n" + text, encoding="iso-8859-1"))
    assert (run.code, "in line 5 is not" in run.err) == (2, True)


def test_doubtful_racks_are_told_and_change_no_exit_code(replay, game) -> None:
    """The scores agree; somebody wrote a tile wrong."""
    path = game(GOOD + ">ann: ADLNOPR - +0 24\n")
    run = replay(path)
    assert run.code == 0
    assert f"{path}: line 5: the rack ADLNOPR lacks S, which ann kept before" in run.out
    assert replay(path, "--json").games[0]["doubts"][0]["line"] == 5


def test_json_goes_to_standard_output_though_a_bar_is_on_the_terminal(tmp_path):
    """A progress bar on standard error must not take over what somebody writes to a file."""
    out = tmp_path / "out.json"
    command = f"{sys.executable} -m host.cli replay --json {FOLDER} > {out}"
    terminal = [needs.program("script"), "-qec", command, "/dev/null"]
    subprocess.run(terminal, check=True, cwd=needs.CHECKOUT, timeout=60,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    assert len(out.read_text(encoding="utf-8").splitlines()) == len(GAMES)


def test_a_board_that_is_not_ours_is_refused(tmp_path, capsys):
    game = tmp_path / "super.gcg"
    game.write_text("#player1 a A\n#player2 b B\n#board-layout SuperCrosswordGame\n>a: CAT 8G CAT +10 10\n")
    assert main(["replay", str(game)]) == 2
    assert "only crosswordgame or standard15" in capsys.readouterr().err


def test_a_fifo_and_an_empty_name_are_refused_at_once(tmp_path, capsys):
    os.mkfifo(tmp_path / "x.gcg")
    assert main(["replay", str(tmp_path / "x.gcg")]) == 2
    assert "is no ordinary file" in capsys.readouterr().err
    assert main(["replay", ""]) == 2
