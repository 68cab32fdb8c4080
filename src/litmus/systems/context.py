"""The sentences before: how many an engine is given with each, and what of them fits."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from litmus.errors import UsageError
from litmus.systems.engine import Engine, Query
from litmus.wording import option


@dataclass(frozen=True, slots=True)
class Context:
    """How many sentences before it each one is sent with, on either side.

    On the target side these are the engine's own translations, or the `references`.
    """

    source: int = 0
    target: int = 0
    references: bool = False

    def __bool__(self) -> bool:
        return self.source > 0 or self.target > 0

    @property
    def name(self) -> str:
        """For signatures, as models have it.

        >>> Context(2, 3).name, Context(0, 1, references=True).name
        ('source2/predicted3', 'reference1')
        """
        sides = [f"source{self.source}"] * (self.source > 0)
        kind = "reference" if self.references else "predicted"
        return "/".join([*sides, *([f"{kind}{self.target}"] * (self.target > 0))])


class Before:
    """The sentences of a document before the next one, the nearest last."""

    def __init__(self, size: Context) -> None:
        self._source: deque[str] = deque(maxlen=size.source)
        self._target: deque[str] = deque(maxlen=size.target)

    def query(self, text: str) -> Query:
        """The next sentence, with those before it."""
        return Query(text, tuple(self._source), tuple(self._target))

    def add(self, source: str, target: str) -> None:
        """A sentence that was asked, and its translation."""
        self._source.append(source)
        self._target.append(target)


def fitted(query: Query, window: int, weigh: Callable[[Sequence[Query]], int]) -> tuple[Query, int]:
    """A query that a model can read, and how many sentences of context that has cost.

    Those farthest away are left out first. The sentence itself is never cut.
    """
    left_out = 0
    while (query.source_context or query.target_context) and weigh([query]) > window:
        source, target = query.source_context, query.target_context
        farthest = max(len(source), len(target))
        query = replace(
            query,
            source_context=source[len(source) == farthest :],
            target_context=target[len(target) == farthest :],
        )
        left_out += (len(source) == farthest) + (len(target) == farthest)
    return query, left_out


def refuse_context(engine: Engine, context: Context) -> None:
    """A UsageError for an engine that would not read it, or not all of it."""
    if not getattr(engine, "takes_context", False):
        raise UsageError(
            f"{engine.signature} takes no context: an engine's file has {{context}} or "
            "{target_context} in its request.\n"
            f"Without {option('source_context')} and {option('target_context')}, "
            f"{option('level', 'document')} sends whole documents."
        )
    without_place: Any = getattr(engine, "without_place", None)
    lost: list[str] = without_place(context.source, context.target) if without_place else []
    if lost:
        given = {"context": "source_context", "target_context": "target_context"}[lost[0]]
        place = f"{{{lost[0]}}}"
        other = f"write {place} into the request of the engine's file"
        if getattr(engine, "takes_turns", False):
            other = f"take a prompt with {place}: {option('prompt', 'plain')}"
        raise UsageError(
            f"{engine.signature} has no place for all of {option(given)}: {place}\n"
            f"Leave out {option(given)}, or {other}"
        )
