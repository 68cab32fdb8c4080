"""XLIFF and PO as outputs: found by id, whatever their order."""

import re
from pathlib import Path

import pytest
from tests.localisation.projects import MEMOQ, PO, TRADOS, WEBLATE

from litmus.api.inputs import open_outputs
from litmus.corpus.suite import SuiteFolder, read_suite, write_suite
from litmus.errors import DataError, LitmusWarning
from litmus.importers import import_suite


def suite(folder: Path, format: str, text: str, **options: str) -> SuiteFolder:
    path = folder / f"original.{'po' if format == 'po' else 'xlf'}"
    path.write_text(text, encoding="utf-8")
    languages = ("en", "de") if format == "po" else None
    imported = import_suite(format, path, languages=languages, name="project", **options)
    write_suite(
        folder / "suite", imported.info, imported.segments, systems=imported.systems, overwrite=True
    )
    return read_suite(folder / "suite")


def lines(path: Path, opened: SuiteFolder) -> list[str]:
    return list(open_outputs({"mine": path}, opened)["mine"])  # type: ignore[arg-type]


def test_targets_by_id_not_by_line(tmp_path: Path) -> None:
    opened = suite(tmp_path, "xliff", TRADOS)
    swapped = TRADOS.replace("Er biss ins", "Er starb im").replace("letter.docx", "copy.docx")
    unit = swapped[swapped.index("<trans-unit") : swapped.index("<trans-unit", 600)]
    other = tmp_path / "other.sdlxliff"
    other.write_text(
        swapped.replace(unit, "").replace("</body>", f"{unit}</body>"), encoding="utf-8"
    )
    assert lines(other, opened) == ["Er starb im Gras.", "Wie traurig."]


def test_missing_ids_are_named(tmp_path: Path) -> None:
    opened = suite(tmp_path, "xliff", WEBLATE, target="none")
    path = tmp_path / "new.xlf"
    path.write_text(WEBLATE.replace('"open"', '"start"'), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        lines(path, opened)
    assert str(caught.value) == (
        f"{path} lacks 2 of the 3 segments of project: 'app/menu/open', 'app/help/open'.\n"
        "Translations are found by their ids. Export the file again from the same project. "
        "Nothing was done."
    )
    path.write_text(MEMOQ.replace('"de"', '"fr"'), encoding="utf-8")
    with pytest.raises(DataError, match="None of its ids fits: it is of another project"):
        lines(path, opened)


def test_empty_and_changed_units_are_told(tmp_path: Path) -> None:
    opened = suite(tmp_path, "xliff", MEMOQ, target="none")
    path = tmp_path / "new.xlf"
    path.write_text(MEMOQ.replace("Good night.", "Good day."), encoding="utf-8")
    with pytest.warns(LitmusWarning) as told:
        assert lines(path, opened) == ["Hallo Welt, {0} wartet.", ""]
    assert [str(one.message) for one in told] == [
        f"{path}: 1 of 2 segments without a target, such as '2': empty.",
        f"{path}: 1 of 2 segments with another source, such as '2'.",
    ]


@pytest.mark.parametrize(("text", "message"), [
    (re.sub(r'(msgstr(?:\[.\])?) ".+(\n".*)*', r'\1 ""', PO[PO.index("#. in") :]),
     "{path} has 4 segments of project, and no translation."),
    (PO.replace("\n\n#: src/menu.c:30", '\nmsgstr[2] "%d Dateien\\n"\n\n#: src/menu.c:30'),
     "\nIt has 1 plural of three or more forms; no source says which numbers these are for. "
     "Import the suite from this file: such entries are left out. Nothing was done."),
])  # fmt: skip
def test_what_cannot_be_an_output(tmp_path: Path, text: str, message: str) -> None:
    opened = suite(tmp_path, "po", PO, target="none" if "three" in message else "reference")
    path = tmp_path / "new.po"
    head = PO[: PO.index("#. in")]
    path.write_text(text if text.startswith(head) else head + text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        lines(path, opened)
    assert str(caught.value).endswith(message.format(path=path))


def test_fuzzy_entries_count_in_an_output(tmp_path: Path) -> None:
    opened = suite(tmp_path, "po", PO, target="none")
    with pytest.warns(LitmusWarning, match="1 of 6 segments without a target, such as 'Save#"):
        found = lines(tmp_path / "original.po", opened)
    assert found == ["Öffnen", "Offen", "Nah", "%d Datei gefunden.", "%d Dateien gefunden.", ""]


def test_a_copy_of_the_source_is_not_scored(tmp_path: Path) -> None:
    opened = suite(tmp_path, "xliff", WEBLATE, target="none")
    with pytest.warns(LitmusWarning) as told:
        found = lines(tmp_path / "original.xlf", opened)
    assert found == ["Ouvrir", "", "Ouvrez l'aide avec {{key}}."]
    assert [str(one.message).partition(": ")[2] for one in told] == [
        "1 of 3 segments without a target, such as 'app/menu/close': empty.",
        "1 of these with a target whose state says that it is none yet, such as 'app/menu/close'.",
    ]
