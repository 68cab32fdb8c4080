"""A judge on samples that people have judged.

Makes the samples, runs `litmus judge` on each, compares the rows with people, and writes a table.
A run that was stopped goes on where it was.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from statistics import fmean, stdev

from experiments.judge.data import PEOPLE, SETS, judged_rows, make

from litmus.cli.main import main as litmus
from litmus.judging.rows import read_rows
from litmus.judging.trust import compare_with_people

TASKS = {name: ("idiom",) if "idioms" in name else ("mqm", "direct") for name in SETS}
HEAD = (
    "set", "task", "items", "no verdict", "spread", "rank correlation or kappa", "Pearson",
    "pairwise accuracy of systems", "span F1", "error F1",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Everything in order; the table is printed, and written to OUT/table.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("data", type=Path)
    add("out", type=Path)
    add("--judge", required=True, help="as for litmus judge, such as http:openai")
    add("--sets", nargs="+", default=["ted-en-de", "wmt24-idioms-en-is"], choices=SETS)
    add("--items", type=int, default=100, help="translations of each set")
    add("--systems", type=int, default=4, help="of each set that has several")
    add("--repeats", type=int, default=1)
    add("--seed", type=int, default=7)
    args, more = parser.parse_known_args(arguments)
    table = []
    for name in args.sets:
        folder = args.out / f"{name}-{args.items}-{args.systems}-{args.seed}"
        if not folder.exists():
            make(args.data, name, folder, args.items, args.systems, args.seed)
        for task in TASKS[name]:
            rows = args.out / f"{folder.name}.{task}.{args.repeats}.jsonl"
            if not rows.exists():
                code = litmus(
                    ["judge", "-t", str(folder), "--judge", args.judge, "--task", task,
                     "--repeats", str(args.repeats), "--people", str(folder / PEOPLE),
                     "-o", str(rows), *more]
                )  # fmt: skip
                if code:
                    return code
            table.append(_row(name, task, rows, folder / PEOPLE))
    text = _table(table)
    (args.out / "table.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


def _row(name: str, task: str, rows: Path, people: Path) -> list[str]:
    read = list(read_rows(rows))
    trust = compare_with_people(iter(read), [people])
    found = _agreement(rows, people)
    silent = sum(bool(row.unjudged) for row in read)
    spread = _spread(rows)
    figure = "n/a"
    if trust.found is not None and trust.found.value is not None:
        figure = f"{trust.found.value:.3f} [{trust.found.low:.3f}, {trust.found.high:.3f}]"
    shown = [found.get(key) for key in ("pearson", "accuracy", "span", "error")]
    cells = ["n/a" if value is None else f"{value:.3f}" for value in shown]
    return [name, task, str(trust.found.n if trust.found else 0), f"{silent} of {len(read)}",
            spread, figure, *cells]  # fmt: skip


def _agreement(rows: Path, people: Path) -> dict[str, float | None]:
    """Figures of `litmus agree`."""
    out = StringIO()
    with redirect_stdout(out):
        code = litmus(["agree", str(people), "--segments", str(rows), "-f", "json", "-q"])
    if code:
        return {}
    found: dict[str, float | None] = {}
    for row in _records(json.loads(out.getvalue())):
        key = (row["table"], row["measure"])
        name = {("score-segments", "pearson"): "pearson", ("score-systems", "accuracy"): "accuracy",
                ("score-spans", "f1"): "span", ("metrics", "f1"): "error"}.get(key)  # fmt: skip
        if name and row["metric"] and row["verdict"] != "literal error" and row["system"] is None:
            found.setdefault(name, row["value"])
    return found


def _records(value: object) -> list[dict[str, object]]:
    """The rows of a JSON sheet, under whatever key they are."""
    if isinstance(value, list):
        return value
    assert isinstance(value, dict)
    return next(one for one in value.values() if isinstance(one, list) and one)


def _spread(rows: Path) -> str:
    by_item: dict[tuple[object, ...], list[float]] = {}
    for row in judged_rows(rows):
        value = row["value"]
        if isinstance(value, int | float):
            by_item.setdefault((row["id"], row["system"], row.get("mark")), []).append(value)
    several = [own for own in by_item.values() if len(own) > 1]
    if not several:
        return "one draw"
    return f"{fmean(stdev(own) for own in several):.2f}"


def _table(rows: Sequence[Sequence[str]]) -> str:
    lines = [HEAD, ["---"] * len(HEAD), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
