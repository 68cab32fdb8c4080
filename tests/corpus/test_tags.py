"""Files of tags: labels between spaces, or the rows of `litmus tag`."""

from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import pytest

from litmus.corpus.formats.tags import TagFile, TaggedSentence, read_rows
from litmus.errors import DataError

ROW = '{"id": "1", "tokens": ["You", "."], "tags": [["formality=formal", "x"], []]}'
TAGGED = TaggedSentence(("You", "."), (frozenset({"formality=formal", "x"}), frozenset()))


def tags(folder: Path, *lines: str) -> TagFile:
    path = folder / "tags"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return TagFile(path)


def refused(work: Callable[[], object]) -> str:
    with pytest.raises(DataError) as caught:
        work()
    return str(caught.value)


def test_labels_are_those_of_the_tokens_between_spaces(tmp_path: Path) -> None:
    file = tags(tmp_path, "a+b 0 _ c", "d")
    assert not file.has_tokens
    first, second = file.read(["You see me .", "Yes"])
    assert first == TaggedSentence(
        ("You", "see", "me", "."),
        (frozenset({"a", "b"}), frozenset(), frozenset(), frozenset({"c"})),
    )
    assert second == TaggedSentence(("Yes",), (frozenset({"d"}),))
    assert first.breaks == ()
    file.finish()


def test_rows_bring_their_own_tokens(tmp_path: Path) -> None:
    file = tags(tmp_path, ROW, ROW)
    assert file.has_tokens
    assert file.read(["whatever the text is"]) == [TAGGED]
    assert file.read(["next"]) == [TAGGED]
    file.finish()
    assert list(read_rows(file.path)) == [TAGGED, TAGGED]


def test_the_signature_is_of_what_was_read_or_left_out(tmp_path: Path) -> None:
    file, other = tags(tmp_path, "a", "b"), TagFile(tmp_path / "tags")
    nothing = file.signature
    file.read(["x"])
    once = file.signature
    file.read(["y"])
    other.skip(1)
    assert other.signature == once
    assert other.read(["y"]) == [TaggedSentence(("y",), (frozenset({"b"}),))]
    assert other.signature == file.signature
    assert len({nothing, once, file.signature}) == 3
    assert file.signature == "file#" + blake2b(b"a\nb\n", digest_size=4).hexdigest()
    other.finish()


def test_lines_are_counted_whether_read_or_left_out(tmp_path: Path) -> None:
    file = tags(tmp_path, "a", "b", "c d")
    file.read(["x"])
    file.skip(1)
    assert refused(lambda: file.read(["z"])) == (
        f"{file.path}:3 has 2 labels, but its text has 1 tokens between spaces.\n"
        "Give one label per token, or JSON rows as litmus tag writes them."
    )
    file = tags(tmp_path, "a", "b", "c")
    file.read(["x"])
    assert refused(file.finish) == f"{file.path} has 3 lines for 1 segment."
    file = tags(tmp_path, "a", "b")
    file.read(["x"])
    assert refused(lambda: file.read(["y", "z"])) == (
        f"{file.path} has 2 lines, but there are more segments.\n"
        "Every segment needs one line of tags."
    )


@pytest.mark.parametrize(("line", "message"), [
    ("[1]", "{f}:1 holds list, not a JSON object."),
    ('{"tags": []}', "{f}:1 is not a row of tags: the key 'tokens' is missing."),
    ('{"tokens": []}', "{f}:1 is not a row of tags: the key 'tags' is missing."),
    ('{"tokens": ["a"], "tags": []}', "{f}:1 has 1 tokens, but 0 lists of tags."),
    ('{"tokens": ["a"], "tags": [1]}', "{f}:1: 'tags' must be a list, but is int."),
    ('{"tokens": ["a"], "tags": 1}', "{f}:1: 'tags' must be a list, but is int."),
])  # fmt: skip
def test_what_is_no_row(tmp_path: Path, line: str, message: str) -> None:
    path = tags(tmp_path, line, ROW).path
    assert refused(lambda: list(read_rows(path))) == message.replace("{f}", str(path))
    complaints: list[DataError] = []
    assert list(read_rows(path, complaints.append)) == [TAGGED]
    assert len(complaints) == 1
