"""Attention checks: translations that are damaged, mixed in, and noticed or not."""

import json
import random
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from campaigning import make, make_rated
from hypothesis import given
from hypothesis import strategies as st

from litmus.annotate.agree.metric_scores import read_metric_rows
from litmus.annotate.campaigns.attention import damaged, passed
from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.effort import efforts
from litmus.annotate.exchange import export_lines, exported, import_judgements, move_open
from litmus.annotate.judgements import read_judgements
from litmus.annotate.status import status_lines
from litmus.corpus.ratings import ErrorSpan, read_ratings
from litmus.errors import UsageError

TEXTS = [(f"Sentence {k}.", text) for k, text in enumerate([
    "Die Bären fischten gestern im kalten Fluss.",
    "Meine Schwester backt jeden Sonntag frisches Brot.",
    "Ein heftiger Sturm warf viele kleine Boote um.",
    "Könige bauten hier einst prächtige Schlösser aus Stein.",
    "Unser Zug hatte wieder zwanzig Minuten Verspätung.",
    "Der Arzt verschrieb ihm starke Tabletten gegen Schmerzen.",
    "Abends spielte das Orchester eine lange Sinfonie.",
    "Sie schrieb mit blauer Tinte auf gelbes Papier.",
])]  # fmt: skip


ALONE: dict[str, Any] = {"annotators": ("ana",), "overlap": 1}


def twins(campaign: Campaign) -> list[tuple[int, str, str, list[int]]]:
    """Twin, damaged text, undamaged text, place."""
    query = "SELECT t.id, t.shown, o.shown, t.damage FROM items t JOIN items o ON o.id = t.check_of"
    with closing(campaign.store().connection) as connection:
        return [
            (number, json.loads(new)["target"], json.loads(old)["target"], json.loads(place))
            for number, new, old, place in connection.execute(query)
        ]


def judge(campaign: Campaign, annotator: int, *, careful: bool) -> None:
    """A careful annotator marks every damage and scores it low; another says 80 to everything."""
    places = {number: place for number, _, _, place in twins(campaign)}
    with closing((store := campaign.store()).connection) as connection:
        query = "SELECT position, item FROM assignments WHERE annotator = ? ORDER BY position"
        for position, item in connection.execute(query, (annotator,)).fetchall():
            spans: tuple[ErrorSpan, ...] = ()
            score = 80.0
            if careful and item in places:
                spans, score = (ErrorSpan(places[item][0], places[item][1], "", "major"),), 20.0
            store.judge(
                annotator, position, "", "", f"request-{position}", spans=spans, score=score,
                seconds=10.0 + position,
            )  # fmt: skip


def test_everyone_gets_so_many_and_the_originals_as_well(tmp_path: Path) -> None:
    campaign, made = make_rated(tmp_path, TEXTS, attention=3)
    assert made.n_items == 8 and made.assigned == {"ana": 11, "ben": 11} and made.notes == ()
    query = (
        "SELECT i.id, i.check_of FROM assignments a JOIN items i ON i.id = a.item "
        "WHERE a.annotator = ?"
    )
    with closing(campaign.store().connection) as connection:
        for annotator in (1, 2):
            own = dict(connection.execute(query, (annotator,)).fetchall())
            checks = [of for of in own.values() if of is not None]
            assert len(checks) == len(set(checks)) == 3 and set(checks) <= set(own)


def test_a_table_has_the_header_of_its_task_and_pieces_of_an_error_count_once(
    tmp_path: Path,
) -> None:
    campaign, _ = make_rated(tmp_path, TEXTS)
    (head,) = export_lines(exported(campaign), "tsv")  # without answers
    assert "score\tspans" in head and "label" not in head and "check_of" not in head
    (head,) = export_lines(exported(campaign, checks=True), "tsv")
    assert head.endswith("\tcheck_of\tdamage\n")
    pieces = (ErrorSpan(0, 3, "", "major"), ErrorSpan(4, 9, "", "major", penalty=0.0))
    with closing((store := campaign.store()).connection):
        store.judge(1, 1, "", "", "request-1", spans=pieces, score=30.0)
        assert efforts(store)["ana"].errors == 1


def test_the_rest_of_a_damaged_translation_is_as_it_was(tmp_path: Path) -> None:
    campaign, _ = make_rated(tmp_path, TEXTS, attention=4, seed=7)
    found = twins(campaign)
    assert len(found) >= 4
    for _, new, old, (start, end) in found:
        assert new != old
        assert old.startswith(new[:start]) and old.endswith(new[end:])
        assert new[start:end] not in old
        assert any(new[start:end] in text for _, text in TEXTS)  # words of another segment


@given(st.text(max_size=60), st.text(max_size=60), st.integers(0, 99))
def test_damage_is_where_it_is_said_to_be(text: str, donor: str, seed: int) -> None:
    for nothing in (("", "eins zwei drei"), ("...", "eins zwei drei"),
                    ("ein ganzer langer Satz", "kurz"), ("das ist gut",) * 2):  # fmt: skip
        assert damaged(*nothing, random.Random(1)) is None
    found = damaged(text, donor, random.Random(seed))
    if found is None:
        return
    new, (start, end) = found
    assert 0 <= start < end <= len(new) and new[start:end] in donor
    assert text.startswith(new[:start]) and text.endswith(new[end:])


def test_too_few_translations_are_told(tmp_path: Path) -> None:
    _, made = make_rated(tmp_path, TEXTS[:2], attention=5, context=0, **ALONE)
    assert made.notes == (
        "ana has 2 attention checks, not 5: there are not enough translations that can be damaged.",
    )


def test_only_where_a_damage_can_be_noticed(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        make(tmp_path, attention=2)
    assert str(error.value) == (
        "attention is for tasks that mark errors or give a score; 'idiom' has labels alone, which "
        "need not notice a damage."
    )
    with pytest.raises(UsageError, match="attention must be at least 0, not -1"):
        make_rated(tmp_path / "b", TEXTS, attention=-1)


def test_a_mark_that_touches_the_damage_passes() -> None:
    assert not passed((4, 9), None)
    for touching in ((4, 9), (0, 5)):
        assert passed((4, 9), (ErrorSpan(*touching),))
    for elsewhere in (ErrorSpan(0, 4), ErrorSpan(9, 12), ErrorSpan(0, 0),
                      ErrorSpan(4, 9, in_source=True)):  # fmt: skip
        assert not passed((4, 9), (elsewhere,))


def test_status_tells_who_was_attentive(tmp_path: Path) -> None:
    campaign, _ = make_rated(tmp_path, TEXTS, attention=3, sample="all")
    judge(campaign, 1, careful=True)
    judge(campaign, 2, careful=False)
    with closing((store := campaign.store()).connection):
        found = efforts(store)
    assert {name: (one.passed, one.checks) for name, one in found.items()} == {
        "ana": (3, 3), "ben": (0, 3),
    }  # fmt: skip
    # checks count for the time in all alone: 11 items of 11 to 21 seconds
    assert found["ana"].items == 8 and found["ana"].total == sum(range(11, 22)) == 176
    assert (found["ana"].errors, found["ana"].score) == (0, 80)
    lines = list(status_lines(campaign))
    assert (lines[0], *lines[3:6]) == (
        "campaign: task esa, 8 items, 22 entries in the log",
        "  mine\tall\t8 of 8 judged, of 8 in the set", "",
        "  annotator  items  s/item (median)  minutes in all  checks passed  errors/item  "
        "mean score",
    )  # fmt: skip
    for line, name, checks in ((lines[6], "ana", "3 of 3"), (lines[7], "ben", "0 of 3")):
        assert line.split()[:2] == [name, "8"] and checks in line
        assert line.split()[-2:] == ["0.00", "80.0"] and line.split()[3] == "2.9"


def test_a_lower_score_alone_passes_and_waits_for_the_original(tmp_path: Path) -> None:
    for task in ("esa", "mqm"):
        campaign, _ = make_rated(tmp_path / task, TEXTS, task, attention=1, **ALONE)
        with closing((store := campaign.store()).connection) as connection:
            places = dict(connection.execute("SELECT item, position FROM assignments").fetchall())
            query = "SELECT id, check_of FROM items WHERE check_of IS NOT NULL"
            ((twin, original),) = connection.execute(query).fetchall()

            def decided(item: int, score: float | None) -> tuple[int, int]:
                store.judge(1, places[item], "", "", f"request-{score}", spans=(), score=score)  # noqa: B023
                return efforts(store)["ana"].passed, efforts(store)["ana"].checks  # noqa: B023

            if task == "mqm":  # without a slider it is decided at once
                assert decided(twin, None) == (0, 1)
                continue
            assert decided(twin, 30.0) == (0, 0)
            assert decided(original, 31.0) == (1, 1)
            assert decided(original, 29.0) == (0, 1)


def test_exports_leave_checks_out_unless_asked(tmp_path: Path) -> None:
    """A twin's row has the id and the system of its original; it is nobody's rating."""
    campaign, _ = make_rated(tmp_path / "one", TEXTS, attention=3)
    judge(campaign, 1, careful=True)
    assert len(list(exported(campaign))) == len(list(exported(campaign, everything=True))) == 8
    rows = list(exported(campaign, checks=True))
    checks = [row for row in rows if row["check_of"] is not None]
    assert (len(rows), len(checks)) == (11, 3)
    for row in checks:
        (span,) = row["spans"]
        assert [span["start"], span["end"]] == row["damage"]
    path = tmp_path / "all.jsonl"

    def written(**more: str) -> Path:
        lines = export_lines([row | more for row in rows], "jsonl")
        path.write_text("".join(lines), encoding="utf-8")
        return path

    found = list(read_ratings(written()))
    assert [(one.score, one.spans) for one in found] == [(80.0, ())] * 8
    other, _ = make_rated(tmp_path / "two", TEXTS)
    assert import_judgements(other, [path]).added == 8
    assert len(read_metric_rows(written(metric="m")).segments["m"]["mine"]) == 8
    assert len(list(read_judgements(written(label="good")))) == 8


def test_a_check_moves_with_its_original_unless_that_was_judged(tmp_path: Path) -> None:
    campaign, _ = make_rated(
        tmp_path / "one", TEXTS, attention=3, annotators=("ana", "ben", "cy"), overlap=1, seed=5
    )
    move_open(campaign, "ana", ["ben", "cy"])
    with closing((store := campaign.store()).connection) as connection:
        apart = connection.execute(
            "SELECT count(*) FROM items t JOIN assignments a ON a.item = t.id WHERE t.check_of IS "
            "NOT NULL AND NOT EXISTS (SELECT 1 FROM assignments b WHERE b.annotator = a.annotator "
            "AND b.item = t.check_of)"
        ).fetchone()
        assert apart == (0,)
        assert store.progress(1) == (0, 0)
    campaign, _ = make_rated(tmp_path / "two", TEXTS, attention=1, overlap=1)
    with closing((store := campaign.store()).connection) as connection:
        twin, original = connection.execute(
            "SELECT i.id, b.position FROM items i JOIN assignments a ON a.item = i.id JOIN "
            "assignments b ON b.item = i.check_of WHERE a.annotator = 1 AND b.annotator = 1"
        ).fetchone()
        store.judge(1, original, "", "", "request-1", spans=(), score=30.0)
    move_open(campaign, "ana", ["ben"])
    with closing(campaign.store().connection) as connection:
        query = "SELECT item FROM assignments WHERE annotator = 1 AND judgement IS NULL"
        assert connection.execute(query).fetchall() == [(twin,)]
