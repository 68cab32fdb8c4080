"""The EvalSet layout: a folder made by hand, damaged ones, and WMT23's."""

from pathlib import Path

import pytest

from litmus.corpus.formats.evalset import EvalSet, open_evalset, read_scores, score_lines
from litmus.corpus.ratings import ErrorSpan
from litmus.errors import LitmusError


def said(folder: Path, pair: str | None = "en-de") -> str:
    with pytest.raises(LitmusError) as caught:
        found = open_evalset(folder, pair)
        found.sources, found.output("good")
        for level in ("seg", "sys"):
            for path in (*found.human_files(level).values(), *found.metric_files(level).values()):
                found.segment_scores(path) if level == "seg" else found.system_scores(path)
        for rater, path in found.rating_files("mqm").items():
            list(found.ratings(rater, path))
    return str(caught.value)


def test_evalset_by_hand(evalset: Path) -> None:
    found = open_evalset(evalset)
    assert (found.pair, found.systems) == ("en-de", ["fair", "good", "poor"])
    assert found.places[2] == ("chat", "d2")
    assert found.reference("refA")[3] == "die Nacht"
    assert found.segment_scores(found.human_files("seg")["mqm"])["fair"] == [0, -5, -1, None]
    assert found.system_scores(found.metric_files("sys")["ours-refA"])["poor"] == 0.55
    (first, second, third) = found.ratings("rater1", found.rating_files("mqm")["rater1"])
    assert (first.id, first.system, first.annotator, first.spans) == ("2", "good", "rater1", ())
    assert second.spans == (ErrorSpan(0, 4, "fluency/grammar", "major", False, 5.0),)
    assert third.id == "1"


def test_evalset_keeps_offsets_and_leaves_out_systems_without_output(evalset: Path) -> None:
    path = evalset / "system-outputs/en-de/good.txt"
    path.write_text("\ufeffein Hund\nzwei\u2028Katzen\nder Tag\n[No translation supplied]\n")
    assert open_evalset(evalset).output("good") == [" ein Hund", "zwei Katzen", "der Tag", ""]
    path = evalset / "human-scores/en-de.mqm.seg.score"
    path.write_text(path.read_text() + "synthetic\t-1\n")
    assert "synthetic" not in open_evalset(evalset).segment_scores(path)


def test_score_lines_are_read_back(tmp_path: Path) -> None:
    scores: dict[str, list[float | None]] = {"a": [0.1, None, -3.0], "b": [1e-9, 2.0, None]}
    (tmp_path / "x.seg.score").write_text("".join(f"{line}\n" for line in score_lines(scores)))
    assert read_scores(tmp_path / "x.seg.score") == scores


@pytest.mark.parametrize(("name", "content", "message"), [
    ("sources/en-de.txt", "one\n", "sources/en-de.txt has 1 line, but documents/en-de.docs has 4."),
    ("documents/en-de.docs", "d1\n", "documents/en-de.docs:1 must have a domain and a document"),
    ("human-scores/en-de.mqm.seg.score", "good\t1\n", "has 1 line of 'good'; expected 4"),
    ("human-scores/en-de.mqm.seg.score", "good\tx\n", ":1 must be a system and a score (or None)"),
    ("human-scores/en-de.mqm.seg.score", "good\tnan\n", ":1: nan is no score. Write None"),
    ("metric-scores/en-de/ours-refA.sys.score", "good\t1\ngood\t2\n", "has 2 lines of 'good'"),
    ("human-scores/en-de.mqm.rater1.seg.rating", "good\t{}\n", ":1 is no rating"),
    ("human-scores/en-de.mqm.rater1.seg.rating", "good\tNone\n", "has 1 line of 'good'"),
])  # fmt: skip
def test_evalset_refused(evalset: Path, name: str, content: str, message: str) -> None:
    (evalset / name).write_text(content)
    assert message in said(evalset)


def test_evalset_of_several_pairs_must_be_chosen(evalset: Path) -> None:
    (evalset / "documents/en-fr.docs").write_text("news\td1\n")
    assert "holds several language pairs: en-de, en-fr." in said(evalset, None)
    assert "No language pair of this EvalSet is called 'en-dee'" in said(evalset, "en-dee")
    assert "is no EvalSet" in said(evalset / "documents")
    (evalset / "sources/en-de.txt").unlink()
    assert "sources/en-de.txt does not exist" in said(evalset)


@pytest.mark.parametrize(("pair", "segments", "systems", "errors"), [
    ("en-de", 557, 12, 19_569), ("zh-en", 1976, 15, 50_731),
])  # fmt: skip
def test_evalset_of_wmt23(
    shared: Path, pair: str, segments: int, systems: int, errors: int
) -> None:
    folder = shared / "data" / "wmt23-evalset"
    if not folder.is_dir():
        pytest.skip("WMT23's EvalSet is not there")
    found = EvalSet(folder, pair)
    assert (len(found.sources), len(found.systems)) == (segments, systems)
    read = [
        rating
        for rater, path in found.rating_files("mqm").items()
        for rating in found.ratings(rater, path)
    ]
    spans = sum(len(rating.spans or ()) for rating in read)
    assert 0.9 * errors < spans <= errors  # those of synthetic references have no output here
