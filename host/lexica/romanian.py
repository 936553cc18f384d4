"""Which forms of hunspell-ro are no words of the game: vocatives, clipped articles, gerunds cut off from a pronoun.

The federation's list has neither `copilule` nor `copilu` beside `copilul`, while a spelling checker must know both.
The affix rules tell them apart from words that merely end so (`celule`, `leu`, `radio`): there the same flag makes
the full form too. Knows no file.
"""

from collections.abc import Iterator, Sequence

from host.lexica.hunspell import Affix, forms

GERUND_STUMPS = ("ându", "indu")  # făcându-l: what stands before the hyphen


def words(rules: Sequence[Affix], lines: Sequence[str]) -> Iterator[str]:
    """Every form that is a word of the game, some twice; hyphened forms and names are still among them."""
    return forms(stems_of_the_game(lines), rules_of_the_game(rules))


def rules_of_the_game(rules: Sequence[Affix]) -> list[Affix]:
    """The rules less those that make a form which no list of the game has.

    >>> from host.lexica.hunspell import affixes
    >>> rules = affixes("SFX C Y 3\\nSFX C 0 ul [^u]\\nSFX C 0 u [^u]\\nSFX C 0 ule [^u]\\nSFX M Y 1\\nSFX M a ule a")
    >>> [rule.add for rule in rules_of_the_game(rules)]
    ['ul', 'ule']
    """
    made = {(rule.flag, *_change(rule)) for rule in rules if not rule.prefix}
    return [rule for rule in rules if rule.prefix or not _superfluous(rule, made)]


def _superfluous(rule: Affix, made: set[tuple[str, str, str]]) -> bool:
    """Whether the flag of `rule` also makes the full form of which this one is a vocative or a stump."""
    strip, add = _change(rule)

    def also(other: str) -> bool:
        return (rule.flag, strip, other) in made

    if add.endswith("u"):  # omu, beside omul
        return also(add + "l")
    if add.endswith("o"):  # fato, beside fata; pușcao, beside pușca
        return also(add[:-1] + "a") or also(add[:-1])
    vocative = add.endswith("ule") or (add == "le" and rule.condition.endswith("u"))
    return vocative and also(add[:-1])  # omule, beside omul


def _change(rule: Affix) -> tuple[str, str]:
    """What a suffix rule takes off and puts on, less what it only puts back: `ime` to `imeo` adds an `o`."""
    pairs = enumerate(zip(rule.strip, rule.add, strict=False))
    kept = next((place for place, (off, on) in pairs if off != on), min(len(rule.strip), len(rule.add)))
    return rule.strip[kept:], rule.add[kept:]


def stems_of_the_game(lines: Sequence[str]) -> Iterator[str]:
    """The lines of the .dic file less what stands there as a word of its own, without any flag, and is none.

    >>> list(stems_of_the_game(["lună", "luno", "radio/C", "cuiul", "cuiule", "bule", "venindu", "vându/O"]))
    ['lună', 'radio/C', 'cuiul', 'bule', 'vându/O']
    """
    stems = {line.partition("/")[0] for line in lines}
    for line in lines:
        if line.endswith(GERUND_STUMPS):
            continue
        if line.endswith("o") and line[:-1] + "ă" in stems:
            continue
        if line.endswith("ule") and stems & {line[:-1], line[:-3]}:
            continue
        yield line
