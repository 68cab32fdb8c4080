"""PO files of gettext as suites."""

import sys
from pathlib import Path

import pytest
from tests.importers.importing import refused
from tests.localisation.projects import PO

from litmus.importers import Imported, import_suite


def written(folder: Path, text: str | bytes, name: str = "de.po") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def rows(imported: Imported) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.source, one.references) for one in imported.segments]


def test_entries_are_segments(tmp_path: Path) -> None:
    imported = import_suite("po", written(tmp_path, PO), languages=("en", "de"))
    assert rows(imported) == [
        ("Open", ("Öffnen",)),
        ("Open", ("Offen",)),
        ("%d file was found.", ("%d Datei gefunden.",)),
        ("%d files were found.", ("%d Dateien gefunden.",)),
    ]
    first, second, *_ = imported.segments
    assert first.id.startswith("Open#") and second.id.startswith("Open#") and first.id != second.id
    assert first.columns == {"context": "verb", "note": "in the menu"}
    assert {one.document for one in imported.segments} == {"de.po"}
    assert imported.notes == ["3 units left out: 1 fuzzy, 1 obsolete, 1 without a target."]


def test_ids_do_not_depend_on_order_or_translation(tmp_path: Path) -> None:
    head, *entries = PO.split("\n\n")
    other = "\n\n".join([head, *entries[1:3], entries[0].replace("Öffnen", "Auf"), *entries[3:]])
    before = import_suite("po", written(tmp_path, PO), languages=("en", "de"))
    after = import_suite("po", written(tmp_path, other, "x.po"), languages=("en", "de"))
    assert sorted(one.id for one in before.segments) == sorted(one.id for one in after.segments)


def test_plurals_in_one_form_and_in_three(tmp_path: Path) -> None:
    one = 'msgid ""\nmsgstr "Language: ja\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "JA %d"\n'
    imported = import_suite("po", written(tmp_path, one), languages=("en", "ja"))
    assert rows(imported) == [("%d files", ("JA %d",))]
    three = (
        one.replace("ja", "pl")
        + 'msgstr[1] "PL %d"\nmsgstr[2] "PL %d"\n\nmsgid "Hi"\nmsgstr "Hej"\n'
    )
    imported = import_suite("po", written(tmp_path, three), languages=("en", "pl"))
    assert rows(imported) == [("Hi", ("Hej",))]
    assert imported.notes == ["1 unit left out: 1 in three or more plural forms."]


def test_languages_of_the_header(tmp_path: Path) -> None:
    said = PO.replace('"MIME', '"X-Source-Language: en_GB\\n"\n"MIME')
    info = import_suite("po", written(tmp_path, said)).info
    assert (info.source, info.target) == ("en", "de")


def place(text: bytes, byte: int) -> int:
    return text.index(byte) + 1


LATIN = PO.encode("latin1")
ASCII = PO.replace("UTF-8", "ascii").encode()
OFFEN = PO.split("\n").index('msgstr "Offen"') + 1


@pytest.mark.parametrize(("content", "message"), [
    (LATIN, f"{{path}} is not UTF-8: byte 0xd6 at byte {place(LATIN, 0xD6)}.\n"
     "Convert the file, for example: iconv -f latin1 -t utf-8 de.po > fixed"),
    (ASCII, f"{{path}} says that it is in ascii, but is not: byte 0xc3 at byte "
     f"{place(ASCII, 0xC3)}.\nCorrect charset= in its header, or convert the file."),
    (PO.replace("UTF-8", "klingon"), "{path} names a charset that nobody knows: klingon.\n"
     "Correct charset= in its header; most files are in UTF-8."),
    (PO.replace('msgstr "Offen"', "msgstring Offen"),
     f"{{path}}:{OFFEN} is not as a PO file should be.\n"
     "msgfmt -c de.po says what is wrong; correct it there."),
    ("Hello.\n", "{path} is no PO file: no line in it begins with msgid."),
])  # fmt: skip
def test_damaged(tmp_path: Path, content: str | bytes, message: str) -> None:
    path = written(tmp_path, content)
    assert refused("po", path, languages=("en", "de")) == message.format(path=path)


def test_two_entries_of_one_text(tmp_path: Path) -> None:
    path = written(tmp_path, PO + '\nmsgid "Save"\nmsgstr "Sichern"\n')
    message = refused("po", path, languages=("en", "de"))
    assert message.startswith(f"{path}:") and "the id 'Save#" in message


@pytest.mark.parametrize(("content", "target"), [
    (PO.replace("UTF-8", "ISO-8859-1").encode("latin1"), "Öffnen"),
    (b"\xef\xbb\xbf" + PO.replace("\n", "\r\n").encode(), "Öffnen"),
    (PO.replace("Öffnen", "Öff\u2028nen"), "Öff nen"),
])  # fmt: skip
def test_charsets_and_line_ends(tmp_path: Path, content: str | bytes, target: str) -> None:
    found = rows(import_suite("po", written(tmp_path, content), languages=("en", "de")))
    assert (len(found), found[0]) == (4, ("Open", (target,)))


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polib", None)
    assert refused("po", written(tmp_path, PO), languages=("en", "de")) == (
        "PO needs a package that is not installed.\n"
        'Install it with: pip install "litmus-mt[localisation]"'
    )


def test_a_plural_of_the_same_text(tmp_path: Path) -> None:
    entry = (
        'msgid "%d sheep"\nmsgid_plural "%d sheep"\nmsgstr[0] "%d Schaf"\nmsgstr[1] "%d Schafe"\n'
    )
    imported = import_suite("po", written(tmp_path, f"{PO}\n{entry}"), languages=("en", "de"))
    assert rows(imported)[-2:] == [("%d sheep", ("%d Schaf",)), ("%d sheep", ("%d Schafe",))]


TEMPLATE = 'msgid ""\nmsgstr "Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"\n\nmsgid "Hi"\nmsgstr ""\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n'


def test_plurals_of_a_template(tmp_path: Path) -> None:
    path = written(tmp_path, TEMPLATE, "app.pot")
    german = import_suite("po", path, languages=("en", "de"), target="none")
    assert [one.source for one in german.segments] == ["Hi", "%d file", "%d files"]
    polish = import_suite("po", path, languages=("en", "pl"), target="none")
    assert [one.source for one in polish.segments] == ["Hi"]
    assert polish.notes == ["1 unit left out: 1 in three or more plural forms."]
    path = written(tmp_path, TEMPLATE.replace("INTEGER", "3"), "app.pot")
    german = import_suite("po", path, languages=("en", "de"), target="none")
    assert [one.source for one in german.segments] == ["Hi"]  # the header knows better
