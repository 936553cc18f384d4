"""What a test or check needs beside the project itself, and the one line it ends in where that is missing.

With TAULA_REQUIRE set (CI sets it) a missing program is a failure instead: nothing is left out unseen there.
Recorded games in `../shared` are never required: they may not be handed on with the project.
"""

import importlib
import os
import shutil
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]


def program(*names: str) -> str:
    """The path of the first of `names` found on PATH; else the test ends in `not run: needs NAME`."""
    for name in names:
        if path := shutil.which(name):
            return path
    return missing(names[0])


def missing(name: str) -> NoReturn:
    """The test ends in `not run: needs NAME`, or fails where all is required."""
    line = f"not run: needs {name}"
    if os.environ.get("TAULA_REQUIRE"):
        pytest.fail(f"{line} (TAULA_REQUIRE is set)", pytrace=False)
    pytest.skip(line)


def package(name: str) -> ModuleType:
    """The installed package `name`, imported; else the test ends in `not run: needs NAME`."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return missing(name)


def file(path: str, package: str) -> Path:
    """The file at `path`, which the system's `package` installs; else the test ends in `not run: needs PACKAGE`."""
    found = Path(path)
    return found if found.exists() else missing(package)


def shared(name: str) -> Path:
    """A file or folder of `../shared`; else the test ends in `not run: needs ../shared`."""
    path = CHECKOUT.parent / "shared" / name
    if not path.exists():
        pytest.skip("not run: needs ../shared")
    return path
