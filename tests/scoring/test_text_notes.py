"""What is said of texts in another language, or with accents written in another way."""

import unicodedata
from pathlib import Path

import pytest
from suites import outputs, suite

from litmus import evaluate
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.segment import Segment
from litmus.corpus.shipped import load_suite, shipped_suites
from litmus.corpus.suite import SuiteInfo
from litmus.scoring.measuring import text_notes
from litmus.scoring.results import Result

EN_ES = load_suite("demo-en-es")
ENGLISH = [segment.source for segment in EN_ES.segments()]
SPANISH = [segment.references[0] for segment in EN_ES.segments()]


def scored(made: object, systems: dict[str, Path], *metrics: str) -> Result:
    return evaluate(made, systems, metrics=metrics or ["bleu"], n_bootstrap=2)  # type: ignore[arg-type]


def test_a_copied_source_is_named_with_its_evidence(tmp_path: Path) -> None:
    systems = outputs(tmp_path, good=SPANISH, copied=ENGLISH)
    (note,) = scored(EN_ES, systems).notes
    assert note.startswith(f"{systems['copied']}: the text looks English, not Spanish: of 3,")
    assert note.endswith(
        " are function words of English only (\"the\", \"to\", \"and\") and 1 of Spanish only. "
        "It is scored anyway; check it."
    )  # fmt: skip


def test_another_script_is_named(tmp_path: Path) -> None:
    systems = outputs(tmp_path, mine=["他开门见山地说。"] * 231)
    (note,) = scored(EN_ES, systems).notes
    assert note == (
        f"{systems['mine']}: the text looks Chinese, not Spanish: of 1,617 letters 1,617 are Han "
        "and 0 Latin. It is scored anyway; check it."
    )


def test_sources_and_references_in_another_language_are_named(tmp_path: Path) -> None:
    files = outputs(tmp_path, source=SPANISH, first=SPANISH, second=ENGLISH)
    made = ParallelFiles(
        SuiteInfo("x", "en", "es"), files["source"], (files["first"], files["second"])
    )
    notes = scored(made, outputs(tmp_path, mine=SPANISH)).notes
    assert [note.partition(": of")[0] for note in notes] == [
        f"{files['source']}: the text looks Spanish, not English",
        f"{files['second']}: the text looks English, not Spanish",
    ]
    assert all(note.endswith("check it and languages.") for note in notes)


def test_references_of_a_suite_in_another_language_are_named(tmp_path: Path) -> None:
    segments = [Segment(str(i), "马马虎虎", (text,)) for i, text in enumerate(SPANISH)]
    (note,) = scored(suite(tmp_path, segments), outputs(tmp_path, mine=ENGLISH)).notes
    assert note.startswith("made-up (references): the text looks Spanish, not English: of")


@pytest.mark.parametrize("name", shipped_suites())
def test_shipped_suites_and_outputs_raise_no_doubt(name: str) -> None:
    made = load_suite(name)
    assert not any("the text" in note for note in scored(made, dict(made.systems), "bleu").notes)


def test_only_the_beginning_of_a_text_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_notes, "DOUBTED", 100)
    systems = outputs(tmp_path, mine=SPANISH[:100] + ENGLISH[100:])
    result = scored(EN_ES, systems)
    assert result.notes == ()
    monkeypatch.setattr(text_notes, "DOUBTED", 0)
    assert scored(EN_ES, systems).rows == result.rows  # it changes no number


# --- accents -------------------------------------------------------------------------------------


def decomposed(lines: list[str]) -> list[str]:
    return [unicodedata.normalize("NFD", line) for line in lines]


def test_decomposed_output_is_named(tmp_path: Path) -> None:
    systems = outputs(tmp_path, nfc=SPANISH, nfd=decomposed(SPANISH))
    result = scored(EN_ES, systems, "litter", "bleu", "chrf")
    n = sum(line != other for line, other in zip(SPANISH, decomposed(SPANISH), strict=True))
    assert result.notes[-1] == (
        f"{systems['nfd']}: {n} lines and the reference encode the same letters in two ways (é as "
        "one character, or as e and a combining mark: NFC, NFD), which bleu, chrf count as different. "
        "Convert both to NFC."
    )
    assert sum("NFC" in note for note in result.notes) == 1
    bleu = {row.system: row.value for row in result.rows if row.metric == "bleu"}
    assert bleu["nfc"] == 100.0
    assert bleu["nfd"] is not None and bleu["nfd"] < 80  # as sacreBLEU has it


def test_decomposed_reference_is_named_too(tmp_path: Path) -> None:
    segments = [Segment("1", "马", (decomposed(["un café"])[0],)), Segment("2", "马", ("two",))]
    made = suite(tmp_path, segments)
    (note,) = scored(made, outputs(tmp_path, mine=["a café", "two"]), "ter").notes
    assert "mine.txt: 1 line and the reference" in note


def test_accents_that_cannot_matter_are_not_named(tmp_path: Path) -> None:
    nfd, un_cafe = decomposed(["café", "un café"])
    # alike; no letter in common that has a mark; neither has two ways
    for reference, line in ((nfd, un_cafe), (nfd, "cafe"), ("café", "café"), ("cafe", nfd)):
        made = suite(tmp_path, [Segment("1", "马", (reference,))])
        assert scored(made, outputs(tmp_path, mine=[line])).notes == (), (reference, line)


def test_accents_are_not_named_to_metrics_that_see_through_them(tmp_path: Path) -> None:
    systems = outputs(tmp_path, nfd=decomposed(SPANISH))
    assert not any("NFC" in note for note in scored(EN_ES, systems, "litter").notes)
