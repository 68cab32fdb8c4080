"""Features of every judged output, as a JSON-lines file a set: the slow half of the evaluation.

python -m experiments.idiom_verdict.collect DATA FOLDER [zh ko is]
"""

import json
import sys
import time
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path
from statistics import mean

from experiments.idiom_verdict.data import Case, idiomkb, plain, shipped_meanings, tide, wmt24
from experiments.idiom_verdict.features import Features, Place, character_f

from litmus.alignment.aligners import learn, load_aligner
from litmus.language.words import words

MEANS = ("literal_near", "rest_translated", "rest_known", "meant_near", "free_share", "length")
CONSENSUS = ("literal_near", "literal_hit", "meant_near", "coverage", "free_share", "rest_known")


def main() -> None:
    data, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    knowledge_base, shipped = idiomkb(data / "idiomkb"), shipped_meanings()
    for language in sys.argv[3:] or ("zh", "ko", "is"):
        cases = list(
            wmt24(data / "wmt24-idioms-en-is", knowledge_base)
            if language == "is"
            else tide(data / "tide-idioms", language)
        )
        began = time.time()
        rows = collect(cases, language, shipped)
        print(language, len(cases), f"{time.time() - began:.0f} s", flush=True)
        with (folder / f"{language}.jsonl").open("w", encoding="utf-8") as out:
            for row in rows:
                out.write(json.dumps(row, ensure_ascii=False) + "\n")


def collect(cases: list[Case], language: str, shipped: dict[str, str]) -> list[dict]:
    features = Features("en", language)
    texts = [(case.source, case.output) for case in cases]
    extra = [(case.source, case.reference) for case in cases if case.reference]
    aligner = learn(load_aligner("embedded", ("en", language)), texts + extra)
    alignments = aligner.align(texts)
    references = dict(zip(extra, aligner.align(extra), strict=True))
    stop = features.lexicon.source.stopwords
    rows, places = [], []
    for case, links in zip(cases, alignments, strict=True):
        source = features.text(case.source, links.source, 0)
        target = features.text(case.output, links.target, 1)
        found = references.get((case.source, case.reference))
        reference = None
        if found is not None:
            text = features.text(case.reference, found.target, 1)
            reference = features.place([case.span], source, text, found)
        row = asdict(case)
        for name, meaning in (
            ("all", case.meaning),
            ("shipped", shipped.get(plain(case.idiom), "")),
        ):
            content = [w for w in words(meaning) if w.lower() not in stop]
            finding = features.find(
                [case.span], source, target, links, meaning=content, reference=reference
            )
            row[name] = finding.numbers
        row["literal_words"], row["region"] = finding.literal, finding.place.words()
        rows.append(row)
        places.append(finding.place)
    add_consensus(rows, places)
    add_means(rows)
    return rows


def add_means(rows: list[dict]) -> None:
    """Beside each output, what its system does on the whole, the sentence itself left out."""
    groups = defaultdict(list)
    for row in rows:
        groups[row["system"]].append(row)
    for mine in groups.values():
        for name in MEANS:
            total = sum(row["all"][name] for row in mine)
            for row in mine:
                row.setdefault("mean", {})[name] = (total - row["all"][name]) / max(
                    1, len(mine) - 1
                )
        for name in ("whole_mean", "like_mean", "like_free"):
            total = sum(row["company"][name] for row in mine)
            for row in mine:
                row.setdefault("mean_company", {})[name] = (total - row["company"][name]) / max(
                    1, len(mine) - 1
                )


def add_consensus(rows: list[dict], places: list[Place]) -> None:
    """Beside each output, what the others of its sentence do."""
    groups = defaultdict(list)
    for number, row in enumerate(rows):
        groups[row["item"]].append(number)
    for numbers in groups.values():
        for number in numbers:
            others = [other for other in numbers if other != number]
            like = [character_f(places[number].words(), places[o].words()) for o in others]
            whole = [character_f(rows[number]["output"], rows[o]["output"], 3) for o in others]
            company = {"like_mean": mean(like), "like_max": max(like), "whole_mean": mean(whole),
                       "whole_max": max(whole)}  # fmt: skip
            for name in CONSENSUS:
                company[f"others_{name}"] = mean(rows[o]["all"][name] for o in others)
            literal = [rows[o]["all"]["literal_near"] for o in others]
            weights = [1 - value for value in literal]
            company["like_free"] = sum(a * b for a, b in zip(like, weights, strict=True)) / max(
                1e-6, sum(weights)
            )
            company["like_literal"] = sum(a * b for a, b in zip(like, literal, strict=True)) / max(
                1e-6, sum(literal)
            )
            rows[number]["company"] = company


if __name__ == "__main__":
    main()
