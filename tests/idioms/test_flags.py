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


@pytest.mark.parametrize(
    ("code", "entry", "sentence", "flag", "raised"),
    [
        ("en", "spill the beans", "The beans were spilled by Ann.", "reordered", True),
        ("en", "spill the beans", "She spilled the beans.", "reordered", False),
        ("fr", "vendre la peau de l'ours", "La peau de l'ours fut vendue.", "reordered", True),
        ("en", "spill the beans", "The beans by him we spilled.", "far", False),
        ("en", "spill the beans", "The beans that all of us always had were spilled.", "far", True),
    ],
)
def test_flags_of_the_free_matcher(
    code: str, entry: str, sentence: str, flag: str, raised: bool
) -> None:
    assert (flag in flags(code, entry, sentence, kind="free")) is raised


def test_flags_are_known_and_doubtful_ones_among_them() -> None:
    assert set(FLAGS) >= DOUBTFUL
    assert all(flag in FLAGS for _, _, raised in RAISED for flag in raised)


SOLD = "vendre la peau de l'ours avant de l'avoir tué"


@pytest.mark.parametrize(
    ("code", "entry", "sentence"),
    [
        ("de", "die Katze aus dem Sack lassen", "Er ließ die Katze aus dem Sack."),
        # words that stand twice: l' may be le or la, and la stands before
        ("fr", SOLD, "Il vend la peau de l'ours avant de l'avoir tué."),
        ("fr", SOLD, "Il vend une peau de l'ours avant de l'avoir tué."),
        ("en", "like father like son", "Like father like son."),
        ("en", "an eye for an eye", "He wants an eye for an eye."),
    ],
)
def test_order_and_capitals_that_are_no_flag(code: str, entry: str, sentence: str) -> None:
    assert not {"reordered", "capitals"} & set(flags(code, entry, sentence))


@pytest.mark.parametrize(
    ("code", "entry", "sentence", "expected"),
    [
        # a short filler of a slot is no insertion
        ("en", "take someone for a ride", "He took me for a ride.", ()),
        ("en", "take someone for a ride", "He took you all for a ride.", ()),
        ("en", "take someone for a ride", "He took three for a ride.", ("quantity",)),
        ("en", "take someone for a ride", "He took 12 for a ride.", ("quantity",)),
        # nor is an optional article that is missing another determiner
        ("en", "throw in (the) towel", "He threw in towel after towel.", ()),
        ("zh", "雪上加霜", "他雪上，加霜", ("punctuation",)),
        ("zh", "雪上加霜", "他雪上、加霜", ("punctuation",)),
        ("zh", "雪上加霜", "雪上加霜", ()),
    ],
)
def test_all_flags(code: str, entry: str, sentence: str, expected: tuple[str, ...]) -> None:
    assert flags(code, entry, sentence) == expected
