"""Gender on WinoMT: beside the published figures, and beside people.

    python -m benchmarks.discourse.gender SHARED_DATA/winomt [--languages de es] [--systems google]

Two tables: accuracy and delta G of every system, published (`published.tsv`), and both and delta S
by the default and by `compat=winomt`; and how often the gender found is the one that people found
(`human/SYSTEM.en-XX.csv`), where they could tell: "neutral" is a judgement like the others. Seconds
are of the default, with alignment and analysis, in one process.
"""

import argparse
import csv
import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from benchmarks.machine import machine

import litmus
from litmus.corpus.suite import write_suite
from litmus.importers import import_suite

METRICS = {"default": "gender", "winomt": "gender:compat=winomt"}
READINGS = {
    "accuracy": ("accuracy", "gender"),
    "ΔG": ("deltaG", "gender.delta-g"),
    "ΔS": ("", "gender.delta-s"),  # the authors' logs do not print it
}
LANGUAGES = ("de", "es", "fr", "ru")
SYSTEMS = ("google", "bing", "systran", "aws")
JUDGED = {"M": "male", "F": "female", "N": "neutral"}


class Run(NamedTuple):
    """Scores by reading, the gender found by segment id, and seconds."""

    scores: Mapping[str, float | None]
    found: Mapping[str, str]
    seconds: float


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    parser.add_argument("--systems", nargs="+", default=SYSTEMS)
    args = parser.parse_args()
    published = read_published(args.folder / "published.tsv")
    titles = []
    for name, (column, _) in READINGS.items():
        first, *others = (*(("published",) if column else ()), *METRICS)
        titles += [f"{name} {first}", *others]
    print(f"| system | language | {' | '.join(titles)} |")
    print(f"| --- | --- |{' ---: |' * len(titles)}")
    agreement, seconds = [], []
    for language in args.languages:
        with TemporaryDirectory() as folder:
            suite, evidence = Path(folder, "suite"), Path(folder, "evidence.jsonl")
            imported = import_suite("winomt", args.folder, languages=("en", language))
            write_suite(suite, imported.info, imported.segments, (), imported.systems)
            for system in (name for name in args.systems if name in imported.systems):
                lines = list(imported.systems[system])
                runs = {k: run(suite, lines, metric, evidence) for k, metric in METRICS.items()}
                print(row(system, language, published.get((system, language), {}), runs))
                seconds.append(runs["default"].seconds)
                judged = args.folder / "human" / f"{system}.en-{language}.csv"
                if judged.is_file():
                    agreement.append(agreed(system, language, judged, runs))
    print("\n| system | language | judged | default | winomt |\n| --- | --- | ---: | ---: | ---: |")
    print("\n".join(agreement))
    print(f"\nseconds for one system: {min(seconds):.0f} to {max(seconds):.0f}; {machine()}")


def read_published(path: Path) -> dict[tuple[str, str], dict[str, str]]:
    """(system, language) -> figures by column."""
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as rows:
        table = csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(figures["system"], figures["language"]): figures for figures in table}


def run(suite: Path, lines: list[str], metric: str, evidence: Path) -> Run:
    """One system by one form of the metric."""
    outputs = {"system": lines}
    start = perf_counter()
    result = litmus.evaluate(suite, outputs, metrics=metric, n_bootstrap=1, segments=evidence)
    seconds = perf_counter() - start
    scores = {score.metric: score.value for score in result.rows if score.tag is None}
    rows = map(json.loads, evidence.read_text(encoding="utf-8").split("\n")[:-1])
    return Run(scores, {found["id"]: found["evidence"]["found"] for found in rows}, seconds)


def row(system: str, language: str, published: Mapping[str, str], runs: Mapping[str, Run]) -> str:
    """A line of the first table."""
    cells = [system, language]
    for column, reading in READINGS.values():
        if column:
            cells.append(published.get(column) or "-")
        cells += [f"{one.scores[reading]:.1f}" for one in runs.values()]
    return f"| {' | '.join(cells)} |"


def agreed(system: str, language: str, path: Path, runs: Mapping[str, Run]) -> str:
    """A line of the second table: shares of judged sentences with the gender that people found."""
    with path.open(encoding="utf-8", newline="") as rows:
        judged = {
            str(int(judgement["Index"]) + 1): JUDGED[judgement["Gender? [M/F/N]"]]
            for judgement in csv.DictReader(rows)
            if judgement["Gender? [M/F/N]"] in JUDGED
        }
    shares = [
        sum(one.found[key] == gender for key, gender in judged.items()) / len(judged)
        for one in runs.values()
    ]
    return f"| {system} | {language} | {len(judged)} | " + " | ".join(
        f"{share:.0%}" for share in shares
    ) + " |"  # fmt: skip


if __name__ == "__main__":
    main()
