"""Decides what a table.toml may say: every setting with its type, its bounds and its default.

Read once, then frozen. Knows nothing of what these settings reach, nor whether a port or a folder exists.
"""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta

from engine_lite.rulebook import Rulebook
from engine_lite.rulebooks import RULEBOOKS, BadKnobValue, UnknownKnob, UnknownVariant, rulebook_for

MAX_BYTES = 65_536  # a hundred times what a table needs: what is longer is not a table.toml
SHOWN_LETTERS = 60  # of a wrong value; the rest of it would hide the sentence
PRINTABLE = r"^[^\x00-\x1f\x7f]*\Z"


class BadConfig(ValueError):
    """The settings cannot be used; the text is one sentence that names the place and what is allowed there."""


def _within(low: int, high: int, unit: str = "") -> Meta:
    return Meta(ge=low, le=high, description=f"a whole number between {low} and {high} {unit}".rstrip())


def _text(longest: int, what: str) -> Meta:
    return Meta(min_length=1, max_length=longest, pattern=PRINTABLE, description=f"{what} of 1 to {longest} letters")


# GPIO 0 to 3 belong to the memory of plugged-on boards and to the displays' bus; the header ends at 27.
ABSENT = "none"  # a part that this table does not have
Pin = Annotated[
    Annotated[int, Meta(ge=4, le=27)] | Literal["none"],
    Meta(description=f"a pin between 4 and 27, by its BCM number, or \"{ABSENT}\""),
]
# Where the wiring page leads the other pins of the header, whether or not this table has it: a button there would
# hold a board in reset, or short the line. firmware/pinout.py has the same numbers; a test compares them.
WIRED = {4: "power good", 14: "UART TX", 15: "UART RX", 20: "RUN board", 21: "RUN radio", 25: "RUN bag"}
Level = Annotated[Literal["low", "high"], Meta(description="low or high")]
# Source: SSD1306 data sheet, slave address: one strap, two addresses.
Address = Annotated[int, Meta(ge=0x3C, le=0x3D, description="0x3C or 0x3D, as soldered on the display's back")]
Code = Annotated[str, Meta(pattern=r"^[\x21-\x7e]{4,40}\Z")]
Clocks = Annotated[Literal["run", "stand"], Meta(description="run or stand")]
PlayerName = Annotated[str, Meta(min_length=1, max_length=40, pattern=PRINTABLE)]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of table.toml."""


class TableSettings(Section, frozen=True):
    """What is played here, and by whom."""

    name: Annotated[str, _text(40, "a name")] = "Taula"
    rulebook: Annotated[
        str, Meta(pattern=rf"^({'|'.join(RULEBOOKS)})\Z", description=f"one of {', '.join(RULEBOOKS)}")
    ] = "manacor"
    variant: Annotated[
        str, Meta(max_length=40, pattern=PRINTABLE, description="a class of players, as `taula rulebooks` lists them")
    ] = ""
    seats: Annotated[
        tuple[PlayerName, ...],
        Meta(min_length=1, max_length=4, description="a list of one to four names of 1 to 40 letters"),
    ] = ("A", "B")
    language: Annotated[Literal["ca", "ro", "en", "es"], Meta(description="one of ca, ro, en, es")] = "ca"
    tiles: Annotated[str, _text(1000, "a file")] = "tiles.json"
    """The register of this table's tiles; relative to the folder of table.toml."""
    calibration: Annotated[str, _text(1000, "a file")] = "calibration.json"
    """How this table's sensors are wired, as `taula doctor T07 --learn` writes it; relative as `tiles` is."""
    journal: Annotated[str, _text(1000, "a folder")] = "journal"
    """The folder of the games' files; `load` makes it relative to the folder of table.toml."""
    lexicon: Annotated[
        str, Meta(min_length=1, max_length=40, pattern=PRINTABLE,
                  description="the name of a list in the folder lexica, or none")
    ] = "none"
    """The word list that answers when the word list is asked; in the folder `lexica` beside table.toml."""
    rated: Annotated[bool, Meta(description="true or false")] = True
    """Whether the next game is rated: without help, without sound."""
    refused_press: Clocks = "run"
    """Whether the clock of the side on turn goes on after a refused press, or stands until the board has changed."""
    unplugged: Clocks = "run"
    """Whether the clocks go on, or stand, while nothing is heard of the board of the squares."""


class LinkSettings(Section, frozen=True):
    """The line to the board. `port` is empty when none is named: see `port_of`."""

    port: Annotated[str, Meta(max_length=1000, pattern=PRINTABLE, description="the path of the board's port")] = ""
    baud: Annotated[int, _within(9_600, 3_000_000, "bits a second")] = 921_600


class ReadersSettings(Section, frozen=True):
    """The lines to the boards beside that of the squares, as fast as `link`; empty: the table has none."""

    bag: Annotated[str, Meta(max_length=1000, pattern=PRINTABLE, description="the path of its port")] = ""
    """The board of the ring in the bag's neck."""
    racks: Annotated[str, Meta(max_length=1000, pattern=PRINTABLE, description="the path of its port")] = ""
    """The board of the loops under the racks."""


class WebSettings(Section, frozen=True):
    """Where the pages are served; only on this machine unless `host` says otherwise."""

    host: Annotated[str, _text(253, "a host name or address")] = "127.0.0.1"
    port: Annotated[int, _within(0, 65_535)] = 8000
    referee_pin: Annotated[
        str,
        Meta(max_length=40, pattern=r"^([\x21-\x7e]{6,40})?\Z", description="6 to 40 letters, digits or signs"),
    ] = ""
    """What the referee types to reach /referee; without it there is no such page."""
    seat_pins: Annotated[
        tuple[Code, ...],
        Meta(max_length=4, description="a list with one for each seat, of 4 to 40 letters, digits or signs"),
    ] = ()
    """What each side types to reach its own page; without them these pages are open to the whole network."""


class PanelSettings(Section, frozen=True):
    """The pins of buttons, lamps, buzzer and SYNC, their levels and their times; as the reference design has them."""

    clock_a: Pin = 5
    clock_b: Pin = 6
    challenge_a: Pin = 16
    challenge_b: Pin = 26
    referee: Pin = 22
    led_a: Pin = 17
    led_b: Pin = 27
    status_led: Pin = 23
    buzzer: Pin = 12
    """Sounds when a press is refused, in games that are not rated."""
    sync: Pin = 24
    pressed: Level = "low"
    lit: Level = "high"
    """The level of a lamp or buzzer that is on."""
    release_ms: Annotated[int, _within(5, 50, "ms")] = 10
    """How long a button must stand up before it is up."""
    lock_out_ms: Annotated[int, _within(20, 1_000, "ms")] = 100
    """How soon after a press another one is the same finger."""
    stuck_s: Annotated[int, _within(3, 120, "seconds")] = 10
    """When a button that is down is said to be jammed."""
    repeat_after_ms: Annotated[int, _within(300, 3_000, "ms")] = 700
    """When a challenge button held down steps on through the letters for a blank."""
    repeat_ms: Annotated[int, _within(100, 1_000, "ms")] = 250
    beep_ms: Annotated[int, _within(20, 500, "ms")] = 80


class DisplaySettings(Section, frozen=True):
    """The two displays: their I2C addresses, their chip, their light."""

    address_a: Address = 0x3C
    address_b: Address = 0x3D
    chip: Annotated[
        Literal["auto", "ssd1306", "sh1106"],
        Meta(description="auto, ssd1306 or sh1106; auto asks each display"),
    ] = "auto"
    brightness: Annotated[int, _within(1, 100, "per cent")] = 100


class VoiceSettings(Section, frozen=True):
    """How the table speaks in a game that is not rated. Source of the bounds: espeak-ng's speak_lib.h."""

    enabled: Annotated[bool, Meta(description="true or false")] = True
    rate: Annotated[int, _within(80, 450, "words a minute")] = 150
    volume: Annotated[int, _within(0, 200, "(100 is usual)")] = 100


class ClockSettings(Section, frozen=True):
    """What replaces the rulebook's own time."""

    minutes: Annotated[int, _within(1, 180, "minutes a side")]


class Config(msgspec.Struct, frozen=True):
    """All settings; a section that is None was not written: nothing is wired, nothing replaced.

    `rules` are the knobs of the rulebook that this table sets otherwise, by name, as they were written.
    """

    table: TableSettings = TableSettings()
    link: LinkSettings = LinkSettings()
    readers: ReadersSettings = ReadersSettings()
    web: WebSettings = WebSettings()
    panel: PanelSettings | None = None
    displays: DisplaySettings | None = None
    voice: VoiceSettings | None = None
    clock: ClockSettings | None = None
    rules: dict[str, Any] = {}


SECTIONS: dict[str, type[Section]] = {
    "clock": ClockSettings,
    "displays": DisplaySettings,
    "link": LinkSettings,
    "panel": PanelSettings,
    "readers": ReadersSettings,
    "table": TableSettings,
    "voice": VoiceSettings,
    "web": WebSettings,
}
RULES = "rules"  # the section whose settings are the knobs of a rulebook


def load(path: Path) -> Config:
    """The settings in the file at `path`. Raises BadConfig."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise BadConfig(f"{path} is not there: write one, or name another with --config") from None
    except (OSError, ValueError) as trouble:  # ValueError: no system can name such a file
        if isinstance(trouble, IsADirectoryError):
            raise BadConfig(f"{path} is a folder: name the settings in it with --config") from None
        reason = trouble.strerror if isinstance(trouble, OSError) else trouble
        raise BadConfig(f"{path} cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise BadConfig(f"{path} is longer than {MAX_BYTES} bytes; it cannot be a table's settings")
    try:
        text = data.decode("utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError as trouble:
        line = data.count(b"\n", 0, trouble.start) + 1
        raise BadConfig(f"{path} is not UTF-8 text (line {line}): save it as UTF-8") from None
    config = parse(text, str(path))
    journal = str(path.parent / config.table.journal)
    return msgspec.structs.replace(config, table=msgspec.structs.replace(config.table, journal=journal))


def parse(text: str, name: str = "table.toml") -> Config:
    """The settings that `text` writes in TOML; `name` is the file's, for the sentences. Raises BadConfig.

    >>> parse("[web]\\nport = 80").web.port
    80
    >>> parse("[link]\\nbauds = 9600")
    Traceback (most recent call last):
    host.config.BadConfig: unknown setting 'bauds' in [link]; known: baud, port
    """
    try:
        written = tomllib.loads(text)
    except RecursionError:
        raise BadConfig(f"{name} is not TOML: its brackets are nested too deeply") from None
    except ValueError as trouble:
        reason = str(trouble).replace("at end of document", f"at line {text.count(chr(10)) + 1}, the end")
        raise BadConfig(f"{name} is not TOML: {reason}") from None
    sections: dict[str, Any] = {key: _any_section(key, value) for key, value in written.items()}
    config = Config(**sections)
    rulebook_of(config)
    if config.web.seat_pins and len(config.web.seat_pins) != len(config.table.seats):
        asked, seats = len(config.web.seat_pins), len(config.table.seats)
        raise BadConfig(f"web.seat_pins has {asked} and the table has {seats} seats; give one for each seat")
    _codes_apart(config.web)
    _lines_apart(config)
    if config.panel is not None:
        _distinct("panel", config.panel, Pin, "pin")
        _off_the_wires(config.panel)
    if config.displays is not None:
        _distinct("displays", config.displays, Address, "address")
    return config


def names_in(text: str) -> dict[str, list[str]]:
    """The names of the settings that a good `text` writes, by section.

    >>> names_in("[web]\\nport = 80\\n[panel]")
    {'web': ['port'], 'panel': []}
    """
    return {section: list(keys) for section, keys in tomllib.loads(text).items()}


def port_of(config: Config) -> str:
    """The path of the board's port, which a real table must have. Raises BadConfig.

    >>> port_of(Config())
    Traceback (most recent call last):
    host.config.BadConfig: link.port is missing; it must be the board's port, as /dev/serial/by-id shows it
    """
    if not config.link.port:
        raise BadConfig("link.port is missing; it must be the board's port, as /dev/serial/by-id shows it")
    return config.link.port


def readers_of(config: Config) -> dict[str, str]:
    """The ports of the boards beside that of the squares, by what they read.

    >>> readers_of(parse('[readers]\\nracks = "/dev/ttyACM1"'))
    {'racks': '/dev/ttyACM1'}
    """
    named = msgspec.structs.asdict(config.readers)
    return {part: path for part, path in sorted(named.items()) if path}


def rulebook_of(config: Config) -> Rulebook:
    """The rulebook that the table plays by: its own knobs, its own minutes. Raises BadConfig.

    >>> rulebook_of(parse("[rules]\\nexchange_min_bag = 1")).exchange_min_bag
    1
    >>> parse("[rules]\\nexchange_min_bag = 0")
    Traceback (most recent call last):
    host.config.BadConfig: rules.exchange_min_bag is 0; it must be a whole number between 1 and 100 (tiles)
    """
    rules = dict(config.rules)
    if config.clock is not None:
        if "clock_s" in rules:
            raise BadConfig("clock.minutes and rules.clock_s both set the time; keep one of them")
        rules["clock_s"] = config.clock.minutes * 60
    try:
        return rulebook_for(config.table.rulebook, config.table.variant, rules)
    except UnknownVariant as unknown:
        raise BadConfig(f"table.variant: {unknown}") from None
    except UnknownKnob as unknown:
        raise BadConfig(f"unknown setting in [{RULES}]: {unknown}") from None
    except BadKnobValue as bad:
        raise BadConfig(f"{RULES}.{bad}") from None


def _codes_apart(web: WebSettings) -> None:
    """Whoever knows one code opens one page; the sentences do not tell the codes. Raises BadConfig."""
    if web.referee_pin and web.referee_pin in web.seat_pins:
        raise BadConfig("web.referee_pin is a seat's code in web.seat_pins, too; give the referee another")
    if len(set(web.seat_pins)) < len(web.seat_pins):
        raise BadConfig("web.seat_pins has one code twice; give each seat its own")


def _off_the_wires(panel: PanelSettings) -> None:
    """No part of the panel is on a pin that leads elsewhere. Raises BadConfig."""
    for key, value in msgspec.structs.asdict(panel).items():
        if get_type_hints(PanelSettings, include_extras=True)[key] == Pin and value in WIRED:
            raise BadConfig(f"panel.{key} is {value}; that pin is wired as {WIRED[value]}, take a free one")


def _lines_apart(config: Config) -> None:
    """Each board has a line of its own. Raises BadConfig."""
    taken = {config.link.port: "link.port"} if config.link.port else {}
    for part, path in readers_of(config).items():
        if path in taken:
            raise BadConfig(f"readers.{part} is {_shown(path)}; {taken[path]} has that port already")
        taken[path] = f"readers.{part}"


def _any_section(name: str, written: object) -> object:
    if name == RULES:
        if not isinstance(written, dict):
            raise BadConfig(f"{name} is {_shown(written)}; it must be a section, [{name}]")
        return written
    if name not in SECTIONS:
        known = ", ".join(f"[{each}]" for each in sorted((*SECTIONS, RULES)))
        raise BadConfig(f"unknown section {_shown(name)}; known: {known}")
    return _section(name, SECTIONS[name], written)


def _section(name: str, kind: type[Section], written: object) -> Section:
    if not isinstance(written, dict):
        raise BadConfig(f"{name} is {_shown(written)}; it must be a section, [{name}]")
    hints = get_type_hints(kind, include_extras=True)
    for key in written:
        if key not in hints:
            raise BadConfig(f"unknown setting {_shown(key)} in [{name}]; known: {', '.join(sorted(hints))}")
    for field in msgspec.structs.fields(kind):
        if field.required and field.name not in written:
            raise BadConfig(f"{name}.{field.name} is missing; it must be {_rule(hints[field.name])}")
    return kind(**{key: _setting(f"{name}.{key}", hints[key], value) for key, value in written.items()})


def _setting(place: str, hint: Any, value: object) -> object:
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError:
        raise BadConfig(f"{place} is {_shown(value)}; it must be {_rule(hint)}") from None


def _rule(hint: Any) -> str:
    """What a setting must be, in words."""
    return str(hint.__metadata__[0].description)


def _distinct(name: str, section: Section, kind: Any, what: str) -> None:
    """No two settings of `kind` in `section` name the same thing. Raises BadConfig."""
    hints = get_type_hints(type(section), include_extras=True)
    taken: dict[object, str] = {}
    for key, value in msgspec.structs.asdict(section).items():
        if hints[key] != kind or value == ABSENT:
            continue
        if value in taken:
            raise BadConfig(f"{name}.{key} is {value}; {name}.{taken[value]} has that {what} already")
        taken[value] = key


def _shown(value: object) -> str:
    """`value` as a person wrote it, or nearly, and not too long."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # a number of thousands of digits, or a key of thousands of dots
        return "far too long"
    return text if len(text) <= SHOWN_LETTERS else f"{text[:SHOWN_LETTERS]}…"
