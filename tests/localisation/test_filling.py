"""Translations back into XLIFF and PO."""

from pathlib import Path

import pytest
from lxml import etree
from tests.localisation.projects import MEMOQ, PO, TRADOS, TWO
from tests.localisation.test_localised_outputs import suite

from litmus.api.inputs import open_outputs
from litmus.corpus.suite import read_suite, write_suite
from litmus.errors import DataError
from litmus.exporters import Exported, export_suite
from litmus.importers import import_suite
from litmus.localisation.po import read_po
from litmus.localisation.xliff.reader import read_xliff


def exported(
    folder: Path,
    format: str,
    text: str,
    translations: list[str],
    *,
    review: str = "yes",
    **options: str,
) -> tuple[Exported, Path]:
    opened = suite(folder, format, text, **options)
    into = folder / f"original.{'po' if format == 'po' else 'xlf'}"
    outputs = open_outputs({"mine": translations}, opened)
    out = folder / f"new{into.suffix}"
    return export_suite(format, opened, out, outputs=outputs, into=into, review=review), out


def test_a_filled_trados_file_differs_in_its_targets_only(tmp_path: Path) -> None:
    done, out = exported(tmp_path, "xliff", TRADOS, ["Er starb <2/>bald.", "Schade."], codes="keep")
    expected = (
        TRADOS.replace('Er biss ins <x id="2"/>Gras.', 'Er starb <x id="2"/>bald.')
        .replace("Wie traurig.", "Schade.")
        .replace("<target>", '<target state="needs-review-translation">')
        .replace('conf="ApprovedTranslation"', 'conf="Draft"')
    )
    assert etree.tostring(etree.parse(out)) == etree.tostring(etree.fromstring(expected.encode()))
    assert done == Exported(f"{out}: 2 targets filled", [])


def targets(path: Path) -> list[list[bytes]]:
    """What is inside the targets of an XLIFF file."""
    return [
        [etree.tostring(child) for child in one]
        for one in etree.parse(path).iter()
        if isinstance(one.tag, str) and one.tag.endswith("}target")
    ]


@pytest.mark.parametrize("text", [MEMOQ, TWO, TRADOS])
def test_unchanged_texts_give_the_same_targets(tmp_path: Path, text: str) -> None:
    opened = suite(tmp_path, "xliff", text, codes="keep")
    outputs = open_outputs({"mine": [one.references[0] for one in opened.segments()]}, opened)
    into, out = tmp_path / "original.xlf", tmp_path / "new.xlf"
    assert export_suite("xliff", opened, out, outputs=outputs, into=into).notes == []
    assert targets(out) == targets(into) or text is TWO  # marks of terms are not written back


def test_a_new_target_stands_behind_its_source(tmp_path: Path) -> None:
    bare = TRADOS[: TRADOS.index("<target>")] + TRADOS[TRADOS.index("</target>") + 9 :]
    done, out = exported(
        tmp_path, "xliff", bare, ["Eins <2/>.", "Zwei."], codes="keep", target="none", review="no"
    )
    assert (
        '</seg-source><target state="translated"><g id="1"><mrk mtype="seg" mid="1">Eins '
        '<x id="2"/>.</mrk> <mrk mtype="seg" mid="2">Zwei.</mrk></g></target><sdl:seg-defs>'
        '<sdl:seg id="1" conf="Translated"'
    ) in out.read_text(encoding="utf-8")
    assert done.notes == []


def test_lost_codes_are_counted(tmp_path: Path) -> None:
    done, out = exported(tmp_path, "xliff", TWO, ["Salut toi.", "Voyez %s."], target="reference")
    assert done.notes == [
        "1 of 2 targets without all inline codes of the source, such as 'u1/s1'. To keep codes, "
        "import with codes=keep and translate that."
    ]
    text = out.read_text(encoding="utf-8")
    assert '<segment state="translated"><source>See' in text
    twice = MEMOQ.replace("NotStarted", "x")  # a code that is there twice is no other code
    done, _ = exported(tmp_path, "xliff", twice, ["{0} {0} <3/> <3/>"], codes="keep")
    assert done.notes[0].startswith("1 of 1 target without all inline codes of the source")
    for review, status in (("yes", "PartiallyEdited"), ("no", "ManuallyConfirmed")):
        _, memoq = exported(tmp_path, "xliff", MEMOQ, ["A {0}", "B"], target="none", review=review)
        assert memoq.read_text(encoding="utf-8").count(f'mq:status="{status}"') == 2
    assert '<target>Voyez <ph id="2" dataRef="d1"/>.</target>' in text


def test_crossed_tags_are_left_out(tmp_path: Path) -> None:
    _, out = exported(tmp_path, "xliff", TWO, ["</1>Salut <1>toi.", "Voyez %s."], codes="keep")
    assert "<target>Salut toi.</target>" in out.read_text(encoding="utf-8")


def test_a_filled_po_is_fuzzy_and_keeps_its_line_ends(tmp_path: Path) -> None:
    texts = ["Auf", "Offen", "%d D", "%d DD"]
    _, out = exported(tmp_path, "po", PO, texts)
    units = read_po(out, fuzzy=True).units
    assert [(one.target, one.state) for one in units] == [
        ("Auf", "fuzzy"), ("Offen", "fuzzy"), ("Nah", "fuzzy"), ("%d D", "fuzzy"), ("%d DD", "fuzzy"), ("", ""),
    ]  # fmt: skip
    assert 'msgstr[0] "%d D\\n"' in out.read_text(encoding="utf-8")
    _, out = exported(tmp_path, "po", PO, texts, review="no")
    assert {one.state for one in read_po(out, fuzzy=True).units if one.target != "Nah"} == {""}


def test_what_a_file_cannot_hold(tmp_path: Path) -> None:
    latin = PO.replace("UTF-8", "ISO-8859-1")
    opened = suite(tmp_path, "po", PO)
    (tmp_path / "latin.po").write_bytes(latin.encode("latin1"))
    outputs = open_outputs({"mine": ["Łódź", "b", "c", "d"]}, opened)
    with pytest.raises(DataError) as caught:
        export_suite("po", opened, tmp_path / "o.po", outputs=outputs, into=tmp_path / "latin.po")
    assert str(caught.value) == (
        f"{tmp_path / 'latin.po'} is in ISO-8859-1, which has no 'Ł'.\n"
        "Convert it first: msgconv -t UTF-8 latin.po -o utf8.po"
    )
    _, out = exported(tmp_path, "xliff", TWO, ["Sa\x07lut toi.", "Voyez %s."], target="reference")
    assert "<target>Salut toi.</target>" in out.read_text(encoding="utf-8")


def test_utf_16_stays(tmp_path: Path) -> None:
    text = TRADOS.replace('encoding="utf-8"', 'encoding="utf-16"')
    opened = suite(tmp_path, "xliff", TRADOS)
    (tmp_path / "wide.xlf").write_bytes(text.encode("utf-16"))
    outputs = open_outputs({"mine": ["Größe", "b"]}, opened)
    export_suite("xliff", opened, tmp_path / "o.xlf", outputs=outputs, into=tmp_path / "wide.xlf")
    assert [one.target for one in read_xliff(tmp_path / "o.xlf").units] == ["Größe", "b"]
    assert "Größe" in (tmp_path / "o.xlf").read_bytes().decode("utf-16")


def test_folders(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.xlf").write_text(MEMOQ, encoding="utf-8")
    (folder / "deep" / "b.xlf").write_text(TRADOS, encoding="utf-8")
    imported = import_suite("xliff", folder, name="p")
    write_suite(tmp_path / "suite", imported.info, imported.segments)
    opened = read_suite(tmp_path / "suite")
    assert [(one.id, one.document) for one in opened.segments()][:2] == [
        ("a/1", "a/menu.html"), ("deep/b/4e1f/1", "deep/b/letter.docx"),
    ]  # fmt: skip
    outputs = open_outputs({"mine": ["eins {0}", "zwei", "drei"]}, opened)
    export_suite("xliff", opened, tmp_path / "out", outputs=outputs, into=folder)
    assert [u.target for u in read_xliff(tmp_path / "out" / "deep" / "b.xlf").units] == [
        "zwei",
        "drei",
    ]


def test_a_blank_line_leaves_a_translation_as_it_is(tmp_path: Path) -> None:
    done, out = exported(tmp_path, "xliff", TRADOS, ["Er starb.", " "])
    assert [one.target for one in read_xliff(out).units] == ["Er starb.", "Wie traurig."]
    assert done.summary == f"{out}: 1 target filled"
    assert done.notes[0] == (
        "1 target left as in the file, such as '4e1f/2': the output is blank there."
    )
    done, out = exported(tmp_path, "po", PO, ["Auf", "", "%d D", "%d DD"])
    assert [one.target for one in read_po(out, fuzzy=True).units][:2] == ["Auf", "Offen"]
    assert [one.state for one in read_po(out, fuzzy=True).units][:2] == ["fuzzy", ""]
    assert done.notes[0].startswith("1 target left as in the file, such as 'Open#")


LONG = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"


def test_a_po_keeps_its_width_line_ends_and_no_stale_source(tmp_path: Path) -> None:
    text = PO.replace('msgid "Save"', f'msgid "{LONG}"').replace(
        'msgid "Close"', '#| msgid "Shut"\nmsgid "Close"'
    )
    opened = suite(tmp_path, "po", text, fuzzy="yes")
    into = tmp_path / "windows.po"
    into.write_bytes(text.replace("\n", "\r\n").encode())
    outputs = open_outputs({"mine": ["Auf", "Offen", "Zu", "%d D", "%d DD"]}, opened)
    export_suite("po", opened, tmp_path / "o.po", outputs=outputs, into=into, review="no")
    found = (tmp_path / "o.po").read_bytes().decode()
    assert found.count("\r\n") == found.count("\n")
    assert f'msgid "{LONG}"' in found
    assert "#|" not in found and 'msgstr "Zu"' in found
