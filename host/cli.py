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
from importlib.metadata import version
from pathlib import Path

from host.printing import json_text

OK, NO, WRONG = 0, 1, 2
INTERRUPTED, PIPE_CLOSED = 128 + signal.SIGINT, 128 + signal.SIGPIPE  # as shells tell it


class Wrong(Exception):
    """The input or the set-up is wrong; the text says what and what to do."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        """One sentence instead of argparse's two blocks."""
        raise Wrong(f"{self.prog}: {message}; `{self.prog} --help` tells more.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `taula` with `arguments` (default: the command line's); returns the exit code."""
    _ready_the_streams()
    try:
        options = _parser().parse_args(arguments)
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


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="taula", description="A smart table for the crossword board game.")
    parser.add_argument("--version", action="version", version=f"taula {version('taula')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    for add in (
        _add_demo, _add_run, _add_score, _add_replay, _add_rehearse, _add_rulebooks, _add_doctor, _add_lexicon,
    ):
        add(commands)
    return parser


# --- demo and run --------------------------------------------------------------------------------------------


def _add_demo(commands: "argparse._SubParsersAction[_Parser]") -> None:
    command = commands.add_parser("demo", help="the virtual table plays a game; watch it on the page")
    command.add_argument("--game", type=Path, metavar="FILE", help="a rehearsal script (default: a game of our own)")
    command.add_argument("--speed", type=float, default=1.0, metavar="N", help="N times as fast as hands (0.1-1000)")
    command.add_argument("--once", action="store_true", help="end with the game instead of showing it until Ctrl-C")
    command.add_argument("--port", type=int, default=8000, metavar="P", help="of the page (default 8000; 0: any)")
    command.set_defaults(run=_demo)


def _demo(options: argparse.Namespace) -> int:
    from host import demo  # a page's libraries are not loaded for `taula score`

    if not 0.1 <= options.speed <= 1000:
        raise Wrong(f"--speed {options.speed:g} is out of range; it lies between 0.1 and 1000.")
    if not 0 <= options.port <= 65535:
        raise Wrong(f"--port {options.port} is no port; it lies between 0 and 65535.")
    try:
        return demo.run(options.game, options.speed, options.once, options.port)
    except demo.CannotPlay as why:
        raise Wrong(str(why)) from None


def _add_run(commands: "argparse._SubParsersAction[_Parser]") -> None:
    command = commands.add_parser("run", help="the service at a real table")
    command.add_argument("--config", type=Path, default=Path("table.toml"), metavar="table.toml")
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from host import service

    try:
        return service.run(options.config)
    except service.CannotRun as why:
        raise Wrong(str(why)) from None


# --- score, replay and rehearse ------------------------------------------------------------------------------


def _add_score(commands: "argparse._SubParsersAction[_Parser]") -> None:
    from host import score

    command = commands.add_parser("score", help="the explained score of one play")
    score.add_arguments(command)
    command.set_defaults(run=_score)


def _score(options: argparse.Namespace) -> int:
    from host import score

    try:
        return score.run(options)
    except score.CannotScore as why:
        raise Wrong(str(why)) from None


def _add_replay(commands: "argparse._SubParsersAction[_Parser]") -> None:
    from host import replay

    command = commands.add_parser("replay", help="plays recorded games (GCG) again and compares every score")
    replay.add_arguments(command)
    command.set_defaults(run=_replay)


def _replay(options: argparse.Namespace) -> int:
    from host import replay

    try:
        return replay.run(options)
    except replay.CannotStart as why:
        raise Wrong(str(why)) from None


def _add_rehearse(commands: "argparse._SubParsersAction[_Parser]") -> None:
    command = commands.add_parser("rehearse", help="hands at the virtual table, one action a line")
    command.add_argument("scripts", nargs="*", type=Path, metavar="SCRIPT")
    command.add_argument("--through", choices=("engine", "sensors"), default="sensors")
    command.add_argument("--names", action="store_true", help="print the closed lists of names and end")
    command.add_argument("--json", action="store_true")
    command.set_defaults(run=_rehearse)


def _rehearse(options: argparse.Namespace) -> int:
    from host.rehearsal import outcome as rehearsals

    if options.names:
        return _print_names(rehearsals.names(), options.json)
    if not options.scripts:
        raise Wrong("taula rehearse: name at least one script; `taula rehearse --names` lists phases and reasons.")
    worst = OK
    try:
        for path in options.scripts:
            rehearsals.script_at(path)  # all are read before the first is played
        for path in options.scripts:
            outcome = rehearsals.rehearse(path, options.through)
            print(json_text(outcome.as_json()) if options.json else outcome.as_text(str(path)))
            worst = max(worst, NO if outcome.failures else OK)
    except rehearsals.CannotRehearse as why:
        raise Wrong(f"{path}: {why}") from None
    return worst


def _print_names(names: dict[str, list[str]], as_json: bool) -> int:
    if as_json:
        print(json_text(names))
    else:
        for kind, known in names.items():
            print(f"{kind}: {' '.join(known)}")
    return OK


# --- lexicon -------------------------------------------------------------------------------------------------


def _add_lexicon(commands: "argparse._SubParsersAction[_Parser]") -> None:
    from host.lexica import command as lexica

    command = commands.add_parser("lexicon", help="word files: built from a list, checked, listed")
    lexica.add_arguments(command)
    command.set_defaults(run=_lexicon)


def _lexicon(options: argparse.Namespace) -> int:
    from host.lexica import command as lexica

    try:
        return lexica.run(options)
    except lexica.CannotDo as why:
        raise Wrong(str(why)) from None


# --- rulebooks -----------------------------------------------------------------------------------------------


def _add_rulebooks(commands: "argparse._SubParsersAction[_Parser]") -> None:
    from host import rulebooks_command

    command = commands.add_parser("rulebooks", help="lists the rulebooks, or prints one with every source")
    rulebooks_command.add_arguments(command)
    command.set_defaults(run=_rulebooks)


def _rulebooks(options: argparse.Namespace) -> int:
    from host import rulebooks_command

    try:
        return rulebooks_command.run(options)
    except rulebooks_command.CannotList as why:
        raise Wrong(str(why)) from None


# --- doctor --------------------------------------------------------------------------------------------------


def _add_doctor(commands: "argparse._SubParsersAction[_Parser]") -> None:
    command = commands.add_parser("doctor", help="the numbered hardware checks")
    command.add_argument("checks", nargs="*", metavar="T01", help="which (default: all)")
    command.add_argument("--table", default="virtual", metavar="virtual|PORT")
    command.add_argument("--json", action="store_true")
    command.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace) -> int:
    from host import doctor

    try:
        return doctor.run(options.checks, options.table, options.json)
    except doctor.CannotCheck as why:
        raise Wrong(str(why)) from None


if __name__ == "__main__":
    sys.exit(main())
