"""Free texts by document: folders, JSONL, marked files, memory."""

from pathlib import Path

import pytest

from litmus.errors import DataError
from litmus.resegmenting.free_texts import FreeTexts, Texts

DOCUMENTS = ("news.1", "news.2")


def read(texts: FreeTexts) -> list[str]:
    opened = Texts(texts, DOCUMENTS)
    found = [opened.of(name) for name in DOCUMENTS]
    opened.finish()
    return found


def test_a_folder_has_a_file_per_document_named_after_it(tmp_path: Path) -> None:
    (tmp_path / "news.1").write_text("eins\nzwei\n", encoding="utf-8")
    (tmp_path / "news.2.txt").write_bytes("\ufeffdrei\r\nvier".encode())
    (tmp_path / ".hidden").write_text("x", encoding="utf-8")
    assert read(tmp_path) == ["eins\nzwei\n", "drei\nvier"]
    paths = [tmp_path / name for name in ("news.2.txt", "news.1")]
    assert read(paths) == ["eins\nzwei\n", "drei\nvier"]


def test_jsonl_has_texts_by_document_in_any_order(tmp_path: Path) -> None:
    path = tmp_path / "free.jsonl"
    row = '{"doc": "news.2", "text": "b\\nc", "model": "m"}\n'
    path.write_text(f'{row}{{"id": "news.1", "text": "a"}}\n', encoding="utf-8")
    assert read(path) == ["a", "b\nc"]


def test_marks_between_documents_may_name_them(tmp_path: Path) -> None:
    path = tmp_path / "free.txt"
    path.write_text("=== news.2\nb\n\n== no mark\n=== news.1\na\n", encoding="utf-8")
    assert read(path) == ["a\n", "b\n\n== no mark\n"]
    path.write_text("a\n===\nb\n", encoding="utf-8")
    assert read(path) == ["a\n", "b\n"]


def test_the_underline_of_a_title_is_text(tmp_path: Path) -> None:
    path = tmp_path / "free.txt"
    for title in ("FAQ\n===\n", "Contents\n========\n"):
        for mark in ("", "===\n"):
            path.write_text(f"{mark}{title}a\n", encoding="utf-8")
            assert Texts(path, ["news.1"]).of("news.1") == title + "a\n"


MARKS = 'give a .jsonl file: {"doc": ..., "text": ...}'
ROW = '{"doc": "news.1", "text": "a"}\n'


@pytest.mark.parametrize(("files", "start", "end"), [
    ({"free.txt": "a\n===\nb\n===\nc\n"}, ":4: there are more texts than documents", MARKS),
    ({"free.txt": "=== news.1\na\n=== b\nc\n"}, ":3: no document is called 'b'.", MARKS),
    ({"free.jsonl": ROW * 2}, ":2: the document 'news.1' has a text already", ""),
    ({"free.jsonl": '{"doc": "news.1"}\n'}, ':1: a row is {"doc": ..., "text": ...}', ""),
    ({"news.1": "x", "news.1.txt": "x"}, "", "are both of 'news.1'"),
])  # fmt: skip
def test_files_that_do_not_fit_are_refused(
    tmp_path: Path, files: dict[str, str], start: str, end: str
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as refused:
        read(tmp_path if len(files) > 1 else tmp_path / name)
    assert start in str(refused.value)
    assert end in str(refused.value)


def test_memory_has_texts_by_name_or_in_order() -> None:
    assert read({"news.2": "b", "news.1": "a"}) == ["a", "b"]
    assert read(["a", ""]) == ["a", ""]


def test_a_document_without_text_is_noted() -> None:
    opened = Texts({"news.2": "b"}, DOCUMENTS)
    assert [opened.of(name) for name in DOCUMENTS] == ["", "b"]
    opened.finish()
    assert opened.absent == ["news.1"]


@pytest.mark.parametrize(("texts", "message"), [
    ({"news.3": "x"}, "texts['news.3']: no document is called 'news.3'. Did you mean"),
    (["a", "b", "c"], "texts[2]: there are more texts than documents (2 documents)."),
    (["a"], "texts has 1 text, but there are 2 documents."),
    ({"news.1": "a\0b"}, "texts['news.1']: the text holds a NUL character. Remove it."),
    ({"news.1": 5}, "texts['news.1'] is int. Give a string."),
    (["a", None], "texts[1] is NoneType. Give a string."),
    ({}, "texts has no text of any document.\nDocuments: news.1, news.2"),
])  # fmt: skip
def test_texts_that_do_not_fit_are_refused(texts: FreeTexts, message: str) -> None:
    with pytest.raises(DataError) as refused:
        read(texts)
    assert str(refused.value).startswith(message)
