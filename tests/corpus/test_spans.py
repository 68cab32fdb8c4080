"""Span files in both forms, and spans held against their text."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.corpus.formats.spans import parse_spans, read_spans
from litmus.corpus.segment import Idiom, check_spans
from litmus.errors import DataError

LABELS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=20
).filter(lambda text: text == text.strip() and text[0] not in "{[")
PAIRS = st.lists(st.tuples(st.integers(0, 999), st.integers(0, 999)), min_size=1, max_size=4)


def refused(line: str) -> str:
    with pytest.raises(DataError) as caught:
        parse_spans("f:1", line)
    return str(caught.value)


@given(LABELS, PAIRS)
def test_text_form_is_what_python_prints(label: str, pairs: list[tuple[int, int]]) -> None:
    # the authors of idiom-mt wrote these files with print(): repr() is the other implementation
    assert parse_spans("f:1", f"{label}\t{pairs!r}") == tuple(Idiom(label, (p,)) for p in pairs)


@given(LABELS, PAIRS)
def test_json_form(label: str, pairs: list[tuple[int, int]]) -> None:
    item = {"label": label, "spans": [list(pair) for pair in pairs]}
    assert parse_spans("f:1", json.dumps(item)) == (Idiom(label, tuple(pairs)),)
    assert parse_spans("f:1", json.dumps([item, item])) == (Idiom(label, tuple(pairs)),) * 2


def test_file_with_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "test.spans.en"
    text = "break the ice\t[(3, 16), (20, 33)]\n\nx\t[]\n"
    path.write_text(text + '{"label": "a", "spans": [[0, 1]]}\n')
    assert list(read_spans(path)) == [
        (Idiom("break the ice", ((3, 16),)), Idiom("break the ice", ((20, 33),))),
        (),
        (),
        (Idiom("a", ((0, 1),)),),
    ]


@pytest.mark.parametrize(("line", "message"), [
    *((line, "f:1 is not a span line.\nWrite label<TAB>[(start, end), ...] or JSON "
       '{"label": "...", "spans": [[start, end]]}; leave the line blank to mark nothing.')
      for line in ("no tab", "label\t", "\t[(1, 2)]", "label\t[(1, 2)", "label\t[(1, -2)]",
                   "label\t[__import__('os')]", "label\t[(1, 2, 3)]")),
    ('{"label": "a"', "f:1 is not JSON: Expecting ',' delimiter at column 14."),
    ('{"label": "a", "spans": []}', "f:1: an idiom needs at least one span."),
    ('{"label": "", "spans": [[0, 1]]}', "f:1: an idiom needs a label."),
    ('{"label": 3, "spans": [[0, 1]]}', "f:1: 'label' must be a string, but is int."),
    ('{"label": "a", "spans": [[0, 1.7]]}',
     "f:1: a span is two whole numbers [start, end]; found [0, 1.7]."),
    ('{"label": "a", "spans": [["0", "1"]]}',
     "f:1: a span is two whole numbers [start, end]; found ['0', '1']."),
    ('{"label": "a", "span": [[0, 1]]}',
     "f:1: unknown key 'span'. Did you mean 'spans'?\nKnown: equivalents, label, meaning, spans"),
    ("[1]", "f:1: an idiom must be an object with 'label' and 'spans'."),
])  # fmt: skip
def test_not_a_span_line(line: str, message: str) -> None:
    assert refused(line) == message


def test_json_nested_too_deep_is_an_error_not_a_crash() -> None:
    assert refused("[" * 100_000).startswith("f:1 is not JSON that can be read: ")


def spans_refused(text: str, *spans: tuple[int, int]) -> str:
    with pytest.raises(DataError) as caught:
        check_spans("f:1", text, spans)
    return str(caught.value)


@pytest.mark.parametrize("span", [(0, 6), (3, 3), (4, 2), (-1, 2), (9, 12)])
def test_span_outside_its_text(span: tuple[int, int]) -> None:
    assert spans_refused("five!", span) == (
        f"f:1: the span {span} is outside its text of 5 characters, or empty.\n"
        "Spans are half-open character offsets [start, end) counted from 0."
    )


def test_spans_that_overlap() -> None:
    assert spans_refused("one two three", (0, 7), (4, 13)) == (
        "f:1: the span (4, 13) overlaps the one before it."
    )


@pytest.mark.parametrize(("counted", "given"), [("NFD", "NFC"), ("NFC", "NFD")])
def test_spans_of_another_normal_form(counted: Any, given: Any) -> None:
    there, here = (unicodedata.normalize(f, "Über den Kamm scheren") for f in (counted, given))
    span = (there.index("Kamm"), there.index("Kamm") + 4)
    assert spans_refused(here, span) == (
        f"f:1: the span {span} cuts a word of the text, but fits its {counted} form: 'Kamm'.\n"
        "Spans and text must use one Unicode normal form; normalise the text "
        f"to {counted} or count the spans anew."
    )


def test_span_inside_a_word_is_fine_where_no_normal_form_explains_it() -> None:
    check_spans("f:1", "Der Kindergarten", [(4, 10)])
    check_spans("f:1", "他总是画蛇添足", [(3, 7)])
