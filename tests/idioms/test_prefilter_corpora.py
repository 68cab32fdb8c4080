"""The filter loses nothing on the text of every corpus beside the checkout."""

import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO

import pytest
from finding import filtered, matcher, unfiltered

from litmus.files.text import open_bytes
from litmus.idioms.entries.lists import idiom_lists

SHARE = 6  # one in so many batches: minutes instead of an hour
LONGEST = 3_000  # characters; whole documents on one line are cut
# Names of files that are in one of these languages; all others are tried with the English list.
ENDINGS = {
    code: (f".{code}", f".{code}.gz", f".{code}.txt", f"-{code}.txt", f"_{code}.csv")
    for code in idiom_lists()
}


def streams(folder: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """The files of a corpus, decompressed."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    if not name.endswith("/"):
                        yield name, archive.open(name)
        elif path.is_file():
            yield path.name, open_bytes(path)


def batches(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Language and lines."""
    for name, stream in streams(folder):
        code = next((c for c, ends in ENDINGS.items() if name.endswith(ends)), "en")
        with stream:
            decoded = (
                line.decode("utf-8", "replace").replace("\r", " ").rstrip("\n")[:LONGEST]
                for line in stream
            )
            # Rows of treebanks and dictionaries hold a word or two: no text.
            sentences = (line for line in decoded if line.count(" ") > 1 or code == "zh")
            while batch := list(islice(sentences, 2_000)):
                yield code, batch


def test_filter_loses_nothing_on_sentences_full_of_idioms(shared: Path) -> None:
    path = shared / "data/cibb/idiom_blacklist.src.zh.txt"
    finder = matcher("zh", backend=None)
    lines = path.read_text("utf-8").removesuffix("\n").split("\n")
    expected = unfiltered(finder, lines)
    assert filtered(finder, lines) == expected
    assert sum(map(bool, expected)) > 0.95 * len(lines)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["ordered", "free"])
def test_filter_loses_nothing_on_a_share_of_every_corpus(shared: Path, kind: str) -> None:
    found = 0
    folders = sorted(path for path in (shared / "data").iterdir() if path.is_dir())
    for folder in folders:
        for code, lines in islice(batches(folder), 0, None, SHARE):
            finder = matcher(code, kind=kind, backend=None)
            expected = unfiltered(finder, lines)
            assert filtered(finder, lines) == expected, folder
            found += sum(map(len, expected))
    assert found > 500
