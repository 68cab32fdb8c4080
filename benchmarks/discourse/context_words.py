"""CTXPro's scorer and ours: published figures, and how often each is right for a wrong reason.

    python -m benchmarks.discourse.context_words SHARED_DATA [published] [cut] [references]

published: DeepL's outputs with and without context, by `compat=ctxpro` and by the default, and how
many counts by rule are those of expected_by_rule.tsv.
cut: every eighth item. Which lines are taken for the translation of the segment alone; and how much
the part that is cut out of a line with context is like the translation without (chrF), where it is
the last sentence, and where it is as many as the source has.
references: the development sets, scored with their own references, all of which have the expected
word, and with the reference of an item where the context decided otherwise, which has it by chance;
the lower the second at the same height of the first, the more a right answer says.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from sacrebleu.metrics import CHRF

from litmus.corpus.segment import Segment
from litmus.files.text import read_lines
from litmus.importers import Imported, import_suite
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.discourse.context_word.cut import last_sentence, own_part
from litmus.metrics.discourse.context_word.metric import ContextWord

BY = {"published": {"compat": "ctxpro"}, "default": {}}
_BATCH = 1_000


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("parts", nargs="*")
    args = parser.parse_args()
    for name, part in (("published", published), ("cut", cut), ("references", references)):
        if not args.parts or name in args.parts:
            for line in part(args.data):
                print(line, flush=True)


def published(data: Path) -> Iterator[str]:
    """A row of a table for every set and mode: n, published rule, default, exact, shown."""
    yield "| set | mode | n | `compat=ctxpro` | default | `exact` | `shown` |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
    ours = set()
    for path in sorted((data / "ctxpro-deepl").glob("*.json.gz")):
        imported = import_suite("ctxpro", path)
        name, target = imported.info.name.split(".opensubtitles")[0], imported.info.target
        for system in sorted(imported.systems, reverse=True):
            totals = {by: counted(imported, by, imported.systems[system]) for by in BY}
            own, theirs = (_sum(totals[by]) for by in ("default", "published"))
            shares = [100 * own[column] / own["words"] for column in ("right", "exact", "shown")]
            mode = system.removeprefix("deepl.")
            for label, count in totals["published"].items():
                rule = label.partition(" ")[2]
                ours.add((name, target, mode, rule, str(count["right"]), str(count["words"])))
            yield (
                f"| {name} en-{target} | {mode} | {theirs['words']} "
                f"| {theirs['right']} = {100 * theirs['right'] / theirs['words']:.1f} | "
                + " | ".join(f"{share:.1f}" for share in shares)
                + " |"
            )
    _, *rows = read_lines(data / "ctxpro-deepl" / "expected_by_rule.tsv")
    equal = sum(tuple(row.split("\t")) in ours for row in rows)
    yield f"by rule: {equal} of {len(rows)} counts equal"


def cut(data: Path) -> Iterator[str]:
    """A row of a table for every set: lines taken for whole ones, and likeness by chrF."""
    yield (
        "| set | n | whole: sentences | whole: contexts | chrF: last sentence "
        "| chrF: as many as the source |"
    )
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    chrf = CHRF()
    for path in sorted((data / "ctxpro-deepl").glob("*.json.gz")):
        imported = import_suite("ctxpro", path)
        source, target = imported.info.source, imported.info.target
        lines = zip(
            imported.segments,
            imported.systems["deepl.sentences"],
            imported.systems["deepl.contexts"],
            strict=True,
        )
        sums: Counter[str] = Counter()
        likeness = [0.0, 0.0]
        for segment, alone, together in islice(lines, 0, None, 8):
            if not segment.context or not alone.strip():
                continue
            part = own_part(segment, together, source, target)
            sums["n"] += 1
            sums["alone"] += own_part(segment, alone, source, target) == alone
            sums["together"] += part == together
            for number, text in enumerate((last_sentence(together, target), part)):
                likeness[number] += chrf.sentence_score(text, [alone]).score
        n = sums["n"]
        name = imported.info.name.split(".opensubtitles")[0]
        yield (
            f"| {name} en-{target} | {n} | {sums['alone'] / n:.1%} | {sums['together'] / n:.1%} "
            f"| {likeness[0] / n:.1f} | {likeness[1] / n:.1f} |"
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
                total = _sum(counted(imported, by, lines))
                cells.append(f"{100 * total['right'] / total['words']:.1f}")
        name = path.name.removesuffix(".dev.jsonl.gz")
        yield f"| {name.replace('.', ' ')} | {' | '.join(cells)} |"
        if name.startswith("gender"):
            yield animacy(imported)


def animacy(imported: Imported) -> str:
    """The row of a gender set turned round, as the authors do it: English *it* is expected."""
    turned = [
        replace(
            segment,
            source=segment.references[0],
            references=(segment.source,),
            context=(),
            expected=(replace(word, word=word.source_word, phenomenon="animacy"),),
        )
        for segment in imported.segments
        for word in segment.expected
        if word.rule.endswith(("MASC.SING", "FEM.SING"))
    ]
    info = replace(imported.info, source=imported.info.target, target="en")
    about = Imported(info, turned)
    own = [_sum(counted(about, by, [s.references[0] for s in turned])) for by in BY]
    cells = " | ".join(f"{100 * total['right'] / total['words']:.1f}" for total in own)
    return f"| animacy {info.source}-en | {cells} | | |"


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


def counted(imported: Imported, by: str, lines: Iterable[str]) -> dict[str, Counter[str]]:
    """The sums of the metric's columns for every label."""
    metric = ContextWord(Setup(imported.info.source, imported.info.target), BY[by])
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    segments, hypotheses = iter(imported.segments), iter(lines)
    while batch := list(islice(segments, _BATCH)):
        outputs = Outputs("system", list(islice(hypotheses, len(batch))))
        for row in metric.measure(metric.prepare(Batch(batch)), outputs):
            totals[str(row.label)].update(
                dict(zip(metric.columns, map(int, row.counts), strict=True))
            )
    return totals


def _sum(totals: Mapping[str, Counter[str]]) -> Counter[str]:
    return sum(totals.values(), Counter[str]())


if __name__ == "__main__":
    main()
