"""An engine in a dry run: asked like itself, it echoes what it would be asked, and counts."""

from collections.abc import Sequence
from typing import Any

from litmus.systems.engine import Answer, Engine, Query
from litmus.systems.tokens import estimated_tokens


class DryRun:
    """Stands in for an engine. An answer has the tokens that we guess, here and in the original.

    Every echo brings its markers back, so that repeats of documents are not foreseen.
    """

    parallel, retries = 1, 0

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.signature, self.identity, self.limit = engine.signature, engine.identity, engine.limit
        self.takes_context: bool = getattr(engine, "takes_context", False)
        self.markup: bool = getattr(engine, "markup", False)
        self.price: Any = getattr(engine, "price", None)
        self.window: int | None = getattr(engine, "window", None)

    def weigh(self, queries: Sequence[Query]) -> int:
        """Tokens of a request with its answer."""
        weigh: Any = getattr(self._engine, "weigh", None)
        if weigh is not None:
            found: int = weigh(queries)
            return found
        return sum(map(_tokens, queries)) + _out(queries)

    def ask(self, texts: Sequence[str]) -> list[str]:
        """The texts."""
        return list(texts)

    def answer(self, queries: Sequence[Query]) -> list[Answer]:
        """The texts; the first has all tokens of the request."""
        sent = self.weigh(queries) - _out(queries)
        return [
            Answer(query.text, "", sent if number == 0 else 0, estimated_tokens(query.text))
            for number, query in enumerate(queries)
        ]


def _tokens(query: Query) -> int:
    texts = (query.text, *query.source_context, *query.target_context)
    return sum(map(estimated_tokens, (*texts, *(turn.text for turn in query.turns))))


def _out(queries: Sequence[Query]) -> int:
    return sum(estimated_tokens(query.text) for query in queries)
