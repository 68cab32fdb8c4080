"""Mining: the same bytes whatever the workers and the blocks."""

import gzip
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from finding import matcher
from mining_runs import ENTRIES, corpus, expected, finder, left, small_blocks

from litmus.idioms.mining.mine import Summary, mine


def rows_in(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_mine_rows_by_hand(tmp_path: Path) -> None:
    text = tmp_path / "t"
    text.write_text("no\nHe kicked the bucket.\n😀 They pulled the old teacher’s leg.\n", "utf-8")
    summary = mine(finder(), text, tmp_path / "out")
    rows = rows_in(tmp_path / "out")
    assert all(0 <= row.pop("figurative") <= 1 for row in rows)
    assert rows == [
        {
            "line": 2, "idiom": "kick the bucket", "span": [3, 20], "pieces": [[3, 20]],
            "text": "kicked the bucket", "flags": [],
        },
        {
            "line": 3, "idiom": "pull someone's leg", "span": [7, 35],
            "pieces": [[7, 13], [32, 35]], "text": "pulled the old teacher’s leg", "flags": [],
        },
    ]  # fmt: skip
    assert summary == Summary(
        3, 2, 1.0, Counter({"kick the bucket": 1, "pull someone's leg": 1}), 3
    )
    assert left(tmp_path) == ["out", "t"]


@pytest.mark.parametrize("size", [1, 50, 1 << 20])
def test_mine_is_the_same_whatever_the_size_of_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    path = corpus(tmp_path)
    small_blocks(monkeypatch, size)
    summary = mine(finder(), path, tmp_path / "out", workers=1)
    assert (tmp_path / "out").read_bytes() == expected(path)
    assert summary.lines == 200
    assert summary.occurrences == sum(summary.idioms.values()) > 50


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "n_lines", "size"), [({"backend": None}, 2_000, 5_000), ({}, 60, 600)]
)
def test_mine_is_the_same_with_two_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any, n_lines: int, size: int
) -> None:
    used = matcher("en", *ENTRIES, **settings)
    path = corpus(tmp_path, n_lines)
    small_blocks(monkeypatch, size)
    one, two = (mine(used, path, tmp_path / str(n), workers=n) for n in (1, 2))
    assert (tmp_path / "1").read_bytes() == expected(path, used)
    assert (tmp_path / "2").read_bytes() == expected(path, used)
    assert one == two


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_mine_last_line_with_and_without_its_end(tmp_path: Path, end: str) -> None:
    (tmp_path / "t").write_text(f"no\nHe kicked the bucket.{end}", "utf-8")
    summary = mine(finder(), tmp_path / "t", tmp_path / "out")
    assert json.loads((tmp_path / "out").read_text("utf-8"))["line"] == 2
    assert summary.lines == 2 + (end == "\n\n")


@pytest.mark.parametrize("size", [10, 64, 1 << 20])
@pytest.mark.parametrize("kind", ["gz", "windows", "bom"])
def test_mine_other_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, size: int
) -> None:
    path, other = corpus(tmp_path, 60, seed=3), tmp_path / f"other.{kind}"
    text = path.read_bytes()
    texts = {"windows": text.replace(b"\n", b"\r\n"), "bom": b"\xef\xbb\xbf" + text}
    other.write_bytes(texts.get(kind) or gzip.compress(text))
    small_blocks(monkeypatch, size)
    summary = mine(finder(), other, tmp_path / "out", workers=1)
    assert (tmp_path / "out").read_bytes() == expected(path)
    assert (summary.fraction == 0) == (kind == "gz")  # nobody knows


def check_long_line(folder: Path, kind: str, size: int) -> None:
    used = matcher("en", *ENTRIES, kind=kind, backend=None)
    filler = "one two the three four buckets on a ship "
    long = filler * (size // len(filler)) + "He kicked the bucket." + filler * 5
    (folder / "t").write_text(f"He spilled the beans.\n{long}\nHe kicked the bucket.\n", "utf-8")
    summary = mine(used, folder / "t", folder / "out", workers=1)
    assert summary.lines == 3
    rows = rows_in(folder / "out")
    assert [(row["line"], row["text"]) for row in rows] == [
        (1, "spilled the beans"), (2, "kicked the bucket"), (3, "kicked the bucket"),
    ]  # fmt: skip


def test_mine_line_that_is_longer_than_a_block(tmp_path: Path) -> None:
    check_long_line(tmp_path, "ordered", (1 << 20) + 100)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["ordered", "free"])
def test_mine_line_of_ten_megabytes(tmp_path: Path, kind: str) -> None:
    check_long_line(tmp_path, kind, 10_000_000)


@pytest.mark.parametrize("kind", ["ordered", "free"])
def test_work_for_a_long_line_grows_with_its_length_not_its_square(
    kind: str, calls: Callable[[Callable[[], object]], int]
) -> None:
    used = matcher("en", *ENTRIES, kind=kind, backend=None)

    def found(times: int) -> None:
        assert len(used.find("he kicked the bucket and left, " * times)) == times

    assert calls(lambda: found(800)) < 5 * calls(lambda: found(200))  # four times the text


def test_mine_tells_its_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = corpus(tmp_path)
    small_blocks(monkeypatch, 1_000)
    told: list[tuple[int, float]] = []
    mine(
        finder(), path, tmp_path / "out", workers=1,
        progress=lambda summary: told.append((summary.lines, summary.fraction)),
    )  # fmt: skip
    assert told == sorted(told)
    assert told[-1] == (200, 1.0)
    assert len(told) > 3
