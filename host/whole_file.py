"""A file that is written whole or not at all; what stood there is kept beside it as `.bak`.

Knows nothing of what is written. Raises OSError when it cannot be.
"""

import contextlib
import os
import tempfile
from pathlib import Path


def put(path: Path, data: bytes) -> None:
    """Put `data` in the file at `path`, through a link to where the file is."""
    path = path.resolve()
    with contextlib.suppress(FileNotFoundError):
        _put(path.with_name(f"{path.name}.bak"), path.read_bytes())
    _put(path, data)


def _put(path: Path, data: bytes) -> None:
    """`data` in the file at `path`: on the disk before it takes the place of what was there."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).chmod(0o644)
        Path(draft).replace(path)
    finally:
        Path(draft).unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the new name too
    finally:
        os.close(folder)
