"""Test sets, memories, context sets and tables by hand, and the real ones where they are there."""

import gzip
import json
from pathlib import Path

import pytest
from importing import fill, refused

from litmus.corpus.segment import Idiom, Segment
from litmus.errors import DataError
from litmus.files.text import TextWarning
from litmus.importers import import_suite

# --- WMT ---


def wmt_folder(folder: Path, **changes: str) -> Path:
    files = {
        "src__en": "CANARY x\none\ntwo\n", "ref__B__de": "CANARY x\nB1\nB2\n",
        "ref__A__de": "CANARY x\nA1\nA2\n", "sys__GPT_4__5__de": "CANARY x\n\ny\n",
        "docids": "c\nd1\nd2\n", "domains": "c\nnews\nnews\n",
    }  # fmt: skip
    return fill(folder, **(files | changes))


def test_wmt_folder(tmp_path: Path) -> None:
    imported = import_suite("wmt", wmt_folder(tmp_path / "set"))
    assert list(imported.segments) == [
        Segment("2", "one", ("A1", "B1"), "d1", columns={"domain": "news"}),
        Segment("3", "two", ("A2", "B2"), "d2", columns={"domain": "news"}),
    ]
    assert {name: list(texts) for name, texts in imported.systems.items()} == {"GPT_4.5": ["", "y"]}
    assert imported.notes == [
        "References: A, B.",
        "Line 1 of every file is a canary and was skipped; ids are line numbers.",
    ]
    assert (imported.info.source, imported.info.target) == ("en", "de")
    kept = import_suite("wmt", wmt_folder(tmp_path / "set"), ref="B", sys="none")
    assert [segment.references for segment in kept.segments] == [("B1",), ("B2",)]
    assert kept.systems == {}


@pytest.mark.parametrize(("side", "text"), [("src.en", "one\n\n"), ("ref.A.de", "A1\n \n")])
def test_wmt_folder_with_an_empty_line(tmp_path: Path, side: str, text: str) -> None:
    path = wmt_folder(tmp_path / "set", **{side.replace(".", "__"): f"CANARY x\n{text}"})
    with pytest.warns(TextWarning, match=f"{side} has 1 empty line where .*the first is line 3"):
        segments = list(import_suite("wmt", path).segments)
    assert [segment.id for segment in segments] == ["2", "3"]


def test_wmt_folder_output_of_another_length(tmp_path: Path) -> None:
    path = wmt_folder(tmp_path / "set", sys__X__de="CANARY\nx\n")
    imported = import_suite("wmt", path)
    with pytest.raises(DataError) as caught:
        list(imported.systems["X"])
    assert str(caught.value).startswith(
        f"{path / 'sys.X.de'} has 2 lines, but {path / 'src.en'} has 3.\n"
    )


def test_wmt_folder_compressed_with_a_bom_in_an_output(tmp_path: Path) -> None:
    (tmp_path / "src.en.gz").write_bytes(gzip.compress(b"one\n"))
    (tmp_path / "sys.X.de.gz").write_bytes(gzip.compress(b"\xef\xbb\xbfeins\n"))
    imported = import_suite("wmt", tmp_path)
    assert list(imported.systems["X"]) == ["eins"]
    assert imported.notes == [
        "There is no reference.",
        "sys.X.de.gz starts with a byte order mark, which was left out.",
    ]


SEGMENT = "<src lang='en'><seg id='1'>one</seg></src>"


def test_wmt_xml(tmp_path: Path) -> None:
    path = tmp_path / "t.en-de.xml"
    path.write_text(
        f"<dataset><collection id='general'><doc id='d' domain='news'>{SEGMENT}"
        "<ref lang='de' translator='B'><seg id='1'>B</seg></ref>"
        "<ref lang='de' translator='A'><seg id='1'>A</seg></ref>"
        "<hyp lang='de' system='X'><seg id='1'>x</seg></hyp></doc></collection></dataset>"
    )
    columns = {"domain": "news", "collection": "general"}
    imported = import_suite("wmt", path)
    assert list(imported.segments) == [Segment("d#1", "one", ("A", "B"), "d", columns=columns)]
    assert {name: list(texts) for name, texts in imported.systems.items()} == {"X": ["x"]}
    assert imported.info.name == "t.en-de"
    kept = import_suite("wmt", path, ref="none", sys="none")
    assert list(kept.segments) == [Segment("d#1", "one", (), "d", columns=columns)]
    path.write_text(f"<dataset><doc id='d'>{SEGMENT}</doc></dataset>")
    assert refused("wmt", path) == (
        f"{path} holds no translation. Pass its languages: languages=en-TARGET"
    )
    (segment,) = import_suite("wmt", path, languages=("en", "de")).segments
    assert segment == Segment("d#1", "one", (), "d")


def test_wmt_sgm(tmp_path: Path) -> None:
    doc = "<doc docid='d'><seg id='1'>{}</seg></doc>"
    fill(
        tmp_path,
        src__sgm=f"<srcset setid='t' srclang='any'>{doc.format('one')}</srcset>\n",
        ref__sgm=f"<refset setid='t' trglang='de'>{doc.format('eins')}</refset>\n",
        out__sgm=f"<tstset setid='t' trglang='de'>{doc.format('ein')}</tstset>\n",
    )
    files = {"ref": str(tmp_path / "ref.sgm"), "sys": str(tmp_path / "out.sgm")}
    imported = import_suite("wmt", tmp_path / "src.sgm", languages=("en", "de"), **files)
    assert list(imported.segments) == [Segment("d#1", "one", ("eins",), "d")]
    assert list(imported.systems["out"]) == ["ein"]


# --- TMX ---


def tmx(folder: Path, *units: str) -> Path:
    path = folder / "m.tmx"
    path.write_text(f"<tmx version='1.4'><header/><body>{''.join(units)}</body></tmx>")
    return path


def unit(head: str, *languages: str) -> str:
    variants = "".join(f"<tuv xml:lang='{x}'><seg>{x}!</seg></tuv>" for x in languages)
    return f"<tu{head}>{variants}</tu>"


def test_tmx_with_ids(tmp_path: Path) -> None:
    path = tmx(tmp_path, unit(" tuid='a'", "en", "de"), unit(" tuid='b'", "en"))
    imported = import_suite("tmx", path, languages=("en", "de"))
    assert list(imported.segments) == [Segment("a", "en!", ("de!",))]
    assert imported.notes == ["1 of 2 units skipped: no text in both en and de."]


def test_tmx_ids_that_return_become_numbers(tmp_path: Path) -> None:
    path = tmx(tmp_path, *[unit(" tuid='a'", "en", "de")] * 2)
    imported = import_suite("tmx", path, languages=("en", "de"))
    for _ in range(2):  # every pass gives the same, notes included
        assert [segment.id for segment in imported.segments] == ["1", "2"]
        assert imported.notes == [
            "Not every unit has a tuid of its own; segments are numbered instead."
        ]


# --- CTXPro and ContraPro ---


CONTRAPRO = {
    "src segment": "It rang.", "ref segment": "Sie klingelte.", "document id": "d",
    "segment id": 3, "errors": [{"contrastive": "Er klingelte."}, {"contrastive": "Es klingelte."}],
}  # fmt: skip
CONTRAPRO_SEGMENT = Segment(
    "d#3", "It rang.", ("Sie klingelte.",), "d", contrastive=("Er klingelte.", "Es klingelte.")
)


def test_contrapro_as_an_array_and_as_lines(tmp_path: Path) -> None:
    path = fill(tmp_path, a__json=json.dumps([CONTRAPRO], indent=2)) / "a.json"
    imported = import_suite("contrapro", path, languages=("en", "de"))
    assert list(imported.segments) == [CONTRAPRO_SEGMENT]
    row = {key.replace(" ", "_"): value for key, value in CONTRAPRO.items()}
    row |= {"src_prev": "A bell.", "ref_prev": "Eine Glocke."}
    path = fill(tmp_path, a__jsonl=json.dumps(row) + "\n") / "a.jsonl"
    (segment,) = import_suite("contrapro", path, languages=("en", "de")).segments
    assert (segment.context, segment.reference_context) == (("A bell.",), ("Eine Glocke.",))


def test_contrapro_plain_form(tmp_path: Path) -> None:
    row = {"src": "They?", "ref": "Elles ?", "contrastive": "Ils ?",
           "src_context": ["Roses."], "ref_context": ["Des roses."]}  # fmt: skip
    path = fill(tmp_path, a__jsonl=json.dumps(row) + "\n") / "a.jsonl"
    assert list(import_suite("contrapro", path, languages=("en", "fr")).segments) == [
        Segment(
            "1", "They?", ("Elles ?",), context=("Roses.",), reference_context=("Des roses.",),
            contrastive=("Ils ?",),
        )
    ]  # fmt: skip


# --- TSV ---


def tsv(folder: Path, text: str) -> Path:
    return fill(folder, **{"t__en-de__tsv": text}) / "t.en-de.tsv"


def test_tsv_without_header(tmp_path: Path) -> None:
    text = "Break the ice!\tBrich das Eis!\tbreak the ice\nno\tnein\tkick\nyes\tja\n"
    imported = import_suite("tsv", tsv(tmp_path, text))
    assert list(imported.segments) == [
        Segment(
            "1", "Break the ice!", ("Brich das Eis!",), idioms=(Idiom("break the ice", ((0, 13),)),)
        ),
        Segment("2", "no", ("nein",), idioms=(Idiom("kick", ()),)),
        Segment("3", "yes", ("ja",)),
    ]


def test_tsv_keeps_the_columns_that_are_asked_for(tmp_path: Path) -> None:
    path = tsv(tmp_path, "source\treference\tDomain\tyear\nx\ty\tnews\t\nz\tw\ttalk\t1999\n")
    imported = import_suite("tsv", path, columns="domain+year")
    assert [segment.columns for segment in imported.segments] == [
        {"domain": "news"}, {"domain": "talk", "year": "1999"},
    ]  # fmt: skip
    assert refused("tsv", path, columns="domain+year+topic") == (
        "No column of t.en-de.tsv is called 'topic'.\nKnown: domain, reference, source, year"
    )


def test_tsv_with_header(tmp_path: Path) -> None:
    text = (
        "id\tsource\treference\treference2\tlabel\tspans\tdoc\tblacklist\trequired\n"
        "k\tice broke\tE1\tE2\tbreak the ice\t[(0, 3), (4, 9)]\td\tEis, Eiswürfel\ta,b|c\n"
        "\tx\tE1\tE2\t\t\t\t\t\n"
        'm\tice broke\tE1\tE2\t\t{"label": "b", "spans": [[0, 3], [4, 9]]}\t\t\t\n'
    )
    first, second, third = import_suite("tsv", tsv(tmp_path, text)).segments
    idioms = (Idiom("break the ice", ((0, 3),)), Idiom("break the ice", ((4, 9),)))
    assert first == Segment(
        "k", "ice broke", ("E1", "E2"), "d", idioms, ("Eis", "Eiswürfel"), (("a", "b"), ("c",))
    )
    assert second == Segment("2", "x", ("E1", "E2"))
    assert third.idioms == (Idiom("b", ((0, 3), (4, 9))),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("only one\n", "FILE:1 has 1 tab-separated columns; expected 2 or 3: source, reference, "
         "label (optional)."),
        ("source\tcolour\n", "FILE:1: the header names an unknown column 'colour'.\nKnown: "
         "source, reference, label, spans, doc, id, blacklist, required (reference2, reference3 "
         "for more references)"),
        ("source\treference\tid\tid\n", "FILE:1: the header names the column 'id' 2 times."),
        ("source\treference\nx\ty\tz\n",
         "FILE:2 has 3 tab-separated columns; expected 2: source, reference."),
        ("x\t\n", "FILE:1: the source or a reference is empty. Fill it in."),
        ("source\tspans\nx\t[(0, 1)]\n", "FILE:2: spans need a label in the column 'label'."),
        ("source\tlabel\tspans\nx\ty\t[(0, 9)]\n",
         "FILE:2: the span (0, 9) is outside its text of 1 characters, or empty.\n"
         "Spans are half-open character offsets [start, end) counted from 0."),
    ],
)  # fmt: skip
def test_tsv_bad_input(tmp_path: Path, text: str, message: str) -> None:
    path = tsv(tmp_path, text)
    assert refused("tsv", path).replace(str(path), "FILE") == message
