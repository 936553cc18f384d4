"""The command `taula score`: rule document 002's examples, the published shape, refusals, and input that is wrong."""

import json

import pytest

from host.cli import main

EMPTY = "/".join(["15"] * 15)
QUINA = "15/15/15/15/15/15/15/4[QU]INA7/15/15/15/15/15/15/15"

# board, play in seed notation, the same in GCG, score, words
EXAMPLES = [
    (EMPTY, "H8 SENYAL", "8H SENYAL", 30, {"SENYAL": 30}),
    (EMPTY, "H5 QUINA", "8E QUINA", 22, {"QUINA": 22}),
    (QUINA, "7G ANTIC", "G7 ANTIC", 8, {"ANTIC": 8}),
    (QUINA, "H3 MAQUINARI", "8C MA....RI", 17, {"MAQUINARI": 17}),
    (QUINA, "I4 SÈSAM", "9D SESAM", 24, {"SESAM": 7, "QUE": 9, "IS": 2, "NA": 3, "AM": 3}),
    (QUINA, "4D FEINES", "D4 FEINES", 33, {"FEINES": 20, "EQUINA": 13}),
]


class Ran:
    """What the command did: its exit code, what it printed, and what it printed read as JSON."""

    def __init__(self, capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
        self.code = main(["score", *arguments])
        self.out, self.err = capsys.readouterr()

    @property
    def answer(self) -> dict:
        return json.loads(self.out)


@pytest.fixture
def score(capsys: pytest.CaptureFixture[str]):
    """Runs `taula score` with the classic rulebook; `--rulebook` among the arguments replaces it."""

    def run(*arguments: str) -> Ran:
        rulebook = [] if "--rulebook" in arguments else ["--rulebook", "fisc_classic"]
        return Ran(capsys, [*rulebook, *arguments])

    return run


@pytest.mark.parametrize(("board", "seed", "gcg", "total", "words"), EXAMPLES, ids=[each[1] for each in EXAMPLES])
def test_examples_of_document_002_in_both_notations(score, board, seed, gcg, total, words) -> None:
    """The six scores and their words; squares are compared too, since a mirrored board scores the same."""
    in_seed = score("--board", board, seed, "--json")
    in_gcg = score("--notation", "gcg", "--board", board, gcg, "--json")
    assert (in_seed.code, in_gcg.code) == (0, 0)
    assert in_seed.answer["score"] == in_gcg.answer["score"] == total
    assert {word["text"]: word["score"] for word in in_seed.answer["words"]} == words
    assert in_seed.answer["words"] == in_gcg.answer["words"]


def test_the_published_shape(score) -> None:
    """Every name of it, with an old tile, a blank standing for a digraph, and a word premium."""
    run = score("--board", QUINA, "8h .[l·l]E", "--json")
    word = {
        "text": "Al·lE",
        "score": 2,
        "squares": [
            {"square": "h8", "tile": "A", "blank": False, "value": 1, **plain(fresh=False)},
            {"square": "i8", "tile": "L·L", "blank": True, "value": 0, **plain(fresh=True)},
            {"square": "j8", "tile": "E", "blank": False, "value": 1, **plain(fresh=True)},
        ],
    }
    assert run.answer == {"play": "8h .[l·l]E", "score": 2, "bingo": False, "words": [word], "refused": []}


def plain(fresh: bool) -> dict:
    return {"letter_multiplier": 1, "word_multiplier": 1, "fresh": fresh}


def test_words_and_bonus_add_up_to_the_score(score) -> None:
    """`bingo` tells that the 50 are in the score: (2 + 6 x 1) doubled, and 50."""
    answer = score("h5 MARTINS", "--json").answer
    assert (answer["score"], answer["bingo"], [word["score"] for word in answer["words"]]) == (66, True, [16])
    multipliers = [(each["letter_multiplier"], each["word_multiplier"]) for each in answer["words"][0]["squares"]]
    assert multipliers == [(1, 1), (1, 1), (1, 1), (1, 2), (1, 1), (1, 1), (1, 1)]


def test_a_score_to_read(score) -> None:
    """Each word with its start, formula and sum; then the addition."""
    assert score("--board", QUINA, "4d FEINES").out == (
        "4d FEINES: 33\n"
        "  FEINES   4d  (4 + 1 + 1 + 1 + 1×2 + 1) ×2 = 20\n"
        "  EQUINA   h4  1×2 + 8 + 1 + 1 + 1 = 13\n"
        "  20 + 13 = 33\n"
    )
    assert score("h5 MARTINS").out.endswith("\n  16 + 50 for a full rack = 66\n")
    assert "  9D  " in score("--notation", "gcg", "--board", QUINA, "9D SESAM").out


def test_other_tiles_than_the_rulebooks(score) -> None:
    """Q and U apart: the Q alone on the double letter of h4."""
    assert score("--tile-set", "catalan_q", "h4 QUINA", "--json").answer["score"] == 40
    assert score("--rulebook", "frs_english", "--notation", "gcg", "8D JIHAD", "--json").answer["score"] == 48
    assert score("--rulebook", "frs_romanian", "h5 kILO", "--json").answer["score"] == 6


def test_the_play_may_come_in_two_arguments(score) -> None:
    """Quotation marks forgotten in the shell."""
    assert score("h5", "QUINA", "--json").answer == score("h5 QUINA", "--json").answer


# --- refusals ------------------------------------------------------------------------------------------------


REFUSALS = [
    (["a1 QUINA"], {"off_centre": ["h8"]}),
    (["h8 A"], {"too_few": ["h8"]}),
    (["a1 A"], {"off_centre": ["h8"], "too_few": ["a1"]}),
    (["h16 QUINA"], {"off_board": []}),
    (["h13 QUINA"], {"off_board": ["h15"], "off_centre": ["h8"]}),
    (["h1 SENYALSENYAL"], {"too_many": [f"h{n}" for n in range(1, 11)]}),
    (["h8 A?"], {"blank_undeclared": ["h9"]}),
    (["--board", QUINA, "h5 QUENA"], {"taken": ["h6"]}),
    (["--board", QUINA, "a1 ANA"], {"detached": ["a1", "a2", "a3"]}),
    (["--board", QUINA, "i5 E.A"], {"gapped": ["i6"]}),
    (["--board", QUINA, "h5 ...."], {"nothing_laid": []}),
    (["--rack", "QUINES?", "h5 QUINA"], {"not_in_rack": ["h8"]}),
    (["--rack", "", "h5 NA"], {"off_centre": ["h8"], "not_in_rack": ["h5", "h6"]}),
    (["--rulebook", "fisc_school", "h7 QI"], {"q_without_u": ["h7"]}),
    (["--rulebook", "frs_english", "--notation", "gcg", "H16 QAT"], {"off_board": []}),
]


@pytest.mark.parametrize(("arguments", "expected"), REFUSALS, ids=[each[0][-1] for each in REFUSALS])
def test_a_refusal_gives_every_reason_with_squares_and_a_sentence(score, arguments, expected) -> None:
    """Exit code 1, no score, no words; the sentence names the squares."""
    run = score(*arguments, "--json")
    assert (run.code, run.answer["score"], run.answer["words"], run.answer["bingo"]) == (1, None, [], False)
    assert {each["reason"]: each["squares"] for each in run.answer["refused"]} == expected
    for each in run.answer["refused"]:
        assert set(each) == {"reason", "squares", "rule", "sentence"}
        assert each["sentence"].endswith(".")
        assert each["sentence"] != "That was refused."


def test_a_refusal_to_read(score) -> None:
    """One line a reason, with the paragraph behind it."""
    run = score("a1 A")
    assert run.code == 1
    assert [line.split(":")[0].strip() for line in run.out.splitlines()] == ["a1 A", "off_centre", "too_few"]
    assert "[002 La primera jugada]" in run.out


def test_the_rack_supplies_what_it_holds(score) -> None:
    """Digraphs, spaces and a blank on the rack; a blank in the play takes the blank."""
    assert score("--rack", "QU I N A E S ?", "h5 QUINA").code == 0
    assert score("--rack", "QINAES?", "h5 QUInA").code == 0
    assert score("--rack", "QINAES", "h5 QUInA").code == 1


# --- input that is wrong -------------------------------------------------------------------------------------


WRONG = [
    (["--rulebook", "mancor", "h5 QUINA"], "mancor"),
    (["--rulebook", "", "h5 QUINA"], "manacor, fisc_school"),
    (["--rulebook", "x" * 5000, "h5 QUINA"], "manacor, fisc_school"),
    (["--tile-set", "klingon", "h5 QUINA"], "catalan, catalan_q, romanian, english"),
    (["--notation", "chess", "h5 QUINA"], "notation"),
    (["--board", "15/15", "h5 QUINA"], "15 rows"),
    (["--board", "", "h5 QUINA"], "15 rows"),
    (["--board", QUINA.replace("A7", "A6"), "i4 SESAM"], "row h"),
    (["--board", QUINA.replace("A7", "A99999999999"), "i4 SESAM"], "row h"),
    (["--board", QUINA.replace("INA", "IKA"), "i4 SESAM"], "“K”"),
    (["--board", "/" * 100_000, "h5 QUINA"], "15 rows"),
    (["--board", "A" * 100_000 + "/15" * 14, "h5 QUINA"], "row a"),
    (["--rack", "AEIOUKS", "h5 QUINA"], "“K”"),
    (["--rack", "AEIOUSTRA", "h5 QUINA"], "at most 7"),
    (["--rack", "QUInA", "h5 QUINA"], "? for a blank"),
    ([""], "h5 QUINA"),
    ([" "], "h5 QUINA"),
    (["QUINA"], "h5 QUINA"),
    (["h5"], "h5 QUINA"),
    (["h5 QUI NA"], "h5 QUINA"),
    (["hh QUINA"], "“hh”"),
    (["55 QUINA"], "“55”"),
    (["h08 QUINA"], "“h08”"),
    (["--notation", "gcg", "8-E QUINA"], "as in 8H"),
    (["h5 QuINA"], "all in capitals"),
    (["h5 QUINK"], "“K”"),
    (["h5 QUI5A"], "“5”"),
    (["h5 [QUINA"], "never closed"),
    (["h5 QUI\x00NA"], "�"),
    (["h5\x1b[31m QUINA"], "�"),
    (["h5 QUI\udcffNA"], "�"),
    (["h16 QUI\udcffNA"], "�"),
    (["h5 " + "A" * 100_000], "is no play"),
    (["--board", QUINA, "h9 RI"], "write “h5 QUINARI”"),
    (["--rulebook", "frs_romanian", "h5 KILO"], "write k"),
    (["--no-such-thing", "h5 QUINA"], "no-such-thing"),
    ([], "PLAY"),
]


@pytest.mark.parametrize(("arguments", "names"), WRONG, ids=[f"{n:02}" for n in range(len(WRONG))])
def test_wrong_input_is_one_sentence_that_names_the_place(score, arguments, names) -> None:
    """Exit code 2, nothing on standard output, one printable line of moderate length on standard error."""
    run = score(*arguments)
    assert (run.code, run.out) == (2, "")
    (line,) = run.err.splitlines()
    assert names in line
    assert line.isprintable()
    assert len(line) < 320


def test_the_rulebook_must_be_named(capsys) -> None:
    """No club's rules are taken for granted."""
    run = Ran(capsys, ["h5 QUINA"])
    assert (run.code, run.out) == (2, "")
    assert "--rulebook" in run.err
