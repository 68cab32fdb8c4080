"""`litmus check`: what a file is taken for, what is in it, what is wrong with it."""

import json
from pathlib import Path

import pytest

from litmus.checks.registry import BY_KIND
from litmus.checks.registry import check_file as check
from litmus.checks.report import SHOWN
from litmus.corpus.segment import Idiom, IdiomFacts, Segment
from litmus.corpus.suite import SuiteInfo, write_suite
from litmus.errors import DataError, UnknownName, UsageError


def put(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize(
    ("name", "text", "kind", "counts"),
    [
        ("a.txt", "one\n\ntwo\n", "text", {"lines": 3, "empty lines": 1}),
        ("news.en", "one two\n", "text", {"lines": 1}),
        ("docids", "d\nd\ne\n", "docids", {"lines": 3, "documents": 2}),
        ("t.spans.en", "x\t[(0, 1), (2, 3)]\n\n", "spans",
         {"lines": 2, "lines without an idiom": 1, "idioms": 2, "labels": 1}),
        ("marks", "x\t[(0, 1)]\n", "spans", {"lines": 1, "idioms": 1, "labels": 1}),
        ("marks.jsonl", '{"label": "x", "spans": [[0, 1]]}\n', "spans",
         {"lines": 1, "idioms": 1, "labels": 1}),
        ("a.align", "0-0 1?2\n\n", "pharaoh",
         {"lines": 2, "sure links": 1, "possible links": 1}),
        ("links", "\n0-0 1-2\n", "pharaoh", {"lines": 2, "sure links": 2}),
        ("a.jsonl", '{"x": 1}\n{}\n', "jsonl", {"objects": 2}),
        ("a.jsonl", '{"id": "1", "doc": "d", "tokens": ["x", "y"], "tags": [[], ["formality"]]}\n',
         "tags", {"lines": 1, "tokens": 2, "tagged tokens": 1}),
        ("segments.jsonl", '{"id": "1", "source": "x", "references": ["y"]}\n', "segments",
         {"segments": 1, "references": 1}),
        ("a.tsv", "x\ty\n", "tsv", {"segments": 1, "references": 1}),
        ("a.tsv", "x\ty\tz\t1\n", "autoie", {"segments": 1, "references": 1}),
        ("a.jsonl", '{"src": "x", "ref": "y", "contrastive": "z"}\n', "contrapro",
         {"segments": 1, "references": 1}),
        ("a.json", json.dumps([{"src": "x", "ref": "y", "contrastive": "z"}], indent=1),
         "contrapro", {"segments": 1, "references": 1}),
        ("a.jsonl", json.dumps({"src_segment": "x", "ref_segment": "y", "expected": "z",
         "document_id": "d"}) + "\n", "ctxpro", {"segments": 1, "references": 1, "documents": 1}),
        ("a.json", json.dumps([{"src": "a _eos x", "dst": ["b _eos y", "b _eos z"], "true_ind": 0}],
         indent=1), "gtwic", {"segments": 1, "references": 1}),
        ("a.json", json.dumps({"1": {"src": ["a", "x"], "trg": [{"correct": ["b", "y"],
         "incorrect": ["b", "z"]}]}}, indent=1), "discevalmt", {"segments": 1, "references": 1}),
        ("en.txt", "male\t1\tThe cook ate.\tcook\n", "winomt",
         {"segments": 1, "entities": 1}),
        ("x.en-de.tsv", "src_context<sep>src\tref_original\tref_flipped\na <sep> b\tc\td\n",
         "mt-geneval", {"segments": 1, "references": 1}),
        ("x.en-de.tsv", "src\tformal\tinformal\na\tb\tc\n", "cocoa",
         {"segments": 1, "references": 1}),
        ("a.tmx", "<tmx><body><tu><tuv lang='en'><seg>x</seg></tuv></tu></body></tmx>", "tmx",
         {"units": 1}),
        ("a.xml", "<tmx><body/></tmx>", "tmx", {}),
        ("a.xml", "<dataset><doc id='d'><src lang='en'><seg id='1'>x</seg></src>"
         "<ref lang='de'><seg id='1'>y</seg></ref></doc></dataset>", "wmt",
         {"segments": 1, "references": 1, "documents": 1}),
        ("a.sgm", "<srcset srclang='en'><doc docid='d'><seg id='1'>x</seg></doc></srcset>", "sgm",
         {"documents": 1, "segments": 1}),
    ],
)  # fmt: skip
def test_file_that_is_right(
    tmp_path: Path, name: str, text: str, kind: str, counts: dict[str, int]
) -> None:
    report = check(put(tmp_path / name, text))
    assert (report.kind, report.counts, report.problems) == (kind, counts, ())
    assert report.ok
    assert kind in BY_KIND


def test_no_more_than_20_problems_are_shown(tmp_path: Path) -> None:
    report = check(put(tmp_path / "a.txt", "one\r\n" + "two\n" * 50))
    assert (len(report.problems), report.n_problems) == (SHOWN, 50)


def test_plain_text_with_everything_wrong(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfone\n\xff\n\0\n" + "x\u2028y\nz\r\n".encode())
    report = check(path)
    assert [problem.split("\n")[0].replace(str(path), "a") for problem in report.problems] == [
        "a:2 is not UTF-8: byte 0xff at byte 1 of the line.",
        "a:3 holds a NUL character; this is not plain text (is it UTF-16?).",
        "a:4 holds U+2028, which other programs take for a line end.",
        "a:5 ends in CRLF (Windows line ends), but the lines before it in \\n; the carriage return "
        "would become part of the last word.",
    ]
    assert report.notes == ("It starts with a byte order mark (BOM), which is left out.",)
    assert report.counts == {"lines": 5}


def test_windows_text_is_right_but_worth_a_note(tmp_path: Path) -> None:
    report = check(put(tmp_path / "a.txt", "one\r\ntwo\r\n"))
    assert report.ok
    assert report.notes == ("Lines end in CRLF (Windows); they are read as \\n.",)


@pytest.mark.parametrize(
    ("name", "text", "kind", "problems"),
    [
        ("a.txt", "", None, [" is empty. One segment per line was expected; nothing was done."]),
        ("docids", "a\nb\na\n\n", None,
         [":3: document 'a' goes on after another began.\n"
          "The lines of a document must be together, or its context is wrong.",
          ":4 is empty. Every line needs a document id."]),
        ("a.tsv", "x\ty\nonly\nx\t \n", None,
         [":2 has 1 tab-separated columns; expected 2 or 3: source, reference, label (optional).",
          ":3: the source or a reference is empty. Fill it in."]),
        ("a.align", "0-0\nx\n1-1\n2_2\n", None,
         [f":{line} is not a link.\nWrite i-j (sure) or i?j (possible), separated by spaces."
          for line in ("2: 'x'", "4: '2_2'")]),
        ("a.tags", '[]\n{"tokens": ["x"], "tags": [[]]}\n', "tags",
         [":1 holds list, not a JSON object."]),
    ],
)  # fmt: skip
def test_problems_are_named(
    tmp_path: Path, name: str, text: str, kind: str | None, problems: list[str]
) -> None:
    path = put(tmp_path / name, text)
    report = check(path, kind=kind)
    assert list(report.problems) == [f"{path}{problem}" for problem in problems]
    assert (report.n_problems, report.ok) == (len(problems), False)


@pytest.mark.parametrize("key", ["tags", "tokens"])
def test_rows_of_tags_with_a_misspelt_key_are_rows_of_tags(tmp_path: Path, key: str) -> None:
    row = '{"id": "1", "doc": "d", "tokens": ["x"], "tags": [[]]}'
    wrong = row.replace(key, f"{key}x")
    path = put(tmp_path / "a.jsonl", f"{wrong}\n{row}\n{wrong}\n")
    report = check(path)
    assert (report.kind, report.counts["lines"]) == ("tags", 1)
    said = f" is not a row of tags: the key {key!r} is missing."
    assert report.problems == (f"{path}:1{said}", f"{path}:3{said}")


@pytest.mark.parametrize("key", ["id", "source"])
def test_segments_with_a_misspelt_key_are_segments(tmp_path: Path, key: str) -> None:
    row = '{"id": "1", "source": "x", "references": ["y"]}'.replace(key, f"{key}x")
    report = check(put(tmp_path / "a.jsonl", f"{row}\n"))
    assert report.kind == "segments"
    assert f"unknown key '{key}x'" in report.problems[0]


def test_kind_can_be_given(tmp_path: Path) -> None:
    path = put(tmp_path / "a.txt", "0-0\n")
    assert check(path).kind == "pharaoh"
    assert check(path, kind="text").kind == "text"
    with pytest.raises(UnknownName) as caught:
        check(path, kind="txt")
    assert str(caught.value).startswith("No kind of file is called 'txt'. Did you mean 'text'?\n")


def test_text_that_may_be_an_idiom_list_is_asked_for_its_language(tmp_path: Path) -> None:
    path = put(tmp_path / "list.txt", "kick the bucket\nspill the beans\n")
    assert check(path).notes == (
        f"If {path} is an idiom list, name its language to have its entries checked: languages=en",
    )
    assert check(path, languages="en").kind == "idioms"
    with pytest.raises(UsageError) as caught:
        check(path, kind="idioms")
    assert str(caught.value) == "An idiom list has one language; name it: languages=en"


def test_nothing_to_check(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        check(tmp_path / "no")
    assert str(caught.value) == f"{tmp_path / 'no'} does not exist."
    with pytest.raises(DataError) as caught:
        check(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path} is a folder with nothing known in it: ")


def test_tmx_with_languages(tmp_path: Path) -> None:
    tuv = "<tuv xml:lang='{0}'><seg>{0}</seg></tuv>".format
    text = f"<tmx><body><tu>{tuv('en')}{tuv('de')}</tu><tu>{tuv('en')}</tu></body></tmx>"
    path = put(tmp_path / "a.tmx", text)
    assert check(path, languages="en-de").counts == {
        "segments": 1, "units": 2, "skipped units": 1,
    }  # fmt: skip
    assert check(path).notes == ("de: 1 unit.", "en: 2 units.")


INFO = SuiteInfo("x", "en", "de")
ICE = Segment("1", "break the ice", ("das Eis",), "d", (Idiom("break the ice", ((0, 13),)),))


def test_suite_that_is_right(tmp_path: Path) -> None:
    facts = [IdiomFacts("break the ice"), IdiomFacts("unused")]
    write_suite(tmp_path / "s", INFO, [ICE, Segment("2", "x")], facts, {"a": ["x", ""]})
    report = check(tmp_path / "s")
    assert report.ok
    assert report.kind == "suite"
    assert report.counts == {
        "segments": 2, "references": 1, "idioms": 1, "labels": 1, "documents": 1, "systems": 1,
        "empty output lines": 1,
    }  # fmt: skip
    assert report.notes == (
        "1 label in idioms.jsonl, but in no segment.",
        "a: 1 empty output.",
    )


def test_suite_with_problems(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    write_suite(folder, INFO, [ICE], [IdiomFacts("break the ice")], {"a": ["x"]})
    path = folder / "segments.jsonl"
    good = path.read_text()
    path.write_text(good + "{}\n" + good.replace('the ice"', 'the ise"') + "[\n" + good)
    report = check(folder)
    assert [problem.split("\n")[0].replace(str(path), "f") for problem in report.problems] == [
        "f:2: the key 'id' is missing.",
        f"f:3: the label 'break the ise' is not in {folder / 'idioms.jsonl'}. "
        "Did you mean 'break the ice'?",
        "f:4 is not JSON: Expecting value at column 2.",
        "f:3: the id '1' is already on line 1.",
        "f:5: the id '1' is already on line 1.",
        f"{folder / 'systems' / 'a.txt'} has 1 line, but f has 5.",
    ]


def test_suite_that_cannot_be_opened(tmp_path: Path) -> None:
    path = put(tmp_path / "suite.toml", 'name = "x"\n')
    assert check(tmp_path).problems == (f"{tmp_path} has no segments.jsonl. A suite needs one.",)
    put(tmp_path / "segments.jsonl", "{}\n")
    assert check(tmp_path).problems == (f"{path}: the key 'source' is missing.",)


def test_folder_of_several_parts_is_checked_whole(tmp_path: Path) -> None:
    folder = tmp_path / "en-de"
    folder.mkdir()
    for part in ("agent", "client"):
        for side in ("en", "de", "docids"):
            put(folder / f"{part}.{side}", "x\n")
    report = check(folder)
    assert (report.kind, report.counts["segments"], report.ok) == ("muda", 2, True)
    put(folder / "client.de", "x\ny\n")
    assert check(folder).problems == (
        f"{folder / 'client.en'} has 1 line, but {folder / 'client.de'} has 2.\n"
        "Line 2 is the first without a partner. Lines end at \\n only; nothing was done.",
    )


def test_judgements_without_their_columns(tmp_path: Path) -> None:
    path = put(tmp_path / "a.tsv", "id\tsystem\nx\ty\n")
    report = check(path, kind="judgements")
    assert report.counts["judgements"] == 0
    (problem,) = report.problems
    assert problem.startswith(
        f"{path}:1: there is no column 'label'. The first line names the columns; known: "
    )
