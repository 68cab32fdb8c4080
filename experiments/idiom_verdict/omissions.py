"""Idioms cut out of translations: where a translation holds a known equivalent, it is taken out.

python -m experiments.idiom_verdict.omissions DATA FOLDER [LANGUAGE ...]

Writes `omission-xx.jsonl`: the numbers of each translation as it was (`cut` false) and without the
equivalent (`cut` true). Translations are outputs of TIDE (de, es, ko, zh) and of the WMT24 suite
(is), and lines of Europarl and Tatoeba (fr) in whose sources the shipped list finds an idiom.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from experiments.idiom_verdict.collect import often_literal
from experiments.idiom_verdict.data import (
    SYSTEMS,
    Case,
    Lists,
    bracketed,
    tide_rows,
    wmt24,
)

from litmus.alignment.aligners import learn, load_aligner
from litmus.alignment.tokens import tokens
from litmus.idioms.entries.lists import load_idioms
from litmus.idioms.matching.matcher import Matcher
from litmus.idioms.matching.occurrence import DOUBTFUL
from litmus.metrics.idiom.verdict.finding import Known
from litmus.metrics.idiom.verdict.place import Text, make_text
from litmus.metrics.idiom.verdict.signs import Signs

MOST = 1500  # translations of a language
LANGUAGES = ("de", "es", "fr", "is", "ko", "zh")


def main() -> None:
    data, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    lists = Lists(data)
    for language in sys.argv[3:] or LANGUAGES:
        signs = Signs("en", language, often_literal(language))
        pairs = list(_pairs(data, language, lists, signs))
        texts = [(case.source, text) for case, cut in pairs for text in (case.output, cut)]
        aligner = learn(load_aligner("embedded", ("en", language)), texts)
        n = 0
        with (folder / f"omission-{language}.jsonl").open("w", encoding="utf-8") as out:
            alignments = iter(aligner.align(texts))
            for case, cut in pairs:
                known = signs.know(
                    lists.meaning(case.idiom), lists.equivalents(case.idiom, language)
                )
                for text in (case.output, cut):
                    links = next(alignments)
                    finding = signs.find(
                        case.spans,
                        signs.text(case.source, links.source, 0),
                        signs.text(text, links.target, 1),
                        links,
                        known,
                    )
                    row = {"idiom": case.idiom, "language": language, "system": case.system,
                           "source": case.source, "output": text, "cut": text is cut,
                           "numbers": finding.numbers}  # fmt: skip
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")
                n += 1
        print(language, n, flush=True)


def _pairs(data: Path, language: str, lists: Lists, signs: Signs) -> Iterator[tuple[Case, str]]:
    n = 0
    for case in _cases(data, language):
        known = signs.know("", lists.equivalents(case.idiom, language))
        if not known.equivalents:
            continue
        text = make_text(case.output, tokens(case.output, language), signs.target)
        found = _where(text, known)
        if found is None:
            continue
        spans = tokens(case.output, language)
        start, end = spans[found[0]][0], spans[found[1]][1]
        cut = " ".join((case.output[:start] + " " + case.output[end:]).split())
        if len(cut) > 0.2 * len(case.output):
            yield case, cut
            n += 1
            if n >= MOST:
                return


def _where(text: Text, known: Known) -> tuple[int, int] | None:
    """The first and last token of the longest equivalent whose words stand side by side."""
    best: tuple[int, int] | None = None
    for _, words in known.equivalents:
        places = [[j for j, keys in enumerate(text.keys) if keys & want] for want in words]
        if not all(places):
            continue
        for first in places[0]:
            chosen = [min(found, key=lambda j: abs(j - first)) for found in places]
            low, high = min(chosen), max(chosen)
            if high - low < len(words) + 2 and (best is None or high - low > best[1] - best[0]):
                best = low, high
    return best


def _cases(data: Path, language: str) -> Iterator[Case]:
    if language == "is":
        yield from (case for case in wmt24(data) if case.output)
    elif language == "fr":
        yield from _corpus(data, language)
    else:
        rows, outputs = tide_rows(data / "tide-idioms")
        for row in rows:
            text, span = bracketed(" ".join(row["s_f_brkt"].split()))
            for system in SYSTEMS:
                found = outputs[system].get(row["idiom"], {}).get(f"p_f_{language}_{system}") or ""
                if found.strip():
                    yield Case(language, text, row["idiom"], text, (span,), system,
                               " ".join(found.split()), "")  # fmt: skip


def _corpus(data: Path, language: str) -> Iterator[Case]:
    matcher = Matcher(load_idioms("en", "en"), backend=None)

    def lines() -> Iterator[tuple[str, str]]:
        with gzip.open(data / "tatoeba" / f"en-{language}.tsv.gz", "rt", encoding="utf-8") as file:
            for line in file:
                columns = line.rstrip("\n").split("\t")
                if len(columns) >= 2:
                    yield columns[-2], columns[-1]
        names = [data / "europarl-docs" / f"test.{code}.gz" for code in ("en", language)]
        with (
            gzip.open(names[0], "rt", encoding="utf-8") as one,
            gzip.open(names[1], "rt", encoding="utf-8") as other,
        ):
            yield from ((a.rstrip("\n"), b.rstrip("\n")) for a, b in zip(one, other, strict=True))

    for source, target in lines():
        for found in matcher.find(source):
            if DOUBTFUL.isdisjoint(found.flags) and target.strip():
                yield Case(language, source, found.idiom, source, found.pieces, "human", target, "")


if __name__ == "__main__":
    main()
