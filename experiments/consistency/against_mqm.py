"""How well breaks, and the score of a segment made of them, find what MQM raters marked.

    python -m experiments.consistency.against_mqm DATA ROWS.jsonl

ROWS come from `experiments.consistency.breaks`. An output is positive if a rater marked an
inconsistency in it (or, for register, a register), negative if it was rated and nobody did. AUC is
within strata: pairs of one fifth of source lengths, or pairs of one source segment.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
from experiments.consistency.texts import INCONSISTENT, REGISTER, WMT23, Texts, ratings, wmt23

from litmus.files.text import read_lines

Output = tuple[str, int]  # system and line
EXPECTED = 0.1  # of the choices that are called kept, or in doubt, some are breaks all the same


def scores(rows: Iterable[Mapping[str, object]]) -> tuple[dict[Output, float], set[Output]]:
    """The score of every output (breaks here, breaks with what stands here, and a share of all
    choices), and the outputs that have a break."""
    found: dict[Output, float] = defaultdict(float)
    broken: set[Output] = set()
    for row in rows:
        system, line = str(row["system"]), int(str(row["line"]))
        breaks, kept = row["breaks"], row["kept"]
        assert isinstance(breaks, list) and isinstance(kept, dict)
        found[system, line] += len(breaks) + EXPECTED * sum(kept.values())
        for one in breaks:
            broken.add((system, line))
            earlier = int(one["segment"])
            if earlier != line:
                found[system, earlier] += 1
    return found, broken


def auc(outputs: Mapping[Output, bool], score: Mapping[Output, float], strata: list[int]) -> float:
    """Of pairs in one stratum, the share in which the positive one scores higher; ties are half."""
    sides: dict[int, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for output, positive in outputs.items():
        sides[strata[output[1]]][positive].append(score.get(output, 0.0))
    higher = pairs = 0.0
    for negative, positive in sides.values():
        below = np.searchsorted(np.sort(negative), positive, side="left")
        upto = np.searchsorted(np.sort(negative), positive, side="right")
        higher += float((below + upto).sum()) / 2
        pairs += len(negative) * len(positive)
    return higher / pairs if pairs else float("nan")


def fifths(texts: Texts) -> list[int]:
    """The fifth of source lengths that each line is in."""
    lengths = np.array([len(source) for source in texts.sources])
    return np.searchsorted(np.quantile(lengths, [0.2, 0.4, 0.6, 0.8]), lengths).tolist()


def metric_scores(data: Path, pair: str) -> dict[str, dict[Output, float]]:
    """The scores of other metrics, turned so that high is bad."""
    found: dict[str, dict[Output, float]] = {}
    for path in sorted((data / "wmt23-evalset" / "metric-scores" / pair).glob("*.seg.score*")):
        counts: dict[str, int] = {}
        own = found[path.name.split(".seg")[0]] = {}
        for row in read_lines(path):
            system, _, value = row.partition("\t")
            line = counts.get(system, 0)
            counts[system] = line + 1
            if value != "None":
                own[system, line] = -float(value)
    return found


def main() -> None:
    """One line of figures for each pair, half and kind of error."""
    data, path = Path(sys.argv[1]), Path(sys.argv[2])
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    for pair in WMT23:
        texts = wmt23(data, pair)
        score, broken = scores(row for row in rows if row["set"] == texts.name)
        others = metric_scores(data, pair)
        for kind, categories in (("inconsistency", INCONSISTENT), ("register", REGISTER)):
            rated: dict[Output, bool] = defaultdict(bool)
            for system, line, _, errors in ratings(data, pair):
                if system != "refA":
                    rated[system, line] |= any(one["category"] in categories for one in errors)
            for name, wanted in (("odd", (1,)), ("even", (0,)), ("all", (0, 1))):
                own = {key: value for key, value in rated.items() if texts.halves[key[1]] in wanted}
                report(f"{pair} {kind} {name}", own, score, broken, texts, others)


def report(
    name: str,
    rated: Mapping[Output, bool],
    score: Mapping[Output, float],
    broken: set[Output],
    texts: Texts,
    others: Mapping[str, Mapping[Output, float]],
) -> None:
    """Prints how many are found, how many of what is found is right, and both AUCs."""
    positives = {key for key, value in rated.items() if value}
    flagged = broken & rated.keys()
    by_length, by_segment = fifths(texts), list(range(len(texts.sources)))
    best = {metric: auc(rated, own, by_length) for metric, own in others.items()}
    top = max(best, key=best.__getitem__)
    base = 100 * len(positives) / len(rated)
    found = len(flagged & positives)
    right, share = (100 * found / max(1, len(some)) for some in (flagged, positives))
    print(
        f"{name}: {len(positives)} of {len(rated)}; with a break {len(flagged)}, of them marked "
        f"{found} ({right:.1f} % against {base:.1f} %); marked ones with a break {share:.1f} %; "
        f"AUC by length "
        f"{auc(rated, score, by_length):.3f}, by segment {auc(rated, score, by_segment):.3f}; "
        f"best other {top} {best[top]:.3f}, median {np.median(list(best.values())):.3f}"
    )


if __name__ == "__main__":
    main()
