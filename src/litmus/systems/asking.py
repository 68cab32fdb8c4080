"""Asking an engine: every query once, every answer on disk before it counts."""

from collections.abc import Generator, Iterable, Sequence
from typing import Any

from litmus.systems.answers import Answers
from litmus.systems.engine import Answer, Engine, Query

# Yields what it asks next, and is sent the answer: a document whose sentences need those before,
# or a request that is repeated in other words.
Chain = Generator[Query, Answer, None]


class Asker:
    """Puts the queries of many chains to an engine, each query once."""

    def __init__(self, engine: Engine, answers: Answers) -> None:
        self._engine, self._answers = engine, answers
        self._identity = engine.identity  # a script that changes on the way is no matter

    def run(self, chains: Iterable[Chain]) -> None:
        """Runs every chain to its end. Which chain goes on when is not defined."""
        for chain in chains:
            query = next(chain, None)
            while query is not None:
                try:
                    query = chain.send(self._answer(query))
                except StopIteration:
                    break

    def _answer(self, query: Query) -> Answer:
        found = self._answers.get(self._identity, query.key)
        if found is None:
            [found] = asked(self._engine, [query])
            self._answers.put(self._identity, [(query.key, found)])
        return found


def asked(engine: Engine, queries: Sequence[Query]) -> list[Answer]:
    """One request. Engines that know texts only are asked for these."""
    answer: Any = getattr(engine, "answer", None)
    if answer is not None:
        found: list[Answer] = answer(queries)
        return found
    return [Answer(text) for text in engine.ask([query.text for query in queries])]
