"""Translations in the cues of a suite, and what is said of the cues that could not be filled."""

from pathlib import Path

import pytest
from tests.localisation.films import film

from litmus.api.inputs import open_suite
from litmus.corpus.suite import SuiteFolder, read_suite, write_suite
from litmus.errors import LitmusError
from litmus.exporters import Exported, export_suite
from litmus.importers import import_suite


def subtitles(*texts: str) -> str:
    return "".join(
        f"{n}\n00:00:{10 * n:02},000 --> 00:00:{10 * n + 3:02},000\n{text}\n\n"
        for n, text in enumerate(texts, start=1)
    )


def of_film(folder: Path, *texts: str, kept: int = 9) -> SuiteFolder:
    """A suite with the first sentences of a film."""
    found = import_suite("srt", film(folder, subtitles(*texts)), languages=("en", "de"))
    segments = list(found.segments)[:kept]
    write_suite(folder / "suite", found.info, segments, beside=found.beside)
    return read_suite(folder / "suite")


@pytest.mark.parametrize(("cues", "texts", "written", "notes"), [
    (["Go.", "Stay."], ["Geh.", "Bleib."], ["Geh.", "Bleib."], []),
    (["Go.", "Stay."], ["Geh."], ["Geh.", "Stay."],  # the suite has lost a segment
     ["Left as in the source: 1 cue without a segment of the suite, 0 descriptions of sounds "
      "(in brackets)."]),
    (["Go. [bang]", "[bang]"], ["Geh."], ["Geh. [bang]", "[bang]"],
     ["Left as in the source: 0 cues without a segment of the suite, 2 descriptions of sounds "
      "(in brackets)."]),
    (["Go.", "Stay.", "No."], ["", "Bleib.", ""], ["Bleib."],
     ["2 cues left out: without a word of a translation."]),
    (["Go.", "Stay."], ["Geh " * 30 + "weg.", "Bleib."], None,
     ["1 cue longer than two lines of 42 characters."]),
])  # fmt: skip
def test_a_note_says_what_is_odd(
    tmp_path: Path, cues: list[str], texts: list[str], written: list[str] | None, notes: list[str]
) -> None:
    suite, out = of_film(tmp_path, *cues, kept=len(texts)), tmp_path / "out.srt"
    done = export_suite("srt", suite, out, outputs={"mine": texts})
    n = len(cues) if written is None else len(written)
    assert done == Exported(f"{out}: {n} cue{'s' * (n != 1)}", notes)
    if written is not None:
        blocks = out.read_text(encoding="utf-8").strip().split("\n\n")
        assert [block.split("\n", 2)[2] for block in blocks] == written


@pytest.mark.parametrize(("target", "texts", "expected"), [
    ("de", ["Eins zwei drei vier"], ["Eins zwei", "drei vier"]),
    ("ja", ["一二三四五六"], ["一二三", "四五六"]),  # cut where there is no blank
])  # fmt: skip
def test_a_sentence_is_spread_as_its_language_allows(
    tmp_path: Path, target: str, texts: list[str], expected: list[str]
) -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\nOne two\n\n2\n00:00:02,000 --> 00:00:03,000\nthree.\n"
    found = import_suite("srt", film(tmp_path, text), languages=("en", target))
    write_suite(tmp_path / "suite", found.info, found.segments, beside=found.beside)
    out = tmp_path / "out.vtt"
    export_suite("vtt", read_suite(tmp_path / "suite"), out, outputs={"mine": texts})
    content = out.read_text(encoding="utf-8")
    assert content.startswith("WEBVTT\n")
    assert [block.split("\n")[-1] for block in content.split("\n\n")[1:3]] == expected


def test_a_folder_has_a_file_for_each_film(tmp_path: Path) -> None:
    for name in ("one", "two"):
        film(tmp_path / "en", subtitles("Go."), f"{name}.srt")
    found = import_suite("srt", tmp_path / "en", languages=("en", "de"))
    write_suite(tmp_path / "suite", found.info, found.segments, beside=found.beside)
    out = tmp_path / "out"
    export_suite("vtt", read_suite(tmp_path / "suite"), out, outputs={"mine": ["Geh.", "Los."]})
    assert {path.name: "Geh" in path.read_text() for path in out.iterdir()} == {
        "one.vtt": True, "two.vtt": False,
    }  # fmt: skip


def test_refused(tmp_path: Path) -> None:
    suite, outputs = of_film(tmp_path, "Go."), {"mine": ["Geh."]}
    with pytest.raises(LitmusError) as refused:
        export_suite("srt", suite, tmp_path / "out", outputs=outputs, into=tmp_path)
    assert str(refused.value) == "The suite has its cues: leave into out."
    loose = open_suite(None, languages="en-de", source=["Go."], references=["Geh."])
    with pytest.raises(LitmusError) as refused:
        export_suite("srt", loose, tmp_path / "out", outputs=outputs)
    assert str(refused.value) == "Only a suite knows cues, loose files do not: suite=SUITE"
