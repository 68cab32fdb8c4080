"""Faster patterns find what the ones before them found."""

import re
from collections.abc import Callable
from html import unescape as of_html

import pytest
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


def tags(text: str) -> object:
    return [
        (match.start(), end, match[1], match[2], text[match.end() : end - 1])
        for match, end in sgm._tags_of_line(text)
    ]


# What finds now, what found before, and the pieces of their texts.
CASES: dict[str, tuple[Callable[[str], object], Callable[[str], object], list[str]]] = {
    "lines": (one_line, lambda t: LINE_END.sub(" ", t).strip(),
              [*"ab \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029\u3000\xa0\u200b"]),
    "pairs": (lambda t: [re.findall(spans._PAIR, t), *(bool(spans._PAIRS.fullmatch(x)) for x in (t, f"[{t}]"))],
              lambda t: [re.findall(PAIR, t), *(bool(PAIRS.fullmatch(x)) for x in (t, f"[{t}]"))],
              ["[", "]", "(", ")", "(1, 2)", "(1,2) ,", "[3 ,4]", " ", ",", "7", "\u3000"]),
    "tags": (tags, lambda t: [(m.start(), m.end(), m[1], m[2], m[3]) for m in TAG.finditer(t)],
             ["<", ">", "/", "<seg", "<SEG ", "</doc", "<ſeg>", "segs", " id=1", "=", '"', "a", "\n"]),
    "attributes": (lambda t: [(m.span(), m.groups()) for m in sgm._ATTRIBUTE.finditer(t)],
                   lambda t: [(m.span(), m.groups()) for m in ATTRIBUTE.finditer(t)],
                   ["a", "b:c", "=", " ", '"', "'", ">", "é", '"x"', "'y'", "a=b", "\t", "-"]),
    "edges": (lambda t: [word_f._EDGES.sub("", t), predicates._OUTSIDE.sub("", t)],
              lambda t: [EDGES.sub("", t)] * 2, [*"ab_ .!\n\t-«»é1"]),
    "slashes": (notation._joined_slashes, lambda t: re.sub(r"\s*/\s*", "/", t), [*"a/ \t|"]),
    "ids of EDICT": (lambda t: formats._ENTRY_ID.sub(r"\1", t), lambda t: ENTRY_ID.sub("", t),
                     ["EntL", "1", "X", "/", " ", "(P)", "é"]),
    "entities": (unescape, of_html, ["&", "#", "1", "65", ";", "x41", "amp", "lt;", " ", "0"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
@settings(max_examples=100)
@given(data=st.data())
def test_the_same_is_found(name: str, data: st.DataObject) -> None:
    now, before, pieces = CASES[name]
    text = "".join(data.draw(st.lists(st.sampled_from(pieces), max_size=12)))
    assert now(text) == before(text)


def test_entity_of_more_digits_than_python_reads() -> None:
    assert unescape(f"a&#{'1' * 4301};b &amp;") == "a\ufffdb &"
