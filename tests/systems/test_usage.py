"""What a run has asked: sums, prices, how it is told, and what a dry run foresees."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from litmus.systems.dry_run import DryRun
from litmus.systems.engine import Answer, Limit, Query, Turn
from litmus.systems.engine_files.limits import Limits, Price
from litmus.systems.tokens import estimated_tokens
from litmus.systems.usage import Usage

TALK = Query("Hi.", turns=(Turn("system", "Translate."), Turn("user", "Hi.")))


def test_a_request_adds_what_it_held() -> None:
    answers = [Answer("a", "", 5, None), Answer("b", "", 7, 2)]
    found = Usage(requests=3, texts=4, characters=10, retries=1).and_request(
        [Query("four"), TALK], answers
    )
    assert found == Usage(4, 6, 10 + 4 + 13, 12, 2, 1)  # a conversation has its turns' characters
    more = found.and_request([Query("x")], [Answer("y")])
    assert (more.requests, more.input_tokens, more.output_tokens) == (5, 12, 2)


def test_runs_are_added_up() -> None:
    one = Usage(1, 2, 3, 4, None, 6, 0.5, "USD", is_estimate=False)
    other = Usage(10, 20, 30, 40, 50, 60, 1.25, "EUR", is_estimate=True)
    assert one + other == Usage(11, 22, 33, 44, 50, 66, 1.75, "USD", is_estimate=True)
    assert (Usage() + Usage(currency="EUR")).currency == "EUR"
    assert Usage() + Usage() == Usage()
    assert (Usage(price=0.0) + Usage()).price == 0.0


PER_TOKEN, PER_CHARACTER = Price(2, 8, "tokens", "USD"), Price(20, 5, "characters", "EUR")


@pytest.mark.parametrize(
    ("usage", "price", "costs", "currency"),
    [
        (Usage(1, 1, 500_000, 10, 10), PER_CHARACTER, 10.0, "EUR"),
        (Usage(1, 1, 9, 1_000_000, 500_000), PER_TOKEN, 6.0, "USD"),
        (Usage(1, 1, 9, 1_000_000, None), PER_TOKEN, 2.0, "USD"),
        (Usage(1, 1, 9, None, 500_000), PER_TOKEN, 4.0, "USD"),
        (Usage(1, 1, 9), PER_TOKEN, None, ""),  # nobody counted
        (Usage(1, 1, 9), None, None, ""),
    ],
)
def test_a_price_is_of_what_was_counted(
    usage: Usage, price: Price | None, costs: float | None, currency: str
) -> None:
    found = usage.priced(price)
    assert (found.price, found.currency) == (costs, currency)
    assert replace(found, price=None, currency="") == usage


@pytest.mark.parametrize(
    ("usage", "text"),
    [
        (Usage(), "0 requests, 0 texts, 0 characters"),
        (Usage(1, 1, 1, retries=1), "1 request and 1 retry, 1 text, 1 character"),
        (Usage(2, 3, 4, 5, None), "2 requests, 3 texts, 4 characters, 5 tokens in and 0 out"),
        (Usage(2, 3, 4, None, 5, retries=2),
         "2 requests and 2 retries, 3 texts, 4 characters, 0 tokens in and 5 out"),
        (Usage(price=1.0, currency="EUR"), "0 requests, 0 texts, 0 characters, 1.00 EUR"),
        (Usage(price=1234.5, currency="EUR"), "0 requests, 0 texts, 0 characters, 1,234.50 EUR"),
        (Usage(price=0.9, currency="EUR"), "0 requests, 0 texts, 0 characters, 0.9 EUR"),
        (Usage(price=0.0, currency="EUR"), "0 requests, 0 texts, 0 characters, 0 EUR"),
        (Usage(input_tokens=1, price=0.25, currency="USD", is_estimate=True),
         "0 requests, 0 texts, 0 characters, about 1 tokens in and 0 out, about 0.25 USD"),
    ],
)  # fmt: skip
def test_usage_is_told_on_one_line(usage: Usage, text: str) -> None:
    assert str(usage) == text


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("abcd", 1),
        ("abcde", 2),
        ("да", 1),
        ("да!", 2),
        ("二三", 2),
        ("二三a", 3),
    ],
)
def test_tokens_are_guessed_by_the_script(text: str, tokens: int) -> None:
    assert estimated_tokens(text) == tokens


class Plain:
    """An engine that says no more than it must."""

    signature, identity, limit = "plain", "plain|en-fr", Limit(3, 100)

    def ask(self, texts: Sequence[str]) -> list[str]:
        raise AssertionError("nothing is sent in a dry run")


def test_a_dry_run_guesses_the_tokens_of_all_that_is_sent() -> None:
    dry = DryRun(Plain())
    assert (dry.signature, dry.identity, dry.limit) == ("plain", "plain|en-fr", Limit(3, 100))
    assert (dry.takes_context, dry.markup, dry.price, dry.window) == (False, False, None, None)
    assert (dry.parallel, dry.retries, dry.ask(("a", "b"))) == (1, 0, ["a", "b"])
    near = Query("abcd" * 3, ("abcd",), ("abcd" * 2,), (Turn("user", "abcd" * 5),))
    assert dry.weigh([near, Query("abcd")]) == (3 + 1 + 2 + 5) + 1 + (3 + 1)  # and as much back
    assert dry.answer([near, Query("abcd")]) == [
        Answer("abcd" * 3, "", 12, 3), Answer("abcd", "", 0, 1),
    ]  # fmt: skip


def test_a_dry_run_takes_over_what_the_engine_says() -> None:
    facts = {"takes_context": True, "markup": True, "price": PER_TOKEN, "window": 512}
    engine: Any = SimpleNamespace(
        signature="s", identity="i", limit=Limit(1, 1), weigh=lambda queries: 100, **facts
    )
    dry = DryRun(engine)
    assert {name: getattr(dry, name) for name in facts} == facts
    assert dry.weigh([Query("abcd")]) == 100
    assert dry.answer([Query("abcd")]) == [Answer("abcd", "", 99, 1)]


def test_given_limits_go_before_those_of_the_file() -> None:
    own = Limits(4, 60.0, 9000.0, 8192)
    assert own.under(Limits()) == own
    assert own.under(Limits(1, 2.0, 3.0, 5)) == Limits(1, 2.0, 3.0, 5)
    assert Price(2.5, 10, "tokens", "USD").of(2_000_000, 500_000) == 10.0
