"""XLIFF, PO and subtitles as suites: which units stay, what is said of the others, which pair."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from importing import refused
from tests.localisation.projects import PO, TRADOS

from litmus.corpus.segment import Segment
from litmus.errors import DataError, LitmusError, UnknownName, UsageError
from litmus.importers import Imported, import_suite
from litmus.importers.bilingual import suite_of
from litmus.localisation.bilingual import NONE_YET, Bilingual, Unit

OPEN = Unit("1", 1, "Open", "Offen", "menu", columns={"note": "verb"})
CLOSE = Unit("2", 2, "Close", "", "")
COPIED = Unit("3", 3, "Save", "Save", "menu", NONE_YET)


def made(
    *files: Bilingual, path: Path = Path("here/app.po"), languages: Any = None, **options: Any
) -> Imported:
    """The suite of files that nobody has to read."""
    given = iter(files)
    return suite_of(
        "po", path, (".po",), lambda _, prefix: next(given), languages=languages, name=None,
        **options,
    )  # fmt: skip


def file(*units: Unit, source: str | None = "en", target: str | None = "de", **left: int) -> Bilingual:  # fmt: skip
    left_out = Counter({name.replace("_", " "): n for name, n in left.items()})
    return Bilingual(Path("app.po"), units, (source, target), left_out)


def test_what_is_translated_is_a_reference() -> None:
    found = made(file(OPEN, CLOSE, COPIED, fuzzy=3, never=0))
    assert list(found.segments) == [
        Segment("1", "Open", ("Offen",), "menu", columns={"note": "verb"})
    ]
    assert found.notes == ["5 units left out: 3 fuzzy, 2 without a target."]
    assert (found.info.name, found.info.source, found.info.target) == ("app", "en", "de")
    assert found.systems == {}


def test_what_is_translated_is_an_output() -> None:
    found = made(file(OPEN, CLOSE, COPIED), target="output", system="mine")
    assert [(one.source, one.references, one.document) for one in found.segments] == [
        ("Open", (), "menu"), ("Close", (), None), ("Save", (), "menu"),
    ]  # fmt: skip
    assert found.systems == {"mine": ["Offen", "", ""]}
    assert found.notes == [
        "2 units without a target: the output is empty there.",
        "1 of these with a target whose state says that it is none yet.",
    ]
    alone = made(file(CLOSE, COPIED), target="none")
    assert [(one.source, one.references) for one in alone.segments] == [("Close", ()), ("Save", ())]
    assert (alone.systems, alone.notes) == ({}, [])
    assert list(made(file(OPEN), target="output").systems) == ["output"]
    assert made(file(OPEN), target="output").notes == []
    assert made(file(OPEN, CLOSE), target="output").notes == [
        "1 unit without a target: the output is empty there."
    ]


def test_a_reader_may_refuse_a_target_as_a_reference() -> None:
    def refuse(unit: Unit) -> str:
        return "not approved" if unit.id == "1" else ""

    second = Unit("4", 4, "Exit", "Ende")
    found = made(file(OPEN, second, CLOSE), refuse=refuse)
    assert [one.id for one in found.segments] == ["4"]
    assert found.notes == ["2 units left out: 1 not approved, 1 without a target."]
    with pytest.raises(DataError) as caught:
        made(file(OPEN, CLOSE, odd=0), refuse=refuse)
    assert str(caught.value) == (
        "here/app.po has no target that can be a reference: 1 not approved, 1 without a target."
    )


NOTHING = (
    "here/app.po has {} to translate, and no translation.\nNothing in it can be a reference or an "
    "output. For a suite of its sources: target=none"
)


@pytest.mark.parametrize(("files", "options", "error", "message"), [
    ([file(CLOSE, COPIED)], {}, DataError, NOTHING.format("2 units")),
    ([file(CLOSE)], {"target": "output"}, DataError, NOTHING.format("1 unit")),
    ([file(OPEN)], {"target": "both"}, UnknownName,
     "No kind of target is called 'both'.\nKnown: none, output, reference"),
    ([file(OPEN)], {"languages": ("en", "fr")}, UsageError,
     "app.po says that its target is de, but languages says en-fr."),
    ([file(OPEN)], {"languages": ("cs", "de")}, UsageError,
     "app.po says that its source is en, but languages says cs-de."),
    ([file(OPEN, source=None)], {}, UsageError,
     "This po file does not say its source language. Pass both: languages=SOURCE-TARGET, such as "
     "en-de"),
    ([file(OPEN, target=None)], {}, UsageError,
     "This po file does not say its target language. Pass both: languages=SOURCE-TARGET, such as "
     "en-de"),
])  # fmt: skip
def test_what_makes_no_suite(
    files: Sequence[Bilingual], options: dict[str, Any], error: type[LitmusError], message: str
) -> None:
    with pytest.raises(error) as caught:
        made(*files, **options)
    assert str(caught.value) == message


@pytest.mark.parametrize(("source", "target", "languages", "pair"), [
    ("en", None, ("en", "de"), ("en", "de")), (None, None, ("en", "de"), ("en", "de")),
    ("en", "de", ("eng", "deu"), ("eng", "deu")), ("en-GB", "de-AT", None, ("en", "de")),
])  # fmt: skip
def test_the_pair_is_the_one_asked_for_or_the_files_own(
    source: str | None, target: str | None, languages: Any, pair: tuple[str, str]
) -> None:
    info = made(file(OPEN, source=source, target=target), languages=languages).info
    assert (info.source, info.target) == pair


def test_files_of_one_folder_are_of_one_pair(tmp_path: Path) -> None:
    for name in ("a.po", "b.po"):
        (tmp_path / name).touch()
    first, second = file(OPEN), Bilingual(Path("b.po"), (CLOSE,), ("en", "fr"))
    with pytest.raises(DataError) as caught:
        made(first, second, path=tmp_path)
    assert str(caught.value) == (
        "app.po is in de on its target side, b.po in fr.\n"
        "A suite has one pair of languages: import them one by one."
    )
    same = Bilingual(Path("b.po"), (Unit("b/9", 1, "x", "y"),), (None, "de"), Counter(fuzzy=1))
    found = made(file(OPEN, fuzzy=1), same, path=tmp_path)
    assert [one.id for one in found.segments] == ["1", "b/9"]
    assert found.notes == ["2 units left out: 2 fuzzy."]


# --- the options of PO and XLIFF ---


def write(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


@pytest.mark.parametrize(("options", "close"), [
    ({}, False), ({"fuzzy": "no"}, False), ({"fuzzy": "yes"}, True),
    ({"target": "output"}, True), ({"target": "output", "fuzzy": "no"}, False),
])  # fmt: skip
def test_fuzzy_entries_of_po(tmp_path: Path, options: dict[str, str], close: bool) -> None:
    pytest.importorskip("polib", reason="polib is not installed: pip install -e '.[test-all]'")
    path = write(tmp_path, "a.po", PO)
    found = import_suite("po", path, languages=("en", "de"), documents="references", **options)
    targets = [t for texts in found.systems.values() for t in texts]
    targets += [text for one in found.segments for text in one.references]
    assert ("Nah" in targets) is close
    assert {one.document for one in found.segments} - {None} >= {"src/menu.c", "src/tray.c"}
    files = import_suite("po", path, languages=("en", "de"))
    assert {one.document for one in files.segments} == {"a.po"}


@pytest.mark.parametrize(("approved", "sources"), [
    ("no", ["He kicked the bucket.", "So sad."]), ("yes", ["He kicked the bucket."]),
])  # fmt: skip
def test_approved_targets_of_xliff(tmp_path: Path, approved: str, sources: list[str]) -> None:
    pytest.importorskip(
        "translate", reason="translate-toolkit is not installed: pip install -e '.[test-all]'"
    )
    found = import_suite("xliff", write(tmp_path, "a.sdlxliff", TRADOS), approved=approved)
    assert [one.source for one in found.segments] == sources


@pytest.mark.parametrize(("format", "options", "message"), [
    ("po", {"fuzzy": "maybe"}, "No choice of fuzzy is called 'maybe'.\nKnown: no, yes"),
    ("po", {"documents": "x"}, "No kind of document is called 'x'.\nKnown: files, references"),
    ("xliff", {"approved": "x"}, "No choice of approved is called 'x'.\nKnown: no, yes"),
    ("xliff", {"codes": "x"}, "No way to show codes is called 'x'.\nKnown: keep, variables"),
])  # fmt: skip
def test_choices_that_are_none(
    tmp_path: Path, format: str, options: dict[str, str], message: str
) -> None:
    pytest.importorskip(
        "translate", reason="translate-toolkit is not installed: pip install -e '.[test-all]'"
    )
    path = write(tmp_path, f"a.{format}", PO)
    assert refused(format, path, languages=("en", "de"), **options) == message


# --- subtitles ---

needs_pysubs2 = pytest.mark.usefixtures("pysubs2")


@pytest.fixture
def pysubs2() -> None:
    pytest.importorskip("pysubs2", reason="pysubs2 is not installed: pip install -e '.[test-all]'")


def srt(*cues: tuple[int, int, str]) -> str:
    return "".join(
        f"{n}\n00:00:{a:02},000 --> 00:00:{b:02},500\n{text}\n\n"
        for n, (a, b, text) in enumerate(cues, start=1)
    )


@needs_pysubs2
def test_sentences_that_are_on_the_screen_together_are_pairs(tmp_path: Path) -> None:
    source = srt((1, 2, "Come"), (2, 3, "in."), (5, 6, "Two. Three."), (20, 21, "Alone."))
    target = srt((1, 2, "Kommen Sie herein."), (5, 6, "Zwei, drei."), (30, 31, "Allein."))
    path = write(tmp_path, "film.en.srt", source)
    found = import_suite("srt", path, target=str(write(tmp_path, "film.de.srt", target)))
    segments = list(found.segments)
    assert (found.info.source, found.info.target, found.info.name) == ("en", "de", "film.en")
    assert [(s.id, s.source, s.references, s.document) for s in segments] == [
        ("1", "Come in.", ("Kommen Sie herein.",), "film"),
        ("2", "Two. Three.", ("Zwei, drei.",), "film"),
    ]  # fmt: skip
    assert segments[0].columns == {"start": "1.000", "end": "3.500"}
    assert found.notes[-1] == (
        "1 of 4 sentences and 1 of the target left out: nothing is on the screen with them."
    )
    assert list(found.beside) == ["cues.jsonl"]
    # in languages without blanks between words, there are none between sentences
    chinese = write(tmp_path, "film.zh.srt", srt((1, 2, "一。"), (1, 2, "二。")))
    (segment,) = import_suite("srt", chinese, target=str(tmp_path / "film.de.srt")).segments
    assert segment.source == "一。二。"


@needs_pysubs2
def test_folders_give_documents_and_ids_by_file(tmp_path: Path) -> None:
    for folder, text in (("en", "Yes."), ("de", "Ja.")):
        (tmp_path / folder).mkdir()
        for name in ("a.srt", "b.srt"):
            write(tmp_path / folder, name, srt((1, 2, text)))
    found = import_suite(
        "srt", tmp_path / "en", languages=("en", "de"), target=str(tmp_path / "de")
    )
    assert [(s.id, s.document, s.references) for s in found.segments] == [
        ("a/1", "a", ("Ja.",)), ("b/1", "b", ("Ja.",)),
    ]  # fmt: skip
    (tmp_path / "de" / "b.srt").unlink()
    assert (
        refused("srt", tmp_path / "en", languages=("en", "de"), target=str(tmp_path / "de"))
        == f"{tmp_path / 'de'} has no file for {tmp_path / 'en' / 'b.srt'}."
    )


@needs_pysubs2
def test_what_is_odd_is_said(tmp_path: Path) -> None:
    source = srt((1, 2, "[door] One."), (5, 6, " "), (4, 5, "Two."), (6, 7, "[bang]"))
    notes = import_suite("srt", write(tmp_path, "f.en.srt", source), languages=("en", "de")).notes
    assert notes[-1] == "2 descriptions of sounds (in brackets) left out."
    assert notes[0].startswith("Cues: 1 ") and notes[0].endswith(
        ". Those without text are left out; times give the order."
    )
    path = write(tmp_path, "g.en.srt", srt((1, 2, "One."), (4, 5, "Two."), (7, 8, "No.")))
    found = import_suite("srt", path, target=str(write(tmp_path, "g.de.srt", srt((1, 2, "1.")))))
    assert len(list(found.segments)) == 1
    assert found.notes == [
        "2 of 3 sentences and 0 of the target left out: nothing is on the screen with them.",
        "Most sentences have no partner: do the times of both files fit?",
    ]


@needs_pysubs2
@pytest.mark.parametrize(("names", "languages", "message"), [
    (("f.en.srt", "none.srt"), None, "{}/none.srt does not exist."),
    (("f.en.srt", "folder"), None, "{0}/f.en.srt and {0}/folder must be both files, or both folders."),
    (("f.srt", "f.de.srt"), None, "Subtitles do not say their languages. Pass them: "
     "languages=SOURCE-TARGET, such as en-de"),
    (("f.en.srt", "late.de.srt"), None, "No sentence of {0}/f.en.srt is on the screen together with "
     "one of {0}/late.de.srt.\nAre both of the same film, with the same times?"),
])  # fmt: skip
def test_subtitles_that_make_no_suite(
    tmp_path: Path, names: tuple[str, str], languages: Any, message: str
) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("f.en.srt", "f.srt", "f.de.srt"):
        write(tmp_path, name, srt((1, 2, "x.")))
    write(tmp_path, "late.de.srt", srt((40, 41, "x.")))
    path, target = (tmp_path / name for name in names)
    assert refused("srt", path, languages=languages, target=str(target)) == message.format(tmp_path)
