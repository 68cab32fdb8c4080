"""Collections on the command line: what is one, how far a run is, and what came of it."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli import output
from litmus.cli.inputs import Arguments, place, shard
from litmus.stages import stage
from litmus.wording import count

if TYPE_CHECKING:
    from litmus.jobs.outcome import Outcome
    from litmus.jobs.running import Sight

_WORKERS_NAMED = 8


def add_collection(parser: argparse.ArgumentParser, *, pairs: bool) -> None:
    """The flags that are for collections only."""
    add = parser.add_argument
    if pairs:
        add("--corpus", type=place, metavar="WHERE",
            help="in place of -s and -r: TSV, JSONL or Parquet; a file, a folder, a 'pattern' or a "
            "URL; OUT is a folder")  # fmt: skip
    add("--columns", nargs="+", default=[], metavar="FIELD=COLUMN",
        help="where the texts are, such as " + ("source=en document=url" if pairs else "text=body")
        + " (default: by the usual names)")  # fmt: skip


def names_collection(args: argparse.Namespace, *places: Path | str | None) -> bool:
    """Whether any of these is a collection; several side by side are of text, whatever its name."""
    from litmus.corpus.collection.found import is_collection
    from litmus.errors import UsageError
    from litmus.files.places import is_several, is_url

    there = [str(one) for one in places if one is not None]
    many = any(is_url(one) or is_several(one) for one in there)
    if args.columns or many or (len(places) == 1 and any(map(is_collection, there))):
        return True
    if isinstance(args.output, str):
        raise UsageError("Only the outputs of a collection go to a URL. Give a file: -o FILE")
    return False


def collection_arguments(args: argparse.Namespace) -> Arguments:
    """What the functions for collections share."""
    from litmus.corpus.collection.rows import read_columns_named
    from litmus.errors import UsageError

    if args.output is None:
        raise UsageError("The input is a collection; its outputs need a folder: -o FOLDER")
    return {
        "output": args.output,
        "columns": read_columns_named(args.columns),
        "workers": args.workers,
        "engine": args.engine,
        "shard": shard(args),
        "overwrite": args.overwrite,
    }


@contextmanager
def collection_progress(doing: str) -> Iterator[Callable[["Sight"], None]]:
    """Files and rows done, with rate and time left."""
    with stage(doing, "rows") as told:

        def show(sight: "Sight") -> None:
            total = round(sight.rows / sight.fraction) if sight.fraction else None
            told.reach(sight.rows, total, f"{sight.files:,} of {count(sight.of, 'file')}")

        yield show


def outcome_text(outcome: "Outcome", args: argparse.Namespace) -> tuple[str, int]:
    """A summary, and the exit code: 1 if a file has failed."""
    done = len(outcome.earlier) + len(outcome.receipts)
    lines = [
        f"{outcome.folder}: {count(done, 'file')}, {count(outcome.rows, 'row')}, "
        f"{outcome.rejected:,} rejected"
        + (f"; {len(outcome.earlier):,} done before" if outcome.earlier else "")
    ]
    if outcome.receipts:
        stages = ", ".join(f"{stage} {spent:,.1f} s" for stage, spent in outcome.by_stage.items())
        by_worker = [f"{name} {spent:,.1f} s" for name, spent in outcome.by_worker.items()]
        more = len(by_worker) - _WORKERS_NAMED
        shown = ", ".join(by_worker[:_WORKERS_NAMED]) + (f", {more:,} more" if more > 0 else "")
        lines.append(f"{outcome.seconds:,.1f} s: {stages}")
        lines.append(f"{count(len(by_worker), 'worker')}: {shown}")
    notes = [f"{name} is empty." for name in outcome.empty]
    if outcome.rejected:
        notes.append(f"Rejected rows are in {outcome.folder}/*.rejected.jsonl, with the reason.")
    output.say(notes, quiet=args.quiet)
    lines += [f"FAILED {one.name}: {output.flags.shown(one.reason)}" for one in outcome.failed]
    if outcome.failed:
        lines.append("The same command tries these again; what is done stays.")
    return "\n".join(lines) + "\n", 1 if outcome.failed else 0
