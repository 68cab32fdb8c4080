"""`litmus mine`: occurrences of idioms in a corpus."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from litmus.cli.output import SubParsers

if TYPE_CHECKING:
    from litmus.idioms.matching.matcher import Matcher
    from litmus.idioms.mining.mine import Progress, Summary

EXAMPLE = """examples:
  litmus mine en corpus.en.gz -l en -o found.jsonl
  litmus mine my-idioms.txt corpus.de -l de --matcher free --samples look.html -o found.jsonl
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "mine",
        help="find idioms in a corpus",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("idioms", metavar="IDIOMS", help="a list, one idiom a line, or the code of one that ships")
    add("corpus", type=Path, metavar="CORPUS", help="text, one sentence a line; .gz, .xz, .zst too")
    add("-l", "--language", required=True, metavar="LANG", help="such as en")
    add("--matcher", choices=("ordered", "free"), default="ordered",
        help="words in order, or in any order (default: %(default)s)")  # fmt: skip
    add("--max-gap", type=int, metavar="N", help="free: foreign words between neighbours")
    add("--max-inserted", type=int, metavar="N", help="ordered: foreign words between neighbours")
    add("--analyser", default="embedded", metavar="NAME",
        help="judges inserted words; none: take them all (default: %(default)s)")  # fmt: skip
    add("--workers", type=int, metavar="N", help="processes (default: one a core)")
    add("--resume", action="store_true", help="go on where a run was stopped")
    add("--overwrite", action="store_true", help="replace OUT and what is left of earlier runs")
    add("--samples", type=Path, metavar="HTML", help="a page to judge matches on")
    add("-q", "--quiet", action="store_true", help="no progress, no notes")
    add("-o", "--output", type=Path, metavar="OUT", help="JSONL (default: to the terminal)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str | Iterable[str], int]:
    """A summary, or without -o the occurrences themselves."""
    from litmus.errors import UsageError
    from litmus.idioms.entries.lists import load_idioms
    from litmus.idioms.matching.in_order import Limits
    from litmus.idioms.matching.matcher import Matcher
    from litmus.idioms.mining.mine import find_all
    from litmus.language.knowledge import language_code

    code = language_code(args.language)
    given = {"gap": args.max_gap, "inserted": args.max_inserted}
    limits = Limits(**{key: value for key, value in given.items() if value is not None})
    if min(limits.gap, limits.inserted) < 0 or (args.workers is not None and args.workers < 1):
        raise UsageError("--max-gap and --max-inserted count from 0, --workers from 1.")
    if args.samples and args.samples.resolve() in (
        args.corpus.resolve(),
        Path(args.idioms).resolve(),
    ):
        raise UsageError(f"--samples would overwrite {args.samples}. Choose another name.")
    backend = None if args.analyser == "none" else args.analyser
    matcher = Matcher(
        load_idioms(args.idioms, code), kind=args.matcher, limits=limits, backend=backend
    )
    if args.output is None:
        if args.resume or args.samples:
            raise UsageError("--resume and --samples need -o OUT.")
        return _rows(find_all(matcher, args.corpus, workers=args.workers)), 0
    summary = _mine(args, matcher)
    if args.samples:
        _write_samples(args, code)
    return _summary(summary, args.output, args.samples, len(matcher.idioms.idioms)), 0


def _mine(args: argparse.Namespace, matcher: "Matcher") -> "Summary":
    from litmus.idioms.mining.mine import mine
    from litmus.idioms.mining.resume import kept_part

    try:
        return mine(
            matcher,
            args.corpus,
            args.output,
            workers=args.workers,
            resume=args.resume,
            overwrite=args.overwrite,
            progress=None if args.quiet or not sys.stderr.isatty() else _progress(),
        )
    except KeyboardInterrupt as stop:
        if part := kept_part(args.output):
            raise KeyboardInterrupt(
                f"what was found so far is kept in {part}.\n"
                "Go on with --resume and the same command."
            ) from stop
        raise


def _write_samples(args: argparse.Namespace, code: str) -> None:
    from litmus.idioms.mining.samples import write_samples

    try:
        write_samples(args.output, args.corpus, args.samples, language=code)
    except KeyboardInterrupt as stop:
        raise KeyboardInterrupt(
            f"{args.output} is whole, {args.samples} was not written."
        ) from stop


def _rows(mined: Iterable["object"]) -> Iterator[str]:
    for block in mined:
        yield block.rows  # type: ignore[attr-defined]


def _summary(summary: "Summary", output: Path, samples: Path | None, listed: int) -> str:
    lines = [
        f"{summary.occurrences:,} occurrences of {len(summary.idioms):,} idioms (of {listed:,} "
        f"listed) in {summary.lines:,} lines: {output}"
    ]
    lines += [f"{count:9,}  {idiom}" for idiom, count in summary.idioms.most_common(10)]
    if len(summary.idioms) > 10:
        lines.append(f"      ...  and {len(summary.idioms) - 10:,} more")
    if samples:
        lines.append(f"To judge the matches, open {samples}")
    return "\n".join(lines) + "\n"


def _progress() -> "Progress":
    """One line on the terminal, with rate and time to go, a few times a second."""
    start = monotonic()
    shown = 0.0
    begun: int | None = None

    def show(summary: "Summary") -> None:
        nonlocal shown, begun
        now = monotonic()
        if begun is None:
            begun = summary.lines
        if now - shown < 0.2 and summary.fraction < 1:
            return
        shown = now
        rate = (summary.lines - begun) / max(now - start, 1e-9)
        left = ""
        if 0 < summary.fraction <= 1:
            total = summary.lines / summary.fraction
            left = f", {max(0, total - summary.lines) / max(rate, 1):,.0f} s to go"
        sys.stderr.write(
            f"\r{summary.lines:,} lines, {summary.occurrences:,} occurrences, "
            f"{rate:,.0f} lines/s{left}   "
        )
        if summary.fraction >= 1:
            sys.stderr.write("\n")

    return show
