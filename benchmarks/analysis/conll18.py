"""Scores of the CoNLL 2018 shared task for a gold and a system analysis of the same text.

Tokens, sentences and words are compared as stretches of the characters that are not spaces. Where
either side has a multiword token, the words inside the smallest stretch that cuts none are paired
by the longest common subsequence of their forms. F1 counts every word of both sides; a tag, lemma
or head counts only on a pair. Paper: Zeman et al., 2018, https://aclanthology.org/K18-2001

Our own code rather than `udtools`, the official scorer: that one refuses trees with two roots,
keeps the pairs to itself, which the tables of feature values need, and its package is GPL. The
tests compare the two on a perturbed treebank. XPOS is not scored, so there is no AllTags.
"""

import unicodedata
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

METRICS = ("Tokens", "Sentences", "Words", "UPOS", "UFeats", "Lemmas", "UAS", "LAS")
UNIVERSAL_FEATURES = {
    "PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number",
    "Case", "Definite", "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident",
    "Polarity", "Person", "Polite",
}  # fmt: skip

Span = tuple[int, int]
Pairs = list[tuple[int, int]]


class Row(NamedTuple):
    """A syntactic word as CoNLL-U writes it: heads count from 1 in the sentence, 0 is the root."""

    form: str
    lemma: str = "_"
    upos: str = "_"
    feats: str = "_"
    head: int = 0
    relation: str = "_"


class Token(NamedTuple):
    """A surface token; with more than one row it is a multiword token."""

    surface: str
    rows: tuple[Row, ...]


class Word(NamedTuple):
    """A row in its place: characters and head are counted over the whole document."""

    row: Row
    start: int
    end: int
    head: int | None  # position in `Document.words`; None is the root
    multiword: bool


class Score(NamedTuple):
    """Counts that can be added. Percentages, or None without evidence."""

    correct: int
    gold: int
    system: int

    @property
    def precision(self) -> float | None:
        return 100 * self.correct / self.system if self.system else None

    @property
    def recall(self) -> float | None:
        return 100 * self.correct / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        both = self.gold + self.system
        return 200 * self.correct / both if both else None


@dataclass(frozen=True)
class Document:
    """Sentences laid end to end, spaces left out."""

    characters: str
    tokens: list[Span]
    sentences: list[Span]
    words: list[Word]


def document(sentences: Iterable[Sequence[Token]]) -> Document:
    pieces: list[str] = []
    tokens: list[Span] = []
    spans: list[Span] = []
    words: list[Word] = []
    at = 0
    for sentence in sentences:
        first, begin = len(words), at
        for surface, rows in sentence:
            text = without_spaces(surface)
            span, at = (at, at + len(text)), at + len(text)
            pieces.append(text)
            tokens.append(span)
            if len(rows) == 1:
                rows = (rows[0]._replace(form=without_spaces(rows[0].form)),)
            for row in rows:
                head = first + row.head - 1 if row.head else None
                words.append(Word(row, *span, head, len(rows) > 1))
        spans.append((begin, at))
    return Document("".join(pieces), tokens, spans, words)


def without_spaces(text: str) -> str:
    """Without any character of the Unicode category Zs.

    >>> without_spaces("10\\u00a0000 km")
    '10000km'
    """
    if text.isascii():
        return text.replace(" ", "")
    return "".join(c for c in text if unicodedata.category(c) != "Zs")


def score(gold: Document, system: Document) -> dict[str, Score]:
    """One score per metric, in the order of `METRICS`."""
    return score_pairs(gold, system, align(gold, system))


def score_pairs(gold: Document, system: Document, pairs: Pairs) -> dict[str, Score]:
    """`score` for pairs that are known."""
    partner: dict[int | None, int | None] = {s: g for g, s in pairs}
    partner[None] = None

    def counted(right: Callable[[Word, Word], bool]) -> Score:
        correct = sum(right(gold.words[g], system.words[s]) for g, s in pairs)
        return Score(correct, len(gold.words), len(system.words))

    def attached(g: Word, s: Word) -> bool:
        return g.head == partner.get(s.head, -1)

    return {
        "Tokens": _same_spans(gold.tokens, system.tokens),
        "Sentences": _same_spans(gold.sentences, system.sentences),
        "Words": counted(lambda g, s: True),
        "UPOS": counted(lambda g, s: g.row.upos == s.row.upos),
        "UFeats": counted(lambda g, s: universal(g.row.feats) == universal(s.row.feats)),
        "Lemmas": counted(lambda g, s: g.row.lemma in ("_", s.row.lemma)),
        "UAS": counted(attached),
        "LAS": counted(
            lambda g, s: attached(g, s) and base(g.row.relation) == base(s.row.relation)
        ),
    }


@cache
def features(feats: str) -> dict[str, str]:
    """
    >>> features("Number=Sing|Gender=Masc"), features("_")
    ({'Number': 'Sing', 'Gender': 'Masc'}, {})
    """
    return dict(f.split("=", 1) for f in feats.split("|") if "=" in f)


@cache
def universal(feats: str) -> Hashable:
    """What of FEATS is compared: universal features, in no order."""
    return frozenset(f for f in features(feats).items() if f[0] in UNIVERSAL_FEATURES)


def base(relation: str) -> str:
    """
    >>> base("nsubj:pass")
    'nsubj'
    """
    return relation.partition(":")[0]


def _same_spans(gold: list[Span], system: list[Span]) -> Score:
    return Score(len(set(gold) & set(system)), len(gold), len(system))


def align(gold: Document, system: Document) -> Pairs:
    """Positions of words that stand for the same text, ascending on both sides."""
    _same_text(gold, system)
    left, right = gold.words, system.words
    pairs: Pairs = []
    g = s = 0
    while g < len(left) and s < len(right):
        if left[g].multiword or right[s].multiword:
            (first_g, g), (first_s, s) = _multiword_stretch(left, right, g, s)
            forms_g = [word.row.form.lower() for word in left[first_g:g]]
            forms_s = [word.row.form.lower() for word in right[first_s:s]]
            pairs += [(first_g + i, first_s + k) for i, k in _common(forms_g, forms_s)]
        elif left[g][1:3] == right[s][1:3]:
            pairs.append((g, s))
            g, s = g + 1, s + 1
        elif left[g].start <= right[s].start:
            g += 1
        else:
            s += 1
    return pairs


def _same_text(gold: Document, system: Document) -> None:
    if gold.characters == system.characters:
        return
    both = zip(gold.characters, system.characters, strict=False)  # one may have ended early
    shorter = min(len(gold.characters), len(system.characters))
    at = next((i for i, (g, s) in enumerate(both) if g != s), shorter)
    number = sum(end <= at for _, end in gold.sentences) + 1
    raise ValueError(
        f"Gold and system are not the same text: in sentence {number}, gold goes on with "
        f"{gold.characters[at : at + 20]!r}, system with {system.characters[at : at + 20]!r}."
    )


def _multiword_stretch(
    left: Sequence[Word], right: Sequence[Word], g: int, s: int
) -> tuple[Span, Span]:
    """The words on both sides that belong together when one of the two is in a multiword token.

    It ends where no multiword token of either side sticks out of it. A plain word of one side that
    begins before the multiword token of the other is left out.
    """
    if left[g].multiword:
        end = left[g].end
        s += not right[s].multiword and right[s].start < left[g].start
    else:
        end = right[s].end
        g += left[g].start < right[s].start
    first_g, first_s = g, s
    while _inside(left, g, end) or _inside(right, s, end):
        take_left = g < len(left) and (s >= len(right) or left[g].start <= right[s].start)
        word = left[g] if take_left else right[s]
        if word.multiword:
            end = max(end, word.end)
        g, s = g + take_left, s + (not take_left)
    return (first_g, g), (first_s, s)


def _inside(words: Sequence[Word], position: int, end: int) -> bool:
    if position >= len(words):
        return False
    word = words[position]
    return word.start < end if word.multiword else word.end <= end


def _common(left: Sequence[str], right: Sequence[str]) -> Pairs:
    """Longest common subsequence, as positions. Equal forms at the front are paired at once."""
    longest = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for k in reversed(range(len(right))):
            best = max(longest[i + 1][k], longest[i][k + 1])
            if left[i] == right[k]:
                best = max(best, longest[i + 1][k + 1] + 1)
            longest[i][k] = best
    pairs: Pairs = []
    i = k = 0
    while i < len(left) and k < len(right):
        if left[i] == right[k]:
            pairs.append((i, k))
            i, k = i + 1, k + 1
        elif longest[i][k] == longest[i + 1][k]:
            i += 1
        else:
            k += 1
    return pairs
