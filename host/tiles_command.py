"""The command `taula tiles`: teaches the table a set of tiles, adds a spare, replaces a tile, counts the set.

Reads arguments, the board and the register, writes the register and the answer. What is wrong with a set is
`host.core.registration`'s to say.
"""

import argparse
import contextlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine_lite.layout import SQUARES
from engine_lite.notation import square_name
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tiles import TILE_SETS, TileSet
from hardware_tests.bench import Unanswered
from host import config as settings
from host import tile_tables as tables
from host.adapters.journal import read_story
from host.adapters.journal_lines import JournalError
from host.adapters.serial_port import PortTrouble
from host.config import BadConfig, Config
from host.core.registration import CENTRE, Finding, Flaw, Seen, Verdict, counted, learned, plan
from host.core.tile_register import Register
from host.core.weak_tiles import weak_tiles, without_magnet
from host.pad_reading import Order, PadReader
from host.printing import Wrong, json_text
from host.register import BadRegister, read_register, write_register
from host.simulator.board_process import BoardDied, NoMicroPython
from host.tile_changes import Changed, NoChange, NoFace, face_named, with_replaced, with_spare
from host.tile_reading import PairReader, TileReader
from host.tile_sentences import named, picture, sentence
from host.tile_tables import MODELS, VIRTUAL, Laid

SETTINGS = "settings"  # the boards that table.toml names, as when no table is named
OK, NO = 0, 1  # exit codes; 2 is CannotDo's
CONFIG = Path("table.toml")
NOT_AS_KNOWN = "If every tile lies as --plan shows it, --anew learns them, whatever the register says."
MODELS_COUNTED = "Counted at the virtual table, whose tiles are models; --table PORT counts those of a real one."
NOT_AS_PLANNED = "Nothing was written. Compare with --plan: after a letter that is a tile short all others lie wrong."

_NEW: Order = ((CENTRE, "the new tile"),)


class CannotDo(Wrong):
    """The input or the set-up is wrong; the text says what, and what to do."""


@dataclass(frozen=True, slots=True)
class _SetUp:
    """Which set is meant, where its register is, at which table; `keeps`: what is learned there may be written.

    pad: its tiles touch an identify pad, one after the other; it has no loops. radio: the port of the board that
    reads their tags, where that is not the board of the magnets.
    """

    tile_set: TileSet
    path: Path
    table: str
    keeps: bool
    pad: bool = False
    radio: str = ""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The two commands of `taula tiles` with their arguments."""
    commands = command.add_subparsers(required=True, metavar="register|check", parser_class=type(command))
    register = commands.add_parser("register", help="teach the table the set that is laid out on it")
    register.add_argument("--out", dest="file", type=Path, metavar="FILE",
                          help="the register (default: the one that table.toml names)")
    what = register.add_mutually_exclusive_group()
    what.add_argument("--plan", action="store_true", help="print on which square each tile is laid, and do no more")
    what.add_argument("--anew", action="store_true", help="whatever the register in place says of these tiles")
    what.add_argument("--spare", metavar="FACE", help="the tile on h8 is a spare of that face")
    what.add_argument("--replace", metavar="FACE|SQUARE|TAG",
                      help="that tile has left the set; the one on h8 takes its place, or the only spare")
    check = commands.add_parser("check", help="count the set that lies on the board, in any order")
    check.add_argument("--register", dest="file", type=Path, metavar="FILE",
                       help="the register (default: the one that table.toml names)")
    check.add_argument("--others", type=Path, nargs="+", default=[], metavar="FILE",
                       help="registers of other sets, to tell whose a foreign tile is")
    check.add_argument("--games", type=Path, nargs="+", default=[], metavar="JOURNAL",
                       help="games played with this set: names tiles that were read without their magnet in them")
    for each, run in ((register, _register), (check, _check)):
        each.add_argument("--config", type=Path, metavar="table.toml", help="(default: table.toml when it is there)")
        each.add_argument("--table", metavar="virtual|r1|settings|PORT",
                          help="(default: the boards that table.toml names)")
        each.add_argument("--pad", action="store_true",
                          help="a low-cost table, without loops: each tile touches the pad when it is asked for")
        which = each.add_mutually_exclusive_group()
        which.add_argument("--rulebook", choices=tuple(RULEBOOKS), help="the set that this rulebook plays with")
        which.add_argument("--tile-set", choices=tuple(TILE_SETS))
        each.add_argument("--json", action="store_true")
        each.set_defaults(do=run)


def run(options: argparse.Namespace) -> int:
    """Do what `options` ask; 0, or 1 when anything is wrong with the tiles. Raises CannotDo.

    `--json`: `{"tile_set", "table", "whole", "there", "size", "written", "findings": [{"flaw", "squares", "faces",
    "tags", "owner", "sentence"}]}`; `check` adds `"service": [{"tag", "squares"}]`.
    """
    do: Callable[[argparse.Namespace, _SetUp], int] = options.do
    try:
        return do(options, _set_up(options))
    except (BadConfig, BadRegister, NoFace, Unanswered, PortTrouble, NoMicroPython, BoardDied) as why:
        raise CannotDo(f"taula tiles: {why}.") from None


def _set_up(options: argparse.Namespace) -> _SetUp:
    path: Path | None = options.config or (CONFIG if CONFIG.exists() else None)
    config = settings.load(path) if path else Config()
    tile_set = settings.rulebook_of(config).tile_set
    if options.tile_set:
        tile_set = TILE_SETS[options.tile_set]
    elif options.rulebook:
        tile_set = RULEBOOKS[options.rulebook].tile_set
    file: Path = options.file or (path.parent if path else Path()) / config.table.tiles
    named = options.table if options.table != SETTINGS else settings.port_of(config)
    table = named or config.link.port or VIRTUAL
    radio = "" if options.table not in (None, SETTINGS) else settings.readers_of(config).get("racks", "")
    return _SetUp(tile_set, file, table, table not in MODELS or options.file is not None, options.pad, radio)


# ---- the whole set ----------------------------------------------------------------------------------------------


def _register(options: argparse.Namespace, at: _SetUp) -> int:
    if options.plan:
        return _plan(options, at)
    if options.spare is not None:
        return _spare(options, at)
    if options.replace is not None:
        return _replace(options, at)
    before = _in_place(at, options.anew)
    laid = _models(at, tables.by_the_plan(at.tile_set))
    places = frozenset(square for square, _ in plan(at.tile_set))
    verdict = _judged(at, lambda: _opened(at, laid, _in_turn(at.tile_set)), places,
                      lambda seen: learned(at.tile_set, seen, before))
    flaws = {finding.flaw for finding in verdict.findings}
    hint = NOT_AS_KNOWN if flaws and flaws <= {Flaw.FOREIGN, Flaw.MISPLACED} else NOT_AS_PLANNED if flaws else ""
    written = False
    if verdict.register and at.keeps:
        write_register(at.path, verdict.register)
        written = True
    return _told(options, at, verdict, at.tile_set.size, hint or _where_written(at), written)


def _check(options: argparse.Namespace, at: _SetUp) -> int:
    register = _known(at)
    others = {str(path): read_register(path) for path in options.others}
    laid = _models(at, tables.shuffled(at.tile_set))
    size = len(register.tiles)
    order = tuple((number, f"any tile ({number + 1} of {size})") for number in range(size))
    verdict = _judged(at, lambda: _opened(at, laid, order, whole=False), frozenset(range(SQUARES)),
                      lambda seen: counted(register, seen, others))
    weak = _weak(register, options.games)
    return _told(options, at, verdict, len(register.tiles), "" if at.keeps else MODELS_COUNTED, weak=weak)


def _known(at: _SetUp) -> Register:
    """The register in its file; at the virtual table, where no file is named, that of its own tiles."""
    if at.keeps:
        return read_register(at.path, at.tile_set)
    return tables.pad_set(at.tile_set) if at.pad else tables.model_set(at.tile_set)


def _weak(register: Register, journals: list[Path]) -> dict[str, tuple[int, ...]]:
    """Tiles of the register whose magnet grew weak in these games, and where. Raises CannotDo."""
    found = []
    for path in journals:
        try:
            found.append(without_magnet(event for event, _ in read_story(path).events))
        except (JournalError, OSError) as why:
            raise CannotDo(f"taula tiles: {str(why).rstrip('.')}.") from None
    own = dict(register.tiles)
    return {tag: squares for tag, squares in weak_tiles(found).items() if tag in own}


def _plan(options: argparse.Namespace, at: _SetUp) -> int:
    if options.json:
        laid = [{"square": square_name(square), "face": face} for square, face in plan(at.tile_set)]
        print(json_text({"tile_set": at.tile_set.name, "plan": laid}))
        return OK
    print(f"The {at.tile_set.name} set, {at.tile_set.size} tiles, by its alphabet from a1; ? is a blank.")
    print("\n".join(picture(at.tile_set)))
    return OK


def _in_place(at: _SetUp, anew: bool) -> Register | None:
    """What the tiles are known as so far. A file that is no register is not written over unless that is asked for."""
    if at.path.is_dir():
        raise CannotDo(f"taula tiles: {at.path} is a folder: name the register in it.")
    try:
        return read_register(at.path) if at.keeps and at.path.exists() and not anew else None
    except BadRegister as why:
        raise CannotDo(f"taula tiles: {why}; --anew writes a new one in its place.") from None


def _opened(at: _SetUp, laid: Laid, order: Order, *, whole: bool = True) -> TileReader | PairReader | PadReader:
    """The table; where it has a pad alone, tiles are asked for in `order`, and unless `whole` not all need come."""
    if at.pad:
        return tables.open_pad(at.table, order, laid, whole=whole)
    return tables.open_table(at.table, laid, at.radio)


def _models(at: _SetUp, laid: Laid) -> Laid:
    """What lies on the virtual table; or touches the pad of a virtual low-cost one."""
    return tuple(enumerate(tag for tag, _ in tables.pad_set(at.tile_set).tiles)) if at.pad else laid


def _in_turn(tile_set: TileSet) -> Order:
    """Every tile of the set as it is asked for, in the order of the plan."""
    count: Counter[str] = Counter()
    order = []
    for square, face in plan(tile_set):
        count[face] += 1
        of = next(kind.count for kind in tile_set.faces if kind.face == face)
        order.append((square, f"{named(face)} ({count[face]} of {of})" if of > 1 else named(face)))
    return tuple(order)


def _judged(at: _SetUp, opened: Callable[[], TileReader | PairReader | PadReader], places: frozenset[int],
            judge: Callable[[Seen], Verdict]) -> Verdict:
    """The verdict on what lies on the board, and its squares lit.

    Before anything is said to be wrong, magnets without a tag are read again, and those of `places` without a magnet.
    """
    with contextlib.closing(opened()) as reader:
        seen = reader.board()
        verdict = judge(seen)
        if not verdict.whole:
            silent = {square for square in seen.on if not seen.tags.get(square)}
            verdict = judge(reader.read_again(sorted(silent | places - seen.on)))
        reader.show(sorted({square for finding in verdict.findings for square in finding.squares}))
    return verdict


# ---- one tile ---------------------------------------------------------------------------------------------------


def _spare(options: argparse.Namespace, at: _SetUp) -> int:
    register = _known(at)
    face = face_named(options.spare, at.tile_set)
    return _changed(options, at, lambda: with_spare(register, face, _look(at, tables.newcomer(register))))


def _replace(options: argparse.Namespace, at: _SetUp) -> int:
    register = _known(at)
    look = _look(at, tables.newcomer(register, options.replace)) if options.table else None
    return _changed(options, at, lambda: with_replaced(register, options.replace, at.tile_set, look))


def _look(at: _SetUp, laid: Laid) -> Callable[[], Seen]:
    """What lies on the board now, when somebody asks."""
    def look() -> Seen:
        with contextlib.closing(_opened(at, tables.pad_newcomer() if at.pad else laid, _NEW)) as reader:
            seen = reader.board()
            in_doubt = {square for square in seen.on if not seen.tags.get(square)} | ({CENTRE} - seen.on)
            return reader.read_again(sorted(in_doubt)) if in_doubt else seen
    return look


def _changed(options: argparse.Namespace, at: _SetUp, change: Callable[[], Changed]) -> int:
    """Change the register, write it, and say which tile came and which left."""
    try:
        changed = change()
    except NoChange as why:
        return _answer(options, NO, {"whole": False, "why": f"{why}."}, f"Nothing was changed: {why}.")
    if at.keeps:
        write_register(at.path, changed.register)
    row = {"whole": True, "face": changed.face, "came": changed.came, "left": changed.left, "written": _written(at)}
    if changed.left:
        text = (f"{named(changed.face)}: the tag {changed.left} has left the set, {changed.came} has taken its place."
                " A game under way keeps the tiles that it began with.")
    else:
        count = len(changed.register.spares_of(changed.face))
        text = f"The tile {changed.came} is a spare for {named(changed.face)}; spares of that face: {count}."
    return _answer(options, OK, row, f"{text}\n{_where_written(at)}")


# ---- the answer -------------------------------------------------------------------------------------------------


def _told(options: argparse.Namespace, at: _SetUp, verdict: Verdict, size: int, last: str = "",
          written: bool = False, weak: Mapping[str, tuple[int, ...]] | None = None) -> int:
    """Tell the verdict on a set, and a `last` sentence; the exit code."""
    row = {
        "tile_set": at.tile_set.name, "table": at.table, "whole": verdict.whole, "there": verdict.there, "size": size,
        "written": _written(at) if written else None, "findings": [_as_row(each) for each in verdict.findings],
    }
    lines = [f"{each.flaw:<10} {sentence(each)}." for each in verdict.findings]
    lines.append(f"{verdict.there} of {size} tiles of the {at.tile_set.name} set are there; "
                 + (f"{len(lines)} to be mended." if lines else "the set is whole."))
    for tag, squares in (weak or {}).items():
        where = ", ".join(square_name(square) for square in squares)
        lines.append(f"For service: the tile {tag} was read without its magnet on {where}; look at its magnet.")
    if weak is not None:
        row["service"] = [{"tag": tag, "squares": [square_name(square) for square in squares]}
                          for tag, squares in weak.items()]
    if last:
        lines.append(last)
    return _answer(options, OK if verdict.whole else NO, row, "\n".join(lines))


def _as_row(finding: Finding) -> dict[str, object]:
    return {"flaw": finding.flaw.value, "squares": [square_name(square) for square in finding.squares],
            "faces": finding.faces, "tags": finding.tags, "owner": finding.owner, "sentence": f"{sentence(finding)}."}


def _written(at: _SetUp) -> str | None:
    return str(at.path) if at.keeps else None


def _where_written(at: _SetUp) -> str:
    if at.keeps:
        return f"Written to {at.path}."
    return "Not written: the virtual table's tiles are models; --out FILE keeps their register."


def _answer(options: argparse.Namespace, code: int, row: dict[str, object], text: str) -> int:
    print(json_text(row) if options.json else text)
    return code
