"""AUC within strata, resampled by document, as the experiment blind_spots computes it."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from experiments.blind_spots.auc import compare, detectable, p_value, pairs_within
from experiments.blind_spots.evalset import Error, EvalSet, Rating
from experiments.blind_spots.kinds import idiom_test, pronoun_test
from experiments.blind_spots.measure import correct, write
from experiments.blind_spots.results import read_cells
from experiments.blind_spots.rows import MATCHED, ONE_MORE, SAME_SEGMENT, read_rows
from experiments.blind_spots.tables import rewritten, table, tables

from litmus.errors import DataError


def random_rows(seed: int) -> dict[str, np.ndarray]:
    """Strata across documents; whole numbers as scores, so that many tie."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, 60)
    return {
        "stratum": rng.integers(-1, 5, 60),
        "document": rng.integers(3, 11, 60),
        "is_case": kind == 0,
        "is_clean": kind == 1,
        "score": rng.integers(0, 4, 60).astype(float),
    }


def by_hand(rows: dict[str, np.ndarray], weight: dict[int, int]) -> float:
    """Pair by pair; a document that is drawn twice has each of its rows twice."""
    won = n = 0.0
    cases, clean = np.flatnonzero(rows["is_case"]), np.flatnonzero(rows["is_clean"])
    for i, j in product(cases, clean):
        if rows["stratum"][i] == rows["stratum"][j] >= 0:
            times = weight[rows["document"][i]] * weight[rows["document"][j]]
            n += times
            difference = rows["score"][j] - rows["score"][i]
            won += times * (1.0 if difference > 0 else 0.5 if difference == 0 else 0.0)
    return won / n


def test_auc_of_strata_and_of_a_resample_counted_pair_by_pair(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = [3, 3, 3, 4, 5, 7, 7, 10]
    for seed in range(5):
        rows = random_rows(seed)
        names = np.unique(rows["document"])
        weights = np.array([[drawn.count(name) for name in names]], float)
        monkeypatch.setattr(
            "experiments.blind_spots.auc.bootstrap_weights", lambda *_, w=weights: iter([w])
        )
        pairs = pairs_within(rows["stratum"], rows["is_case"], rows["is_clean"], nested=False)
        compared = compare(pairs, rows["score"][:, None], rows["document"], n_trials=1)
        once = by_hand(rows, dict.fromkeys(range(3, 11), 1))
        assert compared.value[0] == pytest.approx(once, abs=1e-12)
        again = by_hand(rows, {name: drawn.count(name) for name in range(3, 11)})
        assert compared.trials[0, 0] == pytest.approx(again, abs=1e-12)


def test_auc_of_nested_strata_counts_a_document_as_often_as_it_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # document 0: one pair, won; document 1: two pairs, lost. Drawn 0 0 1: (2 * 1) / (2 * 1 + 2)
    stratum = np.array([0, 0, 1, 1, 1])
    case = np.array([True, False, True, False, False])
    scores = np.array([[1.0], [2.0], [5.0], [3.0], [4.0]])
    weights = np.array([[2.0, 1.0]])
    monkeypatch.setattr("experiments.blind_spots.auc.bootstrap_weights", lambda *_: iter([weights]))
    compared = compare(pairs_within(stratum, case, ~case, nested=True), scores, stratum, n_trials=1)
    assert compared.value[0] == pytest.approx(1 / 3)
    assert compared.trials[0, 0] == pytest.approx(1 / 2)


def test_auc_leaves_out_pairs_without_a_score() -> None:
    case = np.array([True, False, False])
    scores = np.array([[1.0, np.nan], [2.0, 1.0], [np.nan, 2.0]])
    pairs = pairs_within(np.zeros(3, int), case, ~case, nested=True)
    value = compare(pairs, scores, np.zeros(3, int), n_trials=3).value
    assert value[0] == 1.0 and np.isnan(value[1])


def test_p_value_and_what_could_be_detected() -> None:
    # without spread, one is sure only of no difference
    assert p_value(0.0, 0.0) == 1.0
    assert np.isnan(p_value(0.2, 0.0))
    # farther away among many tests: z of 0.975 is 1.960, of 0.9995 3.291, of 0.8 0.842
    assert detectable(0.1) == pytest.approx(0.780, abs=1e-3)
    assert detectable(0.1, 50) == pytest.approx(0.913, abs=1e-3)


def rated(start: int, end: int, category: str, severity: str, score: float) -> dict[str, Any]:
    return {"start": start, "end": end, "category": f"fluency/{category}", "severity": severity,
            "score": score, "is_source_error": False}  # fmt: skip


@pytest.fixture
def evalset(tmp_path: Path) -> EvalSet:
    """Two systems, four segments in two documents, one rater; a metric under two names."""
    ratings: list[list[dict[str, Any]] | None] = [
        [rated(0, 3, "grammar", "minor", 1.0)],
        [],
        [rated(0, 3, "grammar", "major", 5.0), rated(3, 5, "register", "minor", 1.0)],
        None,
        [],
        [],
        [rated(0, 3, "register", "minor", 1.0)],
        None,
    ]
    rows = [None if errors is None else json.dumps({"errors": errors}) for errors in ratings]
    metric = "A\t1\nA\t2\nA\tNone\nA\t4\nB\t5\nB\t6\nB\t7\nB\t8\n"
    files = {
        "documents/zh-en.docs": "news\ta\nnews\ta\nnews\tb\nnews\tb\n",
        "sources/zh-en.txt": "一\n一二\n一二三\n一二三四\n",
        "references/zh-en.refA.txt": "x\nx\nx\nx\n",
        "system-outputs/zh-en/A.txt": "She is\nHe went\nIt rains\nYes\n",
        "system-outputs/zh-en/B.txt": "He is\nHe goes\nThe rain\nNo\n",
        "human-scores/zh-en.mqm.rater1.seg.rating": "".join(
            f"{system}\t{row}\n" for system, row in zip("AAAABBBB", rows, strict=True)
        ),
        "metric-scores/zh-en/one.seg.score": metric,
        "metric-scores/zh-en/two.seg.score": metric,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return EvalSet(tmp_path, "zh-en")


def test_evalset_reads_ratings_and_drops_a_metric_that_is_there_twice(evalset: EvalSet) -> None:
    assert len(evalset.ratings) == 6
    assert list(evalset.scores) == ["two"]
    assert evalset.scores["two"][1].tolist() == [5, 6, 7, 8]
    assert np.isnan(evalset.scores["two"][0, 2])


def test_designs_compare_what_they_say(evalset: EvalSet) -> None:
    rows = read_rows(evalset, {})
    everything = np.ones(6, bool)
    # rows: A0 A1 A2 B0 B1 B2; A0 has grammar alone, A2 grammar and register, B2 register alone
    same = rows.pairs(SAME_SEGMENT, "grammar", everything)
    assert list(zip(same.case, same.clean, strict=True)) == [(0, 3)]
    more = rows.pairs(ONE_MORE, "grammar", everything)  # A2 has the register error of B2, and more
    assert list(zip(more.case, more.clean, strict=True)) == [(0, 3), (2, 5)]
    assert rows.pairs(MATCHED, "register", everything).n_cases == 0  # no clean one so long
    assert rows.major.tolist() == [False, False, True, False, False, False]
    # a half loses cases and clean outputs
    assert rows.halves["even"].tolist() == [True, True, False, True, True, False]
    even = rows.without(~rows.halves["even"])
    assert even.clean.tolist() == [False, True, False, True, True, False]
    assert (even.only["register"].sum(), rows.only["register"].tolist()) == (
        0,
        [False] * 5 + [True],
    )


def test_pronoun_errors_have_a_pronoun_and_idiom_errors_touch_an_idiom(evalset: EvalSet) -> None:
    def error(
        start: int, end: int, kind: str = "accuracy/mistranslation", *, source: bool = False
    ) -> Error:
        return Error(start, end, kind, "minor", 1.0, in_source=source)

    is_pronoun, is_idiom = pronoun_test(evalset), idiom_test({("A", 0): [(4, 9)]})
    pronouns = [error(0, 3), error(4, 6), error(0, 3, "style/unnatural or awkward")]
    idioms = [error(8, 12), error(9, 12), error(4, 9, source=True)]
    for test, errors in ((is_pronoun, pronouns), (is_idiom, idioms)):
        found = [test(Rating("1", "A", 0, (one,)), one) for one in errors]
        assert found == [True, False, False]


def test_penalties_of_the_ratings_give_the_systems_published_scores(shared: Path) -> None:
    folder = shared / "data/wmt23-evalset"
    rows = read_rows(evalset := EvalSet(folder, "en-de"), {})
    lines = (folder / "human-scores/en-de.mqm.sys.score").read_text("utf-8").splitlines()
    published = dict(line.split("\t") for line in lines)
    for number, system in enumerate(evalset.outputs):
        mean = -rows.penalty[rows.system == number].mean()
        assert mean == pytest.approx(float(published[system]), abs=1e-6)


ROWS = """design,pair,kind,scorer,cases,auc,low,high,error,documents,pairs,p,p_holm,detectable,detectable_holm
matched,zh-en,omission,COMET-refA,40,0.8,0.7,0.9,0.05,12,99,0.001,0.004,0.64,0.7
matched,zh-en,omission,Random-sysname-src,40,0.49,0.4,0.6,0.05,12,99,0.8,1,0.64,0.7
matched,zh-en,omission,litmus omission,40,0.3,0.2,0.4,0.05,12,99,0.001,0.004,0.64,0.7
matched,zh-en,register,COMET-refA,12,0.9,0.7,1,0.05,5,20,,,,
matched,en-de,register,COMET-refA,12,0.9,0.7,1,0.05,5,20,,,,
"""


def test_table_is_bold_only_where_a_test_shows_more_than_chance(tmp_path: Path) -> None:
    file = tmp_path / "auc.tsv"
    file.write_text(ROWS.replace(",", "\t"), encoding="utf-8")
    rows = list(table(read_cells(file, "matched", "zh-en"), intervals=True))
    assert rows == [
        "|  | omission | register |",
        "| --- | ---: | ---: |",
        "| cases / documents | 40 / 12 | 12 / 5 |",
        "| could be shown alone | .64 | - |",
        "| COMET | **.80** [.70, .90] | .90 [.70, 1.00] |",
        "| random, by system | .49 [.40, .60] | - |",
        "| litmus omission | .30 [.20, .40] | - |",
    ]


def test_tables_of_the_page_are_those_of_the_results() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs/measured/blind-spots.md").read_text("utf-8")
    found = tables(root / "experiments/blind_spots/results")
    # as a list: where they differ, only the lines that do are shown
    assert page.split("\n") == rewritten(page, found).split("\n")


def test_a_page_without_a_place_for_a_table_is_not_rewritten() -> None:
    with pytest.raises(DataError) as caught:
        rewritten("<!-- /detectors --> <!-- detectors -->", {"detectors": "| |"})
    assert str(caught.value) == (
        "The page has no place for a table: <!-- detectors --> and, below, <!-- /detectors -->."
    )


def test_p_values_are_corrected_within_a_design_and_tests_only() -> None:
    def row(design: str, p: float) -> dict[str, Any]:
        return {"design": design, "p": p, "error": 0.1}

    rows = [row(MATCHED, 0.01), row(MATCHED, float("nan")), row(MATCHED, 0.04), row(ONE_MORE, 0.04)]
    correct(rows)
    assert [each.get("p_holm") for each in rows] == [0.02, None, 0.04, 0.04]
    # two tests: z of 1 - 0.05 / 4 is 2.241, of 0.8 0.842
    assert rows[0]["detectable_holm"] == pytest.approx(0.808, abs=1e-3)


def test_results_are_written_with_empty_cells_for_what_is_unknown(tmp_path: Path) -> None:
    file = tmp_path / "results" / "auc.tsv"
    write(file, [{"kind": "omission", "auc": 0.123456}, {"kind": "register", "p": float("nan")}])
    assert file.read_text("utf-8") == "kind\tauc\tp\nomission\t0.1235\t\nregister\t\t\n"
