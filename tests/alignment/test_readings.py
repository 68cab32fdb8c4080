"""Words in kanji as they may be read, beside the names that English writes."""

import pytest

from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.alignment.embedded.readings import read_alike, spellings


def test_names_are_among_the_ways_to_read_them() -> None:
    names = {"室町": "muromachi", "東京": "tokyo", "京都": "kyoto", "大阪": "osaka", "足利": "ashikaga",
             "義満": "yoshimitsu", "神戸": "kobe", "佐々木": "sasaki",
             "山口": "yamaguchi"}  # kuchi, voiced  # fmt: skip
    for word, name in names.items():
        assert name[:5] in spellings(word, "ja"), name
    for word in ("Tokyo", "移し", "。", "ー"):  # not all kanji
        assert spellings(word, "ja") == frozenset()
    assert spellings("東京", "zh") == frozenset()


def test_pairs_are_found_in_both_directions() -> None:
    kanji, names = ["", "室町", "山"], ["", "of", "murom"]
    assert [some.tolist() for some in read_alike((kanji, names), ("ja", "en"))] == [[1], [2], [1.0]]
    assert [some.tolist() for some in read_alike((names, kanji), ("en", "ja"))] == [[2], [1], [1.0]]


def test_short_readings_and_languages_in_the_same_script_are_left_alone() -> None:
    # 手 is te, 目 is me
    assert read_alike((["手", "目"], ["te", "me"]), ("ja", "en"))[0].tolist() == []
    assert read_alike((["室町"], ["室町"]), ("ja", "zh"))[0].tolist() == []
    assert read_alike((["murom"], ["murom"]), ("en", "fr"))[0].tolist() == []


@pytest.mark.release
def test_names_that_no_dictionary_has_are_linked() -> None:
    pairs = [("鞍馬 と 貴船", "kifune and kurama")]
    aligner = EmbeddedAligner(("ja", "en"), "space").learn(pairs)
    assert {(0, 2), (2, 0)} <= aligner.align(pairs)[0].links
