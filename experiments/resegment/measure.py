"""Boundaries recovered from perturbed outputs of WMT, and BLEU and chrF on the recovered lines.

    python -m experiments.resegment.measure DATA/wmt24-systems/en-de ... [--only NAME ...]
        [--systems NAME ...]

Every folder holds `src.XX`, `ref.A.XX`, `docids` and `sys.NAME.XX`, perhaps gzipped. Documents are
perturbed with a seed (`perturb.py`), put back by `litmus resegment`'s own function, and compared
with what was put in (`boundaries.py`). One row per pair, system and perturbation.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

import sacrebleu
from experiments.resegment.boundaries import Tally, true_lines
from experiments.resegment.perturb import PERTURBATIONS
from experiments.resegment.texts import documents, systems

from litmus.resegmenting.resegmented import resegment_document

SEED = 1
_TOKENISERS = {"zh": "zh", "ja": "char"}
COLUMNS = ("set", "pair", "system", "perturbation", "F1", "owned", "exact", "BLEU", "dBLEU", "chrF",
           "dchrF", "seconds", "segments")  # fmt: skip


def measure(folder: Path, system: str, name: str) -> tuple[str, ...]:
    """A row."""
    languages = (folder.name[:2], folder.name[3:])
    blank = "" if languages[1] in ("zh", "ja") else " "
    rng = random.Random(SEED)
    tally, seconds = Tally(), 0.0
    true: list[str] = []
    found: list[str] = []
    references: list[str] = []
    for document in documents(folder, system):
        free = PERTURBATIONS[name](document.outputs, blank, rng)
        ids = [str(n) for n in range(len(document.sources))]
        start = perf_counter()
        made = resegment_document(document.name, ids, document.sources, free.text, languages)
        seconds += perf_counter() - start
        tally.add(free, made)
        true += true_lines(free, len(ids))
        found += made.texts
        references += document.references
    scores = [_scores(texts, references, languages[1]) for texts in (true, found)]
    (bleu, chrf), (ours, our_chrf) = scores
    return (
        folder.parent.name.partition("-")[0], folder.name, system, name, f"{tally.f1:.4f}",
        f"{tally.owned / tally.characters:.4f}", f"{tally.exact / tally.segments:.4f}",
        f"{bleu:.2f}", f"{ours - bleu:+.2f}", f"{chrf:.2f}", f"{our_chrf - chrf:+.2f}",
        f"{seconds:.1f}", str(tally.segments),
    )  # fmt: skip


def _scores(texts: Sequence[str], references: Sequence[str], language: str) -> tuple[float, float]:
    tokenise = _TOKENISERS.get(language, "13a")
    bleu = sacrebleu.corpus_bleu(texts, [references], tokenize=tokenise)
    return bleu.score, sacrebleu.corpus_chrf(texts, [references]).score


def rows(
    folders: Sequence[Path], only: Sequence[str], chosen: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Every row."""
    for folder in folders:
        for system in systems(folder):
            for name in only or PERTURBATIONS:
                if not chosen or system in chosen:
                    yield measure(folder, system, name)


def main() -> None:
    """Print the rows as they come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--only", nargs="+", default=[], choices=list(PERTURBATIONS))
    parser.add_argument("--systems", nargs="+", default=[])
    args = parser.parse_args()
    print("\t".join(COLUMNS))
    for row in rows(args.folders, args.only, args.systems):
        print("\t".join(row))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
