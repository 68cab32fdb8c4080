"""The flags that share the work of a model between processes, GPUs and machines."""

import argparse

from litmus.cli.inputs import Arguments, add_engine, add_shard, shard


def add_sharing(parser: argparse.ArgumentParser) -> None:
    """Who runs the model; it never changes a result."""
    parser.add_argument(
        "--workers", type=int, metavar="N",
        help="processes, each with the model (default: this one, whose threads use all cores; "
        "one per GPU with --gpus; one per CPU on Ray)",
    )  # fmt: skip
    add_engine(parser)
    parser.add_argument("--gpus", type=int, metavar="N", help="share the work among so many GPUs")
    add_shard(parser)


def sharing_arguments(args: argparse.Namespace) -> Arguments:
    """What those flags say, as the library's functions take it."""
    return {
        "workers": args.workers,
        "engine": args.engine,
        "gpus": args.gpus,
        "shard": shard(args),
    }
