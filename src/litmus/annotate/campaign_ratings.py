"""The ratings of a campaign whose annotators mark errors or give scores: out of it and into it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.judgements import plain
from litmus.annotate.span_rules import SpanRules, crowded, fault
from litmus.annotate.store.faults import damaged
from litmus.corpus.ratings import ErrorSpan, Rated, Rating, check_inside
from litmus.errors import DataError
from litmus.wording import option

_LACKING = {
    "spans": 'Add it: "spans": [] says that there is no error.',
    "score": "Add it, or import into a campaign whose task has no slider, such as mqm.",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What one annotator says of an item.

    `seconds` is None where the time is not known. `check_of` is the item that this one is a damaged
    twin of; None: it is no check.
    """

    rated: Rated
    item: int
    comment: str = ""
    time: str = ""
    seconds: float | None = None
    check_of: int | None = None


def campaign_ratings(campaign: Campaign, *, checks: bool = False) -> Iterator[Answer]:
    """What annotators say at present, by item and annotator; attention checks only if asked for.

    Nothing comes out of a campaign that asks for labels alone.
    """
    store = campaign.store()
    with closing(store.connection) as connection:
        for row in store.standing(checks=checks):
            if row["spans"] is None and row["score"] is None:
                continue
            shown = connection.stored(row["shown"], dict, f"what item {row['item']} shows")
            where = f"{campaign.folder}: item {row['item']}"
            rating = Rating(
                row["id"], row["system"], row["annotator"], store.number(row["score"]),
                store.spans(row["spans"]), document=row["document"], where=where,
            )  # fmt: skip
            try:
                rated = Rated(
                    rating, shown["source"], shown["target"], row["document"] or row["id"],
                    row["position"] or 1, row["line"] or row["item"],
                )  # fmt: skip
                yield Answer(
                    rated, row["item"], plain(row["comment"]), row["time"],
                    store.number(row["seconds"]), row["check_of"],
                )  # fmt: skip
            except (KeyError, AttributeError, TypeError) as error:
                where = f"judgement {row['judgement']} cannot be read"
                raise damaged(connection.path, where) from error


def fitted(campaign: Campaign, rating: Rating, texts: Mapping[str, str], renamed: Mapping[str, str]
           ) -> Rating:  # fmt: skip
    """A rating from elsewhere in the words of this campaign, checked against its rules and texts.

    Names of severities and categories match however they are capitalised; `renamed` maps others.
    """
    labels, where = campaign.labels, rating.where
    asked = {"spans": labels.spans, "score": labels.slider}
    for name, given in (("spans", rating.spans), ("score", rating.score)):
        if asked[name] is not None and given is None:
            raise DataError(
                f"{where} has no {name!r}, but this campaign asks for it.\n{_LACKING[name]}"
            )
        if asked[name] is None and given is not None and name == "spans":
            raise DataError(f"{where} has 'spans', but this campaign asks for no errors.")
    slider = labels.slider
    if slider and not slider.least <= (rating.score or 0) <= slider.most:
        raise DataError(
            f"{where}: the score {rating.score:g} is not from {slider.least} to {slider.most}."
        )
    check_inside(rating, texts)
    spans = rating.spans
    if labels.spans and spans is not None:
        spans = tuple(_fitted_span(where, labels.spans, span, renamed) for span in spans)
        _check_rules(where, labels.spans, spans, texts)
    return replace(rating, spans=spans, score=rating.score if slider else None)


def _fitted_span(
    where: str, rules: SpanRules, span: ErrorSpan, renamed: Mapping[str, str]
) -> ErrorSpan:
    severity = rules.severity(renamed.get(span.severity, span.severity))
    if severity is None:
        raise _unknown(where, "severity", span.severity, [one.key for one in rules.severities])
    named = renamed.get(span.category, span.category)
    if span.start == span.end and not named:  # nothing else can be meant
        named = rules.missing
    category = rules.category(named)
    if category is None and (rules.categories or named):
        known = [one.key for one in rules.categories] or [rules.missing]
        raise _unknown(where, "category", span.category, known)
    span = replace(span, severity=severity.key, category=category.key if category else "")
    if span.start == span.end and not span.in_source and span.category == rules.missing:
        return replace(span, start=0, end=0)  # what is missing has no place in a campaign
    return span


def _check_rules(
    where: str, rules: SpanRules, spans: Sequence[ErrorSpan], texts: Mapping[str, str]
) -> None:
    """Those of the page, which could not save such an answer again."""
    for span in spans:
        text = texts["source" if span.in_source else "target"]
        if problem := fault(rules, span, len(text)):
            raise DataError(
                f"{where}: the error ({span.start}, {span.end}){problem}\n"
                "Correct it, or leave the rating out."
            )
    if problem := crowded(rules, spans):
        raise DataError(f"{where}: {problem}\nCorrect it, or leave the rating out.")


def _unknown(where: str, kind: str, name: str, known: Iterable[str]) -> DataError:
    return DataError(
        f"{where}: the {kind} {name!r} is not one of this campaign's: "
        f"{', '.join(filter(None, known)) or 'it has none'}.\n"
        f"Map it: {option('renamed', f'{name}=OURS')}"
    )
