"""Places of pieces: hand-made cases of every script, and properties of any text."""

import unicodedata
from typing import Any

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st
from tests.nmt.tiny import TEXT, trained_pieces

from litmus.nmt.offsets import PieceTable, Span, _searched, piece_spans, trimmed

VOCABULARY = sentencepiece.SentencePieceProcessor(model_proto=trained_pieces())


def shown(text: str, pieces: list[str]) -> list[str]:
    return [text[start:end] for start, end in piece_spans(text, pieces)]


@pytest.mark.parametrize(
    ("text", "pieces", "expected"),
    [
        ("", [], []),
        ("Le chat", ["▁Le", "▁chat"], ["Le", "chat"]),
        ("Le chat", ["▁", "Le", "▁ch", "at"], ["", "Le", "ch", "at"]),
        ("  Le   chat ", ["▁Le", "▁chat"], ["Le", "chat"]),  # spaces collapse
        ("Le\tchat\u2028là", ["▁Le", "▁chat", "▁là"], ["Le", "chat", "là"]),
        ("LE CHAT", ["▁le", "▁chat"], ["LE", "CHAT"]),  # lower-cased
        ("Le chat", ["Le</w>", "ch@@", "at</w>"], ["Le", "ch", "at"]),  # old BPE
        ("tokens", ["to", "##ken", "##s"], ["to", "ken", "s"]),  # WordPiece
        ("我们去。", ["▁我们", "去", "。"], ["我们", "去", "。"]),
        ("القطة هنا", ["▁ال", "قطة", "▁هنا"], ["ال", "قطة", "هنا"]),
        ("ﬁn", ["▁fi", "n"], ["ﬁ", "n"]),  # a ligature, taken apart
        ("ﬁn", ["▁f", "in"], ["ﬁ", "ﬁn"]),
        ("e\u0301te\u0301", ["▁ét", "é"], ["e\u0301t", "e\u0301"]),  # marks are drawn in
        ("①½", ["▁1", "1", "⁄2"], ["①", "½", "½"]),
        ("\u1112\u1161\u11ab글", ["▁한", "글"], ["\u1112\u1161\u11ab", "글"]),  # Hangul taken apart
        ("ｶﾞ!", ["▁ガ", "!"], ["ｶﾞ", "!"]),  # half-width, with its voicing
        ("a𝄞b", ["▁a", "<unk>", "b"], ["a", "𝄞", "b"]),
        ("a𝄞𝄞b", ["▁a", "<unk>", "b"], ["a", "𝄞𝄞", "b"]),
        ("a 𝄞 𝄞 b", ["▁a", "▁", "<unk>", "▁", "<unk>", "▁b"], ["a", "", "𝄞", "", "𝄞", "b"]),
        ("x 𝄞", ["▁x", "▁", "<unk>"], ["x", "", "𝄞"]),
        ("a é", ["▁a", "▁", "<0xC3>", "<0xA9>"], ["a", "", "é", "é"]),  # bytes share a letter
        (
            "ab𝄞abc",
            ["▁ab", "<0xF0>", "<0x9D>", "<0x84>", "<0x9E>", "abc"],
            ["ab", *["𝄞"] * 4, "abc"],
        ),
        ("Straße", ["▁Straße"], ["Straße"]),
        ("a_▁b", ["▁a", "_", "▁", "b"], ["a", "_", "", "b"]),  # the mark itself in a text: a space
    ],
)
def test_pieces_are_found_in_the_untouched_text(
    text: str, pieces: list[str], expected: list[str]
) -> None:
    assert shown(text, pieces) == expected


def check(text: str, spans: list[Span]) -> None:
    """In order, inside the text, and every letter covered."""
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert [start for start, _ in spans] == sorted(start for start, _ in spans)
    assert [end for _, end in spans] == sorted(end for _, end in spans)
    covered = {place for start, end in spans for place in range(start, end)}
    # A tokenizer may remove spaces, their mark, controls, characters of no width.
    letters = {i for i, x in enumerate(text) if x != "▁" and unicodedata.category(x)[0] not in "ZC"}
    assert covered >= letters


texts = st.one_of(
    st.text(max_size=30),
    st.text(
        alphabet="abé \u0301\u0308ﬁ½①中文القطة\u2028\u200bﾞｶ한\u1112\u1161\u11ab𝄞▁<>0xA", max_size=30
    ),
    st.lists(st.sampled_from(" ".join(TEXT).split()), max_size=12).map(" ".join),
)


@given(texts)
def test_spans_of_any_text_are_in_order_and_cover_it(text: str) -> None:
    # As slow tokenizers give them, the surface of an unknown is lost.
    written: list[Any] = [VOCABULARY.id_to_piece(i) for i in VOCABULARY.encode(text)]
    pieces: list[Any] = VOCABULARY.encode(text, out_type=str)
    for found in (pieces, written):
        spans = piece_spans(text, found)
        assert len(spans) == len(found)
        if found:
            check(text, spans)
    if "".join(pieces) == "▁" + text.replace(" ", "▁") and text.isascii() and text.isprintable():
        assert piece_spans(text, pieces) == _searched(text, pieces)


@given(st.lists(texts, max_size=6))
def test_many_at_once_are_the_same_as_one_by_one(many: list[str]) -> None:
    written = [VOCABULARY.id_to_piece(i) for i in range(VOCABULARY.get_piece_size())]
    written[VOCABULARY.unk_id()] = ""
    rows = [VOCABULARY.encode(text) for text in many]
    for text, row, spans in zip(many, rows, PieceTable(written).spans(many, rows), strict=True):
        pieces = VOCABULARY.encode(text, out_type=str)
        plain = VOCABULARY.unk_id() not in row and "".join(pieces) == "▁" + text.replace(" ", "▁")
        assert (spans is not None) == (plain and "▁" not in text)
        assert spans is None or list(spans) == piece_spans(text, pieces)


@given(texts, st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=9))
def test_trimmed_spans_begin_and_end_with_letters(text: str, spans: list[Span]) -> None:
    inside = [(min(a, b, len(text)), min(max(a, b), len(text))) for a, b in spans]
    for (start, end), (before, behind) in zip(trimmed(text, inside), inside, strict=True):
        assert before <= start <= end <= behind
        assert text[start:end] == text[before:behind].strip()
