"""APT-Eval as its authors' code computes it: line by line, and the averages."""

import json
from collections.abc import Iterator
from math import isclose
from typing import Any

from litmus.alignment.backends.pharaoh_files import PharaohFile
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import SuiteInfo
from litmus.files.jsonl import read_objects
from litmus.files.text import read_lines, read_text
from litmus.language.words import moses
from litmus.published.case import Data, Found
from litmus.published.scoring import Evidence, score

INPUTS = "golden/litter/inputs"
LINKS = "golden/apt_eval/inputs"
# Our score -> theirs, and what makes one of the other: they print sBLEU from 0 to 100.
SCORES = {
    "unigram": ("unigram_precision", 1.0),
    "chrf": ("chrf", 1.0),
    "ter": ("ter", 1.0),
    "bleu": ("sbleu", 0.01),
    "mwe": ("score_mwe", 1.0),
}
# Our reading -> the name they print, and what makes one of the other.
AVERAGES = {
    "": ("Unigram Precision", 0.01),
    ".mwe": ("Score_MWE", 0.01),
    ".chrf": ("ChrF", 0.01),
    ".ter": ("TER", 0.01),
    ".bleu": ("sBLEU", 1.0),
}
_ROUNDING = 2e-6  # they are stored with six decimals


def recompute(data: Data) -> Iterator[Found]:
    """Hypothesis c, with the links that the authors' code was given."""
    suite = ParallelFiles(
        SuiteInfo("idiom-mt", "en", "fr"),
        data.file(f"{INPUTS}/src.en"),
        (data.file(f"{INPUTS}/ref.fr"),),
        spans=data.file(f"{INPUTS}/spans.en"),
    )
    links = {
        "": PharaohFile(data.file(f"{LINKS}/src_ref.align"), ("en", "fr"), tokens="moses"),
        "c": PharaohFile(data.file(f"{LINKS}/src_hyp_c.align"), ("en", "fr"), tokens="moses"),
    }
    hypothesis = data.file(f"{INPUTS}/hyp_c.fr")
    result, ours = score(suite, {"c": hypothesis}, "apt-eval:compat=idiom-mt", aligners=links)
    theirs = [row for _, row in read_objects(data.file("golden/apt_eval/hyp_c.jsonl"))]
    same = sum(_same_scores(*pair) for pair in zip(ours, theirs, strict=True))
    yield Found("lines", "the five scores", same, len(theirs))
    yield Found("lines", "the words compared", _same_words(data, ours, theirs), len(theirs))
    summary = json.loads(read_text(data.file("golden/apt_eval/summary.json")))["c"]
    for suffix, (name, factor) in AVERAGES.items():
        value = result.overall("c", f"apt-eval{suffix}").value
        ours_printed = None if value is None else value * factor
        yield Found("average", name, ours_printed, summary["micro"][name])
    empty = sum(row["counts"]["empty"] for row in ours)
    yield Found("empty", "idioms", empty, summary["n_empty_reference_span"])
    yield Found("average", "empty", empty / len(theirs), summary["micro"]["empty"])


def _same_scores(own: dict[str, Any], their: dict[str, Any]) -> bool:
    scores = own["evidence"].get("scores")
    if scores is None or "chrf" not in their:  # no word of the reference is linked to the idiom
        return scores is None and "chrf" not in their
    return all(
        isclose(scores[mine], their[name] * factor, abs_tol=_ROUNDING, rel_tol=0)
        for mine, (name, factor) in SCORES.items()
    )


def _same_words(data: Data, ours: Evidence, theirs: Evidence) -> int:
    tokenize = moses("fr")
    sides = {
        "reference_words": ("ref_ids", [*read_lines(data.file(f"{INPUTS}/ref.fr"))]),
        "hypothesis_words": ("hyp_ids", [*read_lines(data.file(f"{INPUTS}/hyp_c.fr"))]),
    }
    same = 0
    for own, their in zip(ours, theirs, strict=True):
        words = []
        for ids, lines in sides.values():
            tokens = tokenize(lines[their["id"]], escape=False)
            words.append([tokens[number] for number in their[ids]])
        same += [own["evidence"][side] for side in sides] == words
    return same
