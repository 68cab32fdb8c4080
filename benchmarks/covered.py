"""How much of each package the tests run, and which refusals they never reach.

Reads the data of the last `coverage combine`: python -m benchmarks.covered
"""

import argparse
import ast
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

SOURCES = "src/litmus/"
OURS = {"AssertionError", "NotImplementedError"}
ROOT = "(root)"  # modules beside the packages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--missed", action="store_true", help="name the refusals not reached")
    args = parser.parse_args()
    report = measured()
    print(table(report))
    if args.missed:
        for path, line in sorted(missed_refusals(report)):
            lines = Path(path).read_text(encoding="utf-8").split("\n")
            print(f"{path}:{line}: {lines[line - 1].strip()}")


def measured() -> Mapping[str, Any]:
    """The report of coverage, by file."""
    from coverage import Coverage  # only who measures needs it

    coverage = Coverage(messages=False)
    coverage.load()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "report.json")
        coverage.json_report(outfile=str(path))
        found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))["files"]
    return found


def table(report: Mapping[str, Any]) -> str:
    """Markdown: statements, branches and refusals run, of how many, for each package."""
    sums: dict[str, Counter[str]] = {}
    for path, file in report.items():
        summary, refused = file["summary"], refusals(path)
        missing = refused & set(file["missing_lines"])
        counts = Counter(
            {
                "statements": summary["covered_lines"],
                "of_statements": summary["num_statements"],
                "branches": summary["covered_branches"],
                "of_branches": summary["num_branches"],
                "refusals": len(refused) - len(missing),
                "of_refusals": len(refused),
            }
        )
        for name in (package(path), "all"):
            sums.setdefault(name, Counter()).update(counts)
    rows = ["| package | statements | branches | refusals |", "| --- | ---: | ---: | ---: |"]
    for name in sorted(sums, key=lambda name: (name == "all", name)):
        shares = (
            share(sums[name][kind], sums[name][f"of_{kind}"])
            for kind in ("statements", "branches", "refusals")
        )
        rows.append(f"| {name} | {' | '.join(shares)} |")
    return "\n".join(rows)


def share(run: int, all_: int) -> str:
    """Cut, not rounded: 100 % is all.

    >>> share(1999, 2000)
    '99.9 % of 2,000'
    >>> share(0, 0)
    'none'
    """
    return f"{1000 * run // all_ / 10:g} % of {all_:,}" if all_ else "none"


def package(path: str) -> str:
    """The folder in the package.

    >>> package("src/litmus/nmt/scoring/scorer.py"), package("src/litmus/errors.py")
    ('nmt', '(root)')
    """
    first, _, rest = path.removeprefix(SOURCES).partition("/")
    return first if rest else ROOT


def refusals(path: str) -> set[int]:
    """Lines where a `raise` begins; not the bare one, and not what tells of our own mistakes."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    raised = (node for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc)
    return {node.lineno for node in raised if not OURS & {ast.unparse(node.exc).partition("(")[0]}}


def missed_refusals(report: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """The file and line of every refusal that no test reaches."""
    for path, file in report.items():
        for line in refusals(path) & set(file["missing_lines"]):
            yield path, line


if __name__ == "__main__":
    main()
