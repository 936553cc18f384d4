"""The command at its edges: odd streams, odd terminals, polite kills: each ends in a code and at most a sentence."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hardware_tests import needs
from host.rehearsal.outcome import OUR_GAME

TAULA = [sys.executable, "-m", "host.cli"]
SCORE = [*TAULA, "score", "--json", "--rulebook", "fisc_classic", "h6 AL·LE"]
PATIENCE_S = 60


def ran(command: list[str], **how: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, cwd=needs.CHECKOUT, **how)


def test_json_is_json_on_a_terminal_without_the_letters_too():
    plain = ran(SCORE, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert plain.returncode == 0
    assert json.loads(plain.stdout)["play"] == "h6 AL·LE"


def test_words_are_escaped_on_a_terminal_without_the_letters():
    told = ran([part for part in SCORE if part != "--json"], env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (told.returncode, told.stderr) == (0, "")
    assert r"AL\xb7LE" in told.stdout


def test_a_closed_standard_input_changes_nothing():
    """Its number must not become the board's line."""
    command = f"exec {sys.executable} -m host.cli doctor T01 <&-"
    assert subprocess.run(["bash", "-c", command], timeout=PATIENCE_S, cwd=needs.CHECKOUT,
                          stdout=subprocess.DEVNULL, check=False).returncode == 0


def test_a_full_disk_under_the_answer_is_said_in_a_sentence():
    with Path("/dev/full").open("w") as full:
        told = subprocess.run(SCORE, stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE_S,
                              cwd=needs.CHECKOUT, check=False)
    assert told.returncode == 2
    assert len(told.stderr.strip().splitlines()) == 1


def test_nobody_reading_the_answer_is_no_refused_play():
    command = f"{sys.executable} -m host.cli rehearse --names | true; exit ${{PIPESTATUS[0]}}"
    told = subprocess.run(["bash", "-c", command], stderr=subprocess.PIPE, text=True, timeout=PATIENCE_S,
                          cwd=needs.CHECKOUT, check=False)
    assert told.returncode in (0, 128 + signal.SIGPIPE)
    assert told.stderr == ""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_rehearsal_that_is_stopped_says_so_and_leaves_nothing_behind(number, code, tmp_path):
    process = subprocess.Popen([*TAULA, "rehearse", *[str(OUR_GAME)] * 40],
                               env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": "1"}, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=needs.CHECKOUT)
    assert process.stdout is not None
    process.stdout.readline()  # the first of many has been played
    process.send_signal(number)
    _, told = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, told) == (code, "")
    assert list(tmp_path.iterdir()) == []
