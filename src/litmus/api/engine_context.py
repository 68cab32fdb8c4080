"""The context that services are given with every sentence, as the options of models say it."""

from collections.abc import Sequence
from itertools import groupby

from litmus.errors import DataError, UsageError
from litmus.nmt.decoding.run import DecodingOptions
from litmus.nmt.decoding.translating import Line
from litmus.systems.context import Context
from litmus.systems.system import Level
from litmus.wording import option

CONTEXT = ("context", "source_context", "target_context")


def context_of(
    system: str, level: Level, options: DecodingOptions, marker: str | None
) -> Context | None:
    """What of the sentences before goes out with each; None: nothing does.

    Unlike a model, a service was trained with no number of them that we know: it must be said.
    """
    source, target = options.source_context or 0, options.target_context or 0
    if level == "sentence":
        if source or target or options.context == "reference":
            raise UsageError(
                f"Sentences on their own have no context. Add {option('level', 'document')}."
            )
        return None
    if options.context == "none" and target:
        raise UsageError(
            f"{option('context', 'none')} and {option('target_context')} contradict each other."
        )
    if options.context == "reference" and not target:
        raise UsageError(
            f"{option('context', 'reference')} is the target side of the context. Say how many "
            f"sentences: {option('target_context', 'N')}"
        )
    if options.context == "none" and not source:
        raise UsageError(
            f"Without context, {system} is sent whole documents at {option('level', 'document')}.\n"
            f"For sentences on their own: {option('level', 'sentence')}; with those before: "
            f"{option('source_context', 'N')}"
        )
    found = Context(source, target, references=options.context == "reference")
    if found and marker:
        raise UsageError(
            f"Sentences that go out one by one have no {option('marker')}. Leave it out, or "
            f"{option('source_context')} and {option('target_context')}."
        )
    return found if found else None


def references_of(lines: Sequence[Line]) -> list[list[str]]:
    """The references, document by document; a DataError where one is missing."""
    found = []
    for _, group in groupby(lines, lambda line: line.document):
        found.append([line.reference for line in group if line.reference is not None])
    if sum(map(len, found)) != len(lines):
        raise DataError(
            f"{option('context', 'reference')} needs a reference for every line: "
            f"{option('references', 'FILE')}"
        )
    return found
