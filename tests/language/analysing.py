"""What must hold for the sentences of every analyser, and texts at the edges of language."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from litmus.errors import LitmusError
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser, Sentence, Word, sorted_features

EDGES = {
    "empty": "",
    "blank": " \t \u00a0",
    "one-character": "x",
    "one-mark": ".",
    "padded": "  padded \u3000 ",
    "emoji": "👩‍👩‍👧‍👦 ok 👍🏽🇫🇷!",
    "mixed-scripts": "Das ist東京とМосква و القاهرة, ok?",
    "combining": "e\u0301te\u0301 \u0301 a\u0300\u0301\u0302",
    "zero-width": "a\u200bb \u200f\u202ex\ufeff",
    "control": "a\x01b \x7f \x1b[31m \x1c c",
    "line-ends": "one\u2028two\u2029three\x85four\nfive\r\nsix\vseven",
    "nul": "a\0b \0 c",
    "surrogates": "a\ud800b \udfff",
    "right-to-left": "قال: «هذا 12,5٪».",
    "unknown": "<unk> ▁the @-@ ##ing",
}


def by_language(rows: Iterable[Any], *kept: str) -> list[Any]:
    """Codes, or rows that begin with one: of the languages kept, the others before a release."""
    return [
        row
        if (code := row if isinstance(row, str) else row[0]) in kept
        else pytest.param(*([code] if isinstance(row, str) else row), marks=pytest.mark.release)
        for row in rows
    ]


def refused(backend: str, language: str = "de") -> tuple[int, str]:
    """The exit code and message of an analyser that does not load."""
    with pytest.raises(LitmusError) as caught:
        load_analyser(backend, language)
    return caught.value.exit_code, str(caught.value)


def features(word: Word) -> list[str]:
    return word.feats.split("|") if word.feats else []


def check(text: str, sentences: Sequence[Sentence], *, given: bool, parse: bool = True) -> None:
    """All that the interface promises of the sentences of one text."""
    assert (len(sentences) == 1 if text.strip() else not sentences) if given else True
    covered: set[int] = set()
    at = 0
    for sentence in sentences:
        assert sentence.text == text
        assert sentence.tokens and at <= sentence.start <= sentence.tokens[0].start
        assert sentence.tokens[-1].end <= sentence.end <= len(text)
        for token in sentence.tokens:
            assert at <= token.start < token.end
            at = token.end
            covered.update(range(token.start, token.end))
        at = sentence.end
        check_words(sentence)
        check_tree(sentence.words, parse=parse)
    assert [text[i] for i in range(len(text)) if i not in covered and not text[i].isspace()] == []


def check_words(sentence: Sentence) -> None:
    """Words belong to tokens, in order, and say what they stand for."""
    places = [place for t in sentence.tokens for place in range(t.first, t.stop)]
    assert places == list(range(len(sentence.words)))
    for token in sentence.tokens:
        own, span = sentence.words[token.first : token.stop], (token.start, token.end)
        assert own
        surface = sentence.text[token.start : token.end]
        for word in own:
            assert token.start <= word.start < word.end <= token.end
            assert 0 <= word.confidence <= 1
            assert word.feats == sorted_features(features(word))
            assert all(word.feature(f.split("=")[0]) == f.split("=")[1] for f in features(word))
            if len(own) == 1:
                assert (word.form, word.start, word.end) == (surface, *span)
            else:
                spelled = sentence.text[word.start : word.end] == word.form
                assert word.form and (spelled or (word.start, word.end) == span)


def check_tree(words: Sequence[Word], *, parse: bool) -> None:
    """One root above all the others, or nothing at all."""
    if not parse:
        assert {(word.head, word.relation) for word in words} == {(None, "")}
        return
    (root,) = (place for place, word in enumerate(words) if word.head is None)
    assert words[root].relation == "root"
    assert all(word.relation for word in words)
    reached = {root}
    for start in range(len(words)):
        chain: list[int] = []
        place: int = start
        while place not in reached:
            assert place not in chain
            chain.append(place)
            head = words[place].head
            assert head is not None and 0 <= head < len(words)
            place = head
        reached.update(chain)


def check_batches(analyser: Analyser, texts: Sequence[str], order: Sequence[int]) -> None:
    """A text has the same sentences alone, among others, and in another order."""
    together = [_exact(found) for found in analyser.analyse(texts)]
    alone = [_exact(found) for text in texts for found in analyser.analyse([text])]
    shuffled = [_exact(found) for found in analyser.analyse([texts[place] for place in order])]
    assert len(together) == len(alone) == len(texts)
    for others in (alone, [shuffled[order.index(place)] for place in range(len(texts))]):
        for (one, shares), (other, other_shares) in zip(together, others, strict=True):
            assert one == other
            assert shares == pytest.approx(other_shares, abs=1e-3)


def _exact(sentences: Iterable[Sentence]) -> tuple[list[Sentence], list[float]]:
    """Everything but the confidences, which sums in another order may change in the last digits."""
    bare, shares = [], []
    for sentence in sentences:
        shares += [word.confidence for word in sentence.words]
        words = tuple(word._replace(confidence=1.0) for word in sentence.words)
        bare.append(sentence._replace(words=words))
    return bare, shares
