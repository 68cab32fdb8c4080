"""`litmus translate`: run a system on a suite or a file."""

import argparse
import sys
from collections.abc import Callable
from itertools import groupby
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from litmus.cli.output import SubParsers, say

if TYPE_CHECKING:
    from litmus.corpus.suite import Suite
    from litmus.nmt.decoding.translating import Line, Reach
    from litmus.nmt.model import Model
    from litmus.systems.answers import Answers
    from litmus.systems.system import System

EXAMPLE = """examples:
  litmus translate -t demo-en-fr --system model:embedded -o out.fr
  litmus translate -t SUITE --system model:DIR --level document --target-context 3 -o out.fr
  litmus translate -l en-fr -s talks.en --system model:DIR -o out.fr
  litmus translate -t SUITE --system http:deepl --level document -o deepl.fr
  litmus translate -t SUITE --system cmd:./my-engine -o mine.fr
"""
# Flags of one kind of system, with the defaults that say nothing.
FOR_MODELS = {
    "--context": "predicted", "--source-context": None, "--target-context": None,
    "--break": None, "--prompt": None, "--beam": 5, "--length-penalty": 1.0,
    "--batch-tokens": None, "--device": "auto",
}  # fmt: skip
FOR_ENGINES = ("--marker", "--url", "--batch", "--timeout", "--cache")


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "translate",
        help="translate a suite or a file with a model, a web service or a command",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--system", required=True, metavar="SPEC",
        help="model:NAME, http:ENGINE, cmd:COMMAND, file:PATH (litmus list systems)")  # fmt: skip
    add("-t", "--suite", metavar="SUITE", help="a suite's folder, or the name of one that ships")
    add("-l", "--language-pair", metavar="SRC-TGT", help="such as en-fr; with -s")
    add("-s", "--source", type=Path, metavar="FILE", help="source, one sentence a line")
    add("-r", "--references", nargs="+", type=Path, default=[], metavar="FILE",
        help="for --context reference")  # fmt: skip
    add("--docids", type=Path, metavar="FILE", help="document of every line")
    add("--level", choices=("sentence", "document"), default="sentence",
        help="document: models get each sentence with those before it, other systems the whole "
        "document (default: %(default)s)")  # fmt: skip
    add("--overwrite", action="store_true",
        help="replace F and drop what is left in F.part, but go on with answers of the same "
        "service or command")  # fmt: skip
    add("-q", "--quiet", action="store_true", help="no progress, no notes")
    add("-o", "--output", type=Path, required=True, metavar="F", help="one translation a line")
    models = parser.add_argument_group("models")
    add = models.add_argument
    add("--context", choices=("none", "predicted", "reference"), default="predicted",
        help="target sentences before: what was translated, or the references "
        "(default: %(default)s)")  # fmt: skip
    add("--source-context", type=int, metavar="N", help="(default: as the model was trained)")
    add("--target-context", type=int, metavar="N", help="(default: as the model was trained)")
    add("--break", dest="between", metavar="TEXT",
        help="what stands between sentences, if the model has no token for it")  # fmt: skip
    add("--prompt", metavar="NAME|FILE", help="what a decoder-only model reads (default: plain)")
    add("--beam", type=int, default=5, metavar="N", help="(default: %(default)s)")
    add("--length-penalty", type=float, default=1.0, metavar="X", help="(default: %(default)s)")
    add("--batch-tokens", type=int, metavar="N", help="pieces at a time (default: by device)")
    add("--device", default="auto", metavar="D", help="cpu, cuda, cuda:1 (default: %(default)s)")
    engines = parser.add_argument_group("web services and commands")
    add = engines.add_argument
    add("--url", metavar="URL", help="address of the service (default: as its file says)")
    add("--batch", type=int, metavar="N",
        help="texts a request or process (default: by the engine; commands 100)")  # fmt: skip
    add("--timeout", type=float, metavar="S",
        help="seconds a request or process may take (default: 60; commands 600)")  # fmt: skip
    add("--marker", metavar="TEXT",
        help="what stands between the sentences of a document, {n} its number; or newline "
        "(default: <s{n}/>)")  # fmt: skip
    add("--cache", type=Path, metavar="FILE",
        help="keep all answers here, for any run (default: F.part, until F is done)")  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """A summary; the translations are in the file."""
    from litmus.cli.evaluation.score import chosen_suite
    from litmus.errors import DataError, UsageError
    from litmus.nmt.decoding.translating import Line, refuse_existing
    from litmus.nmt.model import EMBEDDED
    from litmus.systems.engine_file import shipped_engines
    from litmus.systems.load import SYSTEMS

    kind, _, name = args.system.partition(":")
    if not name and (Path(args.system).is_dir() or args.system == EMBEDDED):
        raise UsageError(f"{args.system} is a model. Did you mean --system model:{args.system}?")
    if args.system in shipped_engines():
        raise UsageError(f"{args.system} is an engine. Did you mean --system http:{args.system}?")
    if kind != "https":
        SYSTEMS.check(args.system)
    _refuse_flags(args, kind)
    refuse_existing(args.output, args.overwrite)
    if args.output.is_dir():
        raise DataError(f"{args.output} is a folder; give the name of a file.")
    _refuse_cache(args)
    args.spans = None
    suite = chosen_suite(args)
    lines = [
        Line(one.source, one.document, one.references[0] if one.references else None)
        for one in suite.segments()
    ]
    work = _by_model if kind == "model" else _by_system
    return work(args, suite, lines), 0


def _refuse_flags(args: argparse.Namespace, kind: str) -> None:
    """A UsageError where a flag would do nothing, or nothing sensible."""
    from litmus.errors import UsageError

    def given(flag: str, default: object = None) -> bool:
        name = "between" if flag == "--break" else flag.removeprefix("--").replace("-", "_")
        return bool(getattr(args, name) != default)

    if kind != "model":
        for flag, default in FOR_MODELS.items():
            if given(flag, default):
                raise UsageError(f"{flag} is for models; {args.system} has none.")
    for flag in FOR_ENGINES:
        if kind in ("model", "file") and given(flag):
            raise UsageError(f"{flag} is for web services and commands, not for {args.system}.")
    if args.marker and args.level == "sentence":
        raise UsageError("Sentences alone have no marker. Add --level document.")
    if min(args.source_context or 0, args.target_context or 0) < 0:
        raise UsageError("Context counts sentences from 0 on.")
    if args.beam < 1 or (args.batch_tokens or 1) < 1 or not isfinite(args.length_penalty):
        raise UsageError("--beam and --batch-tokens count from 1; --length-penalty is a number.")


def _refuse_cache(args: argparse.Namespace) -> None:
    """A UsageError where the cache would be overwritten or removed in the end."""
    from litmus.errors import UsageError
    from litmus.nmt.decoding.translating import part_of

    for taken in (args.output, part_of(args.output)):
        if args.cache and args.cache.resolve() == taken.resolve():
            raise UsageError(
                f"--cache {args.cache} is where this run writes {args.output}. Give another name."
            )


def _by_system(args: argparse.Namespace, suite: "Suite", lines: "list[Line]") -> str:
    """The translations of a file, a command or a web service, written when all are there."""
    from litmus.corpus.text import write_text
    from litmus.errors import DataError

    documents = _documents(lines) if args.level == "document" else [[one.source for one in lines]]
    system, answers = _opened(args, suite)
    progress = None if args.quiet or not sys.stderr.isatty() else _progress(len(lines))
    try:
        with write_text(args.output) as out:
            for document in system.translate(documents, progress=progress):
                out.writelines(f"{text}\n" for text in document)
    except DataError as error:
        left = _left(answers)
        raise DataError(f"{error}\nWhat {left}" if left else str(error)) from error
    except KeyboardInterrupt as stop:
        left = _left(answers)
        raise KeyboardInterrupt(f"what {left}" if left else "") from stop
    if answers is not None and answers.path and not args.cache:
        answers.path.unlink(missing_ok=True)
    if not args.quiet:
        say(system.notes)
    return f"{_summary(args, len(lines), system.kept)}{system.signature}\n"


def _opened(args: argparse.Namespace, suite: "Suite") -> "tuple[System, Answers | None]":
    """The system, and where its answers are kept: beside the output, unless --cache says where."""
    from litmus.language.knowledge import language_code
    from litmus.nmt.decoding.translating import part_of
    from litmus.systems.load import load_system
    from litmus.systems.system import EngineSystem

    part = part_of(args.output)
    system = load_system(
        args.system,
        (language_code(suite.info.source), language_code(suite.info.target)),
        level=args.level,
        marker=args.marker,
        keep=args.cache or part,
        shared=args.cache is not None,
        replace=args.overwrite,
        url=args.url,
        batch=args.batch,
        timeout=args.timeout,
    )
    answers = system.answers if isinstance(system, EngineSystem) else None
    taken = answers.take(part) if answers is not None and args.cache else 0
    if taken and not args.quiet:
        say([f"{taken:,} answers in {part}, which a stopped run left, are now in {args.cache}."])
    return system, answers


def _left(answers: "Answers | None") -> str:
    """Where the answers of a run that failed are; nothing if there are none."""
    if answers is None or answers.path is None:
        return ""
    if not len(answers):
        answers.path.unlink(missing_ok=True)
        return ""
    return f"was translated so far is kept in {answers.path}.\nThe same command goes on with it."


def _documents(lines: "list[Line]") -> list[list[str]]:
    """The sources, document by document."""
    from litmus.errors import DataError

    if any(line.document is None for line in lines):
        raise DataError("Whole documents need their ids. Give that of every line: --docids FILE")
    _refuse_interleaved(lines)
    groups = groupby(lines, lambda line: line.document)
    return [[line.source for line in group] for _, group in groups]


def _summary(args: argparse.Namespace, lines: int, kept: int) -> str:
    resumed = f", {kept:,} of them from an earlier run" if kept else ""
    return f"{lines:,} lines{resumed}: {args.output}\n"


def _by_model(args: argparse.Namespace, suite: "Suite", lines: "list[Line]") -> str:
    """The translations of a model."""
    from litmus.nmt.decoding.translating import part_of

    name = args.system.partition(":")[2]
    model, reach = _loaded(args, name, (suite.info.source, suite.info.target), lines)
    try:
        return _translated(args, model, lines, reach)
    except KeyboardInterrupt as stop:
        raise KeyboardInterrupt(
            f"what was translated so far is kept in {part_of(args.output)}.\n{_way_on(args)}"
        ) from stop


def _way_on(args: argparse.Namespace) -> str:
    """How a model's run is gone on with: --overwrite would begin it anew."""
    if not args.overwrite:
        return "The same command goes on with it."
    if args.output.exists():
        return f"Move {args.output} away, and the same command without --overwrite goes on with it."
    return "The same command without --overwrite goes on with it."


def _translated(
    args: argparse.Namespace, model: "Model", lines: "list[Line]", reach: "Reach"
) -> str:
    from litmus.nmt.decoding.translating import CHUNK, CHUNK_ON_GPU, translate_file
    from litmus.nmt.decoding.translator import Translator

    translator = Translator(
        model,
        beam=args.beam,
        length_penalty=args.length_penalty,
        batch_tokens=args.batch_tokens,
        prompt=args.prompt,
    )
    found = translate_file(
        translator,
        lines,
        args.output,
        reach=reach,
        weights=f"{model.weights}{_content(args.prompt)}{args.between or ''}",
        chunk=CHUNK_ON_GPU if model.device.type == "cuda" else CHUNK,
        overwrite=args.overwrite,
        progress=None if args.quiet or not sys.stderr.isatty() else _progress(len(lines)),
    )
    if found.left_out and not args.quiet:
        say([f"{found.left_out:,} sentences of context had no room; the farthest were left out."])
    signature = f"{translator.signature}{_signature(args, reach)}"
    return f"{_summary(args, found.lines, found.kept)}{signature}\n"


def _signature(args: argparse.Namespace, reach: "Reach") -> str:
    """What of the context can change a translation; nothing if there is none."""
    sides = [f"source{reach.source}"] * (reach.source > 0)
    if reach.target:
        sides.append(f"{'reference' if reach.references else 'predicted'}{reach.target}")
    between = f"|break:{args.between!r}" if sides and args.between is not None else ""
    return f"|context:{'/'.join(sides)}{between}" if sides else ""


def _loaded(
    args: argparse.Namespace, name: str, languages: tuple[str, str], lines: "list[Line]"
) -> "tuple[Model, Reach]":
    """The model, and how much context it is given. What is wrong shows before it is loaded."""
    from litmus.errors import DataError, UsageError
    from litmus.nmt.decoding.translating import Reach
    from litmus.nmt.model import load_model

    asked = args.source_context, args.target_context
    if args.level == "sentence":
        if any(asked) or args.context == "reference":
            raise UsageError("Sentences alone have no context. Add --level document.")
        return load_model(name, languages, device=args.device), Reach()
    if any(line.document is None for line in lines):
        raise DataError("Context needs documents. Give the document of every line: --docids FILE")
    _refuse_interleaved(lines)
    if args.context == "reference" and any(line.reference is None for line in lines):
        raise DataError("--context reference needs a reference for every line: -r FILE")
    if args.context == "none" and args.target_context:
        raise UsageError("--context none and --target-context contradict each other.")
    model = load_model(name, languages, device=args.device, between=args.between)
    trained = [int(model.context.get(side, 0)) for side in ("source", "target")]
    source, target = (
        own if given is None else given for given, own in zip(asked, trained, strict=True)
    )
    target = 0 if args.context == "none" else target
    if not (source or target):
        raise UsageError(
            f"{name} does not say how much context it reads.\n"
            "Say it: --source-context N, --target-context N; or take --level sentence."
        )
    return model, Reach(source, target, args.context == "reference" and target > 0)


def _refuse_interleaved(lines: "list[Line]") -> None:
    """A DataError where a document goes on after another: its sentences would lose context."""
    from litmus.errors import DataError

    seen: set[str | None] = set()
    for document, group in groupby(enumerate(lines, start=1), lambda one: one[1].document):
        if document in seen:
            raise DataError(
                f"Document {document!r} goes on at line {next(group)[0]:,}, after another "
                "document.\nPut the sentences of a document together, in their order."
            )
        seen.add(document)


def _content(prompt: str | None) -> str:
    """A prompt of the user's own: another text is another run."""
    own = prompt is not None and Path(prompt).is_file()
    return Path(prompt).read_text(encoding="utf-8") if own and prompt else ""


def _progress(total: int) -> Callable[[int], None]:
    """One line on the terminal, a few times a second."""
    start, done, first, shown = monotonic(), 0, 0, 0.0

    def show(more: int) -> None:
        nonlocal done, first, shown
        if not done and more > 1 and monotonic() - start < 0.01:
            first = more  # from an earlier run: no measure of our speed
        done += more
        now = monotonic()
        if now - shown < 0.2 and done < total:
            return
        shown = now
        rate = (done - first) / max(now - start, 1e-9)
        left = f", {(total - done) / rate:,.0f} s to go" if rate else ""
        sys.stderr.write(f"\r{done:,} of {total:,} lines, {rate:,.1f} lines/s{left}   ")
        if done >= total:
            sys.stderr.write("\n")

    return show
