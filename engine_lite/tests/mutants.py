"""`make mutants`: changes the rules in one place at a time and counts the changes that no test notices.

    python -m engine_lite.tests.mutants [--only checks.py] [--sample 300] [--seed 1]

Knows nothing of how a line can be changed, which is cosmic-ray's part; mutants.toml says where, and which survivors
are no loss. Exit code 1 when too many survive.
"""

import argparse
import random
import re
import sys
import time
from collections.abc import Iterator

from engine_lite.tests.mutant_runs import GROUPS, ROOT, SETTINGS, WORKERS, Mutant, Verdict, modules, verdicts

TELL_EVERY = 100  # mutants: about a minute


def all_mutants() -> Iterator[Mutant]:
    """Every change that cosmic-ray's operators make, without the operators left out."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    left_out = re.compile("|".join(SETTINGS["leave_out"]))
    kinds = {name: get_operator(name) for name in sorted(operator_names()) if not left_out.search(name)}
    operators = {name: kind() for name, kind in kinds.items() if not kind.arguments()}
    for group, path in [(number, path) for number in range(len(GROUPS)) for path in modules(number, ROOT)]:
        nodes = list(ast_nodes(get_ast(path.read_text(encoding="utf-8"))))
        for name, operator in operators.items():
            places = sum(len(list(operator.mutation_positions(node))) for node in nodes)
            yield from (Mutant(group, str(path.relative_to(ROOT)), name, place) for place in range(places))


def reason(verdict: Verdict) -> str:
    """Why no test can notice that change; "" when mutants.toml gives no reason."""
    known = {(each["module"], each["after"]): each["why"] for each in SETTINGS["equivalent"]}
    return known.get((verdict.mutant.module.removeprefix("engine_lite/"), verdict.after), "")


def report(found: list[Verdict]) -> int:
    """Print the survivors, each with its reason, and their share; 1 when that is too large, else 0."""
    survivors = sorted((each for each in found if each.survived), key=lambda each: (each.mutant.module, each.line))
    for each in survivors:
        print(f"\n{each.mutant.module}:{each.line}  {each.mutant.operator.removeprefix('core/')}")
        print(f"  - {each.before}\n  + {each.after}\n  {reason(each) or 'NOT EXPLAINED: a test is missing'}")
    share = 100 * len(survivors) / len(found)
    explained = sum(bool(reason(each)) for each in survivors)
    print(f"\n{len(survivors)} of {len(found)} mutants survive, {share:.1f} %; {SETTINGS['most_percent']} % may.")
    print(f"{explained} of them change nothing that can be seen, and mutants.toml says why.")
    return int(share > SETTINGS["most_percent"])


def main() -> int:
    """Try all mutants, or a sample of them."""
    asked = argparse.ArgumentParser(description="Mutation testing of the rules.")
    asked.add_argument("--only", default=".*", help="modules that match, such as checks.py")
    asked.add_argument("--sample", type=int, help="try so many only, chosen by the seed")
    asked.add_argument("--seed", type=int, default=1)
    wish = asked.parse_args()
    every = [each for each in all_mutants() if re.fullmatch(wish.only, each.module.removeprefix("engine_lite/"))]
    size = min(wish.sample or len(every), len(every))
    chosen = random.Random(wish.seed).sample(every, size)  # all of them too: mixed, the progress is even
    print(f"{len(chosen)} of {len(every)} mutants, {WORKERS} at a time", flush=True)
    found: list[Verdict] = []
    begun = time.monotonic()
    for verdict in verdicts(chosen):
        found.append(verdict)
        if len(found) % TELL_EVERY == 0 or len(found) == len(chosen):
            survivors = sum(each.survived for each in found)
            print(f"{len(found)} tried in {time.monotonic() - begun:.0f} s, {survivors} survive", flush=True)
    return report(found)


if __name__ == "__main__":
    sys.exit(main())
