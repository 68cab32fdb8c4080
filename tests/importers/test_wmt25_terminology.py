"""The WMT25 terminology importer, on files written here."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from litmus.corpus.segment import Term
from litmus.errors import DataError
from litmus.importers import import_suite
from litmus.importers.recognise import recognise

ROWS: list[dict[str, Any]] = [
    {"en": "A bank.", "de": "Eine Bank.", "proper": {"bank": "Bank"}, "random": {}, "noterm": {}},
    {"en": "Two.", "de": "Zwei.", "proper": {}, "random": {"Two": "Zwei"}, "noterm": {}},
]


def lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines(tmp_path / "full_data.ende.jsonl", ROWS)
    outputs = [{"en": "A bank.", "de": "Ein Haus."}, {"en": "Two.", "de": "Zwei!"}]
    for mode in ("proper", "noterm"):
        lines(tmp_path / "submissions" / "mine" / f"mine.ende.{mode}.jsonl.gz", outputs)
    return tmp_path


def test_segments_terms_and_outputs(folder: Path) -> None:
    assert recognise(folder) == "wmt25-terminology"
    found = import_suite("wmt25-terminology", folder)
    assert [(s.source, s.references, s.terms) for s in found.segments] == [
        ("A bank.", ("Eine Bank.",), (Term("bank", ("Bank",)),)),
        ("Two.", ("Zwei.",), ()),
    ]
    assert {name: list(texts) for name, texts in found.systems.items()} == {
        "mine": ["Ein Haus.", "Zwei!"]
    }
    assert (found.info.source, found.info.target) == ("en", "de")
    assert found.info.metrics[0] == "terms"


def test_mode_and_list_are_chosen(folder: Path) -> None:
    found = import_suite("wmt25-terminology", folder, mode="random", terms="random")
    assert found.systems == {}
    assert [term for s in found.segments for term in s.terms] == [Term("Two", ("Zwei",))]


def test_outputs_must_line_up(folder: Path) -> None:
    path = folder / "submissions" / "mine" / "mine.ende.proper.jsonl.gz"
    lines(path, [{"en": "A bank.", "de": "x"}, {"en": "Three.", "de": "y"}])
    found = import_suite("wmt25-terminology", folder)
    with pytest.raises(DataError, match=r"gz:2 has another source than full_data.ende.jsonl"):
        list(found.systems["mine"])
