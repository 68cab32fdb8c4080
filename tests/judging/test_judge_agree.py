"""A judge's rows beside people's: agree, check and annotate read them as they are."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.judging.judges import ToyJudge, shown

import litmus
from litmus.annotate.agree.compare import Agreement
from litmus.annotate.judgements import read_judgements
from litmus.corpus.ratings import read_ratings
from litmus.errors import DataError, UsageError
from litmus.judging.rows import read_rows
from litmus.judging.trust import compare_with_people

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven"]
SOURCE = [f"It is {word}." for word in WORDS]
SPANS = [[(6, 6 + len(word), word)] for word in WORDS]
OUTPUTS = {name: [f"{name} {word}" for word in WORDS] for name in "ab"}


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def scored(folder: Path, **options: Any) -> Path:
    """A judge who gives the translation's place, and 10 more to b; nothing to 'seven'."""

    def reply(query: Any) -> str:
        system, word = shown(query, "translation").split()
        if word == "seven":
            return "I would rather not."
        value = WORDS.index(word) + 10 * (system == "b") + query.draw
        return json.dumps({"score": value})

    path = folder / "judge.jsonl"
    litmus.judge(
        languages="en-de", source=SOURCE, outputs=OUTPUTS, judge=ToyJudge(reply), task="direct",
        output=path, **options,
    )  # fmt: skip
    return path


def people(folder: Path, ids: range, systems: tuple[str, ...] = ("a", "b")) -> Path:
    rows = [
        {"id": str(k + 1), "system": system, "annotator": "ana", "score": k + 10 * (system == "b")}
        for k in ids
        for system in systems
    ]
    return write(folder / "people.jsonl", rows)


def values(found: Any, table: str) -> dict[str, float]:
    return {row.measure: row.value for row in found.rows if row.table == table and row.metric}


def test_scores_against_people_on_what_both_have(tmp_path: Path) -> None:
    path = scored(tmp_path, repeats=2)
    found = litmus.agree(people(tmp_path, range(8)), segments=path, draws=50)
    assert found.metrics == ("judge:toy/m1/direct.v2",)
    assert found.notes[0] == "2 ratings of what was not judged: left out."
    segments = values(found, "score-segments")
    assert segments["pearson"] == pytest.approx(1.0) and segments["acc_eq"] == 1.0
    assert values(found, "score-systems")["accuracy"] == 1.0
    # a judge can be one of the people
    ratings = list(read_ratings(path))
    assert len(ratings) == 28  # two without a verdict, twice
    assert {rating.annotator for rating in ratings} == {*found.metrics, f"{found.metrics[0]}#2"}
    # The mean of the draws is the score; chrF of this text says nothing, and is computed.
    found = litmus.agree(
        path, languages="en-de", source=SOURCE, references=["x"] * 8, outputs=OUTPUTS,
        metrics="chrf", draws=50,
    )  # fmt: skip
    assert "by 2 raters: 7 segments of 8 segments" in found.heading


def test_what_was_not_judged_is_left_out(tmp_path: Path) -> None:
    path = scored(tmp_path, sample=4)
    file = people(tmp_path, range(7), ("a", "b", "c"))
    found = litmus.agree(file, segments=path, draws=50)
    assert {row.system for row in found.rows if row.system} == {"a", "b"}
    nothing = write(tmp_path / "other.jsonl", [{"id": "1", "system": "z", "score": 1}])
    with pytest.raises(DataError) as error:
        litmus.agree(nothing, segments=path, draws=50)
    assert str(error.value) == (
        "People and the judge have rated nothing in common: no segment and system are the same.\n"
        "Give the rows of the translations that people rated, under the same names."
    )
    path = labelled(tmp_path, sample=3)
    file = judgements(tmp_path, "idiom", {"a": "literal", "b": "correct", "c": "correct"})
    found = litmus.agree(file, segments=path, draws=50)
    assert found.notes[0] == "18 judgements of what was not judged: left out."
    write(nothing, [{"id": "z", "system": "a", "label": "correct"}])
    with pytest.raises(DataError, match="have judged nothing in common"):
        litmus.agree(nothing, segments=path, draws=50)


def labelled(folder: Path, **options: Any) -> Path:
    """A judge of idioms: a is literal throughout, b correct but for 'six'."""

    def reply(query: Any) -> str:
        system, word = shown(query, "translation").split()
        label = "literal" if system == "a" else "omitted" if word == "six" else "correct"
        return json.dumps({"reason": f"{word}", "label": label})

    path = folder / "labels.jsonl"
    litmus.judge(
        languages="en-de", source=SOURCE, outputs=OUTPUTS, judge=ToyJudge(reply), task="idiom",
        spans=SPANS, output=path, **options,
    )  # fmt: skip
    return path


def judgements(folder: Path, task: str, labels: dict[str, str]) -> Path:
    rows = [
        {"task": task, "id": str(k + 1), "system": system, "mark": word, "annotator": "ana",
         "label": label}
        for k, word in enumerate(WORDS)
        for system, label in labels.items()
    ]  # fmt: skip
    return write(folder / "people.jsonl", rows)


def test_labels_against_people_by_hand(tmp_path: Path) -> None:
    path = labelled(tmp_path, repeats=3)
    file = judgements(tmp_path, "idiom", {"a": "literal", "b": "correct"})
    found = litmus.agree(file, segments=path, draws=50)
    assert isinstance(found, Agreement)
    error = {row.measure: row.value for row in found.rows
             if row.table == "metrics" and row.verdict == "error" and row.system is None}  # fmt: skip
    # Flagged: 8 of a, 1 of b. People see 8 errors: precision 8/9, recall 1.
    assert error["precision"] == pytest.approx(100 * 8 / 9)
    assert error["recall"] == pytest.approx(100.0)
    kinds = [row for row in found.rows if row.table == "kinds"]
    assert kinds and {row.metric for row in kinds} == {"judge:toy/m1/idiom.v1"}


def test_labels_of_another_set_are_compared_by_what_they_mean(tmp_path: Path) -> None:
    path = labelled(tmp_path)
    file = judgements(tmp_path, "understanding", {"a": "incorrect", "b": "correct"})
    found = litmus.agree(file, segments=path, draws=50)
    f1 = next(row.value for row in found.rows if row.table == "metrics" and row.measure == "f1")
    assert f1 == pytest.approx(100 * 16 / 17)
    # Kappa by hand: observed 15/16; a sees 9 of 16 errors, ana 8.
    trust = compare_with_people(read_rows(path), [file])
    chance = (9 * 8 + 7 * 8) / 256
    assert trust.found is not None and trust.found.n == 16
    assert trust.found.value == pytest.approx((15 / 16 - chance) / (1 - chance))
    assert not trust.is_tested
    # people need not name the only item
    rows = [{"id": str(k + 1), "system": "a", "label": "literal"} for k in range(8)]
    trust = compare_with_people(read_rows(path), [write(file, rows)])
    assert trust.found is not None and trust.found.n == 8
    with pytest.raises(UsageError) as error:
        compare_with_people(read_rows(path), [people(tmp_path, range(3))])
    assert str(error.value) == (
        f"The judge gives labels, but {file} holds scores. Give people's labels: people=FILE"
    )


@pytest.mark.slow
def test_a_judge_is_held_against_our_own_verdicts(tmp_path: Path) -> None:
    path = labelled(tmp_path, repeats=2)
    found = litmus.agree(
        path, languages="en-de", source=SOURCE, references=["x"] * 8, spans=SPANS, outputs=OUTPUTS,
        metrics="verdict", draws=50,
    )  # fmt: skip
    assert isinstance(found, Agreement) and found.metrics == ("verdict",)
    assert len(found.panel.items) == 16 and len(found.panel.annotators) == 2


def test_a_judge_of_address_is_held_against_tagged_words(tmp_path: Path) -> None:
    texts: dict[str, Any] = {
        "languages": "en-de",
        "source": ["Are you coming?", "You know the way.", "You see it."],
        "references": ["Kommst du?", "Du kennst den Weg.", "Du siehst ihn."],
        "docids": ["a", "a", "a"],
        "outputs": {"mine": ["Kommst du?", "Sie kennen den Weg.", "Du siehst ihn."]},
    }

    def reply(query: Any) -> str:
        return json.dumps({"label": "wrong" if "Sie" in shown(query, "translation") else "right"})

    path = tmp_path / "rows.jsonl"
    litmus.judge(judge=ToyJudge(reply), task="formality", output=path, **texts)
    found = litmus.agree(path, metrics="word-f", draws=50, **texts)
    row = next(row for row in found.rows if row.table == "metrics" and row.measure == "kappa")
    assert (row.n, row.value) == (2, 1.0)


def refused(judge: ToyJudge, task: str, file: Path, **options: Any) -> str:
    with pytest.raises((UsageError, DataError)) as error:
        litmus.judge(
            languages="en-de", source=SOURCE, outputs=OUTPUTS, judge=judge, task=task, people=file,
            spans=SPANS, **options,
        )  # fmt: skip
    assert not judge.queries
    return str(error.value).replace(str(file), file.name)


@pytest.mark.parametrize("dry_run", [False, True])
def test_people_are_read_before_anything_is_asked(tmp_path: Path, dry_run: bool) -> None:
    for task, file, message in (
        ("idiom", tmp_path / "nofile.jsonl",
         "nofile.jsonl does not exist. Give ratings or labels of people: people=FILE"),
        ("idiom", people(tmp_path, range(3)), "The task 'idiom' gives labels, but people.jsonl "
         "holds scores. Nothing was asked. Give people's labels: people=FILE"),
        ("mqm", write(tmp_path / "other.jsonl", [{"text": "Hello."}]),
         "other.jsonl holds neither ratings nor labels. Expected are rows with 'id', 'system', and "),
    ):  # fmt: skip
        said = refused(ToyJudge(lambda _: "no"), task, file, dry_run=dry_run)
        assert said.startswith(message)
    labels = judgements(tmp_path, "idiom", {"a": "literal"})
    assert refused(ToyJudge(lambda _: "no"), "mqm", labels, dry_run=dry_run) == (
        "The task 'mqm' gives scores, but people.jsonl holds labels. Nothing was asked. Give "
        "people's scores: people=FILE"
    )
    labels = judgements(tmp_path, "idiom", {"a": "good"})
    said = refused(ToyJudge(lambda _: "no"), "idiom", labels)
    assert "the label 'good' is not in the label set" in said


def test_rows_without_a_verdict_are_no_judgements(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    litmus.judge(
        languages="en-de", source=SOURCE[:1], outputs={"a": ["x"]}, task="idiom",
        judge=ToyJudge(lambda _: "no"), spans=[[(6, 10, "zero")]], output=path,
    )  # fmt: skip
    assert json.loads(path.read_text())["label"] is None
    assert list(read_judgements(path)) == []
    labels = judgements(tmp_path, "idiom", {"a": "literal"})
    trust = compare_with_people(read_rows(path), [labels])
    assert trust.measure == "kappa"  # of its task, though no row has a label
