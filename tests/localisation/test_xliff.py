"""XLIFF of several programs as suites."""

import sys
from pathlib import Path

import pytest
from tests.importers.importing import refused
from tests.localisation.projects import MEMOQ, TRADOS, TWO, WEBLATE

from litmus.errors import LitmusError
from litmus.importers import Imported, import_suite


def written(folder: Path, text: str, name: str = "p.xlf") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def rows(imported: Imported) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(one.id, one.source, one.references) for one in imported.segments]


def test_trados_segments_are_marks(tmp_path: Path) -> None:
    imported = import_suite("xliff", written(tmp_path, TRADOS, "letter.sdlxliff"))
    assert (imported.info.source, imported.info.target) == ("en", "de")
    assert rows(imported) == [
        ("4e1f/1", "He kicked the bucket.", ("Er biss ins Gras.",)),
        ("4e1f/2", "So sad.", ("Wie traurig.",)),
    ]
    assert [one.document for one in imported.segments] == ["letter.docx"] * 2
    assert [one.columns["state"] for one in imported.segments] == ["ApprovedTranslation", "Draft"]
    assert imported.notes == ["1 unit left out: 1 not to be translated."]


def test_memoq_markup_goes_and_variables_stay(tmp_path: Path) -> None:
    imported = import_suite("xliff", written(tmp_path, MEMOQ))
    # <br/> is a break between words, <b> is not, {0} is a word
    assert rows(imported) == [("1", "Hello world, {0} waits.", ("Hallo Welt, {0} wartet.",))]
    (segment,) = imported.segments
    assert segment.columns == {"state": "ManuallyConfirmed", "note": "A greeting."}
    assert imported.notes == ["1 unit left out: 1 without a target."]
    kept = import_suite("xliff", written(tmp_path, MEMOQ), codes="keep")
    assert rows(kept) == [
        ("1", "Hello <1>world</1>,<3/>{0} waits.", ("Hallo <1>Welt</1>,<3/>{0} wartet.",))
    ]


def test_files_of_one_xliff_are_documents(tmp_path: Path) -> None:
    imported = import_suite("xliff", written(tmp_path, WEBLATE))
    assert rows(imported) == [
        ("app/menu/open", "Open", ("Ouvrir",)),
        ("app/help/open", "Open the help with {{key}}.", ("Ouvrez l'aide avec {{key}}.",)),
    ]
    assert [one.document for one in imported.segments] == ["menu", "help"]
    # a target that is said to need translation is a copy of the source, not a reference
    assert imported.notes == ["1 unit left out: 1 without a target."]


def test_approved_targets_alone(tmp_path: Path) -> None:
    imported = import_suite("xliff", written(tmp_path, WEBLATE), approved="yes")
    assert [one.id for one in imported.segments] == ["app/menu/open"]
    assert imported.notes == ["2 units left out: 1 without a target, 1 not approved."]


def test_xliff_2_has_segments_in_units(tmp_path: Path) -> None:
    imported = import_suite("xliff", written(tmp_path, TWO))
    assert (imported.info.source, imported.info.target) == ("en", "fr")
    assert rows(imported) == [
        ("u1/s1", "Hi you.", ("Salut toi.",)),
        ("u1/2", "See %sthere.", ("Voyez %slà.",)),
    ]
    assert {one.document for one in imported.segments} == {"mail.html"}
    assert imported.notes == ["2 units left out: 1 not to be translated, 1 without a target."]


@pytest.mark.parametrize(("damage", "message"), [
    (("</body>", ""), "{path}:12 is not well-formed XML: mismatched tag at column 5.\nInside text, write &amp; for & and &lt; for <."),
    (("</file>\n</xliff>", ""), "{path}:13 is where the XML ends, before its last tag is closed.\nThe file was cut off; download or write it again."),
    (('<trans-unit id="1"', "<trans-unit"), "{path}:5: a <trans-unit> has no id, by which translations are found again."),
    (("<source>Good night.</source>", ""), "{path}:10: the unit '2' has no <source>."),
    (('id="2" mq', 'id="1" mq'), "{path}:10: the id '1' is already on line 5.\nIds must be distinct, or translations could not be told apart. Correct the file."),
    ((MEMOQ, '<xliff version="1.2"/>'), "{path} has no <file> in it; there is nothing to translate."),
    ((MEMOQ, '<xliff version="2.0" srcLang="en"/>'), "{path} has no <file> in it; there is nothing to translate."),
    (("xliff", "tmx"), "{path}: a XLIFF file opens with <xliff>, not <tmx>.\nRead it with: litmus import tmx"),
    (("<xliff", '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><xliff'), "{path}:2 declares XML entities, which are not read for safety.\nWrite the characters themselves."),
    (("UTF-8", "UTF-99"), "{path} is in an encoding that cannot be read: unknown encoding: UTF-99.\nConvert the file to UTF-8."),
])  # fmt: skip
def test_damaged(tmp_path: Path, damage: tuple[str, str], message: str) -> None:
    path = written(tmp_path, MEMOQ.replace(*damage))
    assert refused("xliff", path) == message.format(path=path)


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, TWO)
    monkeypatch.setitem(sys.modules, "translate.storage.xliff2", None)
    with pytest.raises(LitmusError) as caught:
        import_suite("xliff", path)
    assert str(caught.value) == (
        "XLIFF needs a package that is not installed.\n"
        'Install it with: pip install "litmus-mt[localisation]"'
    )


def unit(inside: str, *, source: str = "Open", target: str = "Offen") -> str:
    """A file of one unit, with something more inside."""
    return (
        '<xliff version="1.2"><file original="a" source-language="en" target-language="de"><body>\n'
        f'<trans-unit id="u"><source>{source}</source>{inside}<target>{target}</target>'
        "</trans-unit></body></file></xliff>"
    )


@pytest.mark.parametrize(("source", "text"), [
    ('Press <bpt id="2" ctype="bold">{}</bpt>OK<ept id="2">{}</ept>.', "Press OK."),
    ('Press <ph id="1">{}</ph> or <x id="2"/> stop', "Press or stop"),
    ('A<it id="1" pos="open">{b}</it>B', "AB"),
    ('Line<x id="1" ctype="lb"/> two', "Line two"),
    ('Two  blanks <ph id="1">{0}</ph>  stay', "Two  blanks {0}  stay"),
])  # fmt: skip
def test_ends_of_spans_are_no_words(tmp_path: Path, source: str, text: str) -> None:
    path = written(tmp_path, unit("", source=source, target=source))
    assert rows(import_suite("xliff", path)) == [("u", text, (text,))]
    mark = '<mrk mtype="seg">{}</mrk>'.format  # without numbers, they leave a unit whole
    path = written(tmp_path, unit(f"<seg-source>{mark('Open')}</seg-source>", target=mark("Offen")))
    assert rows(import_suite("xliff", path)) == [("u", "Open", ("Offen",))]


def test_notes_and_codes_inside_others_are_not_those_of_the_unit(tmp_path: Path) -> None:
    inside = "<note>Mine.</note><alt-trans><target>Auf</target><note>Theirs.</note></alt-trans>"
    source = 'Open<ph id="1">[note: <sub>A footnote.</sub>]</ph>'
    imported = import_suite("xliff", written(tmp_path, unit(inside, source=source)))
    (segment,) = imported.segments
    assert (segment.source, segment.references) == ("Open", ("Offen",))
    assert segment.columns["note"] == "Mine."
    assert imported.notes == ["1 unit left out: 1 inside codes (<sub>)."]


MARK = '<mrk mtype="seg" mid="{}">{}</mrk>'.format


@pytest.mark.parametrize(("source", "target", "odd"), [
    (MARK(1, "A.") + MARK(1, "B."), MARK(1, "C."), "the unit 'u' has mid='1' twice among its segments (<mrk mtype=\"seg\">).\nThey could not be told apart. Correct the file, or export it again."),
    (MARK(1, "A."), MARK(1, "C.") + MARK(1, "D."), "the unit 'u' has mid='1' twice among its segments (<mrk mtype=\"seg\">).\nThey could not be told apart. Correct the file, or export it again."),
    (MARK(1, "A.") + '<mrk mtype="seg">B.</mrk>', MARK(1, "C."), "the unit 'u' has one without a mid among its segments (<mrk mtype=\"seg\">).\nThey could not be told apart. Correct the file, or export it again."),
    (MARK(1, "A."), MARK(1, "C.") + MARK(2, "D."), "the target of the unit 'u' has a segment (mid='2') that its source has not.\nIts text would be lost. Correct the marks, or export the file again."),
])  # fmt: skip
def test_marks_that_do_not_fit(tmp_path: Path, source: str, target: str, odd: str) -> None:
    path = written(tmp_path, unit(f"<seg-source>{source}</seg-source>", target=target))
    assert refused("xliff", path) == f"{path}:2: {odd}"


def test_files_of_one_name_are_numbered(tmp_path: Path) -> None:
    path = written(tmp_path, WEBLATE.replace("app/help", "app/menu"))
    assert [one.id for one in import_suite("xliff", path).segments] == [
        "app/menu/1/open",
        "app/menu/2/open",
    ]
