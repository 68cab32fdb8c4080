"""How a campaign stands, and who may enter it."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing

from litmus.annotate.campaigns.assignment import check_names
from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.effort import Effort, efforts
from litmus.annotate.store.database import hashed
from litmus.wording import count


def status_lines(campaign: Campaign) -> Iterator[str]:
    """The campaign, its annotators and its strata, for people."""
    store = campaign.store()
    with closing(store.connection) as connection:
        (n_items,) = connection.execute(
            "SELECT count(*) FROM items WHERE check_of IS NULL"
        ).fetchone()
        (n_judgements,) = connection.execute("SELECT count(*) FROM judgements").fetchone()
        yield (
            f"{campaign.settings.name}: task {campaign.labels.name}, {n_items:,} items, "
            f"{count(n_judgements, 'entry', 'entries')} in the log"
        )
        for name, number in store.annotators().items():
            done, total = store.progress(number)
            yield f"  {name}\t{done} of {total}\t{100 * done / max(total, 1):.0f} %"
        query = (
            "SELECT s.system, s.name, s.size, s.drawn, count(DISTINCT a.item) FROM strata s "
            "JOIN items i ON i.stratum = s.id AND i.check_of IS NULL LEFT JOIN assignments a "
            "ON a.item = i.id AND a.judgement IS NOT NULL GROUP BY s.id ORDER BY s.system, s.name"
        )
        for system, stratum, size, drawn, judged in connection.execute(query):
            yield f"  {system}\t{stratum}\t{judged} of {drawn} judged, of {size} in the set"
        found = efforts(store)
        if any(one.seconds is not None or one.errors is not None for one in found.values()):
            yield ""
            yield from _effort_lines(campaign, found)


def _effort_lines(campaign: Campaign, found: Mapping[str, Effort]) -> Iterator[str]:
    """A table of how annotators worked: only what this campaign asks for."""
    labels = campaign.labels
    columns: dict[str, Callable[[Effort], str]] = {
        "items": lambda one: f"{one.items:,}",
        "s/item (median)": lambda one: _number(one.seconds),
        "minutes in all": lambda one: _number(one.total and one.total / 60),
    }
    if campaign.settings.attention:
        columns["checks passed"] = lambda one: f"{one.passed} of {one.checks}"
    if labels.spans:
        columns["errors/item"] = lambda one: _number(one.errors, 2)
    if labels.slider:
        columns["mean score"] = lambda one: _number(one.score)
    rows = [
        ("annotator", *columns),
        *((name, *(cell(one) for cell in columns.values())) for name, one in found.items()),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        padded = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        yield "  ".join(["", name.ljust(widths[0]), *padded])


def _number(value: float | None, decimals: int = 1) -> str:
    return "n/a" if value is None else f"{value:.{decimals}f}"


def renew(campaign: Campaign, names: Sequence[str] = ()) -> dict[str, tuple[int, str]]:
    """New secrets for annotators (all who can log in, if none is named), with their items.

    Old links end at once. A name that is new becomes an annotator without items, to whom others'
    can be moved.
    """
    check_names(names)
    store = campaign.store()
    with closing(store.connection) as connection:
        connection.execute("BEGIN IMMEDIATE")
        every = "SELECT name FROM annotators WHERE secret IS NOT NULL ORDER BY id"
        chosen = list(names) or [name for (name,) in connection.execute(every)]
        found = {}
        for name in chosen:
            secret = secrets.token_urlsafe(24)
            connection.execute(
                "INSERT INTO annotators (name, secret) VALUES (:name, :secret) "
                "ON CONFLICT (name) DO UPDATE SET secret = :secret",
                {"name": name, "secret": hashed(secret)},
            )
            found[name] = (store.progress(store.annotators()[name])[1], secret)
        connection.execute("COMMIT")
    return found
