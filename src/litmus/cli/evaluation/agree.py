"""`litmus agree`: a metric held against human judgement."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli.evaluation.score import add_inputs, chosen_outputs, chosen_suite, settings
from litmus.cli.output import SubParsers, destination, say
from litmus.tables import FORMATS

if TYPE_CHECKING:
    from litmus.annotate.agree.compare import Verdicts
    from litmus.annotate.judgements import Judgement

EXAMPLE = """examples:
  litmus agree judgements.jsonl
  litmus agree campaign/ -t demo-en-es -m litter litter:case=fold litter:match=lemma
  litmus agree judgements.tsv --segments evidence.jsonl -f latex
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "agree",
        help="hold metrics against human judgements",
        description="Metrics (-m) that call a segment right or wrong are held against people: "
        "litter, blacklist, omission, autoie; several, or one with several options, are compared.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("judgements", nargs="+", type=Path, metavar="JUDGEMENTS",
        help="campaigns, or files of litmus annotate export (JSON lines, TSV)")  # fmt: skip
    add_inputs(parser)
    add("--segments", type=Path, metavar="F.jsonl",
        help="verdicts of metrics as litmus score --segments writes them")  # fmt: skip
    add("--task", metavar="NAME|FILE", help="the label set (default: as the judgements say)")
    add("--error", nargs="+", default=[], metavar="LABEL", help="labels that mean an error")
    add("--literal", nargs="+", default=[], metavar="LABEL", help="... a literal error")
    add("--systems", action="store_true", help="show metrics also a system at a time")
    add("-f", "--format", choices=FORMATS, default="text", help="(default: %(default)s)")
    add("-o", "--output", type=Path, metavar="F", help="write there instead of stdout")
    add("--draws", type=int, default=2000, help="for the intervals (default: %(default)s)")
    add("--seed", type=int, default=12345, help="(default: %(default)s)")
    add("-w", "--width", type=int, default=1, metavar="N", help="decimals (default: %(default)s)")
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    # What evaluate wants to know, and an agreement does not.
    parser.set_defaults(run=run, test=None, by="segment", subsets=False, bootstrap=1, trials=1)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Compare; the tables come back."""
    from litmus.annotate.agree.compare import Settings, compare, meanings_of
    from litmus.annotate.agree.panel import make_panel
    from litmus.annotate.agree.tables import Style, render
    from litmus.annotate.label_sets import load_label_set
    from litmus.errors import UsageError

    for flag, number, least in (("--draws", args.draws, 1), ("--seed", args.seed, 0),
                                ("-w", args.width, 0)):  # fmt: skip
        if number < least:
            raise UsageError(f"{flag} must be at least {least}, not {number}.")
    judgements, labels = _judgements(args)
    with destination(args.output) as write:
        panel = make_panel(judgements, load_label_set(labels))
        verdicts, signatures = _verdicts(args)
        meanings = meanings_of(panel, args.error, args.literal)
        agreement = compare(panel, verdicts, Settings(meanings, args.draws, args.seed), signatures)
        if not args.quiet:
            say(agreement.notes)
        return write(render(agreement, args.format, Style(args.width, args.systems))), 0


def _judgements(args: argparse.Namespace) -> "tuple[list[Judgement], Path]":
    """All judgements, and the file of the label set they use."""
    from dataclasses import replace

    from litmus.annotate.campaigns.campaign import LABELS, load_campaign
    from litmus.annotate.exchange import standing_judgements
    from litmus.annotate.judgements import read_judgements
    from litmus.annotate.label_sets import find_label_set
    from litmus.errors import UsageError

    found: list[Judgement] = []
    own: Path | None = None
    for path in args.judgements:
        if path.is_dir():
            found += standing_judgements(load_campaign(path))
            own = own or path / LABELS
        else:
            found += read_judgements(path)
    tasks = sorted({one.task for one in found if one.task})
    if not args.task and len(tasks) > 1:
        raise UsageError(f"The judgements are of several tasks: {', '.join(tasks)}. Give one kind.")
    labels = find_label_set(args.task) if args.task else own
    found = [replace(one, system=one.system.removeprefix("@")) for one in found]
    return found, labels or find_label_set(tasks[0] if tasks else "idiom")


def _verdicts(args: argparse.Namespace) -> "tuple[Verdicts, dict[str, str]]":
    """What the metrics say, and their signatures where they are known."""
    import tempfile

    from litmus.annotate.verdicts import detectors, verdicts_by_metric
    from litmus.errors import UsageError
    from litmus.scoring.evaluate import evaluate

    if args.segments:
        if args.metrics or args.suite or args.source:
            raise UsageError("Give either metrics (-t SUITE -m METRIC) or --segments, not both.")
        return verdicts_by_metric(args.segments), {}
    if not args.metrics:
        if args.suite or args.source or args.input:
            raise UsageError("Which metrics? Give them: -m litter litter:case=fold")
        return {}, {}
    detectors(args.metrics)
    suite = chosen_suite(args)
    outputs = chosen_outputs(args, suite)
    with tempfile.TemporaryDirectory(prefix="litmus-") as scratch:
        path = Path(scratch) / "evidence.jsonl"
        result = evaluate(suite, outputs, **settings(args, suite, outputs), segments=path)
        signatures = {row.metric: row.signature for row in result.rows if row.tag is None}
        return verdicts_by_metric(path, args.metrics), signatures
