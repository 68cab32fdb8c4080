"""Rows of WMT's JSONL files: segments of WMT24++, documents and paragraphs of WMT25."""

import json
from pathlib import Path
from typing import Any

import pytest

from litmus.corpus.formats.wmt_rows import WmtRow, read_wmt_rows
from litmus.corpus.segment import Segment
from litmus.errors import DataError

PLUS = {"lp": "en-de_DE", "source": "Hi.", "target": "Hallo.", "segment_id": 3}
TASK = {"doc_id": "cs-de_DE_#_news_#_a_#_0", "src_text": "Ahoj."}


def found(folder: Path, *rows: dict[str, Any]) -> list[WmtRow]:
    path = folder / "rows.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return list(read_wmt_rows(path))


def test_a_row_of_wmt24_is_a_segment(tmp_path: Path) -> None:
    plain, full = found(
        tmp_path, PLUS,
        PLUS | {"document_id": "d", "domain": "news", "original_target": "Tag.\nSo!",
                "is_bad_source": True, "source": " ", "dataset_id": "", "collection_id": None},
    )  # fmt: skip
    where = tmp_path / "rows.jsonl"
    assert plain == WmtRow(
        f"{where}:1", "en-de_DE", Segment("3", "Hi."), {"target": "Hallo."}, {}, 0, False
    )
    assert full == WmtRow(
        f"{where}:2", "en-de_DE", Segment("d#3", "", (), "d", columns={"domain": "news"}),
        {"target": "Hallo.", "original_target": "Tag. So!"}, {}, 1, True,
    )  # fmt: skip
    (empty,) = found(tmp_path, PLUS | {"document_id": "", "is_bad_source": 1})
    assert (empty.segment.document, empty.bad) == (None, False)


def test_a_row_of_wmt25_is_a_document_or_its_paragraphs(tmp_path: Path) -> None:
    rows = found(
        tmp_path,
        TASK | {
            "src_text": "One.\n\nTwo.", "refs": {"refA": {"ref": "Eins.\n\nZwei."}},
            "tgt_text": {"S": "E.\n\nZ.", "refB": "1.\n\n2."}, "dataset_id": 7,
        },
        TASK | {"src_text": "Three.\nMore."},
        TASK | {"doc_id": "cs-de_DE_#_chat_#_b_#_0", "src_text": "A.\n\nB.", "tgt_text": {"S": "x"}},
    )  # fmt: skip
    document = "cs-de_DE_#_news_#_a"
    assert [(row.segment.id, row.segment.source) for row in rows] == [
        (f"{document}#1", "One."), (f"{document}#2", "Two."), (f"{document}#3", "Three. More."),
        ("cs-de_DE_#_chat_#_b#1", "A. B."),
    ]  # fmt: skip
    first = rows[0]
    assert (first.pair, first.segment.document) == ("cs-de_DE", document)
    assert first.segment.columns == {"domain": "news", "dataset_id": "7"}
    assert (first.references, first.outputs) == ({"refA": "Eins.", "refB": "1."}, {"S": "E."})
    assert (rows[1].references, rows[1].outputs) == ({"refA": "Zwei.", "refB": "2."}, {"S": "Z."})
    assert [row.joined for row in rows] == [0, 0, 1, 1]


@pytest.mark.parametrize(("row", "pair", "columns"), [
    ({"doc_id": "a", "src_text": "x", "src_lang": "en", "tgt_lang": "de_DE"}, "en-de_DE", {}),
    ({"doc_id": "en-de_#_a", "src_text": "x"}, "en-de", {}),
    ({"doc_id": "en-de_#_a_#_b", "src_text": "x"}, "en-de", {"domain": "a"}),
])  # fmt: skip
def test_where_languages_and_domain_are(
    tmp_path: Path, row: dict[str, Any], pair: str, columns: dict[str, str]
) -> None:
    (one,) = found(tmp_path, row)
    assert (one.pair, one.segment.columns) == (pair, columns)


def test_empty_paragraphs_stay_in_one_piece_and_numbers_begin_anew(tmp_path: Path) -> None:
    (row,) = found(tmp_path, TASK | {"src_text": "a\n\n\n\nb", "tgt_text": {"S": "x\n\ny\n\nz"}})
    assert (row.segment.source, row.outputs) == ("a b", {"S": "x y z"})
    names = ["en-de_#_n_#_a_#_1", "en-de_#_n_#_a_#_2", "en-de_#_n_#_b_#_1"]
    rows = found(tmp_path, *({"doc_id": name, "src_text": "x"} for name in names))
    assert [row.segment.id[-3:] for row in rows] == ["a#1", "a#2", "b#1"]


LANGUAGES = "\nWMT25 has them before the first _#_ of doc_id, or as src_lang and tgt_lang."
NO_ROW = (
    "is no row of WMT24++ (lp, source, target, segment_id, ...) or WMT25 (doc_id, src_text, ...)"
)


@pytest.mark.parametrize(("row", "message"), [
    ({"a": 1, "b": 2}, f"{{f}}:1 {NO_ROW}; it has a, b."),
    ({}, f"{{f}}:1 {NO_ROW}; it has nothing."),
    (PLUS | {"source": " "}, "{f}:1: the source is empty."),
    (PLUS | {"source": 3}, "{f}:1: the key 'source' is missing, or no text."),
    (PLUS | {"lp": None}, "{f}:1: the key 'lp' is missing, or no text."),
    (PLUS | {"lp": "en"}, "{f}:1 does not say its languages, such as en-de_DE: found 'en'."
     + LANGUAGES),
    ({"doc_id": "a", "src_text": "x"},
     "{f}:1 does not say its languages, such as en-de_DE: found 'None-None'." + LANGUAGES),
    (TASK | {"doc_id": 3}, "{f}:1: the key 'doc_id' is missing, or no text."),
    (TASK | {"src_text": ""}, "{f}:1: the source is empty."),
    (TASK | {"refs": ["x"]}, "{f}:1: 'refs' must be an object, name to text."),
    (TASK | {"tgt_text": {"S": 3}}, "{f}:1: 'S' in 'tgt_text' is no text."),
    (TASK | {"refs": {"A": {"text": "x"}}}, "{f}:1: 'A' in 'refs' is no text."),
])  # fmt: skip
def test_rows_that_do_not_fit(tmp_path: Path, row: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError) as caught:
        found(tmp_path, row)
    assert str(caught.value) == message.replace("{f}", str(tmp_path / "rows.jsonl"))
