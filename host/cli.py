"""The command `taula`: reads the arguments, calls what does the work, turns named errors into one sentence.

Exit codes: 0 success, 1 the answer is no, 2 the input or the set-up is wrong. Holds no rule of the game.
"""

import argparse
import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version

from host.printing import Wrong

WRONG = 2
INTERRUPTED, PIPE_CLOSED = 128 + signal.SIGINT, 128 + signal.SIGPIPE  # as shells tell it

# A command is a module with `add_arguments(parser)` and `run(options) -> code`; the Wrong it raises is a sentence.
COMMANDS = {
    "demo": ("host.demo", "the virtual table plays a game; watch it on the page"),
    "run": ("host.service", "the service at a real table"),
    "config": ("host.config_command", "the settings of a table: checked, or shown as they are used"),
    "install": ("host.system.install", "makes a Raspberry Pi a table: units, device names, settings"),
    "bundle": ("host.system.bundle", "logs, games and settings in one file, for a bug report"),
    "score": ("host.score", "the explained score of one play"),
    "replay": ("host.replay", "plays recorded games (GCG) again and compares every score"),
    "rehearse": ("host.rehearsal.command", "hands at the virtual table, one action a line"),
    "rulebooks": ("host.rulebooks_command", "lists the rulebooks, or prints one with every source"),
    "export": ("host.export", "a game as a score sheet, an annotated game (GCG), JSON or CSV"),
    "journal": ("host.journal_command", "a game's file: checked, repaired, written out"),
    "lexicon": ("host.lexica.command", "word files: built from a list, checked, listed"),
    "tiles": ("host.tiles_command", "a tile set: taught to the table, counted, a tile replaced"),
    "flash": ("host.flash_command", "the firmware, put on a microcontroller and compared"),
    "doctor": ("host.doctor", "the numbered hardware checks"),
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        """One sentence instead of argparse's two blocks."""
        raise Wrong(f"{self.prog}: {message}; `{self.prog} --help` tells more.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `taula` with `arguments` (default: the command line's); returns the exit code."""
    _ready_the_streams()
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        options = _parser(given[0] if given else "").parse_args(given)
        run: Callable[[argparse.Namespace], int] = options.run
        code = run(options)
        sys.stdout.flush()
        return code
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_stdout()
        return PIPE_CLOSED
    except OSError as why:
        if why.errno != errno.ENOSPC:
            raise
        _let_go_of_stdout()
        print(f"taula: the answer cannot be written: {why.strerror}.", file=sys.stderr)
        return WRONG


def _ready_the_streams() -> None:
    """Streams that exist and never fail on a letter; a polite kill runs every clean-up."""
    for stream in range(3):
        try:
            os.fstat(stream)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number, which is the missing one
    if sys.stdout is None:  # closed before Python began
        sys.stdout = io.StringIO()  # nobody reads it
    for stream_file in (sys.stdout, sys.stderr):
        if isinstance(stream_file, io.TextIOWrapper):
            stream_file.reconfigure(errors="backslashreplace")  # a terminal without · must not end in a trace
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _end)


def _end(number: int, _frame: object) -> None:
    raise SystemExit(128 + number)


def _let_go_of_stdout() -> None:
    """Nobody reads it any more: what is still buffered must not fail once more at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _parser(wanted: str) -> argparse.ArgumentParser:
    """All commands by name; only the `wanted` one is imported and has its arguments."""
    parser = _Parser(prog="taula", description="A smart table for the crossword board game.")
    parser.add_argument("--version", action="version", version=f"taula {version('taula')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    for name, (place, does) in COMMANDS.items():
        command = commands.add_parser(name, help=does)
        if name == wanted:
            module = import_module(place)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
