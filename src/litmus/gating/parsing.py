"""Reads requirements such as `new:word-f[pronouns]>=old-2` or `not worse than old by 1`.

Names of systems and metrics may hold any character: `gpt-4-1`, `litter:case=fold`. Where the names
are known, what is written is compared with them first; `old-2` is a system only if one is called
so, and `old - 2` never is.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from litmus.errors import UsageError
from litmus.gating.requirement import OPERATORS, Limit, NotWorse, Requirement

EXAMPLES = "'bleu>=30', 'new:word-f[pronouns]>=old-2', 'not worse than old by 1'"
_NOT_WORSE = "not worse than"
_BY = " by "
_SIGNS = str.maketrans({"≥": ">=", "≤": "<="})
_ALMOST_A_NUMBER = frozenset("0123456789.,+-% ")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")


@dataclass(frozen=True, slots=True)
class Names:
    """What requirements can speak of; `columns` are names of metrics and their readings."""

    systems: Collection[str]
    columns: Collection[str]
    suites: Collection[str] = ()


_NO_NAMES = Names((), ())


def parse(text: str, names: Names = _NO_NAMES) -> Requirement:
    """The requirement that a text writes; a text that writes none is an error with its place.

    >>> parse("bleu>=30")
    Requirement(text='bleu>=30', demand=Limit(operator='>=', number=30.0, than=None), \
metric='bleu', tag=None, system=None, suite=None)
    >>> parse("news/new: word-f[pronouns] > old - 2").demand
    Limit(operator='>', number=-2.0, than='old')
    >>> parse("not worse than old by 0.5").demand
    NotWorse(than='old', margin=0.5)
    """
    text = " ".join(text.translate(_SIGNS).split())
    place = _outside_brackets(text, _NOT_WORSE)
    if place is not None:
        demand: Limit | NotWorse = _not_worse(text, place + len(_NOT_WORSE), names)
    else:
        place = _operator(text)
        demand = _limit(text, place, names)
    suite, system, metric, tag = _subject(text, place, names)
    if not metric and (isinstance(demand, Limit) or tag is not None):
        raise _unreadable(text, 0, "expected the name of a metric")
    return Requirement(text, demand, metric or None, tag, system, suite)


def _operator(text: str) -> int:
    """Where the comparison begins."""
    found = [at for sign in "<>" if (at := _outside_brackets(text, sign)) is not None]
    if found and not text[: min(found)].endswith("="):
        return min(found)
    equals = text.rfind("=")
    raise _unreadable(
        text,
        equals if equals >= 0 else len(text),
        f"expected {', '.join(OPERATORS)} or {_NOT_WORSE!r}",
    )


def _outside_brackets(text: str, wanted: str) -> int | None:
    """Where something first is that is not part of a tag."""
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "[") - (character == "]")
        if depth <= 0 and text.startswith(wanted, at):
            return at
    return None


def _limit(text: str, at: int, names: Names) -> Limit:
    operator = next(sign for sign in OPERATORS if text.startswith(sign, at))
    start = at + len(operator)
    bound = text[start:].strip()
    start += len(text[start:]) - len(text[start:].lstrip())
    if not bound:
        raise _unreadable(text, len(text), "expected a number or a system")
    if bound[0] in "<>=":
        raise _unreadable(text, start, f"the comparison is one of {', '.join(OPERATORS)}")
    if _NUMBER.fullmatch(bound):
        return Limit(operator, float(bound))
    if bound in names.systems:
        return Limit(operator, 0.0, bound)
    sign = max(bound.rfind("+"), bound.rfind("-"))
    if sign > 0 and _NUMBER.fullmatch(distance := bound[sign + 1 :].strip()):
        return Limit(operator, float(bound[sign] + distance), bound[:sign].strip())
    if set(bound) <= _ALMOST_A_NUMBER:
        raise _unreadable(text, start, "expected a number such as 30 or 0.5, or a system")
    return Limit(operator, 0.0, bound)


def _not_worse(text: str, start: int, names: Names) -> NotWorse:
    than = text[start:].strip()
    if not than:
        raise _unreadable(text, len(text), "expected the system to compare with")
    if than in names.systems or _BY not in f"{than} ":
        return NotWorse(than)
    system, _, margin = f"{than} ".rpartition(_BY)
    at = len(text) - len(margin.strip())
    if not _NUMBER.fullmatch(margin.strip()):
        raise _unreadable(text, at, "expected a number, the margin")
    if float(margin) <= 0:
        raise _unreadable(text, at, "a margin is above 0; without one, leave out 'by'")
    return NotWorse(system, float(margin))


def _subject(text: str, end: int, names: Names) -> tuple[str | None, str | None, str, str | None]:
    """Suite, system, metric and tag of what stands before the comparison."""
    subject, tag = text[:end].strip(), None
    if "[" in subject:
        subject, _, tag = subject.partition("[")
        if not tag.endswith("]"):
            raise _unreadable(text, end, "expected ] after the tag")
        tag, subject = tag[:-1].strip(), subject.strip()
        if not tag:
            raise _unreadable(text, text.index("[") + 1, "expected a tag")
    readings = [*_readings(subject, names)]
    for suite, system, metric in readings:
        if metric in names.columns or not (metric or tag or (suite, system) == (None, None)):
            return suite, system, metric, tag
    suite, system, metric = readings[-1]
    if "" in (suite, system):
        raise _unreadable(text, 0, f"expected the name of a {'suite' if suite == '' else 'system'}")
    return suite, system, metric, tag


def _readings(subject: str, names: Names) -> Iterator[tuple[str | None, str | None, str]]:
    """All ways to read SUITE/SYSTEM:METRIC: by known names, last by the signs alone."""
    for suite, rest in _prefixes(subject, names.suites, "/"):
        for system, metric in _prefixes(rest, names.systems, ":"):
            yield suite, system, metric
    head, slash, rest = subject.partition("/")
    suite, rest = (head.strip(), rest) if slash else (None, subject)
    head, colon, metric = rest.partition(":")
    yield (suite, head.strip(), metric.strip()) if colon else (suite, None, rest.strip())


def _prefixes(text: str, known: Iterable[str], sign: str) -> Iterator[tuple[str | None, str]]:
    """The known names that a text begins with, and what follows them."""
    yield None, text
    for name in known:
        rest = text.removeprefix(name).lstrip()
        if text.startswith(name) and rest.startswith(sign):
            yield name, rest[1:].strip()


def _unreadable(text: str, at: int, expected: str) -> UsageError:
    return UsageError(
        f"The requirement {text!r} cannot be read.\n  {text}\n  {' ' * at}^ {expected}\n"
        f"Such as: {EXAMPLES}"
    )
