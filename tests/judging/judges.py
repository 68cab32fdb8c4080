"""What the tests of judges share: an engine in this process that holds conversations."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from litmus.systems.engine import Answer, Limit, Query

Reply = Callable[[Query], str | Answer]


class ToyJudge:
    """Answers by a function of the query, and stops after some requests if told."""

    signature = identity = "toy"
    limit = Limit(1, 100_000)
    model = "m1"

    def __init__(self, reply: Reply, *, stop_after: int = 1_000_000) -> None:
        self._reply, self._stop = reply, stop_after
        self.queries: list[Query] = []

    def answer(self, queries: Sequence[Query]) -> list[Answer]:
        if len(self.queries) >= self._stop:
            raise KeyboardInterrupt
        self.queries += queries
        said = [self._reply(query) for query in queries]
        return [one if isinstance(one, Answer) else Answer(one) for one in said]

    def ask(self, texts: Sequence[str]) -> list[str]:
        raise AssertionError("a judge is asked in conversations")


def scores(*values: Any) -> Reply:
    """Scores by draw, the same for every item."""
    return lambda query: json.dumps({"reason": "so", "score": values[query.draw]})


def errors(*found: dict[str, Any]) -> Reply:
    """The same errors in everything."""
    return lambda _: json.dumps({"errors": list(found)}, ensure_ascii=False)


def shown(query: Query, tag: str) -> str:
    """What a request has between two tags."""
    found = re.search(rf"<{tag}>(.*?)</{tag}>", first_request(query), re.S)
    return found[1] if found else ""


def first_request(query: Query) -> str:
    return next(turn.text for turn in query.turns if turn.role == "user")
