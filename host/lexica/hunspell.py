"""Every form of the words of a hunspell word list: stems with the suffixes and prefixes that its affix file allows.

Decides what the affix rules mean, as the manual page hunspell(5) describes them; knows no language. At most one
suffix and one prefix are put on a stem; what an affix file says beyond that is refused, not passed over.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

# What an affix file says about spelling, typing and the proposal of corrections changes no form.
WITHOUT_FORMS = frozenset({"SET", "LANG", "TRY", "KEY", "REP", "MAP", "PHONE", "WORDCHARS", "BREAK", "MAXNGRAMSUGS"})


class CannotExpand(ValueError):
    """The affix file says something that this reader does not know; the text names its line."""


@dataclass(frozen=True, slots=True)
class Affix:
    """One rule: off a stem that fits `condition` comes `strip`, on comes `add`.

    A `crossing` rule goes together with a crossing rule of the other side.
    """

    flag: str
    prefix: bool
    crossing: bool
    strip: str
    add: str
    condition: str

    def compiled(self) -> Callable[[str], str | None]:
        """What makes the form of a stem, or None where the rule does not apply."""
        fits = _condition(self)
        strip, add, cut = self.strip, self.add, len(self.strip)

        def suffixed(stem: str) -> str | None:
            return stem[: len(stem) - cut] + add if stem.endswith(strip) and fits(stem) else None

        def prefixed(stem: str) -> str | None:
            return add + stem[cut:] if stem.startswith(strip) and fits(stem) else None

        return prefixed if self.prefix else suffixed


def _condition(affix: Affix) -> Callable[[str], object]:
    """Whether a stem fits: the condition is a regular expression of plain letters, dots and bracketed letters."""
    if affix.condition == ".":
        return lambda _stem: True
    pattern = "".join(part if part == "." or part[0] == "[" else re.escape(part)
                      for part in re.findall(r"\[[^\]]+\]|.", affix.condition))
    return re.compile(pattern).match if affix.prefix else re.compile(f"{pattern}$").search


def affixes(text: str) -> list[Affix]:
    """The rules of an affix file. Raises CannotExpand.

    >>> affixes("SFX A Y 1\\nSFX A ă a ă s.f.sg.art.")
    [Affix(flag='A', prefix=False, crossing=True, strip='ă', add='a', condition='ă')]
    """
    found, crossing = [], {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#") or words[0] in WITHOUT_FORMS:
            continue
        if words[0] not in ("PFX", "SFX") or len(words) < 4 or len(words[1]) != 1 or "/" in words[3]:
            raise CannotExpand(f"line {number} of the affix file, {line[:40]!r}, is not known to this reader")
        kind = (words[0], words[1])
        if kind not in crossing:  # the first line of a flag: whether it crosses, and how many rules follow
            crossing[kind] = words[2] == "Y"
            continue
        strip, add = ("" if word == "0" else word for word in words[2:4])
        condition = words[4] if len(words) > 4 else "."
        found.append(Affix(words[1], words[0] == "PFX", crossing[kind], strip, add, condition))
    return found


def forms(stems: Iterable[str], rules: Iterable[Affix]) -> Iterator[str]:
    """Every form of `stems` (lines of a .dic file: `casă/A`), the stems themselves included; some come twice.

    >>> list(forms(["casă/A"], affixes("SFX A Y 1\\nSFX A ă a ă")))
    ['casă', 'casa']
    """
    suffixes: dict[str, list[tuple[bool, Callable[[str], str | None]]]] = {}
    prefixes: dict[str, list[tuple[bool, Callable[[str], str | None]]]] = {}
    for rule in rules:
        (prefixes if rule.prefix else suffixes).setdefault(rule.flag, []).append((rule.crossing, rule.compiled()))
    for line in stems:
        if not (words := line.split()):  # what follows the first word tells of its grammar
            continue
        stem, _, flags = words[0].partition("/")
        bare, crossing = [stem], [stem]
        for crosses, made in (one for flag in flags for one in suffixes.get(flag, ())):
            if (form := made(stem)) is not None:
                (crossing if crosses else bare).append(form)
        yield from bare
        yield from crossing[1:]
        for crosses, made in (one for flag in flags for one in prefixes.get(flag, ())):
            yield from (form for word in (crossing if crosses else bare[:1]) if (form := made(word)) is not None)
