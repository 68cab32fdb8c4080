"""Aligners in files: what comes back, and what is said of files that are something else."""

import gc
import json
import os
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from aligning import joined, same, text

from litmus.alignment.aligners import load_aligner
from litmus.alignment.embedded import model_files as saved
from litmus.alignment.embedded.aligner import VERSION, EmbeddedAligner
from litmus.alignment.embedded.model_files import load, save
from litmus.errors import DataError, LitmusError, UsageError

PAIRS = joined(text(1, 80, lonely=True))
OTHERS = joined(text(2, 40, lonely=True))
UNREADABLE = (
    "{} is not an aligner that litmus saved, or it is cut short.\n"
    "Make it again: litmus align --train -l SRC-TGT -s SRC -r TGT -o MODEL"
)


@pytest.fixture(scope="module")
def aligner() -> EmbeddedAligner:
    return EmbeddedAligner(("sv", "fi")).learn(PAIRS)


@pytest.fixture
def file(tmp_path: Path, aligner: EmbeddedAligner) -> Path:
    save(aligner, tmp_path / "sv-fi.aligner")
    return tmp_path / "sv-fi.aligner"


def refused(act: object, *arguments: object, kind: type[LitmusError] = DataError) -> str:
    assert callable(act)
    with pytest.raises(kind) as caught:
        act(*arguments)
    return str(caught.value)


def unreadable(path: Path) -> str:
    """What is said of the file. Whether it was closed is a test of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        message = refused(load, path)
        gc.collect()
    return message


def changed(file: Path, about: dict[str, Any], *, without: str = "") -> Path:
    """The same file saying something else of itself, or without a part."""
    with file.open("rb") as stream, np.load(stream) as archive:
        held = {name: archive[name] for name in archive.files if name != without}
    old = json.loads(held["about"].tobytes())
    held["about"] = np.frombuffer(json.dumps(old | about).encode(), np.uint8)
    with file.open("wb") as out:
        np.savez(out, **held)
    return file


def test_saved_aligner_links_the_same(file: Path, aligner: EmbeddedAligner) -> None:
    for again in (load(file), load_aligner(f"model:{file}", ("swe", "fin"))):
        assert isinstance(again, EmbeddedAligner)
        assert again.signature == aligner.signature
        assert (again.languages, again.tokenisation) == (("sv", "fi"), "words")
        assert not again.learns
        for pairs in (PAIRS, OTHERS):
            assert same(again.align(pairs), aligner.align(pairs))


@pytest.mark.parametrize("tokenisation", ["words", "space", "moses"])
def test_saved_aligner_keeps_prior_and_tokens(tmp_path: Path, tokenisation: str) -> None:
    made = EmbeddedAligner(("en", "is"), tokenisation=tokenisation).learn([("one", "einn")])
    save(made, tmp_path / "m")
    again = load(tmp_path / "m", ("en", "is"))
    assert (again.tokenisation, again.signature) == (tokenisation, made.signature)
    assert len(again.model.prior) == len(made.model.prior) > 0
    pair = ("The work of the year", "Vinna ársins")
    assert again.align([pair])[0].links == made.align([pair])[0].links


@pytest.mark.release
def test_saved_aligner_of_japanese_reads_as_japanese(tmp_path: Path) -> None:
    # read as Chinese, Tokyo would be Dongjing, and look like the word beside it
    pair = ("東京", "dongjing")
    made = EmbeddedAligner(("ja", "fi")).learn([("大阪 2024", "osaka 2024")])
    save(made, tmp_path / "m")
    assert made.align([pair])[0].confidence == load(tmp_path / "m").align([pair])[0].confidence
    assert EmbeddedAligner(("zh", "fi")).align([pair])[0].links
    assert not made.align([pair])[0].links


def test_saved_aligner_that_learned_nothing(tmp_path: Path) -> None:
    made = EmbeddedAligner(("sv", "fi")).learn([])
    save(made, tmp_path / "new" / "folder" / "m")  # folders are made
    again = load(tmp_path / "new" / "folder" / "m")
    assert again.signature == made.signature
    assert again.align([("Oslo 2024", "Oslo 2024")])[0].links == {(0, 0), (1, 1)}
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == ["m"]


def test_saved_aligner_twice_is_the_same_file(tmp_path: Path, aligner: EmbeddedAligner) -> None:
    for name in "ab":
        save(aligner, tmp_path / name)
        save(load(tmp_path / name), tmp_path / f"{name}2")
    first, *others = [(tmp_path / name).read_bytes() for name in ("a", "a2", "b", "b2")]
    assert all(other == first for other in others)


@pytest.mark.parametrize(
    "content", [b"", b"0-0 1-1\n", b"PK\x03\x04", b"\x93NUMPY\x01\x00", bytes(range(256)) * 9]
)
def test_file_that_is_no_aligner(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "m"
    path.write_bytes(content)
    assert unreadable(path) == UNREADABLE.format(path)


def test_archive_that_is_no_aligner(tmp_path: Path) -> None:
    path = tmp_path / "m.npz"
    something = np.frombuffer(b'{"format": "something"}', np.uint8)
    for held in ({"about": something}, {"other": np.zeros(3)}):
        np.savez(path, **held)
        assert unreadable(path) == UNREADABLE.format(path)


def test_file_that_is_cut_short_or_lacks_a_part(file: Path) -> None:
    content = file.read_bytes()
    for share in (0.1, 0.5, 0.99):
        file.write_bytes(content[: int(share * len(content))])
        assert unreadable(file) == UNREADABLE.format(file)
    for part in ("jumps", "prior_codes", "learned_weights", "learned_source"):
        file.write_bytes(content)
        assert unreadable(changed(file, {}, without=part)) == UNREADABLE.format(file)


def test_file_that_is_cut_short_is_closed(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-500])
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", ResourceWarning)
        refused(load, file)
        gc.collect()
    assert said == []


@pytest.mark.release
def test_file_that_is_damaged(file: Path) -> None:
    content = file.read_bytes()
    for place in range(0, len(content), len(content) // 150):
        damaged = bytearray(content)
        damaged[place] ^= 0xFF
        file.write_bytes(bytes(damaged))
        with suppress(DataError):  # not every damage is one that matters
            load(file)


def test_file_that_does_not_exist_or_is_of_another_version(file: Path, tmp_path: Path) -> None:
    assert refused(load, tmp_path / "m") == f"{tmp_path / 'm'} does not exist."
    assert refused(load, changed(file, {"version": VERSION + 1})) == (
        f"{file} was saved by version {VERSION + 1} of the aligner; this is version {VERSION}.\n"
        "Train it again: its links would not be comparable."
    )


def test_file_for_another_language_pair_or_other_tokens(file: Path) -> None:
    for languages in (("fi", "sv"), ("sv", "en"), ("en", "fi")):
        assert refused(load, file, languages) == (
            f"{file} links sv-fi, not {'-'.join(languages)}.\n"
            "Give the texts the other way round, or train one for this pair."
        )
    assert "links sv-fi" in refused(load_aligner, f"model:{file}", ("fi", "sv"))
    assert refused(load_aligner, f"model:{file}", ("sv", "fi"), "space", kind=UsageError) == (
        f"{file} links tokens of the kind 'words', not 'space'.\n"
        "Say so (tokens=words), or train one for 'space'."
    )


def test_save_that_fails_leaves_nothing(
    tmp_path: Path, aligner: EmbeddedAligner, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("old", encoding="utf-8")
    message = refused(save, aligner, tmp_path / "file" / "m")
    assert message.startswith(f"{tmp_path / 'file' / 'm'} cannot be written: ")
    assert (tmp_path / "file").read_text("utf-8") == "old"

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(OSError, match="No space left"):
        save(aligner, tmp_path / "m")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_save_where_one_may_not(tmp_path: Path, aligner: EmbeddedAligner) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    path = folder / "m"
    assert refused(save, aligner, path) == f"{path} cannot be written: Permission denied."
    assert list(folder.iterdir()) == []


def test_save_holds_no_objects(file: Path) -> None:
    # pickles could run code; an archive without them cannot
    with file.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
        assert {archive[name].dtype.hasobject for name in archive.files} == {False}
    assert saved.FORMAT == "litmus aligner"
