"""Idioms cut out of the references of the demo suites: how many does `omission` find?

    python -m benchmarks.idioms.omissions

`cuts/` has, for every segment, the words of the reference that render the idiom (read by one
reader; ` ... ` between pieces). Beside it: the same references untouched, of which none should be
called omitted, and the baseline that counts an idiom as left out if no word is linked to it.
"""

from pathlib import Path

from benchmarks.machine import machine

from litmus.alignment.aligners import learn, load_aligner
from litmus.corpus.shipped import load_suite
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.registry import create

CUTS = Path(__file__).parent / "cuts"
SPECS = ("omission", "omission:evidence=links", "verdict:company=no,reference=no")


def main() -> None:
    for path in sorted(CUTS.glob("*.tsv")):
        suite = load_suite(path.stem)
        segments, pair = list(suite.segments()), (suite.info.source, suite.info.target)
        pieces = dict(line.split("\t") for line in path.read_text("utf-8").splitlines())
        whole = [segment.references[0] for segment in segments]
        cut = [without(text, pieces[s.id]) for s, text in zip(segments, whole, strict=True)]
        sources = [segment.source for segment in segments]
        pairs = list(zip(sources, whole, strict=True))
        aligner = learn(load_aligner("embedded", pair), pairs)
        for spec in SPECS:
            metric = create(spec, Setup(*pair))
            prepared = metric.prepare(Batch(segments))
            counts = []
            for texts in (whole, cut):
                links = aligner.align(list(zip(sources, texts, strict=True)))
                rows = metric.measure(prepared, Outputs("reference", texts, links))
                place = metric.columns.index("omitted")
                counts.append(sum(row.counts[place] for row in rows))
            found, false = 100 * counts[1] / len(cut), 100 * counts[0] / len(whole)
            print(f"{path.stem} {spec:32} found {found:5.1f} %, false {false:4.1f} % "
                  f"of {len(cut)}")  # fmt: skip
    print(machine())


def without(text: str, pieces: str) -> str:
    """The text with some words cut out."""
    for piece in pieces.split(" ... "):
        text = text.replace(piece, "", 1)
    return " ".join(text.split())


if __name__ == "__main__":
    main()
