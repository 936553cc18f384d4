"""What the voice promises: each language is heard in its own voice, the table waits for none, a failure is said once.

The program is the real espeak-ng; where no loudspeaker can be asked for, it writes a file instead.
"""

import asyncio
import os
import threading
import wave
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import msgspec
import pytest

from hardware_tests import needs
from host import config as settings
from host.adapters import voice
from host.adapters.voice import VOICES, Espeak, NoVoice, Voice, VoiceFailed
from host.core.events import GameOpened
from host.core.state import open_table
from host.schemas import SeatView
from host.service import built_voice
from host.tests.pictured import LONG, over, view_of
from host.words import LANGUAGES
from host.words.speech import end_spoken, turn_spoken, warning_spoken

PATIENCE_S = 20.0  # real seconds for what takes a few tenths
CLOCKS = (1_500_000, 1_500_000)


def recorded(path: Path, sentence: str, language: str, rate: int = 150, volume: int = 100) -> bytes:
    """The sound of `sentence`, as espeak-ng writes it to `path`."""
    needs.program("espeak-ng")
    Espeak(rate, volume, ("-w", str(path))).speak(sentence, language)
    with wave.open(str(path)) as sound:
        return sound.readframes(sound.getnframes())


# --- the real program -------------------------------------------------------------------------------


def test_every_language_has_a_voice_that_espeak_knows(tmp_path: Path) -> None:
    """A voice that a package lacks would be silence in one country only."""
    assert set(VOICES) == set(LANGUAGES)
    assert all(recorded(tmp_path / f"{language}.wav", "a, 8", language) for language in LANGUAGES)


def test_each_language_is_spoken_with_its_own_voice(tmp_path: Path) -> None:
    """The same play, and one same text: four sounds that differ."""
    turn, seats = view_of(LONG[:1], CLOCKS).turns[0], over().seats
    plays = {recorded(tmp_path / "a.wav", turn_spoken(turn, seats, each), each) for each in LANGUAGES}
    texts = {recorded(tmp_path / "b.wav", "Anna: quina, 22", each) for each in LANGUAGES}
    assert (len(plays), len(texts)) == (4, 4)
    assert all(len(sound) > 20_000 for sound in plays)  # a second is 44,100 bytes


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_letters_of_its_own_is_spoken(language: str, tmp_path: Path) -> None:
    """The text reaches the voice as UTF-8, whatever the system's own letters are."""
    said = warning_spoken("Ștefan", 30_000, language)
    assert recorded(tmp_path / "a.wav", said, language) != recorded(tmp_path / "b.wav", said[:8], language)


def test_rate_and_volume_are_heard(tmp_path: Path) -> None:
    slow, fast = (recorded(tmp_path / "a.wav", "sesam, que, is, na, am", "ca", rate=rate) for rate in (80, 450))
    assert len(slow) > 2 * len(fast)
    assert set(recorded(tmp_path / "a.wav", "sesam", "ca", volume=0)) == {0}


def test_the_longest_sentence_ends_before_it_is_broken_off(tmp_path: Path) -> None:
    """LONGEST_S must not cut what is well: the end of a game of four with long names, at the slowest rate."""
    view = over()
    seats = (SeatView("Maximiliana " * 3, 1_234, 0, False, False),) * 4
    said = end_spoken(msgspec.structs.replace(view, seats=seats, language="ro"))
    sound = recorded(tmp_path / "a.wav", said, "ro", rate=80)
    assert len(sound) / 44_100 < voice.LONGEST_S


@pytest.mark.parametrize("name", ["-w", "--help", "-w/dev/null", "<speak>", "[[ba]]", "a'; true; '", "\ud800"])
def test_a_players_name_is_never_an_option(name: str, tmp_path: Path) -> None:
    """Names come from settings that people write: they are spoken, whatever they look like."""
    assert recorded(tmp_path / "a.wav", f"{name}: quina. h, 5. 22 punts", "ca")


def test_no_loudspeaker_is_said_although_the_program_ends_well() -> None:
    """espeak-ng ends with 0 then: silence would look like success."""
    needs.program("espeak-ng")
    with pytest.raises(VoiceFailed, match="espeak-ng: error: "):
        Espeak(450, 0, ("-d", "no-such-device")).speak("a", "ca")


def test_what_the_program_itself_refuses_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package without this language's voice."""
    needs.program("espeak-ng")
    monkeypatch.setitem(VOICES, "ca", "xx")
    with pytest.raises(VoiceFailed, match="espeak-ng: Error: The specified espeak-ng voice does not exist"):
        Espeak(450, 0).speak("a", "ca")


# --- a program that is missing or hangs -------------------------------------------------------------


def instead_of_espeak(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A program of the same name, the only one on PATH."""
    path = folder / "espeak-ng"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_a_missing_program_is_answered_with_the_line_to_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoVoice, match=r"not installed: type sudo apt install espeak-ng\.$"):
        Espeak(150, 100)


def test_a_program_that_goes_while_the_game_is_on_is_a_voice_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    instead_of_espeak(tmp_path, monkeypatch, "exit 0")
    espeak = Espeak(150, 100)
    (tmp_path / "espeak-ng").unlink()
    with pytest.raises(VoiceFailed, match="cannot be started: No such file or directory"):
        espeak.speak("a", "ca")


def test_a_program_that_hangs_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instead_of_espeak(tmp_path, monkeypatch, "exec sleep 600")
    monkeypatch.setattr(voice, "LONGEST_S", 0.1)
    with pytest.raises(VoiceFailed, match="did not come to its end"):
        Espeak(150, 100).speak("a", "ca")


def test_closing_breaks_off_what_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A service that is stopped does not stay until its voice has come to its end."""
    pipe = tmp_path / "begun"
    os.mkfifo(pipe)
    instead_of_espeak(tmp_path, monkeypatch, f"echo begun > {pipe}\nexec sleep 600")
    espeak = Espeak(150, 100)
    speaking = threading.Thread(target=espeak.speak, args=("a", "ca"))
    speaking.start()
    assert pipe.read_text() == "begun\n"
    espeak.close()
    speaking.join(PATIENCE_S)
    assert not speaking.is_alive()
    espeak.speak("b", "ca")  # and nothing more is begun


# --- while the table goes on ------------------------------------------------------------------------


class Ear:
    """Hears what is spoken; while `blocked` each sentence takes its time, and `trouble` makes it fail."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.trouble = False
        self.begun = threading.Semaphore(0)
        self.may_end = threading.Event()
        self.may_end.set()

    def speak(self, sentence: str, _language: str) -> None:
        self.heard.append(sentence)
        self.begun.release()
        assert self.may_end.wait(PATIENCE_S)
        if self.trouble:
            raise VoiceFailed("no device")

    async def hears(self) -> None:
        assert await asyncio.to_thread(self.begun.acquire, timeout=PATIENCE_S)


def while_talking(monkeypatch: pytest.MonkeyPatch, scene) -> list[str]:
    """Run `scene(voice, ear)` while the voice talks; what it said to the people of the service."""
    monkeypatch.setattr(voice, "LISTEN_S", 0.001)
    told: list[str] = []

    async def run() -> None:
        ear = Ear()
        talker = Voice(ear.speak, told.append)
        talking = asyncio.create_task(talker.talk(lambda: 0))
        try:
            await scene(talker, ear)
        finally:
            ear.may_end.set()
            talking.cancel()
            with suppress(asyncio.CancelledError):
                await talking

    asyncio.run(run())
    return told


def test_the_table_goes_on_while_a_sentence_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views are taken at once; of what came meanwhile only the newest is said."""

    async def scene(talker: Voice, ear: Ear) -> None:
        ear.may_end.clear()
        for plays in (0, 1):
            talker.saw(view_of(LONG[:plays], CLOCKS))
        await ear.hears()
        for plays in (2, 3, 4):
            talker.saw(view_of(LONG[:plays], CLOCKS))
        assert len(ear.heard) == 1
        ear.may_end.set()
        await ear.hears()
        assert [sentence.split(".")[0] for sentence in ear.heard] == ["Anna: quina", "Biel: força, canyar"]

    assert while_talking(monkeypatch, scene) == []


def test_a_voice_that_fails_is_said_once_and_once_when_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(talker: Voice, ear: Ear) -> None:
        talker.saw(view_of((), CLOCKS))
        for plays in range(1, 7):
            ear.trouble = plays in (2, 3, 4)
            talker.saw(view_of(LONG[:plays], CLOCKS))
            await ear.hears()
            await asyncio.sleep(0)

    told = while_talking(monkeypatch, scene)
    assert told == [
        "The voice is not heard (no device): the game goes on without it; look at the loudspeaker, "
        "or type sudo apt install espeak-ng.",
        "The voice is back.",
    ]


# --- who may speak ----------------------------------------------------------------------------------

OPENED = GameOpened(0, "frs_romanian", ("A", "B"), (60 * 10**9,) * 2, ())
RATED = GameOpened(0, "frs_romanian", ("A", "B"), (60 * 10**9,) * 2, (), rated=True)
FRIENDLY = GameOpened(0, "frs_romanian", ("A", "B"), (60 * 10**9,) * 2, (), rated=False)


def built(text: str, opened: GameOpened) -> Voice | None:
    """The voice of a service with these settings, for this game."""
    return built_voice(settings.parse(text), open_table(opened), AsyncExitStack())


@pytest.mark.parametrize("opened", [OPENED, RATED], ids=["by default", "rated"])
@pytest.mark.parametrize("text", ["[voice]", "[voice]\nenabled = true", "[table]\nrated = false\n[voice]"])
def test_a_rated_game_is_never_spoken(text: str, opened: GameOpened, capsys: pytest.CaptureFixture[str]) -> None:
    """The game's own record decides: table.toml may have been changed since it began. It is said, in one line."""
    assert built(text, opened) is None
    told = capsys.readouterr().out
    assert told.startswith("This game is rated, so the voice is off;")
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize("text", ["", "[voice]\nenabled = false"])
@pytest.mark.parametrize("opened", [RATED, FRIENDLY], ids=["rated", "friendly"])
def test_who_asks_for_no_voice_hears_nothing_of_one(
    text: str, opened: GameOpened, capsys: pytest.CaptureFixture[str]
) -> None:
    assert built(text, opened) is None
    assert capsys.readouterr().out == ""


def test_a_friendly_game_is_spoken() -> None:
    needs.program("espeak-ng")
    assert built("[voice]", FRIENDLY) is not None


def test_a_friendly_game_goes_on_without_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert built("[voice]", FRIENDLY) is None
    assert capsys.readouterr().out.endswith("type sudo apt install espeak-ng.\n")
