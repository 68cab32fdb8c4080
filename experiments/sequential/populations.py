"""Counts of WMT outputs by segment or document: the populations that orders are drawn from."""

import gzip
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist

import numpy as np

import litmus
from litmus.arrays import Floats
from litmus.metrics.base import Setup
from litmus.metrics.registry import create
from litmus.stats.averages import Value

WMT24 = ("en-de", "en-es", "en-is", "en-zh")
WMT23 = ("en-he", "en-ja", "en-ru")
CANARY = 1  # lines of WMT24 that are no text
METRICS = ("bleu", "chrf", "litter")
ONE_SIDED = NormalDist().inv_cdf(0.95)


@dataclass(frozen=True)
class Population:
    """Counts of two systems on one metric: (units, columns) each, and their value."""

    kind: str
    name: str
    value: Value
    ours: Floats
    theirs: Floats | None = None
    over: int = -1  # of a share: the column of hits,
    under: int = -1  # and that of cases
    errors: float = 0.0  # of a test: how many standard errors it asks for


def populations(data: Path) -> Iterator[Population]:
    """All, by kind."""
    for year, pairs, skip in (("24", WMT24, CANARY), ("23", WMT23, 0)):
        for pair in pairs:
            yield from _of_pair(f"WMT{year} {pair}", data / f"wmt{year}-systems" / pair, skip)
    yield from _of_cues(data / "wmt24-idioms-en-is" / "cue_decisions.visible.tsv.gz")


def _of_pair(name: str, folder: Path, skip: int) -> Iterator[Population]:
    source, target = folder.name.split("-")
    systems = {
        path.name.split(".")[1]: _lines(path)[skip:]
        for path in sorted(folder.glob(f"sys.*.{target}*"))
    }
    documents = _lines(_one(folder, "docids"))[skip:]
    with tempfile.TemporaryDirectory() as scratch:
        rows = Path(scratch) / "rows.jsonl"
        litmus.evaluate(
            languages=folder.name,
            source=_lines(_one(folder, f"src.{source}"))[skip:],
            references=[_lines(_one(folder, f"ref.A.{target}"))[skip:]],
            outputs=systems,
            idioms="en",
            metrics=METRICS,
            n_bootstrap=1,
            segments=rows,
        )
        counts = _counts(rows)
    units = np.unique(documents, return_inverse=True)[1]
    for metric in METRICS:
        made = create(metric, Setup(source, target))
        by_system = [np.array(counts[system, metric]) for system in systems]
        if metric == "litter":
            for system, counts_of_all in zip(systems, by_system, strict=True):
                ours = counts_of_all[counts_of_all.any(axis=1)]  # the others cannot hold a case
                yield Population("LitTER", f"{name} {system}", made.value, ours, None, 0, 1)
            continue
        others = by_system[1:] + by_system[:1]
        for system, ours, theirs in zip(systems, by_system, others, strict=True):
            what = f"{name} {system}"
            yield Population(made.title, what, made.value, ours)
            yield Population(f"{made.title}, paired", what, made.value, ours, theirs)
            yield Population(
                f"{made.title}, not worse by", what, made.value, ours, theirs, errors=ONE_SIDED
            )
            ours, theirs = (_summed(one, units) for one in (ours, theirs))
            yield Population(f"{made.title}, documents", what, made.value, ours)
            yield Population(f"{made.title}, documents, paired", what, made.value, ours, theirs)


def _of_cues(path: Path) -> Iterator[Population]:
    """Whether an idiom is translated as its cues ask, yes or no."""
    by_system: dict[str, list[float]] = {}
    header, *rows = (line.split("\t") for line in _lines(path) if line)
    for row in rows:
        cells = dict(zip(header, row, strict=True))
        by_system.setdefault(cells["system"], []).append(float(cells["decision"] == "1"))
    for system, hits in by_system.items():
        counts = np.stack([hits, np.ones(len(hits))], axis=1)
        yield Population("cues", f"WMT24 en-is {system}", share, counts, None, 0, 1)


def share(totals: Floats) -> Floats:
    """Hits per case in percent."""
    return np.asarray(100 * totals[..., 0] / totals[..., 1])


def _counts(path: Path) -> dict[tuple[str, str], list[list[float]]]:
    found: dict[tuple[str, str], list[list[float]]] = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            found.setdefault((row["system"], row["metric"]), []).append([*row["counts"].values()])
    return found


def _summed(counts: Floats, units: np.ndarray) -> Floats:
    sums = np.zeros((units.max() + 1, counts.shape[1]))
    np.add.at(sums, units, counts)
    return sums


def _one(folder: Path, stem: str) -> Path:
    return next(path for path in (folder / stem, folder / f"{stem}.gz") if path.exists())


def _lines(path: Path) -> list[str]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", newline="\n") as text:
        return [line.removesuffix("\n") for line in text]
