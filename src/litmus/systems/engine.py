"""What answers requests (a command, an HTTP service), what it is asked, and what it answers."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Query:
    """A text, with the sentences before it in its document and their translations.

    `turns` is the whole conversation for an engine that holds one. `draw` tells apart the repeats
    of one query whose answers may differ.
    """

    text: str
    source_context: tuple[str, ...] = ()
    target_context: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    draw: int = 0

    @property
    def key(self) -> str:
        """What tells it from other queries; a text alone is its own key."""
        if self == Query(self.text):
            return self.text
        turns = [(turn.role, turn.text) for turn in self.turns]
        parts = (self.text, self.source_context, self.target_context, turns, self.draw)
        return json.dumps(parts, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """As it came back. `finish` is why the server says it ended; tokens are as it counts them."""

    text: str
    finish: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True)
class Limit:
    """What one request holds at most."""

    texts: int
    characters: int


class Engine(Protocol):
    """What answers requests: a command, an HTTP service.

    One that reads markup, and so needs `<` escaped, has an attribute `markup` that is true. One
    that takes context or conversations has `answer(queries)`, which gives an `Answer` for each,
    and `takes_context`, which is true; one that may lack a place for one side of it also has
    `without_place(source, target)`: the placeholders that are missing for so many sentences. One
    that several threads may ask at once has `parallel`, the number of requests at once unless the
    user says another; all others are asked one at a time. Where there are, these are used:
    `retries` (so far), `price` (a `Price`), `window` (tokens that its model reads),
    `weigh(queries)` (tokens of a request with its answer, by a rule of thumb),
    `is_refused(answer)` and `is_cut_off(answer)` (why it ended), `start()`, and `stop()`: the run
    ends early, so nothing is to be sent any more.
    """

    @property
    def signature(self) -> str:
        """Its name, for people."""

    @property
    def identity(self) -> str:
        """All that can change an answer, languages too, and no key: answers are filed under it."""

    @property
    def limit(self) -> Limit:
        """What one request holds."""

    def ask(self, texts: Sequence[str]) -> list[str]:
        """One request: the answers to one or more texts, as many as these. May be long."""
