"""`litmus check`: is this file right?"""

import argparse
import re
from pathlib import Path

from litmus.cli import output
from litmus.cli.output import SubParsers, say
from litmus.wording import count


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser("check", help="validate a suite or any file litmus reads")
    add = parser.add_argument
    add("path", type=Path, metavar="FILE", help="file or suite folder")
    add("--as", dest="kind", metavar="KIND", help="what it should be (default: recognised)")
    add("-l", "--language-pair", metavar="SRC-TGT",
        help="if the format does not say; a single language checks an idiom list")  # fmt: skip
    add("--target-analyser", metavar="ANALYSER",
        help="what analyses the examples of discourse rules, such as stanza:pl, or conllu:FILE "
        "with their sentences (default: embedded)")  # fmt: skip
    add("-q", "--quiet", action="store_true", help="no progress")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """A report; exit code 1 if there is a problem."""
    from litmus.checks.registry import check_file, checker_of

    report = check_file(args.path, args.kind, args.language_pair, args.target_analyser)
    counts = [count(n, _singular(name), name) for name, n in report.counts.items()]
    lines = [", ".join([f"{report.path}: {report.kind}", *counts])]
    if checker_of(report.kind).explains:
        lines += map(output.flags.shown, report.notes)
    else:
        say(report.notes)
    lines += report.problems
    if hidden := report.n_problems - len(report.problems):
        lines.append(f"... and {hidden:,} more.")
    lines.append("ok" if report.ok else count(report.n_problems, "problem"))
    return "\n".join(lines) + "\n", 0 if report.ok else 1


def _singular(name: str) -> str:
    """Counts are named in the plural, and the noun comes first of what ends in -s.

    >>> _singular("empty lines"), _singular("lines without an idiom"), _singular("literal")
    ('empty line', 'line without an idiom', 'literal')
    """
    return re.sub(r"s\b", "", name, count=1)
