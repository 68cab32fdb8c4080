"""Judgements out of a campaign and into it."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from campaigning import BEANS, FIXTURES, NASTY, make

from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.exchange import (
    Imported,
    export_lines,
    exported,
    import_judgements,
    move_open,
)
from litmus.annotate.judgements import FIELDS, Judgement, read_judgements
from litmus.errors import DataError, UsageError

campaign, served = FIXTURES


def judge(campaign: Campaign, *judgements: tuple[int, int, str, str]) -> None:
    with closing((store := campaign.store()).connection):
        for k, (annotator, position, label, comment) in enumerate(judgements):
            store.judge(annotator, position, label, comment, f"request-{k}")


def written(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_rows_have_what_an_estimate_needs_and_only_what_stands(tmp_path: Path) -> None:
    found, _ = make(tmp_path, sample="2")
    judge(found, (1, 1, "literal", ""), (1, 1, "correct", NASTY), (2, 1, "omitted", ""))
    with closing((store := found.store()).connection):
        store.undo(2, "undo-1")
    (row,) = exported(found)
    assert tuple(row) == FIELDS
    assert row["time"].endswith("Z") and len(row["time"]) == 24
    assert (row["label"], row["comment"], row["annotator"]) == ("correct", NASTY, "ana")
    assert (row["campaign"], row["task"], row["mark"]) == ("campaign", "idiom", BEANS)
    assert (row["stratum"], row["size"], row["weight"]) == ("random", 6, 3.0)
    assert row["span"] == [[6, 23]]
    everything = [row["label"] for row in exported(found, everything=True)]
    assert everything == ["literal", "correct", "omitted", None]


def test_what_is_exported_can_be_read_again(campaign: Campaign, tmp_path: Path) -> None:
    judge(campaign, (1, 1, "literal", "tab\tand\nline"), (2, 3, "correct", ""))
    for format, comment in (("jsonl", "tab\tand\nline"), ("tsv", "tab and line")):
        path = tmp_path / f"out.{format}"
        path.write_text("".join(export_lines(exported(campaign), format)), encoding="utf-8")
        other, one = sorted(read_judgements(path), key=lambda one: one.label)
        assert (other.label, one.label, one.comment) == ("correct", "literal", comment)
        assert (one.annotator, one.size, one.mark) == ("ana", 6, BEANS)


def test_verdicts_from_elsewhere(campaign: Campaign, tmp_path: Path) -> None:
    path = written(
        tmp_path / "theirs.jsonl",
        {"id": "s0", "system": "left", "label": "L", "annotator": "expert", "comment": "hm"},
        {"id": "s1", "system": "left", "label": "correct", "annotator": "ana"},
    )
    found = import_judgements(campaign, [path], renamed={"L": "literal"})
    assert found == Imported(added=2, known=0, skipped=0)
    rows = {row["annotator"]: row for row in exported(campaign)}
    assert (rows["expert"]["label"], rows["expert"]["comment"]) == ("literal", "hm")
    assert (rows["ana"]["id"], rows["ana"]["label"]) == ("s1", "correct")
    with closing((store := campaign.store()).connection):
        assert store.progress(1) == (1, 12)  # ana's own list, one done
        assert store.progress(3) == (1, 1)
        assert store.undo(1, "undo-1") is None  # what was imported is not undone by a key


def test_importing_twice_adds_nothing(campaign: Campaign, tmp_path: Path) -> None:
    row = {"id": "s0", "system": "left", "label": "literal", "time": "2024-01-01T00:00:00Z"}
    path = written(tmp_path / "theirs.jsonl", row)
    with pytest.raises(DataError, match=r"does not say who judged. Say it for the whole file: ann"):
        import_judgements(campaign, [path])
    import_judgements(campaign, [path], annotator="expert")
    assert import_judgements(campaign, [path], annotator="expert") == Imported(0, 1, 0)
    written(path, {"id": "s9", "label": "literal"})  # about another item
    found = import_judgements(campaign, [path], annotator="expert", skip_unknown=True)
    assert found == Imported(0, 0, 1)
    assert len(list(exported(campaign, everything=True))) == 1


def test_tsv_with_the_columns_it_has(campaign: Campaign, tmp_path: Path) -> None:
    path = tmp_path / "theirs.tsv"
    path.write_text("label\tid\tsystem\tcolour\nomitted\ts2\tright\tred\n", encoding="utf-8")
    assert import_judgements(campaign, [path], annotator="expert").added == 1
    for text, message in (
        ("s0\tliteral\n", "1: there is no column 'id'. The first line"),
        ("id\tlabel\ns0\n", "2 has 1 tab-separated columns, but its first line names 2"),
    ):
        path.write_text(text)
        with pytest.raises(DataError, match=f"theirs.tsv:{message}"):
            list(read_judgements(path))


@pytest.mark.parametrize(("row", "message"), [
    ({"id": "s0", "system": "left", "label": "bad"},
     "the label 'bad' is not one of this campaign's: correct, understandable, literal, omitted, incorrect.\nMap it: renamed=bad=LABEL"),
    ({"id": "s9", "system": "left", "label": "literal"},
     "no item of this campaign has id 's9', system 'left'.\nCorrect it, or skip such rows: skip_unknown=True"),
    ({"id": "s0", "label": "literal"},
     "2 items of this campaign have id 's0', system ''.\nSay more of it: columns 'system' and 'mark'"),
    ({"id": "s0", "system": "left", "label": ""}, "the key 'label' is missing. A judgement needs id and label."),
    ({"id": "s0", "label": "literal", "size": 0}, "'size' must be a whole number above 0, but is 0."),
    ({"id": "s0", "label": "literal", "size": float("inf")}, "'size' must be a whole number above 0, but is inf."),
    ({"id": "s0", "label": "literal", "size": "many"}, "'size' must be a whole number above 0, but is 'many'."),
])  # fmt: skip
def test_a_row_that_cannot_be_placed_stops_all(
    campaign: Campaign, tmp_path: Path, row: dict[str, object], message: str
) -> None:
    good = {"id": "s0", "system": "left", "label": "literal"}
    path = written(tmp_path / "theirs.jsonl", good, row)
    with pytest.raises(DataError) as error:
        import_judgements(campaign, [path], annotator="expert")
    assert str(error.value) == f"{path}:2: {message}"
    assert list(exported(campaign)) == []


def test_reading_keeps_numbers_as_ids(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", {"id": 7, "label": 1})
    assert list(read_judgements(path)) == [Judgement("7", "1", where=f"{path}:1")]


def test_open_items_move(campaign: Campaign, tmp_path: Path) -> None:
    found, _ = make(tmp_path / "second", annotators=("a", "b", "c"), overlap=1)
    judge(found, (1, 1, "correct", ""))

    def progress() -> dict[str, tuple[int, int]]:
        with closing((store := found.store()).connection):
            query = "SELECT count(*), count(DISTINCT item) FROM assignments"
            assert store.connection.execute(query).fetchone() == (12, 12)
            return {name: store.progress(number) for name, number in store.annotators().items()}

    assert progress() == {"a": (1, 4), "b": (0, 4), "c": (0, 4)}
    assert move_open(found, "a", ["b", "c"]) == {"b": 2, "c": 1}
    assert progress() == {"a": (1, 1), "b": (0, 6), "c": (0, 5)}
    assert move_open(campaign, "ana", ["ben"]) == {"ben": 0}  # ben has all of them
    for name, message in (
        ("cy", "No annotator is called 'cy'. There is: ana, ben"),
        ("ana", "ana cannot take over from ana"),
    ):
        with pytest.raises(UsageError, match=message):
            move_open(campaign, "ana", [name])
