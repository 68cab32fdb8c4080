"""Files that ship and files of the user's own, by name."""

import os
from hashlib import blake2b
from pathlib import Path

import pytest

from litmus.plugins.data_folder import DataFile, data_files, per_data_folder


def test_files_of_ones_own_stand_beside_and_in_place_of_those_that_ship(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LITMUS_DATA", str(tmp_path))
    folder = tmp_path / "kind"
    folder.mkdir()
    for name in ("b.toml", "a.toml", ".c.toml", "no.toml", "d.txt"):
        (folder / name).touch()
    shipped = [Path("z.toml"), Path("b.toml"), Path("no.toml")]
    found = data_files(
        "kind", shipped, "*.toml", lambda path: None if path.stem == "no" else path.stem
    )
    assert list(found.items()) == [
        ("a", DataFile(folder / "a.toml", own=True)),
        ("b", DataFile(folder / "b.toml", own=True, replaces=True)),
        ("z", DataFile(Path("z.toml"))),
    ]
    assert [file.origin for file in found.values()] == [
        f"your data folder: {folder}/a.toml",
        f"your data folder: {folder}/b.toml, in place of the one that ships",
        "litmus",
    ]


def test_mark_of_a_file_of_ones_own_is_its_digest(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"version = 1\n")
    digest = blake2b(b"version = 1\n", digest_size=4).hexdigest()
    assert DataFile(path, own=True).mark == f".own-{digest}"
    assert DataFile(path).mark == ""


def test_what_is_remembered_belongs_to_one_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    @per_data_folder(maxsize=1)
    def load(number: int) -> str:
        made.append(f"{number} of {os.environ['LITMUS_DATA']}")
        return made[-1]

    monkeypatch.setenv("LITMUS_DATA", "a")
    assert [load(1), load(1), load(2), load(1)] == ["1 of a", "1 of a", "2 of a", "1 of a"]
    assert made == ["1 of a", "2 of a", "1 of a"]  # no more than there is room for
    monkeypatch.setenv("LITMUS_DATA", "b")
    assert (load(number=1), load.__name__) == ("1 of b", "load")
    load.cache_clear()  # type: ignore[attr-defined]
    load(1)
    assert made[3:] == ["1 of b", "1 of b"]
