"""Measured tables: list them, check them, measure them again.

python -m benchmarks.evidence --list              # every table: age, and what has changed since
python -m benchmarks.evidence --check             # as CI does: places, stamps; names stale tables
python -m benchmarks.evidence --check --strict    # as before a release: fails where one is stale
python -m benchmarks.evidence NAME... [--data D]  # run the command; replace table and stamp
"""

import argparse
import shlex
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from benchmarks.evidence import pages
from benchmarks.evidence.registry import (
    ROOT,
    Stamp,
    Table,
    read_stamps,
    read_tables,
    write_stamps,
)
from benchmarks.evidence.shipped import versions

import litmus

PAGES = "docs/measured/*.md"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--reword", action="store_true")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    args = parser.parse_args()
    tables, stamps = read_tables(), read_stamps()
    if unknown := set(args.names) - set(tables):
        parser.error(f"no table is called {', '.join(sorted(unknown))}; see --list")
    if args.list:
        print("\n".join(listed(tables, stamps)))
    elif args.check:
        wrong, old = [*problems(tables, stamps)], [*stale(tables, stamps)]
        print("\n".join([*wrong, *old]) or f"evidence: {len(tables)} tables, all stamped")
        return bool(wrong or (args.strict and old))
    elif args.reword:
        reword(tables, stamps)
    elif args.names:
        for name in args.names:
            measure(name, tables, args.data)
    else:
        parser.print_help()
    return 0


def listed(tables: dict[str, Table], stamps: dict[str, Stamp]) -> Iterator[str]:
    """One line per table."""
    for name, table in tables.items():
        stamp = stamps.get(name)
        when = f"{stamp.date}, {stamp.age:3} days" if stamp else "never measured"
        moved = ", ".join(f"{key} {old} -> {new}" for key, old, new in changed(table, stamp))
        needs = ", ".join((f"{table.minutes:g} min", *table.needs))
        yield f"{name:28} {when}  {table.writes:5} {needs:24} {moved or 'as shipped'}"


def changed(table: Table, stamp: Stamp | None) -> Iterator[tuple[str, str, str]]:
    """What it reads and is not what it was: name, version then, version now."""
    for name in table.reads:
        then, now = (stamp.versions.get(name, "none") if stamp else "none"), versions()[name]
        if then != now:
            yield name, then, now


def problems(
    tables: dict[str, Table], stamps: dict[str, Stamp], root: Path = ROOT
) -> Iterator[str]:
    """Everything that is not as it should be, age aside."""
    for path in sorted(root.glob(PAGES)):
        text, page = pages.read(path), path.relative_to(root).as_posix()
        for line in pages.outside(text):
            yield f"{page}: a table without a name: {line[:60]}"
        for name in pages.places(text).keys() - tables.keys():
            yield f"{page}: {name} is not in tables.toml"
    for name, table in tables.items():
        yield from (f"{table.page}: {name}: {what}" for what in wrong(name, table, stamps, root))


def wrong(name: str, table: Table, stamps: dict[str, Stamp], root: Path) -> Iterator[str]:
    """What is not right about one table."""
    path = root / table.page
    body = pages.places(pages.read(path)).get(name) if path.exists() else None
    stamp = stamps.get(name)
    if body is None:
        yield "the page has no place for it"
    elif stamp is None:
        yield f"never measured: python -m benchmarks.evidence {name}"
    else:
        if pages.digest(body) != stamp.digest:
            yield f"changed since it was measured: python -m benchmarks.evidence {name}"
        if pages.shown(table, stamp) not in body:
            yield f"its stamp should be:\n{pages.shown(table, stamp)}"


def stale(tables: dict[str, Table], stamps: dict[str, Stamp]) -> Iterator[str]:
    """Tables that were measured with something else than what ships, and do not say why."""
    for name, table in tables.items():
        moved = [
            f"{what} {then} ({now} ships)" for what, then, now in changed(table, stamps.get(name))
        ]
        if moved and not table.older:
            yield f"{table.page}: {name}: stale, measured with {', '.join(moved)}"


def measure(name: str, tables: dict[str, Table], data: Path) -> None:
    """Runs the command of a table, and puts its output and today's stamp into the page.

    Tables that the same command makes are renewed together.
    """
    command = tables[name].command
    output = run(command.replace("DATA", str(data)))
    renew({key: table for key, table in tables.items() if table.command == command}, output)


def renew(tables: dict[str, Table], output: str) -> None:
    """New bodies and stamps."""
    stamps = read_stamps()
    for name, table in tables.items():
        path = ROOT / table.page
        text = pages.read(path)
        by_itself = table.writes == "page"
        body = pages.content(pages.places(text)[name]) if by_itself else pages.fresh(output, table)
        stamps[name] = Stamp(
            date.today().isoformat(),
            litmus.__version__,
            pages.digest(body),
            {key: versions()[key] for key in table.reads},
        )
        path.write_text(pages.stamped(text, name, body, table, stamps[name]), encoding="utf-8")
        print(f"{table.page}: {name}")
    write_stamps(stamps)


def reword(tables: dict[str, Table], stamps: dict[str, Stamp]) -> None:
    """Writes the stamps of all pages anew; dates and numbers stay."""
    for name, table in tables.items():
        path = ROOT / table.page
        text = pages.read(path)
        body = pages.content(pages.places(text)[name])
        path.write_text(pages.stamped(text, name, body, table, stamps[name]), encoding="utf-8")


def run(command: str) -> str:
    """What a command prints; it must end well."""
    words = [sys.executable if word == "python" else word for word in shlex.split(command)]
    print(f"$ {command}", file=sys.stderr)
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"The command ended with {done.returncode}; the table stays as it was.")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
