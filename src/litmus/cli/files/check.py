"""`litmus check`: is this file right?"""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli.output import SubParsers, say

if TYPE_CHECKING:
    from litmus.checks.corpus_files import Report


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
    from litmus.checks.idiom_lists import KIND as IDIOMS
    from litmus.checks.rules import KIND as RULES
    from litmus.corpus.shipped import shipped_suites
    from litmus.corpus.suite import read_suite
    from litmus.errors import UsageError
    from litmus.language.knowledge import language_pair

    path = shipped_suites().get(str(args.path), args.path)
    if _is_idiom_list(args):
        report = _idioms(args)
    else:
        pair = language_pair(args.language_pair) if args.language_pair else None
        report = _report(path, args.kind, pair)
    problems, n_problems = list(report.problems), report.n_problems
    if report.kind == "suite" and report.ok:
        info = read_suite(path).info
        try:
            language_pair(f"{info.source}-{info.target}")
        except UsageError as error:
            problems.append(f"{path / 'suite.toml'}: {error}")
            n_problems += 1
    explained = report.kind in (IDIOMS, RULES)
    if not explained:
        say([*report.notes, *_hints(args, report)])
    counts = ", ".join(f"{count:,} {name}" for name, count in report.counts.items())
    lines = [f"{report.path}: {report.kind}" + (f", {counts}" if counts else "")]
    lines += report.notes if explained else ()
    lines += problems
    hidden = n_problems - len(problems)
    if hidden:
        lines.append(f"... and {hidden:,} more.")
    lines.append(f"{n_problems:,} problem{'s' * (n_problems > 1)}" if n_problems else "ok")
    return "\n".join(lines) + "\n", 1 if n_problems else 0


def _hints(args: argparse.Namespace, report: "Report") -> list[str]:
    """Words without a language may be a list of idioms, which only its language can explain."""
    from litmus.checks.idiom_lists import may_be_idioms

    if args.kind or args.language_pair or report.kind not in ("text", "tsv"):
        return []
    if not may_be_idioms(report.path):
        return []
    return [
        f"If {report.path} is an idiom list, say its language, and its entries are checked: "
        f"litmus check {report.path} -l en"
    ]


def _is_idiom_list(args: argparse.Namespace) -> bool:
    """Asked for by name, by one language where a corpus would have two, or by one that ships."""
    from litmus.checks.idiom_lists import KIND

    one = bool(args.language_pair) and "-" not in args.language_pair
    return args.kind == KIND or (args.kind is None and (one or _is_shipped(args)))


def _is_shipped(args: argparse.Namespace) -> bool:
    from litmus.idioms.entries.lists import shipped_lists

    return not args.path.exists() and str(args.path) in shipped_lists()


def _idioms(args: argparse.Namespace) -> "Report":
    from litmus.checks.idiom_lists import check_idioms
    from litmus.errors import UsageError
    from litmus.idioms.entries.lists import shipped_lists
    from litmus.language.knowledge import language_code

    code = args.language_pair or (str(args.path) if _is_shipped(args) else None)
    if not code:
        raise UsageError("An idiom list is in one language; say which: -l en")
    path = args.path if args.path.exists() else shipped_lists().get(str(args.path), args.path)
    return check_idioms(path, language_code(code))


def _report(path: Path, kind: str | None, pair: tuple[str, str] | None) -> "Report":
    """Files that only one layer knows are asked of it, everything else of the corpus."""
    from litmus.checks import judgements as judged
    from litmus.checks import occurrences as mined
    from litmus.checks.conllu import KIND as CONLLU
    from litmus.checks.conllu import check_conllu, is_conllu
    from litmus.checks.corpus_files import KINDS, check
    from litmus.checks.idiom_lists import KIND as IDIOMS
    from litmus.checks.rules import KIND as RULES
    from litmus.checks.rules import check_rules, is_rules
    from litmus.errors import UnknownName

    checks = {
        CONLLU: check_conllu,
        RULES: check_rules,
        mined.KIND: mined.check_found,
        mined.JUDGED: mined.check_verdicts,
        judged.EVIDENCE: judged.check_evidence,
        judged.JUDGEMENTS: judged.check_judgements,
    }
    if kind is not None and kind not in checks and kind not in KINDS:
        raise UnknownName("kind of file", kind, [*KINDS, *checks, IDIOMS])
    if kind is None and is_conllu(path):
        kind = CONLLU
    elif kind is None and is_rules(path):
        kind = RULES
    elif kind is None:
        kind = mined.kind_of(path) or judged.kind_of(path)
    if kind in checks:
        return checks[kind](path)
    return check(path, kind=kind, languages=pair)
