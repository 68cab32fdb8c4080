"""Subtitles that cannot be read or written, and what is said of them."""

import sys
from pathlib import Path

import pytest
from tests.importers.importing import refused
from tests.localisation.films import ENGLISH, film, suite

from litmus.api.inputs import open_outputs
from litmus.errors import DataError
from litmus.exporters import export_suite

TIMES = "1\n00:00:01,000 --> 00:00:02,000\n"


@pytest.mark.parametrize(("damage", "message"), [
    (("00:00:03,100 -->", "00:00:03,1x0 -->"), "{path}:7: the times of a cue cannot be read: '00:00:03,1x0 --> 00:00:05,000'.\nThey look like this: 00:01:02,500 --> 00:01:04,000"),
    (("00:00:03,100 -->", "00:00:09,100 -->"), "{path}:7: the cue ends before it begins. Correct its times."),
    (("100 -->", "100 ->"), "{path}:7: the times of a cue cannot be read: '00:00:03,100 -> 00:00:05,000'.\nThey look like this: 00:01:02,500 --> 00:01:04,000"),
    ((ENGLISH, "Hello.\n"), "{path} has no cue: no line with the times of one, such as\n00:01:02,500 --> 00:01:04,000"),
    ((ENGLISH, f"{TIMES}<i></i>\n"), "{path} has 1 cue, and no text in any."),
    ((ENGLISH, f"{TIMES}\udcd6l\n"), "{path} is not UTF-8: byte 0xd6 at byte 33.\nConvert the file, for example: iconv -f latin1 -t utf-8 film.en.srt > fixed"),
])  # fmt: skip
def test_damaged(tmp_path: Path, damage: tuple[str, str], message: str) -> None:
    path = film(tmp_path, "")
    path.write_bytes(ENGLISH.replace(*damage).encode(errors="surrogateescape"))
    assert refused("srt", path, languages=("en", "de")) == message.format(path=path)


def test_export_needs_a_suite_of_subtitles(tmp_path: Path) -> None:
    opened = suite(tmp_path)
    outputs = open_outputs({"mine": ["a", "b", "c", "d", "e"]}, opened)
    (opened.folder / "cues.jsonl").unlink()
    with pytest.raises(DataError) as data:
        export_suite("srt", opened, tmp_path / "o.srt", outputs=outputs)
    assert str(data.value) == (
        f"{opened.folder} has no cues.jsonl: it was not imported from subtitles, so there are no "
        "cues to write into.\nImport them with: litmus import srt FILE -o SUITE"
    )


def test_damaged_cues_are_named(tmp_path: Path) -> None:
    opened = suite(tmp_path)
    kept = opened.folder / "cues.jsonl"
    kept.write_text(kept.read_text().replace("[0, 28,", "[0, 280,"), encoding="utf-8")
    outputs = open_outputs({"mine": ["a", "b", "c", "d", "e"]}, opened)
    with pytest.raises(DataError) as caught:
        export_suite("srt", opened, tmp_path / "out.srt", outputs=outputs)
    assert str(caught.value) == (
        f"{kept}:1: a piece is [start, end, segment] inside the text of its cue; found "
        "[0, 280, '1']."
    )


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysubs2", None)
    assert refused("srt", film(tmp_path), languages=("en", "de")) == (
        "Reading subtitles needs a package that is not installed.\n"
        'Install it with: pip install "litmus-mt[localisation]"'
    )
