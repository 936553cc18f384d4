"""The rules stand alone: nothing installed, nothing of ours, no file, no clock, no chance."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine_lite.rulebooks import RULEBOOKS
from host.gcg_files import read_text

ENGINE = Path(__file__).resolve().parents[1]
SOURCES = sorted(path for path in ENGINE.rglob("*.py") if "tests" not in path.parts)
MODULES = sorted(
    ".".join(path.relative_to(ENGINE.parent).with_suffix("").parts).removesuffix(".__init__") for path in SOURCES
)
GAMES = sorted(Path(__file__).with_name("games").glob("*.gcg"))
# All that the rules may ask of Python.
ALLOWED = {"collections", "dataclasses", "enum", "engine_lite", "math", "re", "types", "typing", "unicodedata"}
OUTSIDE = {"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"}

# Runs without site-packages, environment and user folder; refuses every file but the engine's own and Python's
# library, every process, every socket and every clock that Python tells of.
GUARD = """
import json, sys
told = json.load(sys.stdin)
ours, modules, games = told["ours"], told["modules"], told["games"]
sys.path.append(ours)
library = (ours + "/engine_lite/", sys.base_prefix, "<frozen")
def watch(event, arguments):
    if event == "open" and not str(arguments[0]).startswith(library):
        raise AssertionError(f"opens {arguments[0]}")
    if event.partition(".")[0] in ("socket", "subprocess", "shutil", "tempfile", "urllib") or event == "os.system":
        raise AssertionError(f"asks for {event}")
sys.addaudithook(watch)
for module in modules:
    __import__(module)
"""

QUINA = """
from engine_lite.board import Board
from engine_lite.placement import parse_play, wrong_with
from engine_lite.rulebooks import rulebook_named
from engine_lite.scoring import explain
rulebook = rulebook_named("manacor")
start, quina = parse_play("h5 QUINA", Board(), rulebook.tile_set)
assert wrong_with(Board(), quina, rulebook) == ()
loaded = sorted({"random", "socket", "asyncio", "logging"} & set(sys.modules))
result = [explain(Board(), quina, rulebook).total, loaded]
"""

# The debugger that doctest sets up for each example would read .pdbrc.
DOCTESTS = """
import doctest
from unittest.mock import Mock
doctest._OutputRedirectingPdb = Mock()
outcomes = [doctest.testmod(sys.modules[module], optionflags=doctest.ELLIPSIS) for module in modules]
result = [sum(each.failed for each in outcomes), sum(each.attempted for each in outcomes)]
"""

REPLAYS = """
from engine_lite.gcg import read
from engine_lite.record import replay
result = {name: replay(read(text)).game.totals for name, text in games.items()}
"""

# Every rulebook's game goes on until it ends or hands have acted so often; the draw and the hands are chance's.
COURSES = """
from dataclasses import replace
from random import Random
from engine_lite import course_events as events
from engine_lite.course import Course, Refused, step
from engine_lite.course_tiles import whole_set
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tests.course_chance import next_events
result = {}
for name, rules in RULEBOOKS.items():
    chance = Random(4)
    every = chance.sample(whole_set(rules.tile_set), rules.tile_set.size)
    course = step(Course.new(rules, racks=(every[:7], every[7:14]), bag=every[14:]), events.Started(0))
    for action in range(8000):  # a second each: then every clock has run out
        if course.ended:
            break
        for event in next_events(course, chance):
            try:
                course = step(course, replace(event, at_ns=course.at_ns + 10**9))
            except Refused:
                pass
    result[name] = [course.ended, len(course.game.turns)]
"""


def run_alone(script: str) -> subprocess.CompletedProcess[str]:
    """`script` in a Python that knows the standard library only, with the texts that it may need."""
    told = {"ours": str(ENGINE.parent), "modules": MODULES, "games": {path.stem: read_text(path) for path in GAMES}}
    command = [sys.executable, "-S", "-I", "-B", "-c", f"{GUARD}{script}print(json.dumps(result))"]
    return subprocess.run(command, input=json.dumps(told), capture_output=True, text=True, check=False, timeout=60)


def alone(script: str) -> Any:
    """What `script` leaves in `result` there."""
    run = run_alone(script)
    assert run.stderr == ""
    return json.loads(run.stdout)


@pytest.mark.parametrize(
    ("forbidden", "why"),
    [
        pytest.param(f"result = open({str(ENGINE.parent / 'pyproject.toml')!r}).read()", "opens ", id="file"),
        pytest.param("import socket; result = str(socket.socket())", "asks for socket", id="socket"),
        pytest.param("import pytest; result = 0", "No module named 'pytest'", id="package"),
    ],
)
def test_the_guard_bites(forbidden: str, why: str) -> None:
    """A file that is not the engine's, a socket and an installed package: none is to be had."""
    run = run_alone(f"\n{forbidden}\n")
    assert run.returncode != 0
    assert why in run.stderr


def test_it_scores_without_site_packages_and_opens_no_file_but_its_own() -> None:
    """In a Python that knows the standard library only: QUINA is 22, and nothing that reaches outside is loaded."""
    assert alone(QUINA) == [22, []]


def test_its_examples_run_alone() -> None:
    """Every example in the documentation of every module."""
    failed, attempted = alone(DOCTESTS)
    assert failed == 0
    assert attempted > 100


def test_whole_recorded_games_replay_alone() -> None:
    """To the totals that their own lines state last; the texts come in through standard input."""
    assert len(GAMES) >= 12
    assert alone(REPLAYS) == {path.stem: last_totals(read_text(path)) for path in GAMES}


def last_totals(text: str) -> list[int]:
    """The last total that a record states for each of its players, in the order of seats; 0 for one without lines."""
    text = text.replace("\r\n", "\n")
    players = [nick for _, nick in sorted(re.findall(r"^#player(\d) (\S+)", text, re.MULTILINE))]
    stated = dict(re.findall(r"^>(\S+): .*?[+-]\d+ +(-?\d+)(?= |$)", text, re.MULTILINE))
    return [int(stated.get(nick, "0")) for nick in players]


def test_whole_games_are_played_alone() -> None:
    """One game by each rulebook, hands at random, to its end."""
    played = alone(COURSES)
    assert set(played) == set(RULEBOOKS)
    for name, (ended, turns) in played.items():
        assert ended, name
        assert turns > 0, name


def test_it_imports_only_what_has_no_outside() -> None:
    """Read from the source, so that an import inside a function counts too."""
    assert len(SOURCES) > 15
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path.name}: relative import"
                names = [node.module or ""]
            assert {name.partition(".")[0] for name in names} <= ALLOWED, f"{path.name} line {node.lineno}"


def test_it_calls_nothing_that_reads_writes_or_runs() -> None:
    """No built-in that reaches outside."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in OUTSIDE, f"{path.name} line {node.lineno}"


def test_its_values_are_frozen() -> None:
    """A dataclass of the rules is a value: every one says so."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for decorator in node.decorator_list if isinstance(node, ast.ClassDef) else []:
                if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "dataclass":
                    assert "frozen" in {keyword.arg for keyword in decorator.keywords}, f"{path.name} {node.name}"
