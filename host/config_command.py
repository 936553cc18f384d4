"""`taula config check|show`: whether a table.toml is good, and what stands in it.

`show` never tells the codes of the pages: what it prints may be sent to somebody.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from host import config as settings
from host.config import BadConfig, Config
from host.printing import Wrong, json_text

SECRETS = frozenset({("web", "referee_pin"), ("web", "seat_pins")})
HIDDEN = "hidden"
NO = 1


class CannotShow(Wrong):
    """There is no file, or what stands in it cannot be shown because it is not good."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula config`."""
    command.add_argument("what", choices=("check", "show"))
    command.add_argument("--config", type=Path, default=Path("table.toml"), metavar="table.toml")
    command.add_argument("--effective", action="store_true", help="with show: what is left out too, as it is used")
    command.add_argument("--json", action="store_true")


def run(options: argparse.Namespace) -> int:
    """Check the settings (exit code 1 when they are not good), or print them. Raises CannotShow."""
    path: Path = options.config
    if not (path.is_file() or path.is_dir()):
        raise CannotShow(f"{path} is not there: write one, or name another with --config.")
    try:
        config = settings.load(path)
        settings.port_of(config)
    except BadConfig as why:
        if options.what == "show":
            raise CannotShow(f"{why}.") from None
        print(json_text({"good": False, "sentence": str(why)}) if options.json else f"{why}.")
        return NO
    if options.what == "check":
        print(json_text({"good": True, "sentence": ""}) if options.json else f"{path} is good.")
        return 0
    shown = without_secrets(effective(config) if options.effective else written(path))
    print(json_text(shown) if options.json else "\n".join(toml_lines(shown)))
    return 0


def effective(config: Config) -> dict[str, Any]:
    """Every setting as it is used, section by section; a section that is not written and wires something is left out.

    >>> effective(Config())["web"]["port"]
    8000
    """
    plain: dict[str, Any] = msgspec.to_builtins(config)
    return {name: section for name, section in plain.items() if section or name == "table"}


def written(path: Path) -> dict[str, Any]:
    """What the file says and no more; it must have been loaded before, which checks it."""
    config = settings.load(path)
    names = settings.names_in(path.read_text("utf-8-sig"))
    whole = effective(config)
    return {section: {key: whole[section][key] for key in keys} for section, keys in names.items()}


def without_secrets(shown: dict[str, Any]) -> dict[str, Any]:
    """The same with every code hidden that is set.

    >>> without_secrets({"web": {"referee_pin": "314159", "port": 80}})
    {'web': {'referee_pin': 'hidden', 'port': 80}}
    """
    return {section: {key: _hidden(value) if (section, key) in SECRETS else value for key, value in values.items()}
            for section, values in shown.items()}


def _hidden(value: Any) -> Any:
    """As many words in place of as many codes, no two alike: the settings stay ones that can be read again."""
    if isinstance(value, list | tuple):
        return [f"{HIDDEN}-{number}" for number in range(1, len(value) + 1)]
    return HIDDEN if value else value


def toml_lines(shown: dict[str, Any]) -> Iterator[str]:
    r"""`shown` as lines of TOML, a blank one before each section but the first.

    >>> list(toml_lines({"table": {"name": "L\"1\"", "seats": ("A", "B"), "rated": True}, "panel": {}}))
    ['[table]', 'name = "L\\"1\\""', 'seats = ["A", "B"]', 'rated = true', '', '[panel]']
    """
    for number, (section, values) in enumerate(shown.items()):
        if number:
            yield ""
        yield f"[{section}]"
        for key, value in values.items():
            yield f"{key} = {_toml(value)}"


def _toml(value: Any) -> str:
    """A string, number, truth or list of them: what TOML and JSON write alike."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)

