"""`litmus check`: is this file right?"""

import argparse
from pathlib import Path

from litmus.cli.output import SubParsers, say


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser("check", help="validate a suite or any file litmus reads")
    add = parser.add_argument
    add("path", type=Path, metavar="FILE", help="file or suite folder")
    add("--as", dest="kind", metavar="KIND", help="what it should be (default: find out)")
    add("-l", "--language-pair", metavar="SRC-TGT", help="where the format does not say")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """A report; exit code 1 if there is a problem."""
    from litmus.corpus.check import check
    from litmus.language.knowledge import language_pair

    pair = language_pair(args.language_pair) if args.language_pair else None
    report = check(args.path, kind=args.kind, languages=pair)
    say(report.notes)
    counts = ", ".join(f"{count:,} {name}" for name, count in report.counts.items())
    lines = [f"{report.path}: {report.kind}" + (f", {counts}" if counts else "")]
    lines += report.problems
    hidden = report.n_problems - len(report.problems)
    if hidden:
        lines.append(f"... and {hidden:,} more.")
    lines.append(
        "ok" if report.ok else f"{report.n_problems:,} problem{'s' * (report.n_problems > 1)}"
    )
    return "\n".join(lines) + "\n", 0 if report.ok else 1
