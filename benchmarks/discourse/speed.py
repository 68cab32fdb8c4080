"""What discourse tags cost: 40 talks with four systems, beside analysis, in longer documents.

    python -m benchmarks.discourse.speed SHARED_DATA

The talks are TED, English-German, 40 of 75 sentences. There are no outputs for them, so that the
systems are the reference with some words left out and some swapped: as long as real ones, and new
text to the analyser. Seconds are of the processor, all threads together, so that other work on the
machine counts little; models are loaded before. `beyond`: what a tagger does besides analysis and
alignment, which any tool needs.
"""

import argparse
import gzip
import random
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from benchmarks.machine import machine

from litmus import evaluate
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import SuiteInfo
from litmus.discourse.phenomena.lexical_cohesion import LexicalCohesion
from litmus.discourse.phenomena.wording.names import NameConsistency
from litmus.discourse.phenomena.wording.terms import TermConsistency
from litmus.discourse.phenomena.wording.translations import Wording
from litmus.discourse.source_side import Item, SourceSide
from litmus.discourse.tagging import DocumentTagger

LANGUAGES = ("en", "de")
TALKS, SENTENCES, SYSTEMS = 40, 75, 4


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    items = list(talks(parser.parse_args().data / "ted-docs" / "en-de"))
    fresh, items = items[: 2 * SENTENCES], items[2 * SENTENCES :]
    DocumentTagger(LANGUAGES).tag(fresh)  # loads the models
    beyond(items)
    documents(items)
    end_to_end(items)
    lengths(items)
    print(machine())


def talks(folder: Path) -> Iterator[Item]:
    """The first sentences of every talk that is long enough, two talks more than are measured."""
    columns = []
    for code in LANGUAGES:
        with gzip.open(folder / f"dev.{code}.gz", "rt", encoding="utf-8", newline="\n") as lines:
            columns.append([line.strip() for line in lines])
    document, taken, rows = 0, 0, []
    for source, target in [*zip(*columns, strict=True), ("<d>", "<d>")]:
        if source == "<d>":
            if len(rows) >= SENTENCES and taken < TALKS + 2:
                yield from rows[:SENTENCES]
                taken += 1
            document, rows = document + 1, []
        else:
            rows.append(Item(str(document), source, target))


def like_a_system(text: str, rng: random.Random) -> str:
    """The text with a word in ten left out, and two neighbours in ten swapped."""
    words = [word for word in text.split() if rng.random() > 0.1] or text.split()
    for place in range(len(words) - 1):
        if rng.random() < 0.2:
            words[place], words[place + 1] = words[place + 1], words[place]
    return " ".join(words)


def seconds_of(run: Callable[[], int], repeats: int) -> tuple[float, float, int]:
    """Median seconds of the processor, their spread, and the last result."""
    seconds, found = [], 0
    for _ in range(repeats):
        start = process_time()
        found = run()
        seconds.append(process_time() - start)
    return median(seconds), (max(seconds) - min(seconds)) / median(seconds), found


class Watched:
    """An analyser or aligner that knows how long it was at work."""

    def __init__(self, inner: Any) -> None:
        self._inner, self.seconds = inner, 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def analyse(self, texts: Any, *, parse: bool = True) -> Iterable[Any]:
        return self._watch(lambda: list(self._inner.analyse(texts, parse=parse)))

    def align(self, pairs: Any) -> list[Any]:
        return self._watch(lambda: list(self._inner.align(pairs)))

    def _watch(self, work: Any) -> list[Any]:
        start = process_time()
        found: list[Any] = work()
        self.seconds += process_time() - start
        return found


def beyond(items: list[Item]) -> None:
    """The share of the taggers in the work on new text."""
    source = SourceSide("en", ("pronouns", "ellipsis"))
    tagger = DocumentTagger(LANGUAGES, source=source)
    start = process_time()
    tagger.learn((item.source, item.target) for item in items)
    learned = process_time() - start
    parts = []
    for owner, name in ((source, "_analyser"), (tagger, "_analyser"), (tagger, "_aligner")):
        parts.append(Watched(getattr(owner, name)))  # the source side makes its own
        setattr(owner, name, parts[-1])
    start = process_time()
    tags = sum(bool(t) for row in batches(tagger, items) for t in row.tags)
    whole = process_time() - start
    known = sum(part.seconds for part in parts)
    print(
        f"beyond      {len(items):,} pairs: analysis {parts[0].seconds + parts[1].seconds:.1f} s, "
        f"alignment {learned:.1f} s to learn, {parts[2].seconds:.1f} s to link, "
        f"taggers {whole - known:.1f} s: {100 * (whole - known) / (known + learned):.1f} % of the "
        f"rest ({100 * (whole - known) / known:.1f} % without learning); check {tags} tagged",
        flush=True,
    )


def batches(tagger: DocumentTagger, items: list[Item]) -> Iterator[Any]:
    for start in range(0, len(items), 500):
        yield from tagger.tag(items[start : start + 500])


def documents(items: list[Item]) -> None:
    """Time over the number of documents, analysis and alignment included."""
    for number in (10, 20, 40):
        part = items[: number * SENTENCES]

        def run(part: list[Item] = part) -> int:
            return sum(
                bool(t) for row in batches(DocumentTagger(LANGUAGES), part) for t in row.tags
            )

        seconds, spread, check = seconds_of(run, 3)
        print(
            f"documents   {number}: {seconds:.1f} s, {1000 * seconds / len(part):.2f} ms a pair, "
            f"spread {spread:.0%}; check {check} tagged",
            flush=True,
        )


def end_to_end(items: list[Item]) -> None:
    """`word-f` and `consistency` of four systems, files to result."""
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        columns = {
            "docids": [item.document for item in items],
            "en": [item.source for item in items],
            "de": [item.target for item in items],
        }
        for number in range(SYSTEMS):
            columns[f"s{number}"] = [like_a_system(item.target, rng) for item in items]
        for stem, lines in columns.items():
            (folder / stem).write_text("\n".join(lines) + "\n", encoding="utf-8")
        systems = {f"s{number}": folder / f"s{number}" for number in range(SYSTEMS)}
        for label in ("new text", "again"):
            suite = ParallelFiles(
                SuiteInfo("talks", *LANGUAGES), folder / "en", (folder / "de",),
                docids=folder / "docids",
            )  # fmt: skip
            start, clock = process_time(), perf_counter()
            rows = evaluate(suite, systems, metrics=["word-f", "consistency"]).rows
            seconds, waited = process_time() - start, perf_counter() - clock
            first = next(row for row in rows if row.system == "s0" and row.tag is None)
            print(
                f"end to end  {len(items):,} sentences, {len(set(columns['docids']))} documents, "
                f"{SYSTEMS} systems, {label}: {seconds:.0f} s, {waited:.0f} s "
                f"by the clock; check {first.value:.2f}",
                flush=True,
            )


def lengths(items: list[Item]) -> None:
    """Time of lexical cohesion, and of the consistency of terms and names, over the length of one
    document."""
    one = [item._replace(document="one") for item in items[:2500]]
    texts = DocumentTagger(LANGUAGES, phenomena=["formality"]).texts(one)
    pairs = [pair for text in texts for pair in text.pairs]
    tagger = LexicalCohesion(None, LANGUAGES)
    for pair in pairs:
        tagger.tag(pair)  # pairs find their links once
    wording = Wording(LANGUAGES)
    for length in (2500, 5000, 10_000):
        text = [pairs[n % len(pairs)] for n in range(length)]

        def cohesion(text: list[Any] = text) -> int:
            fresh = LexicalCohesion(None, LANGUAGES)
            return sum(len(fresh.tag(pair)) for pair in text)

        def consistency(text: list[Any] = text) -> int:
            judges = [make(wording) for make in (TermConsistency, NameConsistency)]
            return sum(len(list(judge.verdicts(pair))) for judge in judges for pair in text)

        for name, run in (("cohesion", cohesion), ("consistency", consistency)):
            seconds, spread, check = seconds_of(run, 5)
            print(
                f"{name:<11} one document of {length:,} sentences: {seconds:.3f} s, "
                f"{1e6 * seconds / length:.1f} µs a pair, spread {spread:.0%}; check {check}",
                flush=True,
            )


if __name__ == "__main__":
    main()
