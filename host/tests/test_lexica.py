"""Word files: they hold what the list says and nothing else, by tiles; damage is seen; both bindings of marisa."""


import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_lite.lexicon import AnyWord, Lexicon
from engine_lite.tiles import CATALAN, CATALAN_Q, ENGLISH, SPANISH, TILE_SETS, Tile
from hardware_tests import needs
from host.lexica import shelf, tries
from host.lexica.lists import gather
from host.lexica.spelling import Spelling, Untiled
from host.lexica.wordfile import CannotOpen, Damaged, WordFile, open_lexicon, read_header, write

CHECKOUT = Path(__file__).resolve().parents[2]
NAMED = {"name": "trial", "date": "2024-05-01", "source": "typed"}
# Document 002 plays all of these; DISC has them too.
OF_DOCUMENT_002 = ["senyal", "quina", "antic", "maquinari", "sèsam", "is", "na", "am", "feines", "equina", "que"]


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def built(path: Path, words: list[str], tile_set: str = "catalan") -> WordFile:
    write(path, gather(words, TILE_SETS[tile_set]).keys, tile_set, **NAMED)
    return open_lexicon(path)


# --- words by their tiles -------------------------------------------------------------------------------------------


@st.composite
def words_on_tiles(draw, least: int = 1) -> tuple[str, list[tuple[str, ...]]]:
    """A tile set and words of 2 to 15 of its faces."""
    tile_set = TILE_SETS[draw(st.sampled_from(sorted(TILE_SETS)))]
    faces = [*(kind.face for kind in tile_set.faces if kind.face != "?"), *tile_set.blank_only]
    word = st.lists(st.sampled_from(faces), min_size=2, max_size=15).map(tuple)
    return tile_set.name, draw(st.lists(word, min_size=least, max_size=30))


@settings(max_examples=80, deadline=None)
@given(words_on_tiles(), st.randoms())
def test_a_file_holds_its_words_and_no_others(drawn, chance) -> None:
    """Whatever the list: each word is in, as tiles and as people write it; what differs by a tile is not."""
    name, words = drawn
    tile_set = TILE_SETS[name]
    keys = gather(["".join(f"[{face}]" for face in word) for word in words], tile_set).keys
    with tempfile.TemporaryDirectory() as place:
        write(Path(place) / "trial.words", keys, name, **NAMED)
        lexicon = open_lexicon(Path(place) / "trial.words")
        assert lexicon.header.count == len(set(words))
        for word in words:
            other = [*word]
            other[chance.randrange(len(other))] = chance.choice(tile_set.faces[1:]).face
            for faces in (word, tuple(other)):
                text = tile_set.text([Tile(face, blank=face in tile_set.blank_only) for face in faces])
                # Where QU is a tile, the text of Q, U is read as QU: what counts is what the rules read.
                read = tuple(tile.face for tile in tile_set.tiles(text))
                assert (text.upper() in lexicon) == (read in set(words))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(TILE_SETS)), st.text(max_size=17))
def test_any_text_at_all_has_an_answer(name: str, text: str) -> None:
    """A question never ends in a trace; what is no word in capitals is simply not in the list."""
    spelling = Spelling(TILE_SETS[name])
    key = spelling.key_of_tiles(text)
    assert key is None or set(key) <= set(spelling.letters)
    with contextlib.suppress(Untiled):
        assert set(spelling.key(text)) <= set(spelling.letters)


def test_keys_agree_with_the_tiles_that_the_rules_read() -> None:
    """engine_lite reads plays, the lexicon lists: were they to differ, a valid word would be refused on the board."""
    words = [*OF_DOCUMENT_002, "col·legi", "coŀlegi", "col.legi", "collegi", "açò", "nyanya", "ÒC", "qüestió"]
    for tile_set in (CATALAN, CATALAN_Q):
        spelling = Spelling(tile_set)
        for word in words:
            faces = [tile.face for tile in tile_set.tiles(word.upper())]
            assert [spelling.letters[letter] for letter in spelling.key(word)] == faces, word


def test_the_dot_and_the_digraphs_are_tiles(folder: Path) -> None:
    """L·L is one tile that two L do not make (document 000 r15); QU is one or two, by the set (000 r14, 001 B16)."""
    lexicon = built(folder / "a.words", ["col·legi", "coŀlega", "til.la", "quina", "senyal"])
    assert all(word in lexicon for word in ("COL·LEGI", "COL·LEGA", "TIL·LA", "QUINA", "SENYAL"))
    assert "COLLEGI" not in lexicon
    assert len(Spelling(CATALAN).key("quina")) == 4
    assert len(Spelling(CATALAN_Q).key("quina")) == 5
    # Document 000 r14 prints Q for the tile and writes QINA for the same four tiles.
    assert "QINA" in lexicon


def test_a_set_that_needs_brackets_is_asked_with_them(folder: Path) -> None:
    """In Spanish C, H are two tiles and CH is one: chico is laid with CH, and C, H is another row of tiles."""
    lexicon = built(folder / "a.words", ["chico"], "spanish")
    assert SPANISH.text([Tile("CH"), Tile("I"), Tile("C"), Tile("O")]) in lexicon
    assert "CHICO" not in lexicon
    assert lexicon.lists("chico")


@pytest.mark.parametrize(
    "text", ["quina", "Quina", "", "QUINA ", "a", "COaEGI", "\udcff", "QU\x00INA", "QUINA?", "[QU"]
)
def test_what_is_not_laid_tiles_in_capitals_is_not_in(folder: Path, text: str) -> None:
    """The letters of keys are no back door: COaEGI is how COL·LEGI is stored."""
    assert text not in built(folder / "a.words", ["quina", "col·legi"])


def test_romanian_marks_are_folded_and_k_q_w_y_kept(folder: Path) -> None:
    """Comma and cedilla forms alike; a blank may be K, Q, W or Y (document 004 L41-42), so such words stay."""
    lexicon = built(folder / "a.words", ["țâșnește", "ţară", "fâș", "în", "kaki"], "romanian")
    assert all(word in lexicon for word in ("TASNESTE", "TARA", "FAS", "IN", "KAKI"))


# --- files ----------------------------------------------------------------------------------------------------------


def test_every_damaged_byte_is_found(folder: Path) -> None:
    """A wrong verdict from a worn memory card would be worse than none: one bit changed, and it is not used."""
    path = folder / "trial.words"
    built(path, OF_DOCUMENT_002)
    with path.open("r+b", buffering=0) as file:
        for place, byte in enumerate(path.read_bytes()):
            os.pwrite(file.fileno(), bytes([byte ^ 1 << place % 8]), place)
            with pytest.raises(Damaged, match=r"build it again"):
                read_header(path)
            os.pwrite(file.fileno(), bytes([byte]), place)
    assert "QUINA" in open_lexicon(path)


def test_every_cut_is_found(folder: Path) -> None:
    """As after a full disk, or a copy that was broken off."""
    path = folder / "trial.words"
    built(path, OF_DOCUMENT_002)
    sound = path.read_bytes()
    for length in (*range(0, len(sound), 97), len(sound) - 1):
        path.write_bytes(sound[:length])
        with pytest.raises(Damaged):
            read_header(path)


def test_a_file_that_cannot_be_used_says_why(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Missing, of another tile set, of another format, of a set whose tiles have changed since: one sentence each."""
    path = folder / "trial.words"
    built(path, OF_DOCUMENT_002)
    with pytest.raises(CannotOpen, match=r"gone\.words cannot be read: No such file"):
        open_lexicon(folder / "gone.words")
    with pytest.raises(CannotOpen, match="is for the tile set catalan, not english"):
        open_lexicon(path, "english")
    monkeypatch.setattr("host.lexica.wordfile.TILE_SETS", {"catalan": CATALAN_Q})
    with pytest.raises(CannotOpen, match="other tiles than those of the catalan set"):
        read_header(path)
    monkeypatch.setattr("host.lexica.wordfile.TILE_SETS", {"english": ENGLISH})
    with pytest.raises(CannotOpen, match="this version knows english"):
        read_header(path)
    monkeypatch.setattr("host.lexica.wordfile.FORMAT", 2)
    with pytest.raises(CannotOpen, match="has format 1, this version reads 2"):
        read_header(path)


def test_a_file_is_replaced_whole_while_it_is_open(folder: Path) -> None:
    """A new list may come during a game: the table goes on with the one that it opened, and no draft stays."""
    old = built(folder / "trial.words", ["quina"])
    new = built(folder / "trial.words", ["senyal"])
    assert ("QUINA" in old, "SENYAL" in old, "QUINA" in new, "SENYAL" in new) == (True, False, False, True)
    assert [path.name for path in folder.iterdir()] == ["trial.words"]


def test_without_a_lexicon_every_word_stands(folder: Path) -> None:
    """A proper mode: the referee or the players decide."""
    lexicon = shelf.lexicon("none", "catalan", folder)
    assert isinstance(lexicon, Lexicon)
    assert isinstance(lexicon, AnyWord)
    assert isinstance(built(folder / "a.words", ["quina"]), Lexicon)


THROUGH_DEBIAN = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
sys.modules["marisa_trie"] = None
from host.lexica.wordfile import open_lexicon, write
theirs = open_lexicon(Path(sys.argv[2]))
write(Path(sys.argv[3]), ["COaEGI", "QU"], "catalan", name="other", date="2024-05-01", source="typed")
ours = open_lexicon(Path(sys.argv[3]))
print("COL·LEGI" in theirs, "COLLEGI" in theirs, "COL·LEGI" in ours, "LEGI" in ours, theirs.header.name)
"""


def test_debians_marisa_reads_and_writes_the_same_files(folder: Path) -> None:
    """A Raspberry Pi of 32 bits has no wheel of marisa-trie; its system's python3-marisa serves instead."""
    needs.file("/usr/lib/python3/dist-packages/marisa.py", "python3-marisa")
    built(folder / "a.words", ["col·legi"])
    paths = [str(path) for path in (CHECKOUT, folder / "a.words", folder / "b.words")]
    command = ["/usr/bin/python3", "-c", THROUGH_DEBIAN, *paths]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env={"PYTHONDONTWRITEBYTECODE": "1"})
    assert (run.stdout, run.stderr) == ("True False True False trial\n", "")
    assert "COL·LEGI" in open_lexicon(folder / "b.words")


def test_without_any_marisa_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever copies the checkout to a bare system is told what to type."""
    monkeypatch.setitem(sys.modules, "marisa_trie", None)
    monkeypatch.setitem(sys.modules, "marisa", None)
    with pytest.raises(tries.NoBinding, match="apt install python3-marisa"):
        tries.save(["A"], "nowhere")
