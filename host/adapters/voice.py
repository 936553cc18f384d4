"""Decides how sentences come to be heard, and what becomes of a voice that fails: the game goes on without it.

The program espeak-ng speaks, one process a sentence, in a thread. Knows nothing of what the sentences say; which one
is next stands in voice_queue.
"""

import asyncio
import os
import shutil
import subprocess
import threading
from collections.abc import Callable

from host.adapters.voice_queue import VoiceQueue
from host.schemas import GameView

PROGRAM = "espeak-ng"
INSTALL = "sudo apt install espeak-ng"
VOICES = {"ca": "ca", "ro": "ro", "en": "en-gb", "es": "es"}  # as `espeak-ng --voices` names them
LISTEN_S = 0.2  # how often it is asked whether something is to be said
LONGEST_S = 60.0  # twice the longest sentence at the slowest rate: a sound device that hangs is let go then


class NoVoice(RuntimeError):
    """There is nothing here that speaks."""


class VoiceFailed(RuntimeError):
    """A sentence was not heard; the text says why."""


class Espeak:
    """espeak-ng at `rate` words a minute (80..450) and `volume` (0..200, 100 is its usual one).

    `options` are more of its own: `("-w", "said.wav")` writes a file in place of speaking. Raises NoVoice.
    """

    def __init__(self, rate: int, volume: int, options: tuple[str, ...] = ()) -> None:
        path = shutil.which(PROGRAM)
        if path is None:
            raise NoVoice(f"The voice needs the program {PROGRAM}, which is not installed: type {INSTALL}.")
        self._command = (path, "-s", str(rate), "-a", str(volume), "-b", "1", "--stdin", *options)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def speak(self, sentence: str, language: str) -> None:
        """Say `sentence` in `language` (ca, ro, en, es) and wait until it is said. Raises VoiceFailed."""
        process = self._started(language)
        if process is None:
            return
        try:
            # By its standard input: a player may be called -w.
            told, _ = process.communicate(sentence.encode("utf-8", "replace"), timeout=LONGEST_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise VoiceFailed(f"{PROGRAM} did not come to its end in {LONGEST_S:.0f} seconds") from None
        if not self._closed:
            _check(process.returncode, told.decode("utf-8", "replace"))

    def close(self) -> None:
        """Break off what is being said; nothing more is spoken."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()

    def _started(self, language: str) -> subprocess.Popen[bytes] | None:
        command = (*self._command, "-v", VOICES[language])
        with self._lock:
            if self._closed:
                return None
            try:
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    env=os.environ | {"LC_ALL": "C"},
                )  # fmt: skip
            except OSError as trouble:
                raise VoiceFailed(f"{PROGRAM} cannot be started: {trouble.strerror}") from trouble
            return self._process


def _check(code: int, told: str) -> None:
    """Raise VoiceFailed when espeak-ng says that it was not heard.

    Without a sound device it ends with 0 all the same (version 1.51): only its last word, `error: ...`, tells.
    """
    errors = [line.strip() for line in told.split("\n") if line.lower().startswith("error:")]
    if code or errors:
        why = errors[-1] if errors else f"it ended with {code}"
        raise VoiceFailed(f"{PROGRAM}: {why}")


class Voice:
    """Says what is new in each view of a game: `speak` says one sentence and waits, `said` hears what is wrong.

    A voice that fails is told of once, and again when it is back; the sentences in between are not made up for.
    """

    def __init__(
        self, speak: Callable[[str, str], None], said: Callable[[str], None], *, calling_names: bool = False
    ) -> None:
        self._speak = speak
        self._said = said
        self._queue = VoiceQueue(calling_names=calling_names)
        self._told_lost = False

    def saw(self, view: GameView) -> None:
        """Take `view` as what now stands; costs no more than a comparison."""
        self._queue.saw(view)

    async def talk(self, now_ms: Callable[[], int]) -> None:
        """Speak for ever, in a thread; `now_ms` is game time in milliseconds, as in the views."""
        while True:
            if (next_one := self._queue.next(now_ms())) is not None:
                await self._try(next_one.sentence, next_one.language)
            await asyncio.sleep(LISTEN_S)

    async def _try(self, sentence: str, language: str) -> None:
        try:
            await asyncio.to_thread(self._speak, sentence, language)
        except VoiceFailed as trouble:
            if not self._told_lost:
                self._told_lost = True
                self._said(f"The voice is not heard ({trouble}): the game goes on without it; "
                           f"look at the loudspeaker, or type {INSTALL}.")  # fmt: skip
        else:
            if self._told_lost:
                self._told_lost = False
                self._said("The voice is back.")
