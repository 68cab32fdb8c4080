"""A parallel corpus of any format as pairs."""

import gzip
import json
from pathlib import Path

import pytest

from litmus.bitext.files import Bitext
from litmus.errors import DataError, UsageError

PAIRS = [("one", "un"), ("two", ""), ("", "trois"), ("four | 4", "quatre")]
FULL = [("one", "un"), ("two", "deux")]
TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="en" segtype="sentence" adminlang="en" datatype="plaintext"
 creationtool="x" creationtoolversion="1" o-tmf="x"/><body>
<tu><tuv xml:lang="en"><seg>one</seg></tuv><tuv xml:lang="fr"><seg>un</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>two</seg></tuv><tuv xml:lang="fr"><seg>deux</seg></tuv></tu>
</body></tmx>
"""


def files(folder: Path, pairs: list[tuple[str, str]], suffix: str = "") -> tuple[Path, Path]:
    paths = folder / f"x.en{suffix}", folder / f"x.fr{suffix}"
    for side, path in enumerate(paths):
        content = "".join(f"{pair[side]}\n" for pair in pairs).encode()
        path.write_bytes(gzip.compress(content) if suffix else content)
    return paths


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_two_files_stream_anew_at_every_pass(tmp_path: Path, suffix: str) -> None:
    bitext = Bitext(("en", "fr"), *files(tmp_path, PAIRS, suffix))
    assert list(bitext) == PAIRS
    assert list(bitext) == PAIRS
    assert bitext.name == f"x.en{suffix}, x.fr{suffix}"


def test_tmx(tmp_path: Path) -> None:
    (tmp_path / "memory.tmx").write_text(TMX, "utf-8")
    bitext = Bitext(("en", "fr"), corpus=tmp_path / "memory.tmx")
    assert list(bitext) == FULL == list(bitext)
    assert bitext.name == "memory.tmx"


def test_suite(tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "suite.toml").write_text('name = "s"\nversion = 1\nsource = "en"\ntarget = "fr"\n')
    rows = [
        {"id": str(n), "source": a, "references": [b, "autre"]} for n, (a, b) in enumerate(FULL)
    ]
    (folder / "segments.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert list(Bitext(("en", "fr"), corpus=folder)) == FULL


def test_suite_without_translations_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "suite.toml").write_text('name = "s"\nversion = 1\nsource = "en"\ntarget = "fr"\n')
    (folder / "segments.jsonl").write_text('{"id": "7", "source": "one"}\n')
    with pytest.raises(DataError) as caught:
        list(Bitext(("en", "fr"), corpus=folder))
    assert str(caught.value) == f"{folder}: segment 7 has no translation."


@pytest.mark.parametrize(
    "given", ["", "source", "target", "source target corpus", "source corpus", "target corpus"]
)
def test_either_two_files_or_one(given: str) -> None:
    with pytest.raises(UsageError) as caught:
        Bitext(("en", "fr"), **dict.fromkeys(given.split(), Path("x")))
    assert (
        str(caught.value) == "A corpus is either two files, source and reference, or one, corpus."
    )


def test_sides_of_unequal_length(tmp_path: Path) -> None:
    source, target = files(tmp_path, PAIRS)
    target.write_text("un\n", "utf-8")
    with pytest.raises(DataError) as caught:
        list(Bitext(("en", "fr"), source, target))
    assert str(caught.value).startswith(
        f"{target} has 1 line, but {source} has 4.\nLine 2 is the first without a partner."
    )


def test_plain_text_is_no_parallel_corpus(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("one\ntwo\n")
    with pytest.raises(DataError) as caught:
        list(Bitext(("en", "fr"), corpus=tmp_path / "x.txt"))
    assert str(caught.value).startswith(f"{tmp_path / 'x.txt'} is not a parallel corpus")


def test_corpus_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not exist"):
        list(Bitext(("en", "fr"), corpus=tmp_path / "no.tmx"))
