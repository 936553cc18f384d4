"""Every command in the manual can be typed: in sentences as in blocks, its words, options and files are there."""

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hardware_tests import needs
from host import cli
from host.printing import Wrong

CHECKOUT = Path(__file__).resolve().parents[2]
TEXTS = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs" / "pages").glob("*.md"))]
SYNTAX = re.compile(r"[\[|…]|\.\.\.")               # a line of usage: what may be chosen, not what is typed
TAULA = re.compile(r"(?:^|[\s/'\"])taula\s+([a-z]+\b.*)")


def spoken(path: Path) -> list[str]:
    """Each command of a page: lines of its blocks, and what stands between backticks."""
    text = path.read_text(encoding="utf-8")
    blocks = re.findall(r"^ *```[^\n]*\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE))
    return [line.strip() for block in blocks for line in block.splitlines()] + inline


def taula_lines() -> list[tuple[str, str]]:
    """(page, arguments) of every `taula COMMAND ...` in the manual."""
    found = []
    for path in TEXTS:
        for line in spoken(path):
            if (told := TAULA.search(line)) and told[1].split()[0] in cli.COMMANDS:
                found.append((path.name, re.sub(r"\s+#.*|; do.*|; done.*|&& .*", "", told[1])))
    return sorted(set(found))


LINES = taula_lines()
TYPED = [each for each in LINES if not SYNTAX.search(each[1])]


def options(parser: argparse.ArgumentParser) -> set[str]:
    """Every option of a command and of its own commands."""
    found: set[str] = set()
    for action in parser._actions:
        found |= set(action.option_strings)
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                found |= options(each)
    return found


def parser_of(command: str) -> Any:
    """The parser of one command."""
    (found,) = [action.choices[command] for action in cli._parser(command)._actions
                if isinstance(action, argparse._SubParsersAction)]
    return found


@pytest.mark.parametrize(("page", "line"), TYPED)
def test_what_is_typed_is_understood(page: str, line: str) -> None:
    """Up to running it: a wrong word, option or number of files would end in a sentence, and nobody reads on.

    A command that is only spoken of, `taula journal check`, may lack what it works on."""
    words = shlex.split(line, comments=True)
    spoken_of = all(re.fullmatch("[a-z]+", word) for word in words)
    try:
        cli._parser(words[0]).parse_args(words)
    except Wrong as wrong:
        if not (spoken_of and "are required" in str(wrong)):
            pytest.fail(f"{page}: taula {line}: {wrong}")


def test_every_option_of_the_usage_lines_is_one() -> None:
    """Also where the manual shows what may be chosen."""
    for page, line in LINES:
        told = set(re.findall(r"(--[a-z][\w-]+)", line))
        assert told <= options(parser_of(line.split()[0])), f"{page}: taula {line}"


def test_so_many_lines_are_looked_at() -> None:
    """Or the pattern has missed them."""
    assert len(LINES) > 75
    assert len(TYPED) > 50


def test_every_target_of_make_that_is_named_is_one() -> None:
    targets = set(re.findall(r"^([a-z0-9-]+):", (CHECKOUT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for path in TEXTS:
        named = {line.split()[1] for line in spoken(path) if re.match(r"make [a-z]", line)}
        assert named <= targets, path.name


def test_every_script_that_is_run_is_there_and_runs(tmp_path: Path) -> None:
    """`python docs/hardware/strip.py FOLDER`: as it is written, from the checkout."""
    for path in TEXTS:
        for line in spoken(path):
            if told := re.match(r"(?:\.venv/bin/)?python3? (docs/hardware/\w+\.py) FOLDER$", line):
                run = subprocess.run([sys.executable, told[1], str(tmp_path / Path(told[1]).stem)], cwd=CHECKOUT,
                                     capture_output=True, text=True, check=False)
                assert run.returncode == 0, run.stderr
    assert {each.name for each in tmp_path.iterdir()} == {"strip", "antenna", "main_board", "rack"}


def test_openscad_makes_what_the_guide_says(tmp_path: Path) -> None:
    """The line as it is typed, beside the files."""
    openscad = needs.program("openscad")
    text = (CHECKOUT / "docs/pages/fabrication.md").read_text(encoding="utf-8")
    lines = re.findall(r"`(openscad [^`]+)`", text)
    grid = (CHECKOUT / "docs/hardware/grid.scad").read_text(encoding="utf-8")
    lines += re.findall(r"^// (openscad .*?grid\.scad)", grid, re.MULTILINE)
    assert len(lines) == 3
    for line in lines:
        words = shlex.split(line)
        target = tmp_path / words[words.index("-o") + 1]
        words[words.index("-o") + 1] = str(target)
        run = subprocess.run([openscad, *words[1:]], cwd=CHECKOUT / "docs/hardware", capture_output=True, text=True,
                             check=False)
        assert run.returncode == 0, run.stderr
        assert "WARNING" not in run.stderr
        assert target.stat().st_size > 1000
