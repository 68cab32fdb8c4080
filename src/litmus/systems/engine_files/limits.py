"""What an engine's file says about speed (`[limits]`) and cost (`[price]`)."""

from dataclasses import dataclass, fields
from math import isfinite
from typing import Any

from litmus.errors import DataError
from litmus.files.jsonl import check_keys
from litmus.files.jsonl import field as checked

_PER = ("tokens", "characters")


@dataclass(frozen=True)
class Limits:
    """How fast an engine may be asked, and how many tokens its model reads. None: no limit known.

    `parallel` is how many requests are under way at once; None is one.
    """

    parallel: int | None = None
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    window: int | None = None

    def under(self, given: "Limits") -> "Limits":
        """These, but for what is given.

        >>> Limits(parallel=4, window=8000).under(Limits(parallel=2))
        Limits(parallel=2, requests_per_minute=None, tokens_per_minute=None, window=8000)
        """
        names = [one.name for one in fields(self)]
        found = {name: getattr(given, name) for name in names}
        return Limits(
            **{name: getattr(self, name) if found[name] is None else found[name] for name in names}
        )


@dataclass(frozen=True)
class Price:
    """What a million tokens or characters cost, in and out."""

    input: float
    output: float
    per: str
    currency: str

    def of(self, sent: float, received: float) -> float:
        """What so many cost.

        >>> Price(2.5, 10, "tokens", "USD").of(1_000_000, 100_000)
        3.5
        """
        return (self.input * sent + self.output * received) / 1_000_000


def read_limits(where: str, value: dict[str, Any]) -> Limits:
    """The table `[limits]` of an engine's file."""
    table, where = checked(where, value, "limits", dict, {}), f"{where}: [limits]"
    check_keys(where, table, [one.name for one in fields(Limits)])
    found: dict[str, Any] = {}
    for name in table:
        found[name] = checked(where, table, name, float if "per_minute" in name else int, None)
        if not (found[name] > 0 and isfinite(found[name])):
            raise DataError(f"{where}: {name!r} must be more than 0.")
    return Limits(**found)


def read_price(where: str, value: dict[str, Any]) -> Price | None:
    """The table `[price]` of an engine's file; None if it has none."""
    if "price" not in value:
        return None
    table, where = checked(where, value, "price", dict, {}), f"{where}: [price]"
    check_keys(where, table, [one.name for one in fields(Price)])
    found = Price(
        checked(where, table, "input", float, 0.0),
        checked(where, table, "output", float, 0.0),
        checked(where, table, "per", str, "tokens"),
        checked(where, table, "currency", str, "USD"),
    )
    if found.per not in _PER:
        raise DataError(f"{where}: 'per' is tokens or characters, not {found.per!r}.")
    if not all(isfinite(one) and one >= 0 for one in (found.input, found.output)):
        raise DataError(f"{where}: 'input' and 'output' are the price of a million {found.per}.")
    return found
