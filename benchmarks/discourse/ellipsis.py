"""Precision and recall of the embedded ellipsis detector, and what it costs beside analysis.

    python -m benchmarks.discourse.ellipsis [SHARED_DATA] [--dev] [--hits N]

Held-out parts only: half of the Penn Treebank sample (nothing is trained on it), the test films
of NoEl and vp-ellipsis-en, and the test files of EWT and GUM. A sentence is right if both or
neither have a gap; a gap is right if the detector names its licensor. `--hits` prints so many gaps
of each kind in running text, to be read by eye.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter

from benchmarks.discourse.ellipsis_sets import (
    DATA,
    LABELS,
    Marked,
    labels,
    marked,
    noel,
    penn,
    treebank_texts,
    vpe_rows,
)
from benchmarks.machine import machine

from litmus.discourse.gaps.detector import load_detector
from litmus.discourse.gaps.gap import Gap
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Sentence

NONVERBS = (
    "expected",
    "think",
    "is anything",
    "posted",
    "find",
    "make",
    "speaks",
    "possess",
    "use",
)


def sets(data: Path, part: str) -> Iterator[tuple[str, str, Callable[[], list[Marked]]]]:
    """Name, kind of gap, and a function that reads the set."""
    read = labels()
    yield "Penn sample, all *?*", "verb phrase", lambda: penn(part, data)
    yield "Penn sample, licensed", "verb phrase", lambda: _licensed(penn(part, data))
    yield "vp-ellipsis-en, context", "verb phrase", lambda: _contexts(data, part, read)
    if part == "test":
        yield "vp-ellipsis-en, lines", "verb phrase", lambda: _sources(data, read)
    for kind, label in (("verb phrase", "verb"), ("noun phrase", "noun")):
        for name in (f"ewt-{part}", f"gum-{part}"):

            def load(name: str = name, label: str = label) -> list[Marked]:
                texts = dict(enumerate(treebank_texts(name, data)))
                return marked(texts, read[name], label)

            yield name, kind, load
    yield "NoEl", "noun phrase", lambda: noel((part,), data)


def _licensed(found: list[Marked]) -> list[Marked]:
    """Without the gaps after no auxiliary: "than expected", "more than her husband"."""
    return [
        item._replace(
            gaps=tuple(gap for gap in item.gaps if not item.text[gap[0] :].startswith(NONVERBS))
        )
        for item in found
    ]


def _contexts(data: Path, part: str, read: dict[str, dict[tuple[int, int], str]]) -> list[Marked]:
    """The lines before the automatic examples: dialogue as it comes, read wholly (test only)."""
    rows = vpe_rows(data)
    texts = {n: row.before for n, row in enumerate(rows) if row.part == part}
    return marked(texts, read["vpe-before"], "verb") if part == "test" else []


def _sources(data: Path, read: dict[str, dict[tuple[int, int], str]]) -> list[Marked]:
    """300 of the automatic examples, as they were read."""
    rows = vpe_rows(data)
    lines = (LABELS / "vpe-source-read.txt").read_text(encoding="utf-8").split()
    return marked({int(n): rows[int(n)].source for n in lines}, read["vpe-source"], "verb")


class Tally:
    """Found, right and gold, of sentences and of gaps."""

    def __init__(self) -> None:
        self.sentences = [0, 0, 0]
        self.gaps = [0, 0, 0]

    def add(self, item: Marked, sentence: Sentence | None, gaps: list[Gap]) -> None:
        """Counts one text; what is marked unsure counts for neither side."""
        words = sentence.words if sentence else ()
        spans = [(words[gap.licensor].start, words[gap.licensor].end) for gap in gaps]
        right = [any(_touch(span, gold) for gold in item.gaps) for span in spans]
        sure = [
            hit or not any(_touch(span, other) for other in item.unsure)
            for span, hit in zip(spans, right, strict=True)
        ]
        named = sum(any(_touch(span, gold) for span in spans) for gold in item.gaps)
        self.gaps[0] += sum(sure)
        self.gaps[1] += named
        self.gaps[2] += len(item.gaps)
        self.sentences[0] += any(sure)
        self.sentences[1] += bool(item.gaps) and any(sure)
        self.sentences[2] += bool(item.gaps)

    def __str__(self) -> str:
        return "  ".join(
            f"{gold:4} {right / max(1, found):.3f} {right / max(1, gold):.3f}"
            f" {2 * right / max(1, found + gold):.3f}"
            for found, right, gold in (self.sentences, self.gaps)
        )


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path, nargs="?", default=DATA)
    parser.add_argument("--dev", action="store_true", help="the development parts")
    parser.add_argument("--hits", type=int, default=0)
    args = parser.parse_args(arguments)
    analyser, detector = load_analyser("embedded", "en"), load_detector()
    analysis = detection = 0.0
    words = 0
    hits: dict[str, list[str]] = {}
    print(f"{'':40}{'texts':>7}  {'sentences: gold, P, R, F':26}gaps: gold, P, R, F")
    for name, kind, load in sets(args.data, "dev" if args.dev else "test"):
        items = load()
        if not items:
            continue
        begun = perf_counter()
        sentences = [
            found[0] if found else None for found in analyser.analyse(i.text for i in items)
        ]
        analysed = perf_counter()
        found = detector.find(s or Sentence("", 0, 0, (), ()) for s in sentences)
        analysis, detection = analysis + analysed - begun, detection + perf_counter() - analysed
        words += sum(len(sentence.words) for sentence in sentences if sentence)
        tally = Tally()
        for item, sentence, gaps in zip(items, sentences, found, strict=True):
            wanted = [gap for gap in gaps if gap.kind == kind]
            tally.add(item, sentence, wanted)
            if name[:3] in ("ewt", "gum"):
                hits.setdefault(kind, []).extend(_shown(sentence, gap, item) for gap in wanted)
        print(f"{kind:13}{name:27}{len(items):>7}  {tally}", flush=True)
    print(f"{detector.signature} on {analyser.signature}, {machine()}")
    print(f"{words:,} words: analysis {analysis:.1f} s, detection {detection / analysis:.1%} of it")
    for shown in hits.values():
        print(*random.Random(1).sample(shown, min(args.hits, len(shown))), sep="\n")


def _shown(sentence: Sentence | None, gap: Gap, item: Marked) -> str:
    word = sentence.words[gap.licensor] if sentence else None
    start, end = (word.start, word.end) if word else (0, 0)
    mark = "gold" if any(_touch((start, end), gold) for gold in item.gaps) else "    "
    text = item.text[max(0, start - 60) : start]
    return f"{gap.confidence:.2f} {mark} {text}[{item.text[start:end]}]{item.text[end : end + 40]}"


if __name__ == "__main__":
    main()
