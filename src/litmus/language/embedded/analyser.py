"""The analyser that ships: characters -> tokens -> words with lemma, features, head, relation."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, groupby, repeat
from pathlib import Path
from typing import NamedTuple
from unicodedata import is_normalized

import numpy as np
from numpy.typing import NDArray

from litmus.arrays import Bools, Floats32, Ints
from litmus.errors import UnknownName
from litmus.language.analysis import MODES, Sentence, Token, Word, part_spans
from litmus.language.embedded import manner, marks, typography
from litmus.language.embedded.edits import lowered, rewrite
from litmus.language.embedded.lemmas import NONE, LemmaList, LemmaRules
from litmus.language.embedded.lexicon import FOLDER
from litmus.language.embedded.model import (
    LONGEST,
    CharacterNetwork,
    Rows,
    WordVectors,
    about,
    name_of,
    packs,
    room,
    session,
    weights,
)
from litmus.language.embedded.segmenter import Piece, Segmenter, Splits
from litmus.language.embedded.tree import best_trees
from litmus.language.words import compose

_TEXTS, _LETTERS = 4096, 1 << 18  # texts, and letters about, segmented together at most
_WORDS = 2048  # words analysed together, about
_LOSS = np.float32(-1e4)
_new = tuple.__new__  # _new(Word, row) takes half the time of Word(*row), and there are many


class _Job(NamedTuple):
    """A stretch of at most LONGEST words on its way through the word network."""

    text: int
    sentence: int
    forms: list[str]


class _Answer(NamedTuple):
    tags: list[int]
    scripts: list[int]
    script_sure: list[float]
    sure: list[float]
    heads: list[int]  # from 1; 0 is the root; none if nothing is parsed
    relations: list[int]


class EmbeddedAnalyser:
    """One language. Same answer whatever the batch: arithmetic is in integers, padding is fixed."""

    any_order = True

    def __init__(
        self,
        language: str,
        limits: Mapping[str, float] | None = None,
        rules: LemmaRules | None = None,
        folder: Path = FOLDER,
        own_manner: manner.Manner | None = None,
    ) -> None:
        """`limits`, `rules`: see `LemmaList`. `folder`: the files of the model. `own_manner`: in
        place of that of the model."""
        facts = about(folder)
        mine = facts["languages"][language]
        self.language = language
        taught = manner.load(language, folder) if own_manner is None else own_manner
        names, self._instead = taught.numbered(mine["tags"])
        self._tags = [tag.partition("|")[::2] for tag in names]
        self._by_form = np.array([at in self._instead for at in range(len(names))], bool)
        self._scripts: list[str] = mine["scripts"]
        # Of words that hang on another.
        self._relations = ["dep" if name == "root" else name for name in facts["relations"]]
        self._folder = folder
        self._vectors = WordVectors(language, folder)
        self._list = LemmaList(language, limits, rules, folder)
        self._picky = np.array(self._list.rules.picky(self._scripts), bool)
        self._marks = marks.load(language, folder)
        self._typography = typography.load(language, folder)
        self._is_mark = [upos == "PUNCT" for upos, _ in self._tags]
        closed = None if mine["closed"] is None else frozenset(mine["closed"])
        ambiguous = frozenset(mine["ambiguous"])
        splits = Splits(mine["splits"], mine["known"], mine["irregular"], closed, ambiguous)
        self._segmenter = Segmenter(
            CharacterNetwork(language, folder),
            splits,
            whole_text=language in facts["segmenter"]["whole_text"],
            clitics_join=language in facts["segmenter"]["clitics_join"],
        )
        held = weights(language, folder)
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
        return f"embedded.{name_of(self._folder)}{self._list.signature}"

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        """One tuple of sentences per text, in order."""
        if sentences not in MODES:
            raise UnknownName("way to take sentences", sentences, MODES)
        for batch in _batches(texts):
            shown = [self._shown(text) for text in batch]
            pieces = self._segmenter.segment(shown)
            split = [_sentences(found, split=sentences == "split") for found in pieces]
            jobs = [
                _Job(number, place, forms)
                for number, parts in enumerate(split)
                for place, part in enumerate(parts)
                for forms in _stretches(_composed(shown[number], part))
            ]
            answers = self._answers([job.forms for job in jobs], parse)
            at = 0
            for number, (text, parts) in enumerate(zip(batch, split, strict=True)):
                made = []
                for place, part in enumerate(parts):
                    if shown[number] is not text:
                        part = [_as_written(text, shown[number], piece) for piece in part]
                    mine = []
                    while at < len(jobs) and jobs[at][:2] == (number, place):
                        mine.append((jobs[at].forms, answers[at]))
                        at += 1
                    made.append(self._sentence(text, part, mine, parse))
                yield tuple(made)

    def _shown(self, text: str) -> str:
        """What the networks are given in place of a text, character by character."""
        return text if self._typography is None else self._typography.plain(text)

    def _answers(self, sentences: list[list[str]], parse: bool) -> list[_Answer]:
        self._vectors.learn(form for forms in sentences for form in forms)
        found: dict[int, _Answer] = {}
        for some in packs([len(forms) for forms in sentences], _WORDS):
            answers = self._batch([sentences[number] for number in some], parse)
            found.update(zip(some, answers, strict=True))
        return [found[number] for number in range(len(sentences))]

    def _batch(self, sentences: list[list[str]], parse: bool) -> Iterator[_Answer]:
        """Sentences, the longest first."""
        rows = Rows([len(forms) for forms in sentences])
        first = {"x": self._vectors.states(sentences, rows)}
        wanted = ["states", "tag", "script"]
        states, *found = rows.run("words", wanted, first, self._classes, self._folder)
        (tag, sure), (script, script_sure) = (_most(likely, rows.order) for likely in found)
        if self._instead:
            self._retag(sentences, tag)
        if self._picky.any():
            self._fit(sentences, found[1], rows.order, script, script_sure)
        heads: list[int] = []
        relation: list[int] = []
        if parse:
            for part in self._trees(states, rows):
                some = slice(len(heads), len(heads) + len(part[0]))
                heads += part[0]
                relation += part[1].tolist()
                sure[some] = np.minimum(sure[some], part[2])
        columns = [column.tolist() for column in (tag, script, script_sure, sure)]
        columns += [heads, relation]
        spans = zip(rows.first.tolist(), rows.lengths.tolist(), strict=True)
        for forms, (start, length) in zip(sentences, spans, strict=True):
            answer = _Answer(*(column[start : start + length] for column in columns))
            if parse and self._marks:
                self._rehang(forms, answer, self._marks)
            yield answer

    def _retag(self, sentences: list[list[str]], tag: Ints) -> None:
        """In place of tags in another treebank's manner, those of the one that is followed."""
        some = np.nonzero(self._by_form[tag])[0]
        if not len(some):
            return
        forms = [form for words in sentences for form in words]
        for at in some.tolist():
            number = int(tag[at])
            tag[at] = self._instead[number].get(lowered(forms[at]), number)

    def _fit(
        self,
        sentences: list[list[str]],
        likely: Floats32,
        rows: Ints,
        script: Ints,
        sure: Floats32,
    ) -> None:
        """In place of scripts that do not fit their word, the likeliest that does."""
        some = np.nonzero(self._picky[script])[0]
        if not len(some):
            return
        forms = [form for words in sentences for form in words]
        fits = self._list.rules.fits
        for at in some.tolist():
            if fits(forms[at], self._scripts[script[at]]):
                continue
            shares = likely[rows[at]]
            for other in np.argsort(-shares)[1:].tolist():
                if fits(forms[at], self._scripts[other]):
                    script[at], sure[at] = other, shares[other]
                    break

    def _rehang(self, forms: list[str], answer: _Answer, table: marks.Table) -> None:
        names = [self._relations[relation] for relation in answer.relations]
        own = [
            self._is_mark[tag] and name == "punct"
            for tag, name in zip(answer.tags, names, strict=True)
        ]
        if any(own):
            marks.rehang(forms, answer.heads, names, own, table)

    def _trees(
        self, states: NDArray[np.uint8], rows: Rows
    ) -> Iterator[tuple[list[int], Ints, Floats32]]:
        """Heads, relations and the weaker decision of the two for stretches of the words.

        Sentences with the same padded length go together.
        """
        done = 0
        for size, group in groupby(rows.lengths.tolist(), room):
            lengths = np.array(list(group))
            first = rows.first[done : done + len(lengths), None]
            done += len(lengths)
            place = first + np.arange(size)  # beyond a sentence: any word
            given = {
                "states": states.take(rows.order.take(place, mode="clip"), 0),
                "shut": _shut(np.arange(size) < lengths[:, None]),
            }
            scores, below, above = session("heads", self._folder).run(
                ["heads", "below", "above"], given
            )
            yield self._relate(best_trees(scores, lengths), below, above, scores)

    def _relate(
        self,
        heads: list[list[int]],
        below: Floats32,
        above: Floats32,
        scores: Floats32,
    ) -> tuple[list[int], Ints, Floats32]:
        sentence = np.repeat(np.arange(len(heads)), [len(row) for row in heads])
        word = np.concatenate([np.arange(len(row)) for row in heads])
        flat = [h for row in heads for h in row]
        head = np.array(flat)
        over = above[sentence, np.maximum(head - 1, 0)]
        over[head == 0] = weights("all", self._folder)["link_root"]
        given = {"below": below[sentence, word], "above": over}
        relation, sure = session("relations", self._folder).run(["relation", "sure"], given)
        return flat, relation, np.minimum(sure, np.exp(scores[sentence, word, head]))

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
        tags, scripts, base = self._tags, self._scripts, len(words)
        limits, (must_be_words, _, joined) = self._list.limits, self._list.rules
        spelled = self._list.spelled
        heads: Iterable[int] = answer.heads if parse else repeat(-1)
        relations: Iterable[int] = answer.relations if parse else repeat(-1)
        found = zip(rows, *answer[:4], heads, relations, strict=False)
        for at, (where, tag, script, script_sure, sure, head, relation) in enumerate(found, base):
            composed, form, (start, end) = where
            upos, feats = tags[tag]
            lemma = rewrite(composed, scripts[script]) or composed
            if lemma == NONE:
                lemma = composed
            if spelled and lemma != composed:
                lemma = spelled(lemma, upos)
            if limits and script_sure < limits.get(upos, 0.0):
                lemma = self._list.lemma(composed, upos, lemma)
            elif lemma != composed and upos in must_be_words:  # a form that is known is a word
                lemma = self._list.word(composed, upos, lemma)
            if upos in joined:
                lemma = self._list.joined(composed, upos, lemma)
            above: int | None = None
            name = ""
            if head > 0:
                above, name = base + head - 1, self._relations[relation]
            elif head == 0 and first_root is None:
                first_root, name = at, "root"
            elif head == 0:
                above, name = first_root, "parataxis"
            words.append(_new(Word, (form, lemma, upos, feats, above, name, sure, start, end)))
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


def _most(likely: Floats32, rows: Ints) -> tuple[Ints, Floats32]:
    """The likeliest class of each row and its probability; numpy finds it faster than a graph."""
    best = likely.argmax(1)
    return best[rows], likely[rows, best[rows]]


def _shut(there: Bools) -> Floats32:
    """(batch, time, head): a large loss for heads that are padding or the word itself."""
    count, size = there.shape
    padding, own = np.zeros((count, 1, size + 1), np.float32), np.eye(size, size + 1, 1, np.float32)
    padding[:, 0, 1:] = ~there
    shut: Floats32 = (padding + own) * _LOSS
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


def _as_written(text: str, shown: str, piece: Piece) -> Piece:
    """The token with the marks of the text in place of those that the networks were shown."""
    start, end, parts = piece.start, piece.end, piece.parts
    if "".join(parts) == shown[start:end]:
        starts = accumulate(map(len, parts), initial=start)
        forms = [text[at : at + len(part)] for at, part in zip(starts, parts, strict=False)]
    else:  # words that do not spell their token: *dell’* is *di* and *l’*
        changed = dict(zip(shown[start:end], text[start:end], strict=True))
        forms = ["".join(changed.get(letter, letter) for letter in part) for part in parts]
    return piece._replace(parts=tuple(forms))


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
