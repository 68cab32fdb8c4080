"""What a run has asked of an engine, or would ask: requests, tokens and their price."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from litmus.systems.engine import Answer, Query
from litmus.systems.engine_files.limits import Price
from litmus.wording import count


@dataclass(frozen=True)
class Usage:
    """Requests and what they held; texts that were answered before are not in it.

    `characters` are those of the texts (of conversations: all turns), without context and prompt.
    Tokens are those that the server counted, prompt and all; None: it did not. `retries` are
    requests that were sent once more. An `is_estimate` is of a run that has not been made.
    """

    requests: int = 0
    texts: int = 0
    characters: int = 0
    input_tokens: int | None = None
    output_tokens: int | None = None
    retries: int = 0
    price: float | None = None
    currency: str = ""
    is_estimate: bool = False

    def and_request(self, queries: Sequence[Query], answers: Sequence[Answer]) -> "Usage":
        """With one request more."""
        return replace(
            self,
            requests=self.requests + 1,
            texts=self.texts + len(queries),
            characters=self.characters + sum(map(_characters, queries)),
            input_tokens=_sum(self.input_tokens, [one.input_tokens for one in answers]),
            output_tokens=_sum(self.output_tokens, [one.output_tokens for one in answers]),
        )

    def __add__(self, other: "Usage") -> "Usage":
        """Of two runs together."""
        prices = [one for one in (self.price, other.price) if one is not None]
        return Usage(
            self.requests + other.requests,
            self.texts + other.texts,
            self.characters + other.characters,
            _sum(self.input_tokens, [other.input_tokens]),
            _sum(self.output_tokens, [other.output_tokens]),
            self.retries + other.retries,
            sum(prices) if prices else None,
            self.currency or other.currency,
            self.is_estimate or other.is_estimate,
        )

    def priced(self, price: Price | None) -> "Usage":
        """With its price, where that and the tokens are known."""
        if price is None:
            return self
        sent, received = self.input_tokens, self.output_tokens
        if price.per == "characters":
            sent, received = self.characters, 0
        if sent is None and received is None:
            return self
        found = price.of(sent or 0, received or 0)
        return replace(self, price=found, currency=price.currency)

    def __str__(self) -> str:
        """On one line.

        >>> print(Usage(2, 3, 1500, 700, 400, price=0.00575, currency="USD", is_estimate=True))
        2 requests, 3 texts, 1,500 characters, about 700 tokens in and 400 out, about 0.00575 USD
        """
        about = "about " if self.is_estimate else ""
        sent = count(self.requests, "request")
        sent += f" and {count(self.retries, 'retry', 'retries')}" if self.retries else ""
        parts = [sent, count(self.texts, "text"), count(self.characters, "character")]
        if self.input_tokens is not None or self.output_tokens is not None:
            tokens = f"{self.input_tokens or 0:,} tokens in and {self.output_tokens or 0:,} out"
            parts.append(f"{about}{tokens}")
        if self.price is not None:
            small = f"{self.price:.6f}".rstrip("0").rstrip(".")
            shown = f"{self.price:,.2f}" if self.price >= 1 else small
            parts.append(f"{about}{shown} {self.currency}")
        return ", ".join(parts)


def _characters(query: Query) -> int:
    return sum(len(turn.text) for turn in query.turns) or len(query.text)


def _sum(before: int | None, more: Sequence[int | None]) -> int | None:
    counted = [one for one in (before, *more) if one is not None]
    return sum(counted) if counted else None
