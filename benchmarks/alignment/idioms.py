"""Links and dictionary entries of idioms in real text, on the sentences of Baziotis et al. (2023).

    python -m benchmarks.alignment.idioms [--idiom-mt FOLDER] [--muse FOLDER]

Prints the share of idiom spans that the reference has no link for, the share of their content words
that the shipped dictionaries know, and how often LitTER decides alike with ours and with MUSE's.
"""

import argparse
from pathlib import Path

from benchmarks.machine import machine

from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.files.text import read_lines
from litmus.language.dictionary.bilingual import shipped, shipped_pairs
from litmus.language.knowledge import load
from litmus.language.words import words
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.registry import create

DATA = Path(__file__).parents[2].parent / "shared" / "data"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--idiom-mt", type=Path, default=DATA / "idiom-mt/literal_translatability")
    parser.add_argument("--muse", type=Path, default=DATA / "muse-dicts")
    parser.add_argument("--outputs", type=Path, default=DATA / "golden/litter/inputs/hyp_c.fr")
    args = parser.parse_args()
    english, french, spans = (args.idiom_mt / f"sents.{name}" for name in ("en", "fr", "spans.en"))
    info = SuiteInfo(name="idiom-mt", version=1, source="en", target="fr")
    segments = list(ParallelFiles(info, english, (french,), spans).segments())
    _links(segments)
    _coverage(segments)
    _agreement(segments, args.outputs, args.muse)
    print(machine())


def _links(segments: list[Segment]) -> None:
    pairs = [(segment.source, segment.references[0]) for segment in segments]
    found = EmbeddedAligner(("en", "fr")).learn(pairs).align(pairs)
    bare = total = 0
    for links, segment in zip(found, segments, strict=True):
        for idiom in segment.idioms:
            total += 1
            bare += not links.linked_targets(idiom.spans)
    print(f"en-fr: {bare} of {total} spans have no link in the reference, {bare / total:.1%}")


def _coverage(segments: list[Segment]) -> None:
    stop = load("en").stopwords
    content = [
        word
        for segment in segments
        for idiom in segment.idioms
        for start, end in idiom.spans
        for word in words(segment.source[start:end])
        if word.lower() not in stop
    ]
    for source, code in shipped_pairs():
        if source != "en":
            continue
        dictionary = shipped("en", code)
        rates = [
            sum(bool(dictionary.lookup_forms(word, match)) for word in content) / len(content)
            for match in ("form", "stem")
        ]
        print(
            f"en-{code}: {rates[0]:.1%} of {len(content):,} content words known by form, "
            f"{rates[1]:.1%} by stem; {len(dictionary):,} translations"
        )


def _agreement(segments: list[Segment], outputs: Path, muse: Path) -> None:
    found = Outputs("mixed", list(read_lines(outputs)), None, None)
    dictionaries = "+".join(str(muse / f"{pair}.txt.gz") for pair in ("en-fr", "fr-en"))
    decisions = []
    for spec in ("litter", f"litter:dictionary={dictionaries}"):
        metric = create(spec, Setup("en", "fr"))
        rows = metric.measure(metric.prepare(Batch(segments, None, None)), found)
        decisions.append([bool(row.evidence["triggered"]) for row in rows])
    ours, theirs = decisions
    same = sum(a == b for a, b in zip(ours, theirs, strict=True))
    print(
        f"LitTER by our dictionary and by MUSE's: {same / len(ours):.1%} of {len(ours):,} idioms "
        f"decided alike; literal {sum(ours):,} and {sum(theirs):,}"
    )


if __name__ == "__main__":
    main()
