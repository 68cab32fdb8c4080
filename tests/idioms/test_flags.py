"""Flags: every kind raised by a sentence that deserves it, and not by its neighbour."""

import pytest
from finding import flags

from litmus.idioms.matching.occurrence import DOUBTFUL, FLAGS

RAISED = [
    ("kick the bucket", "He kicked the bucket.", ()),
    ("kick the bucket", "Kick the bucket!", ()),
    ("kick the bucket", "He kicked a bucket.", ("determiner",)),
    ("kick the bucket", "He kicked bucket.", ("determiner",)),
    ("kick the bucket", "He kicked his bucket.", ("determiner",)),
    ("kick the bucket", "They kicked the buckets.", ("number",)),
    ("cut corners", "They cut the corner.", ("number",)),
    ("kick the bucket", "He kicked the old bucket.", ("inserted",)),
    ("kick the bucket", "He kicked the proverbial bucket.", ()),
    ("kick the bucket", "The Kick The Bucket Show is on.", ("capitals",)),
    ("kick the bucket", "KICK THE BUCKET NOW", ()),
    ("cut and dried", "It was cut, and dried.", ("punctuation",)),
    ("take someone for a ride", "He took the whole class for a ride.", ()),
    ("take someone for a ride", "He took 300 people for a ride.", ("quantity",)),
    ("take someone for a ride", "He took two hundred people for a ride.", ("quantity",)),
]


@pytest.mark.parametrize(("entry", "sentence", "expected"), RAISED)
def test_flags(entry: str, sentence: str, expected: tuple[str, ...]) -> None:
    assert tuple(flag for flag in flags("en", entry, sentence) if flag != "apart") == expected


def test_reordered() -> None:
    text = "The beans were spilled by Ann."
    assert "reordered" in flags("en", "spill the beans", text, kind="free")
    assert "reordered" not in flags("en", "spill the beans", "She spilled the beans.", kind="free")


def test_far() -> None:
    near = "The beans by him we spilled."
    far = "The beans that all of us have always had were spilled."
    assert "far" not in flags("en", "spill the beans", near, kind="free")
    assert "far" in flags("en", "spill the beans", far, kind="free")


def test_german_order_is_no_flag() -> None:
    assert "reordered" not in flags(
        "de", "die Katze aus dem Sack lassen", "Er ließ die Katze aus dem Sack."
    )
    assert "capitals" not in flags(
        "de", "die Katze aus dem Sack lassen", "Er ließ die Katze aus dem Sack."
    )


def test_flags_are_known_and_doubtful_ones_among_them() -> None:
    assert set(FLAGS) >= DOUBTFUL
    assert all(flag in FLAGS for _, _, raised in RAISED for flag in raised)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("He took me for a ride.", ()),
        ("He took you all for a ride.", ()),
        ("He took three for a ride.", ("quantity",)),
        ("He took 12 for a ride.", ("quantity",)),
    ],
)
def test_short_filler_of_a_slot_is_no_insertion(sentence: str, expected: tuple[str, ...]) -> None:
    assert flags("en", "take someone for a ride", sentence) == expected


@pytest.mark.parametrize(
    ("code", "entry", "sentence"),
    [
        # l' may be le or la, and la stands before.
        ("fr", "vendre la peau de l'ours avant de l'avoir tué", "Il vend la peau de l'ours avant de l'avoir tué."),
        ("fr", "vendre la peau de l'ours avant de l'avoir tué", "Il vend une peau de l'ours avant de l'avoir tué."),
        ("en", "like father like son", "Like father like son."),
        ("en", "an eye for an eye", "He wants an eye for an eye."),
    ],
)  # fmt: skip
def test_word_that_stands_twice_is_not_reordered(code: str, entry: str, sentence: str) -> None:
    assert "reordered" not in flags(code, entry, sentence)


def test_word_of_two_readings_out_of_its_place_is_reordered() -> None:
    entry = "vendre la peau de l'ours"
    text = "La peau de l'ours fut vendue."
    assert "reordered" in flags("fr", entry, text, kind="free")


def test_optional_article_that_is_missing_is_no_other_determiner() -> None:
    assert flags("en", "throw in (the) towel", "He threw in towel after towel.") == ()


@pytest.mark.parametrize("sentence", ["他雪上，加霜", "他雪上、加霜"])
def test_chinese_punctuation(sentence: str) -> None:
    assert flags("zh", "雪上加霜", sentence) == ("punctuation",)
    assert flags("zh", "雪上加霜", "雪上加霜") == ()
