"""WMT's XML and the SGM before it."""

from dataclasses import replace
from pathlib import Path

import pytest

from litmus.corpus.formats.sgm import join_sgm
from litmus.corpus.formats.wmt import WmtDocument, WmtSegment, read_wmt
from litmus.errors import DataError, UsageError

FIRST = """\
<doc id="d1" origlang="en">
<src lang="en"><p><seg id="1">Hello &amp; welcome.</seg>
<seg id="2">Two
  lines.</seg></p></src>
<ref lang="de" translator="B"><p><seg id="2">B2</seg><seg id="1">B1</seg></p></ref>
<ref lang="de" translator="A"><p><seg id="1">A1</seg><seg id="2">A2</seg></p></ref>
<hyp lang="de" system="X"><p><seg id="1"></seg><seg id="2">X2</seg></p></hyp>
<supplemental><p><seg id="9">not <seg>mine</seg></seg></p></supplemental>
</doc>
"""
SECOND = """\
<doc id="d2" origlang="en">
<src lang="en"><p><seg id="1">Bye.</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">A3</seg></p></ref>
<ref lang="de" translator="B"><p><seg id="1">B3</seg></p></ref>
<hyp language="de" system="X"><p><seg id="1">X3</seg></p></hyp>
</doc>
"""
DOCUMENTS = [
    WmtDocument(
        "d1",
        ("en", "de"),
        (
            WmtSegment("1", "Hello & welcome.", {"A": "A1", "B": "B1"}, {"X": ""}),
            WmtSegment("2", "Two lines.", {"A": "A2", "B": "B2"}, {"X": "X2"}),
        ),
    ),
    WmtDocument(
        "d2", ("en", "de"), (WmtSegment("1", "Bye.", {"A": "A3", "B": "B3"}, {"X": "X3"}),)
    ),
]


def xml(folder: Path, *documents: str) -> Path:
    path = folder / "test.en-de.xml"
    path.write_text("<dataset id='t'>\n" + "".join(documents) + "</dataset>\n", encoding="utf-8")
    return path


def refused(path: Path, **options: object) -> str:
    with pytest.raises((DataError, UsageError)) as caught:
        list(read_wmt(path, **options))  # type: ignore[arg-type]
    return str(caught.value).replace(str(path), "FILE")


def test_documents(tmp_path: Path) -> None:
    assert list(read_wmt(xml(tmp_path, FIRST, SECOND))) == DOCUMENTS
    # collections may stand between <dataset> and <doc>
    path = xml(tmp_path, "<collection id='general'>", FIRST, "</collection>", SECOND)
    inside = replace(DOCUMENTS[0], columns={"collection": "general"})
    assert list(read_wmt(path)) == [inside, *DOCUMENTS[1:]]
    # languages are compared by their primary subtag
    path = xml(tmp_path, FIRST.replace('"de"', '"de-AT"'))
    assert list(read_wmt(path, languages=("en", "de"))) == DOCUMENTS[:1]
    # what came before a cut is read
    path.write_text("<dataset>\n" + FIRST + SECOND[:60])
    assert next(read_wmt(path)) == DOCUMENTS[0]


def test_names_that_are_kept_and_references_that_nobody_has(tmp_path: Path) -> None:
    path = xml(tmp_path, FIRST)
    (document,) = read_wmt(path, references=frozenset({"B"}), systems=frozenset())
    assert document.segments[1] == WmtSegment("2", "Two lines.", {"B": "B2"}, {})
    path = xml(tmp_path, "<doc id='d'><src lang='en'><seg id='1'>x</seg></src></doc>")
    assert list(read_wmt(path)) == [WmtDocument("d", ("en", None), (WmtSegment("1", "x"),))]


def test_empty_texts_are_kept(tmp_path: Path) -> None:
    (document,) = read_wmt(xml(tmp_path, SECOND.replace("Bye.", " ").replace("B3", " ")))
    (segment,) = document.segments
    assert segment == WmtSegment("1", "", {"A": "A3", "B": ""}, {"X": "X3"})


CUT = "The file was cut off; download or write it again."
REFERENCE_B = '<ref lang="de" translator="B"><p><seg id="1">B3</seg></p></ref>\n'
SOURCE_2 = '<src lang="en"><p><seg id="1">Bye.</seg></p></src>'


@pytest.mark.parametrize(("documents", "message"), [
    ((FIRST, SECOND.replace(REFERENCE_B, "")),
     "FILE:11: document 'd2': the reference 'B' is in document 'd1', but not in 'd2'.\n"
     "Keep only what every document has, for example: ref=A"),
    ((FIRST, SECOND.replace('"X"', '"Y"')),
     "FILE:11: document 'd2': the output of the system 'X' is in document 'd1', but not in "
     "'d2'.\nKeep only what every document has, for example: sys=none"),
    ((FIRST.replace('<seg id="1">A1</seg>', ""),),
     "FILE:7: segment '1' of document 'd1' is in its source, but not in its reference 'A'.\n"
     "Every segment needs its partner; complete the file, or leave out that reference."),
    ((FIRST.replace("X2</seg>", 'X2</seg><seg id="3">3</seg>'),),
     "FILE:8: segment '3' of document 'd1' is in its system 'X', but not in its source.\n"
     "Every segment needs its partner; complete the file, or leave out that system."),
    ((FIRST.replace('<seg id="2">Two', '<seg id="1">Two'),),
     "FILE:4: segment '1' is twice in document 'd1' (source).\n"
     "Ids must be distinct within a document; number the segments anew."),
    ((FIRST, FIRST), "FILE:11: document 'd1' is in the file twice. Rename one of them."),
    ((FIRST.replace('<ref lang="de" translator="A">', '<ref lang="cs" translator="A">'),),
     "FILE:2: document 'd1' is translated into several languages: de, cs.\n"
     "Choose one: languages=en-de"),
    ((FIRST.replace("&amp;", "&"),),
     "FILE:3 is not well-formed XML: not well-formed (invalid token) at column 38.\n"
     "Inside text, write &amp; for & and &lt; for <."),
    ((SECOND.replace(SOURCE_2, '<src lang="en"/>'),),
     "FILE:2: document 'd2' has no segment in its source."),
    ((SECOND.replace('translator="B"', 'translator="A"'),),
     "FILE:5: reference 'A' is twice in document 'd2'."),
    ((FIRST, SECOND.replace('"de"', '"fr"')),
     "FILE:11: document 'd2' is en-fr, but those before it are en-de.\n"
     "Split the file: one pair per file."),
    ((SECOND.replace(' id="d2"', "", 1),), "FILE:2: a <doc> has no id."),
    ((SECOND.replace('<seg id="1">Bye', "<seg>Bye"),),
     "FILE:3: a <seg> of document 'd2' has no id."),
    ((SECOND.replace('<ref lang="de" translator="A">', "<ref>"),),
     "FILE:4: <ref> of document 'd2' has no lang."),
    ((SECOND.replace("<ref", '<src lang="en"><seg id="1">Bye!</seg></src><ref', 1),),
     "FILE:2: document 'd2' has 2 sources, not one."),
])  # fmt: skip
def test_documents_that_do_not_fit(
    tmp_path: Path, documents: tuple[str, ...], message: str
) -> None:
    assert refused(xml(tmp_path, *documents)) == message


def test_no_source_in_the_language_asked(tmp_path: Path) -> None:
    assert refused(xml(tmp_path, FIRST), languages=("fr", "de")) == (
        "FILE:2: document 'd1' has no source in 'fr'; it has: en.\n"
        "Name the languages of the file: languages=SOURCE-TARGET"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<tmx version='1.4'/>", "FILE: a wmt file opens with <dataset>, not <tmx>.\n"
         "Read it with: litmus import tmx"),
        ("<html/>", "FILE: a wmt file opens with <dataset>, not <html>.\nIs it the right file?"),
        ("<dataset/>", "FILE is a WMT file, but holds no document."),
        ("", f"FILE:1 is where the XML ends, before its last tag is closed.\n{CUT}"),
        (f"<dataset>\n{FIRST}{SECOND[:60]}",
         f"FILE:12 is where the XML ends, before its last tag is closed.\n{CUT}"),
        ('<!DOCTYPE d [\n<!ENTITY a "ha">]>\n<dataset>&a;</dataset>',
         "FILE:2 declares XML entities, which are not read for safety.\n"
         "Write the characters themselves."),
    ],
)  # fmt: skip
def test_wrong_file(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "a.xml"
    path.write_text(text)
    assert refused(path) == message


SOURCE = """\
<!DOCTYPE srcset SYSTEM "x.dtd">
<srcset setid="t" srclang="any">
<DOC docid="a.1" origlang="en">
<hl>
<seg id="1"> Law &amp; order: AT&T  &lt;3 </seg>
</hl>
<p>
<seg id=2>Over
two lines</seg>
</p>
</DOC>
</srcset>
"""
REFERENCE = """\
<refset setid="t" srclang="any" trglang="de">
<doc sysid="ref" docid='a.1'><seg id="2">Zwei Zeilen</seg><seg id="1">Recht</seg></doc>
</refset>
"""


def sgm(folder: Path, **contents: str) -> list[Path]:
    paths = []
    for name, content in contents.items():
        paths.append(folder / f"{name}.sgm")
        paths[-1].write_text(content, encoding="utf-8")
    return paths


def sgm_refused(source: Path, reference: Path) -> str:
    with pytest.raises(DataError) as caught:
        list(join_sgm(source, {"A": reference}, {}))
    return str(caught.value).replace(str(source), "SRC").replace(str(reference), "REF")


def test_sgm_by_hand(tmp_path: Path) -> None:
    source, reference = sgm(tmp_path, src=SOURCE, ref=REFERENCE)
    assert list(join_sgm(source, {"A": reference}, {"X": reference})) == [
        WmtDocument(
            "a.1",
            ("any", "de"),
            (
                WmtSegment("1", "Law & order: AT&T <3", {"A": "Recht"}, {"X": "Recht"}),
                WmtSegment("2", "Over two lines", {"A": "Zwei Zeilen"}, {"X": "Zwei Zeilen"}),
            ),
        )
    ]


@pytest.mark.parametrize(
    ("source", "reference", "message"),
    [
        (SOURCE, REFERENCE.replace("a.1", "b.7"),
         "SRC:3: document 'a.1' is not in REF. Do they belong together?"),
        (SOURCE, REFERENCE.replace('<seg id="1">Recht</seg>', ""),
         "SRC:2: segment '1' of document 'a.1' is in its source, but not in its reference 'A'.\n"
         "Every segment needs its partner; complete the file, or leave out that reference."),
        (REFERENCE, REFERENCE,
         "SRC holds a reference 'ref', not the source.\nGive the srcset first, then ref=REFSET."),
        (SOURCE, SOURCE, "REF holds a source, not a reference or an output."),
        (SOURCE.replace("</DOC>", "").replace("</srcset>", ""), REFERENCE,
         "SRC ends inside document 'a.1', before </doc>.\n"
         "The file was cut off; download it again."),
        (SOURCE.partition("two lines")[0], REFERENCE, "SRC:8: a <seg> is not closed by </seg>.\n"
         "The file was cut off; download it again."),
        (SOURCE.replace("id=2", "id=1"), REFERENCE,
         "SRC:8: segment '1' is twice in document 'a.1' (source).\n"
         "Ids must be distinct within a document; number the segments anew."),
        (SOURCE.replace('docid="a.1" ', ""), REFERENCE, "SRC:3: a <doc> has no docid."),
        ('<doc docid="a">\n' + SOURCE, REFERENCE,
         "SRC:1: a <doc> is outside srcset, refset and tstset."),
        (SOURCE.replace("</seg>\n</hl>", "\n</hl><seg id=3>x"), REFERENCE,
         "SRC:5: a <seg> is not closed by </seg>."),
        ("plain text\n", REFERENCE,
         "SRC is not an SGM file: there is no <srcset>, <refset> or <tstset> in it."),
        ("<srcset><seg id=1>x</seg></srcset>\n", REFERENCE, "SRC:1: a <seg> is outside a <doc>."),
        (SOURCE, REFERENCE.replace("</refset>", "<doc docid='b'><seg id=1>x</seg></doc></refset>"),
         "REF: document 'b' is not in SRC."),
        (SOURCE.replace("</srcset>", SOURCE.partition('any">\n')[2]), REFERENCE,
         "SRC:12: document 'a.1' is in the file twice. Rename one of them."),
        (SOURCE, REFERENCE.replace("</refset>", REFERENCE.partition('"de">\n')[2]),
         "REF:3: document 'a.1' is in the file twice.\nOne translator a file; split it by sysid."),
    ],
)  # fmt: skip
def test_sgm_that_does_not_fit(tmp_path: Path, source: str, reference: str, message: str) -> None:
    assert sgm_refused(*sgm(tmp_path, src=source, ref=reference)) == message
