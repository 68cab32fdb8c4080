"""The cache: whole or nothing, bounded, and nothing that goes wrong with it is an error."""

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from litmus.files import cache as module
from litmus.files.cache import Cache, cache_key, default_cache

KEY, OTHER = cache_key("test", "a"), cache_key("test", "b")


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "new" / "cache")
    assert cache.get(KEY) is None
    cache.put(KEY, b"one" * 1000)
    cache.put(OTHER, b"")
    assert (cache.get(KEY), cache.get(OTHER)) == (b"one" * 1000, b"")
    cache.put(KEY, b"two")
    assert cache.get(KEY) == b"two"
    assert cache.size().entries == 2


def test_a_damaged_entry_is_none(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put(KEY, bytes(range(256)) * 20)
    (path,) = entries(tmp_path)
    whole = path.read_bytes()
    for damaged in (
        whole[:-1], whole[: len(whole) // 2], b"", b"x" + whole[1:],
        whole[:20] + b"\0\0\0" + whole[23:],
    ):  # fmt: skip
        path.write_bytes(damaged)
        assert cache.get(KEY) is None
    cache.put(KEY, b"again")
    assert cache.get(KEY) == b"again"


def test_a_folder_that_cannot_be_written_is_an_empty_cache(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    cache = Cache(tmp_path / "file")
    cache.put(KEY, b"data")
    assert cache.get(KEY) is None
    assert cache.size() == (0, 0)
    cache.trim()
    assert cache.clear() == (0, 0)


def test_the_entries_used_least_lately_go_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path, most=6_000)
    keys = [cache_key("test", str(n)) for n in range(6)]
    for n, key in enumerate(keys):
        cache.put(key, os.urandom(1_400))
        os.utime(cache._path(key), (n, n))
    assert cache.get(keys[0]) is not None  # used just now
    cache.trim()
    assert [cache.get(key) is not None for key in keys] == [True, False, False, False, True, True]
    before = cache.size()
    cache.trim()  # there is room
    assert cache.size() == before


def test_only_our_own_files_are_counted_and_deleted(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put(KEY, b"data")
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "ab").mkdir(exist_ok=True)
    (tmp_path / "ab" / "notes").write_text("mine")
    (tmp_path / "ab" / "tmpxyz.new").write_bytes(b"left by a run that was killed")
    assert cache.clear().entries == 2
    assert [path.name for path in entries(tmp_path)] == ["notes", "mine.txt"]


def test_a_key_is_of_the_code_and_all_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    parts: list[Any] = [
        ("tags", "ab", "c"), ("tags", "a", "bc"), ("links", "ab", "c"), ("tags", ["ab", "c"]),
        ("tags", ["ab", "c"], []), ("tags", "ab", "c", ""),
    ]  # fmt: skip
    assert len({cache_key(*one) for one in parts}) == len(parts)
    assert cache_key("tags", "é\udc80") == cache_key("tags", "é\udc80")
    monkeypatch.setattr(module, "_code", lambda: "changed")
    assert cache_key("test", "a") != KEY


def test_runs_may_share_it(tmp_path: Path) -> None:
    cache, wrong = Cache(tmp_path), []

    def work(mine: int) -> None:
        for n in range(60):
            key, data = cache_key("n", str(n % 7)), str(n % 7).encode() * 500
            if (found := cache.get(key)) not in (None, data):
                wrong.append((mine, found))
            cache.put(key, data)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(entries(tmp_path)) == 7


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = {"LITMUS_CACHE": "", "XDG_CACHE_HOME": "litmus", "HOME": ".cache/litmus"}
    for name, below in names.items():
        monkeypatch.setenv(name, str(tmp_path))
        assert default_cache() == Cache(tmp_path / below)
        monkeypatch.delenv(name)
        monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("LITMUS_CACHE", "off")
    assert default_cache() is None
