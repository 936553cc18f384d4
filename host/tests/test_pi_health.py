"""The Raspberry Pi's own answer about its supply and its heat: bits 0, 3 and 16, and a program that may be anything.

Source: hardware page 7, rows 9 and 40; `vcgencmd get_throttled` in the documentation of Raspberry Pi OS.
"""

import asyncio
from pathlib import Path

import pytest

from host.adapters import pi_health
from host.adapters.pi_health import PiHealth, Strain, watch


@pytest.mark.parametrize(("answer", "strain"), [
    ("throttled=0x1\n", Strain(undervoltage=True)), ("throttled=0x8", Strain(hot=True)),
    ("throttled=0x9", Strain(True, True)), ("throttled=0x10000", Strain(undervoltage=True)),
    ("throttled=0x50005", Strain(undervoltage=True)), ("throttled=0xE0008", Strain(hot=True)),
])
def test_each_bit_means_what_it_is_documented_to_mean(answer: str, strain: Strain) -> None:
    assert PiHealth().told(answer) == strain


@pytest.mark.parametrize("answer", [
    "", "throttled=0x0", "throttled=0x6", "throttled=0xE0006", "throttled=", "throttled=0xzz", "VCHI failed",
    "throttled=0x1 and more", "throttled=0x" + "1" * 400,
])
def test_other_bits_and_other_answers_tell_nothing(answer: str) -> None:
    """Capped frequencies say nothing that a player could mend."""
    assert PiHealth().told(answer) is None


def test_a_sag_between_two_answers_is_told_once_and_then_over() -> None:
    health = PiHealth()
    answers = ("0x0", "0x10000", "0x10000", "0x10001", "0x10001", "0x10000")
    sags = [health.told(f"throttled={each}") for each in answers]
    assert sags == [None, Strain(True), Strain(False), Strain(True), None, Strain(False)]


def a_program(path: Path, script: str) -> str:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


async def first_of(program: str, monkeypatch: pytest.MonkeyPatch) -> list[Strain]:
    """What is told in the first rounds of a watch over `program`."""
    told: list[Strain] = []
    monkeypatch.setattr(pi_health, "ASKED_S", 0.0)
    task = asyncio.create_task(watch(PiHealth(), told.append, program))
    await asyncio.wait([task], timeout=0.3)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return told


def test_the_program_is_asked_and_what_is_new_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = a_program(tmp_path / "vcgencmd", 'test "$1" = get_throttled && echo throttled=0x8')
    assert asyncio.run(first_of(program, monkeypatch)) == [Strain(hot=True)]


@pytest.mark.parametrize("script", ["exit 1", "echo throttled=0x1; exit 1", "echo nonsense", "exec sleep 30"])
def test_a_program_that_fails_hangs_or_talks_nonsense_tells_nothing(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pi_health, "ANSWERS_S", 0.1)
    program = a_program(tmp_path / "vcgencmd", script)
    assert asyncio.run(first_of(program, monkeypatch)) == []


def test_another_machine_is_not_asked() -> None:
    """The watch ends by itself where there is no such program."""
    asyncio.run(asyncio.wait_for(watch(PiHealth(), lambda _strain: None, "no-such-program-here"), 5))
