"""The ratings of a campaign in the files of others: out, and into another campaign."""

import json
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from campaigning import make, make_rated

from litmus import convert_ratings
from litmus.annotate.campaign_ratings import campaign_ratings
from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.exchange import import_judgements
from litmus.annotate.rating_export import FORMATS, exported_ratings
from litmus.corpus.ratings import rating_to_json
from litmus.errors import LitmusError

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
