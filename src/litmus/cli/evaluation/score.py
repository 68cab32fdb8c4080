"""`litmus score`: the main job."""

import argparse
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litmus.cli.output import SubParsers, destination, say
from litmus.tables import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from litmus.alignment.links import Aligner
    from litmus.corpus.suite import Suite
    from litmus.corpus.tags import TagFile

EXAMPLE = """examples:
  litmus score -t demo-en-es
  litmus score -t demo-zh-en -i mine=out.en -m blacklist litter bleu --paired-ar
  litmus score -l en-fr -s src.en -r ref.fr --spans spans.en -i a.fr b.fr -m litter:case=fold
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "score",
        help="score system outputs on a suite",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add_inputs(parser)
    add("-f", "--format", choices=FORMATS, default="text", help="(default: %(default)s)")
    add("-o", "--output", type=Path, metavar="F", help="write there instead of stdout")
    add("--segments", type=Path, metavar="F.jsonl", help="write the evidence of every segment")
    add("--plots", type=Path, metavar="DIR",
        help="draw the results there as SVG, PDF and PNG (needs litmus-mt[plots])")  # fmt: skip
    add_tests(parser)
    add("--labels", action="store_true", help="show the table of labels in text and Markdown")
    add("-w", "--width", type=int, default=1, metavar="N", help="decimals (default: %(default)s)")
    add("-b", "--bare", action="store_true", help="the main values alone")
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    parser.set_defaults(run=run)


def add_inputs(parser: argparse.ArgumentParser) -> None:
    """What is scored and by what: the flags that score and report share."""
    add = parser.add_argument
    add("-t", "--suite", metavar="SUITE", help="a suite's folder, or a name (litmus list suites)")
    add("-l", "--language-pair", metavar="SRC-TGT", help="such as en-de; with -s")
    add("-s", "--source", type=Path, metavar="SRC", help="source text, one segment a line")
    add("-r", "--references", nargs="+", type=Path, default=[], metavar="REF", help="references")
    add("--spans", type=Path, metavar="F", help="where the idioms stand in the source")
    add("--docids", type=Path, metavar="F", help="document id of each line")
    add("-i", "--input", nargs="+", action="extend", default=[], metavar="[NAME=]OUT",
        help="outputs, one segment a line; @OUT is one that comes with the suite; the first is "
        "the baseline (default: all that come with the suite)")  # fmt: skip
    add("-m", "--metrics", nargs="+", action="extend", default=[], metavar="METRIC",
        help="name:key=value,... (litmus list metrics; default: those of the suite; of loose files "
        "bleu and chrf, with --spans litter too)")  # fmt: skip
    add("-a", "--aligner", default="embedded", metavar="ALIGNER",
        help="links all systems where a metric needs links (litmus list aligners; "
        "default: %(default)s)")  # fmt: skip
    add("--alignment", action="append", default=[], metavar="[NAME=]F",
        help="Pharaoh links: of the reference, or of the system NAME")  # fmt: skip
    add("--alignment-tokens", choices=("words", "space", "moses"), default="words",
        help="what the links count (default: %(default)s)")  # fmt: skip
    add("--alignment-base", type=int, choices=(0, 1), default=0,
        help="what the links count from (default: %(default)s)")  # fmt: skip
    add("--tags", action="append", default=[], metavar="[NAME=]F", help="tags, for word-f")


def add_tests(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """How sure the numbers are: the flags that score and report share."""
    add = parser.add_argument
    test = parser.add_mutually_exclusive_group()
    test.add_argument("--paired-ar", dest="test", action="store_const", const="ar",
                      help="test against the first by approximate randomisation"
                      + " (the default)" * (default == "ar"))  # fmt: skip
    test.add_argument("--paired-bs", dest="test", action="store_const", const="bs",
                      help="test against the first by bootstrap")  # fmt: skip
    parser.set_defaults(test=default)
    if default:
        test.add_argument("--no-test", dest="test", action="store_const", const=None,
                          help="no test, which is quicker")  # fmt: skip
    add("--by", choices=("segment", "document"),
        help="what is resampled (default: segment; document where tags are made)")  # fmt: skip
    add("--subsets", action="store_true",
        help="also on: random segments, with idiom, triggered, not triggered")  # fmt: skip
    add("--seed", type=int, default=12345, help="(default: %(default)s)")
    add("--trials", type=int, default=10_000, help="of the randomisation (default: %(default)s)")
    add("--bootstrap", type=int, default=1000, help="resamples (default: %(default)s)")


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Score; the table comes back."""
    from litmus.scoring.evaluate import evaluate
    from litmus.scoring.tables import Style, bare, render

    _check_flags(args)
    if args.plots:
        from litmus.tables.figures import check_plots

        check_plots(args.plots)
    suite = chosen_suite(args)
    outputs = chosen_outputs(args, suite)
    with destination(args.output) as write:
        with counting(args) as progress:
            result = evaluate(
                suite,
                outputs,
                **settings(args, suite, outputs),
                segments=args.segments,
                progress=progress,
            )
        if not args.quiet:
            say([*result.notes, *unread_spans(args, suite)])
        if args.plots:
            from litmus.reports.plots import write_plots

            drawn = write_plots(result, args.plots)
            if not args.quiet:
                say([f"{len(drawn)} plots are in {args.plots}, each as SVG, PDF and PNG."])
        if args.bare:
            text = bare(result, args.width)
        else:
            colour = args.output is None and colour_wanted()
            text = render(result, args.format, Style(args.width, args.labels, colour=colour))
        return write(text), 0


def settings(args: argparse.Namespace, suite: "Suite", outputs: dict[str, Path]) -> dict[str, Any]:
    """What the shared flags say, as `evaluate` takes it."""
    return {
        "metrics": args.metrics,
        "aligners": _aligners(args, suite, outputs),
        "aligner": args.aligner,
        "tags": _tags(args, outputs),
        "test": args.test,
        "unit": args.by,
        "subsets": args.subsets,
        "n_bootstrap": args.bootstrap,
        "n_trials": args.trials,
        "seed": args.seed,
    }


@contextmanager
def counting(args: argparse.Namespace) -> "Iterator[Callable[[int], None] | None]":
    """A counter of segments for who watches; it is gone when the work is done."""
    if args.quiet or not sys.stderr.isatty():
        yield None
        return
    yield _progress
    sys.stderr.write(f"{'':30}\r")  # the count has done its work


def colour_wanted() -> bool:
    """Whether stdout is a terminal that shows colours, and nobody said no (NO_COLOR)."""
    dumb = os.environ.get("TERM") == "dumb" or os.environ.get("NO_COLOR")
    return sys.stdout.isatty() and not dumb


def check_numbers(args: argparse.Namespace) -> None:
    """Numbers that make no sense are refused before any work."""
    from litmus.errors import UsageError

    for flag, number, least in (
        ("--trials", args.trials, 1),
        ("--bootstrap", args.bootstrap, 1),
        ("--seed", args.seed, 0),
        ("-w", getattr(args, "width", 0), 0),
    ):
        if number < least:
            raise UsageError(f"{flag} must be at least {least}, not {number}.")


def _check_flags(args: argparse.Namespace) -> None:
    from litmus.errors import DataError, UsageError

    check_numbers(args)
    if args.output and args.output == args.segments:
        raise UsageError("-o and --segments name the same file. Give two.")
    if args.segments and args.segments.is_dir():
        raise DataError(f"{args.segments} is a folder; give the name of a file.")


def _progress(done: int) -> None:
    sys.stderr.write(f"{done:,} segments\r")  # whatever comes next overwrites it
    sys.stderr.flush()


def chosen_suite(args: argparse.Namespace) -> "Suite":
    """The suite of -t, or one of the loose files."""
    from litmus.corpus.parallel import ParallelFiles
    from litmus.corpus.shipped import load_suite
    from litmus.corpus.suite import SuiteInfo
    from litmus.errors import DataError, UnknownName, UsageError
    from litmus.language.knowledge import language_code, language_pair

    pair = language_pair(args.language_pair) if args.language_pair else None
    if args.suite:
        if args.source or args.references or args.spans or args.docids:
            raise UsageError("Give either a suite (-t) or loose files (-l -s -r), not both.")
        suite = load_suite(args.suite)
        try:
            own = language_code(suite.info.source), language_code(suite.info.target)
        except UnknownName as error:
            raise DataError(f"{suite.folder / 'suite.toml'}: {error}") from error
        if pair and pair != own:
            raise UsageError(
                f"{suite.info.name} is {suite.info.source}-{suite.info.target}, "
                f"but -l says {args.language_pair}."
            )
        return suite
    if not args.source:
        raise UsageError(
            "Nothing to score on. Give a suite (-t SUITE), or -l SRC-TGT -s SRC -r REF.\n"
            "Suites that come with litmus: litmus list suites"
        )
    if pair is None:
        raise UsageError("Loose files do not say their languages. Add -l SRC-TGT, such as en-fr")
    info = SuiteInfo(args.source.name, *pair, metrics=_default_metrics(args, pair))
    return ParallelFiles(info, args.source, tuple(args.references), args.spans, args.docids)


def _default_metrics(args: argparse.Namespace, pair: tuple[str, str]) -> tuple[str, ...]:
    """What marked idioms are for is scored, too, where a dictionary is at hand."""
    from litmus.language.dictionary.bilingual import shipped_pairs
    from litmus.scoring.evaluate import DEFAULT_METRICS

    return ("litter", *DEFAULT_METRICS) if args.spans and pair in shipped_pairs() else ()


def unread_spans(args: argparse.Namespace, suite: "Suite") -> list[str]:
    """A note where the spans given had no part in any number."""
    from litmus.metrics.registry import metric_class

    used = args.metrics or suite.info.metrics
    if not args.spans or args.subsets or any(metric_class(text).reads_spans for text in used):
        return []
    if args.metrics:
        return ["--spans was given, but none of the metrics asked for reads it."]
    return [
        f"--spans was not used: LitTER has no dictionary for {suite.info.source}-"
        f"{suite.info.target}.\n"
        "Use it: -m litter:dictionary=FILE bleu chrf, or -m apt-eval bleu chrf"
    ]


def chosen_outputs(args: argparse.Namespace, suite: "Suite") -> dict[str, Path]:
    """Name -> file of every output to be scored."""
    from litmus.errors import UnknownName, UsageError

    known = suite.systems
    if not args.input:
        if not known:
            raise UsageError("There is no output to score. Give one: -i [NAME=]FILE")
        return dict(known)
    outputs: dict[str, Path] = {}
    for item in args.input:
        name, path = _name_and_path(item)
        shipped = str(path)
        if shipped.startswith("@") and (item == shipped or not path.exists()):
            if shipped[1:] not in known:
                raise UnknownName("output of this suite", shipped, [f"@{n}" for n in known])
            path = known[shipped[1:]]
        elif item in known and not path.exists():
            raise UsageError(
                f"There is no file {item}, but an output of that name comes with the suite: @{item}"
            )
        if name in outputs:
            raise UsageError(f"Two outputs are called {name!r}. Name them: -i NAME=FILE")
        outputs[name] = path
    return outputs


def _name_and_path(item: str) -> tuple[str, Path]:
    name, equals, path = item.partition("=")
    if equals and name and not Path(item).exists():
        return name, Path(path)
    return item if item.startswith("@") else Path(item).name, Path(item)


def _by_system(items: list[str], outputs: dict[str, Path], flag: str) -> dict[str, Path]:
    """Files by system; the one without a name is the reference's."""
    from litmus.errors import UnknownName, UsageError

    found: dict[str, Path] = {}
    for item in items:
        name, equals, path = item.partition("=")
        system = name if equals and not Path(item).exists() else ""
        if system and system not in outputs:
            raise UnknownName("system", system, outputs)
        if system in found:
            raise UsageError(f"{flag} was given twice for {system or 'the reference'}.")
        found[system] = Path(path) if system else Path(item)
    return found


def _aligners(
    args: argparse.Namespace, suite: "Suite", outputs: dict[str, Path]
) -> "dict[str, Aligner]":
    from litmus.alignment.backends.pharaoh_files import PharaohFile

    languages = (suite.info.source, suite.info.target)
    return {
        system: PharaohFile(path, languages, tokens=args.alignment_tokens, base=args.alignment_base)
        for system, path in _by_system(args.alignment, outputs, "--alignment").items()
    }


def _tags(args: argparse.Namespace, outputs: dict[str, Path]) -> "dict[str, TagFile]":
    from litmus.corpus.tags import TagFile

    return {
        system: TagFile(path) for system, path in _by_system(args.tags, outputs, "--tags").items()
    }
