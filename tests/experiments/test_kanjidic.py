"""How kanji readings come out of KANJIDIC, on lines in its format."""

import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "experiments" / "aligner"
sys.path.insert(0, str(SCRIPTS))  # as when it is run there

from readings import kanjidic, latin, rows  # noqa: E402


@pytest.mark.parametrize(
    ("kana", "written"),
    [("きょうと", "kyoto"), ("ショウグン", "shogun"), ("がっこう", "gakko"), ("まっちゃ", "matcha"),
     ("じゅう", "ju"), ("おおさか", "osaka")],
)  # fmt: skip
def test_kana_are_written_as_english_writes_names(kana: str, written: str) -> None:
    assert latin(kana) == written


def test_readings_end_where_endings_and_names_of_radicals_begin() -> None:
    lines = [
        "# comment",
        "次 3c21 Yci4 ジ シ つ.ぐ つぎ T1 すぐ T2 よしや {next}",
        "々 2139 {again}",
    ]
    assert list(rows(iter(lines))) == [("次", ["ji", "shi", "tsu", "tsugi", "sugu"])]


def test_a_missing_package_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="apt-get download kanjidic"):
        next(kanjidic(tmp_path))
