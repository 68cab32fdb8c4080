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


def test_a_folder_has_a_file_per_document(tmp_path: Path) -> None:
    (tmp_path / "news.1").write_text("eins\nzwei\n", encoding="utf-8")
    (tmp_path / "news.2.txt").write_bytes("\ufeffdrei\r\nvier".encode())
    (tmp_path / ".hidden").write_text("x", encoding="utf-8")
    assert read(tmp_path) == ["eins\nzwei\n", "drei\nvier"]


def test_files_are_named_after_documents(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.txt" for name in reversed(DOCUMENTS)]
    for path in paths:
        path.write_text(path.stem, encoding="utf-8")
    assert read(paths) == list(DOCUMENTS)


def test_two_files_of_one_document_are_refused(tmp_path: Path) -> None:
    for name in ("news.1", "news.1.txt"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    with pytest.raises(DataError, match=r"news\.1\.txt and .*news\.1 are both of 'news\.1'"):
        read(tmp_path)


def test_jsonl_has_texts_by_document_in_any_order(tmp_path: Path) -> None:
    path = tmp_path / "free.jsonl"
    path.write_text(
        '{"doc": "news.2", "text": "b\\nc", "model": "m"}\n{"id": "news.1", "text": "a"}\n',
        encoding="utf-8",
    )
    assert read(path) == ["a", "b\nc"]


def test_marks_between_documents_may_name_them(tmp_path: Path) -> None:
    path = tmp_path / "free.txt"
    path.write_text("=== news.2\nb\n\n== no mark\n=== news.1\na\n", encoding="utf-8")
    assert read(path) == ["a\n", "b\n\n== no mark\n"]
    path.write_text("a\n===\nb\n", encoding="utf-8")
    assert read(path) == ["a\n", "b\n"]


@pytest.mark.parametrize("title", ["FAQ\n===\n", "Contents\n========\n"])
def test_the_underline_of_a_title_is_text(tmp_path: Path, title: str) -> None:
    path = tmp_path / "free.txt"
    path.write_text(title + "a\n", encoding="utf-8")
    assert Texts(path, ["news.1"]).of("news.1") == title + "a\n"
    path.write_text(f"===\n{title}a\n", encoding="utf-8")
    assert Texts(path, ["news.1"]).of("news.1") == title + "a\n"


@pytest.mark.parametrize(("text", "message"), [
    ("a\n===\nb\n===\nc\n", "free.txt:4: there are more texts than documents"),
    ("=== news.1\na\n=== b\nc\n", "free.txt:3: no document is called 'b'."),
])  # fmt: skip
def test_marks_that_are_none_are_named_with_a_way_out(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "free.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as refused:
        read(path)
    assert message in str(refused.value)
    assert str(refused.value).endswith('give a .jsonl file: {"doc": ..., "text": ...}')


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


def test_a_text_given_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "free.jsonl"
    path.write_text('{"doc": "news.1", "text": "a"}\n' * 2, encoding="utf-8")
    with pytest.raises(
        DataError, match=r"free\.jsonl:2: the document 'news\.1' has a text already"
    ):
        read(path)


def test_a_row_without_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "free.jsonl"
    path.write_text('{"doc": "news.1"}\n', encoding="utf-8")
    with pytest.raises(
        DataError, match=r'free\.jsonl:1: a row is \{"doc": \.\.\., "text": \.\.\.\}'
    ):
        read(path)
