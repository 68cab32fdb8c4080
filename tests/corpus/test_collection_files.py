"""Which files a collection has, and the rows of each format."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from litmus.corpus.collection.found import CorpusFile, find_files, is_collection
from litmus.corpus.collection.rows import Fields, Rejected, Row, read_columns_named, read_rows
from litmus.corpus.collection.ways import names_of
from litmus.errors import DataError, UsageError

PAIR = Fields(("source", "reference"), {"source": "en", "reference": "fr"})
TEXT = Fields(("text",), {"text": "en"}, blank=True)
DOCUMENTS = Fields(("source", "reference", "document"), {"source": "en", "reference": "fr"})


def rows(path: Path, fields: Fields = PAIR) -> list[Row | Rejected]:
    [file] = find_files([str(path)])
    return list(read_rows(file, [path], fields))


def good(path: Path, fields: Fields = PAIR) -> list[tuple[str, ...]]:
    return [row.texts for row in rows(path, fields) if isinstance(row, Row)]


def reasons(path: Path, fields: Fields = PAIR) -> dict[int, str]:
    return {row.number: row.reason for row in rows(path, fields) if isinstance(row, Rejected)}


def write(path: Path, *values: Any) -> Path:
    path.write_text("".join(f"{json.dumps(value)}\n" for value in values))
    return path


def test_a_folder_a_pattern_and_a_file(tmp_path: Path) -> None:
    for name in ("b.jsonl.gz", "a.jsonl.gz", ".hidden", "_SUCCESS"):
        (tmp_path / name).touch()
    names = [("a", ".gz"), ("b", ".gz")]
    for where in (tmp_path, tmp_path / "*.gz"):
        assert [(one.name, one.packed) for one in find_files([str(where)])] == names
    [one] = find_files([str(tmp_path / "a.jsonl.gz")])
    assert one == CorpusFile("a", (str(tmp_path / "a.jsonl.gz"),), "JSONL", ".gz")


def test_files_side_by_side_belong_together_by_name(tmp_path: Path) -> None:
    for name in ("p1.en", "p1.fr", "p2.en.gz", "p2.fr"):
        (tmp_path / name).touch()
    found = find_files([str(tmp_path / "*.en*"), str(tmp_path / "*.fr")])
    assert [one.name for one in found] == ["p1", "p2"]
    assert [Path(one.places[1]).name for one in found] == ["p1.fr", "p2.fr"]
    (tmp_path / "p3.en").touch()
    with pytest.raises(DataError, match=r"p3\.en has no partner in .*\*\.fr"):
        find_files([str(tmp_path / "*.en*"), str(tmp_path / "*.fr")])


@pytest.mark.parametrize(("names", "pattern", "message"), [
    (("a.jsonl", "b.tsv"), "", r"a\.jsonl is JSONL, but .*b\.tsv is TSV"),
    (("a.jsonl", "a.ndjson"), "", "outputs of the same name, a"),
    ((), "", "There is no file in"),
    (("x/p.jsonl", "y/p.jsonl"), "*/*.jsonl", r"x.p\.jsonl and .*y.p\.jsonl would have"),
    ((), "nowhere.tsv", r"nowhere\.tsv does not exist"),
    ((), "*.tsv", "No file matches"),
])  # fmt: skip
def test_files_that_are_refused(
    names: tuple[str, ...], pattern: str, message: str, tmp_path: Path
) -> None:
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    with pytest.raises(DataError, match=message):
        find_files([str(tmp_path / pattern)])


def test_plain_text_is_no_collection(tmp_path: Path) -> None:
    (tmp_path / "odd[1].txt").touch()
    assert not is_collection(str(tmp_path / "odd[1].txt"))
    assert is_collection(str(tmp_path))
    assert is_collection("s3://bucket/corpus.txt")


def test_text_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "a.en").write_bytes(b"one\r\ntwo\r\n\r\n")
    [file] = find_files([str(tmp_path / "a.en")])
    found = list(read_rows(file, [tmp_path / "a.en"], TEXT))
    assert found == [Row(1, ("one",)), Row(2, ("two",)), Row(3, ("",))]
    with pytest.raises(UsageError, match="is plain text, but source and reference are needed"):
        list(read_rows(file, [tmp_path / "a.en"], PAIR))
    (tmp_path / "a.fr").write_text("un\n")
    with pytest.raises(DataError, match=r"a\.fr has 1 line, but .*a\.en has more"):
        list(read_rows(file, [tmp_path / "a.en", tmp_path / "a.fr"], PAIR))


def test_tsv_with_and_without_a_header(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("one\tun\ntwo\tdeux\textra\nthree\n")
    assert good(path) == [("one", "un"), ("two", "deux")]
    assert reasons(path) == {3: "no reference among 1 tab-separated column"}
    path.write_text("score\tfr\ten\n0.5\tun\tone\n")
    assert rows(path) == [Row(2, ("one", "un"))]
    second = Fields(PAIR.wanted, PAIR.languages, {"source": "3", "reference": "2"})
    path.write_text("0.5\tun\tone\n")
    assert good(path, second) == [("one", "un")]
    message = "no column for the source .english.; it has '0.5', 'un', 'one'"
    with pytest.raises(DataError, match=message):
        rows(path, Fields(PAIR.wanted, PAIR.languages, {"source": "english"}))


def test_jsonl_by_the_usual_names_and_by_those_given(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert good(write(path, {"src": "one", "tgt": "un"})) == [("one", "un")]
    assert good(write(path, {"fr": "un", "en": "one"})) == [("one", "un")]
    assert good(write(path, {"translation": {"en": "one", "fr": "un"}})) == [("one", "un")]
    deep = Fields(PAIR.wanted, PAIR.languages, {"source": "a.b"})
    assert good(write(path, {"a": {"b": "one"}, "fr": "un"}), deep) == [("one", "un")]
    assert good(write(path, {"a.b": "one", "fr": "un"}), deep) == [("one", "un")]
    with pytest.raises(DataError, match="no column for the reference.*it has translation, translation.en"):  # fmt: skip
        rows(write(path, {"translation": {"en": "one"}}))
    numbered = write(path, {"en": "one", "fr": "un", "doc": 7})
    assert good(numbered, DOCUMENTS) == [("one", "un", "7")]


def test_rows_of_jsonl_that_cannot_be_used(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    pair = {"en": "one", "fr": "un"}
    odd = [
        pair, {"en": "one"}, pair | {"fr": None}, pair | {"fr": 3}, pair | {"fr": " "},
        pair | {"fr": "a\nb"}, pair | {"fr": "a\0"}, pair | {"fr": "a\u2028b"},
        pair | {"fr": "\ud800"}, [1],
    ]  # fmt: skip
    write(path, *odd)
    path.write_bytes(path.read_bytes() + b'{"en": \n"\xff"\n')
    found = reasons(path)
    assert list(found) == list(range(2, 13))
    assert [found[n] for n in range(2, 11)] == [
        "no reference", "no reference", "the reference is no text", "the reference is blank",
        "the reference holds a line end", "the reference holds a NUL",
        "the reference holds U+2028, which other programs take for a line end",
        "the reference holds half a character", "not an object of JSON",
    ]  # fmt: skip
    assert found[11].startswith("not JSON")
    assert "not UTF-8" in found[12]


def test_parquet(tmp_path: Path) -> None:
    arrow = pytest.importorskip(
        "pyarrow", reason="pyarrow is not installed: pip install -e '.[test-all]'"
    )
    from pyarrow import parquet

    path = tmp_path / "a.parquet"
    values = [{"translation": {"en": "one", "fr": "un"}, "n": 1}, {"translation": {"en": "two", "fr": None}, "n": 2}, {"translation": None, "n": 3}]  # fmt: skip
    parquet.write_table(arrow.Table.from_pylist(values), path)
    assert good(path) == [("one", "un")]
    assert reasons(path) == {2: "no reference", 3: "no source"}
    with pytest.raises(DataError, match="no column for the text .body.; it has translation, n"):
        rows(path, Fields(("text",), {"text": "en"}, {"text": "body"}))
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(DataError, match="is not a whole Parquet file"):
        rows(path)


def test_a_first_row_that_lacks_a_column_is_a_bad_row(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {"en": "one"}, {"en": "one", "fr": "un"})
    assert reasons(path) == {1: "columns are missing"}
    packed = tmp_path / "b.jsonl.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert good(path) == good(packed) == [("one", "un")]


def test_columns_that_mean_nothing() -> None:
    for item in ("source", "sauce=en", "source="):
        with pytest.raises(UsageError, match="is such as source=en"):
            read_columns_named([item])
    with pytest.raises(UsageError, match="names 'document'; the fields are source, reference"):
        Fields(PAIR.wanted, PAIR.languages, {"document": "url"})


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("text", "text sentence"), ("source", "source src"), ("reference", "reference ref target tgt"),
        ("document", "document doc docid doc_id document_id"),
    ],
)  # fmt: skip
def test_what_columns_are_usually_called(field: str, names: str) -> None:
    assert names_of(field, None) == (*names.split(),)
    assert names_of(field, "fr") == (*names.split(), "fr", "translation.fr")
