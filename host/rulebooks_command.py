"""The command `taula rulebooks`: lists the rulebooks, prints one knob by knob, or tells two apart.

Writes text or JSON; what a knob settles is engine_lite's, the headings are those of `words`.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from engine_lite.knobs import Knob, KnobValue
from engine_lite.rulebook import KINDS, Rulebook, UnknownRulebook, UnknownVariant
from engine_lite.rulebooks import RULEBOOKS, rulebook_for
from host import config as settings
from host.printing import Wrong, json_text
from host.words.rules import SECTIONS
from host.words.titles import rulebook_title

DONE = 0  # exit code; 2 is CannotList's
LANGUAGE = "en"  # of this command's sentences, as of all that is typed and read in a terminal


class CannotList(Wrong):
    """The input is wrong; the text says which part, and what to write instead."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula rulebooks`."""
    command.add_argument("name", nargs="?", metavar="NAME", help="print this one (default: list them all)")
    command.add_argument("--variant", default="", metavar="V", help="a class of players: 12min, 15min of fisc_school")
    command.add_argument(
        "--compare", nargs=2, metavar=("A", "B"), help="what differs; NAME:VARIANT names a variant"
    )
    command.add_argument("--config", type=Path, metavar="FILE", help="print the rulebook of this table.toml")
    command.add_argument("--json", action="store_true")


def run(options: argparse.Namespace) -> int:
    """Print what `options` ask for. Raises CannotList."""
    if options.compare and (options.name or options.variant):
        raise CannotList("taula rulebooks: --compare A B stands alone; write a variant as NAME:VARIANT.")
    if options.variant and not options.name:
        raise CannotList("taula rulebooks: --variant needs the NAME of a rulebook.")
    if options.config and (options.compare or options.name):
        raise CannotList("taula rulebooks: --config FILE stands alone; the file names its rulebook and variant.")
    if options.compare:
        one, other = (_named(*each.partition(":")[::2]) for each in options.compare)
        print(_json(compared(one, other)) if options.json else "\n".join(_comparison(one, other)))
    elif options.name or options.config:
        chosen = _of_table(options.config) if options.config else _named(options.name, options.variant)
        print(_json(as_json(chosen)) if options.json else "\n".join(_page(chosen)))
    else:
        print(_json([_summary(each) for each in RULEBOOKS.values()]) if options.json else "\n".join(_list()))
    return DONE


def as_json(rulebook: Rulebook) -> dict[str, object]:
    """A whole rulebook as scripts read it."""
    return {
        "name": rulebook.name,
        "language": rulebook.language,
        "tile_set": rulebook.tile_set.name,
        "knobs": [knob._asdict() for knob in rulebook.knobs()],
    }


def compared(one: Rulebook, other: Rulebook) -> dict[str, object]:
    """Two rulebooks and the knobs that they set differently, as scripts read it."""
    return {
        "a": {"name": one.name, "variant": one.variant_name, "tile_set": one.tile_set.name},
        "b": {"name": other.name, "variant": other.variant_name, "tile_set": other.tile_set.name},
        "differ": [
            {"name": a.name, "a": a.value, "b": b.value, "unit": a.unit, "text": a.text}
            for a, b in _pairs(one, other)
        ],
    }


def _named(name: str, variant: str) -> Rulebook:
    try:
        return rulebook_for(name, variant)
    except (UnknownRulebook, UnknownVariant) as unknown:
        raise CannotList(f"taula rulebooks: {unknown}.") from unknown


def _of_table(path: Path) -> Rulebook:
    try:
        return settings.rulebook_of(settings.load(path))
    except settings.BadConfig as wrong:
        raise CannotList(f"taula rulebooks: {wrong}.") from wrong


def _pairs(one: Rulebook, other: Rulebook) -> Iterator[tuple[Knob, Knob]]:
    return ((a, b) for a, b in zip(one.knobs(), other.knobs(), strict=True) if a.value != b.value)


def _summary(rulebook: Rulebook) -> dict[str, object]:
    return {
        "name": rulebook.name,
        "title": rulebook_title(rulebook.name, LANGUAGE),
        "language": rulebook.language,
        "tile_set": rulebook.tile_set.name,
        "variants": list(rulebook.variants),
    }


def _list() -> Iterator[str]:
    for each in RULEBOOKS.values():
        title = rulebook_title(each.name, LANGUAGE)
        variants = f", variants {', '.join(each.variants)}" if each.variants else ""
        yield f"{each.name:<14} {title} ({each.language}, {each.tile_set.name}{variants})"


def _page(rulebook: Rulebook) -> Iterator[str]:
    variant = f", variant {rulebook.variant_name}" if rulebook.variant_name else ""
    yield f"{rulebook.name}: {rulebook_title(rulebook.name, LANGUAGE)}{variant}"
    yield f"language {rulebook.language}, tile set {rulebook.tile_set.name}"
    for knob in rulebook.knobs():
        if knob.name in SECTIONS:
            yield f"\n{SECTIONS[knob.name]}"
        source = rulebook.source(knob.name)
        yield f"  {knob.name} = {_written(knob.value)}{f' {knob.unit}' if knob.unit else ''}   [{source.short}]"
        yield f"      {knob.text}{_meaning(knob)}"
        if source.reading:
            yield f"      reading {source.reading.number}: {source.reading.text}"


def _comparison(one: Rulebook, other: Rulebook) -> Iterator[str]:
    if one == other:
        yield f"{_title(one)} and {_title(other)} differ in nothing."
        return
    yield f"{_title(one)} and {_title(other)} differ in"
    if one.tile_set != other.tile_set:
        yield f"  tile_set: {one.tile_set.name} | {other.tile_set.name}"
    for a, b in _pairs(one, other):
        yield f"  {a.name}: {_written(a.value)} | {_written(b.value)}{f' {a.unit}' if a.unit else ''}   ({a.text})"


def _title(rulebook: Rulebook) -> str:
    return f"{rulebook.name}:{rulebook.variant_name}" if rulebook.variant_name else rulebook.name


def _written(value: KnobValue) -> str:
    """As it is written in the section [rules] of table.toml."""
    return json_text(value)


def _meaning(knob: Knob) -> str:
    """What the member of a closed list means; "" for other values."""
    text = getattr(knob.value, "text", "")
    return f": {text}. Also: {', '.join(_others(knob))}" if text else ""


def _others(knob: Knob) -> Iterator[str]:
    return (str(each) for each in getattr(KINDS[knob.name], "choices", ()) if each != knob.value)


def _json(found: object) -> str:
    return json_text(found)
