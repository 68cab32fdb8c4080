"""`litmus train`: translation models by recipe, or fine-tuned, with and without context."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from litmus.cli.output import SubParsers, say, write_note
from litmus.cli.progress import duration

EXAMPLE = """examples:
  litmus train en-fr.toml --dry-run
  litmus train en-fr.toml
  torchrun --nproc-per-node 4 -m litmus train en-fr.toml

A run that was stopped resumes where it was: run the same command again.
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "train",
        help="train or fine-tune a translation model",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("config", type=Path, metavar="CONFIG.toml", help="data, recipe, context: docs/training.md")
    add("--dry-run", action="store_true",
        help="prepare the data and show how the file was understood; do not train")  # fmt: skip
    add("--device", default="auto", metavar="NAME",
        help="cpu, cuda, cuda:1 (default: a GPU if there is one)")  # fmt: skip
    add("--overwrite", action="store_true", help="start over, replacing an earlier run")
    add("-q", "--quiet", action="store_true", help="no progress on stderr")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """What was trained, and where it is."""
    from litmus.errors import DataError, MissingExtra
    from litmus.nmt.training.config import read_config

    config = read_config(args.config)
    try:
        from litmus.nmt.training.loop import train
        from litmus.nmt.training.setup import LAST
        from litmus.nmt.training.summary import summarise
    except ImportError as error:
        raise MissingExtra("Training a translation model", "nmt") from error
    aloud = _quiet if args.quiet else _say
    try:
        if args.dry_run:
            return str(summarise(config, aloud)), 0
        trained = train(
            config,
            device=args.device,
            overwrite=args.overwrite,
            say=aloud,
            report=_quiet if args.quiet else _Progress(config.training.steps),
        )
    except KeyboardInterrupt as error:
        raise KeyboardInterrupt(_way_on(config.output / LAST)) from error
    except OSError as error:  # no right to write, no room left
        where = error.filename or config.output
        raise DataError(f"{where} cannot be written: {error.strerror or error}.") from error
    best = (
        f", dev BLEU {trained.best['bleu']:.2f} at step {trained.best['step']:,}"
        if trained.best
        else ""
    )
    return f"{trained.folder}: trained for {trained.step:,} steps ({trained.reason}){best}\n", 0


def _way_on(last: Path) -> str:
    """What is saved, as it is on disk."""
    from litmus.nmt.training.checkpoints import read_state

    state = read_state(last)
    if state is None:
        return "no step was saved. Run the same command to begin again."
    return f"step {state.step:,} is saved in {last}. Run the same command to resume from it."


def _say(text: str) -> None:
    say([text])


def _quiet(_: Any) -> None:
    pass


def _left(seconds: float | None) -> str:
    return "" if seconds is None else f"  {duration(seconds)} left"


class _Progress:
    """A short line for every row of the log; notes have been said already."""

    def __init__(self, steps: int) -> None:
        self._steps = steps

    def __call__(self, row: Mapping[str, Any]) -> None:
        place = f"step {row['step']:,}/{self._steps:,}"
        if "loss" in row:
            write_note(
                f"{place}  epoch {row['epoch']}  loss {row['loss']:.3f}  ppl {row['ppl']:.2f}  "
                f"rate {row['learning_rate']:.2e}  {row['tokens_per_second']:,} tokens/s"
                f"{_left(row['seconds_left'])}\n"
            )
        elif "dev_bleu" in row:
            best = "  (best so far)" if row["best"] else ""
            write_note(f"{place}  dev BLEU {row['dev_bleu']:.2f}{best}\n")
