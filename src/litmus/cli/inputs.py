"""The flags that commands share, and what they say as arguments of the library's functions."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litmus.cli.tagging import tagging_arguments
from litmus.wording import count

if TYPE_CHECKING:
    from litmus.alignment.links import Aligner
    from litmus.corpus.suite import Suite
    from litmus.engine.parts import Written
    from litmus.engine.shards import Shard, Stretch

Arguments = dict[str, Any]


def place(text: str) -> Path | str:
    """A path, or a URL as it is."""
    from litmus.files.places import is_url

    return text if is_url(text) else Path(text)


class _Once(argparse.Action):
    """A flag that would silently forget what it was given first."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        before = getattr(namespace, self.dest, None)
        if before is not None:
            raise argparse.ArgumentError(
                self, f"{before} and {values} were given; it is one suite at a time."
            )
        setattr(namespace, self.dest, values)


def add_suite(
    parser: argparse.ArgumentParser,
    *,
    references: str | None = "references; the first one is used",
    spans: bool = False,
    docids: bool = True,
    several: bool = False,
) -> None:
    """A suite (or several), or loose files in its place."""
    add = parser.add_argument
    add("-t", "--suite", action="append" if several else _Once, metavar="SUITE",
        help="a suite's folder, or a name (litmus list suites; sacrebleu:wmt24/en-de)"
        + ("; several: -t A -t B" if several else ""))  # fmt: skip
    add("-l", "--language-pair", metavar="SRC-TGT", help="such as en-de; with -s")
    add("-s", "--source", type=place, metavar="SRC",
        help="source text, one segment per line; - is stdin")  # fmt: skip
    if references:
        add("-r", "--references", nargs="+", type=Path, default=[], metavar="REF", help=references)
    if spans:
        add("--spans", type=Path, metavar="F", help="where the idioms are in the source")
    if docids:
        add("--docids", type=place, metavar="F", help="document id of each line")


def add_classes(parser: argparse.ArgumentParser) -> None:
    """Which idioms of a list are looked for."""
    parser.add_argument(
        "--classes", nargs="+", default=[], metavar="CLASS",
        help="classes of the list only: idiom, proverb, phrasal, expression (default: all)",
    )  # fmt: skip


def add_figurative(parser: argparse.ArgumentParser) -> None:
    """Which of the matches of a list are taken."""
    parser.add_argument(
        "--figurative", type=float, metavar="P",
        help="only matches that are at least this probably figurative, 0 to 1 (English)",
    )  # fmt: skip


def add_terms(parser: argparse.ArgumentParser) -> None:
    """A list of terms."""
    parser.add_argument(
        "--terms", type=Path, metavar="LIST",
        help="terms that are found in the source, and how to translate them: source TAB target"
        "[|target...] [TAB note]",
    )  # fmt: skip


def add_inputs(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """What is scored and by what: the flags that score, report, agree and annotate share."""
    add = parser.add_argument
    add_suite(parser, references="references", spans=True, several=several)
    add("--idioms", metavar="LIST",
        help="a list whose idioms are found in the source and marked: a code (litmus list idioms) "
        "or a file")  # fmt: skip
    add_classes(parser)
    add_figurative(parser)
    add_terms(parser)
    add("-i", "--input", nargs="+", action="extend", default=[], metavar="[NAME=]OUT",
        help="outputs, one segment per line; - is stdin; @OUT is one that comes with the suite; "
        "the first is the baseline (default: all that come with the suite)"
        + ("; on several suites NAME=DIR/{suite}.txt" if several else ""))  # fmt: skip
    add("-m", "--metrics", nargs="+", action="extend", default=[], metavar="METRIC",
        help="name:key=value,... (litmus list metrics), or file.py:Class (default: those of the "
        "suite; for loose files bleu and chrf, with --spans also litter, with --terms "
        "also terms)")  # fmt: skip
    add("-a", "--aligner", default="embedded", metavar="ALIGNER",
        help="aligner for metrics that need word links (litmus list aligners; "
        "default: %(default)s)")  # fmt: skip
    add("--alignment", action="append", default=[], metavar="[NAME=]F",
        help="Pharaoh links of the reference, or of the system NAME")  # fmt: skip
    add("--alignment-tokens", choices=("words", "space", "moses"), default="words",
        help="the tokens that links count (default: %(default)s)")  # fmt: skip
    add("--alignment-base", type=int, choices=(0, 1), default=0,
        help="the number of the first token (default: %(default)s)")  # fmt: skip
    add("--tags", action="append", default=[], metavar="[NAME=]F", help="tags, for word-f")


def add_tests(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """How sure the numbers are: the flags that score and report share."""
    add = parser.add_argument
    test = parser.add_mutually_exclusive_group()
    test.add_argument("--paired-ar", dest="test", action="store_const", const="ar",
                      help="test against the baseline by approximate randomisation"
                      + (" (the default)" if default == "ar" else ""))  # fmt: skip
    test.add_argument("--paired-bs", dest="test", action="store_const", const="bs",
                      help="test against the baseline by bootstrap")  # fmt: skip
    if default:
        test.add_argument("--no-test", dest="test", action="store_const", const="none",
                          help="no test, which is quicker")  # fmt: skip
    add("--baseline", metavar="NAME",
        help="the system that others are tested against (default: the first)")  # fmt: skip
    add("--tested", nargs="+", action="extend", default=[], metavar="METRIC",
        help="test these metrics or readings only, such as litter or apt-eval.chrf")  # fmt: skip
    add("--family", choices=("all", "metric"), default="all",
        help="correct p over all that is tested, or each metric by itself "
        "(default: %(default)s)")  # fmt: skip
    add("--by", choices=("segment", "document"),
        help="what is resampled (default: segment; document when a metric reads tags and documents "
        "are known)")  # fmt: skip
    add("--subsets", action="store_true",
        help="also on: random segments, with idiom, triggered, not triggered")  # fmt: skip
    add("--by-column", nargs="+", action="extend", default=[], metavar="NAME",
        help="also by the values of a column: one of the suite's or of --columns, document, "
        "length, frequency or idiom-frequency")  # fmt: skip
    add("--columns", type=Path, metavar="F.tsv",
        help="more columns of the segments: a line of names, then one row per segment")  # fmt: skip
    add("--seed", type=int, default=12345, metavar="N",
        help="seed of resampling (default: %(default)s)")  # fmt: skip
    add("--trials", type=int, default=10_000, metavar="N",
        help="trials of the randomisation test (default: %(default)s)")  # fmt: skip
    add("--bootstrap", type=int, default=1000, metavar="N", help="resamples (default: %(default)s)")


def add_ratings(parser: argparse.ArgumentParser) -> None:
    """What people or judges say of the outputs, for the page."""
    parser.add_argument(
        "--ratings", nargs="+", action="extend", default=[], type=Path, metavar="F",
        help="scores and error spans of people or a judge to show in the report: JSON lines, WMT's "
        "MQM table, Appraise's CSV, Pearmut's annotations, or a campaign's folder",
    )  # fmt: skip


def add_resegment(parser: argparse.ArgumentParser) -> None:
    """Whether outputs are free text."""
    parser.add_argument(
        "--resegment", action="store_true",
        help="outputs are free translations of whole documents (litmus resegment): cut them first",
    )  # fmt: skip


def check_resegment(args: argparse.Namespace) -> None:
    """Refuses what does not go with free text: every shard would cut all of it again, and what
    comes with a suite has lines."""
    from litmus.errors import UsageError

    if args.resegment and not args.input:
        raise UsageError(
            "--resegment is for free text, and the outputs of a suite have lines.\n"
            "Name the text: -i [NAME=]FREE"
        )
    if args.resegment and (args.shard or args.parts):
        raise UsageError(
            "--resegment and --shard do not go together.\n"
            "Cut the texts first (litmus resegment), then score the lines."
        )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """How many processes share the work; it never changes a result."""
    parser.add_argument(
        "--workers", type=int, metavar="N",
        help="processes (default: one per core where there is much to do)",
    )  # fmt: skip


def add_engine(parser: argparse.ArgumentParser) -> None:
    """What the workers run on; it never changes a result."""
    parser.add_argument(
        "--engine", default="local", metavar="ENGINE",
        help="what workers run on: local, ray, ray://HOST:PORT (default: %(default)s)",
    )  # fmt: skip


def add_overwrite(parser: argparse.ArgumentParser) -> None:
    """Whether what is done already is done again."""
    parser.add_argument(
        "--overwrite", action="store_true", help="collections: also files that are done already"
    )


def add_shard(parser: argparse.ArgumentParser) -> None:
    """One of several runs, on as many machines."""
    parser.add_argument(
        "--shard", metavar="K/N",
        help="run K of N, on any machine; OUT is a part (litmus merge); auto in an array job",
    )  # fmt: skip


def shard(args: argparse.Namespace) -> "Shard | None":
    """Which of several runs this is."""
    if args.shard is None:
        return None
    from litmus.engine.shards import read_shard
    from litmus.errors import UsageError

    if args.output is None:
        raise UsageError("--shard writes a part of the result: -o PART")
    return read_shard(args.shard)


def write_shard(
    args: argparse.Namespace, made_by: str, stretch: "Stretch", lines: Iterable[str]
) -> str:
    """Write the part of a run; a summary."""
    from litmus.engine.parts import Written, write_part

    run = shard(args)
    assert run is not None
    n = write_part(args.output, made_by, run, stretch, lines)
    return part_summary(args.output, Written(run, stretch, n))


def part_summary(output: Path, written: "Written") -> str:
    """What a part holds."""
    run, stretch, n = written
    has_rows = stretch.stop > stretch.first
    rows = f"rows {stretch.first + 1:,} to {stretch.stop:,}" if has_rows else "no rows"
    return (
        f"{output}: part {run.number} of {run.of}, {rows} of {stretch.total:,}, "
        f"{count(n, 'line')}\n"
    )


def add_cache(parser: argparse.ArgumentParser) -> None:
    """Whether links and tags of earlier runs are used."""
    parser.add_argument(
        "--no-cache", dest="cache", action="store_false",
        help="neither use nor keep links and tags of other runs (litmus cache)",
    )  # fmt: skip


def suite_arguments(args: argparse.Namespace) -> Arguments:
    """What -t, -l, -s, -r, --spans and --docids say."""
    return {
        "suite": args.suite,
        "languages": args.language_pair,
        "source": args.source,
        "references": getattr(args, "references", ()),
        "spans": getattr(args, "spans", None),
        "docids": getattr(args, "docids", None),
    }


def open_scored(args: argparse.Namespace) -> "tuple[Suite, dict[str, Path]]":
    """The suite, idioms found and all, and its outputs by name."""
    from litmus.api.inputs import open_suite

    suite = open_suite(
        **suite_arguments(args),
        columns=getattr(args, "columns", None),
        idioms=args.idioms,
        classes=args.classes,
        figurative=args.figurative,
        terms=args.terms,
    )
    return suite, named_outputs(args, suite)


def scoring_arguments(args: argparse.Namespace) -> Arguments:
    """What the shared flags say, as `litmus.evaluate` takes it; the suite is open already."""
    suite, outputs = open_scored(args)
    return {
        "suite": suite,
        "outputs": outputs,
        "metrics": args.metrics,
        "aligner": args.aligner,
        "aligners": _aligners(args, suite, outputs),
        "tags": _by_system(args.tags, outputs, "--tags"),
        **tagging_arguments(args, outputs),
    }


def test_arguments(args: argparse.Namespace, default: str | None = None) -> Arguments:
    """What the flags on resampling say; `default` is the test where they name none."""
    test = default if args.test is None else args.test
    return {
        "test": None if test == "none" else test,
        "family": args.family,
        "tested": args.tested,
        "unit": args.by,
        "subsets": args.subsets,
        "by_column": args.by_column,
        "baseline": args.baseline,
        "n_bootstrap": args.bootstrap,
        "n_trials": args.trials,
        "seed": args.seed,
    }


def named_outputs(args: argparse.Namespace, suite: "Suite") -> dict[str, Path]:
    """Name -> file of every output named, shipped ones by @NAME; those of the suite if none is."""
    from litmus.errors import UnknownName, UsageError

    shipped = suite.systems
    outputs: dict[str, Path] = {}
    for item in args.input:
        name, path = _name_and_path(item)
        text = str(path)
        if text.startswith("@") and (item == text or not path.exists()):
            if text[1:] not in shipped:
                raise UnknownName("output of this suite", text, [f"@{name}" for name in shipped])
            path = shipped[text[1:]]
        elif item in shipped and not path.exists():
            raise UsageError(
                f"There is no file {item}, but an output of that name comes with the suite: @{item}"
            )
        if name in outputs:
            raise UsageError(f"Two outputs are called {name!r}. Name them: -i NAME=FILE")
        outputs[name] = path
    return outputs or dict(shipped)


def _name_and_path(item: str) -> tuple[str, Path]:
    name, equals, path = item.partition("=")
    if equals and name and not Path(item).exists():
        return name, Path(path)
    return item if item.startswith("@") else Path(item).name, Path(item)


def _by_system(items: list[str], outputs: dict[str, Path], flag: str) -> dict[str, Path]:
    """Files by system; the one without a name is the reference's."""
    from litmus.errors import UnknownName, UsageError

    files: dict[str, Path] = {}
    for item in items:
        name, equals, path = item.partition("=")
        system = name if equals and not Path(item).exists() else ""
        if system and system not in outputs:
            raise UnknownName("system", system, outputs)
        if system in files:
            raise UsageError(f"{flag} was given twice for {system or 'the reference'}.")
        files[system] = Path(path) if system else Path(item)
    return files


def _aligners(
    args: argparse.Namespace, suite: "Suite", outputs: dict[str, Path]
) -> "dict[str, Aligner]":
    from litmus.alignment.backends.pharaoh_files import PharaohFile

    languages = (suite.info.source, suite.info.target)
    return {
        system: PharaohFile(path, languages, tokens=args.alignment_tokens, base=args.alignment_base)
        for system, path in _by_system(args.alignment, outputs, "--alignment").items()
    }
