"""Everyday words added to dictionaries of software text, on tables made by hand."""

import io
import json
import lzma
import sys
import tarfile
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "experiments" / "aligner"
sys.path.insert(0, str(SCRIPTS))  # as when it is run there

from collect import PackageMissing  # noqa: E402
from widen import emoji, main, marks, widened  # noqa: E402

FILE = "# version: 2\n# sources: software\nbucket\temmer\t6\nbush\tpot\t6?\n"


def package(folder: Path, **names: dict[str, str]) -> Path:
    """A package as npm packs it: per language, the name of every sign."""
    with tarfile.open(folder / "cldr-annotations-full-48.2.0.tgz", "w:gz") as archive:
        for code, table in names.items():
            about = {sign: {"tts": [name]} for sign, name in table.items()}
            content = json.dumps({"annotations": {"annotations": about}}).encode()
            member = tarfile.TarInfo(f"package/annotations/{code}/annotations.json")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return folder


def test_emoji_are_taken_where_both_names_are_one_word(tmp_path: Path) -> None:
    with pytest.raises(PackageMissing, match="npm pack cldr-annotations-full"):
        list(emoji(tmp_path, "nl"))
    english = {"1": "crocodile", "2": "hot dog", "3": "shrimp", "4": "bee"}
    dutch = {"1": "krokodil", "2": "hotdog", "3": "kleine garnaal"}
    assert list(emoji(package(tmp_path, en=english, nl=dutch), "nl")) == [("crocodile", "krokodil")]


def test_widened_keeps_counts_adds_pairs_once_and_takes_marks_off() -> None:
    rows = [("bucket", "emmer", "6"), ("bush", "pot", "6"), ("hay", "stro", "3")]
    marked = {("bush", "pot"), ("hay", "stro")}
    more = [("bucket", "emmer"), ("hay", "hooi"), ("hay", "hooi"), ("#", "hekje"), ("hay", "stro")]
    assert widened(rows, marked, more) == [
        "bucket\temmer\t6", "bush\tpot\t6?", "hay\thooi\t1", "hay\tstro\t3",
    ]  # fmt: skip


def test_widen_makes_version_3_and_the_same_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "en-nl.tsv.xz"
    path.write_bytes(lzma.compress(FILE.encode()))
    package(tmp_path, en={"1": "zyzzyva"}, nl={"1": "snuitkever"})
    monkeypatch.setattr(sys, "argv", ["widen.py", str(tmp_path), str(tmp_path), "nl"])
    main()
    first = lzma.decompress(path.read_bytes()).decode()
    assert first.startswith("# version: 3\n# sources: software, everyday words")
    assert "\nbucket\temmer\t6\n" in first
    assert "\nzyzzyva\tsnuitkever\t1\n" in first
    assert marks(path) == {("bush", "pot")}
    main()
    assert lzma.decompress(path.read_bytes()).decode() == first
