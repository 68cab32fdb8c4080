"""One translation of several systems is judged once, and what is said is recorded for each.

In the small suite the systems agree in the odd sentences; without neighbours these look the same.
"""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from campaigning import make

from litmus.annotate.agree.compare import Settings, compare, meanings_of
from litmus.annotate.agree.panel import make_panel
from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.exchange import (
    export_lines,
    exported,
    import_judgements,
    move_open,
    standing_judgements,
)
from litmus.annotate.judgements import read_judgements
from litmus.annotate.store.database import Store

ANA, BEN = 1, 2


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Twelve items, of which three look like three others; ana and ben judge all."""
    return make(tmp_path, context=0)[0]


@pytest.fixture
def store(campaign: Campaign) -> Iterator[Store]:
    with closing((found := campaign.store()).connection):
        yield found


def judge_all(store: Store, annotator: int) -> int:
    """Answers "literal" to each item that comes up, by its text; how many came up."""
    count = 0
    while (position := store.next_open(annotator)) is not None:
        task = store.task(annotator, position)
        assert task is not None
        label = "literal" if "haricots" in task.shown["target"] else "correct"
        store.judge(annotator, position, label, f"comment {count}", f"request-{count}")
        count += 1
    return count


def twin_position(store: Store, annotator: int = ANA) -> int:
    """Where an item comes up that looks like another."""
    query = (
        "SELECT min(a.position) FROM assignments a JOIN items i ON i.id = a.item "
        "WHERE a.annotator = ? AND i.alike <> i.id"
    )
    (found,) = store.connection.execute(query, (annotator,)).fetchone()
    return int(found)


def test_one_answer_is_recorded_for_both_systems(campaign: Campaign, store: Store) -> None:
    query = "SELECT shown FROM items WHERE segment = ? ORDER BY id"
    for segment, expected in (("s0", ["left", "right"]), ("s1", ["left, right"] * 2)):
        found = [json.loads(shown) for (shown,) in store.connection.execute(query, (segment,))]
        assert [shown["system"] for shown in found] == expected
    assert judge_all(store, ANA) == 9  # twelve items, three of them seen already
    assert store.progress(ANA) == (12, 12)
    rows = list(exported(campaign))
    assert Counter((row["system"], row["label"]) for row in rows) == {
        ("left", "literal"): 3, ("left", "correct"): 3, ("right", "correct"): 6,
    }  # fmt: skip
    said: dict[str, set[str]] = {}
    for row in rows:
        said.setdefault(row["id"], set()).add(row["comment"])
    assert {id: len(comments) for id, comments in said.items()} == {
        "s0": 2, "s1": 1, "s2": 2, "s3": 1, "s4": 2, "s5": 1,
    }  # fmt: skip
    by_item = {row["item"]: row for row in rows}
    repeated = [row for row in rows if row["same_as"] is not None]
    assert sorted(row["id"] for row in repeated) == ["s1", "s3", "s5"]
    assert all(by_item[row["same_as"]]["id"] == row["id"] for row in repeated)


def test_other_neighbours_make_another_item(tmp_path: Path) -> None:
    found, _ = make(tmp_path)  # the sentences before and after differ between the systems
    with closing((store := found.store()).connection):
        assert judge_all(store, ANA) == 12
    assert [row["same_as"] for row in exported(found)] == [None] * 12


def test_change_and_undo_are_of_both(store: Store) -> None:
    position = twin_position(store)

    def labels() -> list[str]:
        query = (
            "SELECT j.label FROM assignments a JOIN judgements j ON j.id = a.judgement "
            "WHERE a.annotator = ? ORDER BY a.position"
        )
        return [label for (label,) in store.connection.execute(query, (ANA,))]

    store.judge(ANA, position, "omitted", "", "request-1")
    assert labels() == ["omitted"] * 2
    assert not store.judge(ANA, position, "literal", "", "request-1")
    store.judge(ANA, position, "correct", "", "request-2")
    assert labels() == ["correct"] * 2
    assert store.undo(ANA, "undo-0001") == store.undo(ANA, "undo-0001") == position
    assert labels() == ["omitted"] * 2
    assert store.undo(ANA, "undo-0002") == position
    assert labels() == []
    assert store.undo(ANA, "undo-0003") is None
    assert store.progress(ANA) == (0, 12)
    assert len(list(store.log())) == 8


def test_verdict_from_elsewhere_is_about_one_item(campaign: Campaign, tmp_path: Path) -> None:
    path = tmp_path / "theirs.jsonl"
    path.write_text(json.dumps({"id": "s1", "system": "right", "label": "literal"}) + "\n")
    import_judgements(campaign, [path], annotator="cy")
    assert [(row["system"], row["same_as"]) for row in exported(campaign)] == [("right", None)]


@pytest.mark.parametrize("moved", [False, True])
def test_what_looks_the_same_goes_to_one_annotator(tmp_path: Path, moved: bool) -> None:
    found, made = make(tmp_path, context=0, annotators=("a", "b", "c"), overlap=1)
    assert sum(made.assigned.values()) == 12
    if moved:
        move_open(found, "a", ["b", "c"])
    query = "SELECT DISTINCT i.alike, a.annotator FROM assignments a JOIN items i ON i.id = a.item"
    with closing(found.store().connection) as connection:
        judges = connection.execute(query).fetchall()
    assert len(judges) == len(dict(judges)) == 9


def test_agreement_of_people_counts_an_answer_once(
    campaign: Campaign, store: Store, tmp_path: Path
) -> None:
    judge_all(store, ANA)
    judge_all(store, BEN)
    found = [list(standing_judgements(campaign))]
    for format in ("jsonl", "tsv"):
        path = tmp_path / f"out.{format}"
        path.write_text("".join(export_lines(exported(campaign), format)), encoding="utf-8")
        found.append(list(read_judgements(path)))
    for judgements in found:
        panel = make_panel(judgements, campaign.labels)
        agreement = compare(panel, {}, Settings(meanings_of(panel), n_draws=20), {})
        pairs = {row.measure: row.n for row in agreement.rows if row.table == "annotators"}
        assert (pairs["kappa"], pairs["agreement"]) == (9, 9)
        shares = {row.system: row.n for row in agreement.rows if row.table == "labels"}
        assert shares == {"left": 6, "right": 6}  # each system has all its translations
