"""Our compat modes against what the published code of the papers printed."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from measuring import rows_of

from litmus import evaluate
from litmus.alignment.backends.pharaoh_files import PharaohFile
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo, read_suite, write_suite
from litmus.files.text import read_lines
from litmus.importers import import_suite
from litmus.language.words import moses
from litmus.metrics.base import SegmentRow

COMBINATIONS = [
    ("default", "micro", ""),
    ("lower+strip-stopwords", "macro", ",case=fold,stopwords=drop,average=macro"),
]


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


# What they print of all lines: test_golden_extract.py.
@pytest.mark.parametrize(("combination", "average", "options"), COMBINATIONS)
def test_litter_decides_every_line_as_the_published_code(
    shared: Path,
    inputs: Path,
    idiom_mt: ParallelFiles,
    tmp_path: Path,
    combination: str,
    average: str,
    options: str,
) -> None:
    folder = data(shared, "muse-dicts")
    dictionary = f"{folder / 'en-fr.txt.gz'}+{folder / 'fr-en.txt.gz'}"
    result = evaluate(
        idiom_mt,
        {"a": inputs / "ref.fr", "b": inputs / "hyp_b.fr", "c": inputs / "hyp_c.fr"},
        metrics=[f"litter:dictionary={dictionary},compat=idiom-mt{options}"],
        n_bootstrap=10,
        segments=tmp_path / "evidence.jsonl",
    )
    ours: dict[str, list[object]] = {"a": [], "b": [], "c": []}
    for row in json_lines(tmp_path / "evidence.jsonl"):
        evidence, counts = row["evidence"], row["counts"]
        decision = bool(counts["triggered"]) if counts["idioms"] else "skipped"
        shown = (row["id"], evidence["idiom"], decision, evidence["kind"], evidence["triggered"])
        ours[row["system"]].append(shown)
    golden = data(shared, "golden", "litter")
    summary = json.loads((golden / "summary.json").read_text("utf-8"))
    for name, found in ours.items():
        file = golden / "outputs" / f"hyp_{name}__{combination}__{average}.jsonl"
        assert len(found) == 2525
        assert found == [
            (str(row["id"] + 1), row["idiom"], row["decision"], row.get("kind"),
             row.get("triggered", []))
            for row in json_lines(file)
        ]  # fmt: skip
        rows = [row for row in result.rows if row.system == name and row.tag is not None]
        by_idiom = {row.tag: [row.n, round((row.value or 0.0) * row.n / 100)] for row in rows}
        assert by_idiom == summary[f"{name}|{combination}"]["per_idiom"]


# --- APT-Eval -----------------------------------------------------------------------------------


def test_apt_eval_scores_every_line_as_the_published_code(
    shared: Path, inputs: Path, idiom_mt: ParallelFiles, tmp_path: Path
) -> None:
    folder = data(shared, "golden", "apt_eval")
    evaluate(
        idiom_mt,
        {"c": inputs / "hyp_c.fr"},
        metrics=["apt-eval:compat=idiom-mt"],
        aligners={
            name: PharaohFile(folder / "inputs" / file, ("en", "fr"), tokens="moses")
            for name, file in (("", "src_ref.align"), ("c", "src_hyp_c.align"))
        },
        n_bootstrap=10,
        segments=tmp_path / "evidence.jsonl",
    )
    tokenize = moses("fr")
    sides = [list(read_lines(inputs / name)) for name in ("ref.fr", "hyp_c.fr")]
    rows = json_lines(tmp_path / "evidence.jsonl")
    for row, golden in zip(rows, json_lines(folder / "hyp_c.jsonl"), strict=True):
        ours = row["evidence"]
        assert (row["id"], ours["idiom"]) == (str(golden["id"] + 1), golden["idiom"])
        assert ("scores" in ours) == ("chrf" in golden), golden
        if "scores" in ours:
            expected = {
                "unigram": golden["unigram_precision"],
                "chrf": golden["chrf"],
                "ter": golden["ter"],
                "bleu": golden["sbleu"] / 100,
                "mwe": golden["score_mwe"],
            }
            assert ours["scores"] == pytest.approx(expected, abs=2e-6), golden
        reference, hypothesis = (tokenize(lines[golden["id"]], escape=False) for lines in sides)
        assert ours["reference_words"] == [reference[i] for i in golden["ref_ids"]]
        assert ours["hypothesis_words"] == [hypothesis[i] for i in golden["hyp_ids"]]


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
    if match == "substring":
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
