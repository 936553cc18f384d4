"""Scripts on the rules alone: no tile is lost, a refused line changes nothing, chance is that of the real tiles."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_lite.course import Course
from engine_lite.course_state import Again
from engine_lite.tiles import CATALAN, Tile
from host.cli import main
from host.rehearsal import drawing
from host.rehearsal.deal import stock_of
from host.rehearsal.engine import hands_of
from host.rehearsal.engine_hands import EngineHands
from host.rehearsal.names import PROMPTS
from host.rehearsal.outcome import CannotRehearse, rehearse
from host.rehearsal.playable import SENSING
from host.rehearsal.reading import parse
from host.simulator.stock import ASIDE, BAG, Stock
from host.tests.test_rehearsals import PLAYED

QUINA = "board 15/15/15/15/15/15/15/4[QU]INA7/15/15/15/15/15/15/15"


def hands(text: str, folder: Path) -> EngineHands:
    """The hands of a script, nothing played yet."""
    script = parse(text)
    return hands_of(script, stock_of(script), folder)


def tiles_of(course: Course) -> list[str]:
    """The faces of all tiles of a game, wherever they are."""
    placed = [tile for _, tile in (*course.game.board, *course.laid.tiles)]
    held = [tile for rack in course.racks for tile in rack]
    return sorted("?" if tile.blank else tile.face for tile in (*course.bag, *course.aside, *held, *placed))


@pytest.mark.parametrize("script", PLAYED, ids=lambda path: path.stem)
def test_no_tile_is_lost_and_a_refused_line_changes_nothing(script, tmp_path):
    """After every line of every script the same tiles are somewhere; time may go by all the same."""
    played = hands(script.read_text(encoding="utf-8"), tmp_path)
    tiles = tiles_of(played.course)
    for line in played.script.draws:
        played.play(line)
    played.begin()
    for line in played.script.actions:
        before = played.course
        played.play(line)
        assert tiles_of(played.course) == tiles, line.text
        assert played.course == before or not played.refused, line.text
    assert played.failures == []


@given(seed=st.integers(0, 2**32 - 1), count=st.integers(1, 100))
def test_chance_brings_the_same_tiles_on_the_rules_alone_as_at_the_virtual_table(seed, count):
    """The same script meets the same tiles, whatever it is played through."""
    faces = [kind.face for kind in CATALAN.faces for _ in range(kind.count)]
    real, told = Stock(faces, seed), Stock(faces, seed)
    bag = [Tile(face, blank=face == "?") for face in faces]
    drawn = [tile.face for tile in real.draw(count, "rack A")]
    assert [tile.face for tile in drawing.found(told.chance, CATALAN, reversed(bag), count)] == drawn


def test_a_refused_line_gives_its_draws_back(tmp_path):
    """`bag` foretells the next draws: an exchange that is refused has drawn nothing."""
    played = hands(f"rulebook manacor\n{QUINA}\nbag-left 6\nrack A M A R E S T I\nbag Z X\nstart A\n"
                   "exchange A M\nlay h9 S\ndraw A 1\n", tmp_path)
    played.run()
    assert played.course.rack(0)[-1] == Tile("Z")


def test_bag_left_leaves_that_many_and_what_later_lines_name():
    stock = stock_of(parse(f"rulebook manacor\n{QUINA}\nrack A S\nbag-left 3\nbag Ç\nstart A\nlay h9 S\ndraw A J\n"))
    assert len(stock.at(BAG)) == 3
    assert {"Ç", "J"} <= {tile.face for tile in stock.at(BAG)}
    assert len(stock.at(ASIDE)) == 100 - 4 - 1 - 7 - 3  # on the board, on the racks, in the bag


@pytest.mark.parametrize("line", ["lift h5", "move h5 i5", "putback h5"])
def test_old_tiles_are_a_matter_for_sensors(line, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text(f"rulebook manacor\n{QUINA}\nstart A\n{line}\n")
    with pytest.raises(CannotRehearse, match=f"line 4: `{line.split()[0]}` of an old tile .* --through sensors"):
        rehearse(script, "engine")


SENSED = ("slide S h9 h11", "knock h8 j8", "swap h8 h9", "stack S h8", "facedown h8", "between h8 h9",
          "fault hall_stuck a1 on", "heal hall_stuck", "slide-on S h12 h11", "hover S h11", "lay-as B h11 S",
          "presses A B", "dip A S", "replace A h8 S", "name h8 S")


@pytest.mark.parametrize("line", SENSED)
def test_what_only_sensors_notice_is_said_before_anything_moves(line, tmp_path, capsys):
    """One sentence with the line's number and the remedy; the lines before it are not played either."""
    script = tmp_path / "script.txt"
    script.write_text(f"rulebook fisc_classic\nrack A S O L S\nstart A\nlay h8 S O L\nexpect turn B\n{line}\n")
    assert main(["rehearse", str(script), "--through", "engine"]) == 2
    out, told = capsys.readouterr()
    assert not out
    assert told == f"{script}: line 6: `{line.split()[0]}` is about sensing: run the script with --through sensors\n"


def test_the_list_of_what_only_sensors_notice_is_tested_whole():
    assert {line.split()[0] for line in SENSED} == SENSING


def verdict_on(word_list: str, tmp_path: Path) -> str:
    """The phase after SOL was challenged and the list called `word_list` asked."""
    played = hands(f"rulebook fisc_classic\nlexicon {word_list}\nrack A S O L\nstart A\nlay h8 S O L\npress A\n"
                   "challenge B\nverdict auto\n", tmp_path)
    played.run()
    return played.course.phase.value


def test_a_verdict_asks_the_words_the_text_file_or_the_word_file_that_the_script_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("sol\nmar\n")
    (tmp_path / "other.txt").write_text("mar\nsal\n")
    assert main(["lexicon", "build", "other.txt", "--tile-set", "catalan", "--name", "other"]) == 0
    kept = next(iter((tmp_path / "lexica").iterdir()))
    assert verdict_on("words SOL", tmp_path) == verdict_on("mine.txt", tmp_path) == "playing"
    for name in ("words MAR", "other.txt", "other", f"lexica/{kept.name}"):
        assert verdict_on(name, tmp_path) == "removing"


@pytest.mark.parametrize(("rulebook", "taken"), [("manacor", 2), ("fisc_school", 3), ("frs_english", 3)])
def test_chance_says_what_goes_back_when_the_script_does_not(rulebook, taken, tmp_path):
    """Two tiles too many, seen: whatever the rulebook lets be taken, two of them go into the bag."""
    press = "" if rulebook == "manacor" else "press A"
    played = hands(f"rulebook {rulebook}\nrack A S O L E T A I\nstart A\nlay h8 S O L\n{press}\n"
                   f"overdraw A 9 seen\ntake B FROM A {taken}\n", tmp_path)
    played.run()
    assert (played.refused, len(played.course.rack(0)), len(played.course.bag)) == ((), 7, 83)


def test_chance_sends_back_no_more_than_is_taken(tmp_path):
    """000 r11: the other side may take one tile, and then another."""
    played = hands("rulebook manacor\nrack A S O L E T A I\nstart A\nlay h8 S O L\noverdraw A 9 seen\n"
                   "take B FROM A 1\nexpect prompt overdraw\ntake B FROM A 1\n", tmp_path)
    played.run()
    assert (played.refused, len(played.course.rack(0)), len(played.course.bag)) == ((), 7, 83)


def test_every_prompt_of_the_course_is_on_the_list_of_prompts():
    """Scripts can expect only what is on it."""
    assert {each.value for each in Again} <= set(PROMPTS)


def test_time_stops_where_something_happens_by_itself(tmp_path):
    """A long wait over the end of the last play's time: the game is over at that moment, not at the wait's end."""
    played = hands(f"rulebook manacor\n{QUINA}\nbag-left 0\nrack A S\nrack B A\nstart A\n"
                   "lay h9 S\npress A\nwait 90\n", tmp_path)
    played.run()
    assert played.course.ended == "out"
    assert played.course.clock.left_ns == (1800 * 10**9, 1800 * 10**9)
