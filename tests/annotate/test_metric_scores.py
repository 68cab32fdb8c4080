"""Scores of metrics from rows of a file, from matrices and from counts: by hand."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from litmus.annotate.agree.metric_scores import (
    check_systems,
    metric_scores,
    read_metric_rows,
    scores_of_counts,
    scores_of_rows,
)
from litmus.annotate.agree.scored import (
    HumanScores,
    human_scores,
    make_segments,
    matrix,
    nan_mean,
    resampled_means,
)
from litmus.corpus.ratings import ErrorSpan, Rating
from litmus.errors import DataError
from litmus.metrics.base import Setup
from litmus.metrics.registry import create

NAN = float("nan")


def write(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def human(*systems: str, ids: str = "12", documents: str = "dd") -> HumanScores:
    """Everything is rated 1."""
    ratings = [Rating(identity, system, score=1.0) for identity in ids for system in systems]
    return human_scores(ratings, make_segments(ids, documents))[0]


def test_rows_of_every_kind(tmp_path: Path) -> None:
    span = {"start": 0, "end": 4, "severity": "major"}
    more = {"counts": {"x": 2}, "evidence": {"spans": [span]}}
    path = write(
        tmp_path / "m.jsonl",
        {"id": "1", "system": "@a", "metric": "m", "score": 3},
        {"id": "2", "system": "a", "metric": "m", "score": 4, "spans": [span]},
        {"id": "2", "system": "b", "metric": "m", "spans": []},
        {"system": "a", "metric": "m", "score": 3.5},
        {"id": "1", "system": "@b", "metric": "n", "counts": {"x": 1}},
        {"id": "2", "system": "b", "metric": "n", **more},
        {"id": "9", "system": "a", "metric": "m", "score": 9, "check_of": "1"},
    )
    found = read_metric_rows(path)
    assert found.segments == {"m": {"a": {"1": 3.0, "2": 4.0}}}
    assert found.systems == {"m": {"a": 3.5}}
    assert found.counts == {"n": {"b": {"1": {"x": 1}, "2": {"x": 2}}}}
    error = ErrorSpan(0, 4, "", "major")
    assert [(one.id, one.system, one.metric, one.spans) for one in found.spans] == [
        ("2", "a", "m", (error,)), ("2", "b", "m", ()), ("2", "b", "n", (error,)),
    ]  # fmt: skip
    assert found.judged == set()


def test_draws_of_a_judge_are_averaged(tmp_path: Path) -> None:
    def row(draw: int, **more: Any) -> dict[str, Any]:
        who = "judge:m" if draw == 1 else f"judge:m#{draw}"
        return {"id": "1", "system": "@a", "annotator": who, "draw": draw, "judge": "s"} | more

    path = write(
        tmp_path / "j.jsonl",
        row(1, score=10, spans=[]),
        row(2, score=40),
        row(3, score=None, unjudged="holds no JSON"),
        row(1, score=7) | {"id": "2"},
    )
    found = read_metric_rows(path)
    assert found.segments == {"judge:m": {"a": {"1": 25.0, "2": 7.0}}}
    assert found.judged == {("1", "a"), ("2", "a")}
    assert [(one.metric, one.system, one.spans) for one in found.spans] == [("judge:m", "a", ())]


@pytest.mark.parametrize(("row", "message"), [
    ({"id": "1", "system": "a", "score": 1}, "a score of a metric needs 'metric' and 'system'."),
    ({"id": "1", "metric": "m", "score": 1}, "a score of a metric needs 'metric' and 'system'."),
    ({"system": "a", "metric": "m"}, "'score' must be a number, but is NoneType."),
    ({"system": "a", "metric": "m", "score": NAN}, "the score of a system must be a number."),
    ({"system": "a", "metric": "m", "score": 2}, "m has scored a before. Remove one."),
    ({"id": "1", "system": "@a", "metric": "m", "score": 2},
     "m has scored segment '1' of a before. Remove one."),
])  # fmt: skip
def test_rows_refused(tmp_path: Path, row: dict[str, Any], message: str) -> None:
    first = {"system": "a", "metric": "m", "score": 1}
    path = write(tmp_path / "m.jsonl", first, first | {"id": "1"}, row)
    with pytest.raises(DataError) as refused:
        read_metric_rows(path)
    assert str(refused.value) == f"{path}:3: {message}"


def test_a_file_may_score_segments_systems_or_both(tmp_path: Path) -> None:
    rows = [{"id": k, "system": system, "metric": "m", "score": score}
            for k, system, score in (("1", "a", 1), ("2", "a", 3), ("1", "b", 5))]  # fmt: skip
    whole = [{"system": s, "metric": m, "score": 7} for m in ("m", "n") for s in "ba"]
    found = read_metric_rows(write(tmp_path / "m.jsonl", *rows, *whole))
    both, alone = scores_of_rows(found, human("a", "b"), "m.jsonl")
    assert (both.name, alone.name) == ("m", "n")
    np.testing.assert_array_equal(both.scores, [[1, 3], [5, NAN]])
    assert both.totals.tolist() == [7, 7] and both.resampled is None  # no means of the segments
    assert (alone.scores, alone.totals.tolist()) == (None, [7, 7])
    with pytest.raises(DataError) as refused:
        scores_of_rows(found, human("a", "b", "c"), "m.jsonl")
    assert str(refused.value) == (
        "m.jsonl: m has no score of c, which people scored.\n"
        "Add it, or remove the metric: on other systems its figures would say nothing here."
    )
    check_systems("m.jsonl", "m", ["a", "b", "c"], human("a", "c"))  # more is no harm


def test_scores_of_systems_are_means_unless_they_are_given() -> None:
    segments = make_segments("123", "dde")
    scores = np.array([[1.0, 3.0, 8.0], [2.0, NAN, 6.0]])
    found = metric_scores("m", scores, None, segments)
    assert found.totals.tolist() == [4.0, 4.0] and found.resampled is not None
    # the first document twice, the second once; then the second alone
    drawn = found.resampled(np.array([[2.0, 1.0], [0.0, 1.0]]))
    np.testing.assert_allclose(drawn, [[16 / 5, 10 / 3], [8, 6]])
    close = metric_scores("m", scores, np.array([4.0, 4.000001]), segments)
    assert close.resampled is not None and close.totals[1] == 4.000001
    assert metric_scores("m", scores, np.array([4.0, 4.1]), segments).resampled is None


def test_counts_are_turned_so_that_higher_is_better() -> None:
    metric = create("blacklist", Setup("en", "fr"))
    assert metric.columns == ("triggered", "segments") and not metric.higher_is_better
    people = human("a", "b", ids="123", documents="dde")
    counts = {
        "a": {k: {"triggered": float(k == "1"), "segments": 1.0} for k in "12"},
        "b": {"3": {"triggered": 1.0, "segments": 1.0}},
    }
    found = scores_of_counts("blacklist", metric, counts, people, signature="sign")
    assert (found.name, found.signature) == ("blacklist", "sign")
    np.testing.assert_array_equal(found.totals, [-50, -100])
    np.testing.assert_array_equal(found.scores, [[-100, 0, NAN], [NAN, NAN, -100]])
    assert found.resampled is not None
    np.testing.assert_array_equal(found.resampled(np.array([[1.0, 0.0]])), [[-50, NAN]])
    given = scores_of_counts("blacklist", metric, counts, people, totals={"a": 30.0, "b": None})
    np.testing.assert_array_equal(given.totals, [-30, NAN])
    macro = create("litter:average=macro", Setup("en", "fr"))
    assert scores_of_counts("litter", macro, {}, people).resampled is None


def test_matrices_by_hand() -> None:
    found = matrix({"a": {"1": 1.0, "9": 5.0}}, ["a", "b"], ["1", "2"])
    np.testing.assert_array_equal(found, [[1, NAN], [NAN, NAN]])
    np.testing.assert_array_equal(nan_mean(found), [1, NAN])
    assert matrix({}, [], ["1"]).shape == (0, 1)
    segments = make_segments("1234", ["d", None, "d", None])
    assert (segments.documents.tolist(), segments.names) == ([0, 1, 0, 2], ("d", "2", "4"))
    assert segments.n_documents == 3 and make_segments([], []).n_documents == 0
    np.testing.assert_array_equal(segments.by_document(np.array([1.0, 2, 3, 4])), [4, 2, 4])
    means = resampled_means(np.array([[1.0, 2, NAN, 4]]), segments)
    drawn = means(np.array([[3.0, 0, 1], [0, 0, 0]]))
    np.testing.assert_array_equal(drawn, [[7 / 4], [NAN]])


def rated(identity: str, system: str, score: float | None, who: str = "", **more: Any) -> Rating:
    return Rating(identity, system, who, score, where="f", **more)


def test_several_people_are_averaged_and_metrics_left_out() -> None:
    ratings = [
        rated("1", "a", 1, "x"), rated("1", "a", 4, "y"), rated("2", "b", None, "x"),
        rated("2", "b", 9, metric="m"), rated("2", "c", 3),
    ]  # fmt: skip
    found, notes = human_scores(ratings, None, "mqm")
    assert (found.systems, found.segments.ids, found.name) == (("a", "b", "c"), ("1", "2"), "mqm")
    np.testing.assert_array_equal(found.scores, [[2.5, NAN], [NAN, NAN], [NAN, 3]])
    np.testing.assert_array_equal(found.totals, [2.5, NAN, 3])
    assert (found.n_rated, notes, len(found.ratings)) == (2, [], 4)
    some, notes = human_scores(ratings, None, only=["c", "a"])
    assert (some.systems, notes) == (("a", "c"), ["No output, so left out: b."])
    assert some.digest != found.digest == human_scores(ratings, None)[0].digest
    other = human_scores([rated("1", "a", 2, "x"), *ratings[1:]], None)[0]
    assert other.digest != found.digest


@pytest.mark.parametrize(("ratings", "message"), [
    ([], "There is no human score in the input; nothing can be compared."),
    ([rated("1", "a", 1, metric="m")], "There is no human score in the input; nothing can be compared."),
    ([rated("1", "a", 1), rated("1", "a", 2)],
     "f: the annotator has scored '1' of 'a' before (f).\nGive one rating each."),
    ([rated("1", "a", 1, "x"), rated("1", "a", 2, "x")],
     "f: x has scored '1' of 'a' before (f).\nGive one rating each."),
    ([rated("z13", "a", 1)], "f: the suite has no segment 'z13'. Did you mean 'z12'?\n"
                            "Give the suite that was rated: suite=SUITE"),
])  # fmt: skip
def test_ratings_refused(ratings: list[Rating], message: str) -> None:
    with pytest.raises(DataError) as refused:
        human_scores(ratings, make_segments(["1", "z12"], [None, None]))
    assert str(refused.value) == message


def test_ratings_by_document_find_their_segments() -> None:
    segments = make_segments("12345", ["d", "d", "e", "e", None])
    ratings = [
        rated("", "a", score, document=document, position=position)
        for document, position, score in (("e", 1, 5), ("e", 2, 6), ("d", 1, 7), ("x", 1, 8))
    ]
    found, notes = human_scores(ratings, segments)
    np.testing.assert_array_equal(found.scores, [[NAN, NAN, 5, 6, NAN]])
    assert notes == [
        "2 ratings of documents that are not in the suite, or were not rated whole, are left out: "
        "the file does not say which segments they are of."
    ]
    with pytest.raises(DataError) as refused:
        human_scores(ratings, None)
    assert str(refused.value) == (
        "f: these ratings name documents, not segments.\nGive the suite that was rated: suite=SUITE"
    )
