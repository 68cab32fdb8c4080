"""What a file or folder is taken for, by its name and its beginning."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from litmus.errors import DataError
from litmus.importers.recognise import first_keys, recognise

FILES = [
    ("a.sgm", "<x>", "sgm"), ("a.SGML", "", "sgm"), ("a.xml", "<SRCSET setid='x'>", "sgm"),
    ("a.xml", "<refset>", "sgm"), ("a.xml", "<tstset>", "sgm"),
    ("news.docids", "a\tb\n", "docids"), ("docids", "a\n", "docids"), ("docids.txt", "a\n", "text"),
    ("news.spans.en", "x\n", "spans"), ("spans.en", "x\n", "text"),
    ("a.tsv", "break the ice\t[(0, 1)]\n", "spans"), ("a", "break the ice\t[(0, 1)]\n", "spans"),
    ("a", '{"label": "x", "spans": []}\n', "spans"),
    ("a", '{"id": "1", "source": "x"}\n', "segments"),
    ("a", '{"id": "1", "references": []}\n', "segments"),
    ("a", '{"source": "1", "references": []}\n', "segments"),
    ("a", '{"tokens": [], "tags": []}\n', "tags"), ("a", '{"id": 1, "doc": 1, "tokens": []}\n', "tags"),
    ("a", '{"id": 1, "doc": 1, "tags": []}\n', "tags"), ("a", '[{"tokens": [], "tags": []}]\n', "tags"),
    ("a", '{"tokens": []}\n', "jsonl"), ("a.jsonl", "x\n", "jsonl"), ("a.json", "x\n", "jsonl"),
    ("a", '{"id": 1\n', "jsonl"),
    ("a.align", "x\n", "pharaoh"), ("a.gold", "x\n", "pharaoh"), ("a.pharaoh", "x\n", "pharaoh"),
    ("a.links", "x\n", "pharaoh"), ("a.txt", "0-0 1-2\n", "pharaoh"), ("a.txt", "0-0 one\n", "text"),
    ("a.align", '{"a": 1}\n', "jsonl"),
    ("a.txt", "one\n", "text"), ("a.txt", "", "text"), ("a.txt", "one\ttwo\n", "tsv"),
    ("a.tsv", "one\n", "tsv"), ("a.txt", "\n \n\ufeff0-0\n", "pharaoh"),
    ("a.tmx", "", "tmx"), ("a.po", "x\n", "po"), ("a.pot", "x\n", "po"), ("a.xlf", "", "xliff"),
    ("a.sdlxliff", "x\n", "xliff"), ("a.xml", "<xliff>", "xliff"), ("a.srt", "x\n", "srt"),
    ("a.vtt", "x\n", "vtt"), ("a.parquet", "x\n", "parquet"), ("a.csv", "source,reference\n", "csv"),
    ("a.xml", "<dataset>", "wmt"),
    ("a", '{"lp": "a", "source": 1, "target": 1, "segment_id": 1}\n', "wmt-jsonl"),
    ("a", '{"doc_id": "a", "src_text": 1}\n', "wmt-jsonl"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "kind"), FILES)
def test_files(tmp_path: Path, name: str, text: str, kind: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert recognise(path) == kind


@pytest.mark.parametrize(("files", "kind"), [
    (["suite.toml"], "suite"), (["suite.toml", "a.po"], "suite"), (["a.po"], "po"),
    (["a.XLF"], "xliff"), (["a.srt"], "srt"), (["a.vtt"], "vtt"),
    (["list_idiom_blacklist.txt"], "cibb"), (["a.spans.en"], "idiom-mt"), (["a.docids"], "muda"),
    (["idiom_test.info"], "idiom-ds"), (["src.en", "ref.A.de"], "wmt"),
])  # fmt: skip
def test_folders(tmp_path: Path, files: list[str], kind: str) -> None:
    for name in files:
        (tmp_path / name).write_text("x\n")
    assert recognise(tmp_path) == kind


def test_a_folder_with_nothing_known(tmp_path: Path) -> None:
    (tmp_path / "docids").mkdir()
    for folder in (tmp_path, tmp_path / "docids"):
        with pytest.raises(DataError) as caught:
            recognise(folder)
        assert str(caught.value) == (
            f"{folder} is a folder with nothing known in it: no suite.toml, and no data set that "
            "litmus imports (such as idiom_blacklist.{src.zh,ref.en,blacklist.en}.txt and "
            "list_idiom_blacklist.txt).\nSee: litmus import --help"
        )


KEYS: Mapping[str, tuple[str, set[str]]] = {
    "a.jsonl": ('{"b": 1, "a": 2}\n', {"a", "b"}), "b": ('[{"b": 1}]\n', set()),
    "a.tsv": ("x\ty\n", {"x", "y"}), "b.tsv": ("x\n", set()), "a.txt": ("x y\n", set()),
    "a.toml": ('{"b": 1}\n', set()), "a.xml": ('{"b": 1}\n', set()), "c": ('{"b": 1\n', set()),
    "d": ('\n{"b": 1}\n', {"b"}),
}  # fmt: skip


@pytest.mark.parametrize("name", KEYS)
def test_the_keys_that_a_file_begins_with(tmp_path: Path, name: str) -> None:
    text, keys = KEYS[name]
    (tmp_path / name).write_text(text)
    assert first_keys(tmp_path / name) == keys
    assert first_keys(tmp_path) == frozenset()
