"""Faster patterns find what the ones before them found."""

import re
from html import unescape as of_html

from hypothesis import given, settings
from hypothesis import strategies as st

from litmus.corpus.formats import sgm, spans
from litmus.corpus.formats.markup import unescape
from litmus.discourse.phenomena.formality import predicates
from litmus.files.text import one_line
from litmus.idioms.entries import notation
from litmus.language.dictionary import formats
from litmus.metrics.discourse import word_f

LINE_END = re.compile("\\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\\s*")
PAIR = r"[(\[]\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*[)\]]"
PAIRS = re.compile(rf"\[\s*(?:{PAIR}\s*,?\s*)*\]")
TAG = re.compile(r"<(/?)(srcset|refset|tstset|doc|seg)\b([^>]*)>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
EDGES = re.compile(r"^\W+|\W+$")
ENTRY_ID = re.compile(r"EntL\w+/?$")


def texts(*pieces: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), max_size=12).map("".join)


@settings(max_examples=100)
@given(texts(*"ab \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029\u3000\xa0\u200b"))
def test_one_line(text: str) -> None:
    assert one_line(text) == LINE_END.sub(" ", text).strip()


@settings(max_examples=100)
@given(texts("[", "]", "(", ")", "(1, 2)", "(1,2) ,", "[3 ,4]", " ", ",", "7", "\u3000"))
def test_pairs_of_spans(inside: str) -> None:
    for text in (inside, f"[{inside}]"):
        assert bool(spans._PAIRS.fullmatch(text)) == bool(PAIRS.fullmatch(text))
    assert re.findall(spans._PAIR, inside) == re.findall(PAIR, inside)


@settings(max_examples=100)
@given(
    texts("<", ">", "/", "<seg", "<SEG ", "</doc", "<ſeg>", "segs", " id=1", "=", '"', "a", "\n")
)
def test_tags_of_sgm(text: str) -> None:
    found = [
        (match.start(), end, match[1], match[2], text[match.end() : end - 1])
        for match, end in sgm._tags_of_line(text)
    ]
    assert found == [(m.start(), m.end(), m[1], m[2], m[3]) for m in TAG.finditer(text)]


@settings(max_examples=100)
@given(texts("a", "b:c", "=", " ", '"', "'", ">", "é", '"x"', "'y'", "a=b", "\t", "-"))
def test_attributes_of_sgm(text: str) -> None:
    found = [(m.span(), m.groups()) for m in sgm._ATTRIBUTE.finditer(text)]
    assert found == [(m.span(), m.groups()) for m in ATTRIBUTE.finditer(text)]


@settings(max_examples=100)
@given(texts(*"ab_ .!\n\t-«»é1"))
def test_edges_of_words(text: str) -> None:
    assert word_f._EDGES.sub("", text) == EDGES.sub("", text)
    assert predicates._OUTSIDE.sub("", text) == EDGES.sub("", text)


@settings(max_examples=100)
@given(texts(*"a/ \t|"))
def test_slashes_of_idioms(text: str) -> None:
    assert notation._joined_slashes(text) == re.sub(r"\s*/\s*", "/", text)


@settings(max_examples=100)
@given(texts("EntL", "1", "X", "/", " ", "(P)", "é"))
def test_ids_of_edict(text: str) -> None:
    assert formats._ENTRY_ID.sub(r"\1", text) == ENTRY_ID.sub("", text)


@given(texts("&", "#", "1", "65", ";", "x41", "amp", "lt;", " ", "0"))
def test_entities(text: str) -> None:
    assert unescape(text) == of_html(text)


def test_entity_of_more_digits_than_python_reads() -> None:
    assert unescape(f"a&#{'1' * 4301};b &amp;") == "a\ufffdb &"
