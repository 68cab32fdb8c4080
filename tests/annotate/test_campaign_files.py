"""Ratings of a campaign with their texts: out, and into another campaign."""

import json
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from campaigning import make, make_rated, make_suite

from litmus import convert_ratings
from litmus.annotate.campaign_ratings import campaign_ratings, fitted
from litmus.annotate.campaigns.campaign import Campaign, is_rating_campaign
from litmus.annotate.exchange import import_judgements
from litmus.annotate.label_sets import find_label_set
from litmus.annotate.rating_export import FORMATS, exported_ratings
from litmus.corpus.ratings import ErrorSpan, Rating, rating_to_json
from litmus.corpus.segment import Segment
from litmus.errors import DataError, LitmusError

TEXTS = [("The cat 🙂 sat.", "Die Katze 🙂 saß."), ("All is well.", "Alles gut.")]


@pytest.fixture
def rated(tmp_path: Path) -> Campaign:
    """ana and ben have rated both translations."""
    campaign, _ = make_rated(tmp_path, TEXTS)
    given = tmp_path / "given.jsonl"
    spans = [
        {"start": 10, "end": 15, "severity": "major"},
        {"start": 0, "end": 3, "severity": "minor"},
    ]
    rows = [
        {"id": f"s{k}", "system": "mine", "annotator": who, "score": 50 + k, "spans": marked}
        for k, marked in enumerate((spans, []))
        for who in ("ana", "ben")
    ]
    given.write_text("".join(json.dumps(row) + "\n" for row in rows))
    import_judgements(campaign, [given])
    return campaign


def said(campaign: Campaign) -> list[str]:
    return sorted(
        json.dumps(rating_to_json(one.rated.rating)) for one in campaign_ratings(campaign)
    )


@pytest.mark.parametrize("format", FORMATS)
def test_ratings_go_out_and_come_back(rated: Campaign, tmp_path: Path, format: str) -> None:
    path = tmp_path / {"mqm": "out.tsv", "esa": "out.csv", "pearmut": "out.jsonl"}[format]
    lost: Counter[str] = Counter()
    path.write_text("".join(exported_ratings(rated, format, lost)), encoding="utf-8")
    assert +lost == (Counter({"scores": 4}) if format == "mqm" else Counter())
    back = tmp_path / "back.jsonl"
    convert_ratings(path, back, suite=tmp_path / "suite")
    rows = [json.loads(line) for line in back.read_text(encoding="utf-8").splitlines()]
    wanted = [json.loads(row) for row in said(rated)]
    for row in wanted:
        if format == "mqm":  # which has no scores, and a category for every error
            del row["score"]
            row["spans"] = [{**span, "category": "Other"} for span in row["spans"]]
    key = lambda row: (row["id"], row["annotator"])  # noqa: E731
    assert sorted(rows, key=key) == sorted(wanted, key=key)


def test_pearmut_goes_into_another_campaign_which_is_a_file_of_ratings(
    rated: Campaign, tmp_path: Path
) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("".join(exported_ratings(rated, "pearmut", Counter())), encoding="utf-8")
    (tmp_path / "other").mkdir()
    other, _ = make_rated(tmp_path / "other", TEXTS)
    assert convert_ratings(rated.folder, tmp_path / "again.jsonl").n == 4
    assert import_judgements(other, [path]).added == 4
    assert said(other) == said(rated)


def test_labels_are_no_ratings(tmp_path: Path) -> None:
    campaign, _ = make(tmp_path)
    with closing((store := campaign.store()).connection):
        store.judge(1, 1, "literal", "", "request-1")
    assert list(campaign_ratings(campaign)) == []
    assert not is_rating_campaign(campaign.folder) and not is_rating_campaign(tmp_path)
    with pytest.raises(LitmusError) as caught:
        exported_ratings(campaign, "mqm", Counter())
    assert str(caught.value) == (
        f"{campaign.folder} asks for labels, and mqm holds scores and errors.\n"
        "Export it as jsonl or tsv."
    )


def test_a_rating_goes_out_with_its_place_in_the_suite(tmp_path: Path) -> None:
    campaign, _ = make_rated(tmp_path, [("A.", "B."), ("C.", "D."), ("E.", "F.")])
    with closing((store := campaign.store()).connection):
        for position in (2, 3):
            store.judge(1, position, "", "", f"request-{position}", spans=(), score=5.0)
    lines = list(exported_ratings(campaign, "mqm", Counter()))
    assert [one.split("\t")[2] for one in lines] == ["doc_id", "2", "3"]
    lines = list(exported_ratings(campaign, "esa", Counter()))
    assert [one.split(",")[2] for one in lines] == ["2", "3"]


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
    assert is_rating_campaign(found.folder)
    first, _, last = answers
    where = f"{found.folder}: item 2"
    assert first.rated.rating == Rating(
        "s1", "mine", "ben", None, (SPAN,), document="a", where=where
    )
    assert (first.comment, first.seconds, first.check_of) == ("hm", 1.5, None)
    assert (last.rated.rating.spans, last.seconds) == ((), None)


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
