"""Term success on the WMT25 terminology task, beside the figures of its organisers.

    python -m experiments.terms.wmt25 DATA [METRIC ...]

DATA is the folder of `litmus import wmt25-terminology`, with `scores.track1.tsv` beside: columns
language, mode, system, proper_term_success_rate, random_term_success_rate, chrf2++. Only sums over
all systems, modes and languages are printed: the licence of the data does not allow more.
"""

import csv
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import fmean

import litmus
from litmus.corpus.suite import write_suite
from litmus.importers import import_suite
from litmus.importers.test_sets.wmt25_terminology import LISTS, MODES

LANGUAGES = ("de", "es", "ru")
COMPAT = "terms:compat=wmt25"


def published(data: Path) -> dict[tuple[str, str, str], dict[str, str]]:
    """(language, mode, system) -> its row of the organisers' table."""
    with (data / "scores.track1.tsv").open(encoding="utf-8", newline="") as rows:
        table = csv.DictReader(rows, delimiter="\t")
        return {(row["language"], row["mode"], row["system"]): row for row in table}


def scores(
    data: Path, target: str, mode: str, terms: str, metrics: Sequence[str]
) -> dict[tuple[str, str], float]:
    """(system, metric) -> value; a metric that is given alone has no options in its name."""
    imported = import_suite(
        "wmt25-terminology", data, languages=("en", target), mode=mode, terms=terms
    )
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        suite = Path(folder) / "suite"
        write_suite(suite, imported.info, imported.segments, systems=imported.systems)
        for metric in metrics:
            result = litmus.evaluate(suite, metrics=metric, n_bootstrap=2)
            name = metric.partition(":")[0]
            for system in result.systems:
                value = result.overall(system, name).value
                assert value is not None
                found[system, metric] = value
    return found


def main() -> None:
    """Print mean and largest differences."""
    data = Path(sys.argv[1])
    metrics = sys.argv[2:] or [COMPAT, "terms", "chrf++"]
    table = published(data)
    apart: dict[str, list[float]] = defaultdict(list)
    for target, mode, terms in product(LANGUAGES, MODES, LISTS):
        for (system, metric), value in scores(data, target, mode, terms, metrics).items():
            row = table[target, mode, system]
            if metric == "chrf++":
                apart[metric].append(value - float(row["chrf2++"]))
                continue
            success = 100 * float(row[f"{terms}_term_success_rate"])
            for name in (metric, f"{metric} {target}", f"{metric} {terms} list"):
                apart[name].append(value - success)
    print(f"{'':32}  figures  mean |d|  mean d  largest |d|")
    for name, differences in sorted(apart.items()):
        sizes = [abs(one) for one in differences]
        means = f"{fmean(sizes):8.2f}  {fmean(differences):6.2f}"
        print(f"{name:32}  {len(sizes):7}  {means}  {max(sizes):11.2f}")


if __name__ == "__main__":
    main()
