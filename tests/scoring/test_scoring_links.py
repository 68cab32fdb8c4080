"""`evaluate` with links of its own making: the same for the reference whoever is scored."""

import json
from pathlib import Path
from typing import Any

import pytest
from suites import outputs

from litmus import evaluate
from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.alignment.embedded.model_files import save
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteFolder, SuiteInfo, read_suite, write_suite
from litmus.errors import LitmusError
from litmus.scoring.measuring import inputs as scoring_inputs
from litmus.scoring.results import Result

SOURCE = [
    "The president spoke of water every year .",
    "He kicked the bucket last year .",
    "They spilled the beans again .",
]
REFERENCE = [
    "Le président parlait d' eau chaque année .",
    "Il est mort l' année dernière .",
    "Ils ont encore vendu la mèche .",
]
SPANS = [None, ("kick the bucket", (3, 20)), ("spill the beans", (5, 22))]
ONE = ["Le président parlait d' eau .", "Il a frappé le seau .", "Ils ont renversé les haricots ."]
TWO = ["Chaque année .", "Il est mort .", ""]
METRICS = ["apt-eval", "idiom-accuracy", "omission", "litter:gate=alignment"]


def made(folder: Path, *, references: bool = True, target: str = "fr") -> SuiteFolder:
    segments = [
        Segment(
            str(number),
            source,
            (reference,) if references else (),
            idioms=(Idiom(span[0], (span[1],)),) if span else (),
        )
        for number, (source, reference, span) in enumerate(
            zip(SOURCE, REFERENCE, SPANS, strict=True)
        )
    ]
    write_suite(folder / target, SuiteInfo("idioms", "en", target), segments, overwrite=True)
    return read_suite(folder / target)


def scored(
    folder: Path, metrics: list[str], suite: SuiteFolder | None = None, **options: Any
) -> Result:
    systems = options.pop("systems", {"one": ONE, "two": TWO})
    files = outputs(folder, **systems)
    return evaluate(suite or made(folder), files, metrics=metrics, n_bootstrap=9, **options)


def test_evaluate_links_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = scored(tmp_path, METRICS)
    for name in ("apt-eval", "idiom-accuracy", "omission", "litter"):
        for system in ("one", "two"):
            assert result.overall(system, name).n > 0
    omitted = {row.tag: row.value for row in result.rows
               if (row.system, row.metric) == ("two", "omission")}  # fmt: skip
    assert omitted["spill the beans"] == 100.0  # the line is empty
    monkeypatch.setattr(scoring_inputs, "BATCH", 1)  # the same links in batches
    assert scored(tmp_path, METRICS).rows == result.rows


def test_evaluate_scores_do_not_depend_on_the_other_systems(tmp_path: Path) -> None:
    systems = {"one": ONE, "two": TWO, "three": REFERENCE}
    together = scored(tmp_path, METRICS, systems=systems)
    backwards = scored(tmp_path, METRICS, systems=dict(reversed(systems.items())))
    for name, lines in systems.items():
        alone = scored(tmp_path, METRICS, systems={name: lines})
        found = [
            [row.as_json() for row in result.rows if row.system == name]
            for result in (alone, together, backwards)
        ]
        assert found[0] == found[1] == found[2] != []
    assert together.overall("three", "apt-eval").value == 100.0


def test_evaluate_reference_links_are_the_same_whoever_is_scored(tmp_path: Path) -> None:
    systems, why = {"one": ONE, "two": TWO}, tmp_path / "why.jsonl"
    found = []
    for chosen in (["one"], ["two"], ["one", "two"]):
        scored(tmp_path, ["apt-eval"], systems={k: systems[k] for k in chosen}, segments=why)
        lines = why.read_text("utf-8").removesuffix("\n").split("\n")
        found += [
            {
                row["id"]: row["evidence"]["reference_words"]
                for row in map(json.loads, lines)
                if row["system"] == name and row["evidence"].get("reference_words")
            }
            for name in chosen
        ]
    assert found[0]
    assert all(words == found[0] for words in found)


def test_evaluate_signature_names_the_aligner(tmp_path: Path) -> None:
    learned = EmbeddedAligner(("en", "fr")).learn(zip(SOURCE, REFERENCE, strict=True))
    result = scored(tmp_path, ["omission", "chrf"])
    signatures = {row.metric: row.signature for row in result.rows}
    assert f"|align:{learned.signature}" in signatures["omission"]
    assert "align:" not in signatures["chrf"]  # reads no links


def test_evaluate_takes_an_aligner_by_its_name(tmp_path: Path) -> None:
    saved, aligner = EmbeddedAligner(("en", "fr")).learn([("bucket", "seau")]), tmp_path / "m"
    save(saved, aligner)
    result = scored(tmp_path, ["omission"], aligner=f"model:{aligner}")
    assert f"|align:{saved.signature}" in result.rows[0].signature
    with pytest.raises(LitmusError, match="No aligner is called 'embeded'"):
        scored(tmp_path, ["omission"], aligner="embeded")
    save(EmbeddedAligner(("sv", "fi")).learn([]), tmp_path / "fi")
    with pytest.raises(LitmusError) as caught:
        scored(tmp_path, ["omission"], aligner=f"model:{tmp_path / 'fi'}")
    assert str(caught.value).startswith(f"{tmp_path / 'fi'} links sv-fi, not en-fr.\n")


def test_evaluate_without_references_can_still_see_omissions(tmp_path: Path) -> None:
    suite, systems = made(tmp_path, references=False), {"one": ONE, "none": ["x", "", ""]}
    result = scored(tmp_path, ["omission"], suite, systems=systems)
    assert result.overall("none", "omission").value == 100.0
    assert result.overall("one", "omission").value == 0.0
    assert "|nrefs:0|" in result.rows[0].signature


def test_evaluate_pair_without_a_dictionary_is_linked_too(tmp_path: Path) -> None:
    suite = made(tmp_path, target="fi")
    result = scored(tmp_path, ["omission"], suite, systems={"same": REFERENCE})
    assert result.overall("same", "omission").n == 2
    assert f"|align:{EmbeddedAligner(('en', 'fi')).signature}+" in result.rows[0].signature


def test_evaluate_loads_no_aligner_where_no_metric_reads_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("an aligner was loaded")

    monkeypatch.setattr("litmus.scoring.plan.load_aligner", never)
    assert scored(tmp_path, ["chrf"], systems={"one": ONE}).notes == ()
