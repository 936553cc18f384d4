"""`taula tiles` at the virtual table: firmware and radio read model tiles, and each fault put in is named."""

import contextlib
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine_lite.notation import parse_square
from engine_lite.tiles import CATALAN, TILE_SETS
from hardware_tests.bench import Unanswered
from host import cli, tile_tables
from host.core.registration import CENTRE, Seen, plan
from host.core.tile_register import Register
from host.pad_reading import PadReader
from host.register import BadRegister, load_register, read_register, write_register
from host.simulator import motions
from host.simulator.board_process import BoardProcess
from host.tests.board_line import require_micropython
from host.tests.real_time import real_time_board
from host.tile_changes import NoChange, NoFace, face_named, with_replaced, with_spare
from host.tile_reading import PairReader, TileReader
from host.tile_tables import by_the_plan, model_set, shuffled
from host.workbench import VirtualLine

SET = model_set(CATALAN)
STRANGE, SPARE = "e004ffffffff0001", "e004ffffffff0002"
Fault = Callable[[BoardProcess], None]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tiles.json"


@pytest.fixture
def registered(file: Path) -> Path:
    write_register(file, SET)
    return file


def at(name: str) -> int:
    return parse_square(name)


def lying(name: str, tag: str, number: int = 200, flip: bool = False) -> Fault:
    """One tile more lies on the square, or another one instead of tile `number`."""
    return lambda board: board.pose(number, bytes.fromhex(tag), *motions.standing(at(name))._replace(flip=flip))


def tag_on(name: str) -> str:
    """The tag of the tile that the plan has there."""
    return SET.tiles[at(name)][0]


class LongerLine(VirtualLine):
    """A table that goes on for a moment when the command has ended, so that its lamps can be looked at."""

    def close(self) -> None:
        end_us = self.now_us() + 200_000
        while self.board.pid and self.now_us() < end_us:
            self.exchange(b"", end_us)
        super().close()


def table_with(monkeypatch, fault: Fault, laid=None) -> list[BoardProcess]:
    """From now on the virtual table has this fault; the boards that were opened."""
    require_micropython()
    opened: list[BoardProcess] = []

    def open_table(_table, its, _radio=""):
        board = tile_tables.virtual_board(laid or its)
        opened.append(board)
        fault(board)
        return TileReader(LongerLine(board))

    monkeypatch.setattr(tile_tables, "open_table", open_table)
    return opened


def ran(*words: object) -> int:
    return cli.main(["tiles", *map(str, words)])


def findings(capsys) -> list[tuple[str, list[str], list[str], list[str]]]:
    row = json.loads(capsys.readouterr().out)
    assert row["whole"] is False
    return [(each["flaw"], each["squares"], each["faces"], each["tags"]) for each in row["findings"]]


# ---- the whole set ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile_set", TILE_SETS.values(), ids=TILE_SETS)
def test_every_set_is_learned_at_the_virtual_table_and_found_whole_when_it_is_counted(tile_set, file, capsys):
    require_micropython()
    which = ("--table", "virtual", "--tile-set", tile_set.name)
    assert ran("register", *which, "--out", file) == 0
    assert read_register(file, tile_set) == model_set(tile_set)
    assert ran("check", *which, "--register", file) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"{tile_set.size} of {tile_set.size} tiles of the {tile_set.name} set are there; the set is whole.")


def test_the_virtual_table_counts_its_own_tiles_without_a_register(tmp_path, monkeypatch, capsys):
    """Out of the box, and whatever register of a real set lies in the folder; it says that these are models."""
    monkeypatch.chdir(tmp_path)
    assert ran("check", "--table", "virtual") == 0
    assert "the set is whole" in (out := capsys.readouterr().out)
    assert "the virtual table, whose tiles are models" in out
    Path("tiles.json").write_text("no register", encoding="utf-8")
    assert ran("check", "--table", "virtual") == 0
    assert ran("register", "--spare", "QU", "--table", "virtual") == 0
    assert Path("tiles.json").read_text(encoding="utf-8") == "no register"


def test_the_virtual_table_writes_no_register_unless_a_file_is_named(tmp_path, monkeypatch, capsys):
    """Model tiles in the register of a real table would make every real tile foreign."""
    require_micropython()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text('[table]\nrulebook = "fisc_classic"\n')
    assert ran("register", "--table", "virtual") == 0
    assert "Not written" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["table.toml"]


FAULTS = {
    "missing": (lambda board: board.away(at("b3")), [("missing", ["b3"], ["Ç"], [])]),
    "dead": (lambda board: board.fault("tag_dead", at("b3")), [("unreadable", ["b3"], ["Ç"], [])]),
    "stuck": (lambda board: board.fault("hall_stuck", "o15", "on"), [("unreadable", ["o15"], [], [])]),
    "turned": (lying("b3", tag_on("b3"), at("b3"), flip=True), [("turned", ["b3"], ["Ç"], [tag_on("b3")])]),
    "stacked": (lying("b3", STRANGE), [("stacked", ["b3"], ["Ç"], sorted((tag_on("b3"), STRANGE)))]),
    "surplus": (lying("k4", STRANGE), [("surplus", ["k4"], [], [STRANGE])]),
    "doubled": (lying("b3", tag_on("a5"), at("b3")), [("doubled", ["a5", "b3"], ["A", "Ç"], [tag_on("a5")])]),
}


@pytest.mark.parametrize(("fault", "found"), FAULTS.values(), ids=FAULTS)
def test_a_fault_at_the_table_is_named_and_the_register_in_place_stays(fault, found, registered, monkeypatch, capsys):
    opened = table_with(monkeypatch, fault)
    before = registered.read_bytes()
    assert ran("register", "--out", registered, "--anew", "--json") == 1
    assert findings(capsys) == found
    assert registered.read_bytes() == before
    lit = {post for post, colour in opened[0].lamps.items() if colour != "000000"}
    square = at(found[0][1][0])
    row, column = divmod(square, 15)
    assert {16 * row + column, 16 * row + column + 1, 16 * row + column + 16, 16 * row + column + 17} <= lit


COUNTS = {
    "missing": (lambda board: board.away(at("b3")), [("missing", [], ["Ç"], [tag_on("b3")])]),
    "dead": (lambda board: board.fault("tag_dead", at("b3")),
             [("missing", [], ["Ç"], [tag_on("b3")]), ("unreadable", ["b3"], ["Ç"], [])]),
    "turned": (lying("b3", tag_on("b3"), at("b3"), flip=True), [("turned", ["b3"], ["Ç"], [tag_on("b3")])]),
    "stacked": (lying("b4", tag_on("b3"), at("b3")),
                [("stacked", ["b4"], ["Ç", "D"], [tag_on("b3"), tag_on("b4")])]),
    "doubled": (lying("o1", tag_on("b3")), [("doubled", ["b3", "o1"], ["Ç"], [tag_on("b3")])]),
    "foreign": (lying("o1", STRANGE), [("foreign", ["o1"], [], [STRANGE])]),
    "spare": (lying("o1", SPARE), [("surplus", ["o1"], ["QU"], [SPARE])]),
}


@pytest.mark.parametrize(("fault", "found"), COUNTS.values(), ids=COUNTS)
def test_a_count_names_each_fault_at_the_table(fault, found, file, monkeypatch, capsys):
    write_register(file, SET.with_spare(SPARE, "QU"))
    table_with(monkeypatch, fault, by_the_plan(CATALAN))
    assert ran("check", "--register", file, "--json") == 1
    found = [(flaw, squares, *order(faces, tags)) for flaw, squares, faces, tags in found]
    assert findings(capsys) == found


def order(faces: list[str], tags: list[str]) -> tuple[list[str], list[str]]:
    """A board tells stacked tags in their own order; faces go with them."""
    if len(tags) < 2:
        return faces, tags
    pairs = sorted(zip(tags, faces, strict=True))
    return [face for _, face in pairs], [tag for tag, _ in pairs]


def test_a_tile_of_another_table_is_told_by_its_register(registered, tmp_path, monkeypatch, capsys):
    write_register(tmp_path / "mesa5.json", Register(((STRANGE, "NY"),)))
    table_with(monkeypatch, lying("o1", STRANGE))
    assert ran("check", "--register", registered, "--others", tmp_path / "mesa5.json") == 1
    assert f"o1: not of this set, but of {tmp_path / 'mesa5.json'} (NY)." in capsys.readouterr().out


def test_tiles_that_the_register_knows_otherwise_are_learned_only_anew(registered, monkeypatch, capsys):
    """Two letters changed over by a tired hand."""
    changed = dict(by_the_plan(CATALAN))
    changed[at("a12")], changed[at("a13")] = changed[at("a13")], changed[at("a12")]
    table_with(monkeypatch, lambda _board: None, tuple(changed.items()))
    assert ran("register", "--out", registered) == 1
    told = capsys.readouterr().out
    assert "a12: the register knows this tile as B, the square is for A." in told
    assert "--anew" in told
    assert ran("register", "--out", registered, "--anew") == 0
    assert read_register(registered).face(tag_on("a12")) == "B"
    assert read_register(registered.with_name("tiles.json.bak")) == SET


def test_a_real_port_is_read_like_the_virtual_one(file, capsys):
    """The same bytes at the pace of the wall clock, through a serial port; table.toml names it and the register."""
    require_micropython()
    file.with_name("table.toml").write_text("")
    with real_time_board() as board:
        file.with_name("table.toml").write_text(f'[link]\nport = "{board.path}"\n[table]\ntiles = "mesa.json"\n')

        def lay(at_board: BoardProcess) -> None:
            for number, (square, tag) in enumerate(by_the_plan(CATALAN)):
                at_board.pose(number, bytes.fromhex(tag), *motions.standing(square))

        board.do(lay)
        assert ran("register", "--config", file.with_name("table.toml")) == 0
    assert load_register(file.with_name("mesa.json"), CATALAN) == SET.tiles
    assert f"Written to {file.with_name('mesa.json')}." in capsys.readouterr().out


def test_the_plan_is_printed_without_a_table(capsys):
    assert ran("register", "--plan", "--tile-set", "catalan") == 0
    assert capsys.readouterr().out.splitlines()[2].split() == ["a", *"AAAAAAAAAAAA", "B", "B", "C"]
    assert ran("register", "--plan", "--tile-set", "catalan", "--json") == 0
    rows = json.loads(capsys.readouterr().out)["plan"]
    assert [(parse_square(row["square"]), row["face"]) for row in rows] == list(plan(CATALAN))


def test_the_tiles_of_the_virtual_check_lie_in_no_order():
    assert sorted(tag for _, tag in shuffled(CATALAN)) == sorted(tag for _, tag in by_the_plan(CATALAN))
    assert max(square for square, _ in shuffled(CATALAN)) > 200


# ---- one tile ---------------------------------------------------------------------------------------------------


def test_a_spare_is_added_from_h8_and_takes_the_place_of_a_lost_tile(registered, capsys):
    """What happens between two rounds; the second step needs no table."""
    require_micropython()
    assert ran("register", "--spare", "qu", "--table", "virtual", "--out", registered) == 0
    (spare,) = read_register(registered).spares_of("QU")
    assert f"The tile {spare} is a spare for QU; spares of that face: 1." in capsys.readouterr().out
    assert ran("register", "--replace", "QU", "--out", registered, "--json") == 0
    (lost,) = SET.tags("QU")
    assert json.loads(capsys.readouterr().out) == {
        "whole": True, "face": "QU", "came": spare, "left": lost, "written": str(registered)}
    assert read_register(registered, CATALAN) == SET.with_spare(spare, "QU").replaced(lost, spare)


def test_a_lost_tile_of_a_face_with_many_is_found_by_laying_out_the_others(registered, capsys):
    require_micropython()
    assert ran("register", "--replace", "E", "--table", "virtual", "--out", registered) == 0
    after = read_register(registered, CATALAN)
    assert after.face(SET.tags("E")[0]) is None
    assert set(SET.tags("E")[1:]) < set(after.tags("E"))


@pytest.mark.parametrize(("fault", "says"), [
    (lambda board: board.away(0), "h8: nothing lies there"),
    (lambda board: board.fault("tag_dead", 0), "h8: a magnet without a tag that answers"),
    (lying("h8", tag_on("a1"), 0, flip=True), "h8: a tag without a magnet"),
    (lying("h8", tag_on("a1")), "h8: several tiles on one square"),
    (lying("h8", tag_on("a1"), 0), f"the tile {tag_on('a1')} is the set's own A"),
], ids=["empty", "dead", "turned", "two", "known"])
def test_a_spare_that_cannot_be_taken_changes_nothing(fault, says, registered, monkeypatch, capsys):
    table_with(monkeypatch, fault)
    before = registered.read_bytes()
    assert ran("register", "--spare", "QU", "--out", registered) == 1
    assert capsys.readouterr().out.startswith(f"Nothing was changed: {says}")
    assert registered.read_bytes() == before


@pytest.mark.parametrize(("words", "says"), [
    (("--replace", ""), "'' is no face of the catalan set"),
    (("--spare", ""), "'' is no face of the catalan set"),
    (("--out", "FOLDER"), "is a folder: name the register in it."),
    (("--anew", "--out", "FOLDER"), "is a folder: name the register in it."),
])
def test_an_empty_name_or_a_folder_is_no_order_to_learn_a_whole_set(words, says, tmp_path, capsys):
    words = [str(tmp_path) if word == "FOLDER" else word for word in words]
    assert ran("register", "--table", "virtual", *words) == 2
    assert says in capsys.readouterr().err


def shown(*more: tuple[int, str], less: tuple[str, ...] = ()):
    """A look at a board with the set by the plan, less some tags, and more."""
    tags = {square: (tag,) for square, tag in by_the_plan(CATALAN) if tag not in less}
    tags |= {square: (tag,) for square, tag in more}
    return lambda: Seen(frozenset(tags), tags)


ONE_E, OTHER_E, *_ = SET.tags("E")
TWO_SPARES = SET.with_spare(SPARE, "E").with_spare(STRANGE, "E")


@pytest.mark.parametrize(("register", "what", "look", "came", "left"), [
    (SET, tag_on("b3"), shown((CENTRE, STRANGE)), STRANGE, tag_on("b3")),
    (SET, tag_on("b3").upper(), shown((CENTRE, STRANGE)), STRANGE, tag_on("b3")),
    (SET, "b3", shown((CENTRE, STRANGE)), STRANGE, tag_on("b3")),
    (SET.with_spare(SPARE, "Ç"), "b3", shown(), SPARE, tag_on("b3")),
    (SET.with_spare(SPARE, "A"), "h8", shown((CENTRE, tag_on("a1")), less=(tag_on("a1"),)), SPARE, tag_on("a1")),
    (SET, "e", shown((CENTRE, STRANGE), less=(ONE_E,)), STRANGE, ONE_E),
    (TWO_SPARES, "E", shown((CENTRE, SPARE), less=(ONE_E,)), SPARE, ONE_E),
    (SET.with_spare(SPARE, "Ç"), "Ç", None, SPARE, tag_on("b3")),
], ids=["tag", "TAG", "square", "square, spare", "h8", "face", "a spare on h8", "no table"])
def test_the_tile_that_leaves_may_be_named_by_tag_square_or_face(register, what, look, came, left):
    changed = with_replaced(register, what, CATALAN, look)
    assert (changed.came, changed.left) == (came, left)
    assert changed.register == register.replaced(left, came)


@pytest.mark.parametrize(("register", "what", "look", "says"), [
    (SET, "Ç", None, "there is no spare for Ç: lay the new tile on h8"),
    (TWO_SPARES, ONE_E, None, "there are 2 spares for E"),
    (SET, "E", None, "there are 13 tiles E: lay out the others"),
    (SET, "E", shown((CENTRE, STRANGE)), "0 of the 13 tiles E are not on the board"),
    (SET, "E", shown((CENTRE, STRANGE), less=(ONE_E, OTHER_E)), "2 of the 13 tiles E are not on the board"),
    (SET, "b3", None, "what lies on b3 only the table can tell"),
    (SET, "o1", shown(), "o1: nothing lies there"),
    (SET, STRANGE, shown(), f"no tile of the set carries the tag {STRANGE}"),
    (SET.with_spare(SPARE, "A"), "Ç", shown((CENTRE, SPARE)), "is a spare A, but a Ç is to be replaced"),
    (SET, "Ç", shown((CENTRE, ONE_E), less=(ONE_E,)), "is the set's own E"),
])
def test_a_replacement_in_doubt_is_refused_with_what_to_do(register, what, look, says):
    with pytest.raises(NoChange) as why:
        with_replaced(register, what, CATALAN, look)
    assert says in str(why.value)


@pytest.mark.parametrize(("typed", "face"), [
    ("NY", "NY"), ("ny", "NY"), ("Q", "QU"), ("L.L", "L·L"), ("blank", "?"), ("?", "?"),
])
def test_a_face_is_read_as_people_type_it(typed, face):
    assert face_named(typed, CATALAN) == face
    assert with_spare(SET, face, shown((CENTRE, SPARE))).register.spares == ((SPARE, face),)


@pytest.mark.parametrize("typed", ["K", "", "AB", "[A]", "A]"])
def test_what_is_no_face_is_refused(typed):
    with pytest.raises(NoFace, match="is no face of the catalan set"):
        face_named(typed, CATALAN)


# ---- what cannot be done ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "says"), [
    (("check", "--register", "none.json"), "none.json is not there"),
    (("register", "--replace", "A", "--out", "none.json"), "none.json is not there"),
    (("register", "--table", "/dev/null"), "/dev/null is not a serial port"),
    (("register", "--config", "none.toml"), "none.toml is not there"),
    (("register", "--out", "table.toml", "--table", "virtual"), "no tile register"),
    (("register", "--out", "no/where.json", "--table", "virtual"), "cannot be written"),
    (("register", "--out", "tiles.json", "--spare", "K"), "'K' is no face"),
    (("check", "--register", "tiles.json", "--tile-set", "english"), "is not the english set"),
    (("register", "--spare", "A", "--plan"), "not allowed with"),
])
def test_a_wrong_word_file_or_port_ends_in_one_sentence(words, says, registered, monkeypatch, capsys):
    require_micropython()
    monkeypatch.chdir(registered.parent)
    Path("table.toml").write_text("[table]\n")
    assert ran(*words) == 2
    out, told = capsys.readouterr()
    assert out == ""
    assert says in told
    assert len(told.splitlines()) == 1
    assert Path("table.toml").read_text() == "[table]\n"


def test_a_board_that_does_not_answer_ends_in_one_sentence(file, monkeypatch, capsys):
    table_with(monkeypatch, lambda board: board.unplug())
    assert ran("register", "--out", file) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not file.exists()


# ---- the file ---------------------------------------------------------------------------------------------------


def test_a_register_is_read_as_it_was_written_spares_too(file):
    register = SET.with_spare(SPARE, "NY").with_spare(STRANGE, "?")
    write_register(file, register)
    assert read_register(file, CATALAN) == register
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert [path.name for path in file.parent.iterdir()] == ["tiles.json"]


def test_an_older_file_of_tiles_alone_is_read(file):
    file.write_text(json.dumps(dict(SET.tiles)))
    assert read_register(file, CATALAN) == SET


def test_what_stood_there_is_kept_and_a_link_stays_a_link(tmp_path):
    real, link = tmp_path / "event" / "tiles.json", tmp_path / "tiles.json"
    real.parent.mkdir()
    link.symlink_to(real)
    write_register(link, SET)
    write_register(link, SET.with_spare(SPARE, "A"))
    assert link.is_symlink()
    assert read_register(real).spares == ((SPARE, "A"),)
    assert read_register(real.with_name("tiles.json.bak")) == SET


def test_a_register_that_cannot_be_written_whole_leaves_the_old_one(registered, monkeypatch):
    """The power fails before the new file has taken the old one's name."""
    rename = Path.replace

    def fail(self: Path, target: Path) -> Path:
        if target == registered:
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(BadRegister, match="cannot be written: No space left on device"):
        write_register(registered, SET.with_spare(SPARE, "A"))
    monkeypatch.undo()
    assert read_register(registered) == SET
    assert sorted(path.name for path in registered.parent.iterdir()) == ["tiles.json", "tiles.json.bak"]


@pytest.mark.parametrize(("written", "says"), [
    ('{"tiles": {"e004000000000001": "A", "e004000000000001": "B"}}', "stands there 2 times"),
    ('{"tiles": {"e004000000000001": "A"}, "spares": {"e004000000000001": "A"}}', "stands there 2 times"),
    ('{"tiles": {}, "spare": {}}', "it must hold tiles and spares"),
    ('{"tiles": {}, "tiles": {}}', "it must hold tiles and spares"),
    ('{"tiles": []}', "one JSON object"), ('{"tiles": {"e004000000000001": {}}}', "one JSON object"),
    ('{"tiles": {"E004000000000001": "A"}}', "is no tag"), ("[" * 100_000, "must be JSON"),
    ('"tiles"', "one JSON object"),
])
def test_a_register_that_people_have_spoilt_is_refused_with_the_place(written, says, file):
    file.write_text(written)
    with pytest.raises(BadRegister, match=says):
        read_register(file)


# ---- the reference table: one board feels the tiles, another reads them ------------------------------------------


def pair_with(monkeypatch: pytest.MonkeyPatch, alter: Callable[[BoardProcess, BoardProcess], None]) -> None:
    """From now on the table has two boards, to which this has happened."""
    def open_table(_table: str, its: tile_tables.Laid, _radio: str = "") -> PairReader:
        laid = tuple(its)
        magnets, radio = (tile_tables.virtual_board(laid, {"role": role}) for role in ("board", "radio"))
        alter(magnets, radio)
        return PairReader(TileReader(VirtualLine(magnets)), TileReader(VirtualLine(radio)))

    monkeypatch.setattr(tile_tables, "open_table", open_table)


def test_the_reference_table_learns_and_counts_its_tiles_through_two_boards(file: Path) -> None:
    require_micropython()
    assert ran("register", "--table", "r1", "--out", file) == 0
    assert read_register(file) == SET
    assert ran("check", "--table", "r1", "--register", file) == 0


@pytest.mark.parametrize(("alter", "flaw"), [
    (lambda _magnets, radio: radio.fault("tag_dead", 3), ("unreadable", "a4")),
    (lambda magnets, radio: (magnets.away(3), radio.away(3)), ("missing", "a4")),
    (lambda magnets, _radio: magnets.fault("hall_stuck", "a4", "off"), ("turned", "a4")),
], ids=["tag", "tile", "magnet"])
def test_what_is_wrong_at_either_board_is_named(monkeypatch: pytest.MonkeyPatch, file: Path, alter: Any,
                                                flaw: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    require_micropython()
    pair_with(monkeypatch, alter)
    assert ran("register", "--table", "r1", "--out", file, "--json") == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert [(each["flaw"], *each["squares"]) for each in findings] == [flaw]


def test_settings_name_both_boards(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With or without the word; a port that is typed is one board."""
    config = tmp_path / "table.toml"
    config.write_text('[link]\nport = "/dev/a"\n[readers]\nracks = "/dev/b"\nbag = "/dev/c"\n')
    opened: list[tuple[str, str]] = []

    def open_table(table: str, _its: tile_tables.Laid, radio: str = "") -> TileReader:
        opened.append((table, radio))
        raise Unanswered("nothing there")

    monkeypatch.setattr(tile_tables, "open_table", open_table)
    for words in ([], ["--table", "settings"], ["--table", "/dev/d"]):
        assert ran("register", "--config", config, *words) == 2
    assert opened == [("/dev/a", "/dev/b"), ("/dev/a", "/dev/b"), ("/dev/d", "")]


# ---- a low-cost table: tiles touch its pad ----------------------------------------------------------------------


def at_the_pad(tags: list[str], count: int, *, whole: bool) -> tuple[Seen, list[str]]:
    """What a virtual low-cost table reads of tiles that touch its pad in turn, and what it says."""
    require_micropython()
    said: list[str] = []
    board = BoardProcess({"radio": False, "pad": True})
    hand = tile_tables._ModelHand(board, enumerate(tags))

    def tell(sentence: str) -> None:
        said.append(sentence)
        hand(sentence)

    order = tuple((number, f"tile {number}") for number in range(count))
    with contextlib.closing(PadReader(VirtualLine(board), order, tell, whole=whole)) as reader:
        return reader.board(), said


A, B, C = (f"0704{number:012x}" for number in (1, 2, 3))


def test_a_low_cost_table_learns_its_tiles_at_its_pad_and_counts_them_there(file: Path) -> None:
    require_micropython()
    assert ran("register", "--pad", "--out", file) == 0
    assert [face for _, face in load_register(file, CATALAN)] == [face for _, face in plan(CATALAN)]
    assert ran("check", "--pad", "--register", file) == 0
    assert ran("register", "--pad", "--spare", "QU", "--out", file) == 0
    assert len(read_register(file).spares) == 1


def test_a_tag_that_was_read_already_is_not_taken_for_the_next_tile() -> None:
    seen, said = at_the_pad([A, B, A, C], 3, whole=True)
    assert dict(seen.tags) == {0: (A,), 1: (B,), 2: (C,)}
    assert said == ["Touch the pad with tile 0.", "Touch the pad with tile 1.", "Touch the pad with tile 2.",
                    "A tile with that tag has been read already; touch the pad with tile 2."]


def test_a_set_is_counted_when_no_more_tiles_come_and_learned_only_whole() -> None:
    seen, _ = at_the_pad([A, B], 3, whole=False)
    assert seen.on == {0, 1}
    with pytest.raises(Unanswered, match="no other tile has touched the pad for 60 s"):
        at_the_pad([A, B], 3, whole=True)


def test_a_table_without_loops_is_told_of_the_pad() -> None:
    """`taula tiles register` as for the reference table ends in a sentence that says what to type."""
    require_micropython()
    board = BoardProcess({"radio": False, "pad": True})
    with contextlib.closing(TileReader(VirtualLine(board))) as reader, pytest.raises(Unanswered, match="wants --pad"):
        reader.read_again([0])
