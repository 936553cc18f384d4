"""What the settings promise: a mistake in table.toml is found at the start, and its sentence says what to write."""

import re
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine_lite.rulebook import KINDS
from engine_lite.rulebooks import RULEBOOKS
from host.adapters.panel_debounce import Holds
from host.config import MAX_BYTES, RULES, SECTIONS, BadConfig, Config, load, parse, port_of, rulebook_of
from host.panel_signs import holds_of, pins_of

WHOLE = """\
[table]
name = "Taula 3"
rulebook = "fisc_school"
variant = "15min"
seats = ["Anna", "Biel", "Ștefan"]
language = "ro"
tiles = "set.json"
calibration = "wired.json"
journal = "games"
lexicon = "DISC 2.18"
rated = false
refused_press = "stand"
unplugged = "stand"
[link]
port = "/dev/ttyACM0"
baud = 921600
[readers]
bag = "/dev/ttyACM1"
racks = "/dev/ttyACM2"
[web]
host = "0.0.0.0"
port = 80
referee_pin = "314159"
seat_pins = ["2718", "2818", "2845"]
[panel]
clock_a = 13
status_led = "none"
buzzer = 18
sync = "none"
pressed = "high"
lit = "low"
release_ms = 20
lock_out_ms = 200
stuck_s = 30
repeat_after_ms = 900
repeat_ms = 300
beep_ms = 50
[displays]
address_a = 0x3D
address_b = 0x3C
chip = "sh1106"
brightness = 40
[voice]
enabled = false
rate = 120
volume = 200
[clock]
minutes = 12
[rules]
challenge = "double"
senyors = true
"""


def test_every_setting_reaches_its_place() -> None:
    """Protects: nothing that is written is ignored."""
    config = parse(WHOLE)
    assert msgspec.to_builtins(config) == {
        "table": {"name": "Taula 3", "rulebook": "fisc_school", "variant": "15min",
                  "seats": ("Anna", "Biel", "Ștefan"), "language": "ro", "tiles": "set.json",
                  "calibration": "wired.json", "journal": "games", "lexicon": "DISC 2.18", "rated": False,
                  "refused_press": "stand", "unplugged": "stand"},
        "link": {"port": "/dev/ttyACM0", "baud": 921600},
        "readers": {"bag": "/dev/ttyACM1", "racks": "/dev/ttyACM2"},
        "web": {"host": "0.0.0.0", "port": 80, "referee_pin": "314159",
                "seat_pins": ("2718", "2818", "2845")},
        "panel": {"clock_a": 13, "clock_b": 6, "challenge_a": 16, "challenge_b": 26, "referee": 22, "led_a": 17,
                  "led_b": 27, "status_led": "none", "buzzer": 18, "sync": "none", "pressed": "high", "lit": "low",
                  "release_ms": 20, "lock_out_ms": 200, "stuck_s": 30, "repeat_after_ms": 900, "repeat_ms": 300,
                  "beep_ms": 50},
        "displays": {"address_a": 0x3D, "address_b": 0x3C, "chip": "sh1106", "brightness": 40},
        "voice": {"enabled": False, "rate": 120, "volume": 200},
        "clock": {"minutes": 12},
        "rules": {"challenge": "double", "senyors": True},
    }  # fmt: skip


def test_an_empty_file_is_a_table_with_nothing_wired_that_only_this_machine_can_see() -> None:
    """Protects: what is not written must be safe, and no pin is touched unasked."""
    config = parse("")
    assert (config.panel, config.displays, config.voice, config.clock) == (None, None, None, None)
    assert config.table.rated
    assert (config.web.host, config.web.port) == ("127.0.0.1", 8000)
    assert (config.web.referee_pin, config.web.seat_pins) == ("", ())


def test_settings_cannot_be_changed_once_read() -> None:
    """Protects: what was checked is what is used."""
    with pytest.raises(AttributeError):
        parse("").web.port = 1  # type: ignore[misc]


@pytest.mark.parametrize(("text", "sentence"), [
    ("[link]\nquite_s = 1", "unknown setting 'quite_s' in [link]; known: baud, port"),
    ("[pannel]",
     "unknown section 'pannel'; known: [clock], [displays], [link], [panel], [readers], [rules], "
     "[table], [voice], [web]"),
    ("port = 1",
     "unknown section 'port'; known: [clock], [displays], [link], [panel], [readers], [rules], "
     "[table], [voice], [web]"),
    ("link = 5", "link is 5; it must be a section, [link]"),
    ("[[link]]", "link is [{}]; it must be a section, [link]"),
    ("[link]\nbaud = 300", "link.baud is 300; it must be a whole number between 9600 and 3000000 bits a second"),
    ("[link]\nbaud = true", "link.baud is true; it must be a whole number between 9600 and 3000000 bits a second"),
    ("[link]\nbaud = nan", "link.baud is nan; it must be a whole number between 9600 and 3000000 bits a second"),
    ("[web]\nport = 65536", "web.port is 65536; it must be a whole number between 0 and 65535"),
    ("[web]\nport = '80'", "web.port is '80'; it must be a whole number between 0 and 65535"),
    ("[voice]\nrate = 79", "voice.rate is 79; it must be a whole number between 80 and 450 words a minute"),
    ("[voice]\nrate = 451", "voice.rate is 451; it must be a whole number between 80 and 450 words a minute"),
    ("[voice]\nvolume = -1", "voice.volume is -1; it must be a whole number between 0 and 200 (100 is usual)"),
    ("[voice]\nvolume = 201", "voice.volume is 201; it must be a whole number between 0 and 200 (100 is usual)"),
    ("[voice]\nenabled = 1", "voice.enabled is 1; it must be true or false"),
    ("[table]\nrated = 'no'", "table.rated is 'no'; it must be true or false"),
    ("[table]\nunplugged = 'pause'", "table.unplugged is 'pause'; it must be run or stand"),
    ("[web]\nreferee_pin = '12345'", "web.referee_pin is '12345'; it must be 6 to 40 letters, digits or signs"),
    ("[web]\nreferee_pin = 'two words'",
     "web.referee_pin is 'two words'; it must be 6 to 40 letters, digits or signs"),
    ("[web]\nseat_pins = ['1', '2']",
     "web.seat_pins is ['1', '2']; it must be a list with one for each seat, of 4 to 40 letters, digits or signs"),
    ("[web]\nseat_pins = ['2718']", "web.seat_pins has 1 and the table has 2 seats; give one for each seat"),
    ("[web]\nreferee_pin = '271828'\nseat_pins = ['271828', '2718']",
     "web.referee_pin is a seat's code in web.seat_pins, too; give the referee another"),
    ("[web]\nseat_pins = ['2718', '2718']", "web.seat_pins has one code twice; give each seat its own"),
    ("[clock]", "clock.minutes is missing; it must be a whole number between 1 and 180 minutes a side"),
    ("[clock]\nminutes = 1.5", "clock.minutes is 1.5; it must be a whole number between 1 and 180 minutes a side"),
    ("[clock]\nminutes = 0", "clock.minutes is 0; it must be a whole number between 1 and 180 minutes a side"),
    ("[panel]\nclock_a = 3", "panel.clock_a is 3; it must be a pin between 4 and 27, by its BCM number, or \"none\""),
    ("[panel]\nbuzzer = 'off'",
     "panel.buzzer is 'off'; it must be a pin between 4 and 27, by its BCM number, or \"none\""),
    ("[panel]\npressed = 0", "panel.pressed is 0; it must be low or high"),
    ("[panel]\nrelease_ms = 4", "panel.release_ms is 4; it must be a whole number between 5 and 50 ms"),
    ("[panel]\nlock_out_ms = 1001", "panel.lock_out_ms is 1001; it must be a whole number between 20 and 1000 ms"),
    ("[panel]\nstuck_s = 2", "panel.stuck_s is 2; it must be a whole number between 3 and 120 seconds"),
    ("[panel]\nstatus_led = 12", "panel.buzzer is 12; panel.status_led has that pin already"),
    ("[panel]\nclock_a = 14", "panel.clock_a is 14; that pin is wired as UART TX, take a free one"),
    ("[panel]\nsync = 20", "panel.sync is 20; that pin is wired as RUN board, take a free one"),
    ("[displays]\nbrightness = 0", "displays.brightness is 0; it must be a whole number between 1 and 100 per cent"),
    ("[displays]\nchip = 'sh1107'",
     "displays.chip is 'sh1107'; it must be auto, ssd1306 or sh1106; auto asks each display"),
    ("[panel]\nclock_a = 6", "panel.clock_b is 6; panel.clock_a has that pin already"),
    ("[displays]\naddress_a = 0x3D", "displays.address_b is 61; displays.address_a has that address already"),
    ("[displays]\naddress_a = 0x70",
     "displays.address_a is 112; it must be 0x3C or 0x3D, as soldered on the display's back"),
    ("[readers]\nbag = 5", "readers.bag is 5; it must be the path of its port"),
    ("[readers]\npad = '/dev/ttyACM1'", "unknown setting 'pad' in [readers]; known: bag, racks"),
    ("[link]\nport = '/dev/a'\n[readers]\nbag = '/dev/a'",
     "readers.bag is '/dev/a'; link.port has that port already"),
    ("[readers]\nbag = '/dev/a'\nracks = '/dev/a'", "readers.racks is '/dev/a'; readers.bag has that port already"),
    ("[table]\nlexicon = ''",
     "table.lexicon is ''; it must be the name of a list in the folder lexica, or none"),
    ("[table]\nlanguage = 'de'", "table.language is 'de'; it must be one of ca, ro, en, es"),
    ("[table]\nseats = []", "table.seats is []; it must be a list of one to four names of 1 to 40 letters"),
    ("[table]\nname = \"\\u0007\"", "table.name is '\\x07'; it must be a name of 1 to 40 letters"),
    ("rules = 5", "rules is 5; it must be a section, [rules]"),
    ("[rules]\nclock_s = 5", "rules.clock_s is 5; it must be a whole number between 10 and 10800 (seconds)"),
    ("[rules]\nsenyors = 1", "rules.senyors is 1; it must be true or false"),
    ("[rules]\norder = 'draw'", "rules.order is “draw”; it must be one of draw_then_press, press_then_draw"),
    ("[rules]\nclock_s = 1200\n[clock]\nminutes = 20",
     "clock.minutes and rules.clock_s both set the time; keep one of them"),
    ("[table]\nvariant = '12min'", "table.variant: manacor has no variant “12min”; it has none"),
    ("[table]\njournal = 1979-05-27",
     "table.journal is datetime.date(1979, 5, 27); it must be a folder of 1 to 1000 letters"),
])  # fmt: skip
def test_a_wrong_setting_is_named_with_its_place_and_what_is_allowed(text: str, sentence: str) -> None:
    """Protects whoever sets the table up: the sentence alone is enough to put it right."""
    with pytest.raises(BadConfig) as wrong:
        parse(text)
    assert str(wrong.value) == sentence


def test_an_unknown_rulebook_is_answered_with_the_known_ones() -> None:
    """Protects against playing by other rules than the club thinks."""
    with pytest.raises(BadConfig, match=r"table\.rulebook is 'manacro'; it must be one of manacor, fisc_school, "):
        parse("[table]\nrulebook = 'manacro'")


def test_an_unknown_knob_is_answered_with_the_known_ones() -> None:
    """Protects: a misspelt rule is not silently left as the rulebook has it."""
    with pytest.raises(BadConfig) as wrong:
        parse("[rules]\nbonus = 35")
    assert str(wrong.value).startswith("unknown setting in [rules]: no knob is called “bonus”; there are seats, ")
    assert all(knob in str(wrong.value) for knob in KINDS)


def test_the_table_plays_by_its_own_rules() -> None:
    """Protects: variant, knobs and minutes all reach the rulebook; without them it is the rulebook as it stands."""
    ours = rulebook_of(parse(WHOLE))
    assert (ours.name, ours.turn_limit, ours.challenge, ours.senyors) == ("fisc_school", 15, "double", True)
    assert (ours.clock_s, str(ours.source("clock_s"))) == (720, "this table's own")
    assert rulebook_of(parse("")) == RULEBOOKS["manacor"]


def test_a_long_wrong_value_does_not_hide_the_sentence() -> None:
    """Protects: a pasted page, a number of 20,000 digits or a key of 2,000 dots still gives one readable sentence."""
    wrong_values = (f"port = '{'x' * 5000}'", f"baud = 0x{'F' * 20_000}", f"port{'.a' * 2000} = 1")
    for value in wrong_values:
        with pytest.raises(BadConfig) as wrong:
            parse(f"[link]\n{value}")
        assert len(str(wrong.value)) < 200
        assert "it must be" in str(wrong.value)


def test_a_real_table_must_name_its_port() -> None:
    """Protects: without a port the service ends in a sentence, not in a trace from the serial library."""
    with pytest.raises(BadConfig, match=r"link\.port is missing"):
        port_of(parse("[link]\nbaud = 9600"))
    assert port_of(parse(WHOLE)) == "/dev/ttyACM0"


# --- the file --------------------------------------------------------------------------------------


def test_the_journal_lies_beside_the_settings_unless_its_path_is_whole(tmp_path: Path) -> None:
    """Protects: a service started from another folder still finds its games."""
    path = tmp_path / "table.toml"
    path.write_text(WHOLE, encoding="utf-8")
    assert load(path).table.journal == str(tmp_path / "games")
    path.write_text("[table]\njournal = '/var/lib/taula'", encoding="utf-8")
    assert load(path).table.journal == "/var/lib/taula"


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    """Protects those who edit on Windows."""
    path = tmp_path / "table.toml"
    path.write_bytes(b"\xef\xbb\xbf[web]\nport = 81\n")
    assert load(path).web.port == 81


@pytest.mark.parametrize(("data", "sentence"), [
    (b"[link]\nport 5\n", "is not TOML: Expected '=' after a key in a key/value pair (at line 2, column 6)"),
    (b"[link]\nport =", "is not TOML: Invalid value (at line 2, the end)"),
    (b"[web]\n\nport = 1\nport = 2\n", "is not TOML: Cannot overwrite a value (at line 4, column 9)"),
    (b"[table]\nname = '\xe7'\n", "is not UTF-8 text (line 2): save it as UTF-8"),
    (b"#" * (MAX_BYTES + 1), f"is longer than {MAX_BYTES} bytes; it cannot be a table's settings"),
    (b"a = " + b"[" * 20_000, "is not TOML: its brackets are nested too deeply"),
])  # fmt: skip
def test_a_file_that_cannot_be_understood_is_named_with_the_line(tmp_path: Path, data: bytes, sentence: str) -> None:
    """Protects: each way a file can be broken ends in one sentence with its place."""
    path = tmp_path / "table.toml"
    path.write_bytes(data)
    with pytest.raises(BadConfig) as wrong:
        load(path)
    assert str(wrong.value) == f"{path} {sentence}"


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    """Protects the first minute of every installation."""
    with pytest.raises(BadConfig, match=r"table\.toml is not there: write one, or name another with --config$"):
        load(tmp_path / "table.toml")
    with pytest.raises(BadConfig, match=r"is a folder: name the settings in it with --config$"):
        load(tmp_path)
    with pytest.raises(BadConfig, match=r"cannot be read: embedded null"):
        load(tmp_path / "a\0b")


# --- for everything that anybody may write ---------------------------------------------------------

KEYS = sorted({key for kind in SECTIONS.values() for key in get_type_hints(kind)} | {*KINDS, "tile_set"})
VALUES = st.one_of(
    st.integers(-(10**30), 10**30).map(str),
    st.sampled_from(["true", "nan", "inf", "-0.0", "1e400", "0x3C", "1979-05-27", "07:32:00", "{a = 1}", "[[1], 2]"]),
    st.text(max_size=8).map(lambda text: repr(text)),
    st.text("abc", max_size=4).map(lambda text: f'["{text}"]'),
)
LINES = st.one_of(
    st.sampled_from([f"[{name}]" for name in (*SECTIONS, RULES)] + ["[[link]]", "[link.port]", "[other]", "# note"]),
    st.builds(lambda key, value: f"{key} = {value}", st.sampled_from([*KEYS, "link", "web.port", "other"]), VALUES),
)


@settings(deadline=None)  # a busy machine is no failure
@given(st.one_of(st.text(), st.lists(LINES, max_size=12).map("\n".join)))
@example("a = " + "9" * 5000)
@example("a" + ".a" * 2000 + " = 1")
@example("link.baud = 0x" + "F" * 5000)
@example("rules.clock_s = 0x" + "F" * 5000)
@example("rules.lexicon = " + "[" * 200 + "]" * 200)
def test_any_text_gives_settings_or_one_sentence(text: str) -> None:
    """The promise itself: never another exception, never a value out of its bounds, never a sentence of two lines."""
    try:
        config = parse(text)
    except BadConfig as wrong:
        sentence = str(wrong)
    else:
        assert msgspec.convert(msgspec.to_builtins(config), Config) == config
        return
    assert re.fullmatch(r".{10,}", sentence)


# --- held against the rest of the project ----------------------------------------------------------


def test_the_panels_settings_are_the_panels_pins() -> None:
    """Protects: each name and each time among the settings reaches the panel; test_pins.py compares the numbers."""
    panel = parse("[panel]").panel
    assert panel is not None
    assert pins_of(panel).buttons() == {
        panel.clock_a: "clock_a", panel.clock_b: "clock_b", panel.challenge_a: "challenge_a",
        panel.challenge_b: "challenge_b", panel.referee: "referee"}
    assert holds_of(panel) == Holds()


def test_every_setting_can_say_what_it_must_be() -> None:
    """Protects new settings: one without words would end in a trace."""
    for kind in SECTIONS.values():
        for hint in get_type_hints(kind, include_extras=True).values():
            assert hint.__metadata__[0].description
