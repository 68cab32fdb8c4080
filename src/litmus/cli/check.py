"""`litmus check`: is this file right?"""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli.output import SubParsers, say

if TYPE_CHECKING:
    from litmus.corpus.check import Report


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
    from litmus.corpus.suite import load_suite
    from litmus.demo.shipped import shipped_suites
    from litmus.errors import UsageError
    from litmus.language.knowledge import language_pair

    pair = language_pair(args.language_pair) if args.language_pair else None
    path = shipped_suites().get(str(args.path), args.path)
    report = _report(path, args.kind, pair)
    problems, n_problems = list(report.problems), report.n_problems
    if report.kind == "suite" and report.ok:
        info = load_suite(path).info
        try:
            language_pair(f"{info.source}-{info.target}")
        except UsageError as error:
            problems.append(f"{path / 'suite.toml'}: {error}")
            n_problems += 1
    say(report.notes)
    counts = ", ".join(f"{count:,} {name}" for name, count in report.counts.items())
    lines = [f"{report.path}: {report.kind}" + (f", {counts}" if counts else "")]
    lines += problems
    hidden = n_problems - len(problems)
    if hidden:
        lines.append(f"... and {hidden:,} more.")
    lines.append(f"{n_problems:,} problem{'s' * (n_problems > 1)}" if n_problems else "ok")
    return "\n".join(lines) + "\n", 1 if n_problems else 0


def _report(path: Path, kind: str | None, pair: tuple[str, str] | None) -> "Report":
    """CoNLL-U is known to the language layer, everything else to the corpus."""
    from litmus.corpus.check import KINDS, check
    from litmus.errors import UnknownName
    from litmus.language.conllu_check import KIND, check_conllu, is_conllu

    if kind == KIND or (kind is None and is_conllu(path)):
        return check_conllu(path)
    if kind is not None and kind not in KINDS:
        raise UnknownName("kind of file", kind, [*KINDS, KIND])
    return check(path, kind=kind, languages=pair)
