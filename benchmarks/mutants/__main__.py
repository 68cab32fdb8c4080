"""Would the tests notice? Draws faults by a seed, and runs the tests over each of them.

    python -m benchmarks.mutants --seed 7 [PACKAGE...] [--count 60] [-o build/mutants.jsonl]
    python -m benchmarks.mutants --lines [PACKAGE...]   # first: which test runs which line

A fault is one operator, constant, condition or returned value, of each kind as many. *Own* are the
tests of the package: its folder in `tests`, its examples. *All* is the default tier with `-x`,
nearest files first. Where `--lines` has been here, tests that run the line go before all others,
which decides most in seconds; what they let pass still goes through whole tiers, unless `--quick`.
Faults in `-o` that are done are not tried again.
"""

import argparse
import ast
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
from pathlib import Path
from queue import Queue

from benchmarks.mutants import lines
from benchmarks.mutants.points import Mutant, points

ROOT = Path(__file__).resolve().parents[2]
MAP = ROOT / "build" / "lines"
TRAVELS = ("src", "tests", "benchmarks", "experiments", "docs", "frontend", ".ci", "website")
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--any-cost")
KINDS = ("operator", "constant", "condition", "returned value")
# Packages whose own tests need torch: the default tier has nothing that runs them.
HEAVY = {"nmt"}
LONG = 900  # seconds; a fault that makes a loop endless is noticed, too


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--own", action="store_true", help="not the tests of other packages")
    parser.add_argument("--quick", action="store_true", help="only tests that run the line")
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--show", action="store_true", help="the faults, without running anything")
    parser.add_argument("-o", "--output", type=Path)
    args = parser.parse_args()
    if args.lines:
        return record(args.packages)
    mutants = drawn(args.packages, args.seed, args.count)
    if args.show:
        print("\n".join(map(described, mutants)))
        return 0
    outcomes = run(mutants, args)
    print("\n".join(table(outcomes)))
    return 0


def drawn(packages: Sequence[str], seed: int, count: int) -> list[Mutant]:
    """As many of each kind, wherever they are."""
    found = chain.from_iterable(
        points(ROOT, path) for path in sorted((ROOT / "src" / "litmus").rglob("*.py"))
    )
    pool: dict[str, list[Mutant]] = {kind: [] for kind in KINDS}
    for mutant in found:
        if not packages or mutant.package in packages:
            pool[mutant.kind].append(mutant)
    for kind in KINDS:
        random.Random(f"{seed} {kind}").shuffle(pool[kind])
    return [
        pool[kind][index] for index in range(count) for kind in KINDS if index < len(pool[kind])
    ][:count]


def described(mutant: Mutant) -> str:
    """One line for people."""
    first = mutant.lines[0]
    old, new = (" ".join(text.split())[:50] for text in (mutant.old, mutant.new))
    return f"{mutant.path}:{first} [{mutant.kind}] {old!r} -> {new!r}"


def record(packages: Sequence[str]) -> int:
    """Which test runs which line: of the default tier, or of the packages' own tests."""
    code = 0
    for package in packages or ["all"]:
        folder = MAP / package
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        homes = (
            [] if package == "all" else [home for home in own(package) if (ROOT / home).exists()]
        )
        command = [*PYTEST, *tier(package), "-p", "benchmarks.mutants.lines", *homes]
        there = {**os.environ, lines.FOLDER: str(folder)}
        code |= subprocess.run(command, cwd=ROOT, env=there).returncode
    return code


# Running tests over a fault.


def run(mutants: Sequence[Mutant], args: argparse.Namespace) -> list[dict[str, str]]:
    """Mutant and outcome: own, all, or nobody; each worker has a copy of the checkout."""
    done: dict[str, dict[str, str]] = {}
    if args.output and args.output.exists():
        rows = map(json.loads, args.output.read_text(encoding="utf-8").splitlines())
        done = {row["mutant"]: row for row in rows}
    copies: Queue[Path] = Queue()
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(args.workers) as pool:
        for number in range(args.workers):
            copies.put(copied(Path(scratch) / str(number)))

        def tried(mutant: Mutant) -> dict[str, str]:
            key = described(mutant)
            if key not in done:
                checkout = copies.get()
                killed = outcome(mutant, checkout, own_only=args.own, quick=args.quick)
                copies.put(checkout)
                done[key] = {
                    "mutant": key,
                    "package": mutant.package,
                    "kind": mutant.kind,
                    **killed,
                }
                print(f"{killed['by']:7} {key}", file=sys.stderr, flush=True)
                if args.output:
                    with args.output.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(done[key]) + "\n")
            return done[key]

        return list(pool.map(tried, mutants))


def copied(folder: Path) -> Path:
    """A checkout to spoil, data shared by links, beside the same reference data."""
    checkout = folder / "checkout"
    checkout.mkdir(parents=True)
    for name in TRAVELS:
        if (ROOT / name).exists():
            ignore = shutil.ignore_patterns("__pycache__", "node_modules", "*.egg-info")
            shutil.copytree(ROOT / name, checkout / name, copy_function=_linked, ignore=ignore)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, checkout)
    if (ROOT.parent / "shared").exists():
        (folder / "shared").symlink_to(ROOT.parent / "shared")
    return checkout


def _linked(source: str, target: str) -> None:
    """Data as a link, where it is on the same disk."""
    same = Path(source).stat().st_dev == Path(target).parent.stat().st_dev
    put = os.link if same and not source.endswith(".py") else shutil.copy
    put(source, target)


def outcome(mutant: Mutant, checkout: Path, *, own_only: bool, quick: bool) -> dict[str, str]:
    """Who notices it."""
    path = checkout / mutant.path
    source = path.read_bytes()
    path.write_bytes(mutant.applied(source))
    shutil.rmtree(path.parent / "__pycache__", ignore_errors=True)
    try:
        for by, tests in stages(mutant, own_only=own_only, quick=quick):
            if tests and (test := noticed(tests, mutant, checkout)):
                return {"by": by, "test": test}
        return {"by": "nobody", "test": ""}
    finally:
        path.write_bytes(source)
        shutil.rmtree(path.parent / "__pycache__", ignore_errors=True)


def stages(mutant: Mutant, *, own_only: bool, quick: bool) -> Iterable[tuple[str, list[str]]]:
    """Tests to run, one set after the other."""
    home, near = own(mutant.package), running(mutant)
    yield "own", [test for test in near if test.startswith(home)]
    if not quick:
        yield "own", [path for path in nearest(mutant) if path.startswith(home)]
    if not own_only:
        yield "all", [test for test in near if not test.startswith(home)]
        if not quick:
            yield "all", [path for path in nearest(mutant) if not path.startswith(home)]


def own(package: str) -> tuple[str, ...]:
    """Where the tests of a package are."""
    return (
        ("tests/test_",) if package == "(root)" else (f"tests/{package}/", f"src/litmus/{package}/")
    )


def tier(package: str) -> list[str]:
    """Which of them run."""
    return ["-m", "not release and not browser"] if package in HEAVY else []


def running(mutant: Mutant) -> list[str]:
    """Tests that run the line, nearest files first; none where no test has been recorded."""
    rows = recorded().get(mutant.path, {})
    tests: set[str] = set()
    for line in range(mutant.lines[0], mutant.lines[1] + 1):
        tests |= rows.get(line, set())
    if not tests:  # a line that runs on import: whoever runs anything of the file
        tests = set().union(*rows.values())
    order = {path: rank for rank, path in enumerate(nearest(mutant))}
    return sorted(tests, key=lambda test: (order.get(test.partition("::")[0], len(order)), test))


@cache
def recorded() -> dict[str, dict[int, set[str]]]:
    """Path -> line -> tests."""
    return lines.read(MAP, ROOT)


def nearest(mutant: Mutant) -> list[str]:
    """All files of tests: first those of the package that import the module, last the far ones."""
    module = ".".join(Path(mutant.path).with_suffix("").parts[1:]).removesuffix(".__init__")
    home = own(mutant.package)

    def rank(path: str) -> tuple[bool, bool, str]:
        return not path.startswith(home), module not in imported()[path], path

    return sorted(imported(), key=rank)


@cache
def imported() -> dict[str, frozenset[str]]:
    """File of tests -> modules of the package that it imports."""
    found = {}
    for path in sorted(ROOT.glob("tests/**/test_*.py")):
        tree, names = ast.parse(path.read_text(encoding="utf-8")), set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
        found[path.relative_to(ROOT).as_posix()] = frozenset(names)
    for path in sorted(ROOT.glob("src/litmus/**/*.py")):
        if ">>>" in path.read_text(encoding="utf-8"):
            name = path.relative_to(ROOT).as_posix()
            found[name] = frozenset([".".join(Path(name).with_suffix("").parts[1:])])
    return found


def noticed(tests: list[str], mutant: Mutant, checkout: Path) -> str:
    """The first test that fails over a fault; empty if none does."""
    asked = checkout / "asked.txt"
    asked.write_text("\n".join(tests) + "\n", encoding="utf-8")
    command = [*PYTEST, "-x", "-n0", *tier(mutant.package), f"@{asked}"]
    there = {**os.environ, "PYTHONPATH": str(checkout / "src"), "PYTHONHASHSEED": "0"}
    with subprocess.Popen(
        command, cwd=checkout, env=there, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            output, _ = process.communicate(timeout=LONG)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return "(no end)"
    if process.returncode in (0, 5):
        return ""
    failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0] if failed else output.strip()[-200:]


def table(outcomes: Sequence[dict[str, str]]) -> Iterable[str]:
    """Shares by package, and what nobody noticed."""
    yield "| package | faults | noticed by its own tests | by all |\n| --- | ---: | ---: | ---: |"
    packages = sorted({row["package"] for row in outcomes})
    for name, rows in [
        *((name, [row for row in outcomes if row["package"] == name]) for name in packages),
        ("all", list(outcomes)),
    ]:
        by = Counter(row["by"] for row in rows)
        yield f"| {name} | {len(rows)} | {by['own']} | {by['own'] + by['all']} |"
    yield ""
    for row in outcomes:
        if row["by"] != "own":
            where = "noticed far away" if row["by"] == "all" else "not noticed"
            yield f"- {where}: {row['mutant']}"


if __name__ == "__main__":
    sys.exit(main())
