"""A parallel corpus of any format as pairs."""

import gzip
import json
from pathlib import Path
from typing import Any

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


def suite(folder: Path, rows: list[dict[str, Any]]) -> Path:
    path = folder / "suite"
    path.mkdir()
    (path / "suite.toml").write_text('name = "s"\nversion = 1\nsource = "en"\ntarget = "fr"\n')
    (path / "segments.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_suite(tmp_path: Path) -> None:
    rows = [
        {"id": str(n), "source": a, "references": [b, "autre"]} for n, (a, b) in enumerate(FULL)
    ]
    assert list(Bitext(("en", "fr"), corpus=suite(tmp_path, rows))) == FULL


def test_corpora_that_are_refused(tmp_path: Path) -> None:
    folder = suite(tmp_path, [{"id": "7", "source": "one"}])
    source, target = files(tmp_path, PAIRS)
    target.write_text("un\n", "utf-8")
    sides = f"{target} has 1 line, but {source} has 4.\nLine 2 is the first without a partner."
    for bitext, message in (
        (Bitext(("en", "fr"), corpus=folder), f"{folder}: segment 7 has no translation."),
        (Bitext(("en", "fr"), source, target), sides),
        (lambda: Bitext(("en", "fr"), corpus=source), f"{source} is not a parallel corpus"),
        (
            lambda: Bitext(("en", "fr"), corpus=tmp_path / "no.tmx"),
            f"{tmp_path}/no.tmx does not exist",
        ),
    ):
        with pytest.raises(DataError) as caught:
            list(bitext() if callable(bitext) else bitext)
        assert str(caught.value).startswith(message)


def test_either_two_files_or_one() -> None:
    message = "A corpus is either two files, source and reference, or one, corpus."
    for given in ("", "source", "target", "source target corpus", "source corpus", "target corpus"):
        with pytest.raises(UsageError) as caught:
            Bitext(("en", "fr"), **dict.fromkeys(given.split(), Path("x")))
        assert str(caught.value) == message
