"""The analyser that ships: characters -> tokens -> words with lemma, features, head, relation."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from unicodedata import is_normalized

import numpy as np
from numpy.typing import NDArray

from litmus.errors import UnknownName
from litmus.language.analysis import MODES, Sentence, Token, Word, part_spans
from litmus.language.embedded.edits import rewrite
from litmus.language.embedded.lemmas import LemmaList
from litmus.language.embedded.model import (
    LONGEST,
    CharacterNetwork,
    WordVectors,
    about,
    room,
    session,
    weights,
)
from litmus.language.embedded.segmenter import Piece, Segmenter, Splits
from litmus.language.embedded.tree import best_trees
from litmus.language.words import compose

_TEXTS, _LETTERS = 4096, 1 << 18  # texts, and letters about, segmented together at most
_WORDS = 2048  # words analysed together, about
_new = tuple.__new__  # _new(Word, row) takes half the time of Word(*row), and there are many


class _Job(NamedTuple):
    """A stretch of at most LONGEST words on its way through the word network."""

    text: int
    sentence: int
    forms: list[str]


class _Answer(NamedTuple):
    tags: NDArray[np.int64]
    scripts: NDArray[np.int64]
    script_sure: NDArray[np.float32]
    sure: NDArray[np.float32]
    heads: list[int]  # from 1; 0 is the root
    relations: NDArray[np.int64] | None


class EmbeddedAnalyser:
    """One language. Same answer whatever the batch: arithmetic is in integers, padding is fixed."""

    def __init__(self, language: str, limits: Mapping[str, float] | None = None) -> None:
        """`limits`: see `LemmaList`."""
        facts = about()
        mine = facts["languages"][language]
        self.language = language
        self._tags = [tag.partition("|")[::2] for tag in mine["tags"]]
        self._scripts: list[str] = mine["scripts"]
        self._relations: list[str] = facts["relations"]
        self._vectors = WordVectors(language)
        self._list = LemmaList(language, limits)
        closed = None if mine["closed"] is None else frozenset(mine["closed"])
        ambiguous = frozenset(mine["ambiguous"])
        splits = Splits(mine["splits"], mine["known"], mine["irregular"], closed, ambiguous)
        self._segmenter = Segmenter(
            CharacterNetwork(language),
            splits,
            whole_text=language in facts["segmenter"]["whole_text"],
            clitics_join=language in facts["segmenter"]["clitics_join"],
        )
        held = weights(language)
        self._classes = {
            name: held[name]
            for name in (
                "tag_weight",
                "tag_step",
                "tag_bias",
                "script_weight",
                "script_step",
                "script_bias",
            )
        }

    @property
    def signature(self) -> str:
        """Name and version of the model, and of the lemma list where it is asked."""
        return f"embedded.v{about()['version']}{self._list.signature}"

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        """One tuple of sentences per text, in order."""
        if sentences not in MODES:
            raise UnknownName("way to take sentences", sentences, MODES)
        for batch in _batches(texts):
            pieces = self._segmenter.segment(batch)
            split = [_sentences(found, split=sentences == "split") for found in pieces]
            jobs = [
                _Job(number, place, forms)
                for number, parts in enumerate(split)
                for place, part in enumerate(parts)
                for forms in _stretches(_composed(batch[number], part))
            ]
            answers = self._answers([job.forms for job in jobs], parse)
            at = 0
            for number, (text, parts) in enumerate(zip(batch, split, strict=True)):
                made = []
                for place, part in enumerate(parts):
                    mine = []
                    while at < len(jobs) and jobs[at][:2] == (number, place):
                        mine.append((jobs[at].forms, answers[at]))
                        at += 1
                    made.append(self._sentence(text, part, mine, parse))
                yield tuple(made)

    def _answers(self, sentences: list[list[str]], parse: bool) -> list[_Answer]:
        """Sentences with the same padded length go through the network together."""
        rooms: dict[int, list[int]] = {}
        for number, forms in enumerate(sentences):
            rooms.setdefault(room(len(forms)), []).append(number)
        self._vectors.learn(form for forms in sentences for form in forms)
        found: dict[int, _Answer] = {}
        for size, numbers in rooms.items():
            step = max(1, _WORDS // size)
            for start in range(0, len(numbers), step):
                some = numbers[start : start + step]
                answers = self._batch([sentences[number] for number in some], size, parse)
                found.update(zip(some, answers, strict=True))
        return [found[number] for number in range(len(sentences))]

    def _batch(self, sentences: list[list[str]], size: int, parse: bool) -> list[_Answer]:
        lengths = np.array([len(forms) for forms in sentences])
        there = np.arange(size)[:, None] < lengths
        given: dict[str, Any] = {"mask": there[..., None].astype(np.float32), **self._classes}
        given["types"] = self._vectors.states(sentences, there)
        given["begin"] = np.zeros((len(sentences), given["types"].shape[2] // 2), np.float32)
        wanted = ["tag", "script", "script_sure", "sure", "states"]
        tag, script, script_sure, sure, states = session("words").run(wanted, given)
        if not parse:
            return [
                _Answer(tag[:n, at], script[:n, at], script_sure[:n, at], sure[:n, at], [], None)
                for at, n in enumerate(lengths)
            ]
        given = {"states": states, "shut": _shut(there)}
        scores, below, above = session("heads").run(["heads", "below", "above"], given)
        heads = best_trees(scores, lengths)
        relation = self._relate(heads, below, above, sure, scores)
        answers, start = [], 0
        for at, n in enumerate(lengths):
            own = relation[start : start + n]
            seen = tag[:n, at], script[:n, at], script_sure[:n, at], sure[:n, at]
            answers.append(_Answer(*seen, heads[at], own))
            start += n
        return answers

    def _relate(
        self,
        heads: list[list[int]],
        below: NDArray[np.float32],
        above: NDArray[np.float32],
        sure: NDArray[np.float32],
        scores: NDArray[np.float32],
    ) -> NDArray[np.int64]:
        """Relations of all words in a row; `sure` becomes the weakest decision on each word."""
        sentence = np.repeat(np.arange(len(heads)), [len(row) for row in heads])
        word = np.concatenate([np.arange(len(row)) for row in heads])
        head = np.array([h for row in heads for h in row])
        over = above[sentence, np.maximum(head - 1, 0)]
        over[head == 0] = weights("all")["link_root"]
        given = {"below": below[sentence, word], "above": over}
        relation, how_sure = session("relations").run(["relation", "sure"], given)
        heads_sure = np.exp(scores[sentence, word, head])
        sure[word, sentence] = np.minimum.reduce([sure[word, sentence], how_sure, heads_sure])
        return relation  # type: ignore[no-any-return]

    def _sentence(
        self, text: str, pieces: list[Piece], parts: list[tuple[list[str], _Answer]], parse: bool
    ) -> Sentence:
        surface = [form for piece in pieces for form in piece.parts]
        tokens: list[Token] = []
        spans: list[tuple[int, int]] = []
        for start, end, forms, _, _ in pieces:
            first = len(spans)
            if len(forms) == 1:
                spans.append((start, end))
            else:
                spans += part_spans(text, start, end, forms)
            tokens.append(_new(Token, (start, end, first, len(spans))))
        words: list[Word] = []
        first_root: int | None = None
        for composed, answer in parts:
            base = len(words)
            rows = zip(composed, surface[base:], spans[base:], strict=False)
            first_root = self._words(words, rows, answer, first_root, parse)
        return Sentence(text, pieces[0].start, pieces[-1].end, tuple(tokens), tuple(words))

    def _words(
        self,
        words: list[Word],
        rows: Iterable[tuple[str, str, tuple[int, int]]],
        answer: _Answer,
        first_root: int | None,
        parse: bool,
    ) -> int | None:
        """Adds the words of a stretch (letters composed, as written, where); the root of a later
        stretch hangs on the first one."""
        base, tags, scripts, limits = len(words), self._tags, self._scripts, self._list.limits
        sure, script_sure = answer.sure.tolist(), answer.script_sure.tolist()
        relations = [] if answer.relations is None else answer.relations.tolist()
        found = zip(rows, answer.tags.tolist(), answer.scripts.tolist(), strict=True)
        for at, ((composed, form, (start, end)), tag, script) in enumerate(found):
            upos, feats = tags[tag]
            lemma = rewrite(composed, scripts[script]) or composed
            if limits and script_sure[at] < limits.get(upos, 0.0):
                lemma = self._list.lemma(composed, name=upos == "PROPN") or lemma
            head: int | None = None
            relation = ""
            if parse:
                relation = self._relations[relations[at]]
                if answer.heads[at]:
                    head = base + answer.heads[at] - 1
                    if relation == "root":
                        relation = "dep"
                elif first_root is None:
                    first_root, relation = base + at, "root"
                else:
                    head, relation = first_root, "parataxis"
            row = (form, lemma, upos, feats, head, relation, sure[at], start, end)
            words.append(_new(Word, row))
        return first_root


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """Bounded by letters too: many short texts make full batches, long ones take no more memory."""
    batch: list[str] = []
    letters = 0
    for text in texts:
        batch.append(text)
        letters += len(text)
        if len(batch) == _TEXTS or letters >= _LETTERS:
            yield batch
            batch, letters = [], 0
    if batch:
        yield batch


def _shut(there: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(batch, time, head): a large loss for heads that are padding or the word itself."""
    size, count = there.shape
    shut = np.zeros((count, size, size + 1), np.float32)
    shut[:, :, 1:][np.broadcast_to(~there.T[:, None], (count, size, size))] = -1e4
    shut[:, np.arange(size), np.arange(1, size + 1)] = -1e4
    return shut


def _sentences(pieces: list[Piece], *, split: bool) -> list[list[Piece]]:
    if not pieces:
        return []
    if not split:
        return [pieces]
    found: list[list[Piece]] = [[]]
    for piece in pieces:
        found[-1].append(piece)
        if piece.last:
            found.append([])
    return [part for part in found if part]


def _composed(text: str, pieces: list[Piece]) -> list[str]:
    """The forms of words in NFC; what is cut out of a text in NFC is so, and need not be asked."""
    forms = [form for piece in pieces for form in piece.parts]
    if len(forms) == len(pieces) and is_normalized("NFC", text):
        return forms
    return [compose(form) for form in forms]


def _stretches(forms: list[str]) -> Iterator[list[str]]:
    """A sentence in pieces the network can hold."""
    for start in range(0, len(forms), LONGEST):
        yield forms[start : start + LONGEST]
