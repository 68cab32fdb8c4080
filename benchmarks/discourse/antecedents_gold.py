"""English documents whose mentions were linked by people: GUM and ParCorFull."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from litmus.language.analysis import Sentence
from litmus.language.conllu.reader import read_conllu

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
GUM = SHARED / "ud" / "en-gum-coref"
PARCORFULL = SHARED / "parcorfull" / "parcorfull.en.jsonl.gz"
_BRACKET = re.compile(r"\([^()]*\)?|[^()]*\)")
# What the Penn Treebank writes apart, or otherwise than the newspaper did.
_QUOTES = {"``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")"}
_LEFT = re.compile(r"n't|'(s|d|m|re|ve|ll)?|[.,;:?!%)\]}…]+|-RRB-", re.IGNORECASE)
_RIGHT = frozenset("([{$£€") | {"-LRB-"}


class Mention(NamedTuple):
    """Characters `start` to `end` of a sentence; the mentions of one thing share a `chain`."""

    sentence: int
    start: int
    end: int
    chain: str
    kind: str  # of ParCorFull: anaphoric, pleonastic, ...; of GUM the type of the entity


class GoldDocument(NamedTuple):
    """Texts of the sentences, mentions by place; `trees` are empty where nobody drew any."""

    id: str
    texts: tuple[str, ...]
    mentions: tuple[Mention, ...]
    trees: tuple[Sentence, ...]


def read_gum(path: Path) -> Iterator[GoldDocument]:
    """The documents of a file of GUM with `Entity=` in MISC."""
    ids: dict[str, list[Sentence]] = {}
    for entry in read_conllu(path):
        ids.setdefault(entry.id.rpartition("-")[0], []).append(entry.sentence)
    brackets = _brackets(path)
    for name, sentences in ids.items():
        mentions = sorted(_mentions(sentences, brackets))
        texts = tuple(sentence.text for sentence in sentences)
        yield GoldDocument(name, texts, tuple(mentions), tuple(sentences))


def _brackets(path: Path) -> Iterator[list[str]]:
    """The values of `Entity` of a sentence's words, sentence by sentence."""
    rows: list[str] = []
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            columns = line.rstrip("\n").split("\t")
            if columns[0].isdigit():
                found = re.search(r"Entity=([^|]*)", columns[9])
                rows.append(found[1] if found else "")
            elif not line.strip() and rows:
                yield rows
                rows = []
    if rows:
        yield rows


def _mentions(sentences: list[Sentence], brackets: Iterator[list[str]]) -> Iterator[Mention]:
    """Mentions by their brackets; one that spans two sentences counts where it begins."""
    waiting: list[tuple[int, int, str, str]] = []
    for number, sentence in enumerate(sentences):
        for word, value in zip(sentence.words, next(brackets), strict=True):
            for piece in _BRACKET.findall(value):
                name, *fields = piece.strip("()").split("-")
                if piece.startswith("("):
                    waiting.append((number, word.start, name, fields[0]))
                if not piece.endswith(")"):
                    continue
                at = max(k for k, opened in enumerate(waiting) if opened[2] == name)
                where, start, _, kind = waiting.pop(at)
                end = word.end if where == number else len(sentences[where].text)
                yield Mention(where, start, end, name, kind)


def read_parcorfull(path: Path) -> Iterator[GoldDocument]:
    """The documents of ParCorFull; its tokens are put together again as text."""
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            row = json.loads(line)
            texts, places = [], {}
            for number, (first, last) in enumerate(row["sentences"]):
                text, spans = detokenise(row["words"][first : last + 1])
                texts.append(text)
                places.update({first + k: (number, *span) for k, span in enumerate(spans)})
            mentions = []
            for count, mark in enumerate(row["coref"]):
                ranges = [piece for piece in mark["span"] if piece[0] in places]
                if not ranges:
                    continue
                sentence, start, _ = places[ranges[0][0]]
                where, _, end = places.get(ranges[-1][1], (-1, 0, 0))
                end = end if where == sentence else len(texts[sentence])
                kind = str(mark.get("type") or mark["mention"])
                chain = str(mark.get("coref_class") or f"alone_{count}")
                mentions.append(Mention(sentence, start, end, chain, kind))
            yield GoldDocument(row["doc"], tuple(texts), tuple(sorted(mentions)), ())


def detokenise(words: list[str]) -> tuple[str, list[tuple[int, int]]]:
    """Words of the Penn Treebank as a text, and where each of them is.

    >>> detokenise(["``", "I", "do", "n't", "(", "yet", ")", ".", "''"])[0]
    '"I don\\'t (yet)."'
    """
    text, spans = "", []
    after = ""  # what comes before the next word
    for word in words:
        form = _QUOTES.get(word, word)
        if _LEFT.fullmatch(word) or word == "''":
            after = ""
        spans.append((len(text) + len(after), len(text) + len(after) + len(form)))
        text += after + form
        after = "" if word in _RIGHT or word == "``" else " "
    return text, spans
