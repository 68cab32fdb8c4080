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
    add("-l", "--language-pair", metavar="SRC-TGT",
        help="where the format does not say; one language: this is its idiom list")  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """A report; exit code 1 if there is a problem."""
    from litmus.corpus.suite import load_suite
    from litmus.demo.shipped import shipped_suites
    from litmus.discourse.check import KIND as RULES
    from litmus.errors import UsageError
    from litmus.idioms.explain import KIND as IDIOMS
    from litmus.language.knowledge import language_pair

    path = shipped_suites().get(str(args.path), args.path)
    if _is_idiom_list(args):
        report = _idioms(args)
    else:
        pair = language_pair(args.language_pair) if args.language_pair else None
        report = _report(path, args.kind, pair)
    problems, n_problems = list(report.problems), report.n_problems
    if report.kind == "suite" and report.ok:
        info = load_suite(path).info
        try:
            language_pair(f"{info.source}-{info.target}")
        except UsageError as error:
            problems.append(f"{path / 'suite.toml'}: {error}")
            n_problems += 1
    explained = report.kind in (IDIOMS, RULES)
    if not explained:
        say(report.notes)
    counts = ", ".join(f"{count:,} {name}" for name, count in report.counts.items())
    lines = [f"{report.path}: {report.kind}" + (f", {counts}" if counts else "")]
    lines += report.notes if explained else ()
    lines += problems
    hidden = n_problems - len(problems)
    if hidden:
        lines.append(f"... and {hidden:,} more.")
    lines.append(f"{n_problems:,} problem{'s' * (n_problems > 1)}" if n_problems else "ok")
    return "\n".join(lines) + "\n", 1 if n_problems else 0


def _is_idiom_list(args: argparse.Namespace) -> bool:
    """Asked for by name, or by one language where a corpus would have two."""
    from litmus.idioms.explain import KIND

    one = bool(args.language_pair) and "-" not in args.language_pair
    return args.kind == KIND or (args.kind is None and one)


def _idioms(args: argparse.Namespace) -> "Report":
    from litmus.errors import UsageError
    from litmus.idioms.explain import check_idioms
    from litmus.idioms.idiom_list import shipped_lists
    from litmus.language.knowledge import language_code

    if not args.language_pair:
        raise UsageError("An idiom list is in one language; say which: -l en")
    path = args.path if args.path.exists() else shipped_lists().get(str(args.path), args.path)
    return check_idioms(path, language_code(args.language_pair))


def _report(path: Path, kind: str | None, pair: tuple[str, str] | None) -> "Report":
    """CoNLL-U and discourse rules are known to their layers, everything else to the corpus."""
    from litmus.corpus.check import KINDS, check
    from litmus.discourse.check import KIND as RULES
    from litmus.discourse.check import check_rules, is_rules
    from litmus.errors import UnknownName
    from litmus.idioms.explain import KIND as IDIOMS
    from litmus.language.conllu_check import KIND, check_conllu, is_conllu

    if kind == KIND or (kind is None and is_conllu(path)):
        return check_conllu(path)
    if kind == RULES or (kind is None and is_rules(path)):
        return check_rules(path)
    if kind is not None and kind not in KINDS:
        raise UnknownName("kind of file", kind, [*KINDS, KIND, IDIOMS, RULES])
    return check(path, kind=kind, languages=pair)
