"""Word lists as people keep them: encodings, lines, what is left out, fixed lengths; and what Debian packages."""

import lzma
from collections import Counter
from pathlib import Path

import pytest

from engine_lite.lexicon import ROMANIAN_TWO_LETTER_WORDS
from engine_lite.tiles import CATALAN, ENGLISH, ROMANIAN
from hardware_tests import needs
from host.lexica import romanian
from host.lexica.hunspell import CannotExpand, affixes, forms
from host.lexica.lists import CAPITAL, MANY_WORDS, TOO_LONG, TOO_SHORT, BadList, gather, pin, text_of, words_of
from host.lexica.sources import SOURCES

SEEDS_PLAY = ["SENYAL", "QUINA", "ANTIC", "MAQUINARI", "SESAM", "IS", "NA", "AM", "FEINES", "EQUINA", "QUE"]


@pytest.mark.parametrize(("encoding", "language", "text"), [
    ("utf-8", "ca", "sèsam\ncol·legi\ncoŀlegi"),
    ("utf-8-sig", "ca", "sèsam"),
    ("iso-8859-1", "ca", "sèsam\ncol·legi\nAÇÒ"),
    ("iso-8859-16", "ro", "țâșni\nînșală\nŞAPTE".replace("Ş", "Ș")),
])
def test_the_encoding_of_a_list_is_found_out(encoding: str, language: str, text: str) -> None:
    """Club lists are older than UTF-8."""
    assert text_of(text.encode(encoding), language, None, "list.txt") == text


def test_a_declared_encoding_is_believed() -> None:
    """ISO-8859-1 would read another letter from the byte."""
    assert text_of("ță".encode("iso-8859-16"), "ca", "iso-8859-16", "list.txt") == "ță"


@pytest.mark.parametrize(("data", "encoding", "says"), [
    ("casa\ncol“legi”".encode("cp1252"), None, "byte 0x93 in line 2"),
    ("casa\nsèsam".encode("utf-16"), None, "byte 0x00 in line 1"),
    ("casa\nsèsam".encode("iso-8859-1"), "utf-8", "is not utf-8 text: byte 0xe8 in line 2"),
    (b"\x1f\x8b\x08\x00packed", None, "in line 1"),
    (b"\xef\xbb\xbfcasa\n\n\x00", None, "byte 0x00 in line 3"),
])
def test_what_is_no_text_is_refused_with_its_line(data: bytes, encoding: str | None, says: str) -> None:
    """Half-read letters would make a list that refuses valid words, and nobody would know why."""
    with pytest.raises(BadList, match=says):
        text_of(data, "ca", encoding, "list.txt")


def test_lines_mean_what_people_mean() -> None:
    """Comments, blank lines, either case, the line ends of every system, the same word twice."""
    text = "# DISC\r\nCASA\r\n\r\n  casa  # again\rcol·legi\nCOŀLEGI\n"
    gathered = gather(words_of(text), CATALAN)
    assert (gathered.keys, gathered.read, gathered.again) == ({"CASA", "COaEGI"}, 4, 2)


def test_each_word_left_out_is_counted_under_its_reason() -> None:
    """The report must add up, or an owner cannot trust that the list is whole."""
    words = ["casa", "a", "aikido", "kiwi", "Pere", "dos mots", "abans-d'ahir", "anticonstitucionalment", "iraq", "·"]
    gathered = gather(words, CATALAN, names=False)
    reasons = {why: (left.count, left.examples) for why, left in gathered.left_out.items()}
    assert reasons == {
        TOO_SHORT: (1, ["a"]), TOO_LONG: (1, ["anticonstitucionalment"]), CAPITAL: (1, ["Pere"]),
        MANY_WORDS: (1, ["dos mots"]), "no tile for “-”": (1, ["abans-d'ahir"]), "no tile for “·”": (1, ["·"]),
        "no tile for “K”": (2, ["aikido", "kiwi"]), "no tile for “Q”": (1, ["iraq"]),
    }
    assert gathered.read == len(gathered.keys) + gathered.again + sum(count for count, _ in reasons.values())


def test_length_is_counted_in_tiles() -> None:
    """Fifteen tiles fill a line of the board, and sixteen letters may be fifteen tiles."""
    sixteen_letters = "QU" + "A" * 14
    assert gather([sixteen_letters], CATALAN).keys
    assert not gather([sixteen_letters], ENGLISH).keys


def test_a_fixed_list_replaces_one_length_and_no_other() -> None:
    """Document 004 L152-160: its 114 words, whatever the Romanian list holds (hunspell-ro lacks XU and has CM)."""
    gathered = gather(["cm", "ac", "masa"], ROMANIAN)
    pin(gathered, 2, sorted(ROMANIAN_TWO_LETTER_WORDS), ROMANIAN, "004")
    assert gathered.keys == {*ROMANIAN_TWO_LETTER_WORDS, "MASA"}
    assert (gathered.pinned, gathered.dropped, gathered.added) == ({2: 114}, 1, 113)


@pytest.mark.parametrize(("words", "says"), [
    (["quina"], "“quina” has 4 tiles; every word of this list must have 2"),
    (["ko"], "“ko”: no tile for “K”"),
    ([], "has no word"),
])
def test_a_fixed_list_must_have_its_length(words: list[str], says: str) -> None:
    """A wrong file here would empty a whole length without a word."""
    with pytest.raises(BadList, match=says):
        pin(gather(["casa"], CATALAN), 2, words, CATALAN, "two.txt")


# --- hunspell -------------------------------------------------------------------------------------------------------

SMALL_AFF = """
SET UTF-8
SFX A Y 2
SFX A   0   a   [^aăe]
SFX A   ă   ele [^c]ă     a comment of its own
PFX B Y 1
PFX B   0   ne  .
SFX C N 1
SFX C   0   x
"""


def test_forms_follow_the_affix_rules() -> None:
    """hunspell(5): conditions, what is cut off, a prefix on each crossing form and on no other."""
    found = list(forms(["casă/AB", "vac/BC", "ac", "", "pacă/A"], affixes(SMALL_AFF)))
    assert Counter(found) == Counter(["casă", "casele", "necasă", "necasele", "vac", "vacx", "nevac", "ac", "pacă"])


@pytest.mark.parametrize("line", ["FLAG long", "COMPOUNDFLAG c", "SFX Aa 0 a .", "SFX A 0 a/B .", "NEEDAFFIX n"])
def test_what_the_reader_does_not_know_is_refused(line: str) -> None:
    """Rules passed over would give a list that looks whole."""
    with pytest.raises(CannotExpand, match="line 2 of the affix file"):
        affixes(f"SET UTF-8\n{line}\n")


# --- what Debian packages -------------------------------------------------------------------------------------------


def test_a_source_that_is_not_installed_says_what_to_type(tmp_path: Path) -> None:
    """Nothing is fetched behind anybody's back: one line, to be typed by the owner of the machine."""
    for source in SOURCES.values():
        with pytest.raises(BadList, match=f"type: sudo apt install {source.package}"):
            source.found(tmp_path)


def test_scowl_is_read_up_to_its_large_size(tmp_path: Path) -> None:
    """Size 95 is left: it holds what hardly anybody knows."""
    folder = tmp_path / "usr/share/dict/scowl"
    folder.mkdir(parents=True)
    for name, word in (("english-words.10", "the"), ("british-words.80", "colour"), ("english-words.95", "aa")):
        (folder / name).write_text(f"{word}\n", encoding="utf-8")
    (folder / "english-upper.10").write_text("Friday\n", encoding="utf-8")
    source = SOURCES["scowl"]
    assert sorted(source.words(source.found(tmp_path))) == ["colour", "the"]


def test_wcatalan_is_nearly_the_list_of_the_clubs() -> None:
    """Recall 91.7 % and precision 98.7 % against DISC; all words of document 002 are in."""
    needs.file("/usr/share/dict/catalan", "wcatalan")
    disc_text = lzma.decompress(needs.shared("lexica/disc-ca.txt.xz").read_bytes()).decode()
    source = SOURCES["wcatalan"]
    keys = gather(source.words(source.found()), CATALAN, names=False).keys
    disc = gather(words_of(disc_text), CATALAN).keys
    assert len(disc) == 582_236
    assert round(len(keys & disc) / len(disc), 3) == 0.917
    assert round(len(keys & disc) / len(keys), 3) == 0.987
    assert gather(SEEDS_PLAY, CATALAN).keys <= keys & disc


def test_hunspell_ro_is_expanded_whole_and_its_vocatives_left_out() -> None:
    """2,039,040 forms, as hunspell's own unmunch makes; vocatives and stumps are not of the game."""
    aff = Path(needs.file("/usr/share/hunspell/ro_RO.aff", "hunspell-ro")).read_text(encoding="utf-8")
    lines = Path("/usr/share/hunspell/ro_RO.dic").read_text(encoding="utf-8").splitlines()[1:]
    rules = affixes(aff)
    every = set(forms(lines, rules))
    assert len(every) == 2_039_040
    gone = ["omule", "profesoru", "profesorule", "luno", "preoteaso", "decorativule", "decorându", "albăstrimeo"]
    kept = ["omul", "leu", "radio", "studiu", "celule", "module", "calcule", "beneficiu", "preoteasa", "decorând"]
    begin = {word[:2] for word in (*gone, *kept)}  # the stems of other words need not be expanded once more
    ours = set(romanian.words(rules, [line for line in lines if line[:2] in begin]))
    assert [word for word in gone if word in ours or word not in every] == []
    assert [word for word in kept if word not in ours] == []
