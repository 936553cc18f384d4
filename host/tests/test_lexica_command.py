"""The command `taula lexicon`: what it prints, its exit codes, and one sentence for every wrong input."""

import json
from pathlib import Path

import pytest

from host.cli import main
from host.lexica import shelf
from host.lexica.wordfile import open_lexicon

LIST = "# a list\ncasa\nsèsam\nCOL·LEGI\nquina\naikido\na\nca\n"


class Ran:
    """What the command did: its exit code, and what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
        self.code = main(["lexicon", *arguments])
        self.out, self.err = capsys.readouterr()


@pytest.fixture
def lexicon(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Runs `taula lexicon` in a folder where `list.txt` lies."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.txt").write_text(LIST, encoding="utf-8")
    return lambda *arguments: Ran(capsys, list(arguments))


BUILD = (
    "build", "list.txt", "--tile-set", "catalan", "--name", "trial", "--date", "2024-11-03", "--source", "a friend",
)


def test_a_list_is_built_listed_and_asked(lexicon, tmp_path: Path) -> None:
    """The whole way of an owner with a list; the name and date are those that a verdict will give."""
    built = lexicon(*BUILD)
    assert (built.code, built.err) == (0, "")
    assert built.out.splitlines() == [
        "lexica/trial.catalan.words: 5 words of trial (2024-11-03) for the tile set catalan",
        "  read 7 words; 0 have the same tiles as another",
        "  left out 1: no tile for “K”; aikido",
        "  left out 1: fewer than 2 tiles; a",
    ]
    listed = lexicon("list")
    assert listed.code == 0
    assert listed.out.splitlines()[1].split() == ["trial", "2024-11-03", "catalan", "5", "0.0", "MB", "a", "friend"]
    asked = lexicon("check", "trial", "Casa", "SESAM", "col.legi", "collegi", "aikido")
    assert (asked.code, asked.out) == (
        1, "Casa: yes\nSESAM: yes\ncol.legi: yes\ncollegi: no\naikido: no (no tile for “K”)\n"
    )
    assert lexicon("check", str(tmp_path / "lexica" / "trial.catalan.words"), "casa").code == 0


def test_the_published_shapes(lexicon) -> None:
    """Scripts read these."""
    described = {"path": "lexica/trial.catalan.words", "name": "trial", "date": "2024-11-03", "tile_set": "catalan",
                 "count": 5, "source": "a friend"}
    built = json.loads(lexicon(*BUILD, "--json").out)
    described["bytes"] = Path("lexica/trial.catalan.words").stat().st_size
    assert built == {
        **described, "read": 7, "again": 0, "pinned": [], "dropped": 0, "added": 0,
        "left_out": [{"why": "no tile for “K”", "count": 1, "examples": ["aikido"]},
                     {"why": "fewer than 2 tiles", "count": 1, "examples": ["a"]}],
    }
    assert json.loads(lexicon("list", "--json").out) == [described]
    assert json.loads(lexicon("check", "trial", "casa", "kiwi", "--json").out) == {**described, "words": [
        {"word": "casa", "valid": True, "why": None}, {"word": "kiwi", "valid": False, "why": "no tile for “K”"}]}


def test_a_name_may_stand_for_two_tile_sets(lexicon) -> None:
    """Catalan has two; a table asks for the one that its rulebook plays."""
    lexicon(*BUILD)
    lexicon("build", "list.txt", "--tile-set", "catalan_q", "--name", "trial")
    asked = lexicon("check", "trial", "quina")
    assert (asked.code, asked.err) == (
        2, "trial is there for the tile sets catalan and catalan_q: say which with --tile-set.\n")
    assert lexicon("check", "trial", "quina", "--tile-set", "catalan_q").code == 0
    assert "QUINA" in shelf.lexicon("trial", "catalan_q")


def test_the_romanian_two_letter_words_are_always_the_official_ones(lexicon) -> None:
    """Document 004 L152-160, whatever list is brought; and another list can take their place in the same way."""
    Path("ro.txt").write_text("masă\ncm\nac\n", encoding="utf-8")
    Path("two.txt").write_text("aa\n", encoding="utf-8")
    romanian = ("build", "ro.txt", "--tile-set", "romanian", "--name", "ro")
    assert "words of 2 tiles: the fixed list of 114" in lexicon(*romanian).out
    assert lexicon("check", "ro", "xu", "ac", "masa").code == 0
    assert lexicon("check", "ro", "cm").code == 1
    lexicon(*romanian, "--pin-length", "2", "two.txt")
    assert lexicon("check", "ro", "aa", "xu").out == "aa: yes\nxu: no\n"


def test_names_stay_unless_they_are_left_out(lexicon) -> None:
    """A club's list may be all in capitals; a spelling checker's holds names."""
    Path("list.txt").write_text("Pere\ncasa\n", encoding="utf-8")
    assert "2 words of trial" in lexicon(*BUILD).out
    assert "1 words of trial" in lexicon(*BUILD, "--no-names").out


def test_a_damaged_file_is_listed_as_such(lexicon) -> None:
    """The others stay in use."""
    lexicon(*BUILD)
    Path("lexica/bad.catalan.words").write_bytes(b"TAULALEX")
    listed = lexicon("list")
    assert listed.code == 1
    assert listed.out.splitlines()[-1] == ("lexica/bad.catalan.words is no word file, it is far too short: "
                                           "build it again with `taula lexicon build`.")


def test_no_lexicon_is_a_proper_state(lexicon) -> None:
    """Nothing is wrong with a table without a word list."""
    listed = lexicon("list")
    assert (listed.code, "the referee decides" in listed.out) == (0, True)


WRONG = [
    (("build",), "name one word list, LIST or --from PACKAGE."),
    (("build", "list.txt", "--from", "scowl"), "name one word list, LIST or --from PACKAGE."),
    (("build", "list.txt", "--tile-set", "catalan"), "a list needs --name, for verdicts, and --tile-set."),
    (("build", "gone.txt", *BUILD[2:]), "gone.txt: No such file or directory."),
    ((*BUILD, "--folder", "list.txt"), "list.txt: File exists."),
    ((*BUILD, "--date", "2024-06-31"), "--date “2024-06-31” is no day; write it as 2024-11-03."),
    ((*BUILD, "--date", "yesterday"), "--date “yesterday” is no day; write it as 2024-11-03."),
    ((*BUILD, "--name", "../up"), "“../up” is no name for a lexicon"),
    ((*BUILD, "--name", "none"), "“none” is no name for a lexicon"),
    ((*BUILD, "--pin-length", "1", "list.txt"), "--pin-length “1” is no length from 2 to 15 tiles."),
    ((*BUILD, "--pin-length", "²", "list.txt"), "--pin-length “²” is no length from 2 to 15 tiles."),
    ((*BUILD, "--pin-length", "4", "list.txt"), "“sèsam” has 5 tiles; every word of this list must have 4."),
    (("build", "words.txt", *BUILD[2:]), "no word of 2 to 15 tiles of the catalan set; the first is “kiwi”: no tile"),
    (("build", "empty.txt", *BUILD[2:]), "has no word of 2 to 15 tiles of the catalan set."),
    (("build", "packed.txt", *BUILD[2:]), "packed.txt is not iso-8859-1 text: byte 0x1f in line 1"),
    (("build", "--from", "scowl", "--tile-set", "catalan"), "no list for the tile set catalan; it is for english."),
    (("check", "other", "casa"), "no lexicon is called other in lexica; there is none at all: make one with"),
    (("check", "list.words", "casa"), "list.words cannot be read: No such file or directory."),
    (("check", "../up", "casa"), "“../up” is no name for a lexicon"),
    ((), "the following arguments are required: build|check|list"),
]


@pytest.mark.parametrize(("arguments", "says"), WRONG, ids=[says[:40] for _, says in WRONG])
def test_wrong_input_ends_in_one_sentence(lexicon, arguments: tuple[str, ...], says: str) -> None:
    """Exit code 2, nothing on standard output, one line that names the place and the remedy."""
    Path("words.txt").write_text("kiwi\n", encoding="utf-8")
    Path("empty.txt").write_bytes(b"")
    Path("packed.txt").write_bytes(b"\x1f\x8b\xff\xffpacked")
    ran = lexicon(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert says in ran.err


def test_what_stood_there_stays_when_a_build_fails(lexicon) -> None:
    """A typing error must not cost a club its list."""
    lexicon(*BUILD)
    Path("list.txt").write_text("kiwi\n", encoding="utf-8")
    assert lexicon(*BUILD).code == 2
    assert "QUINA" in open_lexicon(Path("lexica/trial.catalan.words"))
