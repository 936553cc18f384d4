"""The rules stand alone: nothing installed, nothing of ours, no file, no clock, no chance."""

import ast
import subprocess
import sys
from pathlib import Path

ENGINE = Path(__file__).resolve().parents[1]
SOURCES = sorted(path for path in ENGINE.rglob("*.py") if "tests" not in path.parts)
MODULES = sorted(
    ".".join(path.relative_to(ENGINE.parent).with_suffix("").parts).removesuffix(".__init__") for path in SOURCES
)
# All that the rules may ask of Python.
ALLOWED = {"collections", "dataclasses", "enum", "engine_lite", "math", "re", "types", "typing", "unicodedata"}
OUTSIDE = {"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"}

# Runs without site-packages, environment and user folder; refuses every file but the engine's own and Python's
# library, every process, every socket and every clock that Python tells of.
ALONE = """
import sys
ours, modules = sys.argv[1], sys.argv[2:]
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
from engine_lite.board import Board
from engine_lite.placement import parse_play, wrong_with
from engine_lite.rulebooks import rulebook_named
from engine_lite.scoring import explain
rulebook = rulebook_named("manacor")
start, quina = parse_play("h5 QUINA", Board(), rulebook.tile_set)
assert wrong_with(Board(), quina, rulebook) == ()
print(explain(Board(), quina, rulebook).total, *sorted({"random", "socket", "asyncio", "logging"} & set(sys.modules)))
"""


def test_it_scores_without_site_packages_and_opens_no_file_but_its_own() -> None:
    """In a Python that knows the standard library only: QUINA is 22."""
    command = [sys.executable, "-S", "-I", "-B", "-c", ALONE, str(ENGINE.parent), *MODULES]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (run.stdout, run.stderr) == ("22\n", "")


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
