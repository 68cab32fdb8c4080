"""The cache: whole or nothing, bounded, and nothing that goes wrong with it is an error."""

import os
import threading
from pathlib import Path

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


@pytest.mark.parametrize("damage", [
    lambda content: content[:-1],
    lambda content: content[: len(content) // 2],
    lambda content: b"",
    lambda content: b"x" + content[1:],
    lambda content: content[:20] + b"\0\0\0" + content[23:],
], ids=["last byte", "half", "empty", "digest", "middle"])  # fmt: skip
def test_a_damaged_entry_is_none(tmp_path: Path, damage: object) -> None:
    assert callable(damage)
    cache = Cache(tmp_path)
    cache.put(KEY, bytes(range(256)) * 20)
    (path,) = entries(tmp_path)
    path.write_bytes(damage(path.read_bytes()))
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


def test_a_key_is_of_all_its_parts_and_where_they_end() -> None:
    different = [
        cache_key("tags", "ab", "c"), cache_key("tags", "a", "bc"), cache_key("links", "ab", "c"),
        cache_key("tags", ["ab", "c"]), cache_key("tags", ["ab", "c"], []),
        cache_key("tags", "ab", "c", ""),
    ]  # fmt: skip
    assert len({*different}) == len(different)
    assert cache_key("tags", "é\udc80") == cache_key("tags", "é\udc80")


def test_other_code_has_other_keys(monkeypatch: pytest.MonkeyPatch) -> None:
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
    monkeypatch.setenv("LITMUS_CACHE", "off")
    assert default_cache() is None
    monkeypatch.setenv("LITMUS_CACHE", str(tmp_path))
    assert default_cache() == Cache(tmp_path)
    monkeypatch.delenv("LITMUS_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache() == Cache(tmp_path / "litmus")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_cache() == Cache(tmp_path / ".cache" / "litmus")
