"""CTXPro's scorer and ours: published figures, and how often each is right for a wrong reason.

    python -m benchmarks.discourse.context_words SHARED_DATA [published] [references]

published: DeepL's outputs with and without context, by `compat=ctxpro` and by the default.
references: the development sets, scored with their own references, all of which have the expected
word, and with the reference of an item where the context decided otherwise, which has it by chance;
the lower the second at the same height of the first, the more a right answer says.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from litmus.corpus.segment import Segment
from litmus.importers import Imported, import_suite
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.discourse.context_word.metric import ContextWord

BY = {"published": {"compat": "ctxpro"}, "default": {}}
_BATCH = 1_000


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("parts", nargs="*")
    args = parser.parse_args()
    for name, part in (("published", published), ("references", references)):
        if not args.parts or name in args.parts:
            for line in part(args.data):
                print(line, flush=True)


def published(data: Path) -> Iterator[str]:
    """A row of a table for every set and mode: n, published rule, default, exact, shown."""
    yield "| set | mode | n | `compat=ctxpro` | default | `exact` | `shown` |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
    for path in sorted((data / "ctxpro-deepl").glob("*.json.gz")):
        imported = import_suite("ctxpro", path)
        for system in sorted(imported.systems, reverse=True):
            totals = {by: counted(imported, by, imported.systems[system]) for by in BY}
            own = totals["default"]
            shares = [100 * own[column] / own["words"] for column in ("right", "exact", "shown")]
            theirs = totals["published"]
            yield (
                f"| {imported.info.name.split('.opensubtitles')[0]} en-{imported.info.target} "
                f"| {system} | {theirs['words']} "
                f"| {theirs['right']} = {100 * theirs['right'] / theirs['words']:.1f} | "
                + " | ".join(f"{share:.1f}" for share in shares)
                + " |"
            )


def references(data: Path) -> Iterator[str]:
    """A row of a table for every set: right with the own reference, and with another's."""
    yield "| set | own, published | own, default | another's, published | another's, default |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for path in sorted((data / "ctxpro").glob("*.jsonl.gz")):
        imported = import_suite("ctxpro", path)
        segments = list(imported.segments)
        own = [segment.references[0] for segment in segments]
        cells = []
        for lines in (own, others(segments)):
            for by in BY:
                total = counted(imported, by, lines)
                cells.append(f"{100 * total['right'] / total['words']:.1f}")
        name = path.name.removesuffix(".dev.jsonl.gz")
        yield f"| {name.replace('.', ' ')} | {' | '.join(cells)} |"


def others(segments: Sequence[Segment]) -> list[str]:
    """For each segment, the reference of one in another document that another word was decided in.

    The sets are sorted by rule; the search begins half a set away.
    """
    size = len(segments)
    found = []
    for place, segment in enumerate(segments):
        following = (segments[(place + size // 2 + step) % size] for step in range(size))
        found.append(
            next(
                other.references[0]
                for other in following
                if other.document != segment.document and decided(other) != decided(segment)
            )
        )
    return found


def decided(segment: Segment) -> str:
    """What the context decides: register or gender with number, else the verb or the word."""
    (expected,) = segment.expected
    features = expected.rule.split(".")[1:3]
    word = (expected.lemma or expected.word).lower()
    return word if features == ["ELL"] else ".".join(features)


def counted(imported: Imported, by: str, lines: Sequence[str]) -> Counter[str]:
    """The sums of the metric's columns."""
    metric = ContextWord(Setup(imported.info.source, imported.info.target), BY[by])
    totals: Counter[str] = Counter()
    segments, hypotheses = iter(imported.segments), iter(lines)
    while batch := list(islice(segments, _BATCH)):
        outputs = Outputs("system", list(islice(hypotheses, len(batch))))
        for row in metric.measure(metric.prepare(Batch(batch)), outputs):
            totals.update(dict(zip(metric.columns, map(int, row.counts), strict=True)))
    return totals


if __name__ == "__main__":
    main()
