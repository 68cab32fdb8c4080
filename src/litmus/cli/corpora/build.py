"""`litmus build`: a test suite and training files from occurrences and a parallel corpus."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli.output import SubParsers

if TYPE_CHECKING:
    from litmus.idioms.building.plan import Built, Plan

EXAMPLE = """examples:
  litmus mine en corpus.en -l en -o found.jsonl
  litmus build found.jsonl -l en-fr -s corpus.en -r corpus.fr -o idioms --upsample 20
  litmus build found.jsonl -l en-fr --corpus memory.tmx --scheme sampled --size 1500 -o idioms
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "build",
        help="test suite and training files from mined idioms",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("occurrences", type=Path, metavar="FOUND", help="what litmus mine wrote")
    add("-l", "--language-pair", required=True, metavar="SRC-TGT", help="such as en-fr")
    add("-s", "--source", type=Path, metavar="FILE", help="the corpus that was mined")
    add("-r", "--reference", type=Path, metavar="FILE", help="its translation, line by line")
    add("--corpus", type=Path, metavar="PATH", help="instead: TMX, TSV, SGM, suite, …")
    add("--scheme", choices=("halves", "sampled", "capped"), default="halves",
        help="how test and training share the pairs (default: %(default)s)")  # fmt: skip
    add("--size", type=int, metavar="N", help="sampled: test pairs (default: half of all)")
    add("--cap", type=int, default=40, metavar="N",
        help="capped: test pairs an idiom (default: %(default)s)")  # fmt: skip
    add("--unseen", type=int, default=0, metavar="N",
        help="idioms kept out of training, with a suite of their own (default: none)")  # fmt: skip
    add("--upsample", type=int, nargs="+", default=[20], metavar="N",
        help="conditions with idiom pairs N times (default: 20)")  # fmt: skip
    add("--mark", choices=("none", "sentence", "span"), default="none",
        help="idioms marked in training sources with <idm> (default: %(default)s)")  # fmt: skip
    add("--min-context", type=int, default=5, metavar="N",
        help="words outside the idiom that a pair must have (default: %(default)s)")  # fmt: skip
    add("--max-words", type=int, default=80, metavar="N",
        help="longest side of a pair (default: %(default)s)")  # fmt: skip
    add("--max-ratio", type=float, default=1.5, metavar="X",
        help="longer side by shorter side (default: %(default)s)")  # fmt: skip
    add("--doubtful", action="store_true", help="use matches that are flagged as doubtful too")
    add("--verdicts", type=Path, nargs="+", default=[], metavar="FILE",
        help="what people said of matches, from the page of --samples")  # fmt: skip
    add("--idioms", metavar="LIST", help="the list that was mined, for its equivalents")
    add("--seed", type=int, default=12345, help="(default: %(default)s)")
    add("--overwrite", action="store_true", help="replace an earlier FOLDER")
    add("-q", "--quiet", action="store_true", help="no progress")
    add("-o", "--output", type=Path, required=True, metavar="FOLDER", help="what is written")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """What was built."""
    from litmus.bitext.cleaning import Cleaning
    from litmus.bitext.files import Bitext
    from litmus.errors import UsageError
    from litmus.idioms.building.build import build
    from litmus.idioms.building.plan import Plan
    from litmus.idioms.entries.lists import load_idioms
    from litmus.idioms.mining.occurrences import read_found
    from litmus.language.knowledge import language_pair

    languages = language_pair(args.language_pair)
    for flag, least in (("cap", 1), ("unseen", 0), ("min_context", 0), ("max_words", 1)):
        if getattr(args, flag) < least:
            raise UsageError(f"--{flag.replace('_', '-')} counts from {least}.")
    if args.max_ratio < 1 or any(times < 2 for times in args.upsample):
        raise UsageError("--max-ratio is at least 1, --upsample at least 2.")
    plan = Plan(
        scheme=args.scheme,
        seed=args.seed,
        size=args.size,
        cap=args.cap,
        unseen=args.unseen,
        upsample=tuple(dict.fromkeys(args.upsample)),
        mark=args.mark,
        min_context=args.min_context,
        use_doubtful=args.doubtful,
        cleaning=Cleaning(args.max_words, args.max_ratio),
    )
    listed = load_idioms(args.idioms, languages[0]).idioms if args.idioms else ()
    built = build(
        Bitext(languages, args.source, args.reference, args.corpus),
        read_found(args.occurrences, args.verdicts),
        args.output,
        plan,
        equivalents={idiom.label: idiom.equivalents for idiom in listed},
        overwrite=args.overwrite,
        progress=None if args.quiet or not sys.stderr.isatty() else _progress,
    )
    return _summary(built, plan, args.output), 0


def _summary(built: "Built", plan: "Plan", folder: Path) -> str:
    lines = [
        f"{built.pairs:,} pairs, {built.dropped.total():,} removed by cleaning, "
        f"{built.set_aside.total():,} set aside, {built.leaks.total():,} removed as leaks",
        f"regular      {built.regular:9,} pairs",
        f"idiom-train  {built.train.total():9,} pairs of {len(built.train):,} idioms",
        f"idiom-test   {built.test.total():9,} pairs of {len(built.test):,} idioms",
    ]
    if built.unseen:
        lines.append(
            f"unseen-test  {built.unseen.total():9,} pairs of {len(built.unseen):,} idioms"
        )
    lines += [
        f"conditions: {', '.join(built.conditions)} (in {folder / 'train'})",
        f"Read {folder / 'card.md'}; score systems with: litmus score -t {folder / 'suite'} -i OUT",
    ]
    return "\n".join(lines) + "\n"


def _progress(what: str, number: int) -> None:
    sys.stderr.write(f"\r{what}: {number:,} pairs   ")
    sys.stderr.flush()
