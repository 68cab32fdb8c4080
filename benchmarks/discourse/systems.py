"""Word F per tag of real systems on WMT documents, beside BLEU and chrF.

    python -m benchmarks.discourse.systems SHARED_DATA [YEAR/PAIR ...] [--both] [--markdown]

Prints one table a test set: tags with their number, F of every system, consistency; with
--markdown one table of all sets, as docs/measured/discourse.md shows it.
"""

import argparse
import gzip
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path
from time import perf_counter

from benchmarks.machine import machine

from litmus import evaluate
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import SuiteInfo
from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.discourse.rules import codes
from litmus.scoring.results import Result
from litmus.scoring.rows import ResultRow

SHOWN: tuple[tuple[str, str | None, str], ...] = (
    ("bleu", None, "BLEU"),
    ("word-f", "lexical_cohesion", "cohesion"),
    ("word-f", "formality", "formality"),
    ("word-f", "pronouns", "pronouns"),
    ("word-f", "verb_form", "verb form"),
    ("word-f", "ellipsis", "ellipsis"),
    ("consistency", "register", "register kept"),
    ("consistency", "terms", "terms kept"),
)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--both", action="store_true", help="tags on both sides")
    parser.add_argument("--markdown", action="store_true", help="one table of all sets")
    args = parser.parse_args()
    if args.markdown:
        print(f"| | {' | '.join(title for *_, title in SHOWN)} |")
        print(f"| --- |{' ---: |' * len(SHOWN)}")
    for folder in sorted(args.data.glob("wmt2*-systems/en-*")):
        name = f"{folder.parent.name[:5]}/{folder.name}"
        if folder.name[3:] in codes() and (not args.sets or name in args.sets):
            start = perf_counter()
            with tempfile.TemporaryDirectory() as scratch:
                result = scored(name, folder, Path(scratch), args.both)
            if args.markdown:
                print("\n".join(markdown(name, result)), flush=True)
            else:
                print(f"\n{name} ({perf_counter() - start:.0f} s)")
                print("\n".join(table(result)), flush=True)
    if not args.markdown:
        print(machine())


def scored(name: str, folder: Path, scratch: Path, both: bool) -> Result:
    target = folder.name[3:]
    canary = "24" in name  # the first line of these files is no sentence
    files = {path.name.removesuffix(".gz"): path for path in folder.iterdir()}
    plain = {}
    for stem, path in sorted(files.items()):
        if stem.startswith(("src.", "ref.A.", "sys.")) or stem == "docids":
            opener = gzip.open if path.suffix == ".gz" else open
            with opener(path, "rt", encoding="utf-8", newline="\n") as stream:
                lines = stream.read().lstrip("\ufeff").split("\n")[:-1]
            plain[stem] = scratch / stem
            plain[stem].write_text("\n".join(lines[canary:]) + "\n", encoding="utf-8")
    suite = ParallelFiles(
        SuiteInfo(name, "en", target),
        plain["src.en"],
        (plain[f"ref.A.{target}"],),
        docids=plain["docids"],
    )
    systems = {
        stem.removeprefix("sys.").removesuffix(f".{target}"): path
        for stem, path in plain.items()
        if stem.startswith("sys.")
    }
    tagged = "word-f:tags=both" if both else "word-f"
    return evaluate(suite, systems, metrics=[tagged, "consistency", "bleu", "chrf"])


def by_cell(result: Result) -> dict[tuple[str, str | None, str], ResultRow]:
    return {(row.metric.split(":")[0], row.tag, row.system): row for row in result.rows}


def table(result: Result) -> Iterator[str]:
    rows = by_cell(result)
    yield f"{'':24}" + "".join(f"{system[:12]:>14}" for system in result.systems)
    shown = [("bleu", None), ("chrf", None), ("word-f", None)]
    shown += [("word-f", tag) for tag in PHENOMENA]
    shown += [("consistency", "register"), ("consistency", "terms")]
    for metric, tag in shown:
        cells = [rows.get((metric, tag, system)) for system in result.systems]
        if any(cell is not None and cell.value is not None for cell in cells):
            values = "".join(
                f"{'n/a' if cell is None or cell.value is None else f'{cell.value:.1f}':>9}"
                f" {'' if cell is None else f'({cell.n})':>4}"
                for cell in cells
            )
            yield f"{(tag or metric):24}{values}"


def markdown(name: str, result: Result) -> Iterator[str]:
    """A line with the numbers of cases, then one per system by BLEU; the best value is bold."""
    rows = by_cell(result)
    columns = [
        {system: row for system in result.systems if (row := rows.get((metric, tag, system)))}
        for metric, tag, _ in SHOWN
    ]
    supports = [
        "" if metric == "consistency" or not column else f"{next(iter(column.values())).n:,}"
        for (metric, *_), column in zip(SHOWN, columns, strict=True)
    ]
    year, pair = name.upper().split("/")
    yield f"| **{year} {pair.lower()}**, n | {' | '.join(supports)} |"
    values = [
        {system: f"{row.value:.1f}" for system, row in column.items() if row.value is not None}
        for column in columns
    ]
    for system in sorted(result.systems, key=lambda system: -float(values[0][system])):
        cells = [marked(shown.get(system, ""), shown.values()) for shown in values]
        yield f"| {system} | {' | '.join(cells)} |"


def marked(value: str, all_values: Collection[str]) -> str:
    return f"**{value}**" if value and value == max(all_values, key=float) else value


if __name__ == "__main__":
    main()
