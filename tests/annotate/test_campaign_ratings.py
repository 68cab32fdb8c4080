"""Ratings out of a campaign, with the texts they are about."""

from contextlib import closing
from pathlib import Path

import pytest
from campaigning import FIXTURES, make, make_rated, make_suite

from litmus.annotate.campaign_ratings import campaign_ratings, fitted
from litmus.annotate.campaigns.campaign import Campaign, is_rating_campaign
from litmus.annotate.label_sets import find_label_set
from litmus.corpus.ratings import ErrorSpan, Rating
from litmus.corpus.segment import Segment
from litmus.errors import DataError

campaign, served = FIXTURES
SPAN = ErrorSpan(0, 3, "Fluency/Grammar", "Minor", True)


def test_a_rating_knows_its_texts_and_its_place(tmp_path: Path) -> None:
    documents = ["a", "a", None, "b", "b"]
    rows = [Segment(f"s{k}", f"S {k}", ("–",), d) for k, d in enumerate(documents)]
    suite = make_suite(tmp_path / "suite", rows, {"mine": [f"T {k}" for k in range(5)]})
    found, _ = make(tmp_path, suite=suite, labels=find_label_set("mqm"), shuffle=False)
    with closing((store := found.store()).connection):
        for position in (2, 3, 5):
            store.judge(2, position, "", "hm", f"request-{position}", spans=(SPAN,), seconds=1.5)
        store.judge(2, 5, "", "", "request-9", spans=())
    answers = list(campaign_ratings(found))
    rated = [one.rated for one in answers]
    places = [(one.source, one.target, one.document, one.position, one.line) for one in rated]
    assert places == [
        ("S 1", "T 1", "a", 2, 2),
        ("S 2", "T 2", "s2", 1, 3),
        ("S 4", "T 4", "b", 2, 5),
    ]
    first, _, last = answers
    where = f"{found.folder}: item 2"
    assert first.rated.rating == Rating(
        "s1", "mine", "ben", None, (SPAN,), document="a", where=where
    )
    assert (first.comment, first.seconds, first.check_of) == ("hm", 1.5, None)
    assert (last.rated.rating.spans, last.seconds) == ((), None)


def test_labels_are_no_ratings(campaign: Campaign, tmp_path: Path) -> None:
    with closing((store := campaign.store()).connection):
        store.judge(1, 1, "literal", "", "request-1")
    assert list(campaign_ratings(campaign)) == []
    assert not is_rating_campaign(campaign.folder) and not is_rating_campaign(tmp_path)
    assert is_rating_campaign(make_rated(tmp_path / "rated")[0].folder)


SHOWN = {"source": "One two", "target": "Eins zwei"}
WHOLE = ErrorSpan(0, 9, "Non-translation!", "Major")


@pytest.mark.parametrize(("spans", "message"), [
    ([ErrorSpan(0, 4, "Non-translation!", "Major")],
     "f:1: the error (0, 4): 'Non-translation!' covers the whole translation."),
    ([ErrorSpan(0, 9, "Non-translation!", "Minor")],
     "f:1: the error (0, 9): 'Non-translation!' is always Major."),
    ([ErrorSpan(0, 4, "Source issue", "Neutral")],
     "f:1: the error (0, 4): 'Source issue' is marked in the source."),
    ([ErrorSpan(2, 2, "Other", "Major")], "f:1: the error (2, 2) covers no character."),
    ([WHOLE, ErrorSpan(0, 4, "Other", "Minor")],
     "f:1: 'Non-translation!' covers the whole translation and stands alone."),
])  # fmt: skip
def test_what_the_page_cannot_mark_is_not_imported(
    spans: list[ErrorSpan], message: str, tmp_path: Path
) -> None:
    rated, _ = make_rated(tmp_path, task="mqm")
    rating = Rating("s0", "mine", "ana", None, tuple(spans), where="f:1")
    with pytest.raises(DataError) as caught:
        fitted(rated, rating, SHOWN, {})
    assert str(caught.value) == f"{message}\nCorrect it, or leave the rating out."
    whole = Rating("s0", "mine", "ana", None, (WHOLE,), where="f:1")
    assert fitted(rated, whole, SHOWN, {}).spans == (WHOLE,)


@pytest.mark.parametrize("category", ["", "Omission"])
def test_what_is_missing_is_imported_as_the_page_says_it(category: str, tmp_path: Path) -> None:
    rated, _ = make_rated(tmp_path)
    rating = Rating("s0", "mine", "ana", 5.0, (ErrorSpan(3, 3, category, "major"),))
    assert fitted(rated, rating, SHOWN, {}).spans == (ErrorSpan(0, 0, "omission", "major"),)
