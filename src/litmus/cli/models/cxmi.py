"""`litmus cxmi`: how much a model uses the sentences before."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litmus.cli.output import SubParsers, say
from litmus.tables import FORMATS

if TYPE_CHECKING:
    from litmus.context.annotation import AnalysedWords, Annotator
    from litmus.context.contrastive import Contrasted
    from litmus.context.passages import Survey
    from litmus.context.results import Result
    from litmus.context.run import Settings
    from litmus.corpus.suite import Suite
    from litmus.nmt.scoring.scorer import Scorer

EXAMPLE = """examples:
  litmus cxmi -l en-fr -s talks.en -r talks.fr --docids talks.docids --tag
  litmus cxmi --model MODEL -t SUITE --sizes 1 2 3 --random-context -o rows.jsonl --page page.html
  litmus cxmi --model MODEL -t SUITE --contrastive --random-context
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "cxmi",
        help="measure how much a model uses the sentences before",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--model", default="embedded", metavar="MODEL",
        help="a folder that litmus train wrote, or any model of transformers "
        "(default: embedded, a small one for en-de and en-fr)")  # fmt: skip
    add("-t", "--suite", metavar="SUITE", help="a suite's folder, or the name of one that ships")
    add("-l", "--language-pair", metavar="SRC-TGT", help="such as en-fr; with -s")
    add("-s", "--source", type=Path, metavar="FILE", help="source, one sentence a line")
    add("-r", "--references", nargs="+", type=Path, default=[], metavar="FILE",
        help="translations, line by line; the first is scored")  # fmt: skip
    add("--docids", type=Path, metavar="FILE", help="document of every line")
    _add_context(parser)
    _add_words(parser)
    add("--contrastive", action="store_true",
        help="accuracy on right and wrong variants instead")  # fmt: skip
    add("--prompt", metavar="NAME|FILE", help="what a decoder-only model reads")
    add("--break", dest="between", metavar="TEXT",
        help="what stands between sentences, if the model has no token for it")  # fmt: skip
    add("--device", default="auto", metavar="D", help="cpu, cuda, cuda:1 (default: %(default)s)")
    add("--batch-tokens", type=int, metavar="N", help="subwords a batch (default: by device)")
    add("--seed", type=int, default=12345, help="(default: %(default)s)")
    add("--bootstrap", type=int, default=1000, help="resamples (default: %(default)s)")
    add("-o", "--output", type=Path, metavar="ROWS.jsonl", help="a row a segment")
    add("--extras", type=Path, metavar="F.jsonl", help="rows for litmus report --extras")
    add("--page", type=Path, metavar="F.html", help="the top words in context, and the tables")
    add("-f", "--format", choices=FORMATS, default="text", help="(default: %(default)s)")
    add("-q", "--quiet", action="store_true", help="no notes")
    parser.set_defaults(run=run, spans=None)


def _add_context(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--source-context", type=int, metavar="N", help="source sentences before")
    add("--target-context", type=int, metavar="N",
        help="target sentences before (default: as the model was trained, else 3)")  # fmt: skip
    add(
        "--sizes",
        type=int,
        nargs="+",
        default=[],
        metavar="N",
        help="also with so many; the largest is the main one if neither flag is given",
    )
    add("--random-context", action="store_true",
        help="also with as many sentences from other documents, as a control")  # fmt: skip
    add("--base", choices=("e", "2"), default="e",
        help="of the logarithm: nats or bits (default: %(default)s)")  # fmt: skip


def _add_words(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    tags = parser.add_mutually_exclusive_group()
    tags.add_argument("--tags", type=Path, metavar="TAGS.jsonl", help="rows of litmus tag")
    tags.add_argument("--tag", action="store_true", help="tag now; parts of speech come with it")
    add("--pos", action="store_true", help="tables by part of speech")
    add("--target-analyser", default="embedded", metavar="NAME", help="such as stanza:fr")
    add("--min-count", type=int, default=10, metavar="N",
        help="of words in their table (default: %(default)s)")  # fmt: skip
    add("--top", type=int, default=20, metavar="N",
        help="words shown in context (default: %(default)s)")  # fmt: skip


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Measure; the tables come back."""
    from litmus.context.passages import survey
    from litmus.errors import UsageError
    from litmus.nmt.model import model_folder

    _check_flags(args)
    suite = _suite(args)
    # All files are tried before a model is loaded: what is wrong shows at once.
    found = survey(suite)
    languages = (suite.info.source, suite.info.target)
    args.model = model_folder(args.model, languages)
    if args.tag and found.stored:
        raise UsageError(
            f"The segments of {suite.info.name} bring their own context, and are no documents.\n"
            "Tags need whole documents; leave --tag out."
        )
    words = None if args.contrastive else _annotator(args, suite, languages)
    with ExitStack() as files:
        rows = files.enter_context(_rows(args.output))
        extras = files.enter_context(_written(args.extras))
        page = files.enter_context(_written(args.page))
        scorer, settings, notes = _scorer(args, languages)
        if words is None:
            return _contrastive(args, suite, scorer, settings, found, rows, notes), 0
        result = _measured(args, suite, scorer, words[0], settings, found, rows)
        _say(args, [*notes, *result.notes])
        return _shown(args, result, words[1], languages, extras, page), 0


def _measured(
    args: argparse.Namespace,
    suite: "Suite",
    scorer: "Scorer",
    annotator: "Annotator",
    settings: "Settings",
    found: "Survey",
    rows: Callable[[dict[str, Any]], object] | None,
) -> "Result":
    from litmus.cli.evaluation.score import counting
    from litmus.context.annotation import FiledTags
    from litmus.context.run import cxmi

    with counting(args) as progress:
        result = cxmi(
            suite, scorer, annotator, settings, surveyed=found, each=rows, progress=progress
        )
    if isinstance(annotator, FiledTags):
        annotator.finish()
    return result


def _shown(
    args: argparse.Namespace,
    result: "Result",
    analysed: "AnalysedWords | None",
    languages: tuple[str, str],
    extras: Callable[[str], object] | None,
    page: Callable[[str], object] | None,
) -> str:
    from litmus.context import results, tables
    from litmus.context.cxmi import BASES
    from litmus.corpus import jsonl
    from litmus.nmt.model import model_title

    if extras:
        nats = 1 / BASES[args.base][0]
        for row in results.extras(result, model_title(args.model), nats):
            extras(jsonl.line(row) + "\n")
    if page:
        from litmus.context.page import page as made

        page(made(result, languages, analysed.marks if analysed else None))
    return tables.render(result, args.format)


def _contrastive(
    args: argparse.Namespace,
    suite: "Suite",
    scorer: "Scorer",
    settings: "Settings",
    found: "Survey",
    rows: Callable[[dict[str, Any]], object] | None,
    notes: list[str],
) -> str:
    from litmus.cli.evaluation.score import counting
    from litmus.context import tables
    from litmus.context.run import contrast

    with counting(args) as progress:
        result: Contrasted = contrast(
            suite, scorer, settings, surveyed=found, each=rows, progress=progress
        )
    _say(args, [*notes, *result.notes])
    return tables.render_contrast(result, args.format)


def _say(args: argparse.Namespace, notes: list[str]) -> None:
    if not args.quiet:
        say(notes)


def _check_flags(args: argparse.Namespace) -> None:
    from litmus.errors import UsageError

    for flag, number, least in (
        ("--source-context", args.source_context, 0),
        ("--target-context", args.target_context, 0),
        ("--seed", args.seed, 0),
        ("--bootstrap", args.bootstrap, 1),
        ("--batch-tokens", args.batch_tokens, 1),
        ("--min-count", args.min_count, 1),
        ("--top", args.top, 0),
        *(("--sizes", size, 1) for size in args.sizes),
    ):
        if number is not None and number < least:
            raise UsageError(f"{flag} must be at least {least}, not {number}.")
    if (args.source_context, args.target_context) in ((0, 0), (0, None), (None, 0)):
        raise UsageError(
            "Without a sentence before there is no context to measure.\n"
            "Give --source-context N or --target-context N, from 1 on."
        )
    if args.contrastive:
        for flag in ("tags", "tag", "pos", "page", "extras"):
            if getattr(args, flag):
                raise UsageError(f"--{flag} does not go with --contrastive.")
    given = [path.resolve() for path in (args.output, args.extras, args.page) if path]
    if len(set(given)) < len(given):
        raise UsageError("-o, --extras and --page must name different files.")


def _suite(args: argparse.Namespace) -> "Suite":
    from litmus.cli.evaluation.score import chosen_suite
    from litmus.errors import UsageError

    suite = chosen_suite(args)
    if args.suite:
        return suite
    if not args.references:
        raise UsageError("There is no translation to measure. Give it line by line: -r FILE")
    if args.docids is None:
        raise UsageError(
            "Context needs documents. Give the document of every line: --docids FILE\n"
            "(a file with the same name on all lines makes it one document)"
        )
    return suite


def _annotator(
    args: argparse.Namespace, suite: "Suite", languages: tuple[str, str]
) -> "tuple[Annotator, AnalysedWords | None]":
    """What marks the words, and what analyses sentences for the page, if anything does."""
    from litmus.context.annotation import AnalysedWords, FiledTags, PlainWords, TaggedWords
    from litmus.corpus.tags import TagFile
    from litmus.language.analysers import load_analyser

    analysed = None
    if args.pos or args.tag:
        analyser = load_analyser(args.target_analyser, languages[1])
        analysed = AnalysedWords(analyser)
    if args.tags:
        return FiledTags(TagFile(args.tags), analysed), analysed
    if args.tag:
        from litmus.discourse.tagging import DocumentTagger

        tagger = DocumentTagger(languages, analyser=analyser)
        tagger.learn((segment.source, segment.references[0]) for segment in suite.segments())
        return TaggedWords(tagger, analyser), analysed
    return analysed or PlainWords(languages[1]), analysed


def _scorer(
    args: argparse.Namespace, languages: tuple[str, str]
) -> "tuple[Scorer, Settings, list[str]]":
    from litmus.context.run import Settings, default_reach
    from litmus.nmt.model import load_model

    model = load_model(args.model, languages, device=args.device, between=args.between)
    from litmus.nmt.scoring.scorer import Scorer

    notes = []
    if model.context.get("size") == "none":
        notes.append(f"{args.model} was trained without context: what it does with it is chance.")
    sizes = tuple(args.sizes)
    settings = Settings(
        model=model.signature,
        reach=default_reach(args.source_context, args.target_context, sizes, model.context),
        sizes=sizes,
        random=args.random_context,
        base=args.base,
        reads=_reads(args, decoder_only=model.kind == "decoder-only"),
        seed=args.seed,
        n_bootstrap=args.bootstrap,
        min_count=args.min_count,
        top=args.top,
    )
    return Scorer(model, batch_tokens=args.batch_tokens, prompt=args.prompt), settings, notes


def _reads(args: argparse.Namespace, *, decoder_only: bool) -> dict[str, str]:
    """What of the flags decides what the model reads, for the signature."""
    from hashlib import blake2b

    found = {}
    if decoder_only:
        path = Path(args.prompt or "plain")
        digest = (
            f"#{blake2b(path.read_bytes(), digest_size=4).hexdigest()}" if path.is_file() else ""
        )
        found["prompt"] = f"{path.stem}{digest}"
    if args.between is not None:
        found["break"] = repr(args.between)
    return found


@contextmanager
def _rows(path: Path | None) -> Iterator[Callable[[dict[str, Any]], object] | None]:
    """A function that writes a row; none if nobody wants rows."""
    from litmus.corpus import jsonl

    with _written(path) as write:
        yield (lambda row: write(jsonl.line(row) + "\n")) if write else None


@contextmanager
def _written(path: Path | None) -> Iterator[Callable[[str], object] | None]:
    """A function that writes text; the file appears under its name only if all went well."""
    if path is None:
        yield None
        return
    from litmus.corpus.text import write_text
    from litmus.errors import DataError

    if path.is_dir():
        raise DataError(f"{path} is a folder; give the name of a file.")
    with write_text(path) as out:
        yield out.write
