"""One output beside those of other systems for the same sentence: who says the same?"""

from collections.abc import Sequence
from statistics import fmean

from litmus.metrics.idiom.verdict.comparing import character_f
from litmus.metrics.idiom.verdict.finding import Finding, Numbers

_OTHERS = (
    "literal_near", "literal_hit", "meant_near", "coverage", "free_share", "rest_known",
    "equivalent_close",
)  # fmt: skip
_LEAST = 1e-6


def beside_others(findings: Sequence[Finding]) -> list[Numbers]:
    """For each output, what the others do, and how far it is like them; all 0 if it is alone."""
    n = len(findings)
    regions = [finding.place.words() for finding in findings]
    wholes = [finding.place.text.text for finding in findings]
    like = [[0.0] * n for _ in range(n)]
    whole = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            like[i][j] = like[j][i] = character_f(regions[i], regions[j])
            whole[i][j] = whole[j][i] = character_f(wholes[i], wholes[j], 3)
    return [_beside(findings, k, like[k], whole[k]) for k in range(n)]


def _beside(
    findings: Sequence[Finding], own: int, like: Sequence[float], whole: Sequence[float]
) -> Numbers:
    others = [k for k in range(len(findings)) if k != own]
    theirs = [findings[k].numbers for k in others]
    near, all_of = [like[k] for k in others], [whole[k] for k in others]
    literal = [numbers["literal_near"] for numbers in theirs]
    free = [1 - value for value in literal]

    def weighted(weights: Sequence[float]) -> float:
        products = (a * b for a, b in zip(near, weights, strict=True))
        return sum(products) / max(_LEAST, sum(weights))

    return {
        "like_mean": fmean(near) if near else 0.0,
        "like_max": max(near, default=0.0),
        "whole_mean": fmean(all_of) if all_of else 0.0,
        "whole_max": max(all_of, default=0.0),
        "like_free": weighted(free),
        "like_literal": weighted(literal),
    } | {
        f"others_{name}": fmean(numbers[name] for numbers in theirs) if theirs else 0.0
        for name in _OTHERS
    }
