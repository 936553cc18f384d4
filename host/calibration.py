"""The computer's copy of how a table's sensors are wired, in a JSON file that people can read.

Reads and writes `{"schema": 1, "table": "Mesa 1", "sensors": [["a1", "a2", ...], ...], "masked": ["c4"]}`: under
which square each sensor hangs, row by row of the chain as it is drawn, and squares whose sensors are not believed.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

from hardware_tests.bench import SIDE, square_name
from host.whole_file import put

SCHEMA = 1
LARGEST_BYTES = 100_000  # the file has 3 kB
REMEDY = "taula doctor T07 --learn writes it anew"
_SQUARES = {square_name(square): square for square in range(SIDE * SIDE)}


class BadCalibration(ValueError):
    """The calibration cannot be used; the text is one sentence that names the file and the remedy."""


class Calibration(NamedTuple):
    """table: its name in table.toml. order: the square of each place of the chain. masked: squares, in order."""

    table: str
    order: bytes
    masked: tuple[int, ...] = ()


def read_calibration(path: Path, table: str) -> Calibration:
    """What the file at `path` says of the table called `table`. Raises BadCalibration."""
    written = _json(path)
    if not isinstance(written, dict):
        raise BadCalibration(f"{path} is no calibration: it must be one JSON object; {REMEDY}")
    if written.get("schema") != SCHEMA or isinstance(written["schema"], bool):
        raise BadCalibration(f"{path} is of schema {str(written.get('schema'))[:20]}, and this program knows"
                             f" {SCHEMA}: update it, or {REMEDY}")
    if written.get("table") != table:
        raise BadCalibration(f"{path} is of the table '{str(written.get('table'))[:40]}', and this one is '{table}':"
                             " name this table's own file in table.toml, table.calibration")
    rows, masked = written.get("sensors"), written.get("masked", [])
    named = [name for row in rows if isinstance(row, list) for name in row] if isinstance(rows, list) else []
    if any(name not in _SQUARES for name in map(str, named)) or sorted(map(str, named)) != sorted(_SQUARES):
        raise BadCalibration(f"{path}: sensors must name each square once, a1 to o15; {REMEDY}")
    if not isinstance(masked, list) or any(str(name) not in _SQUARES for name in masked):
        raise BadCalibration(f"{path}: masked must be a list of squares such as c4, without others")
    return Calibration(table, bytes(_SQUARES[name] for name in named), tuple(sorted({_SQUARES[n] for n in masked})))


def write_calibration(path: Path, calibration: Calibration) -> None:
    """Put it in the file at `path`, whole or not at all; what stood there is kept beside it as `.bak`.

    Raises BadCalibration when it cannot be written.
    """
    names = [square_name(square) for square in calibration.order]
    rows = ",\n  ".join(json.dumps(names[at:at + SIDE]) for at in range(0, len(names), SIDE))
    masked = json.dumps([square_name(square) for square in calibration.masked])
    text = (f'{{"schema": {SCHEMA},\n "table": {json.dumps(calibration.table, ensure_ascii=False)},\n'
            f' "sensors": [\n  {rows}],\n "masked": {masked}}}\n')
    try:
        put(path, text.encode())
    except OSError as why:
        raise BadCalibration(f"{path} cannot be written: {why.strerror}; the board has its own record") from None


def _json(path: Path) -> Any:
    try:
        with path.open("rb") as file:
            return json.loads(file.read(LARGEST_BYTES + 1).decode("utf-8"))
    except FileNotFoundError:
        raise BadCalibration(f"{path} is not there: taula doctor T07 --learn writes it where sensors are wired in"
                             " another order than drawn") from None
    except OSError as why:
        raise BadCalibration(f"{path} cannot be read: {why.strerror}") from None
    except (ValueError, RecursionError):
        raise BadCalibration(f"{path} is no calibration: it must be JSON; {REMEDY}") from None
