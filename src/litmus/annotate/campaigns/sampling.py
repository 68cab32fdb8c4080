"""Which items are judged: everything in one stratum, and a random sample of the rest."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from litmus.annotate.campaigns.items import Key, Mark, Offer
from litmus.errors import DataError, UsageError
from litmus.wording import option

TRIGGERED, REST, RANDOM, ALL = "triggered", "rest", "random", "all"
Stratum = tuple[str, str]  # system, name
_RULE = re.compile(r"all|(?:(?P<whole>[^+\s]+)\+)?(?P<number>\d+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """`all`, `N` segments, or `WHOLE+N`: all items of a stratum and N of the rest."""

    whole: str | None
    number: int | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """The items drawn with their strata, and how many items each stratum has in the whole set."""

    strata: dict[Key, Stratum]
    sizes: dict[Stratum, int]

    @property
    def missed(self) -> list[Stratum]:
        """Strata of which nothing was drawn: no estimate will speak of them."""
        reached = set(self.strata.values())
        return [stratum for stratum in self.sizes if stratum not in reached]


def parse_rule(text: str) -> Rule:
    """The rule as typed.

    >>> parse_rule("triggered+100")
    Rule(whole='triggered', number=100)
    """
    match = _RULE.fullmatch(text)
    if not match:
        raise UsageError(
            f"{option('sample')} cannot be {text!r}. Write all, a number of segments, or "
            "triggered+N (everything that a metric triggers, and N of the rest)."
        )
    number = int(match["number"]) if match["number"] else None
    return Rule(match["whole"], number)


def draw(
    found: Iterable[Offer],
    rule: Rule,
    *,
    unit: str,
    flagged: Callable[[str, Mark], bool],
    seed: int,
) -> Drawn:
    """A seeded draw. `flagged` says whether a segment's mark belongs to the stratum "triggered"."""
    of_key: dict[Key, Stratum] = {}
    for number, offer in enumerate(found):
        for k, mark in enumerate(offer.marks):
            triggered = unit != "tag" and flagged(offer.segment.id, mark)
            of_key[number, k] = mark.system, _name(unit, rule, mark, triggered)
    if not of_key:
        raise DataError(_nothing(unit))
    sizes = Counter(of_key.values())
    names = {name for _, name in sizes}
    if rule.whole and rule.whole != TRIGGERED and rule.whole not in names:
        raise UsageError(
            f"{option('sample')}: nothing is tagged {rule.whole!r}. "
            f"Known: {', '.join(sorted(names))}"
        )
    if rule.number is None:
        return Drawn(of_key, dict(sizes))
    chosen = _choose(of_key, rule, unit, random.Random(seed))
    return Drawn({key: of_key[key] for key in sorted(chosen)}, dict(sizes))


def _name(unit: str, rule: Rule, mark: Mark, triggered: bool) -> str:
    if unit == "tag":
        return mark.name or ""
    if rule.whole == TRIGGERED:
        return TRIGGERED if triggered else REST
    return RANDOM if rule.number is not None else ALL


def _choose(of_key: dict[Key, Stratum], rule: Rule, unit: str, rng: random.Random) -> set[Key]:
    assert rule.number is not None
    chosen = {key for key, (_, name) in of_key.items() if name == rule.whole}
    rest = [key for key in of_key if key not in chosen]
    if rule.whole == TRIGGERED:  # so many of the rest of every system
        for system in dict.fromkeys(system for system, _ in of_key.values()):
            own = [key for key in rest if of_key[key][0] == system]
            chosen.update(rng.sample(own, min(rule.number, len(own))))
        return chosen
    # Whole segments, so that all systems are judged on the same ones.
    numbers = list(dict.fromkeys(number for number, _ in rest))
    drawn = set(rng.sample(numbers, min(rule.number, len(numbers))))
    return chosen | {key for key in rest if key[0] in drawn}


def _nothing(unit: str) -> str:
    return {
        "idiom": "No segment of this suite has an idiom, a blacklist or required words; there is "
        f"nothing to judge.\nMark them ({option('spans')}), or judge whole segments with a label "
        'set of your own: unit = "segment"',
        "tag": "No word is tagged; there is nothing to judge.\n"
        f"Give tags: {option('tags', 'REF.tags')}",
        "segment": f"There is no output to judge. Give one: {option('outputs', '[NAME=]FILE')}",
    }[unit]
