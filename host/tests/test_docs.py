"""The manual builds without a warning, shows what the code says, and names only files that exist."""

import os
import re
import runpy
import shlex
import subprocess
import sys
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tablewire.messages import ROWS

from engine_lite.rulebook import KINDS
from engine_lite.rulebooks import RULEBOOKS
from hardware_tests import needs
from host import cli, config
from host.core.phases import WAYS
from host.core.registration import Flaw
from host.rehearsal.actions import ACTIONS
from host.rehearsal.expected import EXPECTATIONS
from host.rehearsal.fault_words import FAULTS
from host.rehearsal.names import names
from host.rehearsal.reading import parse
from host.rehearsal.settings import READERS, SETTINGS
from host.words import rules, say
from host.words.titles import rulebook_title

CHECKOUT = Path(__file__).resolve().parents[2]
OPERATING = CHECKOUT / "docs" / "pages" / "operating.md"
TEXTS = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs" / "pages").glob("*.md"))]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built manual."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    run = subprocess.run([*command, "--config-file", str(CHECKOUT / "docs" / "mkdocs.yml")],
                         cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


def shown(page: Path) -> str:
    """What a reader of the built page sees, without markup."""
    return unescape(re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8")))


def test_the_protocol_page_shows_every_message(site: Path) -> None:
    """A board maker reads this page: a message that it leaves out would be a message nobody answers."""
    text = shown(site / "protocol.html")
    assert [row[1] for row in ROWS if row[1] not in text or f"0x{row[0]:02X}" not in text] == []


def test_the_wiring_page_shows_every_pin(site: Path) -> None:
    """Whoever solders has this page beside the iron."""
    pins = runpy.run_path(str(CHECKOUT / "firmware" / "pinout.py"))
    text = shown(site / "wiring.html")
    for number, signal, remark in (*pins["BOARD_PINS"], *pins["RADIO_PINS"], *pins["BAG_PINS"]):
        assert re.search(rf"GP{number}\s+{re.escape(signal)}\s+{re.escape(remark)}\s", text), f"GP{number} {signal}"


def test_the_phases_page_shows_every_way(site: Path) -> None:
    """Referees look up there what may happen next."""
    text = shown(site / "phases.html")
    assert [when for ways in WAYS.values() for when in ways.values() if when not in text] == []


def test_the_picture_of_the_phases_shows_every_way_that_it_does_not_write_small(site: Path) -> None:
    """A way that is neither an arrow nor in a box would be one that nobody looks for."""
    page = (site / "phases.html").read_text(encoding="utf-8")
    drawing = runpy.run_path(str(CHECKOUT / "docs" / "ways.py"))
    drawn = drawing["arrows"]()
    assert page.count("marker-end") == len(drawn) > 20
    assert [phase for phase in WAYS if f">{phase}</text>" not in page] == []
    both = {(then, phase) for (phase, then), both in drawn.items() if both}
    told_small = {(phase, then) for phase, ways in WAYS.items() for then in ways if not drawing["drawn"](phase, then)}
    assert {(phase, then) for phase, ways in WAYS.items() for then in ways} == set(drawn) | both | told_small


@pytest.mark.parametrize("kind", ["prompts", "notices", "reasons", "ended"])
def test_the_messages_page_shows_every_name_of_the_closed_lists(site: Path, kind: str) -> None:
    """Whoever reads a name in a script or a sentence on a page looks it up there."""
    page = (site / "messages.html").read_text(encoding="utf-8")
    assert [name for name in names()[kind] if f"<code>{name}</code>" not in page] == []


def test_each_table_of_the_messages_page_holds_the_names_of_its_list_and_no_others(site: Path) -> None:
    """The page says that a script may expect them by these names, as the command prints them."""
    page = (site / "messages.html").read_text(encoding="utf-8")
    for heading, kind in (("prompts", "prompts"), ("notices", "notices"), ("refusals", "reasons"), ("ends", "ended")):
        table = page.split(f'id="{heading}"')[1].split("</table>")[0]
        assert re.findall(r"<tr>\s*<td><code>(\w+)</code>", table) == names()[kind]


def test_the_phases_page_shows_every_phase(site: Path) -> None:
    assert [name for name in names()["phases"] if name not in shown(site / "phases.html")] == []


@pytest.mark.parametrize("name", RULEBOOKS)
def test_each_rulebook_has_a_page_in_its_own_language_and_in_english(site: Path, name: str) -> None:
    """A referee prints it: every rule that settles something, its value, its paragraph, the readings behind it."""
    book = RULEBOOKS[name]
    text = " ".join(shown(site / "rulebooks" / f"{name}.html").split())
    for language in {book.language, "en"}:
        assert rulebook_title(name, language) in text
        for section in rules.sections(book, language):
            for line in section.lines:
                assert " ".join(line[1:]) in text, line.knob
        assert all(say(reading.text, language) in text for reading in rules.readings_of(book))
    assert all(variant in text for variant in book.variants)


def test_the_rulebooks_page_sets_side_by_side_what_differs(site: Path) -> None:
    """Knobs on which all agree would hide the others."""
    text = shown(site / "rulebooks.html")
    differing = {knob for knob in KINDS if len({getattr(book, knob) for book in RULEBOOKS.values()}) > 1}
    assert {knob for knob in KINDS if f"{knob}: {KINDS[knob].text}" in text} == differing
    assert {"settle_out", "overtime", "exchange_min_bag", "challenge"} < differing
    assert not {"rack_size", "bingo"} & differing


def test_the_settings_on_the_rulebooks_page_are_good() -> None:
    """What is copied from the manual must work as it stands."""
    page = (CHECKOUT / "docs" / "pages" / "rulebooks.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```\n(\[table\].*?)```", page, re.DOTALL)
    ours = config.rulebook_of(config.parse(text))
    assert (ours.overtime, ours.challenge_scope, ours.turn_limit) == ("manacor", "chosen_words", 15)


def test_no_page_waits_for_another_host(site: Path) -> None:
    """A club hall has no network: styles, scripts and pictures all come with the manual."""
    outside = re.compile(r"""<(?:script|link|img)\b[^>]*?(?:src|href)=["'](?:https?:)?//""")
    assert [page.name for page in site.rglob("*.html") if outside.search(page.read_text(encoding="utf-8"))] == []


class Links(HTMLParser):
    """What a page leads to, and the places in it that can be led to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.to: list[str] = []
        self.places: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.to.append(value)
            elif name == "id" and value:
                self.places.add(value)


def test_every_link_of_the_built_pages_leads_somewhere(site: Path) -> None:
    """Pictures and the files of the fabrication page too, which stand in the pages as plain HTML."""
    pages = {page: Links(page) for page in site.rglob("*.html") if page.name != "404.html"}
    lost = []
    for page, links in pages.items():
        for link in links.to:
            path, _, place = link.partition("#")
            if "://" in link or path.startswith(("data:", "mailto:")):
                continue
            target = (page.parent / path).resolve() if path else page
            if not target.exists() or (place and target in pages and place not in pages[target].places):
                lost.append(f"{page.name}: {link}")
    assert lost == []
    assert sum(len(links.to) for links in pages.values()) > 1000


PICTURES = {"docs/pages/pictures/page.png": "docs/page_picture.py",
            "docs/pages/pictures/console.png": "docs/console_picture.py"}


@pytest.mark.parametrize(("picture", "script"), PICTURES.items(), ids=lambda name: Path(name).stem)
def test_the_picture_of_a_page_is_what_its_script_takes(picture: str, script: str, tmp_path: Path) -> None:
    """A visitor sees it first. It may differ by a clock's digit; a page that looks otherwise wants a new picture."""
    image, changes = needs.package("PIL.Image"), needs.package("PIL.ImageChops")
    needs.program("chromium", "chromium-browser", "google-chrome")
    taken = tmp_path / "page.png"
    run = subprocess.run([sys.executable, script, str(taken)], cwd=CHECKOUT, capture_output=True, text=True,
                         check=False, env={
                             **os.environ, "PYTHONPATH": f"{CHECKOUT}{os.pathsep}{CHECKOUT / 'firmware'}"})
    assert run.returncode == 0, run.stderr
    kept, now = (image.open(path).convert("L") for path in (CHECKOUT / picture, taken))
    assert kept.size == now.size
    other = changes.difference(kept, now).point(lambda level: 255 if level > 40 else 0).histogram()[255]
    assert other < 0.03 * kept.width * kept.height, f"run python {script} {picture}"


def test_no_picture_of_the_manual_is_without_its_script() -> None:
    """A picture that nobody can draw again is one that nobody corrects."""
    for path in (CHECKOUT / "docs").rglob("*"):
        name = path.relative_to(CHECKOUT).as_posix()
        if path.suffix in (".png", ".svg", ".jpg", ".webp") and "docs/site/" not in name:
            folder = path.parent.name
            script = PICTURES.get(name, f"docs/hardware/{'main_board' if folder == 'main' else folder}.py")
            assert (CHECKOUT / script).exists(), name


def test_no_placeholder_is_left_over(site: Path) -> None:
    """A misspelt placeholder would be an HTML comment, which nobody sees."""
    assert [page.name for page in site.rglob("*.html") if "<!-- printed" in page.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.name)
def test_every_file_that_a_page_names_exists(text: Path) -> None:
    """The way from the manual to the line breaks silently when a file moves."""
    words = text.read_text(encoding="utf-8")
    named = re.findall(r"`((?:engine_lite|firmware|host|hardware_tests|docs)/[\w/.]*)`", words)
    linked = [link for link in re.findall(r"\]\(([^)#]+)\)", words) if "://" not in link]
    assert [name for name in named if not (CHECKOUT / name).exists()] == []
    assert [link for link in linked if not (text.parent / link).exists()] == []


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.name)
def test_every_name_that_a_page_places_in_a_file_stands_there(text: Path) -> None:
    """`step` in `host/core/table.py` must go on being true."""
    for name, path in re.findall(r"`(\w+)`\s+in\s+`([\w/]+\.py)`", text.read_text(encoding="utf-8")):
        stands = re.compile(rf"^((def|class) {name}\b|{name} = )", re.MULTILINE)
        assert stands.search((CHECKOUT / path).read_text(encoding="utf-8")), name


def test_the_operating_page_tells_every_word_of_a_rehearsal() -> None:
    """Referees write rehearsals from this page alone: no word may be missing, none promised that is not there."""
    page = OPERATING.read_text(encoding="utf-8")
    told = [
        set(re.findall(r"^\| `(?:expect )?([\w-]+)", re.split(r"\n\n[*#]", rest)[0], re.MULTILINE))
        for rest in (page.split(f"**{part}**")[1] for part in ("Settings", "Hands", "Expectations"))
    ]
    assert told == [set(SETTINGS), set(ACTIONS), set(EXPECTATIONS)]


def test_the_operating_page_tells_every_fault_that_a_script_can_switch_on() -> None:
    """Those of the cable, of the boards, of the host, and of the models that the boards run on."""
    section = OPERATING.read_text(encoding="utf-8").split("### Faults")[1].split("\n## ")[0]
    assert set(re.findall(r"^\| `fault (\w+)", section, re.MULTILINE)) == FAULTS.keys()


def test_the_page_on_readers_tells_every_setting_of_them() -> None:
    page = (CHECKOUT / "docs" / "pages" / "readers.md").read_text(encoding="utf-8")
    assert [name for name in READERS if name != "all" and f"| `{name}` |" not in page] == []


def test_the_operating_page_tells_every_flaw_of_a_tile_set() -> None:
    """Whoever reads a name in the terminal looks it up here."""
    section = OPERATING.read_text(encoding="utf-8").split("## The tile set")[1].split("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == [flaw.value for flaw in Flaw]


def test_the_operating_page_shows_every_setting(site: Path) -> None:
    """A club sets up its table from this page."""
    text = shown(site / "operating.html")
    names = [(section, name) for section, kind in config.SECTIONS.items() for name in kind.__struct_fields__]
    assert [pair for pair in names if not re.search(rf"\[{pair[0]}\]\s+{pair[1]}\s", text)] == []


def test_the_settings_on_the_operating_page_are_good() -> None:
    """What is copied from the manual must work as it stands."""
    texts = re.findall(r"```\n(\[table\].*?)```", OPERATING.read_text(encoding="utf-8"), re.DOTALL)
    whole, spoken = map(config.parse, texts)
    assert whole.panel == config.PanelSettings()
    assert (spoken.table.rated, spoken.voice) == (False, config.VoiceSettings(rate=130))


def test_the_rehearsal_on_the_operating_page_is_understood() -> None:
    """What is copied from the manual must work as it stands."""
    (text,) = re.findall(r"```\n(rulebook.*?)```", OPERATING.read_text(encoding="utf-8"), re.DOTALL)
    assert [action.word for action in parse(text).actions] == ["lay", "press", "expect score", "expect turn"]


def test_both_lists_of_commands_are_complete(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither hides a command, nor promises one that is not there."""
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    known = set(re.findall(r"^    (\w+)(?: |$)", capsys.readouterr().out, re.MULTILINE))
    for text, row in (("README.md", r"^\| `taula (\w+)"), ("docs/pages/operating.md", r"^\*\*`taula (\w+)")):
        assert set(re.findall(row, (CHECKOUT / text).read_text(encoding="utf-8"), re.MULTILINE)) == known


def test_the_play_in_the_readme_scores_what_the_readme_says(capsys: pytest.CaptureFixture[str]) -> None:
    """The first thing that a visitor tries."""
    (line,) = re.findall(r"`\.venv/bin/taula (score .*?)` says why it is (\d+)", TEXTS[0].read_text(encoding="utf-8"))
    assert cli.main(shlex.split(line[0])) == 0
    assert capsys.readouterr().out.startswith(f"h5 QUINA: {line[1]}\n")


def test_what_the_performance_page_tells_twice_it_tells_alike() -> None:
    """The table, which `make costs` compares, and the figures beside those of the models."""
    text = " ".join((CHECKOUT / "docs" / "pages" / "performance.md").read_text(encoding="utf-8").split())
    pairs = ((r"sixty tiles read from nothing \| ([\d.]+) s",
              r"for sixty tiles from nothing \([\d,]+ and ([\d,]+) ms\)"),
             (r"a known board of sixty, by its rows \| ([\d.]+) s", r"a known board of sixty \(\d+ and (\d+) ms\)"))
    for in_the_table, in_the_text in pairs:
        (seconds,), (ms,) = re.findall(in_the_table, text), re.findall(in_the_text, text)
        assert f"{int(ms.replace(',', '')) / 1000:.2f}" == seconds
