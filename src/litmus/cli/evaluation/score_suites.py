"""`litmus score -t A -t B`: several suites in one table."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litmus.cli.evaluation.gate import telling
from litmus.cli.inputs import test_arguments
from litmus.cli.output import colour_wanted, destination, refuse_overwriting, say

if TYPE_CHECKING:
    from litmus.corpus.suite import Suite
    from litmus.gating.verdicts import Verdicts
    from litmus.scoring.suites import Results

_PLACE = "{suite}"  # in the name of an output: where the name of the suite goes
# What is of one suite alone.
_ALONE = (
    "shard", "segments", "report", "ratings", "plots", "source", "references", "spans", "docids",
    "columns", "idioms", "classes", "figurative", "alignment", "tags", "language_pair", "resegment",
)  # fmt: skip


def score_suites(args: argparse.Namespace) -> tuple[str, int]:
    """Score; the table comes back."""
    from litmus.api.inputs import open_suite
    from litmus.scoring.presentation.shown import Style
    from litmus.scoring.presentation.suite_tables import bare, render

    _check(args)
    suites = [open_suite(suite) for suite in args.suite]
    outputs = {suite.info.name: _outputs(args.input, suite) for suite in suites}
    args.read = [path for own in outputs.values() for path in own.values()]
    refuse_overwriting(args)  # once more: now the files of the pattern are known
    with destination(args.output) as write, telling(args) as tell:
        found, verdicts = _evaluated(
            args,
            suites,
            outputs if args.input else None,
            metrics=args.metrics,
            aligner=args.aligner,
            **test_arguments(args),
            cache=args.cache,
            workers=args.workers,
            engine=args.engine,
            progress=None,
        )
        say(found.notes, quiet=args.quiet)
        below, code = tell(verdicts) if verdicts else ("", 0)
        if args.bare:
            return write(bare(found.results, args.width, args.format)), code
        style = Style(args.width, args.labels, colour=args.output is None and colour_wanted())
        return write(render(found.results, found.names, args.format, style) + below), code


def _evaluated(
    args: argparse.Namespace, suites: "list[Suite]", outputs: Any, **arguments: Any
) -> "tuple[Results, Verdicts | None]":
    """The scores, and the verdicts if something is required."""
    if not args.require:
        from litmus.api.evaluate_suites import evaluate_suites

        return evaluate_suites(suites, outputs, **arguments), None
    from litmus.api.gate import gate_suites
    from litmus.scoring.suites import Results

    verdicts = gate_suites(
        suites, outputs, args.require, allow_no_evidence=args.allow_no_evidence, **arguments
    )
    results = verdicts.results
    return Results(tuple(results.values()), tuple(results)), verdicts


def _check(args: argparse.Namespace) -> None:
    """Refuses what says something of one suite."""
    from litmus.errors import UsageError

    for name in _ALONE:
        if getattr(args, name, None):
            flag = "--" + name.replace("_", "-")
            raise UsageError(f"{flag} is for one suite. Score the suites one by one.")


def _outputs(items: list[str], suite: "Suite") -> dict[str, Path]:
    """The outputs on one suite by name: its own by @NAME, files by where its name goes."""
    from litmus.errors import DataError, UnknownName, UsageError

    outputs: dict[str, Path] = {}
    for item in items:
        name, equals, place = item.partition("=")
        name, place = (name, place) if equals else (item, item)
        if place.startswith("@"):
            if place[1:] not in suite.systems:
                known = [f"@{own}" for own in suite.systems]
                raise UnknownName(f"output of {suite.info.name}", place, known)
            path = suite.systems[place[1:]]
        elif equals and _PLACE in place:
            path = Path(place.replace(_PLACE, suite.info.name))
            if not path.exists():
                raise DataError(f"There is no {path}, the output of {name} on {suite.info.name}.")
        else:
            raise UsageError(
                f"{item} does not say which suite it translates, and there are several.\n"
                f"Say where the name of the suite goes: -i NAME=out/{_PLACE}.txt, or take what "
                "comes with the suites: -i @NAME"
            )
        if name in outputs:
            raise UsageError(f"Two outputs are called {name!r}. Name them: -i NAME=FILE")
        outputs[name] = path
    return outputs
