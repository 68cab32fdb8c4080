"""Our compat modes against what the published code of the papers printed."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from measuring import rows_of

from litmus import evaluate
from litmus.alignment.backends.pharaoh_files import PharaohFile
from litmus.corpus.formats.tags import TagFile
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo, read_suite, write_suite
from litmus.files.text import read_lines
from litmus.importers import import_suite
from litmus.language.words import moses
from litmus.metrics.base import SegmentRow
from litmus.scoring.results import Result

COMBINATIONS = {
    "default": ("micro", ""),
    "lower+strip-stopwords": ("macro", ",case=fold,stopwords=drop,average=macro"),
}
HYPOTHESES = ("a", "b", "c")


def data(shared: Path, *parts: str) -> Path:
    path = shared.joinpath("data", *parts)
    if not path.exists():
        pytest.skip(f"not in the reference data: {path}")
    return path


def json_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in read_lines(path)]


# --- LitTER -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def inputs(shared: Path) -> Path:
    return data(shared, "golden", "litter", "inputs")


@pytest.fixture(scope="module")
def idiom_mt(inputs: Path) -> ParallelFiles:
    return ParallelFiles(
        SuiteInfo("golden", "en", "fr"),
        inputs / "src.en",
        (inputs / "ref.fr",),
        spans=inputs / "spans.en",
    )


@pytest.fixture(scope="module", params=COMBINATIONS)
def litter(
    request: pytest.FixtureRequest,
    shared: Path,
    inputs: Path,
    idiom_mt: ParallelFiles,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[str, Result, dict[str, list[dict[str, Any]]]]:
    """One flag combination: its name, the result, and the evidence of each hypothesis."""
    folder = data(shared, "muse-dicts")
    _, options = COMBINATIONS[request.param]
    dictionary = f"{folder / 'en-fr.txt.gz'}+{folder / 'fr-en.txt.gz'}"
    evidence = tmp_path_factory.mktemp("litter") / "evidence.jsonl"
    result = evaluate(
        idiom_mt,
        {"a": inputs / "ref.fr", "b": inputs / "hyp_b.fr", "c": inputs / "hyp_c.fr"},
        metrics=[f"litter:dictionary={dictionary},compat=idiom-mt{options}"],
        n_bootstrap=10,
        segments=evidence,
    )
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in HYPOTHESES}
    for row in json_lines(evidence):
        found[row["system"]].append(row)
    return request.param, result, found


@pytest.fixture(scope="module")
def litter_summary(shared: Path) -> Any:
    return json.loads(data(shared, "golden", "litter", "summary.json").read_text("utf-8"))


@pytest.mark.parametrize("name", HYPOTHESES)
def test_litter_decides_every_line_as_the_published_code(
    shared: Path, litter: tuple[str, Result, dict[str, list[dict[str, Any]]]], name: str
) -> None:
    combination, _, evidence = litter
    average = COMBINATIONS[combination][0]
    file = f"hyp_{name}__{combination}__{average}.jsonl"
    expected = [
        {
            "id": str(row["id"] + 1),
            "idiom": row["idiom"],
            "decision": row["decision"],
            "kind": row.get("kind"),
            "triggered": row.get("triggered", []),
        }
        for row in json_lines(data(shared, "golden", "litter", "outputs", file))
    ]
    ours = [
        {
            "id": row["id"],
            "idiom": row["evidence"]["idiom"],
            "decision": bool(row["counts"]["triggered"]) if row["counts"]["idioms"] else "skipped",
            "kind": row["evidence"]["kind"],
            "triggered": row["evidence"]["triggered"],
        }
        for row in evidence[name]
    ]
    assert len(ours) == 2525
    assert ours == expected


@pytest.mark.parametrize("name", HYPOTHESES)
def test_litter_prints_the_score_of_the_published_code(
    litter: tuple[str, Result, Any], litter_summary: Any, name: str
) -> None:
    combination, result, _ = litter
    golden = litter_summary[f"{name}|{combination}"]
    row = result.overall(name, "litter")
    assert row.n == golden["n_scored"]
    assert row.value is not None
    assert row.value / 100 == pytest.approx(golden[COMBINATIONS[combination][0]], abs=6e-7)
    printed = golden["printed"][COMBINATIONS[combination][0]]["score"]
    assert round(row.value / 100, 4) == printed


@pytest.mark.parametrize("name", HYPOTHESES)
def test_litter_counts_every_idiom_as_the_published_code(
    litter: tuple[str, Result, Any], litter_summary: Any, name: str
) -> None:
    combination, result, _ = litter
    rows = [row for row in result.rows if row.system == name and row.tag is not None]
    ours = {row.tag: [row.n, round((row.value or 0.0) * row.n / 100)] for row in rows}
    assert ours == litter_summary[f"{name}|{combination}"]["per_idiom"]


@pytest.mark.parametrize("name", HYPOTHESES)
def test_litter_correlates_with_frequency_as_the_published_code(
    litter: tuple[str, Result, Any], litter_summary: Any, name: str
) -> None:
    combination, result, _ = litter
    golden = litter_summary[f"{name}|{combination}"]
    found = next(c for c in result.correlations if c.system == name)
    if name == "a":  # no idiom has an error: the published code prints nan
        assert (found.pearson, found.spearman) == (None, None)
        return
    counts = np.array(list(golden["per_idiom"].values()), float)
    expected = np.corrcoef(counts[:, 1] / counts[:, 0], counts[:, 0])[0, 1]
    assert found.pearson == pytest.approx(expected)
    if printed := golden["printed"].get("macro"):  # it prints them with its macro average only
        assert round(found.pearson or 0.0, 2) == printed["pearson"]
        assert round(found.spearman or 0.0, 2) == printed["spearman"]


# --- APT-Eval -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def apt_eval(
    shared: Path, inputs: Path, idiom_mt: ParallelFiles, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Result, list[dict[str, Any]]]:
    folder = data(shared, "golden", "apt_eval", "inputs")
    evidence = tmp_path_factory.mktemp("apt") / "evidence.jsonl"
    result = evaluate(
        idiom_mt,
        {"c": inputs / "hyp_c.fr"},
        metrics=["apt-eval:compat=idiom-mt"],
        aligners={
            "": PharaohFile(folder / "src_ref.align", ("en", "fr"), tokens="moses"),
            "c": PharaohFile(folder / "src_hyp_c.align", ("en", "fr"), tokens="moses"),
        },
        n_bootstrap=10,
        segments=evidence,
    )
    return result, json_lines(evidence)


@pytest.fixture(scope="module")
def apt_eval_golden(shared: Path) -> list[dict[str, Any]]:
    return json_lines(data(shared, "golden", "apt_eval", "hyp_c.jsonl"))


def test_apt_eval_scores_every_line_as_the_published_code(
    apt_eval: tuple[Result, list[dict[str, Any]]], apt_eval_golden: list[dict[str, Any]]
) -> None:
    for ours, golden in zip(apt_eval[1], apt_eval_golden, strict=True):
        assert ours["id"] == str(golden["id"] + 1)
        assert ours["evidence"]["idiom"] == golden["idiom"]
        scores = ours["evidence"].get("scores")
        assert (scores is None) == ("chrf" not in golden), golden
        if scores is not None:
            assert scores == pytest.approx(
                {
                    "unigram": golden["unigram_precision"],
                    "chrf": golden["chrf"],
                    "ter": golden["ter"],
                    "bleu": golden["sbleu"] / 100,
                    "mwe": golden["score_mwe"],
                },
                abs=2e-6,
            ), golden


def test_apt_eval_takes_the_words_that_the_published_code_takes(
    inputs: Path,
    apt_eval: tuple[Result, list[dict[str, Any]]],
    apt_eval_golden: list[dict[str, Any]],
) -> None:
    tokenize = moses("fr")
    sides = [list(read_lines(inputs / name)) for name in ("ref.fr", "hyp_c.fr")]
    for ours, golden in zip(apt_eval[1], apt_eval_golden, strict=True):
        reference, hypothesis = (tokenize(lines[golden["id"]], escape=False) for lines in sides)
        assert ours["evidence"]["reference_words"] == [reference[i] for i in golden["ref_ids"]]
        assert ours["evidence"]["hypothesis_words"] == [hypothesis[i] for i in golden["hyp_ids"]]


def test_apt_eval_prints_the_averages_of_the_published_code(
    shared: Path, apt_eval: tuple[Result, list[dict[str, Any]]]
) -> None:
    summary = json.loads(data(shared, "golden", "apt_eval", "summary.json").read_text("utf-8"))["c"]
    micro = summary["micro"]
    names = {"": "Unigram Precision", ".mwe": "Score_MWE", ".chrf": "ChrF", ".ter": "TER"}
    for suffix, name in names.items():
        value = apt_eval[0].overall("c", f"apt-eval{suffix}").value
        assert value is not None
        assert round(value / 100, 3) == micro[name]
    bleu = apt_eval[0].overall("c", "apt-eval.bleu").value
    assert bleu is not None
    assert round(bleu, 3) == micro["sBLEU"]


def test_apt_eval_leaves_out_as_many_idioms_as_the_published_code(
    shared: Path, apt_eval: tuple[Result, list[dict[str, Any]]]
) -> None:
    summary = json.loads(data(shared, "golden", "apt_eval", "summary.json").read_text("utf-8"))["c"]
    empty = sum(row["counts"]["empty"] for row in apt_eval[1])
    assert empty == summary["n_empty_reference_span"]
    assert round(empty / 2525, 3) == summary["micro"]["empty"]
    assert apt_eval[0].overall("c", "apt-eval").n == 2525 - empty


# --- the blacklist of CIBB -----------------------------------------------------------------------


def test_blacklist_triggers_on_the_references_that_the_published_script_names(
    shared: Path, tmp_path: Path
) -> None:
    golden = json.loads(data(shared, "golden", "cibb", "hyp_is_reference.json").read_text("utf-8"))
    folder = data(shared, "cibb")
    imported = import_suite("cibb", folder)
    write_suite(tmp_path / "cibb", imported.info, imported.segments, imported.facts)
    result = evaluate(
        read_suite(tmp_path / "cibb"),
        {"reference": folder / "idiom_blacklist.ref.en.txt"},
        metrics=["blacklist:compat=cibb"],
        n_bootstrap=10,
    )
    row = result.overall("reference", "blacklist")
    expected = golden["hypothesis=reference"]
    assert row.n == expected["triggered"] + expected["not_triggered"]
    assert row.value == pytest.approx(100 * expected["triggered"] / row.n)
    labels = [r for r in result.rows if r.tag is not None]
    triggered = {r.tag: [r.n, round((r.value or 0) * r.n / 100)] for r in labels if r.value}
    assert triggered == golden["per_idiom_triggered"]


# --- AutoIE --------------------------------------------------------------------------------------

READINGS = {"substring": "substring", "word": "token_lowercased", "space": "whitespace_token"}


@pytest.fixture(scope="module")
def autoie_golden(shared: Path) -> Any:
    path = data(shared, "golden", "autoie", "reference_self_score.json")
    return json.loads(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def autoie_segments(shared: Path) -> list[Segment]:
    folder = data(shared, "autoie-is")
    return list(import_suite("autoie", next(folder.glob("*.tsv"))).segments)


def autoie_rows(segments: list[Segment], match: str, hypotheses: Iterator[str]) -> list[SegmentRow]:
    return rows_of(f"autoie:match={match}", segments, list(hypotheses), pair=("is", "en"))


@pytest.mark.parametrize("match", READINGS)
def test_autoie_passes_the_rows_that_pass_by_their_own_reference(
    autoie_segments: list[Segment], autoie_golden: Any, match: str
) -> None:
    rows = autoie_rows(autoie_segments, match, (s.references[0] for s in autoie_segments))
    assert len(rows) == autoie_golden["rows"]
    assert sum(row.counts[1] > 0 for row in rows) == autoie_golden["row_pass"][READINGS[match]]


def test_autoie_fails_the_very_rows_of_the_golden_file(
    autoie_segments: list[Segment], autoie_golden: Any
) -> None:
    rows = autoie_rows(autoie_segments, "substring", (s.references[0] for s in autoie_segments))
    failed = [row.segment for row in rows if row.counts[1] == 0]
    assert failed == autoie_golden["row_fail_ids"]["substring"]


@pytest.mark.parametrize("match", READINGS)
def test_autoie_passes_the_segments_whose_first_reference_holds_any_alternative(
    autoie_segments: list[Segment], autoie_golden: Any, match: str
) -> None:
    first: dict[str | None, str] = {}
    for segment in autoie_segments:
        first.setdefault(segment.group, segment.references[0])
    rows = autoie_rows(autoie_segments, match, (first[s.group] for s in autoie_segments))
    weights = Counter[str | None]()
    for row in rows:
        weights[autoie_segments[row.segment].group] += row.counts[0]  # type: ignore[assignment]
    assert len(weights) == autoie_golden["segments"]
    expected = autoie_golden["segment_pass_first_reference_any_keyword_set"][READINGS[match]]
    assert sum(weights.values()) == pytest.approx(expected)


# --- word F-measure of compare-mt ---------------------------------------------------------------


@pytest.mark.parametrize("system", ["sys1", "sys2"])
def test_word_f_counts_every_label_as_compare_mt(shared: Path, tmp_path: Path, system: str) -> None:
    folder = data(shared, "golden", "compare_mt", "inputs")
    path = data(shared, "golden", "compare_mt", "label_bucketer_500.json")
    golden = json.loads(path.read_text("utf-8"))
    reference, hypothesis = folder / "ted.ref.eng", folder / f"ted.{system}.eng"
    evidence = tmp_path / "evidence.jsonl"
    result = evaluate(
        ParallelFiles(SuiteInfo("ted", "is", "en"), reference, (reference,)),
        {system: hypothesis},
        metrics=["word-f:compat=compare-mt"],
        tags={
            "": TagFile(reference.with_name(f"{reference.name}.tag")),
            system: TagFile(hypothesis.with_name(f"{hypothesis.name}.tag")),
        },
        n_bootstrap=10,
        segments=evidence,
    )
    values = {(row.metric, row.tag): (row.n, row.value) for row in result.rows}
    for label in golden["labels"]:
        expected = golden["stats"][system][label]
        n, f = values["word-f", label]
        assert n == expected["ref"]
        recall, precision = (values[f"word-f.{kind}", label][1] for kind in ("recall", "precision"))
        # the counts: matched = recall x reference words = precision x output words
        assert recall == pytest.approx(100 * expected["match"] / expected["ref"])
        assert precision == pytest.approx(100 * expected["match"] / expected["out"])
        assert [recall, precision, f] == pytest.approx(
            [100 * expected[key] for key in ("rec", "prec", "f")]
        )
