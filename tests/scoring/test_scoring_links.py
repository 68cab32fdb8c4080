"""`evaluate` with links of its own making: the same for the reference whoever is scored."""

import json
from pathlib import Path
from typing import Any

import pytest
from suites import outputs

from litmus import evaluate
from litmus.alignment.aligners import ALIGNERS
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
    write_suite(folder / "idioms", SuiteInfo("idioms", "en", target), segments)
    return read_suite(folder / "idioms")


def rows(result: Result, system: str) -> list[dict[str, Any]]:
    return [row.as_json() for row in result.rows if row.system == system]


def refused(*arguments: Any, **options: Any) -> str:
    with pytest.raises(LitmusError) as caught:
        evaluate(*arguments, **options)
    return str(caught.value)


def test_evaluate_links_by_itself(tmp_path: Path) -> None:
    result = evaluate(
        made(tmp_path), outputs(tmp_path, one=ONE, two=TWO), metrics=METRICS, n_bootstrap=9
    )
    for name in ("apt-eval", "idiom-accuracy", "omission", "litter"):
        for system in ("one", "two"):
            assert result.overall(system, name).n > 0
    omitted = {row.tag: row.value for row in result.rows
               if (row.system, row.metric) == ("two", "omission")}  # fmt: skip
    assert omitted["spill the beans"] == 100.0  # the line is empty


def test_evaluate_scores_do_not_depend_on_the_other_systems(tmp_path: Path) -> None:
    suite = made(tmp_path)
    paths = outputs(tmp_path, one=ONE, two=TWO, three=REFERENCE)
    together = evaluate(suite, paths, metrics=METRICS, n_bootstrap=20)
    backwards = evaluate(suite, dict(reversed(paths.items())), metrics=METRICS, n_bootstrap=20)
    for name, path in paths.items():
        alone = evaluate(suite, {name: path}, metrics=METRICS, n_bootstrap=20)
        assert rows(alone, name) == rows(together, name) == rows(backwards, name)


def test_evaluate_reference_links_are_the_same_whoever_is_scored(tmp_path: Path) -> None:
    suite, paths = made(tmp_path), outputs(tmp_path, one=ONE, two=TWO)
    found = []
    for chosen in (["one"], ["two"], ["one", "two"]):
        why = tmp_path / "why.jsonl"
        evaluate(suite, {name: paths[name] for name in chosen}, metrics=["apt-eval"],
                 n_bootstrap=9, segments=why)  # fmt: skip
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


def test_evaluate_system_that_is_the_reference_is_perfect(tmp_path: Path) -> None:
    result = evaluate(
        made(tmp_path), outputs(tmp_path, same=REFERENCE), metrics=["apt-eval"], n_bootstrap=9
    )
    assert result.overall("same", "apt-eval").value == 100.0


def test_evaluate_signature_names_the_aligner(tmp_path: Path) -> None:
    suite, paths = made(tmp_path), outputs(tmp_path, one=ONE)
    learned = EmbeddedAligner(("en", "fr")).learn(zip(SOURCE, REFERENCE, strict=True))
    result = evaluate(suite, paths, metrics=["omission", "chrf"], n_bootstrap=9)
    signatures = {row.metric: row.signature for row in result.rows}
    assert f"|align:{learned.signature}" in signatures["omission"]
    assert "align:" not in signatures["chrf"]  # reads no links


def test_evaluate_takes_an_aligner_by_its_name(tmp_path: Path) -> None:
    suite, paths = made(tmp_path), outputs(tmp_path, one=ONE)
    saved = EmbeddedAligner(("en", "fr")).learn([("bucket", "seau")])
    save(saved, tmp_path / "m")
    result = evaluate(
        suite, paths, metrics=["omission"], aligner=f"model:{tmp_path / 'm'}", n_bootstrap=9
    )
    assert f"|align:{saved.signature}" in result.rows[0].signature
    message = refused(suite, paths, metrics=["omission"], aligner="embeded")
    assert message == (
        "No aligner is called 'embeded'. Did you mean 'embedded'?\n"
        f"Known: {', '.join(sorted(ALIGNERS.forms))}"
    )


def test_evaluate_saved_model_for_other_languages_is_refused(tmp_path: Path) -> None:
    save(EmbeddedAligner(("sv", "fi")).learn([]), tmp_path / "m")
    message = refused(
        made(tmp_path), outputs(tmp_path, one=ONE), metrics=["omission"],
        aligner=f"model:{tmp_path / 'm'}",
    )  # fmt: skip
    assert message.startswith(f"{tmp_path / 'm'} links sv-fi, not en-fr.\n")


def test_evaluate_in_batches_has_the_same_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite, paths = made(tmp_path), outputs(tmp_path, one=ONE, two=TWO)
    whole = evaluate(suite, paths, metrics=METRICS, n_bootstrap=9)
    monkeypatch.setattr(scoring_inputs, "BATCH", 1)
    assert evaluate(suite, paths, metrics=METRICS, n_bootstrap=9).rows == whole.rows


def test_evaluate_without_references_can_still_see_omissions(tmp_path: Path) -> None:
    suite = made(tmp_path, references=False)
    result = evaluate(
        suite, outputs(tmp_path, one=ONE, none=["x", "", ""]), metrics=["omission"], n_bootstrap=9
    )
    assert result.overall("none", "omission").value == 100.0
    assert result.overall("one", "omission").value == 0.0
    assert "|nrefs:0|" in result.rows[0].signature


def test_evaluate_pair_without_a_dictionary_is_linked_too(tmp_path: Path) -> None:
    suite = made(tmp_path, target="fi")
    result = evaluate(suite, outputs(tmp_path, same=REFERENCE), metrics=["omission"], n_bootstrap=9)
    assert result.overall("same", "omission").n == 2
    assert f"|align:{EmbeddedAligner(('en', 'fi')).signature}+" in result.rows[0].signature


def test_evaluate_loads_no_aligner_where_no_metric_reads_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("an aligner was loaded")

    monkeypatch.setattr("litmus.scoring.plan.load_aligner", never)
    result = evaluate(made(tmp_path), outputs(tmp_path, one=ONE), metrics=["chrf"], n_bootstrap=9)
    assert result.notes == ()
