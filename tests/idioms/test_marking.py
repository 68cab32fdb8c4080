"""Idioms marked in the source."""

import pytest

from litmus.errors import UnknownName
from litmus.idioms.building.marks import mark

TEXT = "He spilled the beans and kicked the bucket."
BEANS, BUCKET = (3, 20), (25, 42)


def test_mark() -> None:
    for spans, how, expected in (
        ([BEANS], "none", TEXT),
        ([BEANS], "sentence", f"<idm> {TEXT}"),
        ([BEANS, BUCKET], "sentence", f"<idm> {TEXT}"),
        ([], "sentence", TEXT),
        ([], "span", TEXT),
        ([BEANS], "span", "He <idm> spilled the beans </idm> and kicked the bucket."),
        (
            [BUCKET, BEANS],
            "span",
            "He <idm> spilled the beans </idm> and <idm> kicked the bucket </idm>.",
        ),
        ([BEANS, (11, 30)], "span", "He <idm> spilled the beans and kicke </idm>d the bucket."),
        ([BEANS, (3, 10)], "span", "He <idm> spilled the beans </idm> and kicked the bucket."),
        ([(0, 43)], "span", f"<idm> {TEXT} </idm>"),
    ):
        assert mark(TEXT, spans, how) == expected, (spans, how)
        assert mark("😀雪 é x", [(3, 4)], "span") == "😀雪 <idm> é </idm> x", (spans, how)


def test_unknown_mark() -> None:
    with pytest.raises(UnknownName) as caught:
        mark(TEXT, [BEANS], "spans")
    assert str(caught.value) == (
        "No mark is called 'spans'. Did you mean 'span'?\nKnown: none, sentence, span"
    )
