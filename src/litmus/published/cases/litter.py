"""LitTER as its authors' code computes it: decision by decision, idiom by idiom, and the score."""

import json
from collections.abc import Iterator
from typing import Any

from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import SuiteInfo
from litmus.files.jsonl import read_objects
from litmus.files.text import read_text
from litmus.published.case import Data, Found
from litmus.published.scoring import Evidence, score
from litmus.scoring.results import Result

INPUTS = "golden/litter/inputs"
# The flags of the authors' code, as its outputs are named -> its average, and our options.
FLAGS = {
    "default": ("micro", ""),
    "lower+strip-stopwords": ("macro", ",case=fold,stopwords=drop,average=macro"),
}


def recompute(data: Data) -> Iterator[Found]:
    """Three hypotheses (the references, glosses, a mixture) with two sets of flags."""
    summary = json.loads(read_text(data.file("golden/litter/summary.json")))
    suite = ParallelFiles(
        SuiteInfo("idiom-mt", "en", "fr"),
        data.file(f"{INPUTS}/src.en"),
        (data.file(f"{INPUTS}/ref.fr"),),
        spans=data.file(f"{INPUTS}/spans.en"),
    )
    outputs = {
        "a": data.file(f"{INPUTS}/ref.fr"),
        "b": data.file(f"{INPUTS}/hyp_b.fr"),
        "c": data.file(f"{INPUTS}/hyp_c.fr"),
    }
    pairs = [data.file(f"muse-dicts/{pair}.txt.gz") for pair in ("en-fr", "fr-en")]
    dictionary = "+".join(map(str, pairs))
    for flags, (average, options) in FLAGS.items():
        metric = f"litter:dictionary={dictionary},compat=idiom-mt{options}"
        result, evidence = score(suite, outputs, metric)
        for name in outputs:
            own = [row for row in evidence if row["system"] == name]
            file = data.file(f"golden/litter/outputs/hyp_{name}__{flags}__{average}.jsonl")
            theirs = [row for _, row in read_objects(file)]
            item = f"hypothesis {name}, {flags}"
            yield Found("decisions", item, _same_decisions(own, theirs), len(theirs))
            yield from _scores(result, name, item, summary[f"{name}|{flags}"], average)


def _same_decisions(ours: Evidence, theirs: Evidence) -> int:
    """Lines with the same idiom, decision, kind and triggered words."""
    return sum(
        (
            own["evidence"]["idiom"],
            bool(own["counts"]["triggered"]) if own["counts"]["idioms"] else "skipped",
            own["evidence"]["kind"],
            own["evidence"]["triggered"],
        )
        == (their["idiom"], their["decision"], their.get("kind"), their.get("triggered", []))
        for own, their in zip(ours, theirs, strict=True)
    )


def _scores(
    result: Result, name: str, item: str, golden: dict[str, Any], average: str
) -> Iterator[Found]:
    overall = result.overall(name, "litter")
    printed = golden["printed"][average]
    yield Found("score", item, (overall.value or 0.0) / 100, printed["score"])
    rows = [row for row in result.rows if row.system == name and row.tag is not None]
    counts = {row.tag: [row.n, round((row.value or 0.0) * row.n / 100)] for row in rows}
    same = sum(counts.get(idiom) == own for idiom, own in golden["per_idiom"].items())
    yield Found("idioms", item, same, len(golden["per_idiom"]))
    # Without an error the authors' code prints nan, and we say that there is none.
    if golden["n_errors"] and "pearson" in printed:
        found = next(one for one in result.correlations if one.system == name)
        yield Found("correlation", f"Pearson, {item}", found.pearson, printed["pearson"])
        yield Found("correlation", f"Spearman, {item}", found.spearman, printed["spearman"])
