"""Mutated records for the reader of annotated games: what people, programs and torn files may hand it.

`python -m engine_lite.tests.fuzz_gcg SECONDS [SEED]` reads as many as fit in that time and stops at the first that
the reader neither reads nor refuses with a sentence, or that does not come back from the writer.
"""

import random
import sys
import time

from engine_lite.gcg import BadGcg, Record, plain, read, write

# Every line form, one after another; the game need not make sense, for the reader checks the form only.
SAMPLE = """\
#character-encoding UTF-8
#player1 p1 Player One
#player2 p2 Player Two
#title A title
#description constructed for the reader
#- that goes on
#lexicon CSW21
#id authority 4711
#tile-distribution english
#game-type classic
#incomplete AB
#orientation lettered-rows
#style 1
>p1: AEIRSTW 8D WAITE +24 24
#note one
more of it
>p2: ?ADEINR\tE5 DAIN.IEr +86 86  MO, EL, OD
>p2: ?ADEINR --  -86 0
>p1: UNKNOWN (challenge) +5 29
>p2: (challenge) -10 -10
>p1: QUISROA  1a   QUOIN   +45  74
>p2:  - +0 -10
>p1: AEGLN -AEG +0 74
>p2: -4 0 -10
>p1: AEE F5 (AIR)E_ +12 86
> p2: B 12L .O.D 8 -2
>p1: (AHNTT) +16 102
>p2: ?ANNZ (ANNZ?) +-6 -8
>p1: NU (time) -10 92
#rack1 AEEIILZ
#rack2 UNKNOWN
"""

CATALAN = """\
#player1 a Anna
#player2 b Bernat
#tile-distribution catalan
>a: EE[L·L]RSTU E5 TRE.[l·l]S +12 12
>b: ÇI[NY]OSTT -ÇI[NY]ST +0 0
>a: IL·LRRQUU 8D .......UIR +12 24
>b: Ç?EAH I2 (IN[qu]ER)Ç(EH)l·lny +33 33
>a: (Ç[NY]TT) +22 46
>b: Ç[NY]TT (Ç[NY]TT) -22 11
"""

SAMPLES = (SAMPLE, CATALAN)
SCRAPS = [
    *"[]()#>.:-+?_·0123456789ABQYZabçñŚ \t\n\r\ufeff\u2028\x00\x1a",
    *("[NY]", "[]", "[[QU]]", "L·L", "--", "(time)", "(challenge)", "#note ", "taula >p1: ", "taula #", "+-6", "8H"),
    *("#player3 p3 C", "#- ", "UNKNOWN", "bank=", "✏", "H16", "99999999", "١٢", "\ud800", "é", "ﬁ", "İ", "ß"),
]


def mutated(text: str, chance: random.Random, times: int) -> str:
    """`text` after `times` changes: a scrap put in or over, a part cut out, two lines exchanged, a line doubled."""
    for _ in range(times):
        place, length = chance.randrange(len(text) + 1), chance.choice((0, 0, 1, 1, 2, 5))
        lines = text.split("\n")
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(5):
            case 0:
                text = text[:place] + text[place + length :]
            case 1:
                lines[one], lines[other] = lines[other], lines[one]
                text = "\n".join(lines)
            case 2:
                text = "\n".join([*lines[:one], lines[other], *lines[one:]])
            case _:
                text = text[:place] + chance.choice(SCRAPS) + text[place + length :]
    return text


def sentence_or_record(text: str) -> Record | BadGcg:
    """What the reader makes of `text`."""
    try:
        return read(text)
    except BadGcg as error:
        return error


def check(text: str) -> bool:
    """Whether `text` is a record; asserts that it is one, and comes back from the writer, or is refused in a line."""
    record = sentence_or_record(text)
    if isinstance(record, BadGcg):
        sentence, line = record.sentence, record.line
        assert sentence.startswith(f"line {line}: "), sentence
        assert 1 <= line <= text.count("\n") + text.count("\r") + 1, sentence
        assert "\n" not in sentence, sentence
        return False
    written = write(record)
    again = read(written)
    assert again == plain(record), written
    assert write(again) == written
    return True


def main(seconds: float, seed: int) -> None:
    """Runs for `seconds`, prints what was read and what refused; the text that fails is printed before the error."""
    chance, end = random.Random(seed), time.monotonic() + seconds
    read_as = {True: 0, False: 0}
    while time.monotonic() < end:
        text = mutated(chance.choice(SAMPLES), chance, chance.choice((1, 1, 2, 3, 5, 20)))
        try:
            read_as[check(text)] += 1
        except BaseException:
            print(repr(text))
            raise
    print(f"seed {seed}: {read_as[True]} records read and written back, {read_as[False]} texts refused")


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
