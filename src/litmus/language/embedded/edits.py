"""Edit scripts: how a string becomes another, in a form that carries over to other strings.

The longest common piece stays; what stands before and after it is rewritten letter by letter.
`walked -> walk` and `talked -> talk` share a script, so a network can choose scripts as classes.
"""

from functools import lru_cache
from typing import NamedTuple

KEEP, DROP, ADD = "=", "-", "+"
WHOLE = "!"  # nothing in common: the script holds the whole result
_BETWEEN = "\t"  # no word holds one
_SHORT = 64  # letters; the lower case of longer words is not kept


def lowered(text: str) -> str:
    """Lower case of the same length: Turkish dotted I would otherwise become two characters."""
    return _lowered(text) if len(text) < _SHORT else text.replace("İ", "i").lower()


def script(source: str, target: str) -> str:
    r"""The script that `rewrite` turns `source` into `target` with.

    The first letter says what becomes of the case: `l` lower, `k` as the source has it,
    `t` title, `u` upper.

    >>> script("Walked", "walk"), script("Häuser", "Haus"), script("went", "go")
    ('l\t\t--', 'k\t=-+a\t--', 'l!go')
    """
    if target == lowered(target):
        return "l" + _changes(lowered(source), target)
    made = ["k" + _changes(source, target)]
    for case in "tu":
        if _with_case(lowered(target), case) == target:
            made.append(case + _changes(lowered(source), lowered(target)))
    return min(made, key=len)


def _changes(source: str, target: str) -> str:
    start, found, size = _longest_common(source, target)
    if not size:
        return WHOLE + target
    before = _steps(source[:start], target[:found])
    after = _steps(source[start + size :], target[found + size :])
    return f"{_BETWEEN}{before}{_BETWEEN}{after}"


@lru_cache(maxsize=1 << 16)
def rewrite(source: str, steps: str) -> str | None:
    r"""What a script makes of a string; None if it does not fit.

    >>> rewrite("talked", "l\t\t--"), rewrite("a", "l\t\t--"), rewrite("Paris", "k\t\t")
    ('talk', None, 'Paris')
    """
    case, whole, before, after, taken, left = _plan(steps)
    if whole is not None:
        return _with_case(whole, case)
    text = source if case == "k" else lowered(source)
    end = len(text) - left
    if taken >= end:
        return None  # the piece in the middle is never empty
    made = text[taken:end]
    if before:
        made = _apply(text[:taken], before) + made
    if after:
        made += _apply(text[end:], after)
    return _with_case(made, case)


def dropped(source: str, steps: str) -> str:
    r"""The letters that a script takes away, which it does not name: what it did to words like this
    one it may do to others; `ä` became `a`, but that is no reason for `b` to.

    >>> dropped("Häuser", "k\t=-+a\t--"), dropped("went", "l!go")
    ('äer', '')
    """
    case, whole, before, after, taken, left = _plan(steps)
    if whole is not None:
        return ""
    text = source if case == "k" else lowered(source)
    found, at = [], 0
    for some in (before, after):
        for step in some:
            if step == DROP:
                found.append(text[at : at + 1])
            at += step[0] != ADD
        at = len(text) - left
    return "".join(found)


def is_plain(steps: str) -> bool:
    """Whether a script takes letters off the ends and does nothing else."""
    _, whole, before, after, _, _ = _plan(steps)
    return whole is None and all(step == DROP for step in before + after)


class _Plan(NamedTuple):
    """A script taken apart: its case, the whole result if it holds it, or the steps before and
    after the piece that stays and how many letters they use."""

    case: str
    whole: str | None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    taken: int = 0
    left: int = 0


@lru_cache(maxsize=1 << 14)
def _plan(script: str) -> _Plan:
    case, kind, rest = script[0], script[1], script[2:]
    if kind == WHOLE:
        return _Plan(case, rest)
    first, _, second = rest.partition(_BETWEEN)
    before, after = _parsed(first), _parsed(second)
    return _Plan(case, None, before, after, _used(before), _used(after))


@lru_cache(maxsize=1 << 15)
def _lowered(text: str) -> str:
    return text.replace("İ", "i").lower()


def _with_case(text: str, case: str) -> str:
    if case == "t":
        return text[:1].upper() + text[1:]
    return text.upper() if case == "u" else text


def _longest_common(a: str, b: str) -> tuple[int, int, int]:
    """Start in `a`, start in `b` and length of the first longest common piece."""
    best = (0, 0, 0)
    row = [0] * (len(b) + 1)
    for i, left in enumerate(a):
        previous, row = row, [0] * (len(b) + 1)
        for j, right in enumerate(b):
            if left == right:
                size = row[j + 1] = previous[j] + 1
                if size > best[2]:
                    best = (i - size + 1, j - size + 1, size)
    return best


def _steps(a: str, b: str) -> str:
    """The cheapest steps from `a` to `b`: keep, drop, add a letter."""
    cost = [[i + j for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            same = cost[i - 1][j - 1] if a[i - 1] == b[j - 1] else i + j
            cost[i][j] = min(same, cost[i - 1][j] + 1, cost[i][j - 1] + 1)
    i, j, steps = len(a), len(b), []
    while i or j:
        if i and j and a[i - 1] == b[j - 1] and cost[i][j] == cost[i - 1][j - 1]:
            i, j = i - 1, j - 1
            steps.append(KEEP)
        elif j and cost[i][j] == cost[i][j - 1] + 1:
            j -= 1
            steps.append(ADD + b[j])
        else:
            i -= 1
            steps.append(DROP)
    return "".join(reversed(steps))


def _parsed(steps: str) -> tuple[str, ...]:
    """Each step alone: `=`, `-`, or `+` with its letter (which may be any character)."""
    found, at = [], 0
    while at < len(steps):
        width = 2 if steps[at] == ADD else 1
        found.append(steps[at : at + width])
        at += width
    return tuple(found)


def _used(steps: tuple[str, ...]) -> int:
    return sum(step[0] != ADD for step in steps)


def _apply(text: str, steps: tuple[str, ...]) -> str:
    made, at = [], 0
    for step in steps:
        if step[0] == ADD:
            made.append(step[1])
            continue
        if step[0] == KEEP:
            made.append(text[at])
        at += 1
    return "".join(made)
