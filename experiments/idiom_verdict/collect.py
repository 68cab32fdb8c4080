"""Numbers of every judged output, as a JSON-lines file a set: the slow half of the evaluation.

python -m experiments.idiom_verdict.collect DATA FOLDER [SET ...]
"""

import json
import sys
import time
from collections import defaultdict
from dataclasses import asdict
from functools import cache
from pathlib import Path
from statistics import fmean

from experiments.idiom_verdict.data import SETS, Case, Lists

from litmus.alignment.aligners import learn, load_aligner
from litmus.idioms.entries.meanings import written_equivalents
from litmus.language.words import words as words_of
from litmus.metrics.idiom.verdict.company import beside_others
from litmus.metrics.idiom.verdict.place import find_place
from litmus.metrics.idiom.verdict.signs import Signs


def main() -> None:
    data, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    lists = Lists(data)
    for name in sys.argv[3:] or SETS:
        cases = list(SETS[name](data))
        began = time.time()
        rows = collect(cases, lists)
        print(name, len(cases), f"{time.time() - began:.0f} s", flush=True)
        with (folder / f"{name}.jsonl").open("w", encoding="utf-8") as out:
            for row in rows:
                out.write(json.dumps(row, ensure_ascii=False) + "\n")


def collect(cases: list[Case], lists: Lists) -> list[dict]:
    """A row for every case: numbers alone, with the set's own meanings, and beside others."""
    language = cases[0].language
    signs = Signs("en", language, often_literal(language))
    texts = [(case.source, case.output) for case in cases]
    extra = [(case.source, case.reference) for case in cases if case.reference]
    aligner = learn(load_aligner("embedded", ("en", language)), texts + extra)
    alignments = aligner.align(texts)
    references = dict(zip(extra, aligner.align(extra), strict=True))
    rows = []
    for case, links in zip(cases, alignments, strict=True):
        source = signs.text(case.source, links.source, 0)
        target = signs.text(case.output, links.target, 1)
        reference = None
        if found := references.get((case.source, case.reference)):
            text = signs.text(case.reference, found.target, 1)
            reference = find_place(case.spans, source, text, found)
        shipped = signs.know(lists.meaning(case.idiom), lists.equivalents(case.idiom, language))
        told = signs.know(case.meaning or lists.meaning(case.idiom), ())
        row = asdict(case)
        row["finding"] = signs.find(case.spans, source, target, links, shipped)
        row["told"] = signs.find(case.spans, source, target, links, told).numbers
        if reference is not None:
            found = signs.find(case.spans, source, target, links, shipped, reference)
            row["referred"] = found.numbers
        rows.append(row)
    groups = defaultdict(list)
    for row in rows:
        groups[row["item"]].append(row)
    for group in groups.values():
        for row, numbers in zip(group, beside_others([r["finding"] for r in group]), strict=True):
            row["company"] = numbers
    for row in rows:
        finding = row.pop("finding")
        row["shipped"], row["region"] = finding.numbers, finding.place.words()
        row["literal_words"], row["equivalent"] = dict(finding.literal), finding.equivalent
    return rows


@cache
def often_literal(language: str) -> float:
    """How many of an idiom's words its written equivalents keep, on average."""
    signs, shares = Signs("en", language), []
    for entry, equivalents in written_equivalents("en", language).items():
        words = [w for w in words_of(entry) if w.lower() not in signs.source.stopwords]
        share = signs.literal_share(words, signs.know("", equivalents))
        shares += [share] if share is not None else []
    return round(fmean(shares), 3) if shares else 0.15


if __name__ == "__main__":
    main()
