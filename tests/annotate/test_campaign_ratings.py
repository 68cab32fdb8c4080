"""Ratings out of a campaign, with the texts they are about."""

from contextlib import closing
from pathlib import Path

from campaigning import FIXTURES, make, make_rated, make_suite

from litmus.annotate.campaign_ratings import campaign_ratings
from litmus.annotate.campaigns.campaign import Campaign, is_rating_campaign
from litmus.annotate.label_sets import find_label_set
from litmus.corpus.ratings import ErrorSpan, Rating
from litmus.corpus.segment import Segment

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
